"""What wagers do to a credit meter: what is taken, what comes back, what was won."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from casino.domain.aggregate import RuleId
from casino.domain.money import Cents
from devices.domain import credit_meter
from devices.domain.credit_meter import AGGREGATE, CreditMeter, NotEnoughCredits, Source
from devices.domain.events import CreditsCancelled, CreditsIncremented
from games.domain import crediting, placing, settlement
from games.domain.position import Position, take
from games.domain.vocabulary import Figures, RoundId, SeatId, Selection, StakeKind, TableId, WagerNumber
from games.domain.wager_events import WagerSettled
from tests.games.domain.at_the_table import AC, IR
from tests.games.domain.playing import holding, seated, setting_of

LISTED = RuleId("AC 3.4")
ROUND = RoundId("star.AC01.20260822.0001")


def _meter(cents: int) -> CreditMeter:
    opened = credit_meter.open_meter(CreditMeter(), terminal="T0417", book=AC, sources=list(Source), credit_cents=1, rule=LISTED)
    return AGGREGATE.fold(CreditMeter(), [opened]).but(cents=Cents(cents))


def _settled(number: int, **figures: Any) -> WagerSettled:
    """A settled wager that came to this."""
    nothing = {"effective": Fraction(500), "winnings": Fraction(0), "returned": Fraction(0), "commission": Fraction(0)}
    more = {"paid_cents": Cents(0), "rounding_cents": Cents(0), "commission_refunded": Fraction(0)}
    return WagerSettled(
        position=seated().id,
        round_id=ROUND,
        wager=WagerNumber(number),
        selection=Selection("red"),
        stake_kind=StakeKind.CHIP,
        purse=seated().purse,
        book="b",
        outcome="7",
        state="on",
        result="win",
        odds_rule=RuleId("AC 3.9"),
        rounding_rule=None,
        figures=Figures(**{"stake_cents": Cents(500), "commission_refunded_cents": Cents(0), **nothing, **more, **figures}),
    )


def _put(source: str, cents: int, cause: str) -> CreditsIncremented:
    return CreditsIncremented(source=source, cents=Cents(cents), cause=cause, rule=(LISTED,))


def test_stake_and_commission_are_taken_together() -> None:
    placed = placing.place(seated(), selection=Selection("buy:4"), stake_cents=Cents(2_000), setting=setting_of(AC))
    assert crediting.change(_meter(2_100), placed) == [CreditsCancelled(cents=Cents(2_100), cause=f"{ROUND}, wager 1")]
    with pytest.raises(NotEnoughCredits):
        crediting.change(_meter(2_099), placed)


def test_what_is_taken_down_is_there_for_what_is_placed() -> None:
    moved = placing.move(holding(IR, "red", 500), wager=WagerNumber(1), to=Selection("black"), setting=setting_of(IR))
    assert crediting.change(_meter(0), moved) == [
        _put("returned stake", 500, f"{ROUND}, wager 1"),
        CreditsCancelled(cents=Cents(500), cause=f"{ROUND}, wager 2"),
    ]


def test_a_place_that_is_taken_moves_no_credits() -> None:
    taken = take(Position(), table=TableId("star.AC01"), seat=SeatId("T1"), meter="star.T1")
    assert crediting.change(_meter(5), [taken]) == []


def test_a_round_brings_winnings_once_and_what_comes_back_once() -> None:
    met = [
        _settled(1, winnings=Fraction(1_000), returned=Fraction(500), paid_cents=Cents(1_500)),
        _settled(2),
        _settled(3, returned=Fraction(500), paid_cents=Cents(500), commission_refunded_cents=Cents(25)),
    ]
    cause = f"{ROUND}, wagers 1, 3"
    assert crediting.settle(_meter(0), met) == [_put("winnings", 1_000, cause), _put("returned stake", 1_025, cause)]


def test_x_01_what_is_rounded_up_is_rounded_once() -> None:
    won = _settled(1, winnings=Fraction(1_166, 3), returned=Fraction(500), paid_cents=Cents(889), rounding_cents=Cents(1))
    half = _settled(2, returned=Fraction(5, 2), paid_cents=Cents(3), rounding_cents=Cents(1))
    assert crediting.settle(_meter(0), [won]) == [
        _put("winnings", 389, f"{ROUND}, wager 1"),
        _put("returned stake", 500, f"{ROUND}, wager 1"),
    ]
    assert crediting.settle(_meter(0), [half]) == [_put("returned stake", 3, f"{ROUND}, wager 2")]


def test_a_round_that_pays_nothing_moves_no_credits() -> None:
    lost = settlement.settle(holding(IR, "red", 500), outcome="0", setting=setting_of(IR))
    assert crediting.settle(_meter(7), lost) == []
