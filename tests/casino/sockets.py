"""A page's end of the live wire, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import connections

from casino.asgi import application
from casino.people import COOKIE

PATIENCE_SECONDS = 30  # what is awaited comes at once; a busy machine may need a while
HOST = "127.0.0.1:8000"
ALIKE = "http://" + HOST


class Socket:
    """One socket at `/live/`."""

    def __init__(self, token: str = "", *, origin: str = ALIKE, path: str = "/live/") -> None:
        headers = {"host": HOST, "origin": origin, "cookie": f"{COOKIE}={token}"}
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": pairs}
        self._server: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]

    async def open(self) -> dict[str, Any]:
        """Ask to be let in: what the server says to that."""
        await self._server.send_input({"type": "websocket.connect"})
        return await self.said()

    async def leave(self) -> None:
        """Go away."""
        await self._server.send_input({"type": "websocket.disconnect", "code": 1001})
        await self._server.wait(PATIENCE_SECONDS)

    async def say(self, text: str) -> None:
        """Send text."""
        await self._server.send_input({"type": "websocket.receive", "text": text})

    async def said(self) -> dict[str, Any]:
        """The next thing the server says: a message, or `{"closed": code}`."""
        told: dict[str, Any] = await self._server.receive_output(PATIENCE_SECONDS)
        if told["type"] == "websocket.send":
            message: dict[str, Any] = json.loads(told["text"])
            return message
        return {"closed": told["code"]} if told["type"] == "websocket.close" else told

    async def watch(self, *topics: str) -> dict[str, int]:
        """Watch topics: what the server says of each."""
        await self.say(json.dumps({"watch": topics}))
        told = [await self.said() for _ in topics]
        return {each["topic"]: each["version"] for each in told}

    async def is_quiet(self, seconds: float = 0.25) -> bool:
        """Whether nothing is said for a while."""
        return bool(await self._server.receive_nothing(seconds))


@asynccontextmanager
async def connected(token: str) -> AsyncIterator[Socket]:
    """A socket that was let in."""
    socket = Socket(token)
    assert (await socket.open())["type"] == "websocket.accept"
    try:
        yield socket
    finally:
        await socket.leave()


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Let a story with sockets happen; the thread that asks the database for them forgets this test's."""

    async def told() -> None:
        try:
            await story()
        finally:
            await sync_to_async(connections.close_all)()

    asyncio.run(told())
