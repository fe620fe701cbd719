"""An evening on a floor: its lines and machines on TCP ports, turn after turn at real pace or as fast as the house hears it.

Here a clock is read and sockets are opened; everything that is played is pure and stands elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from itertools import count
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from time import monotonic

import msgspec

from devices.simulator import line, machines
from devices.simulator.floor import Floor
from devices.simulator.line import Line
from devices.simulator.machines import Feed, Outlet, Spoken
from devices.simulator.plan import TablePlan
from devices.simulator.rounds import Rounds
from devices.simulator.table import TURN_SECONDS, Act, Table
from devices.simulator.wagering import Wagering
from devices.simulator.wheel import Wheel

LOOPBACK = "127.0.0.1"
LOOK_SECONDS = 0.02
SKIP_SECONDS = 0.5
SAVE_SECONDS = 1.0


class Clock:
    """Seconds since the floor was opened; while nobody listens, time that nobody needs can be left out."""

    def __init__(self) -> None:
        self._opened_at = monotonic()

    def __call__(self) -> float:
        """Now."""
        return monotonic() - self._opened_at

    def skip(self, seconds: float) -> None:
        """Be so much later."""
        self._opened_at -= seconds


class Way(msgspec.Struct, frozen=True):
    """How an evening goes: for how many turns, how fast, how long the house is waited for, and who is told."""

    rounds: int | None = None
    is_fast: bool = False
    patience_seconds: float = 60.0
    turned: Callable[[int], object] = lambda _: None
    save: Callable[[], object] = lambda: None


@contextmanager
def plugged_in(plan: Sequence[TablePlan], ports: dict[str, int]) -> Iterator[dict[str, socket]]:
    """A listening socket for the line of every table and for every machine: at the port it had before, if that is free."""
    names = [name for table in plan for name in dict.fromkeys((table.name, table.machine, table.feed))]
    sockets = {name: _listen(ports.get(name, 0)) for name in names}
    try:
        yield sockets
    finally:
        for each in sockets.values():
            each.close()


def ports_of(sockets: dict[str, socket]) -> dict[str, int]:
    """Where everything can be reached."""
    return {name: each.getsockname()[1] for name, each in sockets.items()}


class Evening:
    """One run over a floor. Ends when all turns are played and heard, or when it is asked to."""

    def __init__(self, floor: Floor, sockets: dict[str, socket], way: Way, wagering: Sequence[Wagering] = ()) -> None:
        self._floor = floor
        self._sockets = sockets
        self._way = way
        self._wagering = wagering
        self._clock = Clock()
        self._lines = {table.plan.name: Line(table.cables.values()) for table in floor.tables}
        self._outlets = {table.plan.machine: Outlet(table.machine) for table in floor.tables if isinstance(table.machine, Wheel)}
        self._feeds = {table.plan.feed: Feed(table.machine) for table in floor.tables}
        self._asked_to_end = asyncio.Event()
        self._saved_at_change = -1
        self._is_house_expected = True

    @property
    def _machines(self) -> dict[str, Spoken]:
        return {**self._outlets, **self._feeds}

    @property
    def was_asked_to_end(self) -> bool:
        """Whether somebody ended it before its time."""
        return self._asked_to_end.is_set()

    def end(self) -> None:
        """Have it end soon."""
        self._asked_to_end.set()

    async def run(self) -> None:
        """From the first connection to the last turn; then the house is given the time to hear the rest."""
        async with self._serving():
            await self._until(lambda: all(terminal.meters.was_heard for terminal in self._floor.terminals))
            self._is_house_expected = self._is_heard_by_anybody
            await self._play()
            await self._until(lambda: not self._floor.unheard)
        self._save()

    async def _play(self) -> None:
        if not self._way.is_fast:
            await self._play_at_real_pace()
        elif self._wagering and self._is_house_expected:
            await Rounds(self._floor, until=self._until, act=self._turn).play(self._way.rounds or 0)
        else:
            await self._play_fast()

    # As fast as the house hears it

    async def _play_fast(self) -> None:
        was_trouble = False
        for number in count(1):
            if number > (self._way.rounds or 0) or self.was_asked_to_end:
                return
            is_trouble = self._floor.is_trouble_due()
            if is_trouble or was_trouble:  # what was before is known apart from what comes after
                await self._until(lambda: self._floor.is_heard)
            self._turn_all()
            await self._settle()
            was_trouble = is_trouble

    def _turn_all(self) -> None:
        for table in self._floor.tables:
            self._turn(table)
            if table.plan.has_wheel and not self._wagering:
                self._outlets[table.plan.machine].send(table.rounds * TURN_SECONDS)

    def _turn(self, table: Table) -> None:
        """All of a turn at once."""
        self._floor.advance(self._clock())
        for player in table.players.values():
            player.wishes.clear()
        for act in self._floor.turn(table):
            act.do(self._clock())
        self._way.turned(1)
        self._save()

    async def _settle(self) -> None:
        """Everything under way ends: with the house's answer, or by itself in time that nobody has to wait for."""
        while not self._floor.is_settled and not self.was_asked_to_end:
            if self._is_heard_by_anybody:
                await self._pause(LOOK_SECONDS)
            else:
                self._clock.skip(SKIP_SECONDS)
            self._floor.advance(self._clock())
        await self._until(lambda: self._floor.has_room)

    # At real pace

    async def _play_at_real_pace(self) -> None:
        apart = TURN_SECONDS / max(1, len(self._floor.tables))
        playing = [self._play_table(table, after_seconds=number * apart) for number, table in enumerate(self._floor.tables)]
        await asyncio.gather(*playing)

    async def _play_table(self, table: Table, *, after_seconds: float) -> None:
        await self._pause(after_seconds)
        while not self.was_asked_to_end and (self._way.rounds is None or table.rounds < self._way.rounds):
            began = self._clock()
            for act in self._floor.turn(table):
                await self._act(act, began)
            self._way.turned(1)
            await self._pause(began + TURN_SECONDS - self._clock())

    async def _act(self, act: Act, began: float) -> None:
        await self._pause(began + act.after_seconds - self._clock())
        if not self.was_asked_to_end:
            self._floor.advance(self._clock())
            act.do(self._clock())
            self._save()

    async def _pause(self, seconds: float) -> None:
        if seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked_to_end.wait(), seconds)

    # The house

    @property
    def _is_heard_by_anybody(self) -> bool:
        return any(each.connections for each in self._lines.values())

    async def _until(self, holds: Callable[[], bool]) -> bool:
        """Wait for the house, but not for ever, and not for one that never came; whether it has come to be."""
        deadline = monotonic() + (self._way.patience_seconds if self._is_house_expected else 0.0)
        while not (held := holds()) and not self.was_asked_to_end and monotonic() < deadline:
            await self._pause(LOOK_SECONDS)
        return held

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as open_:
            for name, each in self._lines.items():
                served = line.serve(each, listening=self._sockets[name], clock=self._clock, is_paced=not self._way.is_fast)
                open_.push_async_callback(_close, await served, each.connections)
            for name, machine in self._machines.items():
                server = await machines.serve(machine, listening=self._sockets[name], clock=self._clock)
                open_.push_async_callback(_close, server, machine.connections)
            running = [asyncio.create_task(work) for work in (self._keep(), *(each.run() for each in self._wagering))]
            for task in running:
                task.add_done_callback(self._failed)
            try:
                yield
            finally:
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)
            for task in running:
                if not task.cancelled():
                    task.result()  # only what failed has ended before

    async def _keep(self) -> None:
        """Machines say what is due, and memory is kept."""
        is_lockstep = self._way.is_fast and not self._wagering
        sending = self._feeds.values() if is_lockstep else self._machines.values()
        tick_seconds = LOOK_SECONDS if self._way.is_fast else machines.TICK_SECONDS
        for tick in count():
            for machine in sending:
                machine.send(self._clock())
            if tick % round(SAVE_SECONDS / tick_seconds) == 0:
                self._save()
            await asyncio.sleep(tick_seconds)

    def _failed(self, task: asyncio.Task[None]) -> None:
        """Without one of its parts an evening does not go on."""
        if not task.cancelled() and task.exception():
            self.end()

    def _save(self) -> None:
        if self._floor.changes != self._saved_at_change:
            self._saved_at_change = self._floor.changes
            self._way.save()


async def _close(server: asyncio.Server, connections: set[asyncio.Transport]) -> None:
    server.close()
    for connection in list(connections):
        connection.abort()
    await server.wait_closed()


def _listen(port: int) -> socket:
    listening = socket()
    listening.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError:  # somebody else has it by now
        listening.bind((LOOPBACK, 0))
    listening.listen()
    return listening
