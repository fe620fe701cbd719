"""What people of the house confirm or decide about a player's wagers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain import calling, placing
from games.domain.position import AGGREGATE, NotTaken, Position
from games.domain.vocabulary import PositionId, RoundId, Selection, WagerNumber
from games.domain.wager_events import BelowMinimumAdvised, ClosingRuleModified, WagerPlaced
from tests.games.domain.playing import holding, rolled, seated, setting_of

AC, IR, SB, DF, CC = "aruze_craps", "interblock_roulette", "aruze_sicbo", "dragon_fire", "crown_craps"
FIRST = WagerNumber(1)
CLOSED_AT = Instant.parse("2026-08-22T05:12:09Z")
SECOND = timedelta(seconds=1)


def _with(*selections: str) -> Position:
    chips, setting = seated(None), setting_of(CC)
    for selection in selections:
        chips = AGGREGATE.fold(
            chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(500), setting=setting)
        )
    return chips


def test_3_5_1_a_call_covers_the_wagers_of_its_kind_and_works_at_once() -> None:
    chips, setting = _with("place:6", "hard:6", "place:8"), setting_of(CC)
    called = calling.call(chips, wager=FIRST, to="ON", confirmed_by="staff/7", setting=setting)
    assert [(event.wager, event.to, event.rule, event.readings) for event in called] == [
        (1, "ON", ("CC 3.5.1",), ("CC-04",)),
        (3, "ON", ("CC 3.5.1",), ("CC-04",)),
    ]
    after = rolled(AGGREGATE.fold(chips, called), "1-6", setting)
    assert [wager.selection for wager in after.wagers.values()] == ["hard:6"]


def test_3_5_2_a_wager_called_off_is_inactive_and_the_call_lasts() -> None:
    on_six, chips = setting_of(CC, point=6, point_since="R1"), holding(CC, "place:6", 500)
    off = AGGREGATE.fold(chips, calling.call(chips, wager=FIRST, to="OFF", confirmed_by="staff/7", setting=on_six))
    assert list(rolled(rolled(off, "1-6", on_six), "2-4", on_six).wagers) == [1]


def test_3_5_a_call_counts_only_when_confirmed_and_only_for_what_the_rule_lists() -> None:
    with pytest.raises(calling.CallUnconfirmed):
        calling.call(_with("place:6"), wager=FIRST, to="ON", confirmed_by="", setting=setting_of(CC))
    with pytest.raises(calling.CallRefused, match="Big 6 cannot be called OFF"):
        calling.call(_with("big6"), wager=FIRST, to="OFF", confirmed_by="staff/7", setting=setting_of(CC))
    with pytest.raises(calling.CallRefused):
        calling.call(holding(AC, "place:6", 500), wager=FIRST, to="OFF", confirmed_by="staff/7", setting=setting_of(AC))


def test_4_2_1_a_player_is_advised_once_and_only_where_the_book_says_so() -> None:
    advised = calling.advise_below_minimum(_with("field"), advised_by="staff/7", setting=setting_of(CC))
    assert advised == BelowMinimumAdvised(
        position=PositionId("star.AC01.T1"),
        round_id=RoundId("star.AC01.20260822.0001"),
        advised_by="staff/7",
        rule=advised.rule,
        readings=advised.readings,
    )
    assert (advised.rule, advised.readings) == (("CC 4.2.1",), ("CC-11",))
    with pytest.raises(calling.NotToBeAdvised):
        calling.advise_below_minimum(AGGREGATE.fold(_with(), [advised]), advised_by="staff/7", setting=setting_of(CC))
    with pytest.raises(calling.NotToBeAdvised):
        calling.advise_below_minimum(seated(None), advised_by="staff/7", setting=setting_of(DF))
    with pytest.raises(NotTaken):
        calling.advise_below_minimum(Position(), advised_by="staff/7", setting=setting_of(CC))


def test_3_3_8_a_change_begun_in_time_is_accepted_with_its_reason_and_decided_as_if_the_period_were_open() -> None:
    closed = setting_of(AC, is_closed=True)
    modified = calling.modify_closing_rule(
        seated(), begun_at=CLOSED_AT, closed_at=CLOSED_AT, reason="the screen froze", setting=closed
    )
    assert modified == ClosingRuleModified(
        position=PositionId("star.AC01.T1"),
        round_id=RoundId("star.AC01.20260822.0001"),
        begun_at=CLOSED_AT,
        closed_at=CLOSED_AT,
        reason="the screen froze",
        rule=modified.rule,
        readings=modified.readings,
    )
    assert (modified.rule, modified.readings) == (("AC 3.3.8",), ("AC-20",))
    chips = AGGREGATE.fold(seated(), [modified])
    (placed,) = placing.place(chips, selection=Selection("field"), stake_cents=Cents(500), setting=closed.reopened())
    assert isinstance(placed, WagerPlaced)


@pytest.mark.parametrize("game", [SB, DF, CC])
def test_3_8_1_and_6_8_elsewhere_the_closing_rule_stands(game: str) -> None:
    with pytest.raises(calling.ClosingRuleStands):
        calling.modify_closing_rule(seated(), begun_at=CLOSED_AT, closed_at=CLOSED_AT, reason="late", setting=setting_of(game))


def test_ac_20_only_a_change_begun_in_time_and_only_with_a_reason() -> None:
    late = Instant.of(CLOSED_AT + SECOND)
    with pytest.raises(calling.ClosingRuleStands, match="begun after"):
        calling.modify_closing_rule(seated(), begun_at=late, closed_at=CLOSED_AT, reason="late", setting=setting_of(IR))
    with pytest.raises(calling.ClosingRuleStands, match="Say why"):
        calling.modify_closing_rule(seated(), begun_at=CLOSED_AT, closed_at=CLOSED_AT, reason=" ", setting=setting_of(IR))
