"""How a program asks for somebody at work: with their cookie, in JSON, and for a command with a request id of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from casino import edge
from casino.domain.powers import HOUSE, Power
from casino.domain.refusals import Refusal
from casino.journal import Origin
from casino.people import AskedBy
from casino.sessions import Person

JSON = "application/json"


class CrossSite(Refusal):
    """The cookie came along, but nothing shows that its holder meant to send this."""

    code = "csrf-refused"


class Json(BaseParser):
    """JSON, and nothing that is nearly JSON."""

    media_type = JSON

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:  # noqa: ARG002
        """What the body says."""
        try:
            return msgspec.json.decode(stream.read())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ParseError(f"The body is no JSON: {error}.") from error


class OnlyJson(BaseContentNegotiation):
    """Everybody is answered in JSON, whatever they say they accept."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The one parser, for a body that says it is JSON."""
        return parsers[0] if is_json(request) else None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> tuple[BaseRenderer, str]:  # noqa: ARG002
        """The one renderer."""
        return renderers[0], JSON


class AtWork(BaseAuthentication):
    """Who asks is who the cookie says; to change anything, the page's own token must come with it."""

    def authenticate(self, request: Request) -> tuple[Person, None] | None:
        """The person whom the middleware has let through."""
        asked = asked_by(request)
        reason = None if request.method in SAFE_METHODS else _without_token(asked)
        if reason:
            raise CrossSite(f"Send the csrftoken cookie's value in X-CSRFToken. {reason}")
        return asked.person, None


class Known(BasePermission):
    """Only who has shown who they are is answered."""

    def has_permission(self, request: Request, _view: APIView) -> bool:
        """Whether anybody is known to ask."""
        return request.user is not None


class PeopleView(APIView):
    """Answers people at work."""

    authentication_classes: Sequence[type[BaseAuthentication]] = (AtWork,)
    permission_classes = (Known,)
    parser_classes = (Json,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = OnlyJson
    metadata_class = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what is too large or no JSON before anything else is looked at."""
        require_json(request)
        super().initial(request, *args, **kwargs)


def asked_by(request: Request) -> AskedBy:
    """The request as the middleware has let it through."""
    return cast("AskedBy", request._request)  # noqa: SLF001 - DRF offers no other way


def person(request: Request) -> Person:
    """Who asks."""
    return asked_by(request).person


def origin(request: Request, power: Power | None = None, *, book: str = HOUSE, reason: str | None = None) -> Origin:
    """Who asks for this command, under which request id, and perhaps why."""
    return edge.origin(asked_by(request), power, book=book, reason=reason)


def told(request: Request, kind: type[Serializer[Any]]) -> dict[str, Any]:
    """What the body says, checked; anything else is refused with the fields that cannot be read."""
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return cast("dict[str, Any]", serializer.validated_data)


def require_json(request: Request) -> None:
    """Refuse a body that is too large or is no JSON."""
    if request.method not in SAFE_METHODS and asked_by(request).body and not is_json(request):
        raise UnsupportedMediaType(request.content_type)


def is_json(request: Request) -> bool:
    """Whether the body says it is JSON."""
    return (request.content_type or "").partition(";")[0].strip().lower() == JSON


class _Token(CsrfViewMiddleware):
    """Django's own check, which tells why instead of answering with a page."""

    def _reject(self, _request: HttpRequest, reason: str) -> HttpResponse:
        return cast("HttpResponse", reason)


def _nothing(_: HttpRequest) -> HttpResponse:
    raise NotImplementedError


_token = _Token(_nothing)


def _without_token(request: HttpRequest) -> str | None:
    return cast("str | None", _token.process_view(request, _nothing, (), {}))
