"""What machines say and hear over TCP: the states of a wheel for whoever listens, the feed of a table for whoever came last."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import socket
from typing import Protocol, cast

from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import Wheel

TICK_SECONDS = 0.25
MOST_UNREAD_BYTES = 1_000_000
"""Who does not read what was sent is no longer there."""


class Spoken(Protocol):
    """Something that is said on a port, and may be heard there."""

    connections: set[asyncio.Transport]

    def join(self, connection: asyncio.Transport, now: float) -> None:
        """Somebody is there."""

    def hear(self, data: bytes, now: float) -> None:
        """What they say."""

    def send(self, now: float) -> None:
        """What is due by now."""


class Outlet:
    """The states of a wheel: all who listen hear them, and none is listened to."""

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel
        self.connections: set[asyncio.Transport] = set()

    def join(self, connection: asyncio.Transport, now: float) -> None:  # noqa: ARG002 - it began before anybody listened
        """One more who listens."""
        self.connections.add(connection)

    def hear(self, data: bytes, now: float) -> None:
        """A wheel does not listen."""

    def send(self, now: float) -> None:
        """What is due by now, to all of them."""
        _send(self.wheel.send(now), self.connections)


class Feed:
    """The feed of a table: one speaks with it at a time, whoever came last."""

    def __init__(self, machine: Wheel | Tumbler) -> None:
        self.connections: set[asyncio.Transport] = set()
        self._machine = machine

    def join(self, connection: asyncio.Transport, now: float) -> None:
        """Another speaks with it from now on."""
        for before in list(self.connections):
            before.abort()
        self.connections.clear()
        self.connections.add(connection)
        self._machine.table.connect(now)
        self.send(now)

    def hear(self, data: bytes, now: float) -> None:
        """Lines of the feed, in whatever pieces they come; the answer is at once."""
        self._machine.hear(data, now)
        self.send(now)

    def send(self, now: float) -> None:
        """What is due by now; while nobody listens it waits."""
        self._machine.advance(now)
        if self.connections:
            _send(self._machine.table.take_out(now), self.connections)


class Listening(asyncio.Protocol):
    """One who listens."""

    def __init__(self, spoken: Spoken, clock: Callable[[], float]) -> None:
        self._spoken = spoken
        self._clock = clock
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self._spoken.join(self._transport, self._clock())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        """And gone."""
        self._spoken.connections.discard(self._transport)

    def data_received(self, data: bytes) -> None:
        """In whatever pieces it comes."""
        if self._transport in self._spoken.connections:
            self._spoken.hear(data, self._clock())


async def serve(spoken: Spoken, *, listening: socket, clock: Callable[[], float]) -> asyncio.Server:
    """Put it on a TCP port."""
    return await asyncio.get_running_loop().create_server(lambda: Listening(spoken, clock), sock=listening)


def _send(data: bytes, connections: set[asyncio.Transport]) -> None:
    for connection in list(connections) if data else ():
        if connection.get_write_buffer_size() > MOST_UNREAD_BYTES:
            connection.abort()
        else:
            connection.write(data)
