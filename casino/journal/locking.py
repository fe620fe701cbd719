"""Locks before everything: what a command holds, as it stood when the last lock was got."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from casino.domain.aggregate import Ref, State
from casino.domain.gaming_day import GamingDay, day_at
from casino.domain.instant import Instant
from casino.journal import calendars, codec, reading
from casino.journal.database import array, execute
from casino.journal.line import genesis
from casino.journal.origin import Origin

S = TypeVar("S", bound=State)
_LOAD = b"""
    SELECT stream, version, encode(hash, 'hex'), state_version, state,
           to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
      FROM journal.load($1, $2, $3, $4)"""


class AlreadyRecorded(Exception):
    """This request has been answered before."""

    def __init__(self, request_hash: str, answer: str | bytes) -> None:
        super().__init__("this request has been answered before")
        self.request_hash = request_hash
        self.answer = answer


class Head(NamedTuple):
    """A stream as it stood when it was locked: version 0 is not there yet."""

    version: int
    hash: str
    state: Any


class Held:
    """What this transaction has locked, and the time it was."""

    def __init__(
        self, origin: Origin, writes: Sequence[Ref[Any]], guards: Sequence[Ref[Any]], recorded_at: str, heads: dict[str, Head]
    ) -> None:
        self.origin = origin
        self.writes = writes
        self.guards = guards
        self.recorded_at = recorded_at
        self.heads = heads

    def __getitem__(self, ref: Ref[S]) -> S:
        """The state of a held stream."""
        state: S = self.heads[ref.stream].state
        return state

    def many(self, refs: Iterable[Ref[S]]) -> dict[Ref[S], S]:
        """The states of many held streams."""
        return {ref: self.heads[ref.stream].state for ref in refs}

    @cached_property
    def now(self) -> Instant:
        """The database's time, read after the last lock, never before a loaded stream's last entry."""
        return Instant.parse(self.recorded_at)

    @property
    def gaming_day(self) -> GamingDay:
        """The venue's gaming day now."""
        return day_at(calendars.of(self.origin.venue), self.now)


def lock(origin: Origin, *, write: list[Ref[Any]], guard: list[Ref[Any]]) -> Held:
    """Take every lock, in one order; then read heads, clock and the command's row."""
    names = [ref.stream for ref in (*write, *guard)]
    if len(set(names)) != len(names):
        raise ValueError(f"A stream is named twice: {sorted(names)}.")
    guardable = [ref.stream for ref in write if ref.aggregate.guardable]
    parameters = [str(origin.request_id).encode(), array(names[: len(write)]), array(guardable), array(names[len(write) :])]
    result = execute(_LOAD, parameters)
    last = result.ntuples - 1
    if result.get_value(last, 1) == b"1":
        raise AlreadyRecorded(_text(result.get_value(last, 2)), _text(result.get_value(last, 4)))
    rows = [[result.get_value(row, column) for column in range(6)] for row in range(last)]
    found = {_text(row[0]): row for row in rows}
    heads = {ref.stream: _head(ref, found.get(ref.stream)) for ref in (*write, *guard)}
    recorded_at = max([row[5] for row in rows] + [result.get_value(last, 5)], key=_text)
    return Held(origin, write, guard, _text(recorded_at), heads)


def new_head(ref: Ref[Any]) -> Head:
    """A stream that is not there yet."""
    return Head(0, genesis(ref.stream), ref.aggregate.start)


def _head(ref: Ref[Any], row: list[bytes | None] | None) -> Head:
    if row is None:
        return new_head(ref)
    version, state_version = int(_text(row[1])), int(_text(row[3]))
    aggregate = ref.aggregate
    if state_version == aggregate.state_version:
        return Head(version, _text(row[2]), codec.decode(type(aggregate.start), _text(row[4])))
    return Head(version, _text(row[2]), reading.fold(ref, up_to=version))


def _text(value: bytes | None) -> str:
    assert value is not None, "no column of a head is null"
    return value.decode()
