"""The stages of a round, electronic and dealt."""

from __future__ import annotations

import pytest

from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain import outcome, round_of_play
from games.domain.events import LayoutFrozen, RoundOpened, RoundSettled, RoundVoided, WageringClosed
from games.domain.grounds import Ground
from games.domain.round_of_play import Cause, Kind, RoundOfPlay, Stage
from games.domain.vocabulary import Layout, Totals
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, ROUND, SB, START, TABLE, after, at, opened

LAYOUT = Layout(wagers=2, total_cents=Cents(1_000), sha256="00")
TOTALS = Totals(settled=1, carried=1, stakes_cents=Cents(500))


def _decided(game: str) -> RoundOfPlay:
    book, play = books.current(game), opened(game)
    if play.kind == Kind.ELECTRONIC:
        shown = [17] if game == IR else [1] * book.dice
        return after(play, *outcome.sense(play, shown=shown, device="W1", now=ENDS, book=book))
    play = after(play, round_of_play.close(play, cause=Cause.NO_MORE_BETS, now=at(5)))
    play = after(play, outcome.enter(play, shown=[1, 2], entered_by="staff/7", book=book))
    return after(play, outcome.confirm(play, confirmed_by="staff/7"))


def test_1_1_a_round_opens_once_with_the_end_of_its_wagering_period() -> None:
    opening = round_of_play.open_round(
        RoundOfPlay(),
        id=ROUND,
        table=TABLE,
        book=books.current(AC),
        kind=Kind.ELECTRONIC,
        variant="",
        point=6,
        now=START,
        ends_at=ENDS,
    )
    assert opening == RoundOpened(
        round_id=ROUND,
        table=TABLE,
        book="aruze_craps@2016-06-02.1",
        kind="electronic",
        variant="",
        point=6,
        opened_at=START,
        ends_at=ENDS,
    )
    with pytest.raises(round_of_play.RoundExists):
        round_of_play.open_round(
            opened(AC),
            id=ROUND,
            table=TABLE,
            book=books.current(AC),
            kind=Kind.ELECTRONIC,
            variant="",
            point=None,
            now=START,
            ends_at=ENDS,
        )


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 3.3.6"), (IR, "IR 3.3.6"), (SB, "SB 3.8.1")])
def test_3_3_6_the_clock_closes_the_period_whether_or_not_anybody_has(game: str, rule: str) -> None:
    play = opened(game)
    round_of_play.require_open(play, now=at(29.999999))
    with pytest.raises(round_of_play.WageringHasClosed, match=r"The wagering period of this round is over\.") as refused:
        round_of_play.require_open(play, now=ENDS)
    assert refused.value.rule == rule
    assert refused.value.concerns_money


def test_8_2_a_dealers_period_lasts_until_no_more_bets() -> None:
    play = opened(DF)
    round_of_play.require_open(play, now=at(9_999))
    closing = round_of_play.close(play, cause=Cause.NO_MORE_BETS, now=at(9_999))
    assert closing == WageringClosed(cause="no more bets", closed_at=at(9_999), rule=closing.rule)
    with pytest.raises(round_of_play.WageringHasClosed):
        round_of_play.require_open(after(play, closing), now=at(9_999))
    with pytest.raises(round_of_play.RoundNotOpened):
        round_of_play.require_open(RoundOfPlay(), now=START)


@pytest.mark.parametrize(
    ("cause", "now", "closed_at", "rule"),
    [
        (Cause.WHEEL, at(12), at(12), "IR 3.14"),
        (Cause.NO_MORE_BETS, at(12), at(12), "IR 3.14"),
        (Cause.EXPIRY, ENDS, ENDS, "IR 3.3.6"),
        (Cause.EXPIRY, at(40), ENDS, "IR 3.3.6"),
    ],
)
def test_ir_13_whatever_comes_first_ends_the_period(cause: Cause, now: Instant, closed_at: Instant, rule: str) -> None:
    closing = round_of_play.close(opened(IR), cause=cause, now=now)
    assert (closing.cause, closing.closed_at, closing.rule) == (cause, closed_at, (rule,))
    assert closing.readings == ("IR-13",)


def test_a_period_that_has_not_expired_is_not_closed_by_its_expiry_and_none_is_closed_twice() -> None:
    with pytest.raises(round_of_play.WageringStillOpen):
        round_of_play.close(opened(AC), cause=Cause.EXPIRY, now=at(29))
    with pytest.raises(round_of_play.WrongStage, match="no wheel"):
        round_of_play.close(opened(AC), cause=Cause.WHEEL, now=at(29))
    play = after(opened(AC), round_of_play.close(opened(AC), cause=Cause.EXPIRY, now=ENDS))
    with pytest.raises(round_of_play.WrongStage):
        round_of_play.close(play, cause=Cause.EXPIRY, now=ENDS)


def test_3_3_7_the_layout_is_frozen_once_after_the_period() -> None:
    with pytest.raises(round_of_play.WrongStage):
        round_of_play.freeze_layout(opened(AC), layout=LAYOUT)
    play = _decided(AC)
    frozen = round_of_play.freeze_layout(play, layout=LAYOUT)
    assert frozen == LayoutFrozen(layout=LAYOUT, rule=frozen.rule)
    assert frozen.rule == ("AC 3.3.7",)
    with pytest.raises(round_of_play.LayoutDiffers):
        round_of_play.freeze_layout(after(play, frozen), layout=LAYOUT)


def test_cc_30_at_crown_wagers_come_down_until_the_result_so_they_are_fixed_by_it() -> None:
    closed = after(opened(CC), round_of_play.close(opened(CC), cause=Cause.NO_MORE_BETS, now=at(5)))
    round_of_play.require_undecided(closed)
    with pytest.raises(round_of_play.WrongStage):
        round_of_play.freeze_layout(closed, layout=LAYOUT)
    with pytest.raises(round_of_play.WrongStage):
        round_of_play.require_undecided(_decided(CC))
    assert round_of_play.freeze_layout(_decided(CC), layout=LAYOUT).layout == LAYOUT


@pytest.mark.parametrize("game", [AC, IR, SB, DF, CC])
def test_a_round_is_settled_once_by_the_layout_that_was_frozen(game: str) -> None:
    play = _decided(game)
    with pytest.raises(round_of_play.LayoutDiffers):
        round_of_play.settle(play, layout=LAYOUT, totals=TOTALS)
    play = after(play, round_of_play.freeze_layout(play, layout=LAYOUT))
    settled = round_of_play.settle(play, layout=LAYOUT, totals=TOTALS)
    assert settled == RoundSettled(round_id=ROUND, outcome=play.outcome, is_corrected=False, totals=TOTALS, rule=settled.rule)
    with pytest.raises(round_of_play.WrongStage):
        round_of_play.settle(after(play, settled), layout=LAYOUT, totals=TOTALS)


def test_a_round_without_a_result_ends_with_its_ground() -> None:
    play = after(opened(DF), round_of_play.close(opened(DF), cause=Cause.NO_MORE_BETS, now=at(5)))
    play = after(play, outcome.call_no_roll(play, ground=Ground.OFF_TABLE, called_by="staff/7", book=books.current(DF)))
    assert (play.stage, play.ground) == (Stage.NO_RESULT, "no_roll")
    voided = round_of_play.end_without_result(play, layout=LAYOUT, totals=TOTALS)
    assert voided == RoundVoided(round_id=ROUND, ground="no_roll", layout=LAYOUT, totals=TOTALS)
    assert after(play, voided).stage is Stage.VOIDED
