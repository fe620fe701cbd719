"""The last games of a terminal or player: round by round, what was wagered, what came of it and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from casino import as_at, journal
from casino.as_at import Moment
from casino.domain.money import Cents
from casino.journal import Recorded
from casino.sessions import Person
from devices.domain.device import Device, Kind
from devices.sections import Section
from games import explaining, floor_told, round_told, selectors
from games.domain import position
from games.domain.vocabulary import PositionId, RoundId, SeatId
from games.domain.wager_events import WagerSettled, WagerVoided
from games.rules import books

Row = dict[str, Any]
GAMES = 10
LATEST = 200  # entries of a position among which they are sought


def told(entries: Sequence[Recorded]) -> list[Row]:
    """The rounds in which wagers of a position were closed, the latest first."""
    closed: dict[RoundId, list[WagerSettled | WagerVoided]] = {}
    for each in reversed(entries):
        if isinstance(each.event, WagerSettled | WagerVoided) and (each.event.round_id in closed or len(closed) < GAMES):
            closed.setdefault(each.event.round_id, []).insert(0, each.event)
    plays = selectors.rounds_named(closed)
    return [_game(plays[round_id], events) for round_id, events in closed.items()]


def _game(play: Any, events: Sequence[WagerSettled | WagerVoided]) -> Row:
    book = books.get(play.book)
    return {
        "label": floor_told.label(play),
        "url": reverse("round", args=[play.id]),
        "outcome": floor_told.outcome(play),
        "wagers": [
            {
                "name": book.wagers[event.selection].name,
                "stake": event.figures.stake_cents,
                "result": round_told.result(event),
                "paid": event.figures.paid_cents,
                "commission": event.figures.commission_refunded_cents,
                "why": explaining.because(event, book=book),
            }
            for event in events
        ],
    }


def section(person: Person, machine: Device, moment: Moment | None) -> Section | None:
    """What the page of a player terminal says of its games, and where it plays."""
    if machine.kind != Kind.PLAYER_TERMINAL:
        return None
    places = selectors.places_of(person.venue, SeatId(machine.name))
    if not places:
        return None
    ref = position.AGGREGATE.at(PositionId(places[0].id))
    chips = as_at.state(ref, moment)
    entries = journal.latest(ref, at_most=LATEST, at=moment.instant if moment else None)
    table = places[0].table.rpartition(".")[2]
    context = {
        "games": told(entries),
        "table_name": table,
        "seat": machine.name,
        "is_taken": chips.is_taken,
        "staked": Cents(sum(wager.lying.stake_cents for wager in chips.wagers.values())),
    }
    return Section("games/_last_games.html", context, name="last-games", topics=ref.stream)
