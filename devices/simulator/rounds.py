"""Turn after turn as the house plays its rounds: each table at its own pace, one turn in each round."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from devices.simulator.floor import Floor
from devices.simulator.table import Table


class Rounds:
    """A round that waits for people is waited for; a table whose round never ends is given up."""

    def __init__(
        self, floor: Floor, *, until: Callable[[Callable[[], bool]], Awaitable[bool]], act: Callable[[Table], object]
    ) -> None:
        self._floor = floor
        self._until = until
        self._act = act

    async def play(self, rounds: int) -> None:
        """So many turns at every table; then its machine rests, and what the house begins after it waits."""
        await asyncio.gather(*(self._play(table, rounds) for table in self._floor.tables))

    async def _play(self, table: Table, rounds: int) -> None:
        play = ""
        while table.rounds < rounds:
            await self._until(lambda: not self._floor.awaited(table))
            if not await self._until(partial(_has_opened, table, after=play)):
                break
            play = table.machine.table.round
            self._act(table)
            await self._until(partial(_is_over, table, play))
        table.machine.rest()


def _has_opened(table: Table, *, after: str) -> bool:
    feed = table.machine.table
    return feed.round not in {"", after} and not feed.is_closed


def _is_over(table: Table, play: str) -> bool:
    """The next has begun: by then the terminals have been told what they have won."""
    return table.machine.table.round != play
