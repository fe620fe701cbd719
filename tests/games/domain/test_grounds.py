"""Each ground on which a round has no result, under its own rule: whether it may or must be called, and what it declares."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.domain import outcome, round_of_play
from games.domain.grounds import GROUNDS, WITHOUT_A_THROW, Ground
from games.domain.round_of_play import Cause
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, SB, after, at, opened

MAY, MUST = False, True
BOOKS: Mapping[str, Mapping[Ground, tuple[bool, str]]] = {
    AC: {
        Ground.COCKED: (MUST, "6.4.1"),
        Ground.TUMBLER_MALFUNCTION: (MUST, "6.4.2"),
        Ground.SYSTEM_MALFUNCTION: (MUST, "6.6"),
    },
    IR: {Ground.SYSTEM_MALFUNCTION: (MUST, "7.4")},
    SB: {
        Ground.COCKED: (MUST, "7.4.1"),
        Ground.TUMBLER_MALFUNCTION: (MUST, "7.4.2"),
        Ground.SYSTEM_MALFUNCTION: (MUST, "7.6"),
    },
    DF: {
        Ground.NOT_TOGETHER: (MAY, "5.3.1"),
        Ground.NO_END_STRUCK: (MAY, "5.3.2"),
        Ground.IRREGULAR: (MAY, "5.3.3"),
        Ground.OTHER: (MAY, "5.3.4"),
        Ground.OFF_TABLE: (MUST, "5.4.1"),
        Ground.DIE_ON_DIE: (MUST, "5.4.2"),
        Ground.IN_WAGERING_AREA: (MUST, "5.4.3"),
        Ground.ON_FLOAT: (MUST, "5.4.4"),
        Ground.IN_BOWL_OR_ON_RAIL: (MUST, "5.4.5"),
        Ground.COCKED: (MUST, "5.4.6"),
        Ground.WRONG_THROWER: (MUST, "5.4.7"),
        Ground.FRAUD: (MUST, "5.4.8"),
        Ground.UNAPPROVED_DICE: (MUST, "5.4.9"),
        Ground.NO_MORE_BETS_NOT_PRESSED: (MUST, "10.5"),
    },
    CC: {
        Ground.NOT_TOGETHER: (MAY, "5.4.1(a)"),
        Ground.NO_END_STRUCK: (MAY, "5.4.1(b)"),
        Ground.IRREGULAR: (MAY, "5.4.1(c)"),
        Ground.OFF_TABLE: (MUST, "5.4.2(a)"),
        Ground.DIE_ON_DIE: (MUST, "5.4.2(b)"),
        Ground.ON_FLOAT: (MUST, "5.4.2(c)"),
        Ground.IN_BOWL: (MUST, "5.4.2(d)"),
        Ground.ON_RAIL: (MUST, "5.4.2(e)"),
        Ground.COCKED: (MUST, "5.4.2(f)"),
        Ground.FRAUD: (MUST, "5.4.2(g)"),
        Ground.UNAPPROVED_DICE: (MUST, "5.4.2(h)"),
    },
}


@pytest.mark.parametrize("game", list(BOOKS))
def test_5_3_5_4_and_6_4_a_book_has_these_grounds_and_no_others_each_under_its_own_rule(game: str) -> None:
    assert {ground: (of.is_mandatory, of.rule) for ground, of in GROUNDS[game].items()} == BOOKS[game]
    shown, letters = opened(game), {AC: "AC", IR: "IR", SB: "SB", DF: "DF", CC: "CC"}[game]
    cause = Cause.EXPIRY if shown.ends_at else Cause.NO_MORE_BETS
    closed = after(shown, round_of_play.close(shown, cause=cause, now=ENDS if shown.ends_at else at(5)))
    for ground, (is_mandatory, rule) in BOOKS[game].items():
        play = shown if ground in WITHOUT_A_THROW else closed
        called = outcome.call_no_roll(play, ground=ground, called_by="staff/7", book=books.current(game))
        assert (called.ground, called.is_mandatory, called.rule) == (ground, is_mandatory, (f"{letters} {rule}",))


@pytest.mark.parametrize("game", [DF, CC])
def test_df_5_2_and_cc_15_every_ground_voids_all_but_the_tail_at_dragon_fire_and_nothing_at_crown(game: str) -> None:
    book = books.current(game)
    void = {"dragon_fire": book.wagers.keys() - {"dragons_tail"}, "crown_craps": set()}[game]
    for of in GROUNDS[game].values():
        assert {wager for wager in book.wagers if book.grounds[of.declares].covers(wager)} == void


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 6.4.1"), (SB, "SB 7.4.1")])
def test_ac_1_1_and_sb_1_1_a_round_with_a_cocked_die_waits_and_never_has_a_result(game: str, rule: str) -> None:
    book, play = books.current(game), opened(game)
    play = after(play, round_of_play.close(play, cause=Cause.EXPIRY, now=ENDS))
    waiting = after(play, outcome.doubt(play, what=outcome.Doubt.COCKED, reported_by="device/star.D1"))
    with pytest.raises(outcome.CockedIsNoResult) as refused:
        outcome.determine(waiting, shown=[1] * book.dice, determined_by="staff/1", book=book)
    assert refused.value.rule == rule
    void = after(waiting, outcome.call_no_roll(waiting, ground=Ground.COCKED, called_by="staff/1", book=book))
    assert (void.stage, void.outcome) == (round_of_play.Stage.NO_RESULT, "")
    assert book.grounds[void.ground].voids
