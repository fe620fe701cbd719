"""The live floor: what plays, what waits, what needs whoever looks, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from casino import edge, homes, journal
from casino.domain.powers import BOOK_LETTERS, HOUSE, Power
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from devices import services as devices
from devices.domain import device
from games import floor as floors
from games import floor_alerts, floor_told
from games.floor import TableSeen
from games.floor_alerts import Alert
from games.views.readers import require_reader

KEPT = "floor"  # the cookie with the filters chosen last
KEPT_SECONDS = 90 * 24 * 60 * 60
ALL, NEEDS_ME, PLAYING, CLOSED = "all", "needs-me", "playing", "closed"
SHOWN = {ALL: "All", NEEDS_ME: "Needs me", PLAYING: "Playing", CLOSED: "Closed"}
KEYS = ({"names": ["A"], "does": "acknowledge the alert with the ring"}, {"names": ["O"], "does": "open the alert with the ring"})


@require_safe
def floor(request: AskedBy) -> HttpResponse:
    """Every table and terminal as it is now, and what needs somebody."""
    require_reader(request)
    person, chosen = request.person, _chosen(request)
    found = floors.look(person.venue, person.now)
    alerts = floor_alerts.alerts(found, person)
    needing = floor_alerts.tables_in_need(found, alerts)
    sorts = {seen.name: _sorts(seen, needing) for seen in found.tables}
    tables = [seen for seen in found.tables if chosen["show"] in sorts[seen.name] and chosen["book"] in (ALL, seen.row.book_id)]
    context = {
        "rows": [floor_told.line(seen, person.now) for seen in tables],
        "across": range(1, floor_told.ACROSS + 1),
        "tables": len(found.tables),
        "terminals": sum(len(seen.places) for seen in found.tables),
        "filters": _filters(found.tables, list(sorts.values()), chosen),
        "alerts": [_shown(alert, request, has_ring=place == 0 and not alert.by) for place, alert in enumerate(alerts)],
        "untaken": sum(not alert.by for alert in alerts),
        "in_hand": sum(bool(alert.by) for alert in alerts),
    }
    response = page(request, "games/floor.html", context, keys=KEYS)
    response.set_cookie(KEPT, urlencode(chosen), max_age=KEPT_SECONDS, path=reverse("floor"), httponly=True, samesite="Lax")
    return response


@require_POST
def acknowledge(request: AskedBy, name: str) -> HttpResponse:
    """Take an alert of a machine up, and go on watching the floor."""
    require_reader(request)
    known = journal.state(device.at(request.person.venue, name))
    if not known.is_registered:
        raise NotFound(f"There is no device {name} at this venue.")
    book = known.book or HOUSE
    require(request, Power.ATTEND_DEVICES, book=book)
    origin = edge.origin(request, Power.ATTEND_DEVICES, book=book)
    devices.acknowledge_alert(name=name, alert=request.POST.get("alert", ""), origin=origin)
    messages.success(request, "Taken up, and on the record. It stays until its cause has ended.")
    return redirect("floor")


def _chosen(request: AskedBy) -> dict[str, str]:
    """The filters in the address, else those that were chosen last at this desk."""
    kept = dict(parse_qsl(request.COOKIES.get(KEPT, "")))
    asked = {name: request.GET.get(name) or kept.get(name, ALL) for name in ("show", "book")}
    return {
        "show": asked["show"] if asked["show"] in SHOWN else ALL,
        "book": asked["book"] if asked["book"] in BOOK_LETTERS else ALL,
    }


def _sorts(seen: TableSeen, needing: set[str]) -> set[str]:
    """Under which filters a table is found."""
    playing = PLAYING if seen.row.is_open and not seen.row.suspended else CLOSED
    return {ALL, playing, *([NEEDS_ME] if seen.name in needing else [])}


def _filters(tables: Sequence[TableSeen], sorts: Sequence[set[str]], chosen: dict[str, str]) -> dict[str, Any]:
    books = {seen.row.book_id for seen in tables}
    shown = [(value, words, sum(value in each for each in sorts)) for value, words in SHOWN.items()]
    letters = [(ALL, "Every book"), *((book, short) for book, short in BOOK_LETTERS.items() if book in books)]
    return {
        "groups": [
            {
                "name": "show",
                "label": "Tables",
                "options": [
                    {
                        "value": value,
                        "label": words,
                        "count": count,
                        "is_on": chosen["show"] == value,
                        "shape": "refused" if value == NEEDS_ME and count else "",
                    }
                    for value, words, count in shown
                ],
            },
            {
                "name": "book",
                "label": "Rule book",
                "options": [{"value": value, "label": words, "is_on": chosen["book"] == value} for value, words in letters],
            },
        ],
    }


def _shown(alert: Alert, request: AskedBy, *, has_ring: bool) -> dict[str, Any]:
    can_take_up = alert.reported and alert.is_open
    return {
        "key": alert.key,
        "shape": alert.shape,
        "title": alert.title,
        "words": alert.words,
        "rule": alert.rule,
        "since": str(alert.since) if alert.since else "",
        "age": homes.age(alert.since, request.person.now) if alert.since else "",
        "by": alert.by,
        "url": alert.url,
        "reported": alert.reported,
        "acknowledge_url": reverse("floor-acknowledge", args=[alert.machine]) if can_take_up else "",
        "request_id": edge.new_request_id(),
        "has_ring": has_ring,
    }
