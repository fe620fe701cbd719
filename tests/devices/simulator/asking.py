"""A plain client of a simulated line: one question, one answer, over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from devices.simulator.cable import Cable
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.wire.records import Reader, Record, encode
from devices.wire.sas import Answer, Request, decode_answer, encode_request

PATIENCE_SECONDS = 5.0
QUIET_SECONDS = 0.05


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._records = Reader()

    async def send(self, frame: bytes, *, wakes: bool = True) -> None:
        self._writer.write(encode(Record(frame, wakes)))
        await self._writer.drain()

    async def heard(self) -> Record:
        while True:
            for record in self._records.feed(await asyncio.wait_for(self._reader.read(1024), PATIENCE_SECONDS)):
                return record

    async def ask(self, request: Request, *, address: int = 1) -> Answer:
        await self.send(encode_request(request, address=address))
        return decode_answer((await self.heard()).frame, address=address, asked=request)

    async def poll(self, address: int = 1) -> bytes:
        await self.send(bytes((0x80 | address,)))
        return (await self.heard()).frame

    async def is_quiet(self) -> bool:
        try:
            await asyncio.wait_for(self._reader.read(1), QUIET_SECONDS)
        except TimeoutError:
            return True
        return False


@asynccontextmanager
async def line_of(terminals: Sequence[Terminal], *, is_paced: bool = False) -> AsyncIterator[Client]:
    """Terminals at the addresses from 1 on."""
    now = monotonic()
    line = Line(Cable(Port(address, terminal, now=now)) for address, terminal in enumerate(terminals, start=1))
    server = await serve(line, is_paced=is_paced)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    try:
        yield Client(reader, writer)
    finally:
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()
