"""A command: one load, one append, one transaction; asked again, it gives the same answer and does nothing."""

from __future__ import annotations

import time
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

import msgspec
import structlog
from django.db import DatabaseError, connection, transaction

from casino.domain import approval, attempts, staff
from casino.domain.aggregate import Event, Ref, RuleId
from casino.domain.events import AttemptRefused
from casino.domain.instant import Instant
from casino.domain.refusals import AnotherVenue, Refusal, RefusedBefore, RequestReused
from casino.journal import codec, faults, reactions, writing
from casino.journal.database import DatabaseRefused
from casino.journal.line import Recorded
from casino.journal.locking import AlreadyRecorded, Held, lock
from casino.journal.origin import Origin

P = ParamSpec("P")
R = TypeVar("R")
TRIES = 3
_AGAIN = {"JL409", "JL004", "40P01", "40001"}  # somebody was first, the clock was set back, locks met
_ANOTHER_VENUE = "JL403"
_SOMEBODY_WAS_FIRST = {"head_pkey", "entry_stream_version", "command_pkey"}
COMMANDS: dict[str, Callable[..., Any]] = {}
OBSERVERS: list[Callable[[Ended], None]] = []  # told of every command when it has ended
DONE, FAILED = "done", "failed"


class Stale(Exception):
    """What was looked up before the locks is no longer so: the command is run again."""


class _Rehearsed(Exception):
    """The end of a rehearsal: everything is rolled back."""


@dataclass
class Running:
    """A command under way."""

    name: str
    arguments: bytes
    origin: Origin
    is_rehearsal: bool = False
    held: Held | None = None
    recorded: list[Recorded] = field(default_factory=list)
    answer: object = None
    tries: int = 0

    @property
    def request_hash(self) -> str:
        """What makes two requests the same."""
        return sha256(b"\n".join([self.name.encode(), self.origin.actor.encode(), self.arguments])).hexdigest()

    def request(self, origin: Origin, answer: Answer) -> writing.Request:
        """What is written of the command itself."""
        return writing.Request(self.name, self.arguments, origin, self.request_hash, codec.encode(answer))


@dataclass(frozen=True)
class Ended:
    """A command that has ended: done, refused under a code, or failed; and how long all its tries took."""

    command: str
    outcome: str
    seconds: float
    retries: int


@dataclass(frozen=True)
class Rehearsal:
    """What a command would write, and the hash a person signs."""

    command: str
    arguments: str
    recorded: Sequence[Recorded]
    preview: str


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a command's row keeps for whoever asks again."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    refused: tuple[str, str, str] | None = None


_running: ContextVar[Running | None] = ContextVar("running", default=None)


def command(service: Callable[P, R]) -> Callable[P, R]:
    """Make a service a command: durable, idempotent, tried again when another was first; a refusal about money is recorded."""
    name = f"{service.__module__.partition('.')[0]}.{service.__name__.replace('_', '-')}"

    @wraps(service)
    def run(*args: P.args, **arguments: P.kwargs) -> R:
        assert not args, f"{name} takes keywords only"
        running = _begin(name, arguments)
        structlog.contextvars.bind_contextvars(
            correlation_id=str(running.origin.correlation_id or running.origin.request_id), command=name
        )
        began, outcome = time.perf_counter(), FAILED
        try:
            answer = _answer(service, arguments, running)
            outcome = DONE
        except Refusal as refusal:
            outcome = refusal.code
            raise
        finally:
            _tell(Ended(name, outcome, time.perf_counter() - began, max(running.tries - 1, 0)))
        return answer

    COMMANDS[name] = run
    return run


def load(*, write: Iterable[Ref[Any]] = (), guard: Iterable[Ref[Any]] = ()) -> Held:
    """Lock every stream the command writes or relies on, in one order, then read them and the clock. Once per command."""
    running = _current()
    assert running.held is None, f"{running.name} loads twice"
    signed = [running.origin.approval] if running.origin.approval else []
    faults.point("before_load")
    held = lock(running.origin, write=[*write, *signed], guard=list(guard))
    faults.point("after_load")
    running.held = held
    return held


def append(held: Held, events: Mapping[Ref[Any], Sequence[Event]], origin: Origin, answer: object = None) -> list[Recorded]:
    """Write the facts, their heads and states, the read models and the command's row: all of it or nothing. Once per command."""
    running = _current()
    assert running.held is held, f"{running.name} appends to what it has not loaded"
    assert not running.recorded, f"{running.name} appends twice"
    assert any(events.values()), f"{running.name} appends nothing"
    running.answer = answer
    faults.point("before_append")
    try:
        running.recorded = writing.write(held, events, running.request(origin, Answer(answer=msgspec.Raw(codec.encode(answer)))))
    except DatabaseRefused as refused:
        if refused.sqlstate == _ANOTHER_VENUE:
            raise AnotherVenue("This belongs to another venue: nothing of it is changed from here.") from refused
        raise
    faults.point("after_append")
    if not running.is_rehearsal and reactions.are_wanted(running.recorded):
        transaction.on_commit(reactions.nudge, robust=True)
    return running.recorded


def rehearse(service: Callable[..., Any], **arguments: Any) -> Rehearsal:
    """Run a command to its end, roll everything back, and tell what it would have written."""
    original = service.__wrapped__  # type: ignore[attr-defined]
    unsigned = replace(arguments["origin"], preview=None, approval=None)
    running = _begin(_name_of(service), {**arguments, "origin": unsigned})
    running.is_rehearsal = True
    try:
        _try(original, {**arguments, "origin": unsigned}, running)
    except _Rehearsed:
        pass
    except AlreadyRecorded as known:
        raise RequestReused("This has been done already: begin anew.") from known
    written: dict[Ref[Any], list[Event]] = {}
    for recorded in running.recorded:
        written.setdefault(recorded.ref, []).append(recorded.event)
    return Rehearsal(running.name, running.arguments.decode(), running.recorded, writing.preview(written))


def require_approval() -> None:
    """Refuse a person who does this alone: another must have signed. A rehearsal shows it to both; the system does its code."""
    running = _current()
    is_signed = running.origin.approval is not None or running.is_rehearsal
    if not is_signed and staff.acting(running.origin.actor):
        raise approval.ApprovalNeeded("Another person must approve this before it is done.")


def _name_of(service: Callable[..., Any]) -> str:
    return next(name for name, known in COMMANDS.items() if known is service)


def _begin(name: str, arguments: Mapping[str, Any]) -> Running:
    assert _running.get() is None, f"{name} is called from within another command"
    plain = {key: value for key, value in sorted(arguments.items()) if key != "origin"}
    origin = arguments["origin"]
    assert isinstance(origin, Origin), f"{name} needs an origin"
    return Running(name, codec.encode(plain), origin)


def _current() -> Running:
    running = _running.get()
    assert running is not None, "the journal is written by commands only"
    return running


def _answer(service: Callable[..., R], arguments: Mapping[str, Any], running: Running) -> R:
    try:
        return _try(service, arguments, running)
    except AlreadyRecorded as known:
        return _answer_again(service, running, known)
    except Refusal as refusal:
        return _refuse(service, running, refusal)


def _tell(ended: Ended) -> None:
    for observe in OBSERVERS:
        observe(ended)


def _try(service: Callable[..., R], arguments: Mapping[str, Any], running: Running) -> R:
    for _ in range(TRIES - 1):
        try:
            return _once(service, arguments, running)
        except (DatabaseRefused, DatabaseError, Stale) as error:
            if not _is_worth_another_try(error):
                raise
    return _once(service, arguments, running)


def _once(service: Callable[..., R], arguments: Mapping[str, Any], running: Running) -> R:
    running.held, running.recorded, running.answer = None, [], None
    running.tries += 1
    token = _running.set(running)
    try:
        with transaction.atomic(durable=True):
            answer = service(**arguments)
            assert not running.recorded or running.answer == answer, (
                f"{running.name} answers {answer!r} but stored {running.answer!r}"
            )
            if running.is_rehearsal:
                raise _Rehearsed
            faults.point("before_commit")
    finally:
        _running.reset(token)
    faults.point("after_commit")
    return answer


def _is_worth_another_try(error: Exception) -> bool:
    if isinstance(error, Stale):
        return True
    if isinstance(error, DatabaseRefused):
        return error.sqlstate in _AGAIN or (error.sqlstate == "23505" and error.constraint in _SOMEBODY_WAS_FIRST)
    return getattr(error.__cause__, "sqlstate", None) in _AGAIN


def _answer_again(service: Callable[..., R], running: Running, known: AlreadyRecorded) -> R:
    if known.request_hash != running.request_hash:
        raise RequestReused("This request id was used for another request: make a new one.")
    stored = codec.decode(Answer, known.answer)
    if stored.refused:
        raise RefusedBefore(*stored.refused)
    kind: type[R] = typing.get_type_hints(service)["return"]
    return codec.decode(kind, stored.answer)


def _refuse(service: Callable[..., R], running: Running, refusal: Refusal) -> R:
    """Give the first answer if this request has one; else put a refusal about money on the record, and refuse.

    What the system does by itself is no attempt at money: refused, it is done anew under the same request id.
    """
    known = _known(running.origin)
    if known:
        return _answer_again(service, running, known)
    if refusal.concerns_money and not running.origin.actor.startswith(staff.SYSTEM):
        try:
            _record_attempt(running, refusal)
        except AlreadyRecorded as meanwhile:
            return _answer_again(service, running, meanwhile)
    raise refusal


def _known(origin: Origin) -> AlreadyRecorded | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT encode(request_hash, 'hex'), answer FROM journal.command WHERE request_id = %s", [origin.request_id]
        )
        row = cursor.fetchone()
    return AlreadyRecorded(row[0], row[1]) if row else None


def _record_attempt(running: Running, refusal: Refusal) -> None:
    origin = replace(running.origin, preview=None, approval=None)
    recording = Running(running.name, running.arguments, origin)
    _try(_attempt, {"running": recording, "refusal": refusal, "origin": origin}, recording)


def _attempt(*, running: Running, refusal: Refusal, origin: Origin) -> None:
    place = attempts.at(origin.venue, origin.place)
    held = load(write=[place])
    minute = attempts.minute_of(held.now)
    if not held[place].has_room(minute):
        _count_attempt(origin, minute)
        return
    cited = tuple(RuleId(rule) for rule in refusal.rule.split(", ") if rule)
    event = AttemptRefused(minute=minute, command=running.name, code=refusal.code, sentence=refusal.sentence, rule=cited)
    kept = Answer(refused=(refusal.code, refusal.sentence, refusal.rule))
    running.recorded = writing.write(held, {place: [event]}, running.request(origin, kept))


def _count_attempt(origin: Origin, minute: Instant) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO journal.refused VALUES (%s, %s, %s, 1)
               ON CONFLICT (venue, place, minute) DO UPDATE SET attempts = journal.refused.attempts + 1""",
            [origin.venue, origin.place, minute],
        )
