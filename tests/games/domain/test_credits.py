"""Wagers of a terminal are staked from its credit meter: what a touch does to the one, it does to the other."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter, NotEnoughCredits
from devices.domain.demands import INCREMENTED, SOURCES
from games.domain import crediting, placing
from games.domain.position import AGGREGATE
from games.domain.vocabulary import Selection, WagerNumber
from tests.games.domain.at_the_table import AC, IR, SB
from tests.games.domain.playing import holding, seated, setting_of

FIRST = WagerNumber(1)
AREAS = {AC: ("field", "big6"), IR: ("red", "black"), SB: ("small", "big")}


def _meter(book: str, cents: int) -> CreditMeter:
    opened = credit_meter.open_meter(
        CreditMeter(), terminal="T1", book=book, sources=SOURCES[book], credit_cents=1, rule=INCREMENTED[book]
    )
    return credit_meter.AGGREGATE.fold(CreditMeter(), [opened]).but(cents=Cents(cents))


@pytest.mark.parametrize("book", [AC, IR, SB])
def test_3_5_play_is_initiated_by_wagering_credits_from_the_meter(book: str) -> None:
    area = Selection(AREAS[book][0])
    placed = placing.place(seated(), selection=area, stake_cents=Cents(500), setting=setting_of(book))
    after = credit_meter.AGGREGATE.fold(_meter(book, 700), crediting.change(_meter(book, 700), placed))
    assert after.cents == 200
    with pytest.raises(NotEnoughCredits):
        crediting.change(_meter(book, 499), placed)


@pytest.mark.parametrize("book", [AC, IR, SB])
def test_3_5_1_chips_appear_disappear_and_move_with_a_matching_change_of_the_meter(book: str) -> None:
    here, there = map(Selection, AREAS[book])
    setting, chips = setting_of(book), holding(book, here, 500)
    for events, lying, cents in (
        ([placing.increase(chips, wager=FIRST, by_cents=Cents(300), setting=setting)], {here: 800}, 700),
        (placing.reduce(chips, wager=FIRST, to_cents=Cents(200), setting=setting), {here: 200}, 1_300),
        (placing.cancel(chips, wager=FIRST, setting=setting), {}, 1_500),
        (placing.move(chips, wager=FIRST, to=there, setting=setting), {there: 500}, 1_000),
    ):
        after = AGGREGATE.fold(chips, events)
        assert {wager.selection: wager.lying.stake_cents for wager in after.wagers.values()} == lying
        meter = _meter(book, 1_000)
        assert credit_meter.AGGREGATE.fold(meter, crediting.change(meter, events)).cents == cents
