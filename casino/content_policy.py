"""The browser is told to load nothing from another host and to run nothing that stands in the page itself."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

SELF_ONLY = "default-src 'self'; img-src 'self' data:; object-src 'none'"
NO_DETOURS = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"


class ContentPolicyMiddleware(MiddlewareMixin):
    """Adds the policy to every answer."""

    def process_response(self, _: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add it unless the page brings a stricter one of its own."""
        response.headers.setdefault("Content-Security-Policy", f"{SELF_ONLY}; {NO_DETOURS}")
        return response
