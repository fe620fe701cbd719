"""A table: what is played at it, whether it is open, its point, its frozen areas, and whose dice they are."""

from __future__ import annotations

from collections.abc import Collection
from typing import assert_never

import msgspec

from casino.domain import authority
from casino.domain.aggregate import Aggregate, Ref, RuleId, State
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import BOOK_NAMES, CC, DF, IR, Power
from casino.domain.refusals import Refusal
from games.domain.events import (
    BookVersionAdopted,
    ClosureNoticed,
    DiceDeclined,
    DiceEvent,
    DiceOffered,
    DicePassed,
    DiceSetIntroduced,
    DiceShootingValueSet,
    DieFound,
    DieOffTable,
    LimitChangeNoticed,
    LimitsChanged,
    LimitsDisplayed,
    PersonalLimitsEnded,
    PersonalLimitsGranted,
    PlayerEvent,
    RoundBegun,
    RoundFinished,
    ShooterDesignated,
    SignDisconnected,
    SignEvent,
    SignReconnected,
    StickpersonAppointed,
    StickpersonRelieved,
    TableClosed,
    TableCommissioned,
    TableEvent,
    TableOpened,
    TableReleased,
    TableSuspended,
    TurnEvent,
    WageringPeriodConfigured,
)
from games.domain.setting import MINI, ONE_CENT, cite
from games.domain.vocabulary import Limit, RoundId, SeatId, TableId
from games.rules import interpreter

VARIANTS = {CC: ("", MINI)}  # elsewhere there is one (CC 7.2)
WITH_LOOSE_DICE = {DF: "2.5", CC: "2.3"}
DICE_THROWN = 2
SHORTEST_SECONDS, LONGEST_SECONDS = 1, 600


class TableRefusal(Refusal):
    """The table does not allow it."""


class TableExists(TableRefusal):
    """A table is commissioned once."""

    code = "table-exists"


class NotCommissioned(TableRefusal):
    """There is no such table."""

    code = "table-not-commissioned"


class NoSuchVariant(TableRefusal):
    """The book has no such variant."""

    code = "table-no-such-variant"


class AnotherBook(TableRefusal):
    """A table is played by one book for ever."""

    code = "table-another-book"


class WagersLie(TableRefusal):
    """Wagers that lie on the layout are played to their end first, by the version they were placed under."""

    code = "table-wagers-lie"


class TableIsOpen(TableRefusal):
    """The table is open already."""

    code = "table-open"


class TableNotOpen(TableRefusal):
    """Nothing is played at a table that is not open."""

    code = "table-not-open"


class TableIsSuspended(TableRefusal):
    """Nothing is played until what is wrong is put right."""

    code = "table-suspended"


class SomethingMissing(TableRefusal):
    """A table has its sign, and where dice are thrown a set of them, before it is played."""

    code = "table-something-missing"


class RoundInProgress(TableRefusal):
    """One round at a time."""

    code = "table-round-in-progress"


class TableIsClosing(TableRefusal):
    """Once the time of its sign has come nothing further is staked at a table."""

    code = "table-closing"


class DealerDecides(TableRefusal):
    """Where a dealer runs the game the dealer begins and ends a wagering period."""

    code = "table-dealer-decides"


class PeriodImpossible(TableRefusal):
    """A wagering period has a length in which somebody can wager."""

    code = "table-period-impossible"


class Sign(msgspec.Struct, frozen=True):
    """Something announced: since when it has been displayed without a gap, and when it comes."""

    counts_from: Instant
    comes_at: Instant
    limits: dict[str, Limit] = {}


class Table(State, frozen=True):
    """What is known of a table."""

    id: TableId = TableId("")
    book: str = ""
    variant: str = ""
    equipment: tuple[str, ...] = ()  # the machines that sense its outcomes, by name
    chip_unit: Cents = ONE_CENT
    limits: dict[str, Limit] = {}
    personal: dict[SeatId, dict[str, Limit]] = {}
    change: Sign | None = None
    closure: Sign | None = None
    sign_gone_at: Instant | None = None
    wagering_seconds: int | None = None  # none: the dealer says when
    is_open: bool = False
    suspended: str = ""
    dice_set: str = ""
    dice: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()  # off the table and not found
    shooting_cents: Cents | None = None
    round: RoundId = RoundId("")
    point: int | None = None
    point_since: str = ""
    frozen: tuple[str, ...] = ()
    shooter: SeatId | None = None
    offered_to: SeatId | None = None
    declined: tuple[SeatId, ...] = ()
    last_shooter: SeatId | None = None
    has_passed: bool = False  # the last shooter no longer has the dice
    has_no_taker: bool = False  # nobody takes the dice this round: the dealer rolls, or they are shot automatically
    in_hand: tuple[str, ...] = ()  # the dice the shooter has selected
    thrower: str = ""  # whom the shooter has authorised to throw
    stickperson: str = ""  # the boxperson who acts as one at Mini Craps

    @property
    def book_id(self) -> str:
        """Which book is played."""
        return self.book.partition("@")[0]


def at(id: TableId) -> Ref[Table]:  # noqa: A002 - it is the stream's id
    """The stream of a table: `star.AC01`."""
    return AGGREGATE.at(id)


def commission(
    table: Table,
    *,
    id: TableId,  # noqa: A002 - it is the table's id
    book: interpreter.Table,
    variant: str,
    layout: str,
    equipment: Collection[str] = (),
    chip_unit: Cents = ONE_CENT,
) -> TableCommissioned:
    """Put a table on the books (DF 2.1, CC 2.1, CC 7.2)."""
    if table.id:
        raise TableExists(f"{table.id} has been commissioned already.")
    if variant not in VARIANTS.get(book.book_id, ("",)):
        raise NoSuchVariant(f"{BOOK_NAMES[book.book_id]} has no variant called {variant!r}.")
    assert chip_unit > 0, "a chip is worth something"
    return TableCommissioned(
        table=id, book=book.version, variant=variant, layout=layout, equipment=tuple(equipment), chip_unit=chip_unit
    )


def adopt_version(table: Table, *, book: interpreter.Table, wagers_lying: int) -> BookVersionAdopted:
    """Let the next rounds be settled by another version of the same book."""
    require_commissioned(table)
    require_between_rounds(table)
    if book.book_id != table.book_id:
        raise AnotherBook(f"{table.id} is played by {BOOK_NAMES[table.book_id]}.")
    if wagers_lying:
        raise WagersLie("There are wagers on the layout: they are settled by the version they were placed under.")
    return BookVersionAdopted(book=book.version, instead_of=table.book)


def open_table(table: Table, *, now: Instant) -> TableOpened:
    """Let rounds be played: the sign is displayed, and where dice are thrown there is a set (CC 4.1, DF 2.5, CC 2.3)."""
    require_commissioned(table)
    if table.is_open:
        raise TableIsOpen(f"{table.id} is open already.")
    if not table.limits:
        grant = authority.granted(table.book_id, Power.CHANGE_LIMITS)[0]
        raise SomethingMissing("Display the sign with minimum and maximum first.", rule=cite(table.book_id, grant.rule))
    rule = WITH_LOOSE_DICE.get(table.book_id)
    if rule and not table.dice_set:
        raise SomethingMissing("Introduce a set of five dice first.", rule=cite(table.book_id, rule))
    if not rule and table.wagering_seconds is None:
        raise SomethingMissing("Set the length of the wagering period first.", rule=", ".join(period_rule(table)))
    return TableOpened(at=now)


def require_taking_wagers(table: Table, *, now: Instant) -> None:
    """Refuse a new wager at a table whose time to close has come; what lies there is played to its end."""
    if table.closure is not None and now >= table.closure.comes_at:
        grant = authority.granted(table.book_id, Power.CLOSE_TABLE, variant=table.variant)[0]
        raise TableIsClosing("The table closes: no new wager is taken.", rule=cite(table.book_id, grant.rule))


def configure_period(table: Table, *, seconds: int) -> WageringPeriodConfigured:
    """Determine how long wagers may be placed at an electronic table, from the next round on (IR 3.10)."""
    require_commissioned(table)
    if table.book_id in WITH_LOOSE_DICE:
        raise DealerDecides("At this table the dealer begins a round and calls no more bets.")
    if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        raise PeriodImpossible(f"A wagering period lasts {SHORTEST_SECONDS} to {LONGEST_SECONDS} seconds.")
    return WageringPeriodConfigured(seconds=seconds, instead_of=table.wagering_seconds, rule=period_rule(table))


def period_rule(table: Table) -> tuple[RuleId, ...]:
    """The rule that lets the operator determine the length of a wagering period, where the book has one."""
    return (cite(IR, "3.10"),) if table.book_id == IR else ()


def require_commissioned(table: Table) -> None:
    """Refuse what is asked of a table that is not on the books."""
    if not table.id:
        raise NotCommissioned("There is no such table.")


def remaining(table: Table) -> tuple[str, ...]:
    """The dice of the set that are at the table."""
    return tuple(die for die in table.dice if die not in table.lost)


def at_hand(table: Table) -> tuple[str, ...]:
    """The dice that can be thrown: what remains of the set, and those of an old set its shooter goes on with (DF 3.5)."""
    return tuple(dict.fromkeys((*remaining(table), *table.in_hand)))


def require_between_rounds(table: Table) -> None:
    """Refuse while a round is being played."""
    if table.round:
        raise RoundInProgress(f"A round is being played at {table.id}: {table.round}.")


def evolve(table: Table, event: TableEvent) -> Table:
    """The table after an event."""
    match event:
        case TableCommissioned():
            return Table(
                id=event.table, book=event.book, variant=event.variant, equipment=event.equipment, chip_unit=event.chip_unit
            )
        case BookVersionAdopted():
            return table.but(book=event.book)
        case WageringPeriodConfigured():
            return table.but(wagering_seconds=event.seconds)
        case TableOpened():
            return table.but(is_open=True)
        case TableSuspended():
            return table.but(suspended=event.reason)
        case TableReleased():
            return table.but(suspended="")
        case DiceSetIntroduced() | DieOffTable() | DieFound():
            return _dice(table, event)
        case RoundBegun():
            return table.but(round=event.round_id)
        case RoundFinished():
            over = table.but(round=RoundId(""), has_no_taker=False)
            return over.but(point=event.point, point_since=event.point_since, frozen=event.frozen)
        case _:
            return _sign(table, event)


def _dice(table: Table, event: DiceEvent) -> Table:
    match event:
        case DiceSetIntroduced():
            return table.but(dice_set=event.dice_set, dice=tuple(die.id for die in event.dice), lost=())
        case DieOffTable():
            return table.but(lost=(*table.lost, event.die), in_hand=_without(table.in_hand, event.die))
        case DieFound():
            dice = table.dice if event.is_sound else _without(table.dice, event.die)
            is_in_hand = event.to_shooter and len(table.in_hand) < DICE_THROWN
            in_hand = (*table.in_hand, event.die) if is_in_hand else table.in_hand
            return table.but(lost=_without(table.lost, event.die), dice=dice, in_hand=in_hand)
        case _:
            assert_never(event)


def _without(dice: tuple[str, ...], die: str) -> tuple[str, ...]:
    return tuple(each for each in dice if each != die)


def _sign(table: Table, event: SignEvent | PlayerEvent) -> Table:
    match event:
        case LimitsDisplayed():
            return table.but(limits=event.limits)
        case LimitsChanged():
            return table.but(limits=event.limits, change=None)
        case LimitChangeNoticed():
            return table.but(change=Sign(event.displayed_at, event.effective_at, event.limits))
        case ClosureNoticed():
            return table.but(closure=Sign(event.displayed_at, event.closes_at))
        case TableClosed():
            return _closed(table)
        case SignDisconnected():
            return table.but(sign_gone_at=event.at)
        case SignReconnected():
            return table.but(
                sign_gone_at=None,
                change=_begun_anew(table.change, event.counts_from),
                closure=_begun_anew(table.closure, event.counts_from),
            )
        case _:
            return _player(table, event)


def _closed(table: Table) -> Table:
    """Play ends: the next opening begins with a come out roll (AC 1.1), by the dice of nobody, with every area open."""
    ended = _no_turn(table).but(is_open=False, closure=None, last_shooter=None, has_passed=False, stickperson="")
    return ended.but(point=None, point_since="", frozen=())


def _begun_anew(sign: Sign | None, counts_from: Instant | None) -> Sign | None:
    return msgspec.structs.replace(sign, counts_from=counts_from) if sign and counts_from else sign


def _player(table: Table, event: PlayerEvent) -> Table:
    match event:
        case PersonalLimitsGranted():
            return table.but(personal={**table.personal, event.seat: event.limits})
        case PersonalLimitsEnded():
            return table.but(personal={seat: limits for seat, limits in table.personal.items() if seat != event.seat})
        case DiceShootingValueSet():
            return table.but(shooting_cents=event.cents)
        case _:
            return _turn(table, event)


def _turn(table: Table, event: TurnEvent) -> Table:
    match event:
        case DiceOffered():
            return table.but(offered_to=event.seat)
        case DiceDeclined():
            return table.but(offered_to=None, declined=(*table.declined, event.seat))
        case ShooterDesignated(seat=None):
            return _no_turn(table).but(has_no_taker=True)
        case ShooterDesignated(seat=seat):
            turn = {"shooter": seat, "last_shooter": seat, "in_hand": event.dice, "thrower": event.thrower}
            return _no_turn(table).but(has_passed=False, **turn)
        case DicePassed():
            return _no_turn(table).but(has_passed=True)
        case StickpersonAppointed():
            return table.but(stickperson=event.boxperson)
        case StickpersonRelieved():
            return table.but(stickperson="")
        case _:
            assert_never(event)


def _no_turn(table: Table) -> Table:
    """Nobody has the dice, and nobody was offered them."""
    return table.but(shooter=None, offered_to=None, declined=(), has_no_taker=False, in_hand=(), thrower="")


AGGREGATE = Aggregate("table", Table(), evolve, state_version=3, guardable=True)
