"""Reading the journal: whole batches of lines by COPY, states now and at any past moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from django.db import connections
from psycopg import Copy, sql

from casino.domain.aggregate import Ref, State
from casino.domain.instant import Instant
from casino.journal import codec
from casino.journal.line import Recorded

S = TypeVar("S", bound=State)
BATCH = 5000
PIECE = 100


def entries(where: sql.Composable, *, order: str = "position", limit: int = BATCH, using: str = "default") -> list[Recorded]:
    """At most so many entries, decoded; the connection is free again when they are returned."""
    return list(passing(where, order=order, limit=limit, using=using))


def passing(where: sql.Composable, *, order: str, limit: int = BATCH, using: str = "default") -> Iterator[Recorded]:
    """The same one after the other, none kept; the connection is free again after the last."""
    query = sql.SQL(
        "COPY (SELECT position, stream, version, type, line FROM journal.entry WHERE {} ORDER BY {} LIMIT {}) TO STDOUT"
    )
    with _copying(query.format(where, sql.SQL(order), limit), using) as copy:
        rows = iter(copy)
        while piece := b"".join(islice(rows, PIECE)):  # the server goes on while we decode
            yield from _recorded(piece)


def after(position: int, *, up_to: int, types: Sequence[str] = (), using: str = "default") -> Iterator[list[Recorded]]:
    """Entries in the order of their positions, in batches; constant memory however many there are."""
    wanted = _of_types(types)
    # No upper bound: with one, PostgreSQL sorted everything for each batch until it had statistics, and was 20 times slower.
    while batch := entries(wanted + sql.SQL("position > {}").format(position), using=using):
        position = batch[-1].position
        if position > up_to:
            batch = [each for each in batch if each.position <= up_to]
        if batch:
            yield batch
        if position >= up_to:
            return


def _of_types(types: Sequence[str]) -> sql.Composable:
    """Only these types; of a single one the index has the order of positions."""
    if len(types) == 1:
        return sql.SQL("type = {} AND ").format(types[0])
    return sql.SQL("type = ANY({}) AND ").format(list(types)) if types else sql.SQL("")


def history(ref: Ref[Any], *, after: int = 0, up_to: int | None = None) -> Iterator[Recorded]:
    """A stream's entries, the oldest first."""
    last = sql.SQL(" AND version <= {}").format(up_to) if up_to is not None else sql.SQL("")
    while batch := entries(sql.SQL("stream = {} AND version > {}").format(ref.stream, after) + last, order="version"):
        yield from batch
        if batch[-1].version <= after:
            raise ValueError(f"{ref} v{batch[-1].version} stands in the place of another version.")
        after = batch[-1].version


def fold(ref: Ref[S], *, up_to: int) -> S:
    """A stream's state at a version: its last snapshot before, and what came after."""
    snapshot, state = _snapshot(ref, "version", up_to)
    return ref.aggregate.fold(state, (each.event for each in history(ref, after=snapshot, up_to=up_to)))


def state(ref: Ref[S]) -> S:
    """A stream's state now, without a lock: what a detail page shows."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT version, state_version, state FROM journal.head WHERE stream = %s", [ref.stream])
        row = cursor.fetchone()
    if row is None:
        return ref.aggregate.start
    version, state_version, text = row
    if state_version != ref.aggregate.state_version:
        return fold(ref, up_to=version)
    return codec.decode(type(ref.aggregate.start), text)


def state_at(ref: Ref[S], at: Instant | int) -> S:
    """A stream's state as it stood at a moment, or at a position of the journal."""
    snapshot, state, version = _found_at(ref, at)
    return ref.aggregate.fold(state, (each.event for each in history(ref, after=snapshot, up_to=version)))


def latest(ref: Ref[Any], *, at_most: int, at: Instant | int | None = None) -> list[Recorded]:
    """The last entries of a stream, now or at a moment, the oldest first; as cheap for a long stream as for a short."""
    known = sql.SQL(" AND version <= {}").format(_found_at(ref, at)[2]) if at is not None else sql.SQL("")
    found = entries(sql.SQL("stream = {}").format(ref.stream) + known, order="version DESC", limit=at_most)
    return found[::-1]


def _found_at(ref: Ref[S], at: Instant | int) -> tuple[int, S, int]:
    """The last snapshot before a moment, its state, and the last version at that moment."""
    column = "recorded_at" if isinstance(at, Instant) else "position"
    snapshot, state = _snapshot(ref, column, at)
    return snapshot, state, _version_at(ref, column, at, snapshot)


def _version_at(ref: Ref[Any], column: str, at: Instant | int, snapshot: int) -> int:
    """The last version at that moment, sought between two snapshots."""
    query = sql.SQL(
        """SELECT coalesce(max(version), %(after)s) FROM journal.entry
            WHERE stream = %(stream)s AND version > %(after)s AND {column} <= %(at)s AND version <= coalesce(
                  (SELECT min(version) FROM journal.snapshot WHERE stream = %(stream)s AND {column} > %(at)s), 9e18)"""
    ).format(column=sql.Identifier(column))
    with connections["default"].cursor() as cursor:
        cursor.execute(query, {"stream": ref.stream, "after": snapshot, "at": _plain(at)})
        return int(cursor.fetchone()[0])


def _snapshot(ref: Ref[S], column: str, at: Instant | int) -> tuple[int, S]:
    query = sql.SQL(
        """SELECT version, state FROM journal.snapshot
            WHERE stream = %s AND state_version = %s AND {} <= %s ORDER BY version DESC LIMIT 1"""
    ).format(sql.Identifier(column))
    with connections["default"].cursor() as cursor:
        cursor.execute(query, [ref.stream, ref.aggregate.state_version, _plain(at)])
        row = cursor.fetchone()
    return (row[0], codec.decode(type(ref.aggregate.start), row[1])) if row else (0, ref.aggregate.start)


def _plain(at: Instant | int) -> str | int:
    return str(at) if isinstance(at, Instant) else at


def copied(query: sql.Composable, *, using: str = "default") -> list[bytes]:
    """The rows of a COPY, as bytes."""
    with _copying(query, using) as copy:
        return [bytes(row) for row in copy]


@contextmanager
def _copying(query: sql.Composable, using: str) -> Iterator[Copy]:
    connection = connections[using]
    connection.ensure_connection()
    with connection.connection.cursor() as cursor, cursor.copy(query) as copy:
        yield copy


def _recorded(rows: bytes) -> list[Recorded]:
    """COPY doubles each backslash and ends each row with a newline; a row has no other character that it escapes."""
    if b"\\" in rows:
        rows = rows.replace(b"\\\\", b"\\")
    return [
        Recorded(int(position), line, codec.read(kind.decode(), line), stream.decode(), int(version))
        for position, stream, version, kind, line in [row.split(b"\t", 4) for row in rows[:-1].split(b"\n")]
    ]
