"""Wagers as they lie: which there are, when they are fixed and by which rule, when they are frozen, and when they are gone."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from games.domain import outcome, permission, placing, round_of_play, settlement
from games.domain.position import AGGREGATE, Position
from games.domain.round_of_play import Cause, RoundOfPlay
from games.domain.setting import Setting
from games.domain.vocabulary import Selection, WagerNumber
from games.domain.wager_events import WagerCarriedForward
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, SB, after, at, opened
from tests.games.domain.playing import holding, rolled, seated, setting_of

FIRST = WagerNumber(1)


def _place(chips: Position, selection: str, cents: int, setting: Setting) -> Position:
    return AGGREGATE.fold(chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting))


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 3.9"), (IR, "IR 3.9"), (SB, "SB 3.9"), (DF, "DF 6.1"), (CC, "CC 3.6")])
def test_3_9_6_1_and_3_6_only_the_wagers_of_the_book_are_permissible(game: str, rule: str) -> None:
    others = {wager.id for book in books.BOOKS.values() for wager in book.wagers}
    for selection in sorted(others - books.current(game).wagers.keys()):
        with pytest.raises(permission.NotPermissible) as refused:
            permission.require_listed(setting_of(game), selection)
        assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("game", "rule"),
    [(AC, "AC 3.3.7"), (IR, "IR 3.3.7"), (SB, "SB 3.8.1"), (DF, "DF 6.8"), (CC, "CC 5.3.1(d)")],
)
def test_3_3_7_and_6_8_a_round_is_settled_strictly_by_the_wagers_that_were_fixed(game: str, rule: str) -> None:
    selection = {AC: "field", IR: "red", SB: "small", DF: "fire", CC: "field"}[game]
    chips, play = holding(game, selection, 500), _decided(game)
    frozen = round_of_play.freeze_layout(play, layout=settlement.layout_of([chips]))
    assert frozen.rule == (rule,)
    play = after(play, frozen)
    for other in (holding(game, selection, 501), seated()):
        with pytest.raises(round_of_play.LayoutDiffers) as refused:
            round_of_play.settle(play, layout=settlement.layout_of([other]), totals=settlement.totals_of([]))
        assert refused.value.rule == rule
    settled = settlement.settle(chips, outcome=play.outcome, setting=setting_of(game))
    totals = settlement.totals_of(settled)
    assert round_of_play.settle(play, layout=settlement.layout_of([chips]), totals=totals).rule == (rule,)


def _decided(game: str) -> RoundOfPlay:
    book, play = books.current(game), opened(game)
    shown = [17] if game == IR else [1] * book.dice
    if play.ends_at:
        return after(play, *outcome.sense(play, shown=shown, device="D1", now=ENDS, book=book))
    play = after(play, round_of_play.close(play, cause=Cause.NO_MORE_BETS, now=at(5)))
    play = after(play, outcome.enter(play, shown=shown, entered_by="staff/7", book=book))
    return after(play, outcome.confirm(play, confirmed_by="staff/7"))


def test_ir_4_1_1_losing_wagers_are_gone_from_the_layout_and_so_are_those_that_won() -> None:
    setting, chips = setting_of(IR), holding(IR, "red", 500)
    chips = _place(chips, "black", 500, setting)
    assert rolled(chips, "17", setting).wagers == {}
    assert rolled(chips, "0", setting).wagers == {}


def test_df_1_1_and_6_4_1_a_frozen_wager_is_neither_paid_taken_nor_augmented() -> None:
    setting = setting_of(DF)
    for selection, freezing in (("dragon", "3-4"), ("fire", "3-4"), ("dragons_tail", "3-5")):
        held = holding(DF, selection, 500)
        [frozen] = settlement.settle(held, outcome=freezing, setting=setting)
        assert isinstance(frozen, WagerCarriedForward)
        assert (frozen.lying.shows, frozen.lying.stake_cents) == ("frozen", 500)
        lying = AGGREGATE.fold(held, [frozen])
        with pytest.raises(permission.NotAllowedNow) as more:
            placing.increase(lying, wager=FIRST, by_cents=Cents(100), setting=setting)
        with pytest.raises(permission.NotAllowedNow) as less:
            placing.reduce(lying, wager=FIRST, to_cents=Cents(100), setting=setting)
        with pytest.raises(permission.NotAllowedNow) as down:
            placing.cancel(lying, wager=FIRST, setting=setting)
        assert {refused.value.rule for refused in (more, less, down)} == {"DF 6.4.1"}


def test_cc_3_4_3_a_dont_come_that_was_reduced_is_not_increased_until_the_point_is_resolved() -> None:
    on_six = setting_of(CC, point=6, point_since="R1")
    held = _place(seated(None), "dont_come", 500, on_six)
    less = AGGREGATE.fold(held, placing.reduce(held, wager=FIRST, to_cents=Cents(200), setting=on_six))
    with pytest.raises(permission.NotAllowedNow) as refused:
        placing.increase(less, wager=FIRST, by_cents=Cents(100), setting=on_six)
    assert refused.value.rule == "CC 3.4.3"
    on_the_next = setting_of(CC, point=6, point_since="R9")
    assert _place(less, "dont_win_line", 500, setting_of(CC)).on("dont_win_line")
    taken_down = AGGREGATE.fold(less, placing.cancel(less, wager=FIRST, setting=on_six))
    assert _place(taken_down, "dont_come", 500, on_the_next).on("dont_come")


def test_cc_1_4_a_bet_is_the_contingency_and_each_sum_that_is_put_on_it_a_wager_of_its_own() -> None:
    on_six = setting_of(CC, point=6, point_since="R1")
    travelled = rolled(_place(seated(None), "come", 500, on_six), "3-5", on_six)
    both = _place(travelled, "come", 700, on_six).on("come")
    assert [(wager.number, wager.lying.stake_cents) for wager in both] == [(1, 500), (2, 700)]
