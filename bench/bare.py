"""Bare Django: no middleware, no log-in, one view that answers 204. What `empty_request` is measured against.

The view is asynchronous, which is the cheapest Django has: a synchronous one would be a weaker peer.
"""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

if not settings.configured:
    settings.configure(
        ALLOWED_HOSTS=["*"], SECRET_KEY=os.urandom(16).hex(), ROOT_URLCONF=__name__, MIDDLEWARE=[], LOGGING_CONFIG=None
    )


async def empty(_: HttpRequest) -> HttpResponse:
    """Nothing."""
    return HttpResponse(status=204)


urlpatterns = [path("api/ping", empty)]
application = get_asgi_application()
