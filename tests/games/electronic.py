"""An electronic table with its simulated machine on real sockets, in a thread of its own, where time passes faster."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from socket import create_server, socket
from threading import Thread
from time import monotonic
from typing import Any, Self, TypeVar
from uuid import uuid4

from casino import selectors as ground
from casino.domain.powers import AC, IR, SB
from casino.stack.process import wait_until
from devices import keyring
from devices import services as devices
from devices.simulator import machines
from devices.simulator.machines import Feed, Outlet, Spoken
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import Wheel
from games import selectors, services
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from games.tasks import attend
from tests.casino.asking import react
from tests.devices.polled import BANK, PATIENCE_SECONDS
from tests.factories import OriginFactory
from tests.games.floor import Floor, by

FASTER = 20.0
TICK_SECONDS = 0.01
STARTED_AT = datetime(2026, 7, 1, tzinfo=UTC)
DICE = {AC: 2, SB: 3}
HOST = "127.0.0.1"
R = TypeVar("R")


class Electronic:
    """The machine of a table, switched on and on the books; `step` does what workers and beat do."""

    def __init__(self, floor: Floor, *, seconds: int = 1) -> None:
        self.floor = floor
        services.configure_wagering_period(name=floor.name, seconds=seconds, origin=OriginFactory.build())
        self.machine = _machine(floor, _key(floor.machine))
        self._sockets: list[socket] = []
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._began = monotonic()
        self._is_over = False

    def __enter__(self) -> Self:
        feed = create_server((HOST, 0))
        line = create_server((HOST, 0)) if isinstance(self.machine, Wheel) else feed
        self._sockets = [feed, line]
        where: dict[str, Any] = {"bank": BANK, "host": HOST, "port": line.getsockname()[1], "address": 1}
        where["feed_port"] = None if line is feed else feed.getsockname()[1]
        devices.wire_device(name=self.floor.machine, **where, origin=OriginFactory.build())
        self._thread.start()
        self._serving = asyncio.run_coroutine_threadsafe(self._serve(feed, line), self._loop)
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._serving.result(PATIENCE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()
        for each in self._sockets:
            each.close()

    def do(self, act: Callable[[], R]) -> R:
        """Let something happen to the machine, between two of its lines."""
        done: Future[R] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(act()))
        return done.result(PATIENCE_SECONDS)

    def now(self) -> float:
        """Seconds by the machine's clock."""
        return (monotonic() - self._began) * FASTER

    def step(self) -> None:
        """What is due is done, and the dice are shot."""
        react()
        for row in selectors.rounds_to_attend(ground.now()):
            attend(RoundId(row.id))
        self.press()

    def press(self) -> None:
        """Whoever is the shooter presses the button."""
        there = self.floor.state
        if there.round and there.shooter:
            play = self.floor.play(there.round)
            if play.stage is Stage.CLOSED and play.layout and not play.shot_at:
                services.shoot_dice(terminal=there.shooter, round_id=there.round, origin=by(there.shooter))

    def until(self, holds: Callable[[], bool]) -> None:
        """Step until it is so."""

        def stepped() -> bool:
            self.step()
            return holds()

        assert wait_until(stepped, PATIENCE_SECONDS), self.floor.play() if self.floor.round else self.floor.state

    def shows(self) -> dict[str, int]:
        """What stands on the terminals of the table, as it was told."""
        return self.do(lambda: {name: meter.cents for name, meter in self.machine.table.credits.items()})

    async def _serve(self, feed: socket, line: socket) -> None:
        spoken: list[tuple[Spoken, socket]] = [(Feed(self.machine), feed)]
        if isinstance(self.machine, Wheel):
            spoken.append((Outlet(self.machine), line))
        servers = [await machines.serve(each, listening=port, clock=self.now) for each, port in spoken]
        while not self._is_over:
            for each, _ in spoken:
                each.send(self.now())
            await asyncio.sleep(TICK_SECONDS)
        for (each, _), server in zip(spoken, servers, strict=True):
            server.close()
            for connection in list(each.connections):
                connection.abort()
            await server.wait_closed()


def _key(machine: str) -> bytes:
    key = keyring.show_once(devices.issue_key(name=machine, origin=OriginFactory.build(request_id=uuid4())))
    assert key is not None
    return key


def _machine(floor: Floor, key: bytes) -> Wheel | Tumbler:
    if floor.game == IR:
        return Wheel(floor.machine, seed=417, key=key, started_at=STARTED_AT)
    return Tumbler(floor.machine, dice=DICE[floor.game], seed=417, key=key, started_at=STARTED_AT)
