"""Dragon Fire at the table: changing wagers, paying in chips, limits, irregularities."""

from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.games.rules import asking
from tests.games.rules.test_dragon_fire import EIGHT, EVERY_WAGER, FIVE, GAME, NINE, NO_ROLL, SEVEN

settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
LATE = [{"ev": "remove", "closed": True}, {"ev": "increase", "by": 1, "closed": True}, {"ev": "reduce", "to": 1, "closed": True}]


# 6.4: placing, increasing, reducing, removing

ACTIONS = ("place", "increase", "reduce", "remove")


@pytest.mark.parametrize("wager", EVERY_WAGER)
def test_6_4_wagers_change_until_no_more_bets(wager: str) -> None:
    for action in ACTIONS:
        assert permitted(wager, action) == (True, "6.4")
        assert permitted(wager, action, frozen=False, eights=0, closed=False) == (True, "6.4")
        assert permitted(wager, action, closed=True) == (False, "6.4")
        assert permitted(wager, action, closed=True, frozen=True, eights=1) == (False, "6.4")


@pytest.mark.parametrize("wager", ["dragon", "fire"])
def test_6_2_4_and_6_4_1_nothing_moves_on_a_frozen_dragon_or_fire(wager: str) -> None:
    assert permitted(wager, "place", frozen=True) == (False, "6.2.4")
    for action in ACTIONS[1:]:
        assert permitted(wager, action, frozen=True) == (False, "6.4.1")
        assert permitted(wager, action, eights=1) == (True, "6.4")


def test_df_09_nothing_moves_on_a_frozen_tail_and_nobody_places_there() -> None:
    for action, eights in product(ACTIONS, (1, 2)):
        assert permitted("dragons_tail", action, eights=eights) == (False, "6.4.1")
        assert permitted("dragons_tail", action, eights=eights, frozen=True) == (False, "6.4.1")
        assert permitted("dragons_tail", action, frozen=True) == (True, "6.4")


@pytest.mark.parametrize("wager", EVERY_WAGER[2:-1])
def test_6_2_4_other_areas_stay_open_while_something_is_frozen(wager: str) -> None:
    for action in ACTIONS:
        assert permitted(wager, action, frozen=True, eights=2) == (True, "6.4")


def test_6_4_what_is_changed_in_time_counts_and_what_is_refused_leaves_the_wager_as_it_was() -> None:
    assert figures("dragon", {"ev": "remove"}) == ("removed", "6.4", 0, "0", "1200", "1200")
    assert figures("dragon", {"ev": "increase", "by": 300}, FIVE)[3:] == ("1500", "1500", "3000")
    assert figures("dragon", {"ev": "reduce", "to": 300}, {"ev": "increase", "by": 100}, FIVE)[3:] == ("400", "400", "800")
    assert figures("dragon", {"ev": "reduce", "to": 1200}, FIVE) == ("win", "6.1.1.1", 1, "1200", "1200", "2400")
    assert settled("dragon", *LATE, FIVE)["trace"] == ["refused", "refused", "refused", "win"]
    assert figures("dragon", *LATE, FIVE)[1:] == ("6.1.1.1", 3, "1200", "1200", "2400")
    assert figures("dragon", *LATE) == ("inactive", "6.1.1", None, "0", "0", "0")


@pytest.mark.parametrize(("wager", "freezing", "deciding"), [("dragon", SEVEN, FIVE), ("dragons_tail", EIGHT, FIVE)])
def test_6_4_1_changes_of_a_frozen_wager_are_refused(wager: str, freezing: list[int], deciding: list[int]) -> None:
    changes = [{"ev": "remove"}, {"ev": "increase", "by": 300}, {"ev": "reduce", "to": 300}]
    changed = settled(wager, freezing, *changes, deciding)
    assert changed["trace"] == ["frozen", "refused", "refused", "refused", "win"]
    assert changed["net_cents"] == settled(wager, freezing, deciding)["net_cents"]
    assert figures(wager, freezing, *changes)[:3] == figures(wager, freezing)[:3]


# 6.5: paid up to the chip


def test_6_5_a_win_is_paid_up_to_the_next_chip_once_for_winnings_and_stake_together() -> None:
    assert figures("dragon", FIVE, stake_cents=1230, chip_unit=500) == ("win", "6.1.1.1", 0, "1230", "1230", "2500")
    assert figures("dragon", FIVE, stake_cents=1250, chip_unit=500)[-1] == "2500"
    assert figures("dragon", FIVE, stake_cents=1251, chip_unit=500)[-1] == "3000"
    assert settled("dragon", FIVE, stake_cents=1251, chip_unit=500)["net_cents"] == "1251"
    assert figures("dragon", FIVE, stake_cents=1251, chip_unit=None)[-1] == "2502"
    assert figures("dragons_tail", FIVE, stake_cents=7, chip_unit=5, eights=1) == ("win", "6.1.7.1", 0, "14", "7", "25")


def test_x_10_rounding_to_chips_never_applies_to_refunds_or_collections() -> None:
    assert figures("dragon", NO_ROLL, stake_cents=1251, chip_unit=500)[-1] == "1251"
    assert figures("dragon", {"ev": "remove"}, stake_cents=1251, chip_unit=500)[-1] == "1251"
    assert figures("dragon", NINE, stake_cents=1251, chip_unit=500, max=1000) == (
        "lose",
        "6.1.1.3 with 7.3",
        0,
        "0",
        "251",
        "251",
    )


# 7: minimum and maximum


def test_7_2_a_wager_below_the_minimum_is_valid() -> None:
    assert figures("dragon", FIVE, min=1201) == ("win", "6.1.1.1 with 7.2", 0, "1200", "1200", "2400")
    assert figures("dragon", NINE, min=1201) == ("lose", "6.1.1.3 with 7.2", 0, "0", "0", "0")
    assert figures("dragon", FIVE, min=1200, max=1200)[1] == "6.1.1.1"
    assert figures("dragon", FIVE, min=1201, warned=True)[0] == "win"  # the advice is Crown's
    assert figures("dragon", {"ev": "reduce", "to": 900}, FIVE, min=1000)[1] == "6.1.1.1 with 7.2"
    assert figures("dragon", {"ev": "increase", "by": 300}, FIVE, min=1500)[1] == "6.1.1.1"


def test_7_2_7_3_a_limit_is_not_cited_where_nothing_is_won_or_lost() -> None:
    for limits in ({"min": 1500}, {"max": 1000}):
        assert figures("dragon", SEVEN, **limits)[1] == "6.1.1.2"
        assert figures("dragon", NO_ROLL, **limits) == ("void", "5.2", 0, "0", "1200", "1200")
        assert figures("dragon", {"ev": "remove"}, **limits) == ("removed", "6.4", 0, "0", "1200", "1200")


def test_df_16_above_the_maximum_is_paid_or_collected_to_it_and_the_excess_returned() -> None:
    assert figures("fire", NINE, max=1000) == ("win", "6.1.2.1 with 7.3", 0, "1000", "1200", "2200")
    assert settled("fire", NINE, max=1000)["net_cents"] == "1000"
    assert figures("fire", FIVE, max=1000) == ("lose", "6.1.2.3 with 7.3", 0, "0", "200", "200")
    assert settled("fire", FIVE, max=1000)["net_cents"] == "-1000"
    assert figures("fire", NINE, max=1000, frozen=True) == ("win", "6.2.7.2 with 7.3", 0, "1000", "1200", "2200")
    assert figures("dragons_tail", FIVE, max=1000, eights=2) == ("win", "6.1.7.2 with 7.3", 0, "10000", "1200", "11200")


def test_df_16_a_dealer_table_caps_an_increase_when_it_settles() -> None:
    assert figures("fire", {"ev": "increase", "by": 300}, NINE, max=1200) == (
        "win",
        "6.1.2.1 with 7.3",
        1,
        "1200",
        "1500",
        "2700",
    )
    assert figures("fire", {"ev": "reduce", "to": 900}, NINE, max=1000) == ("win", "6.1.2.1", 1, "900", "900", "1800")


# 10 and 11: irregularities and general provisions


def test_10_2_wagers_are_settled_by_the_result_on_the_dice() -> None:
    wrong = {"actual": FIVE, "recorded": NINE}
    assert figures("dragon", wrong) == ("win", "6.1.1.1 with 10.2", 0, "1200", "1200", "2400")
    assert figures("fire", wrong)[:2] == ("lose", "6.1.2.3 with 10.2")
    assert figures("dragon", {"actual": SEVEN, "recorded": FIVE})[:3] == ("frozen", "6.1.1.2", None)
    assert figures("dragon", {"actual": SEVEN, "recorded": FIVE}, FIVE)[:2] == ("win", "6.2.6.2")
    assert figures("dragon", SEVEN, wrong)[:2] == ("win", "6.2.6.2 with 10.2")
    assert figures("dragon", wrong, max=1000)[1] == "6.1.1.1 with 10.2 with 7.3"
    assert figures("dragon", wrong, min=1500)[1] == "6.1.1.1 with 10.2 with 7.2"


def test_11_3_1_a_wager_void_by_contravention_is_returned_even_if_forfeiture_is_asked() -> None:
    for context in ({}, {"frozen": True}, {"max": 1000}):
        for forfeit in (False, True):
            event = {"ev": "contravention", "forfeit": forfeit}
            assert figures("dragon", event, **context) == ("void", "11.3.1", 0, "0", "1200", "1200")


@pytest.mark.parametrize("wager", EVERY_WAGER)
def test_11_5_an_invalidated_outcome_is_refunded_or_by_direction_forfeited(wager: str) -> None:
    assert figures(wager, {"ev": "invalidate"}) == ("void", "11.5", 0, "0", "1200", "1200")
    assert figures(wager, {"ev": "invalidate", "forfeit": True}) == ("void", "11.5", 0, "0", "0", "0")
    assert settled(wager, {"ev": "invalidate", "forfeit": True})["net_cents"] == "-1200"


def test_11_3_1_and_11_5_reach_frozen_wagers_and_the_tail() -> None:
    assert figures("dragon", SEVEN, {"ev": "invalidate"})[:3] == ("void", "11.5", 1)
    assert figures("dragons_tail", EIGHT, {"ev": "contravention"})[:3] == ("void", "11.3.1", 1)


def test_11_5_money_above_the_maximum_is_not_forfeited() -> None:
    answer = settled("dragon", {"ev": "invalidate", "forfeit": True}, max=1000, chip_unit=500)
    assert (answer["stake_returned_cents"], answer["paid_total_cents"], answer["net_cents"]) == ("200", "200", "-1000")
    assert settled("dragon", {"ev": "invalidate"}, max=1000)["net_cents"] == "0"


@pytest.mark.parametrize("event", ["call", "tumbler_malfunction", "ball_early", "system_malfunction", "wagers_unconfirmed"])
def test_a_table_event_of_another_game_is_an_error(event: str) -> None:
    told = {"kind": "settle", "game": GAME, "wager": "dragon", "stake_cents": 1200}
    assert asking.error(**told, outcomes=[{"ev": event, "to": "ON"}]) == f"{event!r} is no event of dragon_fire"
    assert asking.error(**told, outcomes=[FIVE, {"ev": event}]) == f"{event!r} is no event of dragon_fire"


@pytest.mark.parametrize("outcome", [[1, 2, 3], [1], 5, [0, 4], [7, 1], {"actual": [1, 1], "recorded": [1, 1, 1]}])
def test_an_impossible_outcome_is_an_error_even_after_the_close(outcome: Any) -> None:
    told = {"kind": "settle", "game": GAME, "wager": "dragon", "stake_cents": 1200}
    assert "is no outcome of dragon_fire" in asking.error(**told, outcomes=[outcome])
    assert "is no outcome of dragon_fire" in asking.error(**told, outcomes=[FIVE, outcome])


@pytest.mark.parametrize(
    "context",
    [
        *({"point": 6}, {"wager_point": 6}, {"base_stake": 1}, {"call": "OFF"}, {"warned": True}, {"variant": "mini"}),
        *({"exposed": True}, {"was_reduced": True}, {"closed": True}, {"has_base": False}, {"min": None}),
    ],
)
def test_what_dragon_fire_does_not_use_is_ignored(context: dict[str, Any]) -> None:
    for wager in EVERY_WAGER:
        for outcomes in ([FIVE], [EIGHT], [SEVEN, FIVE], [{"ev": "remove"}], [NO_ROLL]):
            assert settled(wager, *outcomes, **context) == settled(wager, *outcomes)


def test_there_are_no_odds_wagers_behind_another() -> None:
    assert asking.error(kind="max_odds", game=GAME, wager="dragon", base_stake_cents=500) == "dragon is not an odds wager"
