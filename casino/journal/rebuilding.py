"""Rebuilding caches from the journal: read models beside the live ones, then compared or exchanged; folded states anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection, transaction
from psycopg import sql

from casino.domain.aggregate import Ref
from casino.journal import codec, following, reading
from casino.journal.database import array, execute
from casino.journal.fence import fence
from casino.journal.projections import Projection, table_of

Progress = Callable[[int], None]
Folded = tuple[Ref[Any], int, Any]
NEWEST = 2**62
BATCH = 1000
_RESTATE = b"SELECT journal.restate($1, $2, $3, $4)"
_DIFFERING = b"""
    SELECT count(*) FROM journal.head
      JOIN unnest($1::text[], $2::bigint[], string_to_array($4, E'\\n')) AS fresh(stream, version, state) USING (stream, version)
     WHERE (head.state_version, head.state) IS DISTINCT FROM ($3, fresh.state)"""


@dataclass(frozen=True)
class Rebuilt:
    """What a rebuild of one cache came to: how much was read, and how many rows differed from the live ones."""

    name: str
    events: int
    differing: int


def read_model(projection: Projection, *, is_check: bool, progress: Progress) -> Rebuilt:
    """Build a projection's tables beside the live ones, then compare, or exchange; writers wait only for the last step."""
    tables = [table_of(model) for model in projection.tables]
    _create_beside(tables)
    try:
        built_to = _first_stop(projection, is_check=is_check)
        events = _project(projection, 0, built_to, progress)
        with transaction.atomic(durable=True):
            end = _hold(projection, tables, built_to, is_check=is_check)
            events += _project(projection, built_to, end, progress)
            differing = sum(_difference(table) for table in tables)
            if not is_check:
                _exchange(tables)
    finally:
        _drop_beside(tables)
    return Rebuilt(projection.name, events, differing)


def states(*, is_check: bool, progress: Progress) -> Rebuilt:
    """Fold every stream and put the state into its head, unless only to compare."""
    events = differing = 0
    folded = _folded(progress)
    while batch := list(islice(folded, BATCH)):
        events += sum(version for _, version, _ in batch)
        differing += _restated(_DIFFERING if is_check else _RESTATE, batch)
    return Rebuilt("states", events, differing)


def _first_stop(projection: Projection, *, is_check: bool) -> int:
    """How far to build before anything is locked: for a follower that is only compared, no further than it has come."""
    limit = fence()
    return min(limit, following.position(projection.cursor)) if is_check and not projection.inline else limit


def _hold(projection: Projection, tables: list[str], built_to: int, *, is_check: bool) -> int:
    """Keep the live tables still and tell up to where the copy must come to equal them."""
    with connection.cursor() as cursor:
        if projection.inline:
            for table in tables:
                cursor.execute(sql.SQL("LOCK TABLE public.{} IN SHARE ROW EXCLUSIVE MODE").format(sql.Identifier(table)))
            return NEWEST
        cursor.execute("INSERT INTO journal.cursor VALUES (%s, 0) ON CONFLICT DO NOTHING", [projection.cursor])
        cursor.execute("SELECT position FROM journal.cursor WHERE name = %s FOR UPDATE", [projection.cursor])
        position = int(cursor.fetchone()[0])
    if is_check:
        return position
    projection.end_others()
    following.move(projection.cursor, max(position, built_to))
    return max(position, built_to)


def _project(projection: Projection, after: int, up_to: int, progress: Progress) -> int:
    events = 0
    for batch in reading.after(after, up_to=up_to, types=projection.types):
        with transaction.atomic():
            projection.project(batch)
        events += len(batch)
        progress(len(batch))
    return events


def _create_beside(tables: list[str]) -> None:
    """Temporary tables of the same names stand before the live ones: projectors write there and know nothing of it."""
    _drop_beside(tables)
    with connection.cursor() as cursor:
        for table in tables:
            name = sql.Identifier(table)
            cursor.execute(sql.SQL("CREATE TEMPORARY TABLE {} (LIKE public.{} INCLUDING ALL)").format(name, name))


def _drop_beside(tables: list[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(sql.SQL("DROP TABLE IF EXISTS pg_temp.{}").format(sql.Identifier(table)))


def _difference(table: str) -> int:
    query = sql.SQL(
        """SELECT count(*) FROM ((SELECT * FROM pg_temp.{name} EXCEPT ALL SELECT * FROM public.{name})
           UNION ALL (SELECT * FROM public.{name} EXCEPT ALL SELECT * FROM pg_temp.{name})) AS differing"""
    ).format(name=sql.Identifier(table))
    with connection.cursor() as cursor:
        cursor.execute(query)
        return int(cursor.fetchone()[0])


def _exchange(tables: list[str]) -> None:
    with connection.cursor() as cursor:
        for table in tables:
            name = sql.Identifier(table)
            cursor.execute(sql.SQL("DELETE FROM public.{}").format(name))
            cursor.execute(sql.SQL("INSERT INTO public.{} SELECT * FROM pg_temp.{}").format(name, name))


def _folded(progress: Progress) -> Iterator[Folded]:
    """Every stream with its last version and its state, in the order of their names."""
    ref: Ref[Any] | None = None
    name, version, state = "", 0, None
    while True:
        entries, whole = 0, []
        for each in reading.passing(sql.SQL("(stream, version) > ({}, {})").format(name, version), order="stream, version"):
            if each.stream != name:
                if ref is not None:
                    whole.append((ref, version, state))
                ref, name = each.ref, each.stream
                state, evolve = ref.aggregate.start, ref.aggregate.evolve
            state, version = evolve(state, each.event), each.version
            entries += 1
        if not entries:
            break
        yield from whole  # only now is the connection free for whoever takes them
        progress(entries)
    if ref is not None:
        yield ref, version, state


def _restated(statement: bytes, folded: list[Folded]) -> int:
    """How many states a statement finds to differ, one version of states at a time."""
    differing = 0
    for state_version in {ref.aggregate.state_version for ref, _, _ in folded}:
        refs, versions, states = zip(*(each for each in folded if each[0].aggregate.state_version == state_version), strict=True)
        # As literals: to have psycopg adapt the lists took a tenth of a rebuild.
        parameters = [array(refs), array(versions), b"%d" % state_version, b"\n".join(codec.encode_each(states))]
        differing += int(execute(statement, parameters).get_value(0, 0) or b"")
    return differing
