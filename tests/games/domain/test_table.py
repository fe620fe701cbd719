"""A table: commissioned, opened, suspended, its dice, and its way from round to round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.money import Cents
from games.domain import between_rounds, dice_set, limits, suspension, table
from games.domain.events import (
    BookVersionAdopted,
    DiceSetIntroduced,
    DieFound,
    DieOffTable,
    PersonalLimitsGranted,
    RoundBegun,
    RoundFinished,
    TableCommissioned,
    TableOpened,
    TableReleased,
    TableSuspended,
)
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, Die, Limit, RoundId, SeatId
from games.rules import aruze_craps, books
from games.rules.compiler import compile_book
from games.rules.interpreter import Table as Book
from tests.games.domain.at_the_table import AC, CC, DF, DICE, IR, ROUND, SB, SIGN, START, TABLE, commissioned, in_play, then

LATER = Book(compile_book(replace(aruze_craps.BOOK, revision="2016-06-02.2")).canonical)


def _next(there: Table, game: str, outcome: str, *, lying_frozen: tuple[str, ...] = ()) -> Table:
    number = RoundId(f"{TABLE}.{outcome}")
    there = then(there, between_rounds.begin_round(there, round_id=number))
    finished = between_rounds.finish_round(there, outcome=outcome, book=books.current(game), lying_frozen=lying_frozen)
    return then(there, finished)


def test_cc_7_2_a_table_is_commissioned_once_for_a_variant_of_a_book_in_a_version() -> None:
    commissioning = table.commission(
        Table(), id=TABLE, book=books.current(CC), variant="mini", layout="B", equipment=["drop box 7"], chip_unit=Cents(250)
    )
    assert commissioning == TableCommissioned(
        table=TABLE, book="crown_craps@undated.1", variant="mini", layout="B", equipment=("drop box 7",), chip_unit=Cents(250)
    )
    with pytest.raises(table.TableExists):
        table.commission(then(Table(), commissioning), id=TABLE, book=books.current(CC), variant="", layout="A")
    with pytest.raises(table.NoSuchVariant):
        table.commission(Table(), id=TABLE, book=books.current(DF), variant="mini", layout="A")


def test_a_further_version_of_its_book_is_adopted_between_rounds_while_no_wager_lies() -> None:
    adopted = table.adopt_version(in_play(AC), book=LATER, wagers_lying=0)
    assert adopted == BookVersionAdopted(book="aruze_craps@2016-06-02.2", instead_of="aruze_craps@2016-06-02.1")
    assert then(in_play(AC), adopted).book == "aruze_craps@2016-06-02.2"
    with pytest.raises(table.WagersLie):
        table.adopt_version(in_play(AC), book=LATER, wagers_lying=1)
    with pytest.raises(table.AnotherBook):
        table.adopt_version(in_play(AC), book=books.current(CC), wagers_lying=0)
    with pytest.raises(table.RoundInProgress):
        table.adopt_version(in_play(AC).but(round=ROUND), book=LATER, wagers_lying=0)


def test_a_table_opens_with_its_sign_and_where_dice_are_thrown_with_a_set_of_them() -> None:
    assert table.open_table(commissioned(AC), now=START) == TableOpened(at=START)
    with pytest.raises(table.TableIsOpen):
        table.open_table(in_play(AC), now=START)
    with pytest.raises(table.SomethingMissing, match="sign"):
        table.open_table(commissioned(AC).but(limits={}), now=START)
    with pytest.raises(table.SomethingMissing, match="five dice") as refused:
        table.open_table(commissioned(DF).but(dice_set=""), now=START)
    assert refused.value.rule == "DF 2.5"
    with pytest.raises(table.NotCommissioned):
        table.open_table(Table(), now=START)


def test_10_3_a_suspended_table_begins_no_round_until_what_is_wrong_is_put_right() -> None:
    suspended = suspension.suspend(in_play(DF), reason="The lights fail.")
    assert suspended == TableSuspended(reason="The lights fail.", rule=suspended.rule)
    there = then(in_play(DF), suspended)
    with pytest.raises(table.TableIsSuspended, match=r"The lights fail\.") as refused:
        between_rounds.begin_round(there, round_id=ROUND)
    assert refused.value.rule == "DF 10.3"
    with pytest.raises(table.TableIsSuspended):
        suspension.suspend(there, reason="again")
    released = suspension.release(there, rectified="New lamps.")
    assert released == TableReleased(rectified="New lamps.", rule=released.rule)
    assert between_rounds.begin_round(then(there, released), round_id=ROUND) == RoundBegun(round_id=ROUND)
    for refuse in (lambda: suspension.suspend(in_play(AC), reason=" "), lambda: suspension.release(there, rectified="")):
        with pytest.raises(suspension.ReasonMissing):
            refuse()
    with pytest.raises(suspension.NotSuspended):
        suspension.release(in_play(AC), rectified="x")


def test_a_table_plays_one_round_at_a_time_while_it_is_open() -> None:
    with pytest.raises(table.TableNotOpen):
        between_rounds.begin_round(commissioned(AC), round_id=ROUND)
    with pytest.raises(table.RoundInProgress):
        between_rounds.begin_round(in_play(AC).but(round=ROUND), round_id=ROUND)


@pytest.mark.parametrize("game", [AC, CC])
def test_ac_13_the_point_moves_with_the_dice_and_says_since_which_round(game: str) -> None:
    on_six = _next(in_play(game), game, "2-4")
    assert (on_six.point, on_six.point_since, on_six.round) == (6, "star.AC01.2-4", "")
    stays = _next(on_six, game, "3-5")
    assert (stays.point, stays.point_since) == (6, "star.AC01.2-4")
    assert (_next(stays, game, "1-6").point, _next(stays, game, "1-6").point_since) == (None, "")


def test_ac_12_without_a_result_the_point_stands() -> None:
    there = _next(in_play(AC), AC, "2-4").but(round=ROUND)
    finished = between_rounds.finish_round_without_result(there)
    assert finished == RoundFinished(round_id=ROUND, outcome=None, point=6, point_since="star.AC01.2-4", frozen=())


def test_df_09_after_a_seven_dragon_and_fire_are_closed_whether_or_not_a_wager_lies_there() -> None:
    after_one = _next(in_play(DF), DF, "3-4")
    assert after_one.frozen == ("dragon", "fire")
    assert _next(after_one, DF, "3-4").frozen == ()
    assert _next(_next(after_one, DF, "3-4"), DF, "3-4").frozen == ("dragon", "fire")
    assert _next(after_one, DF, "3-5").frozen == ()


def test_df_09_the_tail_is_closed_only_while_a_wager_is_frozen_there() -> None:
    assert _next(in_play(DF), DF, "3-5").frozen == ()
    tail = _next(in_play(DF), DF, "3-5", lying_frozen=("dragons_tail",))
    assert tail.frozen == ("dragons_tail",)
    no_roll = between_rounds.finish_round_without_result(tail.but(round=ROUND), lying_frozen=("dragons_tail",))
    assert no_roll.frozen == ("dragons_tail",)
    assert between_rounds.finish_round_without_result(_next(in_play(DF), DF, "3-4").but(round=ROUND)).frozen == ()


def test_what_wagers_meet_at_a_table_includes_the_players_own_limits() -> None:
    own = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(900_000))}
    granted = PersonalLimitsGranted(seat=SeatId("3"), limits=own, marker="m", granted_by="staff/1")
    there = _next(then(in_play(CC, variant="mini", chip_unit=Cents(250)), granted), CC, "2-4")
    book = books.current(CC)
    assert between_rounds.setting(there, book=book, seat=SeatId("3"), round_id=ROUND, is_closed=True) == Setting(
        book=book,
        round_id=ROUND,
        limits=own,
        point=6,
        point_since="star.AC01.2-4",
        chip_unit=Cents(250),
        variant="mini",
        is_closed=True,
    )
    other = between_rounds.setting(there, book=book, seat=SeatId("4"), round_id=ROUND, is_closed=False)
    assert other.limits == SIGN


def test_2_5_and_2_3_a_set_has_five_dice_whose_opposite_faces_sum_to_seven() -> None:
    introduced = dice_set.introduce(commissioned(CC), dice_set="S2", dice=DICE, checked_by="staff/7")
    assert introduced == DiceSetIntroduced(dice_set="S2", dice=DICE, checked_by="staff/7", instead_of="S1", rule=introduced.rule)
    assert (introduced.rule, then(commissioned(CC), introduced).dice_set) == (("CC 2.3",), "S2")


@pytest.mark.parametrize(
    ("game", "dice", "rule"),
    [
        (DF, DICE[:4], "DF 2.5"),
        (DF, (*DICE[:4], DICE[0]), "DF 2.5"),
        (DF, (*DICE[:4], Die(id="x", faces=((1, 5), (2, 6), (3, 4)))), "DF 2.5"),
        (DF, (*DICE[:4], Die(id="x", faces=((1, 6), (2, 5), (2, 5)))), "DF 2.5"),
        (CC, (*DICE[:4], Die(id="x", faces=DICE[0].faces, face_um=18_999)), "CC 2.3.2"),
        (CC, (*DICE[:4], Die(id="x", faces=DICE[0].faces)), "CC 2.3.2"),
        (AC, DICE, ""),
    ],
)
def test_2_3_2_dice_that_are_not_as_the_book_demands_are_refused(game: str, dice: Any, rule: str) -> None:
    with pytest.raises(dice_set.DiceRefused) as refused:
        dice_set.introduce(commissioned(game), dice_set="S2", dice=dice, checked_by="staff/7")
    assert refused.value.rule == rule


@pytest.mark.parametrize(("game", "lost", "found"), [(DF, "DF 3.4", "DF 3.4.3"), (CC, "CC 5.4.2(a)", "CC 5.4.2(a)(iii)")])
def test_3_4_a_die_off_the_table_is_checked_when_it_is_found(game: str, lost: str, found: str) -> None:
    gone = dice_set.lose(in_play(game), die="d1")
    assert gone == DieOffTable(die="d1", rule=gone.rule)
    assert gone.rule == (lost,)
    there = then(in_play(game), gone)
    assert table.remaining(there) == ("d2", "d3", "d4", "d5")
    back = dice_set.find(there, die="d1", is_sound=True, to_shooter=True, checked_by="staff/1")
    assert back == DieFound(die="d1", is_sound=True, to_shooter=True, checked_by="staff/1", rule=back.rule)
    assert (back.rule, table.remaining(then(there, back))) == ((found,), ("d1", "d2", "d3", "d4", "d5"))
    unsound = dice_set.find(there, die="d1", is_sound=False, to_shooter=False, checked_by="staff/1")
    assert table.remaining(then(there, unsound)) == ("d2", "d3", "d4", "d5")
    with pytest.raises(dice_set.DiceRefused):
        dice_set.find(there, die="d1", is_sound=False, to_shooter=True, checked_by="staff/1")
    with pytest.raises(dice_set.NotOfTheSet):
        dice_set.lose(there, die="d1")
    with pytest.raises(dice_set.NotOfTheSet):
        dice_set.find(there, die="d2", is_sound=True, to_shooter=False, checked_by="staff/1")


def test_3_5_with_two_dice_lost_a_new_set_comes_to_the_table_unless_the_shooter_goes_on() -> None:
    there = then(in_play(DF), DieOffTable(die="d1"))
    assert between_rounds.begin_round(there, round_id=ROUND).round_id == ROUND
    there = then(there, DieOffTable(die="d5"))
    with pytest.raises(table.SomethingMissing, match="introduce a new set") as refused:
        between_rounds.begin_round(there, round_id=ROUND)
    assert refused.value.rule == "DF 3.5"
    assert between_rounds.begin_round(there.but(shooter=SeatId("3")), round_id=ROUND).round_id == ROUND
    renewed = then(there, dice_set.introduce(there, dice_set="S2", dice=DICE, checked_by="staff/7"))
    assert (renewed.lost, between_rounds.begin_round(renewed, round_id=ROUND).round_id) == ((), ROUND)


def test_7_6_a_players_own_limits_for_every_kind_stand_before_the_tables_for_one() -> None:
    own = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(900_000))}
    one_kind = {**SIGN, "fire": Limit(minimum=Cents(500), maximum=Cents(1_000))}
    there = in_play(DF).but(limits=one_kind, personal={SeatId("3"): own, SeatId("4"): {"dragon": own[EVERY_KIND]}})
    met = between_rounds.setting(there, book=books.current(DF), seat=SeatId("3"), round_id=ROUND, is_closed=False)
    assert met.limit("fire").maximum == 900_000
    other = between_rounds.setting(there, book=books.current(DF), seat=SeatId("4"), round_id=ROUND, is_closed=False)
    assert (other.limit("fire").maximum, other.limit("dragon").maximum) == (1_000, 900_000)


@given(st.sampled_from([AC, IR, SB, DF, CC]), st.data())
def test_from_round_to_round_a_point_always_says_since_when_and_nothing_else_is_lost(game: str, data: Any) -> None:
    there = in_play(game)
    for outcome in data.draw(st.lists(st.sampled_from(sorted(books.current(game).ways)), max_size=12)):
        there = _next(there, game, outcome)
        assert (there.point is None) == (there.point_since == "")
        assert there.but(point=None, point_since="", frozen=()) == in_play(game)
    assert limits.close_table(there, players=0, wagers_lying=0, now=START, minutes=20).players == 0
