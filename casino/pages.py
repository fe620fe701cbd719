"""Pages in their frame: venue, clock and gaming day, navigation, person; and the bar of a page that stands at a past moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from casino import journal, listening, refusing, selectors
from casino.domain import staff, venue
from casino.domain.parameters import Name
from casino.navigation import navigation
from casino.sessions import Person

THEMES = ("light", "dark")
LINKING = {"state": "asking", "words": "Linking", "wire": "/live/"}
STILL = {"state": "still", "words": "As at, standing still"}
Crumbs = Sequence[tuple[str, str]]


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    crumbs: Crumbs = (),
    as_at: Mapping[str, Any] | None = None,
    keys: Sequence[Mapping[str, Any]] = (),
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render a page, or a fragment of one, for whoever asks."""
    person: Person | None = getattr(request, "person", None)
    theme = request.COOKIES.get("theme", "")
    values = {**(context or {}), "person": person, "theme": theme if theme in THEMES else ""}
    if person is None:
        return render(request, template, {**values, "frame_template": "plain.html"}, status=status)
    house = journal.state(venue.AGGREGATE.at(person.venue))
    frame = {
        "venue": house.name,
        "now": person.now,
        "gaming_day": selectors.gaming_day(person.venue, person.now),
        "find_url": reverse("find"),
        "suggest_url": reverse("find"),
        "navigation": navigation(person, request.path),
        "person": {"name": person.name, "role": role_of(person), "url": reverse("me"), "desk": house.desks.get(person.desk, "")},
        "link": STILL if as_at else LINKING | {"topic": staff.at(person.number).stream},
        "settled": listening.settled(),
        "idle_seconds": selectors.limits(person.venue, person.now)[Name.IDLE_LOCK] * 60,
        "crumbs": [{"label": label, "url": url} for label, url in crumbs],
        "as_at": as_at,
        "keys": keys,
        "toasts": _toasts(request),
    }
    return render(request, template, {**values, "frame": frame, "frame_template": "frame.html"}, status=status)


def _toasts(request: HttpRequest) -> list[dict[str, str]]:
    """What was said of the last command: to the page that is opened next, not to a part of another that is fetched meanwhile."""
    return [] if refusing.is_fragment(request) else [{"shape": "done", "title": str(said)} for said in get_messages(request)]


def published(
    request: HttpRequest, template: str, context: Mapping[str, Any] | None = None, *, crumbs: Crumbs = ()
) -> HttpResponse:
    """Render a page that everybody may read: in the frame of whoever is at work, else in one with the same blocks."""
    is_at_work = hasattr(request, "person")
    around = {
        "published_in": "frame.html" if is_at_work else "published.html",
        "crumbs": [{"label": label, "url": url} for label, url in crumbs],
    }
    return page(request, template, {**(context or {}), **around}, crumbs=crumbs)


def role_of(person: Person) -> str:
    """The role a person is shown with: the first they took up."""
    return str(next(iter(person.member.roles), "no duty")).capitalize()
