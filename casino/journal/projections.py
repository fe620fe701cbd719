"""Projections: events into read models. Inline within the append, or following with a cursor; one signature for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.db import connection, models

from casino.domain.aggregate import Event
from casino.journal import codec, database, following
from casino.journal.line import Recorded

Projector = Callable[[Sequence[Recorded]], None]
PROJECTIONS: dict[str, Projection] = {}


@dataclass(frozen=True)
class Projection:
    """A projector, the events it wants and the tables it owns."""

    name: str
    project: Projector
    on: tuple[type[Event], ...]
    tables: tuple[type[models.Model], ...]
    version: int
    inline: bool

    def empty(self) -> None:
        """Begin with nothing: what stands there was made by an older version, which follows no longer."""
        self.end_others()
        for table in self.tables:
            table._base_manager.all().delete()  # noqa: SLF001 - every model has one

    def end_others(self) -> None:
        """Forget how far other versions have come."""
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM journal.cursor WHERE split_part(name, '@', 1) = %s AND name <> %s",
                [self.cursor.partition("@")[0], self.cursor],
            )

    @property
    def types(self) -> list[str]:
        """The names of the events it wants; none means all."""
        return [] if Event in self.on else [kind.type_name for kind in self.on]

    @property
    def cursor(self) -> str:
        """The name of a follower's cursor: a new version starts from the beginning."""
        return f"projection:{self.name}@{self.version}"


def projection(
    *, tables: Sequence[type[models.Model]], on: Sequence[type[Event]], version: int = 1, inline: bool
) -> Callable[[Projector], Projector]:
    """Declare a projector, in an app's `projections.py`."""

    def declare(projector: Projector) -> Projector:
        name = f"{projector.__module__.partition('.')[0]}.{projector.__name__.replace('_', '-')}"
        PROJECTIONS[name] = Projection(name, projector, tuple(on), tuple(tables), version, inline)
        _wanting.cache_clear()
        return projector

    return declare


def project_inline(recorded: Sequence[Recorded]) -> None:
    """Bring every inline read model up to date, in the transaction of the append."""
    for each, wanted in _wanting(frozenset(type(each.event) for each in recorded)):
        each.project([entry for entry in recorded if type(entry.event) in wanted])


@lru_cache(maxsize=1024)
def _wanting(kinds: frozenset[type[Event]]) -> tuple[tuple[Projection, frozenset[type[Event]]], ...]:
    """The inline projections that want entries of some of these kinds, and which: asked once for each mixture there is."""
    inline = [each for each in PROJECTIONS.values() if each.inline]
    wanted = [(each, frozenset(kind for kind in kinds if issubclass(kind, each.on))) for each in inline]
    return tuple((each, of_kinds) for each, of_kinds in wanted if of_kinds)


def project_following() -> None:
    """Bring every following read model up to the fence, each in its own transactions."""
    for each in PROJECTIONS.values():
        if not each.inline:
            for batch in following.follow(each.cursor, types=each.types, starting=each.empty):
                each.project(batch)


def write_rows(model: type[models.Model], rows: Sequence[dict[str, Any]]) -> None:
    """Write each row once, all in one statement: insert it, or replace what its key has."""
    if rows:
        _run(_upsert, (model,), rows)


def change_rows(model: type[models.Model], rows: Sequence[dict[str, Any]]) -> None:
    """Change some columns of rows that are there, by their keys, without reading them: those with the same columns at once."""
    _update_all(model, rows, "{0} = given.{0}")


def add_to_rows(model: type[models.Model], rows: Sequence[dict[str, Any]]) -> None:
    """Add to some numbers of rows that are there, by their keys, without reading them; each row is named once."""
    _update_all(model, rows, "{0} = kept.{0} + given.{0}")


def _update_all(model: type[models.Model], rows: Sequence[dict[str, Any]], change: str) -> None:
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        alike.setdefault(tuple(sorted(row)), []).append(row)
    for columns, several in alike.items():
        _run(_update, (model, columns, change), several)


def _run(statement: Callable[..., bytes], of: tuple[Any, ...], rows: Sequence[dict[str, Any]]) -> None:
    along = database.gathered()
    if along is None:
        database.execute_afresh(statement(*of), [codec.encode(rows)])
    else:  # within an append
        along.append((statement(*of, schema="public."), codec.encode(rows)))


def table_of(model: type[models.Model]) -> str:
    """The name of a read model's table."""
    return model._meta.db_table  # noqa: SLF001 - Django's public way to ask


@cache
def _update(model: type[models.Model], columns: tuple[str, ...], change: str, schema: str = "") -> bytes:
    meta, quoted = model._meta, connection.ops.quote_name  # noqa: SLF001
    table, key = schema + quoted(table_of(model)), quoted(meta.pk.attname)
    given = ", ".join(f"{quoted(name)} {meta.get_field(name).db_type(connection)}" for name in columns)
    changes = ", ".join(change.format(name) for name in map(quoted, columns) if name != key)
    return f"""UPDATE {table} AS kept SET {changes} FROM json_to_recordset($1) AS given({given})
                WHERE kept.{key} = given.{key}""".encode()


@cache
def _upsert(model: type[models.Model], schema: str = "") -> bytes:
    table = schema + connection.ops.quote_name(table_of(model))
    columns = [connection.ops.quote_name(field.attname) for field in model._meta.local_concrete_fields]  # noqa: SLF001
    key = connection.ops.quote_name(model._meta.pk.attname)  # noqa: SLF001
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns if column != key)
    names = ", ".join(columns)
    return f"""INSERT INTO {table} ({names}) SELECT {names} FROM json_populate_recordset(NULL::{table}, $1)
               ON CONFLICT ({key}) DO UPDATE SET {changes}""".encode()
