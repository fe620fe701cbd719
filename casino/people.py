"""Who asks: every page and every answer is for somebody of the house at work, unless it says that it is for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from casino import refusing, selectors, sessions
from casino.domain import staff
from casino.domain.powers import HOUSE, Power
from casino.domain.refusals import Refusal
from casino.sessions import Person

COOKIE = "at-work"
UNATTENDED = "X-Unattended"  # sent by what refreshes itself: nobody is at the desk because of it
NEVER_KEPT = {"csrfmiddlewaretoken", "password", "old", "new", "again", "pin"}  # of what was typed when a desk was found locked
View = TypeVar("View", bound=Callable[..., object])


class NotLoggedIn(Refusal):
    """Nobody is at work here."""

    code = "log-in-needed"


class DeskLocked(Refusal):
    """Somebody is at work here, and the desk is locked."""

    code = "desk-locked"


class FirstPassword(Refusal):
    """Somebody else has chosen this person's password."""

    code = "password-first"


class AskedBy(HttpRequest):
    """A request that somebody at work has made."""

    person: Person


def for_everybody(view: View) -> View:
    """Let a page be seen, or an answer be had, by whoever asks."""
    view.is_for_everybody = True  # type: ignore[attr-defined]
    return view


def published(view: View) -> View:
    """Let a page be read by whoever asks; somebody at work sees it in their own frame."""
    view.is_published = True  # type: ignore[attr-defined]
    return view


def for_a_locked_desk(view: View) -> View:
    """Let a page be reached from a locked desk."""
    view.is_for_a_locked_desk = True  # type: ignore[attr-defined]
    return view


def for_a_first_password(view: View) -> View:
    """Let a page be reached by somebody whose password another person knows."""
    view.is_for_a_first_password = True  # type: ignore[attr-defined]
    return view


def require(request: AskedBy, power: Power, *, book: str = HOUSE) -> None:
    """Refuse a page to whoever has no business there; the command behind it refuses all the same."""
    person = request.person
    staff.require_power(person.member, person.role_for(power, book) or "", power, book=book)


class PeopleMiddleware(MiddlewareMixin):
    """Finds out who asks before the page is made."""

    def process_view(self, request: AskedBy, view: Callable[..., object], _args: object, _kwargs: object) -> HttpResponse | None:
        """Let a person at work through; anybody else is asked to log in, and a locked desk for its password."""
        if getattr(view, "is_for_everybody", False):
            return None
        token = request.COOKIES.get(COOKIE, "")
        person = sessions.person_of(token) if token else None
        if person is None:
            return None if getattr(view, "is_published", False) else _ask_to_log_in(request)
        request.person = person
        timezone.activate(selectors.zone(person.venue, person.now))
        structlog.contextvars.bind_contextvars(actor=person.actor, venue=person.venue)
        if person.is_locked and not getattr(view, "is_for_a_locked_desk", False):
            return _show_lock(request)
        if person.has_first_password and not getattr(view, "is_for_a_first_password", False):
            return _ask_for_a_new_password(request)
        if UNATTENDED not in request.headers and not person.is_locked:
            sessions.see(person)
        return None

    def process_response(self, _: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Leave the venue's time to the next who asks on this thread."""
        timezone.deactivate()
        return response


def _ask_to_log_in(request: HttpRequest) -> HttpResponse:
    if refusing.wants_json(request) or refusing.is_fragment(request):
        return refusing.answer(request, NotLoggedIn("Log in first."))
    query = urlencode({"next": request.get_full_path()}) if request.method == "GET" and request.path != reverse("home") else ""
    response = HttpResponseRedirect(f"{reverse('log-in')}?{query}" if query else reverse("log-in"))
    response.delete_cookie(COOKIE)
    return response


def _ask_for_a_new_password(request: HttpRequest) -> HttpResponse:
    if refusing.wants_json(request) or refusing.is_fragment(request):
        return refusing.answer(request, FirstPassword("Somebody else knows your password: choose one of your own first."))
    return HttpResponseRedirect(reverse("password"))


def _show_lock(request: AskedBy) -> HttpResponse:
    """The lock instead of the page; what was typed, but no password or PIN, is kept in it and sent again from the open desk."""
    if refusing.wants_json(request) or refusing.is_fragment(request):
        return refusing.answer(request, DeskLocked("This desk is locked: give your password to go on."))
    typed = [(name, value) for name, values in request.POST.lists() for value in values if name not in NEVER_KEPT]
    context = {
        "person": request.person,
        "typed": typed,
        "method": request.method,
        "there": request.get_full_path(),
        "request_id": str(uuid4()),
    }
    return render(request, "casino/lock.html", context, status=423)
