"""Reads of the floor that are shared or not trivial."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import get_args

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from casino import journal
from casino import selectors as ground
from casino.domain.accounts import Account
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain import position
from games.domain.foreseeing import Lies
from games.domain.outcome import SHOOT_SECONDS
from games.domain.period import MISSING_AFTER_SECONDS
from games.domain.round_of_play import Kind, Stage
from games.domain.vocabulary import PositionId, RoundId, SeatId, TableId, WagerNumber
from games.domain.wager_events import PositionEvent, WagerSettled, WagerVoided
from games.models import Position, Round, Table, Wager

FEW_CHANGES = 20  # of one player in one round; who has made more is read on about
ROUNDS_ABSTAINED = 3
TAKEN_DOWN = "taken down"
_NOT_ENDED = frozenset(get_args(PositionEvent)) - {WagerSettled, WagerVoided}


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
    unshot = Q(stage=Stage.CLOSED, shot_at=None) & reduce(or_, (_has_closed(now, *each) for each in SHOOT_SECONDS.items()))
    waited = Q(stage=Stage.CLOSED, closed_at__lte=now - timedelta(seconds=MISSING_AFTER_SECONDS))
    return Round.objects.filter(expired | unshot | waited, finished_at=None, kind=Kind.ELECTRONIC).order_by("ends_at")


def _has_closed(now: Instant, book_id: str, seconds: int) -> Q:
    """Rounds of a book whose wagering ended so long ago."""
    return Q(book__startswith=f"{book_id}@", closed_at__lte=now - timedelta(seconds=seconds))


def next_round(venue_id: VenueId, table: TableId) -> tuple[GamingDay, int]:
    """On which gaming day the next round of a table begins, and its number on that day."""
    day = ground.gaming_day(venue_id, ground.now())
    last = Round.objects.filter(table=table, gaming_day=day).order_by("-number").values_list("number", flat=True).first()
    return day, (last or 0) + 1


def players(table: TableId) -> int:
    """How many have a place at a table."""
    return Position.objects.filter(table=table, is_taken=True).count()


def abstaining(table: TableId) -> list[SeatId]:
    """Who has placed nothing in the last three rounds that came to no more bets, and was there throughout (DF 11.9, DF-20)."""
    thrown = Round.objects.filter(table=table).exclude(closed_at=None).order_by("-gaming_day", "-number")
    last = list(thrown[:ROUNDS_ABSTAINED])
    if len(last) < ROUNDS_ABSTAINED:
        return []
    since = Round.objects.filter(table=table, gaming_day__gte=last[-1].gaming_day, opened_at__gte=last[-1].opened_at)
    met = Wager.objects.filter(round__in=since.values("id"))  # a wager of these rounds has met none before them
    placed = met.filter(placed_in__in=[play.id for play in last]).values("position")
    there = Position.objects.filter(table=table, is_taken=True, taken_at__lt=last[-1].opened_at).exclude(id__in=placed)
    return [SeatId(seat) for seat in there.order_by("seat").values_list("seat", flat=True)]


def seats(table: TableId) -> list[SeatId]:
    """The places that are taken at a table, clockwise: in the order of their names."""
    taken = Position.objects.filter(table=table, is_taken=True).order_by("seat").values_list("seat", flat=True)
    return [SeatId(seat) for seat in taken]


def changes_in_round(round_id: RoundId, positions: Iterable[position.Position]) -> list[tuple[SeatId, PositionEvent]]:
    """What the players of these positions have done in a round, in the order in which it was recorded."""
    changes = [(recorded, chips.seat) for chips in positions for recorded in _changes(round_id, chips)]
    return [(seat, recorded.event) for recorded, seat in sorted(changes, key=lambda each: each[0].position)]


def _changes(round_id: RoundId, chips: position.Position) -> list[journal.Recorded]:
    """What has happened to a position in the round that is played, read back until an entry of another round appears."""
    at_most = FEW_CHANGES
    while True:
        latest = journal.latest(position.AGGREGATE.at(chips.id), at_most=at_most)
        rounds_met = {getattr(recorded.event, "round_id", round_id) for recorded in latest}
        if len(latest) < at_most or rounds_met != {round_id}:
            return [recorded for recorded in latest if getattr(recorded.event, "round_id", None) == round_id]
        at_most *= 4


def wagers_lying(table: TableId) -> int:
    """How many wagers lie on the layout of a table."""
    return Wager.objects.filter(table=table, is_open=True).count()


def purses_with_wagers(table: TableId) -> dict[PositionId, Account]:
    """The positions with wagers on the layout of a table, and whence each was staked."""
    lying = Wager.objects.filter(table=table, is_open=True).values_list("position", "purse").distinct()
    return {PositionId(position): Account(purse) for position, purse in lying}


def wagers_of(round_id: RoundId) -> QuerySet[Wager]:
    """The wagers that have met this round last, by position."""
    return Wager.objects.filter(round=round_id).order_by("position", "number")


def wagers_at(position: PositionId) -> QuerySet[Wager]:
    """The wagers of a position, the latest first."""
    return Wager.objects.filter(position=position).order_by("-number")


# The floor, the rounds and their wagers as pages show them


def tables_shown(venue_id: VenueId) -> list[tuple[Table, Round | None, Round | None]]:
    """The tables of a venue by name, each with the round that is played there and the last that came to its end."""
    ended = Round.objects.filter(table=OuterRef("id"), finished_at__isnull=False).order_by("-gaming_day", "-number")
    found = Table.objects.filter(venue=venue_id).order_by("name").annotate(ended=Subquery(ended.values("id")[:1]))
    known = [(table, table.round, table.ended or "") for table in found]
    rounds = Round.objects.in_bulk([each for _, *both in known for each in both if each])
    return [(table, rounds.get(played), rounds.get(last)) for table, played, last in known]


def rounds(venue_id: VenueId) -> QuerySet[Round]:
    """Every round of a venue."""
    return Round.objects.filter(venue=venue_id)


def rounds_in_doubt(venue_id: VenueId) -> QuerySet[Round]:
    """The rounds of a venue that wait for people to say what the outcome is, the oldest first."""
    return Round.objects.filter(venue=venue_id, finished_at=None, stage=Stage.UNCERTAIN).order_by("stage_at", "id")


def seats_taken(venue_id: VenueId) -> dict[TableId, list[SeatId]]:
    """The places that are taken at each table of a venue, clockwise."""
    taken: dict[TableId, list[SeatId]] = {}
    for there, seat in Position.objects.filter(venue=venue_id, is_taken=True).order_by("seat").values_list("table", "seat"):
        taken.setdefault(TableId(there), []).append(SeatId(seat))
    return taken


def places_of(venue_id: VenueId, seat: SeatId) -> list[Position]:
    """The places a terminal or player has or had at tables, the one taken last first."""
    return list(Position.objects.filter(venue=venue_id, seat=seat).order_by("-is_taken", "-taken_at"))


def ended_in(round_id: RoundId, position_id: PositionId) -> list[WagerSettled | WagerVoided]:
    """How a round that has come to its end has ended wagers of a position, as the record has it, by their numbers."""
    ended = Wager.objects.filter(position=position_id, round=round_id, is_open=False).exclude(result=TAKEN_DOWN).count()
    latest = journal.latest(position.AGGREGATE.at(position_id), at_most=ended, without=_NOT_ENDED) if ended else []
    return [recorded.event for recorded in latest if recorded.event.round_id == round_id]


def positions_of(table: TableId, *, after: str, at_most: int) -> list[PositionId]:
    """Every position there ever was at a table, in the order of their seats: the first so many after one."""
    found = Position.objects.filter(table=table, seat__gt=after).order_by("seat").values_list("id", flat=True)
    return [PositionId(each) for each in found[:at_most]]


def stakes_lying(venue_id: VenueId) -> dict[TableId, dict[PositionId, Cents]]:
    """How much lies on the layout of each table of a venue, by position."""
    there = Table.objects.filter(venue=venue_id).values("id")
    lying = Wager.objects.filter(table__in=there, is_open=True).values_list("table", "position").annotate(Sum("stake_cents"))
    stakes: dict[TableId, dict[PositionId, Cents]] = {}
    for table, position_id, cents in lying:
        stakes.setdefault(TableId(table), {})[PositionId(position_id)] = Cents(cents)
    return stakes


# A table, and what is decided there


def wagers_on(table: TableId) -> QuerySet[Wager]:
    """The wagers that lie on the layout of a table, by position."""
    return Wager.objects.filter(table=table, is_open=True).order_by("position", "number")


def lying(table: TableId) -> list[Lies]:
    """What lies on the layout of a table, counted by selection and state."""
    counted = wagers_on(table).order_by("selection", "state").values_list("selection", "state")
    summed = counted.annotate(wagers=Count("id"), stakes=Sum("stake_cents"))
    return [Lies(selection, state, wagers, Cents(stakes)) for selection, state, wagers, stakes in summed]


def tables_of(venue_id: VenueId) -> QuerySet[Table]:
    """The tables of a venue."""
    return Table.objects.filter(venue=venue_id)


def beside(play: Round) -> tuple[Round | None, Round | None]:
    """The rounds of the table before a round and after it."""
    before = Q(gaming_day__lt=play.gaming_day) | Q(gaming_day=play.gaming_day, number__lt=play.number)
    after = Q(gaming_day__gt=play.gaming_day) | Q(gaming_day=play.gaming_day, number__gt=play.number)
    here = Round.objects.filter(table=play.table)
    return (
        here.filter(before, gaming_day__lte=play.gaming_day).order_by("-gaming_day", "-number").first(),
        here.filter(after, gaming_day__gte=play.gaming_day).order_by("gaming_day", "number").first(),
    )


def placed_in(wagers: Iterable[tuple[PositionId, WagerNumber]]) -> dict[tuple[str, int], str]:
    """In which round each of these wagers was placed."""
    ids = [f"{position_id} {number}" for position_id, number in wagers]
    found = Wager.objects.filter(id__in=ids).values_list("position", "number", "placed_in")
    return {(position_id, number): round_id for position_id, number, round_id in found}


def rounds_named(ids: Iterable[RoundId]) -> dict[str, Round]:
    """These rounds by their ids."""
    return Round.objects.in_bulk(list(ids))
