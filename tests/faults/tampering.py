"""Altering evidence as only a superuser with the triggers switched off can, and putting it back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

KEYS = {"entry": "position", "head": "stream", "command": "request_id"}
Row = dict[str, Any]
_FAR = 1 << 30


@dataclass
class Forger:
    """Somebody with every right and no conscience."""

    connection: psycopg.Connection[Row]

    def rows(self, table: str) -> list[Row]:
        """Everything there is."""
        return self.connection.execute(_compose("SELECT * FROM {table} ORDER BY {key}", table)).fetchall()

    @contextmanager
    def altered(self, table: str, row: Row, column: str, value: Any) -> Iterator[None]:
        """One value is another, for a while."""
        changed = row | {column: value}
        self._replace(table, row, changed)
        try:
            yield
        finally:
            self._replace(table, changed, row)

    @contextmanager
    def removed(self, table: str, row: Row) -> Iterator[None]:
        """One row is gone, for a while."""
        self.remove(table, row)
        try:
            yield
        finally:
            self.insert(table, row)

    @contextmanager
    def inserted(self, table: str, row: Row) -> Iterator[None]:
        """One row more is there, for a while."""
        self.insert(table, row)
        try:
            yield
        finally:
            self.remove(table, row)

    def insert(self, table: str, row: Row) -> None:
        """Add a row."""
        values = sql.SQL(", ").join(map(sql.Placeholder, row))
        names = sql.SQL(", ").join(map(sql.Identifier, row))
        self.connection.execute(
            _compose("INSERT INTO {table} ({names}) VALUES ({values})", table, names=names, values=values), row
        )

    def remove(self, table: str, row: Row) -> None:
        """Remove a row."""
        done = self.connection.execute(_compose("DELETE FROM {table} WHERE {key} = %s", table), [row[KEYS[table]]])
        assert done.rowcount == 1

    def _replace(self, table: str, before: Row, after: Row) -> None:
        with self.connection.transaction():
            self.remove(table, before)
            self.insert(table, after)


@contextmanager
def forger(url: str) -> Iterator[Forger]:
    """Log in as the superuser and switch the triggers off."""
    with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
        for table in KEYS:
            connection.execute(_compose("ALTER TABLE {table} DISABLE TRIGGER ALL", table))
        yield Forger(connection)


def flipped(value: Any, dice: Random) -> Any:
    """The value with one bit, digit, day or microsecond of difference; numbers far away, so that they meet no other row's key."""
    match value:
        case bool() | None:
            raise TypeError(value)
        case int():
            return value + _FAR
        case UUID():
            return UUID(int=value.int ^ (1 << dice.randrange(128)))
        case dt.datetime():
            return value + dice.choice([-1, 1]) * dt.timedelta(microseconds=1)
        case dt.date():
            return value + dice.choice([-1, 1]) * dt.timedelta(days=1)
        case bytes():
            at = dice.randrange(len(value))
            return value[:at] + bytes([value[at] ^ (1 << dice.randrange(8))]) + value[at + 1 :]
        case str():
            return flipped_at(value, dice.randrange(len(value)), dice)
        case _:
            raise TypeError(value)


def flipped_at(text: str, at: int, dice: Random) -> str:
    """The text with another character at one place: mostly one bit away, sometimes one that is hard to read."""
    others = [chr(ord(text[at]) ^ (1 << dice.randrange(6))), *'"\\\n\t{é']
    other = dice.choice([each for each in others if each not in (text[at], "\0", "\r")])
    return f"{text[:at]}{other}{text[at + 1 :]}"


def _compose(text: str, table: str, **parts: sql.Composable) -> sql.Composed:
    return sql.SQL(text).format(table=sql.Identifier("journal", table), key=sql.Identifier(KEYS[table]), **parts)
