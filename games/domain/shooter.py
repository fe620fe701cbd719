"""Who shoots next: asked of each book's own rules, offered and declined where it is a dealer who offers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, SB
from games.domain.between_rounds import require_enough_dice
from games.domain.events import DiceDeclined, DiceOffered, DicePassed, ShooterDesignated
from games.domain.position import Position
from games.domain.setting import cite
from games.domain.table import DICE_THROWN, Table, TableRefusal, remaining, require_commissioned
from games.domain.vocabulary import SeatId
from games.domain.wager_events import (
    PositionEvent,
    WagerCancelled,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerSettled,
    WagerVoided,
)
from games.rules import interpreter
from games.rules.book import Book

ELIGIBLE_WITH = {AC: ("pass_line", "dont_pass"), DF: ("dragon", "fire"), CC: ("win_line", "dont_win_line")}
OFFERED = {DF: "order_anticlockwise_from_dealer_right", CC: "order_clockwise_from_boxperson_left"}
PASSED_BY_RULE = {DF: "3.6", CC: "5.2.2"}
MUST_ROLL_AGAIN = "3.6.1"
AS_WISHED = "as the shooter wished"
LOSES_THE_DICE = {
    ("pass_line", "lose"): "the Pass Line wager has lost",
    ("dont_pass", "win"): "the Don't Pass Line wager has won",
}


class NotOffered(TableRefusal):
    """The dice were not offered to this player."""

    code = "dice-not-offered"


class DiceTaken(TableRefusal):
    """Somebody has the dice."""

    code = "dice-taken"


class NoShooter(TableRefusal):
    """Nobody has the dice."""

    code = "dice-no-shooter"


class MustRollAgain(TableRefusal):
    """After a 7 the shooter rolls again."""

    code = "dice-must-roll-again"


class TwoDice(TableRefusal):
    """The shooter selects two dice of the set."""

    code = "dice-not-two"


def is_eligible(table: Table, position: Position) -> bool:
    """Whether the player has the wager that makes a shooter (AC 3.11, DF 4.1, CC 5.1.1(b)); at Sic Bo any does (SB 3.10)."""
    selections = ELIGIBLE_WITH.get(table.book_id)
    has_value = _total(position) >= (table.shooting_cents or 0)  # at Aruze Craps: AC-14; at Sic Bo the book's own rule asks again
    return has_value and any(selections is None or wager.selection in selections for wager in position.wagers.values())


def designate(
    table: Table,
    *,
    book: Book,
    order: Sequence[SeatId],
    eligible: Collection[SeatId],
) -> ShooterDesignated:
    """At Aruze Craps: in turn among terminals with a line wager, and on when the shooter has lost the dice (AC 3.11, AC-14)."""
    question = {
        "order_clockwise": list(order),
        "eligible": list(eligible),
        "current": table.last_shooter if table.last_shooter in order else None,
        "pass_lost": table.has_passed,
    }
    return _designated(book, question, readings=("AC-14",))


def next_shooter(
    table: Table,
    positions: Sequence[Position],
    *,
    book: Book,
    order: Sequence[SeatId],
    changes: Sequence[tuple[SeatId, PositionEvent]],
) -> ShooterDesignated | None:
    """Who shoots the dice of an electronic table once wagering is closed; none: there are no dice, or a dealer offers them."""
    if table.book_id == AC:
        eligible = [position.seat for position in positions if is_eligible(table, position)]
        return designate(table, book=book, order=order, eligible=eligible)
    if table.book_id == SB:
        reached = {seat: sequence for seat, _, sequence in wagered(changes)}
        totals = [(position.seat, _total(position), reached.get(position.seat, 0)) for position in positions]
        return designate_by_wagers(table, book=book, order=order, wagers=totals)
    return None


def tied(table: Table, positions: Sequence[Position]) -> list[Position]:
    """The positions of which only the order of their wagers says who shoots (SB 3.10.2.1)."""
    if table.book_id != SB or table.shooting_cents is None:
        return []
    highest = max(map(_total, positions), default=0)
    first = [position for position in positions if _total(position) == highest]
    return first if len(first) > 1 else []


def designate_by_wagers(
    table: Table, *, book: Book, order: Sequence[SeatId], wagers: Sequence[tuple[SeatId, Cents, int]]
) -> ShooterDesignated:
    """At Sic Bo: in turn, or who wagered most from the dice shooting value up, the first of equals (SB 3.10, SB-06)."""
    question = {
        "order_clockwise": list(order),
        "wagers": [list(wager) for wager in wagers],
        "last": table.last_shooter if table.last_shooter in order else None,
        "dice_shooting_value": table.shooting_cents,
    }
    return _designated(book, question, readings=("SB-06",) if table.shooting_cents else ())


def lose_the_dice(table: Table, events: Sequence[PositionEvent], *, outcome: str, book: interpreter.Table) -> list[DicePassed]:
    """The dice pass on by what became of the shooter's own wagers, at Crown by a 7-out (AC 3.11, DF 3.6.1, CC 5.2.2)."""
    if table.shooter is None:
        return []
    if table.book_id == DF and relinquishes(events):
        return [_lost(table.shooter, "the frozen Dragon or Fire wager has lost", cite(DF, MUST_ROLL_AGAIN), "DF-14")]
    if table.book_id == CC and is_seven_out(table, outcome=outcome, book=book):
        return [_lost(table.shooter, "7-out", cite(CC, "5.2.2"), "CC-31")]
    settled = {(event.selection, event.result) for event in events if isinstance(event, WagerSettled)}
    why = [reason for result, reason in LOSES_THE_DICE.items() if result in settled and table.book_id == AC]
    return [_lost(table.shooter, " and ".join(why), cite(AC, "3.11"), "AC-14")] if why else []


def _lost(seat: SeatId, why: str, rule: RuleId, reading: str) -> DicePassed:
    return DicePassed(seat=seat, reason=why, rule=(rule,), readings=(ReadingId(reading),))


def wagered(events: Sequence[tuple[SeatId, PositionEvent]]) -> list[tuple[SeatId, Cents, int]]:
    """Each terminal's total after these events of a round, and the event with which it reached it (SB 3.10.2.1, SB-06)."""
    totals: dict[SeatId, list[tuple[int, int]]] = {}
    for sequence, (seat, event) in enumerate(events, start=1):
        history = totals.setdefault(seat, [(0, 0)])
        history.append((history[-1][0] + _staked(event), sequence))
    return [(seat, Cents(history[-1][0]), _reached(history)) for seat, history in totals.items() if history[-1][0]]


def _staked(event: PositionEvent) -> int:
    match event:
        case WagerPlaced():
            return event.stake_cents
        case WagerIncreased():
            return event.by_cents
        case WagerReduced():
            return -event.by_cents
        case WagerCancelled() | WagerVoided():
            return -event.figures.stake_cents
        case _:
            return 0


def _reached(history: Sequence[tuple[int, int]]) -> int:
    """When a total came to what it is at the end, for the last time from below."""
    final = history[-1][0]
    last_below = max(index for index, (total, _) in enumerate(history) if total < final)
    return history[last_below + 1][1]


def _total(position: Position) -> Cents:
    return Cents(sum(wager.lying.stake_cents for wager in position.wagers.values()))


def relinquishes(events: Sequence[PositionEvent]) -> bool:
    """Whether the shooter's frozen Dragon or Fire wager has lost on the roll after a seven (DF 3.6.1, DF 6.2.5.4, DF-14)."""
    settled = [event for event in events if isinstance(event, WagerSettled)]
    return any(e.selection in ELIGIBLE_WITH[DF] and (e.state, e.result) == ("frozen", "lose") for e in settled)


def is_seven_out(table: Table, *, outcome: str, book: interpreter.Table) -> bool:
    """Whether the outcome ends the shooter's turn: a seven before the point (CC 1.1, CC 5.2.2)."""
    assert table.book_id == CC, "no other book has a seven-out"
    return table.point is not None and book.wagers["win_line"].rows[str(table.point)][outcome].result == "lose"


def offer(table: Table, *, book: Book, order: Sequence[SeatId], eligible: Collection[SeatId]) -> DiceOffered | ShooterDesignated:
    """Offer the dice to the next eligible player who has not declined; to nobody: the dealer rolls (DF 3.2, 3.7, CC 5.1.1)."""
    require_commissioned(table)
    if table.shooter is not None or table.offered_to is not None:
        raise DiceTaken(f"The dice are with {table.shooter or table.offered_to}.")
    require_enough_dice(table)
    asked = [seat for seat in eligible if seat not in table.declined]
    question = {
        OFFERED[book.id]: list(order),
        "eligible": asked,
        "accepts": asked,
        "current": table.last_shooter if table.last_shooter in order else None,
    }
    seat, rule = _asked(book, question)
    return DiceOffered(seat=seat, rule=(rule,)) if seat else ShooterDesignated(seat=None, rule=(rule,))


def decline(table: Table, *, seat: SeatId) -> DiceDeclined:
    """The player does not take the dice (DF 3.2.2, CC 5.1.1(a))."""
    _require_offered(table, seat)
    return DiceDeclined(seat=seat)


def accept(table: Table, *, seat: SeatId, dice: Sequence[str], thrower: str = "") -> ShooterDesignated:
    """The first to accept is the shooter and selects two dice; at Crown somebody else may throw (DF 3.3, CC 5.1.2, CC-20)."""
    _require_offered(table, seat)
    rules = {DF: ("3.3",), CC: ("5.1.2", "5.1.1(b)(i)") if thrower else ("5.1.2",)}[table.book_id]
    cited = tuple(cite(table.book_id, rule) for rule in rules)
    require_two(dice, of=remaining(table), rule=cited[0])
    if thrower and table.book_id != CC:
        raise NotOffered("In this game the shooter throws the dice in person.", rule=cite(DF, "5.4.7"))
    readings = (ReadingId("CC-20"),) if thrower else ()
    return ShooterDesignated(seat=seat, thrower=thrower, dice=tuple(dice), rule=cited, readings=readings)


def pass_dice(table: Table) -> DicePassed:
    """The shooter passes the dice after a roll; after a 7 with frozen wagers not (DF 3.6, DF 3.6.1, CC 5.2.2)."""
    seat = require_shooter(table)
    if table.book_id == DF and table.frozen and set(table.frozen) & set(ELIGIBLE_WITH[DF]):
        raise MustRollAgain("After a seven the shooter must roll again.", rule=cite(DF, MUST_ROLL_AGAIN))
    return DicePassed(seat=seat, reason=AS_WISHED, rule=(cite(table.book_id, PASSED_BY_RULE[table.book_id]),))


def require_two(dice: Sequence[str], *, of: Collection[str], rule: str) -> None:
    """Refuse what is not two of the dice that are there."""
    if len(set(dice)) != len(dice) or len(dice) != DICE_THROWN:
        raise TwoDice("The shooter selects two dice of the set.", rule=rule)
    if not set(dice) <= set(of):
        raise TwoDice(f"The dice at the table are {', '.join(of)}.", rule=rule)


def _require_offered(table: Table, seat: SeatId) -> None:
    require_commissioned(table)
    if table.offered_to != seat:
        raise NotOffered(f"The dice are offered to {table.offered_to or 'nobody'}.")


def require_shooter(table: Table) -> SeatId:
    """Refuse what only a shooter does where nobody has the dice."""
    require_commissioned(table)
    if table.shooter is None:
        raise NoShooter("Nobody has the dice.")
    return table.shooter


def _designated(book: Book, question: Mapping[str, Any], *, readings: Sequence[str]) -> ShooterDesignated:
    seat, rule = _asked(book, question)
    return ShooterDesignated(seat=seat, rule=(rule,), readings=tuple(map(ReadingId, readings)))


def _asked(book: Book, question: Mapping[str, Any]) -> tuple[SeatId | None, RuleId]:
    assert book.shooter is not None, "a game with dice has a shooter"
    seat, rule = book.shooter(question)
    return SeatId(seat) if seat else None, cite(book.id, rule)
