"""How a round comes to its outcome, and how it comes to none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.refusals import Refusal
from games.domain import outcome, round_of_play, settlement
from games.domain.events import (
    BallAtRestEarly,
    DiceShot,
    IlluminationFaulted,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeDisplayed,
    OutcomeSensed,
    OutcomeUncertain,
    ResultConfirmed,
    ResultEntered,
    ResultOverridden,
    WageringClosed,
)
from games.domain.grounds import GROUNDS, Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Cause, RoundOfPlay, Stage
from games.domain.vocabulary import SeatId
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, SB, after, at, opened

T1, T2 = SeatId("T1"), SeatId("T2")


def _closed(game: str) -> RoundOfPlay:
    play = opened(game)
    cause, now = (Cause.EXPIRY, ENDS) if play.ends_at else (Cause.NO_MORE_BETS, at(5))
    return after(play, round_of_play.close(play, cause=cause, now=now))


def _fixed(game: str) -> RoundOfPlay:
    play = _closed(game)
    return after(play, round_of_play.freeze_layout(play, layout=settlement.layout_of([])))


def _entered(game: str) -> RoundOfPlay:
    play = _closed(game)
    return after(play, outcome.enter(play, shown=[4, 3], entered_by="staff/7", book=books.current(game)))


def test_3_12_flat_dice_are_the_outcome_and_close_an_expired_period_first() -> None:
    book = books.current(AC)
    sensed = outcome.sense(opened(AC), shown=[4, 3], device="D1", now=at(31), book=book)
    assert [type(event) for event in sensed] == [WageringClosed, OutcomeSensed]
    play = after(opened(AC), *sensed)
    assert (play.stage, play.outcome, play.closed_at, sensed[-1].rule) == (Stage.DECIDED, "3-4", ENDS, ("AC 3.12",))
    assert outcome.sense(_closed(AC), shown=[4, 3], device="D1", now=at(31), book=book) == sensed[1:]


def test_3_12_a_ball_at_rest_before_the_period_is_complete_is_no_result() -> None:
    (early,) = outcome.sense(opened(IR), shown=[17], device="W1", now=at(29), book=books.current(IR))
    assert early == BallAtRestEarly(number="17", at_rest_at=at(29), ends_at=ENDS, rule=early.rule, readings=early.readings)
    assert (early.rule, early.readings) == (("IR 3.12",), ("IR-06",))
    play = after(opened(IR), early)
    assert (play.stage, play.ground, play.outcome) == (Stage.NO_RESULT, "ball_early", "")
    assert "ball_early" in books.current(IR).grounds


def test_3_11_dice_are_not_shot_before_the_period_is_over() -> None:
    with pytest.raises(round_of_play.WageringStillOpen):
        outcome.sense(opened(AC), shown=[4, 3], device="D1", now=at(29), book=books.current(AC))


@pytest.mark.parametrize(
    ("game", "shown"), [(AC, [0, 3]), (AC, [7, 1]), (AC, [3]), (SB, [1, 2]), (IR, [37]), (IR, [-1]), (IR, [])]
)
def test_an_impossible_outcome_is_refused(game: str, shown: list[int]) -> None:
    with pytest.raises(outcome.ImpossibleOutcome):
        outcome.sense(_closed(game), shown=shown, device="D1", now=ENDS, book=books.current(game))


def test_a_second_result_is_refused() -> None:
    play = after(_closed(AC), *outcome.sense(_closed(AC), shown=[4, 3], device="D1", now=ENDS, book=books.current(AC)))
    with pytest.raises(outcome.SecondResult, match="3-4"):
        outcome.sense(play, shown=[4, 4], device="D1", now=ENDS, book=books.current(AC))
    with pytest.raises(outcome.SecondResult):
        outcome.enter(_entered(DF), shown=[4, 4], entered_by="staff/7", book=books.current(DF))


def test_10_4_a_display_that_shows_another_number_is_on_record_and_disregarded() -> None:
    shown = outcome.display(_entered(DF), shown=[1, 1], device="WND1", book=books.current(DF))
    assert shown == OutcomeDisplayed(outcome="1-1", device="WND1", rule=shown.rule)
    play = after(_entered(DF), shown)
    assert (play.outcome, play.displayed, play.stage) == ("3-4", "1-1", Stage.ENTERED)


def test_1_1_cocked_dice_leave_the_round_waiting_and_have_no_result() -> None:
    doubted = outcome.doubt(_closed(AC), what=Doubt.COCKED, reported_by="device/star.D1")
    assert doubted == OutcomeUncertain(doubt="a die is cocked", reported_by="device/star.D1")
    waiting = after(_closed(AC), doubted)
    with pytest.raises(round_of_play.WrongStage):
        outcome.sense(waiting, shown=[1, 2], device="D1", now=ENDS, book=books.current(AC))
    with pytest.raises(outcome.CockedIsNoResult) as refused:
        outcome.determine(waiting, shown=[1, 2], determined_by="staff/1", book=books.current(AC))
    assert refused.value.rule == "AC 6.4.1"
    void = outcome.call_no_roll(waiting, ground=Ground.COCKED, called_by="staff/1", book=books.current(AC))
    assert void == NoRollCalled(
        ground=Ground.COCKED, declares="cocked", is_mandatory=True, called_by="staff/1", rule=void.rule, readings=void.readings
    )
    assert (void.rule, void.readings) == (("AC 6.4.1",), ("AC-12",))


@pytest.mark.parametrize(
    ("game", "what", "rule"),
    [
        (AC, Doubt.MISSING, "AC 6.1"),
        (IR, Doubt.MISSING, "IR 7.2.3.1"),
        (DF, Doubt.DISPUTED, "DF 4.4.4"),
        (CC, Doubt.DISPUTED, "CC 5.3.1(b)(i)"),
    ],
)
def test_a_missing_or_disputed_outcome_waits_for_the_person_who_decides(game: str, what: Doubt, rule: str) -> None:
    start = _entered(game) if game in {DF, CC} else _closed(game)
    waiting = after(start, outcome.doubt(start, what=what, reported_by="staff/7"))
    assert (waiting.stage, waiting.outcome) == (Stage.UNCERTAIN, "")
    shown = [17] if game == IR else [2, 1]
    determined = outcome.determine(waiting, shown=shown, determined_by="staff/1", book=books.current(game))
    assert isinstance(determined, OutcomeDetermined)
    assert determined.rule == (rule,)
    play = after(waiting, determined)
    assert (play.stage, play.outcome, play.is_corrected) == (Stage.DECIDED, "17" if game == IR else "1-2", False)


def test_8_5_and_8_6_the_dealer_enters_the_result_and_the_lights_confirm_it() -> None:
    entered = outcome.enter(_closed(DF), shown=[4, 3], entered_by="staff/7", book=books.current(DF))
    assert entered == ResultEntered(outcome="3-4", entered_by="staff/7", rule=entered.rule)
    play = after(_closed(DF), entered)
    confirmed = outcome.confirm(play, confirmed_by="device/star.E1")
    assert confirmed == ResultConfirmed(outcome="3-4", confirmed_by="device/star.E1", rule=confirmed.rule)
    assert (entered.rule, confirmed.rule, after(play, confirmed).stage) == (("DF 8.5",), ("DF 8.6",), Stage.DECIDED)


def test_10_5_dice_before_no_more_bets_have_no_result() -> None:
    with pytest.raises(outcome.NotPressed) as refused:
        outcome.enter(opened(DF), shown=[4, 3], entered_by="staff/7", book=books.current(DF))
    assert refused.value.rule == "DF 10.5"
    called = outcome.call_no_roll(opened(DF), ground=Ground.NO_MORE_BETS_NOT_PRESSED, called_by="staff/7", book=books.current(DF))
    assert (called.is_mandatory, called.rule, after(opened(DF), called).stage) == (True, ("DF 10.5",), Stage.NO_RESULT)
    with pytest.raises(outcome.NoSuchGround):
        outcome.call_no_roll(_closed(DF), ground=Ground.NO_MORE_BETS_NOT_PRESSED, called_by="staff/7", book=books.current(DF))


def test_10_1_a_supervisor_overrides_a_wrong_number_and_says_why() -> None:
    overridden = outcome.override(
        _entered(DF), shown=[1, 6], overridden_by="staff/1", reason="keyed 3 for 6", book=books.current(DF)
    )
    assert overridden == ResultOverridden(
        wrong="3-4",
        outcome="1-6",
        overridden_by="staff/1",
        reason="keyed 3 for 6",
        rule=overridden.rule,
        readings=overridden.readings,
    )
    play = after(_entered(DF), overridden)
    assert (overridden.rule, play.outcome, play.is_corrected, play.stage) == (("DF 10.1",), "1-6", True, Stage.DECIDED)
    with pytest.raises(outcome.NothingToOverride):
        outcome.override(_entered(DF), shown=[3, 4], overridden_by="staff/1", reason="x", book=books.current(DF))
    with pytest.raises(outcome.NothingToOverride):
        outcome.override(_entered(DF), shown=[1, 6], overridden_by="staff/1", reason=" ", book=books.current(DF))


def test_6_1_the_actual_outcome_prevails_over_the_sensor_until_it_is_settled() -> None:
    play = after(_closed(AC), *outcome.sense(_closed(AC), shown=[4, 3], device="D1", now=ENDS, book=books.current(AC)))
    overridden = outcome.override(play, shown=[4, 4], overridden_by="staff/1", reason="video", book=books.current(AC))
    assert (overridden.rule, after(play, overridden).outcome) == (("AC 6.1",), "4-4")


def test_5_3_1_at_crown_nobody_overrides() -> None:
    with pytest.raises(outcome.NothingToOverride, match="Boxperson"):
        outcome.override(_entered(CC), shown=[1, 6], overridden_by="staff/1", reason="x", book=books.current(CC))


def test_10_2_when_the_lights_fail_the_round_goes_by_the_dice() -> None:
    faulted = outcome.settle_by_the_dice(_entered(DF), shown=[3, 4], lit=[], reported_by="staff/7", book=books.current(DF))
    assert faulted == IlluminationFaulted(lit="", outcome="3-4", reported_by="staff/7", rule=faulted.rule)
    play = after(_entered(DF), faulted)
    assert (faulted.rule, play.stage, play.outcome) == (("DF 10.2",), Stage.DECIDED, "3-4")
    with pytest.raises(outcome.NothingToOverride):
        outcome.settle_by_the_dice(_entered(CC), shown=[3, 4], lit=[], reported_by="staff/7", book=books.current(CC))


@pytest.mark.parametrize(
    ("game", "ground", "is_mandatory", "rule"),
    [
        (DF, Ground.NO_END_STRUCK, False, "DF 5.3.2"),
        (DF, Ground.WRONG_THROWER, True, "DF 5.4.7"),
        (CC, Ground.IRREGULAR, False, "CC 5.4.1(c)"),
        (CC, Ground.ON_RAIL, True, "CC 5.4.2(e)"),
        (SB, Ground.TUMBLER_MALFUNCTION, True, "SB 7.4.2"),
    ],
)
def test_5_3_and_5_4_a_no_roll_says_whether_it_may_or_shall_be_called(
    game: str, ground: Ground, is_mandatory: bool, rule: str
) -> None:
    called = outcome.call_no_roll(_closed(game), ground=ground, called_by="staff/7", book=books.current(game))
    assert (called.is_mandatory, called.rule) == (is_mandatory, (rule,))


def test_a_ground_the_book_does_not_have_or_a_throw_that_was_not_is_no_ground() -> None:
    with pytest.raises(outcome.NoSuchGround):
        outcome.call_no_roll(_closed(CC), ground=Ground.WRONG_THROWER, called_by="staff/7", book=books.current(CC))
    with pytest.raises(outcome.NotPressed):
        outcome.call_no_roll(opened(DF), ground=Ground.OFF_TABLE, called_by="staff/7", book=books.current(DF))
    with pytest.raises(outcome.SecondResult):
        outcome.call_no_roll(_entered(DF), ground=Ground.OFF_TABLE, called_by="staff/7", book=books.current(DF))


def test_every_ground_is_one_its_compiled_book_knows() -> None:
    for game, grounds in GROUNDS.items():
        assert {provision.declares for provision in grounds.values()} <= set(books.current(game).grounds)


def test_3_11_1_the_shooter_has_ten_seconds_and_then_the_dice_are_shot() -> None:
    play = _fixed(AC)
    assert outcome.SHOOT_SECONDS == {AC: 10, SB: 10}
    assert outcome.shoot(play, seat=T1, shooter=T1, now=at(39)) == DiceShot(seat=T1, is_automatic=False, shot_at=at(39))
    with pytest.raises(outcome.NotTheShooter):
        outcome.shoot(play, seat=T2, shooter=T1, now=at(39))
    with pytest.raises(round_of_play.WageringStillOpen, match="still has time"):
        outcome.shoot_automatically(play, shooter=T1, now=at(39.999999))
    shot = outcome.shoot_automatically(play, shooter=T1, now=at(40))
    assert shot == DiceShot(seat=T1, is_automatic=True, shot_at=at(40), rule=shot.rule)
    assert shot.rule == ("AC 3.11.1",)
    with pytest.raises(outcome.ShotAlready):
        outcome.shoot(after(play, shot), seat=T1, shooter=T1, now=at(40))


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 3.11.1"), (SB, "SB 3.10.3")])
def test_3_11_and_3_10_the_last_rounds_shooter_shoots_nothing_before_this_rounds_wagers_are_fixed(game: str, rule: str) -> None:
    play = _closed(game)
    with pytest.raises(outcome.NotTheShooter, match="wagers are being fixed") as refused:
        outcome.shoot(play, seat=T1, shooter=T1, now=at(31))
    assert refused.value.rule == rule
    assert [outcome.is_shot_due(each, now=at(40)) for each in (play, _fixed(game))] == [False, True]
    with pytest.raises(round_of_play.WageringStillOpen):
        outcome.shoot_automatically(play, shooter=T1, now=at(40))


def test_3_11_2_with_nobody_to_shoot_the_dice_are_shot_at_the_end_of_the_period() -> None:
    shot = outcome.shoot_automatically(_closed(SB), shooter=None, now=ENDS)
    assert shot == DiceShot(seat=None, is_automatic=True, shot_at=ENDS, rule=shot.rule)
    assert shot.rule == ("SB 3.10.4",)
    with pytest.raises(round_of_play.WageringStillOpen):
        outcome.shoot_automatically(opened(SB), shooter=None, now=at(29))


STEPS = ["sense", "enter", "confirm", "doubt", "determine", "override", "no_roll", "close", "display"]


@given(st.sampled_from([AC, IR, SB, DF, CC]), st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 60)), max_size=8))
def test_no_sequence_of_steps_gives_a_round_two_results_or_undoes_its_end(game: str, steps: list[tuple[str, int]]) -> None:
    play, book = opened(game), books.current(game)
    shown = [17] if game == IR else [2] * book.dice
    for step, seconds in steps:
        before = play
        try:
            play = _stepped(play, step, seconds, shown, game)
        except Refusal:
            assert play == before
        if before.stage is Stage.NO_RESULT:
            assert play.stage is Stage.NO_RESULT
            assert play.outcome == ""
        assert (play.stage in {Stage.ENTERED, Stage.DECIDED}) == bool(play.outcome)


def _stepped(play: RoundOfPlay, step: str, seconds: int, shown: list[int], game: str) -> RoundOfPlay:
    book = books.current(game)
    match step:
        case "sense":
            return after(play, *outcome.sense(play, shown=shown, device="D1", now=at(seconds), book=book))
        case "enter":
            return after(play, outcome.enter(play, shown=shown, entered_by="s", book=book))
        case "confirm":
            return after(play, outcome.confirm(play, confirmed_by="s"))
        case "doubt":
            return after(play, outcome.doubt(play, what=list(Doubt)[seconds % 3], reported_by="s"))
        case "determine":
            return after(play, outcome.determine(play, shown=shown, determined_by="s", book=book))
        case "override":
            other = [5] if game == IR else [3] * book.dice
            return after(play, outcome.override(play, shown=other, overridden_by="s", reason="r", book=book))
        case "no_roll":
            ground = list(Ground)[seconds % len(Ground)]
            return after(play, outcome.call_no_roll(play, ground=ground, called_by="s", book=book))
        case "close":
            return after(play, round_of_play.close(play, cause=list(Cause)[seconds % 3], now=at(seconds)))
        case _:
            return after(play, outcome.display(play, shown=shown, device="W", book=book))
