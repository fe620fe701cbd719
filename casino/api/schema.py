"""What the schema says of every operation: who may ask, the request id of a command, and how it is refused."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.serializers import Serializer

from casino.api.serializers import ProblemSerializer
from casino.edge import HEADER
from casino.people import COOKIE

REQUEST_ID = OpenApiParameter(
    HEADER,
    {"type": "string", "format": "uuid"},
    OpenApiParameter.HEADER,
    required=True,
    description="Made by the client for this request alone. Sent again with the same body, it is answered as the first time.",
)
ALWAYS = {401: "Nobody is at work here.", 403: "You may not.", 422: "That cannot be read.", 423: "The desk is locked."}
OF_ONE = {404: "There is no such thing."}
OF_COMMANDS = {
    409: "What has happened does not allow it.",
    413: "The body is larger than one megabyte.",
    415: "The body is not JSON.",
}


class AtWorkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """People: the cookie of a log-in; to change anything, the value of `csrftoken` in `X-CSRFToken` as well."""

    target_class = "casino.api.asking.AtWork"
    name = "at-work"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        """A cookie."""
        return {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": self.__doc__ or ""}


class Schema(AutoSchema):
    """One operation."""

    def get_override_parameters(self) -> list[OpenApiParameter | Serializer[Any] | type[Serializer[Any]]]:
        """A command carries its request id."""
        return [] if self.method in SAFE_METHODS else [REQUEST_ID]

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refused = ALWAYS | (OF_ONE if "{" in self.path else {}) | ({} if self.method in SAFE_METHODS else OF_COMMANDS)
        shape = self.resolve_serializer(ProblemSerializer, direction)
        assert shape is not None, "a problem has a shape"
        content = {"application/problem+json": {"schema": shape.ref}}
        for status, words in refused.items():
            bodies.setdefault(str(status), {"description": words, "content": content})
        return bodies
