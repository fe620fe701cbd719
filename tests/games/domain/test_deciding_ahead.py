"""What is open to decide about a round, what it would make of the wagers, and how long a sign has stood."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain.money import Cents
from games.domain import decidable, foreseeing, limits, sign_clock
from games.domain.decidable import Decision
from games.domain.events import NoRollCalled, OutcomeSensed, OutcomeUncertain, ResultEntered, WageringClosed
from games.domain.foreseeing import Lies, Share
from games.domain.grounds import Ground
from games.domain.limits import SIGN_GAP_SECONDS
from games.domain.outcome import Doubt
from games.domain.round_of_play import Cause, RoundOfPlay
from games.domain.table import Table
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, HIGHER, IR, SB, SIGN, START, after, at, in_play, opened, then

CLOSED = WageringClosed(cause=Cause.EXPIRY, closed_at=ENDS)
MINUTE = 60
LYING = [Lies("pass_line", "come out", 2, Cents(2_000)), Lies("field", "only", 1, Cents(500))]


def _closed(game: str) -> RoundOfPlay:
    return after(opened(game), CLOSED)


def _open(play: RoundOfPlay) -> list[Decision]:
    return [each.decision for each in decidable.decidable(play)]


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (AC, [Decision.NO_RESULT, Decision.LATE_CHANGE]),
        (IR, [Decision.NO_RESULT, Decision.LATE_CHANGE]),
        (SB, [Decision.NO_RESULT]),
        (DF, [Decision.NO_RESULT]),
        (CC, [Decision.NO_RESULT]),
    ],
)
def test_after_no_more_bets_each_book_lets_decide_what_it_gives_to_somebody(game: str, found: list[Decision]) -> None:
    assert _open(_closed(game)) == found


def test_what_is_in_doubt_is_determined_but_never_what_cocked_dice_show() -> None:
    for doubt, has_it in ((Doubt.MISSING, True), (Doubt.COCKED, False)):
        doubted = after(_closed(AC), OutcomeUncertain(doubt=doubt, reported_by="device/star.M"))
        assert (Decision.DETERMINE in _open(doubted)) is has_it


def test_10_1_a_recorded_result_is_overridden_where_the_book_lets_somebody_and_crown_does_not() -> None:
    sensed = after(_closed(AC), OutcomeSensed(outcome="3-4", device="star.M"))
    assert _open(sensed) == [Decision.OVERRIDE, Decision.LATE_CHANGE]
    for game, found in ((DF, [Decision.OVERRIDE]), (CC, [])):
        assert _open(after(_closed(game), ResultEntered(outcome="3-4", entered_by="staff/7"))) == found


def test_before_no_more_bets_only_grounds_without_a_throw_and_after_the_end_nothing() -> None:
    assert decidable.grounds_of(opened(DF)) == [Ground.NO_MORE_BETS_NOT_PRESSED]
    assert decidable.grounds_of(opened(AC)) == [Ground.TUMBLER_MALFUNCTION, Ground.SYSTEM_MALFUNCTION]
    assert _open(opened(CC)) == []
    ended = NoRollCalled(ground=Ground.COCKED, declares="cocked", is_mandatory=True, called_by="staff/7")
    assert _open(after(_closed(AC), ended)) == []


def test_df_5_2_what_a_ground_makes_of_the_wagers_is_counted() -> None:
    lying = [Lies("dragon", "only", 3, Cents(3_000)), Lies("dragons_tail", "0", 2, Cents(700))]
    found = foreseeing.without_result(lying, ground=Ground.IRREGULAR, book=books.current(DF))
    assert (found.void, found.stands, found.is_mandatory) == (Share(3, Cents(3_000)), Share(2, Cents(700)), False)
    assert (found.rule, list(found.readings)) == ("DF 5.2", ["DF-06", "DF-07", "DF-08"])


def test_cc_15_at_crown_everything_stands_by_the_rule_of_the_ground() -> None:
    found = foreseeing.without_result(LYING, ground=Ground.OFF_TABLE, book=books.current(CC))
    assert (found.void, found.stands, found.rule) == (Share(), Share(3, Cents(2_500)), "CC 5.4.2(a)")


def test_what_an_outcome_makes_of_the_wagers_is_counted_by_result() -> None:
    book = books.current(AC)
    lying = [
        Lies("pass_line", book.wagers["pass_line"].first, 2, Cents(2_000)),
        Lies("field", book.wagers["field"].first, 1, Cents(500)),
    ]
    assert foreseeing.by_outcome(lying, shown=(3, 4), book=book) == {"win": Share(2, Cents(2_000)), "lose": Share(1, Cents(500))}
    assert foreseeing.by_outcome(lying, shown=(2, 2), book=book) == {"stay": Share(2, Cents(2_000)), "win": Share(1, Cents(500))}


def _noticed(game: str) -> Table:
    there, book = in_play(game), books.current(game)
    return then(there, limits.notice_change(there, limits=HIGHER, effective_at=at(20 * MINUTE), now=START, minutes=20, book=book))


def test_7_5_the_minutes_of_a_sign_are_over_exactly_when_its_limits_may_hold() -> None:
    clock = sign_clock.of_change(_noticed(DF), minutes=20)
    assert clock
    assert (clock.counts_from, clock.needed, clock.due) == (START, timedelta(minutes=20), at(20 * MINUTE))
    assert [clock.is_over(at(20 * MINUTE - 0.000001)), clock.is_over(at(20 * MINUTE))] == [False, True]
    assert sign_clock.of_change(in_play(DF), minutes=20) is None


def test_a_sign_that_cannot_be_seen_has_not_stood_and_begins_anew_when_it_is_back() -> None:
    gone = then(_noticed(DF), limits.disconnect_sign(_noticed(DF), now=at(MINUTE)))
    clock = sign_clock.of_change(gone, minutes=20)
    assert clock
    assert not clock.is_over(at(99 * MINUTE))
    back = then(gone, limits.reconnect_sign(gone, now=at(5 * MINUTE), gap_seconds=SIGN_GAP_SECONDS))
    again = sign_clock.of_change(back, minutes=20)
    assert again
    assert again.due == at(25 * MINUTE)


def test_a_sign_that_raises_no_minimum_needs_no_minutes_and_one_that_closes_does() -> None:
    there = _noticed(DF)
    lower = then(there, limits.change_limits(there, limits=HIGHER, now=at(20 * MINUTE), minutes=20, book=books.current(DF)))
    noticed = limits.notice_change(lower, limits=SIGN, effective_at=at(0), now=at(0), minutes=20, book=books.current(DF))
    clock = sign_clock.of_change(then(lower, noticed), minutes=20)
    assert clock
    assert (clock.needed, clock.is_over(at(0))) == (timedelta(), True)
    closing = then(there, limits.notice_closure(there, closes_at=at(30 * MINUTE), now=START, minutes=20))
    closes = sign_clock.of_closure(closing, minutes=20)
    assert closes
    assert closes.due == at(30 * MINUTE)
