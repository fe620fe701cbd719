"""Log-in, log-out, the lock of a desk, a new password and a new PIN."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino import edge, journal, proving, selectors, services, sessions
from casino.domain import venue
from casino.domain.events import VenueId
from casino.domain.refusals import Refusal
from casino.forms import LogInForm, NewPasswordForm, NewPinForm, UnlockForm
from casino.journal import Personal
from casino.pages import page
from casino.people import COOKIE, AskedBy, for_a_first_password, for_a_locked_desk, for_everybody
from casino.refusing import is_fragment, shown, status_of

DESK_COOKIE = "desk"
YEAR = 365 * 24 * 3600


@for_everybody
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in at a desk."""
    known = {"desk": request.COOKIES.get(DESK_COOKIE, ""), "there": request.GET.get("next", "")}
    form = LogInForm(request.POST or None, initial=known, desks=_desks())
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            return _let_in(request, form.cleaned_data)
        except Refusal as refusal:
            form.refusal, status = shown(refusal), status_of(refusal)
    return page(request, "casino/log_in.html", {"form": form, "is_demo": settings.IS_DEMO}, status=status)


@for_a_locked_desk
@for_a_first_password
@require_POST
def log_out(request: AskedBy) -> HttpResponse:
    """End work at this desk."""
    person = request.person
    services.log_out(
        number=person.number, desk=person.desk, token_hash=Personal(person.token_hash.hex()), origin=edge.origin(request)
    )
    response = redirect("log-in")
    response.delete_cookie(COOKIE)
    return response


@require_POST
def lock(request: AskedBy) -> HttpResponse:
    """Lock this desk; the page it shows stays."""
    sessions.lock(request.person)
    return HttpResponseRedirect(_inside(request, request.POST.get("there", "")))


@never_cache
@require_safe
def here(_: AskedBy) -> HttpResponse:
    """Say that somebody is at work here and the desk is open; asking is a sign of life unless it is unattended."""
    return HttpResponse(status=204)


@for_a_locked_desk
@sensitive_post_parameters("password")
@require_POST
def unlock(request: AskedBy) -> HttpResponse:
    """Open this desk again; a page under the lock goes on by itself, one that the lock replaced is shown again."""
    form = UnlockForm(request.POST)
    person = request.person
    try:
        proving.require_password(person.number, form.data.get("password", ""), person.venue)
    except Refusal as refusal:
        if is_fragment(request):
            raise
        typed = list(zip(request.POST.getlist("typed_name"), request.POST.getlist("typed_value"), strict=False))
        context = {
            "refusal": shown(refusal),
            "typed": typed,
            "method": request.POST.get("method"),
            "there": request.POST.get("there"),
        }
        return page(request, "casino/lock.html", context, status=status_of(refusal))
    sessions.unlock(person)
    if is_fragment(request):
        return HttpResponse(status=204)
    there = _inside(request, request.POST.get("there", ""))
    typed = list(zip(request.POST.getlist("typed_name"), request.POST.getlist("typed_value"), strict=False))
    if request.POST.get("method") == "POST" and typed:
        return page(request, "casino/send_again.html", {"typed": typed, "there": there})
    return HttpResponseRedirect(there)


@for_a_first_password
@sensitive_post_parameters("old", "new")
@require_http_methods(["GET", "POST"])
def password(request: AskedBy) -> HttpResponse:
    """Give oneself a new password."""
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.attempt(lambda: _change_password(request, form.cleaned_data)):
        return redirect("me")
    return page(request, "casino/password.html", {"form": form}, crumbs=[("You", reverse("me"))])


@sensitive_post_parameters("password", "new", "again")
@require_http_methods(["GET", "POST"])
def pin(request: AskedBy) -> HttpResponse:
    """Give oneself a new PIN, with which to sign at a desk of others."""
    form = NewPinForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and form.attempt(lambda: _set_pin(request, form.cleaned_data)):
        messages.success(request, "You have a new PIN. With your staff number you sign with it at a dealer's screen.")
        return redirect("me")
    context = {"form": form, "has_pin": sessions.has_pin(request.person.number)}
    return page(request, "casino/pin.html", context, crumbs=[("You", reverse("me"))])


def _let_in(request: HttpRequest, given: dict[str, Any]) -> HttpResponse:
    venue_id, _, desk = given["desk"].partition(".")
    proving.require_password(given["number"], given["password"], VenueId(venue_id))
    token = sessions.new_token()
    services.log_in(
        number=given["number"],
        desk=desk,
        token=Personal(token),
        origin=proving.origin_of(VenueId(venue_id), desk, f"staff/{given['number']}"),
    )
    response = HttpResponseRedirect(_inside(request, given["there"]))
    is_secure = settings.IS_BEHIND_TLS
    response.set_cookie(COOKIE, token, httponly=True, samesite="Lax", secure=is_secure)
    response.set_cookie(DESK_COOKIE, given["desk"], max_age=YEAR, httponly=True, samesite="Lax", secure=is_secure)
    return response


def _change_password(request: AskedBy, given: dict[str, Any]) -> None:
    person = request.person
    proving.require_password(person.number, given["old"], person.venue)
    services.change_password(
        number=person.number,
        password=Personal(given["new"]),
        token_hash=Personal(person.token_hash.hex()),
        origin=edge.origin(request),
    )


def _set_pin(request: AskedBy, given: dict[str, Any]) -> None:
    person = request.person
    proving.require_password(person.number, given["password"], person.venue)
    services.set_pin(number=person.number, pin=Personal(given["new"]), origin=edge.origin(request))


def _desks() -> list[tuple[str, list[tuple[str, str]]]]:
    houses = ((each, journal.state(venue.AGGREGATE.at(each.id))) for each in selectors.venues())
    return [(each.name, [(f"{each.id}.{desk}", name) for desk, name in house.desks.items()]) for each, house in houses]


def _inside(request: HttpRequest, there: str) -> str:
    """An address of ours to go on to; home, if it is none."""
    return there if url_has_allowed_host_and_scheme(there, {request.get_host()}) and there.startswith("/") else reverse("home")
