"""Whose dice they are, by each book's own rules."""

from __future__ import annotations

from typing import Any

import pytest

from casino.domain.money import Cents
from games.domain import placing, settlement, shooter, turn
from games.domain.events import DiceDeclined, DiceOffered, DicePassed, DieOffTable, ShooterDesignated
from games.domain.position import AGGREGATE, Position
from games.domain.table import Table
from games.domain.vocabulary import SeatId, Selection, WagerNumber
from games.domain.wager_events import PositionEvent
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, SB, in_play, then
from tests.games.domain.playing import holding, rolled, seated, setting_of

T1, T2, T3 = SeatId("T1"), SeatId("T2"), SeatId("T3")
ORDER = (T1, T2, T3)
TWO = ("d1", "d2")


def _shooting(game: str, seat: SeatId) -> Table:
    return then(in_play(game), ShooterDesignated(seat=seat))


@pytest.mark.parametrize(
    ("game", "selection", "is_eligible"),
    [
        (AC, "pass_line", True),
        (AC, "field", False),
        (DF, "fire", True),
        (DF, "total:7", False),
        (CC, "win_line", True),
        (CC, "field", False),
        (SB, "small", True),
    ],
)
def test_3_11_4_1_and_5_1_1_a_shooter_has_the_wager_the_book_asks_for(game: str, selection: str, is_eligible: bool) -> None:
    assert shooter.is_eligible(in_play(game), holding(game, selection, 500)) is is_eligible
    assert not shooter.is_eligible(in_play(game), seated())


def test_ac_14_with_a_dice_shooting_value_the_terminal_must_have_wagered_it() -> None:
    there = in_play(AC).but(shooting_cents=Cents(501))
    assert not shooter.is_eligible(there, holding(AC, "pass_line", 500))
    assert shooter.is_eligible(there, holding(AC, "pass_line", 501))


def test_3_11_the_turn_goes_round_and_on_when_the_pass_line_wager_loses() -> None:
    book, there = books.BOOKS[AC], _shooting(AC, T2)
    stays = shooter.designate(there, book=book, order=ORDER, eligible=ORDER)
    assert stays == ShooterDesignated(seat=T2, rule=stays.rule, readings=stays.readings)
    assert stays.rule == ("AC 3.11",)
    rules: dict[str, Any] = {"rule": ("AC 3.11",), "readings": ("AC-14",)}
    for selection, why in (("pass_line", "the Pass Line wager has lost"), ("dont_pass", "the Don't Pass Line wager has won")):
        met = settlement.settle(holding(AC, selection, 500), outcome="1-1", setting=setting_of(AC))
        [passed] = shooter.lose_the_dice(there, met, outcome="1-1", book=books.current(AC))
        assert passed == DicePassed(seat=T2, reason=why, **rules)
        assert shooter.designate(then(there, passed), book=book, order=ORDER, eligible=ORDER).seat == T3
        nobody = shooter.designate(then(there, passed), book=book, order=ORDER, eligible=())
        assert shooter.designate(then(there, passed, nobody), book=book, order=ORDER, eligible=ORDER).seat == T3
    met = settlement.settle(holding(AC, "pass_line", 500), outcome="5-6", setting=setting_of(AC))
    assert shooter.lose_the_dice(there, met, outcome="5-6", book=books.current(AC)) == []
    assert shooter.lose_the_dice(in_play(AC), met, outcome="5-6", book=books.current(AC)) == []


def test_3_11_2_nobody_eligible_means_an_automatic_shot_and_the_turn_goes_on_from_the_last_shooter() -> None:
    book, there = books.BOOKS[AC], _shooting(AC, T2)
    nobody = shooter.designate(there, book=book, order=ORDER, eligible=())
    assert (nobody.seat, nobody.rule) == (None, ("AC 3.11.2",))
    assert shooter.designate(then(there, nobody), book=book, order=ORDER, eligible=(T1, T3)).seat == T3


def test_3_10_2_at_sic_bo_the_highest_wager_from_the_shooting_value_up_shoots_and_the_first_of_equals() -> None:
    book, there = books.BOOKS[SB], in_play(SB).but(shooting_cents=Cents(500))
    wagers = [(T1, Cents(700), 1), (T2, Cents(900), 5), (T3, Cents(900), 3)]
    first = shooter.designate_by_wagers(there, book=book, order=ORDER, wagers=wagers)
    assert (first.seat, first.rule, first.readings) == (T3, ("SB 3.10.2.1",), ("SB-06",))
    low = shooter.designate_by_wagers(there, book=book, order=ORDER, wagers=[(T1, Cents(499), 1)])
    assert (low.seat, low.rule) == (None, ("SB 3.10.4",))
    in_turn = shooter.designate_by_wagers(_shooting(SB, T1), book=book, order=ORDER, wagers=wagers)
    assert (in_turn.seat, in_turn.rule) == (T2, ("SB 3.10.1",))


def test_sb_06_a_terminal_reached_its_total_when_it_last_came_up_to_it() -> None:
    setting = setting_of(SB)

    def place(chips: Position, cents: int, selection: str) -> list[PositionEvent]:
        return list(placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting))

    one = place(seated(), 500, "small")
    held = AGGREGATE.fold(seated(), one)
    added = placing.increase(held, wager=WagerNumber(1), by_cents=Cents(200), setting=setting)
    reduced = placing.reduce(AGGREGATE.fold(held, [added]), wager=WagerNumber(1), to_cents=Cents(600), setting=setting)
    two = place(seated(), 600, "big")
    events = [(T1, one[0]), (T2, two[0]), (T1, added), (T1, reduced[0])]
    assert shooter.wagered(events) == [(T1, 600, 3), (T2, 600, 2)]
    gone = placing.cancel(held, wager=WagerNumber(1), setting=setting)
    assert shooter.wagered([(T1, one[0]), (T1, gone[0])]) == []


def test_3_2_the_dice_are_offered_in_turn_to_whoever_has_not_declined() -> None:
    book, there = books.BOOKS[DF], in_play(DF)
    offered = shooter.offer(there, book=book, order=ORDER, eligible=(T2, T3))
    assert offered == DiceOffered(seat=T2, rule=offered.rule)
    assert offered.rule == ("DF 3.2",)
    there = then(there, offered)
    with pytest.raises(shooter.DiceTaken):
        shooter.offer(there, book=book, order=ORDER, eligible=(T2, T3))
    with pytest.raises(shooter.NotOffered):
        shooter.decline(there, seat=T3)
    assert shooter.decline(there, seat=T2) == DiceDeclined(seat=T2)
    there = then(there, DiceDeclined(seat=T2))
    again = shooter.offer(there, book=book, order=ORDER, eligible=(T2, T3))
    assert isinstance(again, DiceOffered)
    assert again.seat == T3
    nobody = shooter.offer(then(there, again, DiceDeclined(seat=T3)), book=book, order=ORDER, eligible=(T2, T3))
    assert nobody == ShooterDesignated(seat=None, rule=nobody.rule)
    assert nobody.rule == ("DF 3.8",)


def test_3_3_and_5_1_2_the_first_to_accept_is_the_shooter_and_selects_two_dice() -> None:
    there = then(in_play(CC), DiceOffered(seat=T2))
    accepted = shooter.accept(there, seat=T2, dice=TWO, thrower="a friend")
    assert accepted == ShooterDesignated(seat=T2, thrower="a friend", dice=TWO, rule=accepted.rule, readings=accepted.readings)
    assert (accepted.rule, accepted.readings) == (("CC 5.1.2", "CC 5.1.1(b)(i)"), ("CC-20",))
    assert then(there, accepted).shooter == T2
    for dice in (("d1",), ("d1", "d1")):
        with pytest.raises(shooter.TwoDice):
            shooter.accept(there, seat=T2, dice=dice)
    with pytest.raises(shooter.TwoDice, match="d2, d3, d4, d5"):
        shooter.accept(then(there, DieOffTable(die="d1")), seat=T2, dice=TWO)
    with pytest.raises(shooter.NotOffered):
        shooter.accept(there, seat=T1, dice=TWO)
    with pytest.raises(shooter.NotOffered, match="in person"):
        shooter.accept(then(in_play(DF), DiceOffered(seat=T2)), seat=T2, dice=TWO, thrower="a friend")


def test_3_7_and_5_2_2_relinquished_dice_go_to_the_next_after_the_previous_shooter() -> None:
    passed = shooter.pass_dice(_shooting(CC, T2))
    assert passed == DicePassed(seat=T2, reason="as the shooter wished", rule=passed.rule)
    offered = shooter.offer(then(_shooting(CC, T2), passed), book=books.BOOKS[CC], order=ORDER, eligible=ORDER)
    assert isinstance(offered, DiceOffered)
    assert (offered.seat, offered.rule) == (T3, ("CC 5.2.2",))
    with pytest.raises(shooter.NoShooter):
        shooter.pass_dice(in_play(CC))


def test_3_6_1_after_a_seven_the_shooter_must_roll_again_unless_a_supervisor_takes_the_dice() -> None:
    frozen = _shooting(DF, T2).but(frozen=("dragon", "fire"))
    with pytest.raises(shooter.MustRollAgain) as refused:
        shooter.pass_dice(frozen)
    assert refused.value.rule == "DF 3.6.1"
    ordered = turn.order_to_pass(frozen, ground=turn.PassingGround.DELAY)
    assert ordered == DicePassed(seat=T2, reason="the shooter unreasonably delays the game", rule=ordered.rule)
    assert ordered.rule == ("DF 3.6.2",)
    assert shooter.pass_dice(_shooting(DF, T2).but(frozen=("dragons_tail",))).rule == ("DF 3.6",)
    with pytest.raises(turn.NotOrdered):
        turn.order_to_pass(_shooting(CC, T2), ground=turn.PassingGround.DELAY)
    with pytest.raises(shooter.NoShooter):
        turn.order_to_pass(in_play(DF), ground=turn.PassingGround.DELAY)


def test_df_14_the_shooter_relinquishes_when_a_frozen_dragon_or_fire_wager_loses() -> None:
    setting = setting_of(DF)
    frozen = rolled(holding(DF, "dragon", 500), "3-4", setting)
    assert shooter.relinquishes(settlement.settle(frozen, outcome="5-5", setting=setting))
    assert shooter.relinquishes(settlement.settle(frozen, outcome="3-4", setting=setting))
    assert not shooter.relinquishes(settlement.settle(frozen, outcome="1-2", setting=setting))
    assert not shooter.relinquishes(settlement.settle(holding(DF, "dragon", 500), outcome="5-5", setting=setting))


def test_3_6_1_and_5_2_2_the_dice_pass_on_by_themselves_when_the_turn_is_lost() -> None:
    setting, at_df, at_cc = setting_of(DF), books.current(DF), books.current(CC)
    frozen = rolled(holding(DF, "dragon", 500), "3-4", setting)
    lost = settlement.settle(frozen, outcome="5-5", setting=setting)
    [passed] = shooter.lose_the_dice(_shooting(DF, T2), lost, outcome="5-5", book=at_df)
    assert (passed.seat, passed.rule, passed.readings) == (T2, ("DF 3.6.1",), ("DF-14",))
    won = settlement.settle(frozen, outcome="1-2", setting=setting)
    assert shooter.lose_the_dice(_shooting(DF, T2), won, outcome="1-2", book=at_df) == []
    assert shooter.lose_the_dice(in_play(DF), lost, outcome="5-5", book=at_df) == []
    on_six = _shooting(CC, T2).but(point=6)
    [out] = shooter.lose_the_dice(on_six, [], outcome="1-6", book=at_cc)
    assert out == DicePassed(seat=T2, reason="7-out", rule=("CC 5.2.2",), readings=("CC-31",))  # type: ignore[arg-type]
    assert shooter.lose_the_dice(_shooting(CC, T2), [], outcome="1-6", book=at_cc) == []
    assert shooter.lose_the_dice(on_six, [], outcome="2-4", book=at_cc) == []


def test_5_2_2_a_seven_out_is_a_seven_before_the_point() -> None:
    book, on_six = books.current(CC), in_play(CC).but(point=6)
    assert shooter.is_seven_out(on_six, outcome="1-6", book=book)
    assert not shooter.is_seven_out(on_six, outcome="2-4", book=book)
    assert not shooter.is_seven_out(in_play(CC), outcome="1-6", book=book)
