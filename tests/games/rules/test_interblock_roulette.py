"""Interblock MiniStar Roulette: the book's rules, in its order."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from games.rules import books, whatif
from games.rules.edges import edge_of
from games.rules.interblock_roulette import BLACK, RED, WHEEL
from tests.games.rules import asking

GAME = "interblock_roulette"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
NUMBERS = range(37)
ACTIONS = ("place", "increase", "reduce", "remove")


def covered(wager: str) -> set[int]:
    """The numbers on which a wager wins."""
    return {n for n in NUMBERS if figures(wager, n)[0] == "win"}


def wagers(kind: str) -> list[str]:
    return [wager for wager in books.current(GAME).wagers if wager.partition(":")[0] == kind]


def test_the_compiled_book_is_the_one_in_force() -> None:
    compiled = books.compiled(GAME)
    assert (compiled.version, compiled.sha256) == (
        "interblock_roulette@2018-01-23.1",
        "920eb95e30cb77d1337933942d97d46bec79068d9e7fef647c82ab47c737eb29",
    )


def test_3_9_there_are_248_permissible_wagers() -> None:
    kinds = Counter(wager.partition(":")[0] for wager in books.current(GAME).wagers)
    many = {"straight": 37, "split": 60, "street": 14, "corner": 23, "sixline": 11, "column": 3, "dozen": 3}
    many |= {"neighbours": 37, "complete": 37, "final": 10}
    single = "low high even odd red black zero_game neighbours_of_zero orphans small_series red_splits black_splits red_snake"
    assert kinds == many | dict.fromkeys(single.split(), 1)
    assert kinds.total() == 248


# 2.4: the wheel


def test_2_4_1_ir_08_the_compartments_are_alternately_red_and_black_from_the_zero() -> None:
    assert sorted(WHEEL) == list(NUMBERS)
    assert covered("red") == RED == {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    assert covered("black") == BLACK == set(range(1, 37)) - RED


# 3.9.1: Standard Screen Wagers


@pytest.mark.parametrize(
    ("wager", "rule", "pays", "numbers"),
    [
        ("straight:0", "3.9.1.1", 35, {0}),
        ("straight:36", "3.9.1.1", 35, {36}),
        ("split:0-2", "3.9.1.2", 17, {0, 2}),
        ("split:34-35", "3.9.1.2", 17, {34, 35}),
        ("split:33-36", "3.9.1.2", 17, {33, 36}),
        ("street:1-2-3", "3.9.1.3.1", 11, {1, 2, 3}),
        ("street:34-35-36", "3.9.1.3.1", 11, {34, 35, 36}),
        ("street:0-1-2", "3.9.1.3.2", 11, {0, 1, 2}),
        ("street:0-2-3", "3.9.1.3.3", 11, {0, 2, 3}),
        ("corner:1-2-4-5", "3.9.1.4.1", 8, {1, 2, 4, 5}),
        ("corner:32-33-35-36", "3.9.1.4.1", 8, {32, 33, 35, 36}),
        ("corner:0-1-2-3", "3.9.1.4.2", 8, {0, 1, 2, 3}),
        ("sixline:1-6", "3.9.1.5", 5, set(range(1, 7))),
        ("sixline:31-36", "3.9.1.5", 5, set(range(31, 37))),
        ("column:1", "3.9.1.6", 2, {1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34}),
        ("column:3", "3.9.1.6", 2, {3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36}),
        ("dozen:1", "3.9.1.7", 2, set(range(1, 13))),
        ("dozen:3", "3.9.1.7", 2, set(range(25, 37))),
        ("low", "3.9.1.8", 1, set(range(1, 19))),
        ("high", "3.9.1.9", 1, set(range(19, 37))),
        ("even", "3.9.1.10", 1, set(range(2, 37, 2))),
        ("odd", "3.9.1.11", 1, set(range(1, 37, 2))),
        ("red", "3.9.1.12", 1, RED),
        ("black", "3.9.1.13", 1, BLACK),
    ],
)
def test_3_9_1_and_3_9_3_a_standard_wager_wins_on_its_numbers_at_its_odds(
    wager: str, rule: str, pays: int, numbers: set[int]
) -> None:
    won = ("win", rule, 0, str(1200 * pays), "1200", str(1200 * pays + 1200))
    lost = ("lose", rule, 0, "0", "0", "0")
    assert {n: figures(wager, n) for n in NUMBERS} == {n: won if n in numbers else lost for n in NUMBERS}


def test_3_9_3_one_dollar_straight_up_results_in_a_total_payout_of_36_dollars() -> None:
    answer = settled("straight:17", 17, stake_cents=100)
    assert (answer["paid_total_cents"], answer["net_cents"], answer["odds_rule"]) == ("3600", "3500", "3.9.3")


def _place_on_the_layout(number: int) -> tuple[int, int]:
    return divmod(number - 1, 3)


def test_ir_09_a_split_is_of_two_numbers_that_touch_on_the_layout() -> None:
    touching = {
        f"split:{a}-{b}"
        for a in NUMBERS
        for b in range(a + 1, 37)
        if (a == 0 and b <= 3)
        or (a and sum(abs(x - y) for x, y in zip(_place_on_the_layout(a), _place_on_the_layout(b), strict=True)) == 1)
    }
    assert set(wagers("split")) == touching
    assert all(covered(wager) == set(map(int, wager[6:].split("-"))) for wager in touching)


def test_ir_09_streets_corners_and_six_lines_are_whole_rows_squares_and_two_rows() -> None:
    assert wagers("street") == [*(f"street:{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)), "street:0-1-2", "street:0-2-3"]
    squares = [f"corner:{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3]
    assert wagers("corner") == [*squares, "corner:0-1-2-3"]
    assert wagers("sixline") == [f"sixline:{n}-{n + 5}" for n in range(1, 32, 3)]
    for wager in (*wagers("street"), *wagers("corner")):
        assert covered(wager) == set(map(int, wager.partition(":")[2].split("-")))


NOT_LISTED = """
    split:1-5 split:3-4 split:0-4 split:3-0 split:16-16 street:2-3-4 street:0-1-3 corner:3-4-6-7 corner:34-35-36 sixline:2-7
    sixline:34-39 sixline:1-2-3-4-5-6 column:0 column:4 dozen:4 straight:37 straight:00 straight neighbours:37 complete:-1
    final:10 voisins red:1
"""


@pytest.mark.parametrize("wager", NOT_LISTED.split())
def test_3_9_what_is_not_listed_is_not_permissible(wager: str) -> None:
    asked = asking.error(kind="settle", game=GAME, wager=wager, stake_cents=100, outcomes=[1])
    assert asked == f"{wager!r} is not a permissible wager of interblock_roulette"


@pytest.mark.parametrize("wager", ["column:1", "dozen:1", "low", "high", "even", "odd", "red", "black"])
def test_ir_11_every_outside_wager_loses_wholly_on_0(wager: str) -> None:
    assert settled(wager, 0)["net_cents"] == "-1200"


def test_ir_14_even_and_odd_ask_only_for_the_parity_of_the_number_spun() -> None:
    assert covered("even") | covered("odd") == set(range(1, 37))
    assert not covered("even") & covered("odd")


def test_3_9_3_every_wager_special_bets_too_has_an_edge_of_one_thirty_seventh() -> None:
    table = books.current(GAME)
    assert {wager: edge_of(table, wager).edge for wager in table.wagers} == dict.fromkeys(table.wagers, Fraction(1, 37))


# 3.1: limits


@pytest.mark.parametrize("wager", ["straight:17", "split:0-1", "column:1", "red"])
def test_3_1_and_x_05_a_terminal_refuses_what_lies_outside_its_limits(wager: str) -> None:
    assert figures(wager, 1, min=1201) == ("rejected", "3.1", None, "0", "1200", "1200")
    assert figures(wager, 1, max=1199) == ("rejected", "3.1", None, "0", "1200", "1200")
    assert figures(wager, 1, min=1200, max=1200)[0] in {"win", "lose"}
    refused = settled(wager, 1, max=1199)
    assert (refused["closed"], refused["net_cents"], refused["trace"]) == (True, "0", [])


def test_x_05_a_terminal_refuses_any_change_that_leaves_its_limits() -> None:
    over, under = {"ev": "increase", "by": 501}, {"ev": "reduce", "to": 499}
    answer = settled("orphans", over, under, 2, stake_cents=500, min=100, max=200)
    assert (answer["trace"], answer["net_cents"], answer["decided_at"]) == (["refused", "refused", "lose"], "-500", 2)
    within = settled("orphans", {"ev": "increase", "by": 500}, {"ev": "reduce", "to": 500}, 2, stake_cents=500, min=100, max=200)
    assert (within["trace"], within["net_cents"]) == (["increased", "reduced", "lose"], "-500")


def test_3_1_limits_of_nothing_are_no_limits_and_a_rejected_line_is_still_checked() -> None:
    assert figures("red", 1, min=None, max=None)[0] == "win"
    assert asking.error(kind="settle", game=GAME, wager="red", stake_cents=9, context={"max": 8}, outcomes=[37])


# 1.1, 3.3.6: the wagering period


@pytest.mark.parametrize("wager", ["straight:17", "red", "orphans", "complete:3"])
@pytest.mark.parametrize("action", ACTIONS)
def test_1_1_and_3_3_6_wagers_are_placed_changed_and_withdrawn_in_the_wagering_period_only(wager: str, action: str) -> None:
    assert permitted(wager, action) == (True, "1.1 wagering period")
    assert permitted(wager, action, closed=False, exposed=True, was_reduced=True, point=6) == (True, "1.1 wagering period")
    assert permitted(wager, action, closed=True, confirmed=True) == (False, "3.3.6")


def test_1_1_a_wager_taken_down_is_returned() -> None:
    assert figures("final:7", {"ev": "remove"}, 7) == ("removed", "1.1 wagering period", 0, "0", "1200", "1200")
    assert settled("final:7", {"ev": "remove"}, 7)["net_cents"] == "0"


def test_1_1_a_part_taken_down_is_in_no_figure_and_a_part_added_is_in_all() -> None:
    assert figures("red", {"ev": "reduce", "to": 500}, 1) == ("win", "3.9.1.12", 1, "500", "500", "1000")
    assert figures("red", {"ev": "increase", "by": 300}, 1) == ("win", "3.9.1.12", 1, "1500", "1500", "3000")
    assert figures("red", {"ev": "reduce", "to": 1200}, 1) == ("win", "3.9.1.12", 1, "1200", "1200", "2400")


def test_3_3_6_a_change_after_the_wagering_period_leaves_the_wager_as_it_was() -> None:
    late = [
        {"ev": "remove", "closed": True},
        {"ev": "reduce", "to": 1, "closed": True},
        {"ev": "increase", "by": 9, "closed": True},
    ]
    answer = settled("straight:8", *late, 8)
    assert answer["trace"] == ["refused", "refused", "refused", "win"]
    assert (answer["winnings_cents"], answer["rule"], answer["decided_at"]) == ("42000", "3.9.1.1", 3)


def test_ir_12_and_ir_13_every_wager_may_come_down_until_the_period_ends_whatever_ends_it() -> None:
    table = books.current(GAME)
    for wager in table.wagers:
        assert permitted(wager, "remove") == (True, "1.1 wagering period")
        assert permitted(wager, "remove", closed=True) == (False, "3.3.6")


def test_3_9_an_open_wager_is_inactive_under_its_own_rule() -> None:
    answer = settled("corner:0-1-2-3", {"ev": "increase", "by": 100})
    assert (answer["result"], answer["closed"], answer["rule"]) == ("inactive", False, "3.9.1.4.2")
    assert (answer["stake_returned_cents"], answer["paid_total_cents"]) == ("0", "0")
    assert (answer["net_cents"], answer["decided_at"]) == (None, None)
    assert settled("complete:3")["rule"] == "3.9.2.9"


# 3.12, 7, 8: what voids, and the actual outcome


GROUNDS = {
    "ball_early": "3.12",
    "wagers_unconfirmed": "7.3",
    "system_malfunction": "7.4",
    "contravention": "8.7.1",
    "invalidate": "8.9",
}


@pytest.mark.parametrize(("event", "rule"), GROUNDS.items())
@pytest.mark.parametrize("wager", ["straight:17", "red", "neighbours_of_zero"])
def test_3_12_7_and_8_a_void_wager_is_returned_whole(event: str, rule: str, wager: str) -> None:
    for said in ({"ev": event}, {"ev": event, "forfeit": event != "invalidate"}):
        void = ("void", rule, 1, "0", "1300", "1300")
        assert figures(wager, {"ev": "increase", "by": 100}, said, 17) == void
        assert settled(wager, said)["net_cents"] == "0"


def test_ir_06_the_number_of_a_ball_at_rest_early_is_no_result() -> None:
    assert figures("straight:17", {"ev": "ball_early"}, 17) == ("void", "3.12", 0, "0", "1200", "1200")
    assert figures("straight:17", 17, {"ev": "ball_early"})[0] == "win"


def test_ir_15_a_system_malfunction_voids_every_wager_of_the_round() -> None:
    reach = books.current(GAME).grounds["system_malfunction"]
    assert all(reach.covers(wager) for wager in books.current(GAME).wagers)


def test_ir_05_rules_are_cited_by_their_own_numbers_and_there_is_no_chapter_9() -> None:
    table = books.current(GAME)
    cited = {row.rule for w in table.wagers.values() for rows in w.rows.values() for row in rows.values()}
    cited |= {reach.rule or "" for reach in table.grounds.values()} | {table.correction, *map(str, (table.limits["below"],))}
    assert {rule.split(".")[0] for rule in cited} == {"3", "7", "8"}


def test_8_9_and_x_06_a_manager_may_direct_that_a_wager_is_forfeited() -> None:
    answer = settled("red", {"ev": "invalidate", "forfeit": True}, 1)
    assert (answer["result"], answer["rule"], answer["stake_returned_cents"]) == ("void", "8.9", "0")
    assert (answer["paid_total_cents"], answer["net_cents"]) == ("0", "-1200")


def test_7_2_3_1_and_ir_07_the_number_the_ball_falls_in_prevails() -> None:
    won, lost = {"actual": 17, "recorded": 0}, {"actual": 0, "recorded": 17}
    assert figures("straight:17", won) == ("win", "3.9.1.1 with 7.2.3.1", 0, "42000", "1200", "43200")
    assert figures("straight:17", lost) == ("lose", "3.9.1.1 with 7.2.3.1", 0, "0", "0", "0")
    assert figures("orphans", {"ev": "reduce", "to": 500}, won)[:3] == ("win", "3.9.2.3 with 7.2.3.1", 1)
    assert figures("straight:17", {"ev": "remove"}, won)[1] == "1.1 wagering period"


# Questions


@pytest.mark.parametrize("wrong", [37, -1, "17", 17.0, True, None, [17], [1, 2], {}, {"actual": 37, "recorded": 1}])
def test_2_4_1_a_number_the_wheel_does_not_have_is_no_outcome(wrong: Any) -> None:
    assert asking.error(kind="settle", game=GAME, wager="red", stake_cents=100, outcomes=[wrong])
    assert asking.error(kind="settle", game=GAME, wager="red", stake_cents=100, outcomes=[1, wrong])


@pytest.mark.parametrize("event", ["call", "no_roll", "cocked", "tumbler_malfunction", "spin"])
def test_an_event_of_another_game_is_an_error(event: str) -> None:
    asked = asking.error(kind="settle", game=GAME, wager="red", stake_cents=100, outcomes=[{"ev": event, "to": "ON"}])
    assert asked == f"{event!r} is no event of interblock_roulette"


def test_a_context_key_of_another_game_is_ignored_and_one_of_no_game_is_an_error() -> None:
    others: dict[str, Any] = {"point": 6, "wager_point": 8, "base_stake": 1, "call": "OFF", "frozen": True, "eights": 2}
    others |= {"warned": True, "chip_unit": 500, "variant": "mini", "exposed": True, "was_reduced": True, "has_base": False}
    for outcome in (8, 16, {"ev": "remove"}, {"ev": "invalidate"}):
        assert settled("orphans", outcome, **others) == settled("orphans", outcome)
    unknown = asking.error(kind="settle", game=GAME, wager="red", stake_cents=100, context={"wheel": 1}, outcomes=[1])
    assert unknown == "unknown context key 'wheel'"


def test_3_13_the_ball_is_spun_automatically_and_nothing_stands_behind_a_wager() -> None:
    assert asking.error(kind="shooter", game=GAME, order_clockwise=["A"]) == "interblock_roulette has no shooter"
    assert asking.error(kind="max_odds", game=GAME, wager="red", base_stake_cents=100) == "red is not an odds wager"


def test_a_player_is_told_the_readings_too() -> None:
    question = {"id": 1, "kind": "settle", "game": GAME, "wager": "red_splits", "stake_cents": 400, "outcomes": [16]}
    assert whatif.answer(question)["because"] == (
        "Red Splits of 400 cents wins 1700 cents at 17 to 4, odds by rule 3.9.3 (rule 3.9.2.6; readings IR-10, IR-01)."
    )
