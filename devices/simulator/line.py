"""One serial line with up to 127 terminals, behind a gateway's TCP port. Records carry the wake-up bit; see `wire.records`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from socket import socket
from time import monotonic
from typing import Any, cast

from devices.simulator.cable import Cable, Sending
from devices.wire.errors import BadRecord
from devices.wire.records import HEAD, WAKES, Reader, Record, encode
from devices.wire.sas import BROADCAST

MOST_TERMINALS = 127
ADDRESS = 0x7F
BYTE_SECONDS = 11 / 19_200  # one byte with its start, wake-up and stop bits
TICK_SECONDS = 0.1
ONE_BYTE = b"\x00\x01"


class Line:
    """All hear every question; one answers."""

    def __init__(self, cables: Iterable[Cable]) -> None:
        self.cables = {cable.address: cable for cable in cables}
        self.connections: set[asyncio.Transport] = set()
        self._spoke: Cable | None = None
        assert len(self.cables) <= MOST_TERMINALS

    def hear(self, frame: bytes, now: float) -> list[Sending]:
        """What comes back to a question that began with the wake-up bit."""
        address = frame[0] & ADDRESS
        asked = self.cables.get(address)
        if self._spoke is not None and self._spoke is not asked:
            self._spoke.overhear(now)
            self._spoke = None
        if address == BROADCAST:
            for cable in self.cables.values() if len(frame) > 1 else ():
                cable.hear(frame, now)
            return []
        if asked is None:
            return []
        self._spoke = asked
        return asked.hear(frame, now)

    def tick(self, now: float) -> list[Sending]:
        """Time passes for every terminal."""
        return [sending for cable in self.cables.values() for sending in cable.tick(now)]


class Gateway(asyncio.Protocol):
    """One host's connection. What does not begin with the wake-up bit is not heard; broken framing ends the connection."""

    def __init__(self, line: Line, *, clock: Callable[[], float], is_paced: bool) -> None:
        self._line = line
        self._clock = clock
        self._is_paced = is_paced
        self._reader = Reader()
        self._is_between_records = True
        self._loop = asyncio.get_running_loop()
        self._ticking: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A host is there."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self._line.connections.add(self._transport)
        self._tick()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        """The host is gone; the machines play on."""
        self._line.connections.discard(self._transport)
        if self._ticking:
            self._ticking.cancel()

    def data_received(self, data: bytes) -> None:
        """Questions, in whatever pieces they come."""
        if self._is_between_records and len(data) == HEAD + 1 and data[2] == WAKES and data.startswith(ONE_BYTE):
            self._ask(data[HEAD:])  # one general poll: nearly everything
            return
        try:
            for record in self._reader.feed(data):
                if record.wakes:
                    self._ask(record.frame)
        except BadRecord:
            self._transport.close()
        self._is_between_records = self._reader.is_empty

    def _ask(self, frame: bytes) -> None:
        for sending in self._line.hear(frame, self._clock()):
            self._send(sending, asked=frame)

    def _tick(self) -> None:
        for sending in self._line.tick(self._clock()):
            self._send(sending, asked=b"")
        self._ticking = self._loop.call_later(TICK_SECONDS, self._tick)

    def _send(self, sending: Sending, *, asked: bytes) -> None:
        data = encode(Record(sending.frame, sending.wakes))
        on_the_line = BYTE_SECONDS * (len(asked) + len(sending.frame)) if self._is_paced else 0.0
        if seconds := sending.after_seconds + on_the_line:
            self._loop.call_later(seconds, self._write, data)
        else:
            self._transport.write(data)

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)


async def serve(
    line: Line,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    is_paced: bool = False,
    clock: Callable[[], float] = monotonic,
    listening: socket | None = None,
) -> asyncio.Server:
    """Put a line on a TCP port: at the pace of 19,200 baud, or as fast as it goes. Port 0 takes any; or a socket is there."""
    loop = asyncio.get_running_loop()
    where: dict[str, Any] = {"sock": listening} if listening else {"host": host, "port": port}
    return await loop.create_server(lambda: Gateway(line, clock=clock, is_paced=is_paced), **where)
