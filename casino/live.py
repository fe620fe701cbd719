"""The live wire, `/live/`: says to pages which topics have changed, and nothing of what happened.

A page sends `{"watch": [topics]}`, each time all that it watches. A topic is a stream (`staff-812`) or every stream of a kind at
a venue (`star/approval`). For each it is told `{"topic": …, "version": …}`, the position of the latest entry, now and whenever
there is another; an entry that commits late is told with its own position, lower than what was told before. What is no stream is
glanced at (`star/operations`), and its version counts the glances that differed. Why: decision 13.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from casino import sessions
from casino.listening import NOT_ALLOWED, NOT_LOGGED_IN, NOT_READABLE, TOO_MUCH, WIRE, Desk
from casino.people import COOKIE

MOST_TOPICS, MOST_CHARACTERS = 100, 16_384
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
_STREAM = re.compile(r"[a-z][a-z_]{0,30}-[A-Za-z0-9._:-]{1,100}\Z")
_KIND = re.compile(r"[a-z][a-z_]{0,30}\Z")


class Watch(msgspec.Struct, forbid_unknown_fields=True):
    """What a page sends."""

    watch: list[str]


class _Unheard(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Live(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """One page on the wire."""

    desk: Desk | None = None
    _saying: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Let in whoever is at work; a locked desk may go on listening."""
        await self.accept()
        cookies = next((value.decode("latin1") for name, value in self.scope["headers"] if name == b"cookie"), "")
        token = parse_cookie(cookies).get(COOKIE, "")
        person = await database_sync_to_async(sessions.person_of)(token) if token else None
        if person is None:
            await self.close(NOT_LOGGED_IN)
            return
        self.desk = Desk(person)
        self._saying = asyncio.create_task(self._say(self.desk))
        WIRE.join(self.desk)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002
        """Take what a page watches from now on."""
        desk = self.desk
        if desk is None or desk.code:
            return
        try:
            desk.watch(_topics(text_data or "", desk.person.venue))
        except _Unheard as unheard:
            desk.end(unheard.code)

    async def disconnect(self, code: int) -> None:  # noqa: ARG002 - why it closed is all the same
        """Forget this page."""
        if self.desk and self._saying:
            self._saying.cancel()
            await WIRE.leave(self.desk)

    async def _say(self, desk: Desk) -> None:
        while not desk.code:
            await desk.stirred.wait()
            desk.stirred.clear()
            while desk.waiting:
                topic = next(iter(desk.waiting))
                version = desk.waiting.pop(topic)
                await self.send(msgspec.json.encode({"topic": topic, "version": version}).decode())
        await self.close(desk.code)


class SameOrigin:
    """Lets only our own pages in: what the browser says it comes from is the host that it asks, and a host of ours."""

    def __init__(self, inner: Callable[[dict[str, Any], Receive, Send], Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Refuse before the handshake what comes from elsewhere, or goes elsewhere."""
        headers = dict(scope["headers"])
        host, origin = (headers.get(name, b"").decode("latin1").lower() for name in (b"host", b"origin"))
        domain, _ = split_domain_port(host)
        is_ours = origin in {f"http://{host}", f"https://{host}"} and validate_host(domain, settings.ALLOWED_HOSTS)
        if is_ours and scope["path"] == "/live/":
            return await self.inner(scope, receive, send)
        return await send({"type": "websocket.close", "code": NOT_ALLOWED})


def _topics(text: str, venue: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        raise _Unheard(TOO_MUCH)
    try:
        topics = msgspec.json.decode(text, type=Watch).watch
    except msgspec.DecodeError:
        raise _Unheard(NOT_READABLE) from None
    if len(topics) > MOST_TOPICS:
        raise _Unheard(TOO_MUCH)
    if not all(_is_topic(topic, venue) for topic in topics):
        raise _Unheard(NOT_ALLOWED)
    return list(dict.fromkeys(topics))


def _is_topic(topic: str, venue: str) -> bool:
    owner, slash, kind = topic.partition("/")
    return owner == venue and bool(_KIND.match(kind)) if slash else bool(_STREAM.match(topic))
