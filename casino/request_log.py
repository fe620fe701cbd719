"""One line in the log for each request, and its figures; who asks, and under which ids, stands in every line it causes."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

import structlog
from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from casino import metrics
from casino.edge import HEADER

FILES = "files"
QUIET = frozenset({"healthz", "readyz", "metrics", FILES})
_log = structlog.get_logger("casino.requests")


@sync_and_async_middleware
def request_log(
    get_response: Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]],
) -> Callable[[HttpRequest], HttpResponseBase] | Callable[[HttpRequest], Awaitable[HttpResponseBase]]:
    """Stands first: what a request binds to its lines is gone when the next one comes."""
    if iscoroutinefunction(get_response):

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            began = _begin(request)
            response: HttpResponseBase = await get_response(request)
            return _end(request, response, began)

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        began = _begin(request)
        response = get_response(request)
        assert isinstance(response, HttpResponseBase)
        return _end(request, response, began)

    return answer


def _begin(request: HttpRequest) -> float:
    request_id = _id_of(request)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id, correlation_id=request_id)
    return time.perf_counter()


def _end(request: HttpRequest, response: HttpResponseBase, began: float) -> HttpResponseBase:
    seconds = time.perf_counter() - began
    view = _view_of(request)
    metrics.REQUESTS.labels(view, response.status_code).observe(seconds)
    log = _log.debug if view in QUIET else _log.info
    log("request", method=request.method, path=request.path, status=response.status_code, milliseconds=round(seconds * 1000, 1))
    structlog.contextvars.clear_contextvars()
    return response


def _view_of(request: HttpRequest) -> str:
    match = request.resolver_match
    if match:
        return match.view_name or match.route
    return FILES if request.path.startswith(settings.STATIC_URL) else "nowhere"


def _id_of(request: HttpRequest) -> str:
    """The id the client gave, if it is one; else a new one. Whatever else was sent there is not ours to write down."""
    try:
        return str(UUID(request.headers.get(HEADER, "")))
    except ValueError:
        return str(uuid4())
