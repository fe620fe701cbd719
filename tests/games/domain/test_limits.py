"""The sign of a table: its limits, the minutes it stands, and who has limits of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.money import Cents
from games.domain import limits, table
from games.domain.events import (
    ClosureNoticed,
    DiceShootingValueSet,
    LimitChangeNoticed,
    LimitsChanged,
    LimitsDisplayed,
    PersonalLimitsEnded,
    PersonalLimitsGranted,
    SignDisconnected,
    SignReconnected,
    TableClosed,
)
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, Limit, SeatId, kind_of
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, HIGHER, IR, ROUND, SB, SIGN, START, TABLE, at, commissioned, in_play, then

MINUTE = 60
SEAT = SeatId("3")
LOWER = {EVERY_KIND: Limit(minimum=Cents(100), maximum=Cents(100_000))}


def _noticed(there: Table, game: str, *, seconds: float = 0) -> Table:
    notice = limits.notice_change(
        there,
        limits=HIGHER,
        effective_at=at(seconds + 20 * MINUTE),
        now=at(seconds),
        minutes=20,
        book=books.current(game),
    )
    return then(there, notice)


def _change(there: Table, game: str, seconds: float, *, minutes: int = 20) -> LimitsChanged:
    return limits.change_limits(there, limits=HIGHER, now=at(seconds), minutes=minutes, book=books.current(game))


@pytest.mark.parametrize(("game", "rule"), [(AC, "AC 3.1"), (IR, "IR 3.1"), (SB, "SB 3.2"), (DF, "DF 7.5"), (CC, "CC 4.1")])
def test_3_1_a_table_displays_its_first_sign_once(game: str, rule: str) -> None:
    there = then(Table(), table.commission(Table(), id=TABLE, book=books.current(game), variant="", layout="A"))
    displayed = limits.display_limits(there, limits=SIGN, book=books.current(game))
    assert displayed == LimitsDisplayed(limits=SIGN, rule=displayed.rule)
    assert displayed.rule == (rule,)
    with pytest.raises(limits.LimitsDisplayedAlready):
        limits.display_limits(then(there, displayed), limits=SIGN, book=books.current(game))


@pytest.mark.parametrize(
    "sign",
    [
        {EVERY_KIND: Limit(minimum=Cents(0), maximum=Cents(100))},
        {EVERY_KIND: Limit(minimum=Cents(200), maximum=Cents(100))},
        {EVERY_KIND: Limit(minimum=Cents(1), maximum=Cents(100), unit=Cents(0))},
        {EVERY_KIND: Limit(minimum=Cents(1), maximum=Cents(100), scope="pit")},
        {**SIGN, "baccarat": Limit(minimum=Cents(1), maximum=Cents(100))},
        {"red": Limit(minimum=Cents(1), maximum=Cents(100))},
    ],
)
def test_a_sign_that_cannot_be_is_refused(sign: dict[str, Limit]) -> None:
    with pytest.raises(limits.LimitsImpossible):
        limits.check(sign, books.current(IR))


@pytest.mark.parametrize("game", [DF, CC])
def test_7_5_a_higher_minimum_waits_for_twenty_minutes_of_its_sign_and_no_longer(game: str) -> None:
    there = in_play(game)
    with pytest.raises(limits.SignTooShort, match="Display a sign that says so for 20 minutes first"):
        _change(there, game, 0)
    there = _noticed(there, game)
    with pytest.raises(limits.SignTooShort, match=r"stand for another 12 minutes and 53 seconds\."):
        _change(there, game, 7 * MINUTE + 7)
    with pytest.raises(limits.SignTooShort, match=r"stand for another 1 second\."):
        _change(there, game, 20 * MINUTE - 0.000001)
    changed = _change(there, game, 20 * MINUTE)
    assert changed == LimitsChanged(limits=HIGHER, instead_of=SIGN, displayed_at=START, rule=changed.rule)
    assert then(there, changed).limits == HIGHER


def test_7_5_the_law_of_the_day_may_ask_for_longer_but_never_for_less() -> None:
    there = _noticed(in_play(DF), DF)
    with pytest.raises(limits.SignTooShort):
        _change(there, DF, 20 * MINUTE, minutes=30)
    with pytest.raises(limits.SignTooShort):
        _change(in_play(DF), DF, 0, minutes=0)


def test_7_5_a_sign_that_announces_other_limits_is_no_sign_for_these() -> None:
    there = _noticed(in_play(DF), DF)
    higher_still = {EVERY_KIND: Limit(minimum=Cents(2_000), maximum=Cents(100_000))}
    with pytest.raises(limits.SignTooShort):
        limits.change_limits(there, limits=higher_still, now=at(99 * MINUTE), minutes=20, book=books.current(DF))


def test_7_5_a_notice_says_when_and_not_too_soon() -> None:
    book = books.current(DF)
    with pytest.raises(limits.SignTooShort):
        limits.notice_change(in_play(DF), limits=HIGHER, effective_at=at(19 * MINUTE), now=START, minutes=20, book=book)
    noticed = limits.notice_change(in_play(DF), limits=HIGHER, effective_at=at(45 * MINUTE), now=START, minutes=20, book=book)
    assert noticed == LimitChangeNoticed(limits=HIGHER, displayed_at=START, effective_at=at(45 * MINUTE), rule=noticed.rule)
    with pytest.raises(limits.SignTooShort):
        _change(then(in_play(DF), noticed), DF, 44 * MINUTE)


@pytest.mark.parametrize("game", [AC, IR, SB])
def test_3_1_at_terminals_the_notice_is_a_parameter(game: str) -> None:
    assert _change(in_play(game), game, 0, minutes=0).displayed_at is None
    with pytest.raises(limits.SignTooShort):
        _change(in_play(game), game, 0, minutes=5)


def test_7_5_anything_but_a_higher_minimum_takes_no_sign() -> None:
    changed = limits.change_limits(in_play(DF), limits=LOWER, now=START, minutes=20, book=books.current(DF))
    assert changed == LimitsChanged(limits=LOWER, instead_of=SIGN, rule=changed.rule)
    with pytest.raises(limits.NothingChanges):
        limits.change_limits(in_play(DF), limits=SIGN, now=START, minutes=20, book=books.current(DF))


def test_7_5_a_sign_that_says_every_kind_anew_raises_only_what_was_lower_before() -> None:
    each = dict.fromkeys({kind_of(selection) for selection in books.current(DF).wagers}, Limit(Cents(500), Cents(100_000)))
    lower = dict.fromkeys(each, Limit(Cents(200), Cents(100_000)))
    assert not limits.raises_a_minimum(each, {**lower, **HIGHER})
    assert not limits.raises_a_minimum({**lower, **HIGHER}, lower)
    assert limits.raises_a_minimum(each, HIGHER)
    assert limits.raises_a_minimum(SIGN, dict.fromkeys(each, Limit(Cents(501), Cents(100_000))))
    assert limits.raises_a_minimum({**SIGN, "dragon": lower["dragon"]}, {**HIGHER, "dragon": lower["dragon"]})


def test_a_higher_minimum_on_one_kind_of_selection_is_a_higher_minimum() -> None:
    one_kind = {**SIGN, "dragon": Limit(minimum=Cents(501), maximum=Cents(100_000))}
    assert limits.raises_a_minimum(SIGN, one_kind)
    assert not limits.raises_a_minimum(one_kind, SIGN)
    with pytest.raises(limits.SignTooShort):
        limits.change_limits(in_play(DF), limits=one_kind, now=START, minutes=20, book=books.current(DF))


@given(st.integers(0, 60), st.integers(0, 1_200))
def test_the_minutes_of_a_sign_begin_anew_after_a_gap_of_more_than_a_minute(gap: int, away_after: int) -> None:
    there = _noticed(in_play(DF), DF)
    there = then(there, limits.disconnect_sign(there, now=at(away_after)))
    with pytest.raises(limits.SignGone):
        _change(there, DF, 20 * MINUTE)
    short = then(there, limits.reconnect_sign(there, now=at(away_after + gap), gap_seconds=60))
    assert _change(short, DF, 20 * MINUTE).displayed_at == START
    back_at = away_after + 60 + gap + 0.000001
    long = then(there, limits.reconnect_sign(there, now=at(back_at), gap_seconds=60))
    with pytest.raises(limits.SignTooShort):
        _change(long, DF, back_at + 20 * MINUTE - 1)
    assert _change(long, DF, back_at + 20 * MINUTE).displayed_at == at(back_at)


def test_a_sign_goes_and_comes_back() -> None:
    there = in_play(DF)
    gone = limits.disconnect_sign(there, now=at(5))
    assert gone == SignDisconnected(at=at(5))
    with pytest.raises(limits.SignGone):
        limits.disconnect_sign(then(there, gone), now=at(6))
    with pytest.raises(limits.SignGone):
        limits.reconnect_sign(there, now=at(6), gap_seconds=60)
    with pytest.raises(limits.SignGone):
        _noticed(then(there, gone), DF)
    assert limits.reconnect_sign(then(there, gone), now=at(65), gap_seconds=60) == SignReconnected(at=at(65), counts_from=None)


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 11.8"), (CC, "CC 9.7")])
def test_11_8_a_table_with_players_closes_after_twenty_minutes_of_its_sign(game: str, rule: str) -> None:
    there = in_play(game)
    with pytest.raises(limits.SignTooShort) as refused:
        limits.close_table(there, players=1, wagers_lying=0, now=at(99 * MINUTE), minutes=20)
    assert refused.value.rule == rule
    noticed = limits.notice_closure(there, closes_at=at(20 * MINUTE), now=START, minutes=20)
    assert noticed == ClosureNoticed(displayed_at=START, closes_at=at(20 * MINUTE), rule=noticed.rule)
    closed = limits.close_table(then(there, noticed), players=1, wagers_lying=0, now=at(20 * MINUTE), minutes=20)
    assert closed == TableClosed(at=at(20 * MINUTE), players=1, displayed_at=START, rule=closed.rule)
    assert not then(there, noticed, closed).is_open


def test_11_8_a_table_that_is_not_open_announces_no_closing_time() -> None:
    with pytest.raises(table.TableNotOpen):
        limits.notice_closure(commissioned(IR), closes_at=at(20 * MINUTE), now=START, minutes=20)


def test_11_8_without_players_a_table_closes_at_once_but_not_in_a_round() -> None:
    assert limits.close_table(in_play(DF), players=0, wagers_lying=0, now=START, minutes=20).displayed_at is None
    with pytest.raises(limits.SignTooShort):
        limits.notice_closure(in_play(DF), closes_at=at(19 * MINUTE), now=START, minutes=20)
    with pytest.raises(table.TableNotOpen):
        limits.close_table(in_play(DF).but(round=ROUND), players=0, wagers_lying=0, now=START, minutes=20)
    with pytest.raises(table.WagersLie):
        limits.close_table(in_play(DF), players=0, wagers_lying=1, now=START, minutes=20)
    with pytest.raises(table.TableNotOpen):
        limits.close_table(commissioned(DF), players=0, wagers_lying=0, now=START, minutes=20)


def test_7_6_and_4_3_a_player_may_have_limits_of_their_own_with_a_marker() -> None:
    book, own = books.current(DF), {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(900_000))}
    granted = limits.grant_personal_limits(in_play(DF), seat=SEAT, limits=own, marker="sign 4", granted_by="staff/1", book=book)
    assert granted == PersonalLimitsGranted(seat=SEAT, limits=own, marker="sign 4", granted_by="staff/1", rule=granted.rule)
    there = then(in_play(DF), granted)
    assert limits.end_personal_limits(there, seat=SEAT) == PersonalLimitsEnded(seat=SEAT)
    assert then(there, PersonalLimitsEnded(seat=SEAT)).personal == {}
    with pytest.raises(limits.NoPersonalLimits, match="distinctive marker"):
        limits.grant_personal_limits(in_play(DF), seat=SEAT, limits=own, marker=" ", granted_by="staff/1", book=book)
    with pytest.raises(limits.NoPersonalLimits):
        limits.end_personal_limits(in_play(DF), seat=SEAT)
    with pytest.raises(limits.NoPersonalLimits):
        limits.grant_personal_limits(in_play(AC), seat=SEAT, limits=own, marker="m", granted_by="staff/1", book=books.current(AC))


def test_3_11_2_a_dice_shooting_value_is_set_where_terminals_shoot_dice() -> None:
    book = books.current(SB)
    assert limits.set_dice_shooting_value(in_play(SB), cents=Cents(500), book=book) == DiceShootingValueSet(cents=Cents(500))
    assert then(in_play(SB), DiceShootingValueSet(cents=Cents(500))).shooting_cents == 500
    with pytest.raises(limits.LimitsImpossible):
        limits.set_dice_shooting_value(in_play(SB), cents=Cents(0), book=book)
    with pytest.raises(limits.LimitsImpossible):
        limits.set_dice_shooting_value(in_play(DF), cents=None, book=books.current(DF))
