"""Requests as a client makes them: random but replayable, kept before they are sent, sent again under the same id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

from django.db import connection

from casino.domain.money import Cents
from tests.casino import tally
from tests.factories import OriginFactory


@dataclass(frozen=True)
class Request:
    """One request: its id, the tallies it adds to and how often. One tally is answered with its number of changes."""

    id: str
    tallies: tuple[str, ...]
    times: int

    @classmethod
    def draw(cls, dice: Random, *, tallies: int) -> Request:
        """Most are for one tally, some for several at once."""
        names = [f"star.{n}" for n in dice.sample(range(tallies), dice.choice([1, 1, 1, 2, 4]))]
        request_id = str(UUID(int=dice.getrandbits(128), version=4))
        return cls(request_id, tuple(sorted(names)), dice.choice([1, 2, 3]) if len(names) > 1 else 1)

    @property
    def entries(self) -> int:
        """How many entries it is when it is done."""
        return len(self.tallies) * self.times

    def send(self) -> int | None:
        """Do it, or hear what was answered when it was done."""
        origin = OriginFactory.build(request_id=UUID(self.id))
        if self.entries == 1:
            return tally.add_cents(tally=self.tallies[0], cents=Cents(1), origin=origin)
        return tally.fill(tallies=list(self.tallies), times=self.times, origin=origin)

    @property
    def words(self) -> Sequence[Any]:
        """As a diary has it."""
        return self.id, self.tallies, self.times


def recorded(requests: Sequence[Request]) -> Mapping[str, int]:
    """How many entries each of these has in the journal; a command row without entries, or entries without one, fails."""
    query = """
        SELECT coalesce(c.request_id, e.request_id)::text, c.entries, e.entries
          FROM (SELECT * FROM journal.command WHERE request_id = ANY(%(ids)s::uuid[])) AS c
          FULL JOIN (SELECT request_id, count(*) AS entries FROM journal.entry
                      WHERE request_id = ANY(%(ids)s::uuid[]) GROUP BY 1) AS e
         USING (request_id)"""
    with connection.cursor() as cursor:
        cursor.execute(query, {"ids": [request.id for request in requests]})
        rows = cursor.fetchall()
    assert [row for row in rows if row[1] != row[2]] == [], "a command row and its entries disagree"
    return {request_id: entries for request_id, entries, _ in rows}


def heads_that_are_not_the_last_version() -> list[tuple[str, int, int]]:
    """Streams whose head is not their newest entry: there are none."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT coalesce(h.stream, e.stream), h.version, e.last FROM journal.head h
                 FULL JOIN (SELECT stream, max(version) AS last FROM journal.entry GROUP BY 1) AS e USING (stream)
                WHERE h.version IS DISTINCT FROM e.last"""
        )
        return list(cursor.fetchall())


def entries_of_tallies() -> int:
    """How many entries the tallies have."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.entry WHERE stream LIKE 'tally-%'")
        return int(cursor.fetchone()[0])
