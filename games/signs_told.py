"""The sign of a table as people read it: its lines, the limits under way and their minutes, and the limits of one player."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.domain.instant import Instant
from casino.domain.money import dollars
from casino.homes import age
from games.domain.setting import ONE_CENT
from games.domain.sign_clock import SignClock
from games.domain.table import Table
from games.domain.vocabulary import Limit, Scope
from games.names import kind_name
from games.told import at_time

Facts = list[dict[str, Any]]
HEADS = ("Selection", "Minimum", "Maximum", "Steps", "Held against")
FIGURES = ("Minimum", "Maximum")
HELD = {Scope.BETTING_AREA: "each area", Scope.PLAYER: "each player"}


def limits(table: Table, told: Mapping[str, Limit], *, name: str, instead: Mapping[str, Limit] | None = None) -> dict[str, Any]:
    """A sign as a table, line by line; beside the present one, what differs is marked."""
    rows = [{"cells": _line(table.book_id, kind, limit), "tone": _tone(kind, limit, instead)} for kind, limit in told.items()]
    return {
        "name": name,
        "columns": [{"label": label, "kind": "figure" if label in FIGURES else "text"} for label in HEADS],
        "rows": rows,
        "empty": {"title": "No sign is displayed yet.", "words": "The table opens once minimum and maximum are."},
    }


def _line(book_id: str, kind: str, limit: Limit) -> Facts:
    return [
        {"value": kind_name(kind, book_id)},
        {"kind": "money", "value": limit.minimum, "side": "figure"},
        {"kind": "money", "value": limit.maximum, "side": "figure"},
        {"value": steps(limit)},
        {"value": HELD[Scope(limit.scope)]},
    ]


def steps(limit: Limit) -> str:
    """In which steps may be wagered (CC 4.4)."""
    if limit.multiples:
        return f"multiples of {dollars(limit.minimum)}"
    return f"steps of {dollars(limit.unit)}" if limit.unit > ONE_CENT else "any amount"


def _tone(kind: str, limit: Limit, instead: Mapping[str, Limit] | None) -> str:
    return "" if instead is None or instead.get(kind) == limit else "warn"


def stood(clock: SignClock, now: Instant, *, rule: str) -> dict[str, Any]:
    """How long a sign has stood of how long it must, and from when on it may be acted upon."""
    needed = int(clock.needed.total_seconds())
    return {
        "since": str(clock.counts_from),
        "from": at_time(clock.counts_from),
        "age": age(clock.counts_from, now),
        "of": lasting(clock.needed),
        "seconds": min(max(int((now - clock.counts_from).total_seconds()), 0), needed),
        "needed": needed,
        "due": at_time(clock.due),
        "is_over": clock.is_over(now),
        "is_gone": clock.is_gone,
        "rule": rule,
    }


def lasting(needed: timedelta) -> str:
    """`20:00`."""
    minutes, seconds = divmod(int(needed.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"
