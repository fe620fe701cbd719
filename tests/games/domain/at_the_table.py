"""Rounds and tables in a certain state, for tests."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain import dice_set, limits, round_of_play, table
from games.domain.events import RoundEvent, TableEvent
from games.domain.round_of_play import Kind, RoundOfPlay
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, Die, Limit, RoundId, TableId
from games.rules import books

AC, IR, SB, DF, CC = "aruze_craps", "interblock_roulette", "aruze_sicbo", "dragon_fire", "crown_craps"
START = Instant.parse("2026-08-22T05:00:00Z")
ROUND = RoundId("star.AC01.20260822.0417")
TABLE = TableId("star.AC01")
ENDS = Instant.of(START + timedelta(seconds=30))
SIGN = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(100_000))}
HIGHER = {EVERY_KIND: Limit(minimum=Cents(1_000), maximum=Cents(100_000))}
DICE = tuple(Die(id=f"d{n}", faces=((1, 6), (2, 5), (3, 4)), face_um=19_000) for n in range(1, 6))


def at(seconds: float) -> Instant:
    """So many seconds after the start."""
    return Instant.of(START + timedelta(seconds=seconds))


def opened(game: str, *, point: int | None = None, variant: str = "") -> RoundOfPlay:
    """A round whose wagering period has begun."""
    kind = Kind.DEALER if game in {DF, CC} else Kind.ELECTRONIC
    event = round_of_play.open_round(
        RoundOfPlay(),
        id=ROUND,
        table=TABLE,
        book=books.current(game),
        kind=kind,
        variant=variant,
        point=point,
        now=START,
        ends_at=ENDS if kind is Kind.ELECTRONIC else None,
    )
    return after(RoundOfPlay(), event)


def after(play: RoundOfPlay, *events: RoundEvent) -> RoundOfPlay:
    """The round after these events."""
    return round_of_play.AGGREGATE.fold(play, events)


def then(there: Table, *events: TableEvent) -> Table:
    """The table after these events."""
    return table.AGGREGATE.fold(there, events)


def commissioned(game: str, **told: Any) -> Table:
    """A table on the books, with its sign, and its dice where dice are thrown; not open."""
    book = books.current(game)
    there = then(Table(), table.commission(Table(), id=TABLE, book=book, layout="A", **{"variant": "", **told}))
    there = then(there, limits.display_limits(there, limits=SIGN, book=book))
    if game not in table.WITH_LOOSE_DICE:
        return then(there, table.configure_period(there, seconds=30))
    return then(there, dice_set.introduce(there, dice_set="S1", dice=DICE, checked_by="staff/7"))


def in_play(game: str, **told: Any) -> Table:
    """A table that is open."""
    there = commissioned(game, **told)
    return then(there, table.open_table(there, now=START))
