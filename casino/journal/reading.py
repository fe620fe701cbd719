"""Reading the journal: whole batches of lines by COPY, states now and at any past moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from django.db import connections
from psycopg import Copy, sql

from casino.domain.aggregate import Event, Ref, State
from casino.domain.instant import Instant
from casino.journal import codec
from casino.journal.database import array, execute
from casino.journal.line import Recorded

S = TypeVar("S", bound=State)
BATCH = 5000
PIECE = 100
LAST = 2**62  # no stream has so many entries
_HEADS = b"SELECT stream, version, state_version, state FROM journal.head WHERE stream = ANY ($1)"


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
    return _kept(ref, *row) if row else ref.aggregate.start


def states(refs: Iterable[Ref[S]]) -> dict[Ref[S], S]:
    """The states of many streams now, in one question; of those that have begun."""
    return {ref: state for ref, (_, state) in standing(refs).items()}


def standing(refs: Iterable[Ref[S]]) -> dict[Ref[S], tuple[int, S]]:
    """The same with the version each has come to."""
    wanted = {ref.stream: ref for ref in refs}
    found = execute(_HEADS, [array(wanted)])  # prepared: every answer to a terminal asks this
    rows = [[(found.get_value(row, column) or b"").decode() for column in range(4)] for row in range(found.ntuples)]
    return {
        wanted[stream]: (int(version), _kept(wanted[stream], int(version), int(state_version), state))
        for stream, version, state_version, state in rows
    }


def states_at(refs: Iterable[Ref[S]], at: Instant | int) -> dict[Ref[S], S]:
    """The states of several streams of one kind as they stood at a moment or a position, in two questions."""
    wanted = {ref.stream: ref for ref in refs}
    if not wanted:
        return {}
    column = sql.Identifier("recorded_at" if isinstance(at, Instant) else "position")
    bounds, found = _snapshots(wanted, column, at), {}
    for stream, (_, text, _) in bounds.items():
        start = wanted[stream].aggregate.start
        found[stream] = codec.decode(type(start), text) if text else start
    stretches = [
        sql.SQL("(stream = {} AND version > {} AND version <= {})").format(stream, low, high)
        for stream, (low, _, high) in bounds.items()
    ]
    where = sql.SQL("({}) AND {} <= {}").format(sql.SQL(" OR ").join(stretches), column, _plain(at))
    for each in passing(where, order="stream, version", limit=LAST):
        found[each.stream] = wanted[each.stream].aggregate.evolve(found[each.stream], each.event)
    return {wanted[stream]: state for stream, state in found.items()}


@dataclass(frozen=True)
class Written:
    """What one command has written: its request, and between which positions; others' entries may stand between them."""

    request_id: str
    first: int
    last: int


def written_with(recorded: Recorded) -> Written:
    """What was written by the command that has written an entry."""
    request_id = recorded.line.request_id
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT first_position, last_position FROM journal.command WHERE request_id = %s", [request_id])
        first, last = cursor.fetchone()
    return Written(request_id, first, last)


def together(
    written: Written, *, of: Iterable[type[Event]], among: Iterable[Ref[Any]] = (), after: int = 0, at_most: int = BATCH
) -> list[Recorded]:
    """What one command has written of some types of event, perhaps in some streams only: the first so many after a position."""
    where = sql.SQL("position > {} AND position <= {} AND request_id = {} AND type = ANY({})").format(
        max(after, written.first - 1), written.last, written.request_id, [kind.type_name for kind in of]
    )
    streams = [ref.stream for ref in among]
    return entries(where + sql.SQL(" AND stream = ANY({})").format(streams) if streams else where, limit=at_most)


def _kept(ref: Ref[S], version: int, state_version: int, text: str) -> S:
    """The state its head keeps, if it is of the present version."""
    if state_version != ref.aggregate.state_version:
        return fold(ref, up_to=version)
    return codec.decode(type(ref.aggregate.start), text)


def _snapshots(wanted: Mapping[str, Ref[Any]], column: sql.Identifier, at: Instant | int) -> dict[str, tuple[int, str, int]]:
    """Of each stream the last snapshot before a moment, its state, and the version of the first one after it."""
    version = next(iter(wanted.values())).aggregate.state_version
    query = sql.SQL(
        """SELECT wanted.stream, coalesce(before.version, 0), coalesce(before.state, ''), coalesce(beyond.version, %(last)s)
             FROM unnest(%(streams)s::text[]) AS wanted(stream)
             LEFT JOIN LATERAL (SELECT kept.version, kept.state FROM journal.snapshot kept
                                 WHERE kept.stream = wanted.stream AND state_version = %(version)s AND {column} <= %(at)s
                                 ORDER BY kept.version DESC LIMIT 1) before ON true
             LEFT JOIN LATERAL (SELECT min(kept.version) AS version FROM journal.snapshot kept
                                 WHERE kept.stream = wanted.stream AND {column} > %(at)s) beyond ON true"""
    ).format(column=column)
    with connections["default"].cursor() as cursor:
        cursor.execute(query, {"streams": list(wanted), "version": version, "at": _plain(at), "last": LAST})
        return {stream: (low, text, high) for stream, low, text, high in cursor.fetchall()}


def state_at(ref: Ref[S], at: Instant | int) -> S:
    """A stream's state as it stood at a moment, or at a position of the journal."""
    snapshot, state, version = _found_at(ref, at)
    return ref.aggregate.fold(state, (each.event for each in history(ref, after=snapshot, up_to=version)))


def latest(
    ref: Ref[Any], *, at_most: int, at: Instant | int | None = None, without: Iterable[type[Event]] = ()
) -> list[Recorded]:
    """The last entries of a stream, now or at a moment, the oldest first; as cheap for a long stream as for a short.

    With some types of event left out it looks back over so many of its entries and no further.
    """
    last = sql.SQL("{}").format(_found_at(ref, at)[2]) if at is not None else None
    known = sql.SQL(" AND version <= {}").format(last) if last else sql.SQL("")
    if names := [kind.type_name for kind in without]:
        head = last or sql.SQL("(SELECT version FROM journal.head WHERE stream = {})").format(ref.stream)
        known += sql.SQL(" AND version > {} - {} AND type <> ALL({})").format(head, BATCH, names)
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
