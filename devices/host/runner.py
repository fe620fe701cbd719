"""Many lines at once over TCP, in one asyncio loop; what they find is handed over in batches."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, tzinfo
from math import inf
from time import monotonic, time
from typing import Protocol, cast

import msgspec

from devices.host.findings import Finding
from devices.host.station import LocalTime

RECONNECT_SECONDS = 0.5
OVERSLEPT_SECONDS = 0.005
LISTENS_FIRST_SECONDS = 0.001
CONNECT_SECONDS = 2.0
MOST_UNREAD_BYTES = 1_000_000
"""Who does not read what was sent is no longer there."""
GONE_WITHOUT_A_WORD = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 5),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 2),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 10_000),
)
"""How a connection finds out in seconds that its gateway has lost its power or its cable, also where nothing is ever said."""
Take = Callable[[list[Finding]], Awaitable[None]]


class Kept(Protocol):
    """What is at the other end of a connection: given what was heard and the time, it says what to send and when to ask again."""

    findings: list[Finding]
    wake_at: float
    is_broken: bool

    def connect(self, now: float) -> None:
        """There is a connection."""

    def disconnect(self, now: float) -> None:
        """There is none."""

    def turn(self, data: bytes, now: float) -> bytes:
        """What was heard, if anything; what to send, if anything."""

    def take_findings(self) -> list[Finding]:
        """What was found since they were last taken."""


class Gateway(msgspec.Struct, frozen=True):
    """Where a line can be reached."""

    host: str
    port: int


def moment(at: float) -> datetime:
    """When something was found, from the seconds of a line's clock."""
    return datetime.fromtimestamp(time() - monotonic() + at, tz=UTC)


def local_clock(zone: tzinfo) -> LocalTime:
    """What a terminal's clock has to show at a moment of the line's clock."""
    return lambda at: moment(at).astimezone(zone).replace(tzinfo=None)


class Runner:
    """Keeps the connections and the time. `take` is called in this loop, one batch at a time, in the order of each line.

    Whatever is asked of a line has to be asked in this loop too.
    """

    def __init__(self, lines: Mapping[Gateway, Kept], take: Take) -> None:
        self._lines = lines
        self._take = take
        self._found = asyncio.Event()
        self._is_ending = False
        self._connections: dict[Kept, Connection] = {}

    async def run(self) -> None:
        """Until it is cancelled, or handing over fails. What was found by then is handed over."""
        handing_over = asyncio.create_task(self._hand_over())
        keeping = [asyncio.create_task(self._keep(gateway, line)) for gateway, line in self._lines.items()]
        try:
            await asyncio.wait([handing_over, *keeping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in keeping:
                task.cancel()
            await asyncio.gather(*keeping, return_exceptions=True)
            self._is_ending = True
            self._found.set()
            await handing_over
        for task in keeping:
            if not task.cancelled():
                task.result()

    def stir(self, line: Kept) -> None:
        """Let a line say at once what it was given to say, if there is a connection."""
        if connection := self._connections.get(line):
            connection.turn()

    async def _hand_over(self) -> None:
        is_last = False
        while not is_last:
            await self._found.wait()
            is_last = self._is_ending  # and what was found while the last was handed over goes along
            self._found.clear()
            found = [finding for line in self._lines.values() for finding in line.take_findings()]
            if found:
                await self._take(found)

    async def _keep(self, gateway: Gateway, line: Kept) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    _, connection = await loop.create_connection(
                        lambda: Connection(line, self._found.set), gateway.host, gateway.port
                    )
            except OSError:  # of which a time-out is one
                line.turn(b"", monotonic())
            else:
                self._connections[line] = connection
                try:
                    await connection.end()
                finally:
                    del self._connections[line]
            if line.findings:
                self._found.set()
            await asyncio.sleep(RECONNECT_SECONDS)


class Connection(asyncio.Protocol):
    """One line's connection: hands the line what arrives and the time, and sends what it says."""

    def __init__(self, line: Kept, found: Callable[[], None]) -> None:
        self._line = line
        self._found = found
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = inf
        self._transport: asyncio.Transport

    def turn(self) -> None:
        """Somebody has given the line something to say."""
        if not self._transport.is_closing():
            self._turn(b"")

    async def end(self) -> None:
        """Wait until the connection has ended; end it if nobody waits any longer."""
        try:
            await self._ended.wait()
        finally:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The line is there."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        for option in GONE_WITHOUT_A_WORD:
            transport.get_extra_info("socket").setsockopt(*option)
        self._line.connect(monotonic())
        self._turn(b"")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        """The line is gone."""
        if self._timer:
            self._timer.cancel()
        self._line.disconnect(monotonic())
        self._ended.set()

    def data_received(self, data: bytes) -> None:
        """Something was heard."""
        self._turn(data)

    def _turn(self, data: bytes) -> None:
        line = self._line
        if out := line.turn(data, monotonic()):
            self._transport.write(out)
        if line.findings:
            self._found()
        if line.is_broken or self._transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            self._transport.abort()
        elif line.wake_at < self._timer_at:
            self._arm(line.wake_at)

    def _arm(self, at: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._loop.call_later(max(0.0, at - monotonic()), self._wake)

    def _wake(self) -> None:
        now = monotonic()
        has_overslept = now - self._timer_at > OVERSLEPT_SECONDS
        self._timer, self._timer_at = None, inf
        if has_overslept:
            self._arm(now + LISTENS_FIRST_SECONDS)  # an answer may be there already, and nobody has been silent
        elif not self._transport.is_closing():
            self._turn(b"")
