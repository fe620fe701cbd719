"""Followers: each reads from its own cursor to the fence; what it writes and its cursor commit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.db import connection, transaction

from casino.journal import reading
from casino.journal.fence import fence
from casino.journal.line import Recorded

_LAGS = """
    SELECT f.name, f.position, coalesce((SELECT extract(epoch FROM journal.now() - e.recorded_at) FROM journal.entry e
                                          WHERE e.position > f.position ORDER BY e.position LIMIT 1), 0)
      FROM journal.cursor f ORDER BY f.name"""


class Follower(NamedTuple):
    """A follower, how far it has come, and how long the oldest entry it has not seen has been waiting."""

    name: str
    position: int
    lag_seconds: float


def follow(
    name: str, *, types: Sequence[str] = (), starting: Callable[[], None] = lambda: None, wait_seconds: float = 1.0
) -> Iterator[list[Recorded]]:
    """What is new to this follower, in batches; the cursor moves when the next is asked for. Another at it already: nothing."""
    limit = fence(after=position(name), wait_seconds=wait_seconds)
    while True:
        with transaction.atomic(durable=True):
            at = hold(name, starting)
            if at is None or at >= limit:
                return
            batch = next(reading.after(at, up_to=limit, types=types), [])
            if batch:
                yield batch
            move(name, batch[-1].position if len(batch) == reading.BATCH else limit)


def position(name: str) -> int:
    """How far a follower has come."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position FROM journal.cursor WHERE name = %s", [name])
        row = cursor.fetchone()
    return row[0] if row else 0


def followers() -> list[Follower]:
    """Every follower that has begun, in one look."""
    with connection.cursor() as cursor:
        cursor.execute(_LAGS)
        return [Follower(name, at, max(0.0, float(lag))) for name, at, lag in cursor.fetchall()]


def hold(name: str, starting: Callable[[], None] = lambda: None) -> int | None:
    """Take a follower's cursor for this transaction; None if somebody else has it. One that is new starts from the beginning."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO journal.cursor VALUES (%s, 0) ON CONFLICT DO NOTHING", [name])
        if cursor.rowcount:
            starting()
        cursor.execute("SELECT position FROM journal.cursor WHERE name = %s FOR UPDATE SKIP LOCKED", [name])
        row = cursor.fetchone()
    return row[0] if row else None


def move(name: str, to: int) -> None:
    """Move a held cursor."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.cursor SET position = %s WHERE name = %s", [to, name])
