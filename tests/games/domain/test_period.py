"""What the game system does at an electronic table by itself: how long wagers are placed, and when a table plays on."""

from __future__ import annotations

import pytest

from casino.domain.instant import Instant
from games.domain import limits, outcome, period, round_of_play, table
from games.domain.events import ClosureNoticed, TableClosed, WageringPeriodConfigured
from games.domain.round_of_play import Cause
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, ROUND, SB, START, after, at, commissioned, in_play, opened, then

MINUTE = 60


def test_ir_3_10_the_operator_determines_the_length_of_the_wagering_period() -> None:
    configured = table.configure_period(in_play(IR), seconds=45)
    assert configured == WageringPeriodConfigured(seconds=45, instead_of=30, rule=configured.rule)
    assert configured.rule == ("IR 3.10",)
    assert period.end_of(then(in_play(IR), configured), now=START) == at(45)
    assert table.configure_period(in_play(SB), seconds=45).rule == ()
    for seconds in (0, 601):
        with pytest.raises(table.PeriodImpossible):
            table.configure_period(in_play(IR), seconds=seconds)
    with pytest.raises(table.SomethingMissing, match="wagering period") as refused:
        table.open_table(commissioned(IR).but(wagering_seconds=None), now=START)
    assert refused.value.rule == "IR 3.10"


@pytest.mark.parametrize("game", [DF, CC])
def test_df_8_1_and_8_2_a_dealers_table_has_no_length_of_a_period(game: str) -> None:
    with pytest.raises(table.DealerDecides):
        table.configure_period(in_play(game), seconds=45)
    assert not period.is_to_begin(in_play(game), wagers_lying=1, now=START)


def test_ac_1_1_the_next_period_begins_at_a_table_that_is_open_and_plays_nothing() -> None:
    there = in_play(AC)
    assert period.is_to_begin(there, wagers_lying=0, now=START)
    for other in (commissioned(AC), there.but(suspended="The tumbler stands still."), there.but(round=ROUND)):
        assert not period.is_to_begin(other, wagers_lying=0, now=START)


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 7.2"), (IR, "IR 8.2"), (SB, "SB 8.2")])
def test_7_2_and_8_2_after_its_warning_a_table_takes_nothing_new_and_plays_on_only_for_what_lies_there(
    game: str, rule: str
) -> None:
    warned = limits.notice_closure(in_play(game), closes_at=at(5 * MINUTE), now=START, minutes=0)
    assert warned == ClosureNoticed(displayed_at=START, closes_at=at(5 * MINUTE), rule=warned.rule)
    assert warned.rule == (rule,)
    there, comes = then(in_play(game), warned), at(5 * MINUTE)
    table.require_taking_wagers(there, now=at(5 * MINUTE - 1))
    with pytest.raises(table.TableIsClosing) as refused:
        table.require_taking_wagers(there, now=comes)
    assert refused.value.rule == rule
    assert [period.is_to_begin(there, wagers_lying=lying, now=comes) for lying in (0, 1)] == [False, True]
    closed = limits.close_table(there, players=2, wagers_lying=0, now=comes, minutes=0)
    assert closed == TableClosed(at=comes, players=2, rule=closed.rule)


@pytest.mark.parametrize(("now", "is_missing"), [(at(30 + 59), False), (at(30 + 60), True)])
def test_7_2_2_an_outcome_is_missing_a_minute_after_wagering_ended_or_the_dice_were_shot(now: Instant, is_missing: bool) -> None:
    play = after(opened(AC), round_of_play.close(opened(AC), cause=Cause.EXPIRY, now=ENDS))
    assert period.is_outcome_missing(play, now=now) is is_missing
    shot = outcome.shoot_automatically(play, shooter=None, now=at(40))
    assert not period.is_outcome_missing(after(play, shot), now=now)
    assert period.is_outcome_missing(after(play, shot), now=at(40 + 60))
    assert not period.is_outcome_missing(opened(AC), now=now)


def test_only_the_game_system_does_what_it_does_by_itself() -> None:
    period.require_system("system/floor")
    for actor in ("staff/901", "device/star.T0417"):
        with pytest.raises(period.OnlyTheSystem):
            period.require_system(actor)
