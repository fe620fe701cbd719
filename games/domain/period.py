"""How long wagers may be placed at an electronic table, and who ends it."""

from __future__ import annotations

from datetime import timedelta

from casino.domain import staff
from casino.domain.instant import Instant
from games.domain.round_of_play import RoundRefusal
from games.domain.table import WITH_LOOSE_DICE, Table, require_commissioned

SHORTEST_SECONDS, LONGEST_SECONDS = 1, 600


class DealerDecides(RoundRefusal):
    """Where a dealer runs the game the dealer begins and ends a wagering period."""

    code = "round-dealer-decides"


class PeriodImpossible(RoundRefusal):
    """A wagering period has a length in which somebody can wager."""

    code = "round-period-impossible"


class OnlyTheSystem(RoundRefusal):
    """What the game system does by itself nobody does for it."""

    code = "round-only-the-system"


def end_of(table: Table, *, seconds: int, now: Instant) -> Instant:
    """When a wagering period that begins now ends; the operator determines its length (IR 3.10)."""
    require_commissioned(table)
    if table.book_id in WITH_LOOSE_DICE:
        raise DealerDecides("At this table the dealer begins a round and calls no more bets.")
    if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        raise PeriodImpossible(f"A wagering period lasts {SHORTEST_SECONDS} to {LONGEST_SECONDS} seconds.")
    return Instant.of(now + timedelta(seconds=seconds))


def require_system(actor: str) -> None:
    """Refuse a person or a machine what the game system does by itself."""
    if not actor.startswith(staff.SYSTEM):
        raise OnlyTheSystem("The game system does this by itself.")
