"""One player's place at one table: the wagers that lie there, those that were decided last and why, and the story of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino import as_at, journal, stories
from casino.domain.accounts import AccountKind
from casino.pages import page
from casino.people import AskedBy
from casino.refusing import NotFound
from games import last_games, round_told, selectors
from games.domain import naming, position
from games.domain.vocabulary import SeatId, TableId
from games.views.readers import require_reader

LATEST = 200  # entries of a position that its page looks at
STORY = 40


@require_safe
def one(request: AskedBy, table: str, seat: str) -> HttpResponse:
    """A place at a table, as it is or as it stood."""
    require_reader(request)
    moment = as_at.moment(request)
    there = naming.table_id(request.person.venue, table)
    if there not in {TableId(each.table) for each in selectors.places_of(request.person.venue, SeatId(seat))}:
        raise NotFound(f"Nobody has ever taken the place {seat} at {table}.")
    ref = position.at(there, SeatId(seat))
    entries = journal.latest(ref, at_most=LATEST, at=moment.instant if moment else None)
    if not entries:
        raise NotFound(f"Nobody has taken the place {seat} at {table}{moment.words if moment else ''}.")
    chips = as_at.state(ref, moment)
    context = {
        "seat": seat,
        "table_name": table,
        "chips": chips,
        "stream": ref.stream,
        "facts": _facts(chips),
        "lies": round_told.lying(chips.id, chips.wagers.values(), "")["wagers"],
        "staked": sum(wager.lying.stake_cents for wager in chips.wagers.values()),
        "games": last_games.told(entries),
        "story": stories.tell(entries[: -STORY - 1 : -1]),
    }
    crumbs = [("Tables", reverse("tables")), (table, reverse("table", args=[table]))]
    return page(request, "games/position_detail.html", context, crumbs=crumbs, as_at=moment.bar(request) if moment else None)


def _facts(chips: position.Position) -> list[dict[str, Any]]:
    """Whose chips they are."""
    kind, _, owner = chips.purse.partition(":")
    if not chips.is_taken:
        return [{"label": "Place", "value": "free", "decides": True}]
    if kind != AccountKind.CREDIT_METER:
        return [{"label": "Plays with", "value": "chips"}]
    terminal = owner.partition(".")[2]
    return [{"label": "Plays from", "value": f"the credit meter of {terminal}", "url": reverse("device", args=[terminal])}]
