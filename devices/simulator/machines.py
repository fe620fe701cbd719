"""A wheel or a tumbler behind a TCP port: whoever connects hears what it sends, and a tumbler hears what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import socket
from typing import cast

from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import Wheel

TICK_SECONDS = 0.25
MOST_UNREAD_BYTES = 1_000_000
"""Who does not read what was sent is no longer there."""


class Outlet:
    """All who listen to one machine."""

    def __init__(self, machine: Wheel | Tumbler) -> None:
        self.machine = machine
        self.connections: set[asyncio.Transport] = set()

    @property
    def is_wheel(self) -> bool:
        """Whether it plays by its own clock."""
        return isinstance(self.machine, Wheel)

    def hear(self, data: bytes, now: float) -> None:
        """A wheel does not listen."""
        if isinstance(self.machine, Tumbler):
            self.machine.hear(data, now)
            self.send(now)

    def send(self, now: float) -> None:
        """What is due by now, to all of them."""
        if data := self.machine.send(now):
            for connection in list(self.connections):
                if connection.get_write_buffer_size() > MOST_UNREAD_BYTES:
                    connection.abort()
                else:
                    connection.write(data)


class Listening(asyncio.Protocol):
    """One who listens."""

    def __init__(self, outlet: Outlet, clock: Callable[[], float]) -> None:
        self._outlet = outlet
        self._clock = clock
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self._outlet.connections.add(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        """And gone."""
        self._outlet.connections.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        """Lines of the feed, in whatever pieces they come."""
        self._outlet.hear(data, self._clock())


async def serve(outlet: Outlet, *, listening: socket, clock: Callable[[], float]) -> asyncio.Server:
    """Put a machine on a TCP port."""
    return await asyncio.get_running_loop().create_server(lambda: Listening(outlet, clock), sock=listening)
