"""Reads of the floor that are shared or not trivial."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet

from casino import journal
from casino import selectors as ground
from casino.domain.accounts import Account
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from games.domain import position
from games.domain.outcome import SHOOT_SECONDS
from games.domain.period import MISSING_AFTER_SECONDS
from games.domain.round_of_play import Kind, Stage
from games.domain.vocabulary import PositionId, RoundId, SeatId, TableId
from games.domain.wager_events import PositionEvent
from games.models import Position, Round, Table, Wager

MOST_CHANGES = 1000  # of one player in one round


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


def rounds_to_attend(now: Instant) -> QuerySet[Round]:
    """The electronic rounds of every venue with which something is to happen by the clock: closed, shot, or missed an outcome."""
    expired = Q(closed_at=None, ends_at__lte=now)
    unshot = Q(stage=Stage.CLOSED, shot_at=None, closed_at__lte=now - timedelta(seconds=min(SHOOT_SECONDS.values())))
    waited = Q(stage=Stage.CLOSED, closed_at__lte=now - timedelta(seconds=MISSING_AFTER_SECONDS))
    return Round.objects.filter(expired | unshot | waited, finished_at=None, kind=Kind.ELECTRONIC).order_by("ends_at")


def next_round(venue_id: VenueId, table: TableId) -> tuple[GamingDay, int]:
    """On which gaming day the next round of a table begins, and its number on that day."""
    day = ground.gaming_day(venue_id, ground.now())
    last = Round.objects.filter(table=table, gaming_day=day).order_by("-number").values_list("number", flat=True).first()
    return day, (last or 0) + 1


def players(table: TableId) -> int:
    """How many have a place at a table."""
    return Position.objects.filter(table=table, is_taken=True).count()


def seats(table: TableId) -> list[SeatId]:
    """The places that are taken at a table, clockwise: in the order of their names."""
    taken = Position.objects.filter(table=table, is_taken=True).order_by("seat").values_list("seat", flat=True)
    return [SeatId(seat) for seat in taken]


def changes_in_round(round_id: RoundId, positions: Iterable[position.Position]) -> list[tuple[SeatId, PositionEvent]]:
    """What the players of these positions have done in a round, in the order in which it was recorded."""
    latest = [
        (recorded, chips.seat)
        for chips in positions
        for recorded in journal.latest(position.AGGREGATE.at(chips.id), at_most=MOST_CHANGES)
        if getattr(recorded.event, "round_id", None) == round_id
    ]
    return [(seat, recorded.event) for recorded, seat in sorted(latest, key=lambda each: each[0].position)]


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
