"""Dated law: what holds, what comes, where it says so; proposed by one person and approved by another."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from casino import approving, as_at, journal, previews, selectors, services, stories
from casino.as_at import Moment
from casino.domain import parameters
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import TITLES, UNITS, Dated, Name, Parameter, Unit
from casino.domain.powers import Power
from casino.domain.refusals import Refusal
from casino.forms import ProposalForm
from casino.journal import Recorded
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound

LIST = "Dated law"


@require_safe
def law(request: AskedBy) -> HttpResponse:
    """Every parameter of the venue: what holds today, by which source, and what comes next."""
    person = request.person
    today = selectors.gaming_day(person.venue, person.now)
    known = {
        Name(name): [Dated(GamingDay.of(row.from_day), row.value, row.source) for row in rows]
        for name, rows in selectors.dated_law(person.venue).items()
    }
    table = {
        "name": LIST,
        "columns": [
            {"label": "What", "kind": "text"},
            {"label": "Holds now", "kind": "figure"},
            {"label": "From", "kind": "text"},
            {"label": "Source", "kind": "text"},
            {"label": "Next", "kind": "figure"},
            {"label": "From", "kind": "text"},
        ],
        "rows": [{"cells": _row(name, known[name], today)} for name in Name if name in known],
        "empty": {
            "title": "No law is on the books.",
            "words": "A venue stands under its jurisdiction's law from the start.",
        },
    }
    return page(request, "casino/law_list.html", {"table": table, "today": today})


@require_safe
def parameter(request: AskedBy, name: str) -> HttpResponse:
    """One parameter: every value there was and will be, who set it and by which source."""
    moment = as_at.moment(request)
    ref, which = _ref(request, name)
    state = as_at.state(ref, moment)
    if not state.values:
        raise NotFound(f"Nothing is on the books here under {name}{moment.words if moment else ''}.")
    today = selectors.gaming_day(request.person.venue, moment.instant if moment else request.person.now)
    context = {
        "title": TITLES[which],
        "name": which,
        "stream": ref.stream,
        "facts": _facts(which, state, today),
        "table": _values(request.person.venue, which, state, today, _settings(ref, moment)),
        "story": stories.of(ref, moment),
        "may_propose": request.person.may(Power.SET_LAW),
    }
    return page(
        request,
        "casino/law_detail.html",
        context,
        crumbs=[(LIST, reverse("law"))],
        as_at=moment.bar(request) if moment else None,
    )


@require_http_methods(["GET", "POST"])
def propose(request: AskedBy, name: str) -> HttpResponse:
    """Propose a value from a later gaming day on: first the rehearsal in its place, then another person is asked."""
    require(request, Power.SET_LAW)
    ref, which = _ref(request, name)
    person = request.person
    today = selectors.gaming_day(person.venue, person.now)
    form = ProposalForm(request.POST or None, unit=UNITS[which], earliest=today.next, initial={"from_day": today.next})
    rehearsal = None
    if request.method == "POST" and form.is_valid():
        if "ask" in request.POST and (asked := _ask(request, form, which)):
            return redirect("approval", asked)
        rehearsal = _rehearse(request, form, which)
    context = {
        "title": TITLES[which],
        "form": form,
        "rehearsal": rehearsal,
        "facts": _facts(which, journal.state(ref), today),
        "minutes": selectors.limits(person.venue, person.now)[Name.PREVIEW_LIFE],
        "leave": reverse("parameter", args=[which]),
    }
    crumbs = [(LIST, reverse("law")), (TITLES[which], reverse("parameter", args=[which]))]
    return page(request, "casino/law_propose.html", context, crumbs=crumbs)


def _ref(request: AskedBy, name: str) -> tuple[Ref[Parameter], Name]:
    try:
        which = Name(name)
    except ValueError:
        raise NotFound(f"There is no parameter called {name}.") from None
    return parameters.at(request.person.venue, which), which


def _arguments(form: ProposalForm, name: Name) -> dict[str, Any]:
    given = form.cleaned_data
    return {"name": name, "value": given["value"], "from_day": given["from_day"], "source": given["source"]}


def _rehearse(request: AskedBy, form: ProposalForm, name: Name) -> dict[str, Any] | None:
    """What the proposal would write; a refusal stands in the form, and nothing can be asked."""
    arguments = _arguments(form, name)
    try:
        origin = approving.asking(request, services.set_parameter, arguments)
        shown = approving.rehearse(services.set_parameter, arguments, origin)
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    form.keep_preview(shown.preview)
    entries = previews.entries_of(shown)
    return {"entries": previews.compared(entries, entries), "preview": shown.preview[: previews.SHORT], "is_kept": True}


def _ask(request: AskedBy, form: ProposalForm, name: Name) -> str | None:
    """Ask for approval of what was shown; a refusal stands in the form."""
    given = form.cleaned_data
    try:
        return approving.ask(
            request, services.set_parameter, _arguments(form, name), preview=given["preview"], reason=given["reason"]
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _row(name: Name, values: list[Dated], today: GamingDay) -> list[dict[str, Any]]:
    now = next((dated for dated in reversed(values) if dated.from_day <= today), None)
    then = next((dated for dated in values if dated.from_day > today), None)
    return [
        {"value": TITLES[name], "url": reverse("parameter", args=[name])},
        _value(name, now),
        {"side": "date", "value": _from(now) if now else ""},
        {"value": now.source if now else ""},
        _value(name, then),
        {"side": "date", "value": _from(then) if then else ""},
    ]


def _value(name: Name, dated: Dated | None) -> dict[str, Any]:
    if dated is None:
        return {"side": "figure", "value": "none"}
    if UNITS[name] is Unit.CENTS:
        return {"side": "figure", "kind": "money", "value": dated.value}
    return {"side": "figure", "value": parameters.said(name, dated.value)}


def _from(dated: Dated) -> str:
    return f"{dated.from_day:%d %b %Y}"


def _facts(name: Name, state: Parameter, today: GamingDay) -> list[dict[str, Any]]:
    now = next((dated for dated in reversed(state.values) if dated.from_day <= today), None)
    then = next((dated for dated in state.values if dated.from_day > today), None)
    found: list[dict[str, Any]] = [
        {"label": "Counted in", "value": "dollars" if UNITS[name] is Unit.CENTS else UNITS[name].value}
    ]
    for label, dated in (("Holds now", now), ("Next", then)):
        if dated:
            note = f"from {_from(dated)}"
            found.append({"label": label, "value": parameters.said(name, dated.value), "note": note, "decides": dated is now})
    return found


def _values(venue_id: VenueId, name: Name, state: Parameter, today: GamingDay, entries: list[Recorded]) -> dict[str, Any]:
    """The values of a parameter, the latest day first, each with who set it last and when."""
    set_by = {each.event.from_day: each for each in entries}
    names = selectors.names_of({each.line.actor for each in entries})
    holds = next((dated for dated in reversed(state.values) if dated.from_day <= today), None)

    def cells(dated: Dated) -> list[dict[str, Any]]:
        entry = set_by[dated.from_day]
        is_ahead = dated.from_day > today
        shape, word = ("done", "Holds now") if dated == holds else ("pending", "Comes") if is_ahead else ("idle", "Held")
        return [
            _value(name, dated),
            {"side": "date", "value": _from(dated)},
            {"kind": "chip", "shape": shape, "value": word},
            {"value": dated.source},
            {"value": names[entry.line.actor]},
            {"side": "date", "value": f"{selectors.local(venue_id, entry.recorded_at):%d %b %Y, %H:%M}"},
        ]

    labels = ["From gaming day", "State", "Source", "Set by", "Set"]
    return {
        "name": f"Values of {TITLES[name]}",
        "columns": [{"label": "Value", "kind": "figure"}, *({"label": label, "kind": "text"} for label in labels)],
        "rows": [{"cells": cells(dated)} for dated in reversed(state.values)],
    }


def _settings(ref: Ref[Parameter], moment: Moment | None) -> list[Recorded]:
    """The entries that set its values, up to a moment."""
    return [each for each in journal.history(ref) if moment is None or each.recorded_at <= moment.instant]
