"""A line of simulated terminals of Aruze Craps on a real socket, in a thread of its own, and on the books."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from time import monotonic
from typing import Any, Self, TypeVar
from uuid import uuid4

from casino.stack.process import wait_until
from devices import services
from devices.simulator.cable import Cable, Sending
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from tests.devices import fitting
from tests.devices.polled import BANK, PATIENCE_SECONDS
from tests.factories import OriginFactory

R = TypeVar("R")


class CountingLine(Line):
    """A line that knows how often it was asked."""

    asked = 0

    def hear(self, frame: bytes, now: float) -> list[Sending]:
        self.asked += 1
        return super().hear(frame, now)


class Hall:
    """T0001 and on, at addresses 1 and on."""

    def __init__(self, terminals: int, *, first: int = 1) -> None:
        self.terminals = [Terminal(f"T{number:04d}", asset=number) for number in range(first, first + terminals)]
        self.clock = monotonic
        self._line = CountingLine(Cable(Port(address, each)) for address, each in enumerate(self.terminals, start=1))
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._server: asyncio.Server
        self._port = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self.open()
        for address, terminal in enumerate(self.terminals, start=1):
            name = fitting.put_in_service(fitting.terminal(terminal.device))
            gateway: dict[str, Any] = {"bank": BANK, "host": "127.0.0.1", "port": self._port, "address": address}
            services.wire_device(name=name, **gateway, origin=OriginFactory.build(request_id=uuid4()))
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()

    def open(self) -> None:
        """Listen, on the port it had before."""
        self._server = self._run(serve(self._line, port=self._port))
        self._port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Hang up on whoever is there, and listen no more."""

        async def close() -> None:
            self._server.close()
            for connection in list(self._line.connections):
                connection.abort()
            await self._server.wait_closed()

        self._run(close())

    def do(self, act: Callable[[], R]) -> R:
        """Let something happen at a terminal, between two of its answers."""
        done: Future[R] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(act()))
        return done.result(PATIENCE_SECONDS)

    def wait_for_polls(self, number: int) -> None:
        """Let so many questions be asked."""
        first = self._line.asked
        assert wait_until(lambda: self._line.asked - first >= number, PATIENCE_SECONDS)

    def _run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS)
