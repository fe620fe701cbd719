"""Faults of asking, in the same shape as refusals: a sentence, a stable code, problem+json."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions

from casino import refusing
from casino.domain.refusals import Refusal
from casino.people import NotLoggedIn
from casino.refusing import NotFound, NotReadable


class MethodNotTaken(Refusal):
    """That cannot be done here."""

    code = "method-not-allowed"


class MediaTypeNotTaken(Refusal):
    """A body is JSON."""

    code = "media-type-not-taken"


class TooOften(Refusal):
    """Too many requests in too short a time."""

    code = "too-many-requests"


refusing.STATUS |= {
    "csrf-refused": HTTPStatus.FORBIDDEN,
    MethodNotTaken.code: HTTPStatus.METHOD_NOT_ALLOWED,
    MediaTypeNotTaken.code: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    TooOften.code: HTTPStatus.TOO_MANY_REQUESTS,
}


def answer(fault: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """What the framework refuses, as we refuse; anything else goes on to the middleware."""
    refusal = _refusal(fault)
    if refusal is None:
        return None
    response = refusing.answer(context["request"]._request, refusal)  # noqa: SLF001
    if isinstance(fault, exceptions.MethodNotAllowed):
        response["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def nothing_here(request: HttpRequest) -> HttpResponse:
    """No such address."""
    raise NotFound(f"There is nothing at {request.path}.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What the framework could not even read."""
    if refusing.wants_json(request):
        return refusing.answer(request, NotReadable("The request cannot be read."))
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """A bug: nothing was written."""
    if not refusing.wants_json(request):
        return defaults.server_error(request)
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    sentence = "Something is wrong with this system. Nothing was written; ask again with the same Idempotency-Key."
    problem = {"type": "about:blank", "title": status.phrase, "status": status, "code": "fault", "detail": sentence, "rule": ""}
    return JsonResponse(problem, status=status, content_type="application/problem+json")


def _refusal(fault: Exception) -> Refusal | None:
    match fault:
        case exceptions.ValidationError():
            fields = _fields(fault.detail)
            return NotReadable(" ".join(f"{name}: {' '.join(words)}" for name, words in fields.items()), fields=fields)
        case exceptions.ParseError():
            return NotReadable(str(fault.detail))
        case exceptions.MethodNotAllowed():
            return MethodNotTaken("That cannot be done here: see the API's documentation.")
        case exceptions.UnsupportedMediaType():
            return MediaTypeNotTaken("Send the body as application/json.")
        case exceptions.Throttled():
            return TooOften("That is too often: wait a little.")
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return NotLoggedIn("Log in first.")
        case Http404() | exceptions.NotFound():
            return NotFound("There is no such thing.")
        case _:
            return None


def _fields(detail: Any, name: str = "") -> dict[str, list[str]]:
    """Each field with what is wrong with it, however deep it stands."""
    if isinstance(detail, Mapping):
        inner = [_fields(value, f"{name}.{key}".strip(".")) for key, value in detail.items()]
        return {field: words for each in inner for field, words in each.items()}
    words = [str(each) for each in detail] if isinstance(detail, list) else [str(detail)]
    return {name.removesuffix(".non_field_errors") or "body": words}
