"""A position: one player's chips at one table."""

from __future__ import annotations

from typing import Any, assert_never

import msgspec

from casino.domain.accounts import Account, AccountKind
from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.money import Cents
from casino.domain.refusals import MoneyRefusal, Refusal
from games.domain.setting import Setting
from games.domain.vocabulary import Limit, PositionId, Scope, SeatId, StakeKind, TableId, WagerNumber, kind_of
from games.domain.wager import Wager
from games.domain.wager_events import (
    BelowMinimumAdvised,
    ClosingRuleModified,
    PositionEvent,
    PositionLeft,
    PositionTaken,
    WagerCalled,
    WagerCancelled,
    WagerCarriedForward,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerSettled,
    WagerVoided,
)


class AlreadyTaken(Refusal):
    """A position is taken once."""

    code = "position-taken"


class WagersLie(MoneyRefusal):
    """Nobody leaves wagers behind."""

    code = "position-wagers-lie"


class NotTaken(MoneyRefusal):
    """Nobody has this position."""

    code = "position-not-taken"


class NoSuchWager(MoneyRefusal):
    """There is no such wager on the layout."""

    code = "wager-not-there"


class Position(State, frozen=True):
    """A player's chips at a table."""

    id: PositionId = PositionId("")
    table: TableId = TableId("")
    seat: SeatId = SeatId("")
    purse: Account = Account("")
    wagers: dict[WagerNumber, Wager] = {}
    last_number: WagerNumber = WagerNumber(0)
    is_advised: bool = False  # that wagers below the minimum will be returned (CC 4.2.1)
    reduced: dict[str, str] = {}  # selection -> the round whose point must be resolved first (CC 3.4.3)

    @property
    def is_taken(self) -> bool:
        """Whether somebody plays here."""
        return bool(self.id)

    def on(self, selection: str) -> tuple[Wager, ...]:
        """The wagers on an area."""
        return tuple(wager for wager in self.wagers.values() if wager.selection == selection)


def at(table: TableId, seat: SeatId) -> Ref[Position]:
    """The stream of a seat at a table: `position-star.AC01.T0417`."""
    return AGGREGATE.at(_name(table, seat))


def take(position: Position, *, table: TableId, seat: SeatId, meter: str | None) -> PositionTaken:
    """Let a player play at a table, from the credit meter of a terminal or with chips (AC 3.3, DF 6.3, CC 3.1)."""
    if position.is_taken:
        raise AlreadyTaken(f"{position.seat} has its position at {position.table} already.")
    id_ = _name(table, seat)
    purse = AccountKind.CREDIT_METER.of(meter) if meter else AccountKind.CHIPS.of(id_)
    return PositionTaken(position=id_, table=table, seat=seat, purse=purse)


def leave(position: Position) -> PositionLeft:
    """Let a player leave the table; the next one there is another, who has been advised of nothing."""
    require_taken(position)
    if position.wagers:
        raise WagersLie("There are wagers on the layout: take them down or wait for their result.")
    return PositionLeft(position=position.id)


def _name(table: TableId, seat: SeatId) -> PositionId:
    return PositionId(f"{table}.{seat}")


def require_taken(position: Position) -> None:
    """Refuse what is done at a place nobody has taken."""
    if not position.is_taken:
        raise NotTaken("Nobody plays at this place: take it first.")


def require_wager(position: Position, number: WagerNumber) -> Wager:
    """The wager of this number; one that was settled or taken down is no longer there."""
    require_taken(position)
    if number not in position.wagers:
        raise NoSuchWager("There is no such wager on the layout any more.")
    return position.wagers[number]


def limit_for(
    position: Position, selection: str, setting: Setting, *, beside: Wager | None = None, stake_kind: str = StakeKind.CHIP
) -> Limit:
    """What the sign leaves for this wager: chips and tokens count together, per player all of its kind (CC 4.4, X-08, DF 6.3)."""
    limit = setting.limit(selection)
    if limit.scope == Scope.PLAYER:
        counted = [wager for wager in position.wagers.values() if kind_of(wager.selection) == kind_of(selection)]
    else:
        staked_in = beside.stake_kind if beside else stake_kind
        counted = [wager for wager in position.on(selection) if wager.stake_kind != staked_in]
    others = sum(wager.lying.stake_cents for wager in counted if wager is not beside)
    if not others:
        return limit
    left = {"minimum": Cents(max(limit.minimum - others, 0)), "maximum": Cents(max(limit.maximum - others, 0))}
    return msgspec.structs.replace(limit, **left)


def named(position: Position, wager: Wager, setting: Setting) -> dict[str, Any]:
    """Which wager an event speaks of, and whose."""
    return {
        "position": position.id,
        "round_id": setting.round_id,
        "wager": wager.number,
        "selection": wager.selection,
        "stake_kind": wager.stake_kind,
        "purse": position.purse,
    }


def is_barred(position: Position, selection: str, setting: Setting) -> bool:
    """Whether it was reduced or removed on the point that is still to be resolved (CC 3.4.3)."""
    return bool(setting.point_since) and position.reduced.get(selection) == setting.point_since


def evolve(position: Position, event: PositionEvent) -> Position:
    """The position after an event."""
    match event:
        case PositionTaken():
            return Position(
                id=event.position, table=event.table, seat=event.seat, purse=event.purse, last_number=position.last_number
            )
        case PositionLeft():
            return Position(last_number=position.last_number)
        case WagerPlaced():
            placed = Wager(
                number=event.wager,
                round_id=event.round_id,
                selection=event.selection,
                stake_kind=event.stake_kind,
                book=event.book,
                lying=event.lying,
            )
            return position.but(wagers={**position.wagers, event.wager: placed}, last_number=event.wager)
        case WagerReduced():
            return _lies(position, event).but(reduced=_barred(position, event))
        case WagerIncreased() | WagerCalled() | WagerCarriedForward():
            return _lies(position, event)
        case WagerCancelled():
            return _gone(position, event.wager).but(reduced=_barred(position, event))
        case WagerSettled() | WagerVoided():
            return _gone(position, event.wager)
        case BelowMinimumAdvised():
            return position.but(is_advised=True)
        case ClosingRuleModified():
            return position  # the change it lets in is an event of its own
        case _:
            assert_never(event)


def _lies(position: Position, event: WagerIncreased | WagerReduced | WagerCalled | WagerCarriedForward) -> Position:
    wager = msgspec.structs.replace(position.wagers[event.wager], lying=event.lying)
    return position.but(wagers={**position.wagers, event.wager: wager})


def _gone(position: Position, number: WagerNumber) -> Position:
    return position.but(wagers={each: wager for each, wager in position.wagers.items() if each != number})


def _barred(position: Position, event: WagerReduced | WagerCancelled) -> dict[str, str]:
    return {**position.reduced, event.selection: event.point_since} if event.point_since else position.reduced


AGGREGATE = Aggregate("position", Position(), evolve, state_version=2)
