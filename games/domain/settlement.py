"""What a round does to a position: an outcome settles its wagers or leaves them for the next round, a ground voids them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from hashlib import sha256

import msgspec

from casino.domain import authority
from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.money import Cents
from casino.domain.powers import CC, DF, Power
from casino.domain.refusals import MoneyRefusal
from games.domain.position import Position, named, require_wager
from games.domain.setting import Setting
from games.domain.vocabulary import Layout, Totals, WagerNumber
from games.domain.wager import Wager, figures_of, laid, lying_of
from games.domain.wager_events import PositionEvent, WagerCancelled, WagerCarriedForward, WagerSettled, WagerVoided
from games.rules.interpreter import Reach
from games.rules.layout import WagerOnLayout

PAID_UP = {DF: "6.5", CC: "4.2.3"}  # to the next highest amount payable in chips; elsewhere to the cent
UP_TO_THE_CHIP, UP_TO_THE_CENT = ReadingId("X-10"), ReadingId("X-01")


class NotRefusable(MoneyRefusal):
    """A wager that the book permits stands."""

    code = "wager-not-refusable"

    def __init__(self, sentence: str, *, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


def settle(position: Position, *, outcome: str, setting: Setting) -> list[WagerSettled | WagerCarriedForward]:
    """What the outcome makes of every wager of the position (AC 3.12, IR 4.1.3, DF 4.5, CC 5.3.1(d))."""
    return [_met(position, wager, outcome, setting, None) for wager in position.wagers.values()]


def settle_corrected(position: Position, *, outcome: str, setting: Setting) -> list[WagerSettled | WagerCarriedForward]:
    """The same by the actual outcome, where another was recorded (AC 6.1, IR 7.2.3.1, DF 10.2, SB 7.1)."""
    return [_met(position, wager, outcome, setting, setting.book.correction) for wager in position.wagers.values()]


def void(position: Position, *, ground: str, setting: Setting) -> list[WagerVoided | WagerCarriedForward]:
    """Give back stake and commission of the wagers that a ground reaches; the others lie on (X-03, DF 5.2)."""
    return _declared(position, ground, setting, forfeited=False)


def forfeit(position: Position, *, ground: str, setting: Setting) -> list[WagerVoided | WagerCarriedForward]:
    """Keep the stakes of a player who defrauded, where the book lets a manager direct it (AC 7.9, X-06)."""
    return _declared(position, ground, setting, forfeited=True)


def refuse(position: Position, *, wager: WagerNumber, reason: str, setting: Setting) -> WagerVoided:
    """Have a wager removed that a supervisor refuses on reasonable grounds (DF 11.11)."""
    there = require_wager(position, wager)
    grants = authority.granted(setting.book.book_id, Power.REFUSE_WAGER)
    if not grants:
        raise NotRefusable("This book lets nobody refuse a wager that has been placed.")
    if not reason.strip():
        raise NotRefusable("Say on which grounds the wager is refused.", rule=setting.cite(grants[0].rule))
    on = laid(there, setting)
    on.declare(Reach(grants[0].rule, voids=True, spares=[], forfeits=False, readings=[]), 0, forfeited=False)
    return msgspec.structs.replace(_voided(position, there, on, "refused", setting), reason=reason)


def _met(
    position: Position, wager: Wager, outcome: str, setting: Setting, correction: str | None
) -> WagerSettled | WagerCarriedForward:
    on = laid(wager, setting)
    on.roll(outcome, 0, correction)
    if on.closing is None:
        return _carried(position, wager, on, outcome, setting)
    return _settled(position, wager, on, outcome, setting)


def _settled(position: Position, wager: Wager, on: WagerOnLayout, outcome: str, setting: Setting) -> WagerSettled:
    assert on.closing is not None
    figures = figures_of(on, setting, wager.lying.commission_cents)
    readings = [*map(ReadingId, on.closing.readings)]
    rounded_by = None
    if figures.rounding_cents:
        up = PAID_UP.get(setting.book.book_id) if on.closing.result == "win" else None
        rounded_by = setting.cite(up) if up else None
        readings.append(UP_TO_THE_CHIP if up else UP_TO_THE_CENT)
    return WagerSettled(
        **named(position, wager, setting),
        book=wager.book,
        outcome=outcome,
        state=wager.lying.state,
        result=on.closing.result,
        odds_rule=setting.cite(on.wager.odds_rule),
        rounding_rule=rounded_by,
        figures=figures,
        rule=_rules(on, setting),
        readings=tuple(dict.fromkeys(readings)),
    )


def _declared(position: Position, ground: str, setting: Setting, *, forfeited: bool) -> list[WagerVoided | WagerCarriedForward]:
    reach = setting.book.grounds[ground]
    met: list[WagerVoided | WagerCarriedForward] = []
    for wager in position.wagers.values():
        on = laid(wager, setting)
        on.declare(reach, 0, forfeited=forfeited)
        if on.closing is not None:
            met.append(_voided(position, wager, on, ground, setting))
        elif on.open_rule != wager.lying.rule:
            met.append(_carried(position, wager, on, ground, setting))
    return met


def _voided(position: Position, wager: Wager, on: WagerOnLayout, ground: str, setting: Setting) -> WagerVoided:
    assert on.closing is not None
    return WagerVoided(
        **named(position, wager, setting),
        ground=ground,
        is_forfeited=not on.closing.returned,
        figures=figures_of(on, setting, wager.lying.commission_cents),
        rule=_rules(on, setting),
        readings=tuple(map(ReadingId, on.closing.readings)),
    )


def _carried(position: Position, wager: Wager, on: WagerOnLayout, met: str, setting: Setting) -> WagerCarriedForward:
    return WagerCarriedForward(
        position=position.id,
        round_id=setting.round_id,
        wager=wager.number,
        selection=wager.selection,
        met=met,
        lying=lying_of(on, setting, wager.lying),
        rule=_rules(on, setting),
    )


def _rules(on: WagerOnLayout, setting: Setting) -> tuple[RuleId, ...]:
    """The deciding clause, and after it the correction and the limit that also apply."""
    return tuple(setting.cite(rule) for rule in on.deciding_rule().split(" with "))


def layout_of(positions: Iterable[Position]) -> Layout:
    """All wagers of these positions as they stand: what settlement goes by (AC 3.3.7, IR 3.3.7, DF 6.8)."""
    lines = sorted(
        f"{position.id} {wager.number} {wager.selection} {wager.lying.state} {wager.lying.stake_cents}\n"
        for position in positions
        for wager in position.wagers.values()
    )
    total = sum(wager.lying.stake_cents for position in positions for wager in position.wagers.values())
    return Layout(wagers=len(lines), total_cents=Cents(total), sha256=sha256("".join(lines).encode()).hexdigest())


def still_frozen(position: Position, events: Sequence[PositionEvent]) -> frozenset[str]:
    """The areas on which this player's wagers are frozen after a round, by it or, untouched, by one before (DF-06, DF-09)."""
    met = {event.wager for event in events if isinstance(event, WagerCarriedForward | WagerSettled | WagerVoided)}
    carried = [(event.selection, event.lying) for event in events if isinstance(event, WagerCarriedForward)]
    untouched = [(wager.selection, wager.lying) for number, wager in position.wagers.items() if number not in met]
    return frozenset(selection for selection, lying in [*carried, *untouched] if lying.shows == "frozen")


def totals_of(events: Sequence[PositionEvent]) -> Totals:
    """What a round came to, over the events of all its positions."""
    closed = [event.figures for event in events if isinstance(event, WagerSettled | WagerVoided | WagerCancelled)]
    return Totals(
        settled=len(closed),
        carried=sum(isinstance(event, WagerCarriedForward) for event in events),
        stakes_cents=Cents(sum(figures.stake_cents for figures in closed)),
        winnings=_sum(figures.winnings for figures in closed),
        returned=_sum(figures.returned for figures in closed),
        paid_cents=Cents(sum(figures.paid_cents for figures in closed)),
        rounding_cents=Cents(sum(figures.rounding_cents for figures in closed)),
    )


def _sum(amounts: Iterable[Fraction]) -> Fraction:
    """Those of one denominator first, for which whole numbers are enough."""
    over: Counter[int] = Counter()
    for amount in amounts:
        over[amount.denominator] += amount.numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in over.items()), start=Fraction(0))
