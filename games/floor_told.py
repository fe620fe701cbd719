"""The floor as a page shows it: a line for each table, a cell for each terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from django.urls import reverse

from casino import homes
from casino.domain import authority
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import BOOK_NAMES, Power
from casino.templatetags.play import colour
from devices.domain.reports import ALERTS
from games.domain.outcome import Doubt
from games.domain.round_of_play import Kind, Stage
from games.domain.table import Sign, Table, remaining
from games.domain.vocabulary import EVERY_KIND, Limit
from games.floor import Place, TableSeen
from games.models import Round
from games.names import wager_name
from games.told import at_time, listed, shown

Cell = dict[str, Any]
ACROSS = 8  # terminals in a line; a table with more of them has further lines
STAGES: Mapping[str, tuple[str, str]] = {
    Stage.WAGERING: ("running", "Place your bets"),
    Stage.CLOSED: ("locked", "No more bets"),
    Stage.ENTERED: ("waits", "Result entered"),
    Stage.DECIDED: ("pending", "Settling"),
    Stage.NO_RESULT: ("pending", "Ending without a result"),
    Stage.UNCERTAIN: ("refused", "Outcome in doubt"),
    Stage.SETTLED: ("done", "Settled"),
    Stage.VOIDED: ("idle", "Ended without a result"),
}
DOUBTS: Mapping[str, str] = {
    Doubt.COCKED: "Cocked dice",
    Doubt.MISSING: "Nothing sensed",
    Doubt.DISPUTED: "Face disputed",
    Doubt.MALFUNCTION: "Equipment fails",
}
AGED = (Stage.CLOSED, Stage.UNCERTAIN, Stage.ENTERED, Stage.DECIDED, Stage.NO_RESULT)


def label(play: Round) -> str:
    """A round as people call it: `AC1-0412`."""
    return f"{play.table.rpartition('.')[2]}-{play.number:04}"


def stage(play: Round) -> tuple[str, str]:
    """The shape and the word of how far a round has come."""
    shape, word = STAGES[play.stage]
    if play.stage == Stage.WAGERING and play.kind == Kind.ELECTRONIC:
        return shape, "Wagering period"
    return shape, DOUBTS.get(play.why, word) if play.stage == Stage.UNCERTAIN else word


def line(seen: TableSeen, now: Instant) -> dict[str, Any]:
    """A table: what it plays, how far its round is, what is at stake; then its terminals, or what matters at a dealer table."""
    play = seen.play
    shape, word = stage(play) if play else _standing(seen)
    return {
        "name": seen.name,
        "url": reverse("table", args=[seen.name]),
        "game": BOOK_NAMES[seen.row.book_id],
        "shape": shape,
        "word": word,
        "play": {"label": f"{play.number:04}", "url": reverse("round", args=[play.id])} if play else None,
        "countdown": countdown(play, now) if play else None,
        "aged": _age(Instant.of(play.stage_at), now) if play and play.stage in AGED else None,
        "said": _said(seen),
        "notes": _notes(seen),
        "stake_cents": seen.stake_cents,
        "is_waiting": seen.wait is not None,
        "lines": _lines(seen, now),
        "facts": [] if seen.places else _facts(seen, now),
    }


def _standing(seen: TableSeen) -> tuple[str, str]:
    """What a table without a round does."""
    if seen.row.suspended:
        return "refused", "Suspended"
    return ("pending", "Between rounds") if seen.row.is_open else ("idle", "Closed")


def countdown(play: Round, now: Instant) -> dict[str, Any] | None:
    """Until the wagering period ends by the clock; none where the dealer says when. At zero only the server says it is over."""
    if play.stage != Stage.WAGERING or play.ends_at is None:
        return None
    of, left = (max(0, ceil((play.ends_at - since).total_seconds())) for since in (play.opened_at, now))
    figure = f"{left // 60}:{left % 60:02}" if left else "closing"
    return {"ends": str(Instant.of(play.ends_at)), "of": of, "left": min(left, of), "figure": figure}


def _said(seen: TableSeen) -> str:
    """The point, how many play, and what came last."""
    point = seen.play.point if seen.play else seen.row.point
    parts = [
        seen.row.suspended,
        f"Point {point}" if point else "",
        f"{len(seen.seats)} play" if seen.seats else "",
        f"last {outcome(seen.last)}" if seen.last else "",
    ]
    said = ", ".join(filter(None, parts))
    return said[:1].upper() + said[1:]


def outcome(play: Round) -> str:
    """What a round came to, in a few words: `3 and 4`, `17 black`."""
    if not play.outcome:
        return "no result"
    return f"{shown(play.outcome)} {colour(int(play.outcome))}".strip() if play.outcome.isdigit() else shown(play.outcome)


def _notes(seen: TableSeen) -> list[str]:
    """What else is to be known of a table: frozen areas, and, where only terminals stand below, that it closes."""
    state = seen.state
    frozen = listed(wager_name(area, state.book_id) for area in state.frozen)
    closes = f"Closes at {at_time(state.closure.comes_at)[:-3]}" if state.closure and seen.places else ""
    return list(filter(None, [f"Frozen: {frozen}" if state.frozen else "", closes]))


def _lines(seen: TableSeen, now: Instant) -> list[dict[str, Any]]:
    """The terminals, eight in a line; lines without any are left out."""
    columns = range(1, max(seen.places, default=0) + 1, ACROSS)
    lines = [[seen.places.get(column) for column in range(first, first + ACROSS)] for first in columns]
    return [
        {"key": f"{seen.name} {at}", "cells": [_cell(place, seen, now) if place else None for place in places]}
        for at, places in enumerate(lines)
        if any(places)
    ]


def _cell(place: Place, seen: TableSeen, now: Instant) -> Cell:
    terminal = place.terminal
    page, named = ("position", [seen.name, terminal.name]) if place.is_taken else ("device", [terminal.name])
    sign, tone, word, since = _state(place, seen)
    return {
        "number": terminal.name.removeprefix(f"{seen.name}-"),
        "name": terminal.name,
        "url": reverse(page, args=named),
        "sign": sign,
        "tone": tone,
        "word": word,
        "since": _age(since, now) if since else None,
        "credits": None if terminal.silent_since else terminal.cents,
        "on": place.on_cents,
        "is_free": not (terminal.cents or place.on_cents or word),
    }


def _state(place: Place, seen: TableSeen) -> tuple[str, str, str, Instant | None]:
    """The worst that is to be said of a terminal: its sign, its tint, the word, and since when."""
    terminal = place.terminal
    open_alerts = [each for each in terminal.reported if not each.taken_by] or list(terminal.reported)
    told: list[tuple[object, tuple[str, str, str, Instant | None]]] = [
        (terminal.differs_by, ("differs", "stop", f"differs {dollars(Cents(abs(terminal.differs_by)))}", None)),
        (terminal.silent_since, ("no-link", "stop", "no link", terminal.silent_since)),
        (terminal.hand_pay_cents, ("note", "warn", f"hand-pay {dollars(terminal.hand_pay_cents)}", None)),
        (terminal.is_locked, ("locked", "stop", "locked", None)),
        (not terminal.is_in_service, ("idle", "", "out of service", None)),
        (open_alerts, ("waits", "warn", _reported(open_alerts[0].name) if open_alerts else "", None)),
        (seen.wait and place.on_cents, ("clock", "warn", "waits", None)),
        (not place.is_taken and terminal.cents, ("", "", "no place", None)),
    ]
    return next((state for holds, state in told if holds), ("", "", "", None))


def _reported(name: str) -> str:
    words = ALERTS[name].words
    return words[:1].lower() + words[1:]


def _facts(seen: TableSeen, now: Instant) -> Sequence[dict[str, Any]]:
    """What matters at a table with a dealer: who shoots, the limits, the dice, the places, and the signs that stand."""
    state = seen.state
    facts: list[dict[str, Any]] = [
        {"label": "Shooter", "value": state.shooter or "none"},
        {"label": "Limits", "value": limits(state.limits)},
        {"label": "Dice set", "value": f"{state.dice_set}, {len(remaining(state))} dice" if state.dice_set else "none"},
        {"label": "Places taken", "value": str(len(seen.seats))},
    ]
    if state.change:
        facts += [
            {"label": "New limits", "value": limits(state.change.limits), "tone": "warn", "at": state.change.comes_at},
            _sign(state, state.change, Power.CHANGE_LIMITS, now),
        ]
    if state.closure:
        facts += [
            {"label": "Closes", "value": "", "tone": "warn", "at": state.closure.comes_at},
            _sign(state, state.closure, Power.CLOSE_TABLE, now),
        ]
    return facts


def _sign(state: Table, sign: Sign, power: Power, now: Instant) -> dict[str, Any]:
    """How long a sign has stood without a gap, of the minutes that its book asks for."""
    if state.sign_gone_at:
        return {"label": "Sign", "value": "not to be seen", "tone": "stop"}
    minutes = next((each.notice_minutes for each in authority.granted(state.book_id, power) if each.notice_minutes), None)
    return {"label": "Sign up", "aged": _age(sign.counts_from, now), "value": f"of {minutes}:00" if minutes else ""}


def limits(sign: Mapping[str, Limit]) -> str:
    """A sign in as few words as say its range."""
    if not sign:
        return "no sign yet"
    low, high = Cents(min(each.minimum for each in sign.values())), Cents(max(each.maximum for each in sign.values()))
    by_kind = "" if set(sign) == {EVERY_KIND} else ", by kind"
    return f"{dollars(low)} to {dollars(high)}{by_kind}"


def _age(since: Instant, now: Instant) -> dict[str, str]:
    return {"since": str(since), "age": homes.age(since, now)}
