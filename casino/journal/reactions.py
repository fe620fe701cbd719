"""Reactions: another command because of an event. Noted as due rows, done one by one, parked after five failures."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import structlog
from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError
from psycopg import sql

from casino.domain.aggregate import Event
from casino.journal import faults, following, reading
from casino.journal.fence import fence
from casino.journal.line import Recorded
from casino.journal.origin import Actor, Origin, PlaceId, Role

React = Callable[[Recorded, Origin], None]
REACTIONS: dict[str, Reaction] = {}
TRIES = 5
LONGEST_ERROR = 2000
CURSOR = "reactions"
SILENCE_SECONDS = 5
_silent_until = 0.0
_NAMESPACE = UUID("6f6d3f0e-54a5-4b0e-8c1b-9d1f3a6f7c11")
_log = structlog.get_logger("journal.reactions")
_WAITING = """
    SELECT d.reaction, d.position, d.tries, d.error, d.parked_at IS NOT NULL, e.type, e.stream, e.recorded_at
      FROM journal.due d JOIN journal.entry e ON e.position = d.position WHERE e.venue = %s"""


class Waiting(NamedTuple):
    """A reaction that is due, with the entry that asks for it."""

    reaction: str
    position: int
    tries: int
    error: str
    is_parked: bool
    type: str
    stream: str
    recorded_at: datetime


@dataclass(frozen=True)
class Reaction:
    """What is done because of which event."""

    name: str
    react: React
    on: type[Event]


def reaction(name: str, *, on: type[Event]) -> Callable[[React], React]:
    """Declare, in an app's `reactions.py`, the one service that an event calls for."""

    def declare(react: React) -> React:
        REACTIONS[name] = Reaction(name, react, on)
        return react

    return declare


def are_wanted(recorded: Sequence[Recorded]) -> bool:
    """Whether some reaction waits for one of these."""
    wanted = {each.on for each in REACTIONS.values()}
    return any(type(each.event) in wanted for each in recorded)


def nudge() -> None:
    """Ask a worker to look what is due. Lost, it is only late."""
    faults.point("before_nudge")
    _send("casino.tasks.note_reactions")


def note(*, wait_seconds: float = 1.0) -> int:
    """Write down what is due, from the cursor to the fence, and move the cursor, in one transaction."""
    limit = fence(after=following.position(CURSOR), wait_seconds=wait_seconds)
    with transaction.atomic(durable=True):
        at = following.hold(CURSOR)
        if at is None or at >= limit:
            return 0
        with connection.cursor() as cursor:
            cursor.execute(
                """INSERT INTO journal.due (reaction, position)
                   SELECT wanted.reaction, entry.position FROM unnest(%s::text[], %s::text[]) AS wanted(reaction, type)
                     JOIN journal.entry ON entry.type = wanted.type
                    WHERE entry.position > %s AND entry.position <= %s ON CONFLICT DO NOTHING""",
                [list(REACTIONS), [each.on.type_name for each in REACTIONS.values()], at, limit],
            )
            noted = int(cursor.rowcount)
        following.move(CURSOR, limit)
    return noted


def send_due(*, older_than: timedelta = timedelta()) -> int:
    """Send a task for each row that is due."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT reaction, position FROM journal.due
                WHERE parked_at IS NULL AND due_at <= clock_timestamp() - interval '1 second' * %s ORDER BY due_at LIMIT 1000""",
            [older_than.total_seconds()],
        )
        rows = cursor.fetchall()
    for name, position in rows:
        _send("casino.tasks.do_reaction", name, position)
    return len(rows)


def do(name: str, position: int) -> None:
    """Do one due reaction and strike it off; a failure stays with its error, for later, and is parked after five."""
    if not _is_due(name, position):
        return
    faults.point("before_reaction")
    try:
        REACTIONS[name].react(*_asked(name, position))
    except Exception as error:  # noqa: BLE001 - whatever went wrong is kept with the row and tried again
        _keep_failure(name, position, f"{type(error).__name__}: {error}")
        return
    faults.point("after_reaction")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal.due WHERE reaction = %s AND position = %s", [name, position])


def retry(name: str, position: int) -> None:
    """Take a parked reaction up again, at the wish of a person."""
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE journal.due SET parked_at = NULL, tries = 0, due_at = clock_timestamp()
                WHERE reaction = %s AND position = %s""",
            [name, position],
        )
    transaction.on_commit(partial(_send, "casino.tasks.do_reaction", name, position), robust=True)


def waiting(*, venue: str, at_most: int) -> list[Waiting]:
    """What is due at a venue, the parked first, then the oldest."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_WAITING} ORDER BY d.parked_at IS NULL, d.position LIMIT %s", [venue, at_most])
        return [Waiting(*row) for row in cursor.fetchall()]


def parked(name: str, position: int, *, venue: str) -> Waiting | None:
    """One parked reaction of a venue, held for this transaction; None if there is no such."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"{_WAITING} AND d.reaction = %s AND d.position = %s AND d.parked_at IS NOT NULL FOR UPDATE OF d",
            [venue, name, position],
        )
        row = cursor.fetchone()
    return Waiting(*row) if row else None


def count_due() -> tuple[int, int]:
    """How many reactions are due and how many are parked, at every venue."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FILTER (WHERE parked_at IS NULL), count(parked_at) FROM journal.due")
        due, stands_still = cursor.fetchone()
    return int(due), int(stands_still)


def _asked(name: str, position: int) -> tuple[Recorded, Origin]:
    [recorded] = reading.entries(sql.SQL("position = {}").format(position))
    origin = Origin(
        request_id=uuid5(_NAMESPACE, f"{name}:{recorded.line.id}"),
        venue=recorded.venue,
        actor=Actor(f"system/{name}"),
        role=Role("system"),
        place=PlaceId("system"),
        received_at=recorded.recorded_at,
        cause=UUID(recorded.line.id),
        correlation_id=UUID(recorded.line.correlation_id),
    )
    return recorded, origin


def _is_due(name: str, position: int) -> bool:
    """Whether it is still to be done, and now: a task that comes twice, or before its time, is not another try."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT 1 FROM journal.due
                WHERE reaction = %s AND position = %s AND parked_at IS NULL AND due_at <= clock_timestamp()""",
            [name, position],
        )
        return cursor.fetchone() is not None


def _keep_failure(name: str, position: int, error: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE journal.due SET tries = tries + 1, error = %s, due_at = clock_timestamp() + interval '1 second' * 2 ^ tries,
                      parked_at = CASE WHEN tries + 1 >= %s THEN clock_timestamp() END
                WHERE reaction = %s AND position = %s RETURNING tries, parked_at IS NOT NULL""",
            [error.replace("\0", "")[:LONGEST_ERROR], TRIES, name, position],
        )
        row = cursor.fetchone()
    if row:
        log = _log.error if row[1] else _log.warning
        log("reaction parked" if row[1] else "reaction failed", reaction=name, position=position, tries=row[0], error=error)


def _send(task: str, *args: Any) -> None:
    """Send a nudge. While Valkey does not answer nobody waits for it twice within a few seconds."""
    global _silent_until  # noqa: PLW0603 - one broker, one silence
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task, args=args, retry=False)
    except OperationalError as error:
        _silent_until = time.monotonic() + SILENCE_SECONDS
        _log.warning("nudge lost", task=task, error=str(error))
