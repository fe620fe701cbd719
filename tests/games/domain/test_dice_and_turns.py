"""Who keeps the dice and who loses them, and when they are shot: what no single round shows."""

from __future__ import annotations

import msgspec
import pytest

from casino.domain.aggregate import RuleId
from casino.domain.money import Cents
from games.domain import between_rounds, dice_set, outcome, placing, round_of_play, settlement, shooter, turn
from games.domain.events import DiceOffered, DicePassed, DieOffTable, ShooterDesignated, TableClosed
from games.domain.position import AGGREGATE
from games.domain.round_of_play import Cause, RoundOfPlay
from games.domain.table import SomethingMissing, Table, open_table
from games.domain.vocabulary import RoundId, SeatId, Selection
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, DICE, ENDS, IR, ROUND, SB, START, after, at, in_play, opened, then
from tests.games.domain.playing import holding, rolled, setting_of

T1, T2, T3 = ORDER = SeatId("T1"), SeatId("T2"), SeatId("T3")
NEW_DICE = tuple(msgspec.structs.replace(die, id=f"e{number}") for number, die in enumerate(DICE, start=1))


def _closed(game: str) -> RoundOfPlay:
    return after(opened(game), round_of_play.close(opened(game), cause=Cause.EXPIRY, now=ENDS))


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 3.11.1"), (SB, "SB 3.10.3")])
def test_3_11_1_and_3_10_3_the_button_is_pressed_within_ten_seconds_and_not_later(game: str, rule: str) -> None:
    play = _closed(game).but(layout=settlement.layout_of([]))
    assert outcome.shoot(play, seat=T1, shooter=T1, now=at(30 + 10)).is_automatic is False
    with pytest.raises(outcome.ShotTooLate, match="10 seconds are over") as refused:
        outcome.shoot(play, seat=T1, shooter=T1, now=at(30 + 10.000001))
    assert refused.value.rule == rule
    assert outcome.shoot_automatically(play, shooter=T1, now=at(30 + 10.000001)).rule == (rule,)


def test_ir_3_13_at_roulette_there_are_no_dice_to_shoot() -> None:
    with pytest.raises(round_of_play.WrongStage, match="no dice"):
        outcome.shoot(_closed(IR), seat=T1, shooter=None, now=ENDS)


def test_ac_12_the_shooters_turn_stands_after_a_round_without_a_result() -> None:
    there = then(in_play(AC), ShooterDesignated(seat=T2)).but(round=ROUND)
    there = then(there, between_rounds.finish_round_without_result(there))
    assert (there.shooter, there.has_passed) == (T2, False)
    again = shooter.designate(there, book=books.BOOKS[AC], order=ORDER, eligible=ORDER)
    assert again.seat == T2


def test_df_14_a_shooter_with_both_dragon_and_fire_relinquishes_the_dice_on_every_roll_after_a_7() -> None:
    setting = setting_of(DF)
    one = holding(DF, "dragon", 500)
    both = AGGREGATE.fold(one, placing.place(one, selection=Selection("fire"), stake_cents=Cents(500), setting=setting))
    frozen = rolled(both, "3-4", setting)
    for second in books.current(DF).ways:
        assert shooter.relinquishes(settlement.settle(frozen, outcome=second, setting=setting)), second


def test_df_3_2_at_the_commencement_of_play_the_dice_begin_at_the_dealers_right_again() -> None:
    there = then(in_play(DF), ShooterDesignated(seat=T1), DicePassed(seat=T1, reason="as the shooter wished"))
    assert _offered(there) == T2
    shut = then(there, TableClosed(at=START, players=0))
    assert _offered(then(shut, open_table(shut, now=START))) == T1


def _offered(there: Table) -> SeatId:
    offered = shooter.offer(there, book=books.BOOKS[there.book_id], order=ORDER, eligible=ORDER)
    assert isinstance(offered, DiceOffered)
    return offered.seat


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 3.5"), (CC, "CC 5.4.2(a)(iv)")])
def test_3_5_and_5_4_2_with_two_dice_lost_nobody_but_their_shooter_throws_before_a_new_set_is_there(game: str, rule: str) -> None:
    there = then(in_play(game), ShooterDesignated(seat=T1, dice=("d1", "d2")), DieOffTable(die="d1"), DieOffTable(die="d5"))
    assert between_rounds.begin_round(there, round_id=ROUND).round_id == ROUND
    passed = then(there, shooter.pass_dice(there))
    with pytest.raises(SomethingMissing, match="introduce a new set") as refused:
        shooter.offer(passed, book=books.BOOKS[game], order=ORDER, eligible=ORDER)
    assert refused.value.rule == rule
    renewed = then(passed, dice_set.introduce(passed, dice_set="S2", dice=NEW_DICE, checked_by="staff/7"))
    assert _offered(renewed) == T2


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 3.4"), (CC, "CC 5.4.2(a)")])
def test_3_4_and_5_4_2_a_die_of_the_old_set_that_its_shooter_goes_on_with_leaves_the_table_as_any_other(
    game: str, rule: str
) -> None:
    there = then(in_play(game), ShooterDesignated(seat=T1, dice=("d1", "d2")), DieOffTable(die="d5"), DieOffTable(die="d4"))
    renewed = then(there, dice_set.introduce(there, dice_set="S2", dice=NEW_DICE, checked_by="staff/7"))
    lost = dice_set.lose(renewed, die="d1")
    assert lost == DieOffTable(die="d1", rule=(RuleId(rule),))
    assert then(renewed, lost).in_hand == ("d2",)
    for elsewhere in ("d1", "d3", "d5"):
        with pytest.raises(dice_set.NotOfTheSet):
            dice_set.lose(then(renewed, lost), die=elsewhere)
    chosen = turn.select_dice(then(renewed, lost), dice=("e1", "e2"))
    assert then(renewed, lost, chosen).in_hand == ("e1", "e2")


@pytest.mark.parametrize("game", [AC, CC])
def test_ac_1_1_and_cc_29_the_first_roll_at_the_opening_of_a_table_is_a_come_out_roll(game: str) -> None:
    there = in_play(game).but(round=RoundId("R1"))
    on_six = then(there, between_rounds.finish_round(there, outcome="2-4", book=books.current(game)))
    shut = then(on_six, TableClosed(at=START, players=0))
    assert (shut.point, shut.point_since) == (None, "")


def test_df_6_2_4_no_area_is_frozen_at_the_opening_of_a_table() -> None:
    there = in_play(DF).but(round=RoundId("R1"))
    after_seven = then(there, between_rounds.finish_round(there, outcome="3-4", book=books.current(DF)))
    assert after_seven.frozen == ("dragon", "fire")
    assert then(after_seven, TableClosed(at=START, players=0)).frozen == ()


def test_cc_29_a_change_of_shooter_leaves_the_point_and_a_seven_out_does_not() -> None:
    book = books.current(CC)
    there = then(in_play(CC), ShooterDesignated(seat=T1)).but(round=RoundId("R1"))
    on_six = then(there, between_rounds.finish_round(there, outcome="2-4", book=book))
    changed = then(on_six, shooter.pass_dice(on_six), ShooterDesignated(seat=T2))
    assert (changed.point, changed.point_since) == (6, "R1")
    played = changed.but(round=RoundId("R2"))
    out = then(played, between_rounds.finish_round(played, outcome="3-4", book=book))
    assert (out.point, out.point_since) == (None, "")
