"""Forms that a page sends itself: it is told where to go on, and goes there, instead of being led there behind its back."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

HEADER = "X-Where-Next"


class WhereNextMiddleware(MiddlewareMixin):
    """Turns a redirection into its address for whoever asks for that; what the next page has to say waits for its reader."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Say where to go on."""
        if HEADER in request.headers and response.has_header("Location"):
            response.status_code = HTTPStatus.NO_CONTENT
            response.headers[HEADER] = response.headers["Location"]
            del response.headers["Location"]
        return response
