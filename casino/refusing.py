"""Refusals on their way out: a page that keeps the frame, a fragment, or problem+json, always with sentence, code and rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin

from casino import pages
from casino.domain.refusals import Refusal
from casino.journal.codec import Unwritable

API = "/api/"
STATUS = {  # what is not here is a conflict with what has happened
    "log-in-needed": HTTPStatus.UNAUTHORIZED,
    "log-in-refused": HTTPStatus.UNAUTHORIZED,
    "log-in-locked": HTTPStatus.TOO_MANY_REQUESTS,
    "signature-refused": HTTPStatus.UNAUTHORIZED,
    "authority-not-held": HTTPStatus.FORBIDDEN,
    "desk-locked": HTTPStatus.LOCKED,
    "password-first": HTTPStatus.FORBIDDEN,
    "not-readable": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "not-found": HTTPStatus.NOT_FOUND,
}
_log = structlog.get_logger("casino.refusals")


class NotReadable(Refusal):
    """What was sent cannot be understood; perhaps with what is wrong with each field."""

    code = "not-readable"

    def __init__(self, sentence: str, fields: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(sentence)
        self.fields = fields or {}


class TooLarge(Refusal):
    """What was sent is too much."""

    code = "too-large"


class NotFound(Refusal):
    """There is no such thing."""

    code = "not-found"


class RefusalMiddleware(MiddlewareMixin):
    """Turns a refusal into an answer."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse an address that cannot be written down, before anything looks for it."""
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return answer(request, NotReadable("U+0000 cannot be stored, so nothing can be found by it."))
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Answer what is a refusal; anything else is a bug and goes on."""
        match fault:
            case Refusal():
                return answer(request, fault)
            case RequestDataTooBig():
                return answer(request, TooLarge("That is more than this takes at once: at most one megabyte."))
            case Unwritable():
                return answer(request, NotReadable(f"This cannot be written down exactly: {fault}"))
            case _:
                return None


def answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal as whoever asks can read it."""
    status = status_of(refusal)
    _log.info("refused", code=refusal.code, rule=refusal.rule, path=request.path)
    if wants_json(request):
        return JsonResponse(problem(refusal), status=status, content_type="application/problem+json")
    template = "components/_refusal.html" if is_fragment(request) else "casino/refused.html"
    return pages.page(request, template, {"refusal": shown(refusal)}, status=status)


def status_of(refusal: Refusal) -> HTTPStatus:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.code, HTTPStatus.CONFLICT)


def problem(refusal: Refusal) -> dict[str, Any]:
    """A refusal as problem+json (RFC 9457)."""
    status = status_of(refusal)
    return {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "code": refusal.code,
        "detail": refusal.sentence,
        "rule": refusal.rule,
        "fields": getattr(refusal, "fields", {}),
    }


def shown(refusal: Refusal) -> dict[str, Any]:
    """A refusal as its banner shows it."""
    may = getattr(refusal, "may", ())
    facts = [{"label": "Who may", "value": " or ".join(may), "decides": True}] if may else []
    return {
        "title": "You may not do this." if may else "This is refused.",
        "sentence": refusal.sentence,
        "rule": refusal.rule,
        "code": refusal.code,
        "kept": "This attempt is on the record." if refusal.concerns_money else "Nothing was written.",
        "facts": facts,
    }


def wants_json(request: HttpRequest) -> bool:
    """Whether a program asks."""
    return request.path.startswith(API)


def is_fragment(request: HttpRequest) -> bool:
    """Whether a part of a page asks for itself anew."""
    return request.headers.get("HX-Request") == "true"
