"""Reads of the floor that are shared or not trivial."""

from __future__ import annotations

from django.db.models import QuerySet

from casino import selectors as ground
from casino.domain.accounts import Account
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from games.domain.vocabulary import PositionId, RoundId, TableId
from games.models import Position, Round, Table, Wager


def tables(venue_id: VenueId) -> list[tuple[Table, Round | None]]:
    """The tables of a venue by name, each with the round that is played there."""
    found = list(Table.objects.filter(venue=venue_id).order_by("name"))
    played = Round.objects.in_bulk([table.round for table in found if table.round])
    return [(table, played.get(table.round)) for table in found]


def round_of_play(round_id: RoundId) -> Round | None:
    """A round as it stands."""
    return Round.objects.filter(id=round_id).first()


def rounds_of(table: TableId) -> QuerySet[Round]:
    """The rounds of a table, the latest first."""
    return Round.objects.filter(table=table).order_by("-gaming_day", "-number")


def rounds_to_close(now: Instant) -> QuerySet[Round]:
    """The rounds whose wagering period has expired and that nobody has closed yet, at every venue."""
    return Round.objects.filter(finished_at=None, closed_at=None, ends_at__lte=now).order_by("ends_at")


def next_round(venue_id: VenueId, table: TableId) -> tuple[GamingDay, int]:
    """On which gaming day the next round of a table begins, and its number on that day."""
    day = ground.gaming_day(venue_id, ground.now())
    last = Round.objects.filter(table=table, gaming_day=day).order_by("-number").values_list("number", flat=True).first()
    return day, (last or 0) + 1


def players(table: TableId) -> int:
    """How many have a place at a table."""
    return Position.objects.filter(table=table, is_taken=True).count()


def wagers_lying(table: TableId) -> int:
    """How many wagers lie on the layout of a table."""
    return Wager.objects.filter(table=table, is_open=True).count()


def purses_with_wagers(table: TableId) -> dict[PositionId, Account]:
    """The positions with wagers on the layout of a table, and whence each was staked; final once wagering is closed."""
    lying = Wager.objects.filter(table=table, is_open=True).values_list("position", "purse").distinct()
    return {PositionId(position): Account(purse) for position, purse in lying}


def wagers_of(round_id: RoundId) -> QuerySet[Wager]:
    """The wagers that have met this round last, by position."""
    return Wager.objects.filter(round=round_id).order_by("position", "number")


def wagers_at(position: PositionId) -> QuerySet[Wager]:
    """The wagers of a position, the latest first."""
    return Wager.objects.filter(position=position).order_by("-number")
