"""News: what has been entered since one last looked, at once and without the fence, and none of it missed.

Positions commit out of order. A reader that does not wait for the fence sees 6 before 5; so it remembers 5 as a gap, looks for it
again each time, and forgets it when the fence has passed: then whoever drew it is gone for ever. No gap, nothing to wait for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from casino import own_connection

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
BATCH = 5_000
TICK_SECONDS = 0.005
LATEST = 1_000
_CEILING = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM journal.position_seq"
_OWN = "SELECT pg_current_xact_id()::text"
_IS_PASSED = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= %s::xid8"
_AFTER = "SELECT position, stream, venue FROM journal.entry WHERE position > %s ORDER BY position LIMIT %s"
_LATE = "SELECT position, stream, venue FROM journal.entry WHERE position = ANY (%s) ORDER BY position"
_OF_STREAMS = """
    SELECT h.stream, h.venue, (SELECT e.position FROM journal.entry e WHERE e.stream = h.stream ORDER BY e.version DESC LIMIT 1)
      FROM journal.head h WHERE h.stream = ANY (%s)"""
# Each type of event there is, found by leaps over its index; the kind of stream it stands in; its latest entry at the venue.
_OF_KINDS = """
    WITH RECURSIVE types AS (
        (SELECT type FROM journal.entry ORDER BY type LIMIT 1)
        UNION ALL
        SELECT (SELECT e.type FROM journal.entry e WHERE e.type > t.type ORDER BY e.type LIMIT 1)
          FROM types t WHERE t.type IS NOT NULL)
    SELECT split_part(top.stream, '-', 1), max(latest.position)
      FROM types t
     CROSS JOIN LATERAL (SELECT e.stream FROM journal.entry e WHERE e.type = t.type ORDER BY e.position DESC LIMIT 1) AS top
     CROSS JOIN LATERAL (
           SELECT q.position
             FROM (SELECT e.position, e.venue FROM journal.entry e WHERE e.type = t.type ORDER BY e.position DESC LIMIT %s) AS q
            WHERE q.venue = %s ORDER BY q.position DESC LIMIT 1) AS latest
     WHERE split_part(top.stream, '-', 1) = ANY (%s)
     GROUP BY 1"""


class Entered(NamedTuple):
    """That an entry is there: where it stands, and nothing of what it says."""

    position: int
    stream: str
    venue: str


class News:
    """Reads on from the moment it begins, on a connection of its own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._top = 0
        self._gaps: set[int] = set()
        self._fence: tuple[int, str] | None = None  # up to where it will stand, and the transaction it waits for

    async def begin(self) -> None:
        """Stand at the fence; everything up to here is final."""
        ((ceiling,),) = await self._rows(_CEILING)
        ((own,),) = await self._rows(_OWN)
        while not await self._is_passed(own):  # noqa: ASYNC110 - a transaction in the database rings no bell
            await asyncio.sleep(TICK_SECONDS)
        self._top = ceiling

    @property
    def settled(self) -> int:
        """Up to which position everything has been read and nothing can come any more."""
        return min(self._gaps) - 1 if self._gaps else self._top

    async def read(self) -> tuple[list[Entered], list[Entered]]:
        """What is new, and what is late: entries below others that were read before them."""
        late = await self._late() if self._gaps else []
        new = [Entered(*row) for row in await self._rows(_AFTER, self._top, BATCH)]
        if new:
            self._gaps.update(set(range(self._top + 1, new[-1].position)) - {each.position for each in new})
            self._top = new[-1].position
        return new, late

    async def _late(self) -> list[Entered]:
        if self._fence is None:
            ((own,),) = await self._rows(_OWN)
            self._fence = self._top, own
        is_passed = await self._is_passed(self._fence[1])  # before the gaps are looked at for the last time
        late = [Entered(*row) for row in await self._rows(_LATE, list(self._gaps))]
        self._gaps.difference_update(each.position for each in late)
        if is_passed:
            self._gaps = {gap for gap in self._gaps if gap > self._fence[0]}
            self._fence = None
        return late

    async def versions_of_streams(self, streams: Sequence[str]) -> dict[str, tuple[str, int]]:
        """The venue of each stream that is there, and the position of its latest entry."""
        rows = await self._rows(_OF_STREAMS, list(streams)) if streams else []
        return {stream: (venue, position) for stream, venue, position in rows}

    async def versions_of_kinds(self, venue: str, kinds: Sequence[str]) -> dict[str, int]:
        """The position of the latest entry in any stream of a kind at a venue, if it is among the latest of its type anywhere."""
        return dict(await self._rows(_OF_KINDS, LATEST, venue, list(kinds))) if kinds else {}

    async def _is_passed(self, own: str) -> bool:
        ((is_passed,),) = await self._rows(_IS_PASSED, own)
        return bool(is_passed)

    async def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return await (await self._connection.execute(statement, values)).fetchall()


async def connect(name: str = "pitledger live wire") -> Connection:
    """A connection of its own, in no thread's hands."""
    return await psycopg.AsyncConnection.connect(**own_connection.parameters(name))
