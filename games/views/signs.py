"""The signs of tables and the rules in force there, for whoever asks (AC 7.16, IR 8.16, SB 8.17, DF 11.14, CC 9.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino import journal
from casino import selectors as ground
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.pages import THEMES
from casino.pages import published as page
from casino.people import published
from casino.refusing import NotFound
from games import signs, telling
from games.domain import table
from games.domain.table import Table as State
from games.domain.vocabulary import TableId
from games.models import Table
from games.rules.readings import EVERY_BOOK, readings
from games.telling import NAMES

CRUMB = ("Signs and rules", "/signs/")


@dataclass(frozen=True)
class House:
    """A venue, by name."""

    id: VenueId
    name: str


@published
@require_safe
def venues(request: HttpRequest) -> HttpResponse:
    """The signs of every venue."""
    now = ground.now()
    return page(
        request, "games/signs.html", {"venues": [_listed(House(VenueId(each.id), each.name), now) for each in ground.venues()]}
    )


@published
@require_safe
def venue(request: HttpRequest, venue: str) -> HttpResponse:
    """The signs of one venue."""
    house, now = _venue(venue)
    return page(request, "games/signs.html", {"venues": [_listed(house, now)], "venue": house}, crumbs=[CRUMB])


@published
@require_safe
def sign(request: HttpRequest, venue: str, name: str) -> HttpResponse:
    """What the sign of a table says now: large enough for three metres, without a frame."""
    house, now = _venue(venue)
    known = _table(house, name)
    theme = request.COOKIES.get("theme", "")
    context = {
        "frame": {"now": timezone.localtime(now)},
        "theme": theme if theme in THEMES else "",
        "venue": house,
        "name": name,
        "game": NAMES[known.book_id],
        "state": _state(known),
        **signs.told(known, house.id, now),
    }
    return render(request, "games/sign.html", context)


@published
@require_safe
def rules(request: HttpRequest, venue: str, name: str) -> HttpResponse:
    """The rules in force at a table, to be handed over: the book with its proof, every wager with its odds, our readings."""
    house, now = _venue(venue)
    known = _table(house, name)
    book, sha256 = signs.in_force(known.book)
    context = {
        "venue": house,
        "name": name,
        "game": NAMES[known.book_id],
        "book": book,
        "book_id": known.book_id,
        "version": known.book,
        "sha256": sha256,
        "ordered_on": telling.day(book["ordered_on"]),
        "groups": signs.groups(known.book),
        "count": len(book["wagers"]),
        "variant": known.variant,
        "readings": [each for each in readings().values() if each.book in (known.book_id, EVERY_BOOK)],
        "told_at": timezone.localtime(now),
        **signs.told(known, house.id, now),
        "grounds": [
            {**ground_, "event": event.replace("_", " ").capitalize(), "spared": ", ".join(_names(book, ground_["spares"]))}
            for event, ground_ in book["grounds"].items()
        ],
    }
    crumbs = [CRUMB, (house.name, reverse("signs-venue", args=[house.id])), (name, reverse("sign", args=[house.id, name]))]
    return page(request, "games/sign_rules.html", context, crumbs=crumbs)


def _venue(venue: str) -> tuple[House, Instant]:
    """The venue, whose clocks count on its signs."""
    house = next((House(VenueId(each.id), each.name) for each in ground.venues() if each.id == venue), None)
    if house is None:
        raise NotFound("There is no such venue.")
    now = ground.now()
    timezone.activate(ground.zone(house.id, now))
    return house, now


def _table(house: House, name: str) -> State:
    known = signs.state_of(house.id, name)
    if not known.id:
        raise NotFound(f"There is no table {name} at {house.name}.")
    return known


def _names(book: Any, ids: list[str]) -> list[str]:
    return [wager["name"] for wager in book["wagers"] if wager["id"] in ids]


def _state(known: State) -> dict[str, str] | None:
    """That nothing can be played at the table now; without the reason, which is no player's business."""
    if not known.is_open:
        return {"shape": "locked", "word": "Table closed"}
    return {"shape": "waits", "word": "Play is suspended"} if known.suspended else None


def _listed(house: House, now: Instant) -> dict[str, Any]:
    rows = {table.at(TableId(row.id)): row for row in Table.objects.filter(venue=house.id).order_by("name")}
    known = journal.states(list(rows))
    return {"house": house, "tables": [_line(house, row, known[ref], now) for ref, row in rows.items()]}


def _line(house: House, row: Table, known: State, now: Instant) -> dict[str, Any]:
    said = signs.told(known, house.id, now)
    return {"name": row.name, "game": NAMES[row.book_id], "state": _state(known), **said}
