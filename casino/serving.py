"""Requests on threads: each is answered by one thread from its first line to its last, on that thread's own database connection.

Django's own handler makes a thread for each request and crosses into it for every middleware that is not asynchronous. A thread
that is new has no connection yet; one that stays keeps it, with what was prepared on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from io import BytesIO
from select import select
from typing import Any

from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
LENGTH = b"content-length"


class ThreadedHandler(ASGIHandler):
    """Reads a request, lets a thread answer it, sends the answer."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(settings.WEB_THREADS, thread_name_prefix="request")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Once begun it is finished, whether or not anybody still waits for the answer."""
        body = await _body(scope, receive)
        if body is None:
            return
        response = await self._on_a_thread(self._respond, scope, body)
        await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
        if not response.streaming:
            await send({"type": "http.response.body", "body": response.content})
            return
        parts = iter(response)
        while (part := await self._on_a_thread(_next, parts)) is not None:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body"})
        await self._on_a_thread(response.close)

    def _respond(self, scope: Scope, body: BytesIO) -> Any:
        """Everything between the request and the answer, on one thread."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        _check_the_connection()
        request, unreadable = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else unreadable
        response._handler_class = self.__class__  # noqa: SLF001 - Django's own handlers set it
        if not response.streaming:
            response.close()
        return response

    def _on_a_thread(self, work: Callable[..., Any], *given: Any) -> Awaitable[Any]:
        """In the context of this request, so that what is bound for its log lines is gone with it; the thread stays."""
        return asyncio.get_running_loop().run_in_executor(self.threads, copy_context().run, work, *given)


def _check_the_connection() -> None:
    """Close a connection that the database has ended: that stands on its socket, so a quiet one is asked nothing."""
    database = connections["default"]
    pg = database.connection
    if pg is None or pg.closed:
        database.close()
    elif select([pg.fileno()], [], [], 0)[0]:
        database.close_if_health_check_failed()
    database.health_check_done = True  # type: ignore[attr-defined]  # Django has it, its stubs have not


async def _body(scope: Scope, receive: Receive) -> BytesIO | None:
    """The body, as far as anybody would read it; None if the client went away before all of it came."""
    body, length = BytesIO(), 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        length += len(part)
        if length <= settings.MAX_BODY_BYTES:
            body.write(part)
        if not message.get("more_body", False):
            break
    if length > settings.MAX_BODY_BYTES:  # told or not, everything that reads the body refuses it by this
        scope["headers"] = [*((name, value) for name, value in scope["headers"] if name != LENGTH), (LENGTH, b"%d" % length)]
    body.seek(0)
    return body


def _headers(response: HttpResponseBase) -> Headers:
    given = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    return given + [(b"Set-Cookie", morsel.output(header="").strip().encode("ascii")) for morsel in response.cookies.values()]


def _next(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)
