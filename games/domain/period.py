"""What the game system does at an electronic table by itself: it begins rounds, ends their wagering, shoots the dice."""

from __future__ import annotations

from datetime import timedelta

from casino.domain import staff
from casino.domain.instant import Instant
from games.domain.round_of_play import RoundOfPlay, RoundRefusal, Stage
from games.domain.table import WITH_LOOSE_DICE, Table

MISSING_AFTER_SECONDS = 60  # since the end of wagering, or since the dice were shot


class OnlyTheSystem(RoundRefusal):
    """What the game system does by itself nobody does for it."""

    code = "round-only-the-system"


def is_to_begin(table: Table, *, wagers_lying: int, now: Instant) -> bool:
    """Whether the next round begins by itself; a table that is to close plays on only for the wagers on its layout."""
    is_ready = table.is_open and not table.suspended and not table.round
    is_closing = table.closure is not None and now >= table.closure.comes_at
    return is_ready and table.book_id not in WITH_LOOSE_DICE and (not is_closing or wagers_lying > 0)


def end_of(table: Table, *, now: Instant) -> Instant:
    """When a wagering period that begins now ends (IR 3.10)."""
    assert table.wagering_seconds is not None, "no electronic table is opened without it"
    return Instant.of(now + timedelta(seconds=table.wagering_seconds))


def is_outcome_missing(play: RoundOfPlay, *, now: Instant) -> bool:
    """Whether the equipment should long have sensed something."""
    since = play.shot_at or play.closed_at
    return play.stage is Stage.CLOSED and since is not None and now - since >= timedelta(seconds=MISSING_AFTER_SECONDS)


def require_system(actor: str) -> None:
    """Refuse a person or a machine what the game system does by itself."""
    if not actor.startswith(staff.SYSTEM):
        raise OnlyTheSystem("The game system does this by itself.")
