"""Areas that take no chips: each is refused for the same reason by the command that would place them."""

from __future__ import annotations

from dataclasses import replace

from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR, SB
from games.domain import areas, placing
from games.domain.position import AGGREGATE, Position
from games.domain.setting import Setting
from games.domain.vocabulary import EVERY_KIND, Limit, Scope, Selection
from tests.games.domain.playing import seated, setting_of


def _codes(chips: Position, setting: Setting) -> dict[str, str]:
    return {selection: refusal.code for selection, refusal in areas.closed(chips, setting).items()}


def _with(chips: Position, selection: str, cents: int, setting: Setting) -> Position:
    return AGGREGATE.fold(chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting))


def test_on_the_come_out_odds_wait_for_their_flat_wager_and_everything_else_is_open() -> None:
    closed = areas.closed(seated(), setting_of(AC))
    assert {selection.partition(":")[0] for selection in closed} >= {"odds", "come_odds"}
    assert {refusal.rule for selection, refusal in closed.items() if selection.startswith("odds")} == {"AC 3.9.2"}
    assert not {"pass_line", "dont_pass", "field", "any_seven", "horn"} & closed.keys()


def test_at_roulette_and_sic_bo_every_area_is_open() -> None:
    assert _codes(seated(), setting_of(IR)) == {}
    assert _codes(seated(), setting_of(SB)) == {}


def test_df_09_a_frozen_area_takes_no_chips() -> None:
    setting = replace(setting_of(DF), frozen=frozenset({"dragon"}))
    assert "dragon" in _codes(seated(), setting)
    assert "fire" not in _codes(seated(), setting)


def test_an_area_with_chips_of_the_player_is_open_as_long_as_more_can_be_added() -> None:
    setting = setting_of(IR, minimum=500, maximum=1_000)
    chips = _with(seated(), "red", 999, setting)
    assert _codes(chips, setting) == {}
    assert _codes(_with(seated(), "red", 1_000, setting), setting) == {"red": "wager-above-maximum"}


def test_multiples_of_the_minimum_are_added_in_multiples() -> None:
    setting = setting_of(IR)
    sign = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(1_000), multiples=True)}
    setting = replace(setting, limits=sign)
    assert _codes(_with(seated(), "red", 500, setting), setting) == {}


def test_a_minimum_on_each_of_several_areas_closes_a_special_bet_that_cannot_hold_it() -> None:
    closed = _codes(seated(), setting_of(IR, minimum=500, maximum=500))
    assert "straight:7" not in closed
    assert set(closed.values()) == {"wager-above-maximum"}


def test_cc_4_4_a_limit_for_each_player_closes_an_area_once_it_is_used_up() -> None:
    limit = Limit(minimum=Cents(500), maximum=Cents(1_000), scope=Scope.PLAYER)
    setting = replace(setting_of(IR), limits={EVERY_KIND: limit})
    chips = _with(seated(), "straight:7", 1_000, setting)
    closed = _codes(chips, setting)
    assert (closed["straight:8"], closed["straight:7"], "red" in closed) == ("wager-above-maximum", "wager-above-maximum", False)


def test_whatever_is_not_closed_can_be_placed() -> None:
    for game in (AC, IR, SB, DF, CC):
        setting = setting_of(game, minimum=500)
        open_ = setting.book.wagers.keys() - areas.closed(seated(), setting).keys()
        assert open_
        for selection in open_:
            _with(seated(), selection, 500 * setting.book.wagers[selection].shares[2], setting)


def test_after_the_wagering_period_everything_is_closed() -> None:
    setting = replace(setting_of(AC), is_closed=True)
    assert areas.closed(seated(), setting).keys() == setting.book.wagers.keys()


def test_a_place_nobody_has_taken_takes_nothing() -> None:
    assert set(_codes(Position(), setting_of(IR)).values()) == {"position-not-taken"}
