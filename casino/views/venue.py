"""The venue: its jurisdiction, its desks, and when its gaming day changes; both are changed here, shown before they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from casino import as_at, authority_table, edge, journal, previews, selectors, services, stories
from casino.domain import venue
from casino.domain.gaming_day import DayRule, rule_of
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import Power
from casino.domain.refusals import Refusal
from casino.forms import DeskForm, GamingDayForm
from casino.journal import Origin
from casino.pages import page
from casino.people import AskedBy, require

STATES = {Jurisdiction.NEW_SOUTH_WALES: "New South Wales", Jurisdiction.VICTORIA: "Victoria"}


@require_safe
def house(request: AskedBy) -> HttpResponse:
    """The venue: its jurisdiction, its zone, when its gaming day changes and changed, and its desks."""
    moment = as_at.moment(request)
    ref = venue.AGGREGATE.at(request.person.venue)
    state = as_at.state(ref, moment)
    today = selectors.gaming_day(request.person.venue, moment.instant if moment else request.person.now)
    rule = rule_of(state.calendar, today)
    facts = [
        {"label": "Jurisdiction", "value": STATES[Jurisdiction(state.jurisdiction)], "decides": True},
        {"label": "Zone", "value": rule.zone},
        {"label": "Gaming day", "value": f"changes at {rule.hour:02d}:00"},
    ]
    hours = [
        {"from": f"from {each.from_day:%d %b %Y}" if each.from_day else "from the start", "hour": each.hour, "zone": each.zone}
        for each in state.calendar
    ]
    context = {
        "house": state,
        "facts": facts,
        "hours": hours,
        "story": stories.of(ref, moment),
        "may_move": request.person.may(Power.MOVE_GAMING_DAY),
        "may_name": request.person.may(Power.KEEP_STAFF),
    }
    return page(request, "casino/venue_detail.html", context, as_at=moment.bar(request) if moment else None)


@require_http_methods(["GET", "POST"])
def move_gaming_day(request: AskedBy) -> HttpResponse:
    """Let the gaming day change at another hour from a later day on: first what would be written, then exactly that."""
    require(request, Power.MOVE_GAMING_DAY)
    person = request.person
    state = journal.state(venue.AGGREGATE.at(person.venue))
    rule, today = state.calendar[-1], selectors.gaming_day(person.venue, person.now)
    form = GamingDayForm(request.POST or None, rule=rule, earliest=max(today, rule.from_day or today).next)
    rehearsal = None
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.MOVE_GAMING_DAY, reason=form.cleaned_data["reason"])
        is_shown = "move" in request.POST and form.cleaned_data["preview"]
        if is_shown and form.attempt(lambda: _move(form, origin)):
            messages.success(request, "Done, and on the record: the gaming day changes at another hour from that day on.")
            return redirect("venue")
        rehearsal = _rehearse(form, origin)
    context = {
        "form": form,
        "rehearsal": rehearsal,
        "facts": [{"label": "Changes at", "value": _said(rule), "decides": True}],
        "then": _then(state, form) if rehearsal else [],
        "rule": authority_table.terms(Power.MOVE_GAMING_DAY),
        "leave": reverse("venue"),
    }
    return page(request, "casino/gaming_day.html", context, crumbs=[(state.name, reverse("venue"))])


@require_http_methods(["GET", "POST"])
def name_desk(request: AskedBy) -> HttpResponse:
    """Name a place at which people work, or name it anew."""
    require(request, Power.KEEP_STAFF)
    form = DeskForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given, origin = form.cleaned_data, edge.origin(request, Power.KEEP_STAFF)
        if form.attempt(lambda: services.name_desk(desk=given["desk"], name=given["name"], origin=origin)):
            messages.success(request, f"{given['name']} is a desk of this venue.")
            return redirect("venue")
    name = journal.state(venue.AGGREGATE.at(request.person.venue)).name
    context = {"form": form, "title": "Name a desk", "verb": "Name it", "leave": reverse("venue")}
    return page(request, "casino/command.html", context, crumbs=[(name, reverse("venue"))])


def _move(form: GamingDayForm, origin: Origin) -> None:
    """Move it exactly as it was shown, or not at all."""
    services.move_gaming_day(**form.move, origin=replace(origin, preview=form.cleaned_data["preview"]))


def _rehearse(form: GamingDayForm, origin: Origin) -> dict[str, Any] | None:
    """What would be written; a refusal stands in the form, and nothing can be confirmed."""
    if form.refusal:
        return None
    try:
        shown = journal.rehearse(services.move_gaming_day, **form.move, origin=origin)
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    form.keep_preview(shown.preview)
    entries = previews.entries_of(shown)
    return {"entries": previews.compared(entries, entries), "preview": shown.preview[: previews.SHORT], "is_kept": True}


def _then(state: venue.Venue, form: GamingDayForm) -> list[dict[str, Any]]:
    """What it comes to: the last day before the move grows or shrinks, everything later follows the new hour."""
    lasts = venue.last_before(state, **form.move)
    hours, minutes = divmod(int(lasts.total_seconds()) // 60, 60)
    before = form.move["from_day"].previous
    return [
        {"label": "Lasts", "value": f"{before:%a %d %b %Y}, {hours} h {minutes:02d} min", "decides": True},
        {"label": "Until then", "value": "every day keeps its hours; no day that has begun changes"},
        {"label": "Undone", "value": "by another move, from a later day on"},
    ]


def _said(rule: DayRule) -> str:
    return f"{rule.hour:02d}:00, {rule.zone}" + (f", from {rule.from_day:%d %b %Y}" if rule.from_day else "")
