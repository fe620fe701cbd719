"""The patron register: who is known, identified, excluded or forgotten; every look at it is on the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import as_at, personal_reads, selectors, stories
from casino.domain import patron
from casino.domain.exclusion import CASINO, Exclusion, said
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.patron import Patron
from casino.domain.powers import BOOK_NAMES, Power
from casino.finding import Hit
from casino.models import Patron as Row
from casino.pages import page
from casino.patron_register import (
    Shown,
    clear_fields,
    in_state,
    is_reader,
    is_until,
    look,
    masked,
    may_end,
    read,
    require_reader,
    ways_to_exclude,
)
from casino.people import AskedBy
from casino.refusing import NotFound
from casino.sessions import Person
from casino.tables import table_of

REGISTER = "Patrons"
AT_MOST = 8
SHORT = 8  # what is shown of a patron number; any beginning of it finds


@never_cache
@require_safe
def register(request: AskedBy) -> HttpResponse:
    """The patrons of this venue, found by name or number."""
    require_reader(request)
    words, state = request.GET.get("q", "").strip(), request.GET.get("state", "")
    today = selectors.gaming_day(request.person.venue, request.person.now)
    shown: list[str] = []

    def cells(row: Row) -> list[dict[str, Any]]:
        patron_shown = Shown(row, selectors.name_of(row))
        shown.extend([row.id] if patron_shown.name else [])
        return [
            {"value": patron_shown.title, "url": patron_shown.url},
            {"value": row.id[:SHORT]},
            _identified_cell(row, today),
            _excluded_cell(row, today),
            {"value": f"{selectors.local(request.person.venue, Instant.of(row.registered_at)):%d %b %Y}"},
        ]

    table = table_of(
        request,
        selectors.patrons(request.person.venue, words).filter(in_state(state, today)),
        name="Patron register",
        columns=[("Name", ""), ("Number", ""), ("Identified", ""), ("Admission", ""), ("Registered", "-registered_at")],
        row=cells,
        empty={
            "title": "Nobody matches.",
            "words": "Names are found by whole words or by their first three letters or more, numbers by their beginning.",
        },
    )
    personal_reads.note(request.person, "patrons", shown)
    options = [("", "All"), ("identified", "Identified"), ("excluded", "Excluded")]
    filters = {
        "groups": [
            {
                "name": "state",
                "label": "State",
                "options": [{"value": value, "label": label, "is_on": state == value} for value, label in options],
            }
        ],
        "search": {"name": "q", "label": "Name or number", "value": words},
        "note": "What you are shown here is on the record.",
    }
    context = {"table": table, "filters": filters, "may_register": request.person.may(Power.KEEP_PATRONS)}
    return page(request, "casino/patron_list.html", context)


@never_cache
@require_safe
def detail(request: AskedBy, patron_id: UUID) -> HttpResponse:
    """One patron: fields, documents, exclusions and their story; of a forgotten one, on which day."""
    require_reader(request)
    moment = as_at.moment(request)
    ref = patron.at(str(patron_id))
    state = as_at.state(ref, moment)
    if not (state.name or state.is_forgotten):
        raise NotFound(f"Nobody is registered under this patron number{moment.words if moment else ''}.")
    shown = look(request, patron_id, page_name="patron")
    venue = request.person.venue
    on = selectors.gaming_day(venue, moment.instant if moment else request.person.now)
    forgotten_at = shown.row.forgotten_at
    context = {
        "patron": shown,
        "number": shown.row.id[:SHORT],
        "forgotten": f"{selectors.local(venue, Instant.of(forgotten_at)):%d %b %Y}" if forgotten_at else "",
        "facts": _facts(shown, state),
        "identifications": _identifications(shown, state, on),
        "exclusions": _exclusions(request.person, shown, state, on),
        "is_excluded": any(each.is_in_force(on) for each in state.exclusions),
        "may": _may(request.person),
        "story": stories.of(ref, moment),
    }
    bar = moment.bar(request) if moment else None
    return page(request, "casino/patron_detail.html", context, crumbs=[(REGISTER, reverse("patrons"))], as_at=bar)


def found(person: Person, words: str) -> Iterator[Hit]:
    """The patrons that Find finds for somebody who may look at the register."""
    if not words.strip() or not is_reader(person):
        return
    rows = list(selectors.patrons(person.venue, words).order_by("-registered_at")[:AT_MOST])
    shown = [Shown(row, selectors.name_of(row)) for row in rows]
    personal_reads.note(person, "find", [each.row.id for each in shown if each.name])
    today = selectors.gaming_day(person.venue, person.now)
    for each in shown:
        excluded = ", excluded" if is_until(each.row.excluded_until, today) else ""
        yield Hit("Patron", each.title, f"patron {each.row.id[:SHORT]}{excluded}", each.url)


def crumbs(shown: Shown) -> list[tuple[str, str]]:
    """The way to a page that changes something about a patron."""
    return [(REGISTER, reverse("patrons")), (shown.title, shown.url)]


def _may(person: Person) -> dict[str, bool]:
    return {
        "keep": person.may(Power.KEEP_PATRONS),
        "exclude": bool(ways_to_exclude(person)),
        "forget": person.may(Power.FORGET_PATRON),
    }


def _facts(shown: Shown, state: Patron) -> list[dict[str, Any]]:
    clear = clear_fields(shown, state)
    if not clear["name"]:
        return []
    born = date.fromisoformat(clear["born_on"])
    return [
        {"label": "Name", "value": clear["name"], "decides": True},
        {"label": "Born", "value": said(born)},
        {"label": "Address", "value": clear["address"]},
        {"label": "Telephone", "value": clear["phone"] or "not given"},
        {"label": "E-mail", "value": clear["email"] or "not given"},
    ]


def _identifications(shown: Shown, state: Patron, on: GamingDay) -> list[dict[str, Any]]:
    names = selectors.names_of({each.seen_by for each in state.identifications})
    return [
        {
            "kind": each.kind.capitalize(),
            "number": masked(read(shown, "number", each.number)),
            "expires": said(each.expires_on),
            "is_good": each.expires_on >= on,
            "seen": said(each.seen_on),
            "by": names[each.seen_by],
        }
        for each in state.identifications
        if shown.name
    ]


def _exclusions(person: Person, shown: Shown, state: Patron, on: GamingDay) -> list[dict[str, Any]]:
    return [
        {
            "facts": [*told(each), {"label": "Document", "value": read(shown, "reference", each.reference) or "destroyed"}],
            "is_in_force": each.is_in_force(on),
            "words": "In force" if each.is_in_force(on) else "Ended" if each.ended_on else "Over",
            "end": reverse("patron-end-exclusion", args=[shown.row.id, each.id])
            if each.is_in_force(on) and may_end(person, each)
            else "",
        }
        for each in reversed(state.exclusions)
    ]


def told(exclusion: Exclusion) -> list[dict[str, Any]]:
    """An exclusion in lines of label and value."""
    where = "the casino" if exclusion.scope == CASINO else f"the games of {BOOK_NAMES[exclusion.scope]}"
    until = said(exclusion.last_day) if exclusion.last_day else "lifted"
    return [
        {"label": "Excluded from", "value": where, "decides": True},
        {"label": "Ground", "value": exclusion.ground},
        {"label": "Since", "value": said(exclusion.from_day)},
        {"label": "Until", "value": until},
        {"label": "Rule", "value": exclusion.rule},
    ]


def _identified_cell(row: Row, today: GamingDay) -> dict[str, Any]:
    if row.identified_until is None:
        return {"value": "no"}
    if row.identified_until < today:
        return {"kind": "chip", "shape": "waits", "value": "Document expired"}
    return {"kind": "chip", "shape": "done", "value": "Identified"}


def _excluded_cell(row: Row, today: GamingDay) -> dict[str, Any]:
    if row.forgotten_at:
        return {"kind": "chip", "shape": "idle", "value": "Forgotten"}
    if is_until(row.excluded_until, today):
        return {"kind": "chip", "shape": "refused", "value": "Excluded"}
    return {"kind": "chip", "shape": "done", "value": "Admitted", "is_quiet": True}
