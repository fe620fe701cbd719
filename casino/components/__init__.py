"""The page of components: each part of the pages in all its states, with invented data. Not in production."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.components import decisions, figures, hold, lists, states
from casino.components.forms import LimitForm
from casino.components.frame import AS_AT, frame
from casino.people import for_everybody

VENUE_ZONE = ZoneInfo("Australia/Sydney")
PAGES = ("round", "refusal", "rehearsal", "as-at", "link-lost", "loading", "error", "not-found")
THEMES = ("light", "dark")


@for_everybody
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Every component, grouped."""
    return _shown(request, "casino/components.html", {"frame": frame("components"), "as_at": AS_AT, "pages": PAGES})


@for_everybody
@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """A whole page put together from components, or a state of a whole page."""
    if name not in PAGES:
        raise Http404
    return _shown(request, f"casino/components/{name}.html", {"frame": frame(name)})


def _shown(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    if not settings.IS_DEMO:
        raise Http404
    theme = request.GET.get("theme", "")
    samples = {module.__name__.rpartition(".")[2]: module for module in (decisions, figures, hold, lists, states)}
    forms = {"form": LimitForm(), "wrong_form": LimitForm(LimitForm.WRONG, auto_id="wrong_%s")}
    with timezone.override(VENUE_ZONE):
        return render(request, template, {"theme": theme if theme in THEMES else "", **samples, **forms, **context})
