"""HTTP/1.1 as a terminal speaks it: one connection that is kept, one request at a time."""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpResponseParser

ANSWER_SECONDS = 10.0
CONNECT_SECONDS = 2.0
PIECE_BYTES = 1 << 16


class Unreachable(Exception):
    """Nobody is there: the request was not sent."""


class NoAnswer(Exception):
    """The request was sent, and nobody knows whether it was carried out."""


class Garbled(Exception):
    """What came back is no answer."""


class Answer(NamedTuple):
    """What the server says."""

    status: int
    body: bytes


class Web:
    """The server at an address such as `http://127.0.0.1:8000`."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(f"{address} is no address such as http://127.0.0.1:8000.")
        self.host = parts.netloc
        self._where = parts.hostname, parts.port or 80
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, data: bytes) -> Answer:
        """Send a whole request and wait for its answer."""
        reader, writer = await self._connected()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                writer.write(data)
                return await self._answer(reader)
        except (OSError, EOFError, TimeoutError) as lost:
            self.close()
            raise NoAnswer from lost
        except HttpParserError as garbled:
            self.close()
            raise Garbled from garbled

    def close(self) -> None:
        """End the connection; the next request begins another."""
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection that is kept, unless the server has ended it meanwhile."""
        if self._reader and self._writer and not self._reader.at_eof() and not self._writer.is_closing():
            return self._reader, self._writer
        self.close()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                self._reader, self._writer = await asyncio.open_connection(*self._where)
        except (OSError, TimeoutError) as nobody:
            raise Unreachable from nobody
        return self._reader, self._writer

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        heard = _Heard()
        while not heard.is_complete:
            piece = await reader.read(PIECE_BYTES)
            if not piece:
                raise EOFError
            heard.feed(piece)
        if not heard.is_kept:
            self.close()
        return Answer(heard.status, heard.body)


class _Heard:
    """An answer as it comes."""

    def __init__(self) -> None:
        self.body = b""
        self.status = 0
        self.is_complete = self.is_kept = False
        self._parser = HttpResponseParser(self)

    def feed(self, piece: bytes) -> None:
        self._parser.feed_data(piece)

    def on_body(self, piece: bytes) -> None:
        self.body += piece

    def on_message_complete(self) -> None:
        self.status, self.is_kept = self._parser.get_status_code(), self._parser.should_keep_alive()
        self.is_complete = True
