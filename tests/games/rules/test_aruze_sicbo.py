"""Aruze Sic Bo: the book's rules, in its order."""

from functools import partial
from itertools import combinations, product
from typing import Any

import pytest

from games.rules import books, whatif
from games.rules.edges import edge_of
from tests.games.rules import asking

GAME = "aruze_sicbo"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
ROLLS = [list(roll) for roll in product(range(1, 7), repeat=3)]
FACES = range(1, 7)
COMBINATIONS = list(combinations(FACES, 2))
TOTAL_ODDS = dict(zip(range(4, 18), (62, 31, 18, 12, 8, 7, 6, 6, 7, 8, 12, 18, 31, 62), strict=True))
EVERY_WAGER = [
    *("small", "big"),
    *(f"triple:{number}" for number in FACES),
    *(f"double:{number}" for number in FACES),
    "any_triple",
    *(f"total:{total}" for total in TOTAL_ODDS),
    *(f"combo:{low}-{high}" for low, high in COMBINATIONS),
    *(f"number:{number}" for number in FACES),
]


def won(rule: str, pays: int) -> tuple[Any, ...]:
    return ("win", rule, 0, str(1200 * pays), "1200", str(1200 * (pays + 1)))


def lost(rule: str) -> tuple[Any, ...]:
    return ("lose", rule, 0, "0", "0", "0")


def test_the_compiled_book_is_the_one_in_force() -> None:
    compiled = books.compiled(GAME)
    assert (compiled.version, compiled.sha256) == (
        "aruze_sicbo@2016-06-02.1",
        "0e22e1358f0cb9229a0eec72043b2dfeeac6315cee8424eb44497c63d8e2e8e5",
    )


def test_3_9_there_are_50_permissible_wagers_in_the_books_order() -> None:
    assert list(books.current(GAME).wagers) == EVERY_WAGER
    assert len(EVERY_WAGER) == 50


@pytest.mark.parametrize("wager", ["total:3", "total:18", "combo:2-1", "combo:3-3", "triple:7", "number:0", "double", "pair:1"])
def test_3_9_nothing_else_is_a_permissible_wager(wager: str) -> None:
    said = asking.error(kind="settle", game=GAME, wager=wager, stake_cents=1200, outcomes=[])
    assert said == f"{wager!r} is not a permissible wager of aruze_sicbo"


# 3.2, 3.8.1: limits and the wagering period


def test_3_2_a_terminal_refuses_what_lies_outside_its_limits() -> None:
    for limits in ({"min": 1201}, {"max": 1199}):
        assert settled("small", [1, 2, 3], **limits) == {
            "result": "rejected",
            "closed": True,
            "winnings_cents": "0",
            "stake_returned_cents": "1200",
            "commission_cents": "0",
            "commission_refunded_cents": "0",
            "paid_total_cents": "1200",
            "net_cents": "0",
            "rule": "3.2",
            "odds_rule": "3.9.10",
            "decided_at": None,
            "trace": [],
        }
    assert figures("small", [1, 2, 3], min=1200, max=1200) == won("3.9.1.1", 1)


def test_3_2_a_terminal_refuses_a_change_that_leaves_its_limits() -> None:
    changes = [
        {"ev": "increase", "by": 301},
        {"ev": "reduce", "to": 999},
        {"ev": "increase", "by": 300},
        {"ev": "reduce", "to": 1000},
    ]
    answer = settled("small", *changes, [1, 2, 3], min=1000, max=1500)
    assert answer["trace"] == ["refused", "refused", "increased", "reduced", "win"]
    assert (answer["winnings_cents"], answer["stake_returned_cents"], answer["rule"]) == ("1000", "1000", "3.9.1.1")


@pytest.mark.parametrize("wager", EVERY_WAGER)
def test_3_8_1_wagers_change_in_the_wagering_period_and_never_after_it(wager: str) -> None:
    for action in ("place", "increase", "reduce", "remove"):
        assert permitted(wager, action) == (True, "1.1 wagering period")
        assert permitted(wager, action, exposed=True, frozen=True, eights=1, point=6) == (True, "1.1 wagering period")
        assert permitted(wager, action, closed=True) == (False, "3.8.1")
        assert permitted(wager, action, closed=True, confirmed=True, variant="mini") == (False, "3.8.1")


def test_3_8_1_what_is_changed_in_time_counts_and_what_is_late_leaves_the_wager_as_it_was() -> None:
    assert figures("small", {"ev": "remove"}, [1, 2, 3]) == ("removed", "1.1 wagering period", 0, "0", "1200", "1200")
    assert figures("small", {"ev": "reduce", "to": 300}, {"ev": "increase", "by": 100}, [1, 2, 3])[3:] == ("400", "400", "800")
    assert figures("small", {"ev": "reduce", "to": 1200}, [1, 2, 3])[3:] == ("1200", "1200", "2400")
    late = [
        {"ev": "remove", "closed": True},
        {"ev": "increase", "by": 1, "closed": True},
        {"ev": "reduce", "to": 1, "closed": True},
    ]
    assert figures("small", *late) == ("inactive", "3.9.1", None, "0", "0", "0")
    assert figures("small", *late, [1, 2, 3]) == ("win", "3.9.1.1", 3, "1200", "1200", "2400")


# 3.9.1 to 3.9.8: the wagers


@pytest.mark.parametrize("low", FACES)
def test_sb_05_small_and_big_win_by_their_totals_and_lose_on_every_triple(low: int) -> None:
    for roll in (roll for roll in ROLLS if roll[0] == low):
        is_triple, total = len(set(roll)) == 1, sum(roll)
        small = 4 <= total <= 10 and not is_triple
        big = 11 <= total <= 17 and not is_triple
        assert figures("small", roll) == (won("3.9.1.1", 1) if small else lost("3.9.1.2"))
        assert figures("big", roll) == (won("3.9.2.1", 1) if big else lost("3.9.2.2"))
        assert small + big + is_triple == 1


@pytest.mark.parametrize("number", FACES)
def test_3_9_3_a_triple_wins_on_that_triple_only(number: int) -> None:
    for roll in ROLLS:
        assert figures(f"triple:{number}", roll) == (won("3.9.3", 190) if roll == [number] * 3 else lost("3.9.3"))


@pytest.mark.parametrize("number", FACES)
def test_sb_02_a_double_wins_once_on_two_or_three_dice(number: int) -> None:
    for roll in ROLLS:
        assert figures(f"double:{number}", roll) == (won("3.9.4", 12) if roll.count(number) >= 2 else lost("3.9.4"))


def test_3_9_5_any_triple_wins_on_every_triple() -> None:
    for roll in ROLLS:
        assert figures("any_triple", roll) == (won("3.9.5", 31) if len(set(roll)) == 1 else lost("3.9.5"))


@pytest.mark.parametrize(("total", "pays"), TOTAL_ODDS.items())
def test_sb_04_a_dice_total_wins_in_any_combination_triples_too(total: int, pays: int) -> None:
    for roll in ROLLS:
        assert figures(f"total:{total}", roll) == (won("3.9.6", pays) if sum(roll) == total else lost("3.9.6"))


@pytest.mark.parametrize(("low", "high"), COMBINATIONS)
def test_sb_11_a_two_dice_combination_wins_once_when_both_numbers_appear(low: int, high: int) -> None:
    for roll in ROLLS:
        assert figures(f"combo:{low}-{high}", roll) == (won("3.9.7", 6) if {low, high} <= set(roll) else lost("3.9.7"))


@pytest.mark.parametrize("number", FACES)
def test_sb_03_any_number_pays_by_the_dice_that_show_it(number: int) -> None:
    pays = {1: 1, 2: 2, 3: 12}
    for roll in ROLLS:
        shown = roll.count(number)
        assert figures(f"number:{number}", roll) == (won("3.9.8", pays[shown]) if shown else lost("3.9.8"))


@pytest.mark.parametrize("wager", EVERY_WAGER)
def test_3_9_10_every_wager_is_decided_by_the_next_roll_and_its_odds_stand_in_one_table(wager: str) -> None:
    before = settled(wager)
    assert (before["result"], before["closed"], before["rule"]) == ("inactive", False, books.current(GAME).wagers[wager].rule)
    for roll in ([1, 2, 3], [4, 4, 4], [5, 6, 6]):
        assert settled(wager, roll, [1, 1, 1], [6, 6, 5]) == settled(wager, roll)
        assert settled(wager, roll)["odds_rule"] == "3.9.10"


EDGES = {
    **dict.fromkeys(("small", "big"), "1/36"),
    **{f"triple:{number}": "25/216" for number in FACES},
    **{f"double:{number}": "1/27" for number in FACES},
    "any_triple": "1/9",
    **dict.fromkeys(("total:4", "total:8", "total:10", "total:11", "total:13", "total:17"), "1/8"),
    **dict.fromkeys(("total:5", "total:16"), "1/9"),
    **dict.fromkeys(("total:6", "total:15"), "13/108"),
    **dict.fromkeys(("total:7", "total:14"), "7/72"),
    **dict.fromkeys(("total:9", "total:12"), "2/27"),
    **{f"combo:{low}-{high}": "1/36" for low, high in COMBINATIONS},
    **{f"number:{number}": "1/27" for number in FACES},
}


def test_3_9_10_every_wager_has_its_exact_edge() -> None:
    table = books.current(GAME)
    assert {wager: str(edge_of(table, wager).edge) for wager in table.wagers} == EDGES


# 3.10: the shooter

TERMINALS = ["A", "B", "C", "D"]


def shoots(wagers: list[Any], **told: Any) -> tuple[Any, str]:
    question = {"id": "t", "kind": "shooter", "game": GAME, "order_clockwise": TERMINALS, "wagers": wagers, **told}
    answer = whatif.answer(question)
    return answer["shooter"], answer["rule"]


@pytest.mark.parametrize(("last", "expected"), [(None, "B"), ("A", "B"), ("B", "D"), ("C", "D"), ("D", "B")])
def test_3_10_1_without_a_shooting_value_the_turn_goes_clockwise_among_terminals_with_a_wager(last: Any, expected: str) -> None:
    wagers = [["D", 5000, 1], ["B", 100, 2], ["D", 100, 3]]
    assert shoots(wagers, last=last, dice_shooting_value=None) == (expected, "3.10.1")
    assert shoots(wagers, last=last) == (expected, "3.10.1")


def test_3_10_1_a_terminal_alone_with_a_wager_shoots_again() -> None:
    assert shoots([["C", 100, 1]], last="C", dice_shooting_value=None) == ("C", "3.10.1")


@pytest.mark.parametrize("value", [None, 1500])
def test_3_10_4_without_a_wager_the_dice_are_shot_automatically(value: int | None) -> None:
    assert shoots([], last="A", dice_shooting_value=value) == (None, "3.10.4")


@pytest.mark.parametrize(
    ("wagers", "expected"),
    [
        ([["A", 1600, 1], ["B", 2000, 2], ["C", 1900, 3]], ("B", "3.10.2")),
        ([["A", 2000, 1], ["B", 1500, 2], ["B", 600, 3]], ("B", "3.10.2")),
        ([["A", 1500, 1]], ("A", "3.10.2")),
        ([["A", 1499, 1], ["B", 1000, 2]], (None, "3.10.4")),
        ([["A", 750, 1], ["A", 750, 2]], ("A", "3.10.2")),
        ([["B", 2000, 2], ["A", 2000, 1]], ("A", "3.10.2.1")),
        ([["A", 1000, 1], ["B", 2000, 2], ["A", 1000, 3]], ("B", "3.10.2.1")),
        ([["A", 1900, 10], ["D", 2000, 16], ["A", 100, 15]], ("A", "3.10.2.1")),
        ([["A", 100, 9], ["B", 2000, 8], ["A", 1900, 2]], ("B", "3.10.2.1")),
        ([["A", 1600, 1], ["B", 1600, 2], ["C", 2000, 3]], ("C", "3.10.2")),
        ([["C", 2000, 5], ["B", 2000, 4], ["A", 2000, 6]], ("B", "3.10.2.1")),
    ],
)
def test_sb_06_the_highest_total_of_at_least_the_shooting_value_shoots_and_of_equals_the_first_complete(
    wagers: list[Any], expected: tuple[Any, str]
) -> None:
    for last in (None, "A", "B"):
        assert shoots(wagers, last=last, dice_shooting_value=1500) == expected


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"wagers": {}}, "wagers must be a list of [terminal, cents, sequence]"),
        ({"wagers": [["A", 100]]}, "a wager is [terminal, cents, sequence], not ['A', 100]"),
        ({"wagers": [["A", 100, True]]}, "a wager is [terminal, cents, sequence], not ['A', 100, True]"),
        ({"wagers": [["A", 0, 1]]}, "a wager must be more than nothing, not 0"),
        ({"wagers": [["Z", 100, 1]]}, "terminal 'Z' is not in the order of places"),
        ({"wagers": [], "last": "Z"}, "last 'Z' is not in the order of places"),
        ({"wagers": [], "dice_shooting_value": 1.5}, "dice_shooting_value is not a whole number of cents: 1.5"),
    ],
)
def test_3_10_a_question_about_the_shooter_says_what_is_wrong(told: dict[str, Any], sentence: str) -> None:
    assert asking.error(kind="shooter", game=GAME, order_clockwise=TERMINALS, **told) == sentence


# 7 and 8: irregularities and general provisions


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ("wagers_unconfirmed", "7.3"),
        ("cocked", "7.4.1"),
        ("tumbler_malfunction", "7.4.2"),
        ("system_malfunction", "7.6"),
        ("contravention", "8.7.1"),
        ("invalidate", "8.9"),
    ],
)
def test_7_and_8_a_void_wager_is_returned(event: str, rule: str) -> None:
    for wager in EVERY_WAGER:
        answer = figures(wager, {"ev": "increase", "by": 300}, {"ev": event}, [1, 1, 1], min=100, max=2000)
        assert answer == ("void", rule, 1, "0", "1500", "1500")


def test_8_9_only_an_invalidated_wager_is_forfeited_and_only_by_direction() -> None:
    assert figures("big", {"ev": "invalidate", "forfeit": True}) == ("void", "8.9", 0, "0", "0", "0")
    assert settled("big", {"ev": "invalidate", "forfeit": True})["net_cents"] == "-1200"
    assert settled("big", {"ev": "invalidate", "forfeit": False})["net_cents"] == "0"
    for event in ("contravention", "cocked", "system_malfunction"):
        assert settled("big", {"ev": event, "forfeit": True})["net_cents"] == "0"


def test_7_1_results_are_recalculated_on_the_actual_outcome() -> None:
    corrected = {"actual": [6, 5, 3], "recorded": [5, 5, 5]}
    assert figures("big", corrected) == ("win", "3.9.2.1 with 7.1", 0, "1200", "1200", "2400")
    assert figures("any_triple", corrected) == ("lose", "3.9.5 with 7.1", 0, "0", "0", "0")
    assert figures("big", {"ev": "cocked"}, corrected)[:2] == ("void", "7.4.1")


@pytest.mark.parametrize("event", ["call", "no_roll", "ball_early"])
def test_a_table_event_of_another_game_is_an_error(event: str) -> None:
    told = {"kind": "settle", "game": GAME, "wager": "big", "stake_cents": 1200}
    assert asking.error(**told, outcomes=[[1, 1, 1], {"ev": event, "to": "ON"}]) == f"{event!r} is no event of aruze_sicbo"


@pytest.mark.parametrize("outcome", [[1, 2], [1, 2, 3, 4], [1, 2, 7], 12, {"actual": [1, 1, 0], "recorded": [1, 1, 1]}])
def test_an_impossible_outcome_is_an_error_even_after_the_close_or_a_rejection(outcome: Any) -> None:
    told = {"kind": "settle", "game": GAME, "wager": "big", "stake_cents": 1200}
    for context, outcomes in (({}, [outcome]), ({}, [[1, 1, 1], outcome]), ({"max": 100}, [outcome])):
        assert "is no outcome of aruze_sicbo" in asking.error(**told, context=context, outcomes=outcomes)


@pytest.mark.parametrize(
    "context",
    [
        *({"point": 6}, {"wager_point": 6}, {"base_stake": 1}, {"call": "OFF"}, {"frozen": True}, {"eights": 2}),
        *({"warned": True}, {"chip_unit": 500}, {"variant": "mini"}, {"exposed": True}, {"closed": True}, {"min": None}),
    ],
)
def test_what_a_sic_bo_terminal_does_not_use_is_ignored(context: dict[str, Any]) -> None:
    for wager in EVERY_WAGER:
        for outcomes in ([[1, 2, 3]], [[4, 4, 4]], [{"ev": "remove"}], [{"ev": "cocked"}]):
            assert settled(wager, *outcomes, **context) == settled(wager, *outcomes)


def test_the_sentence_a_player_is_read_cites_rule_and_reading() -> None:
    question = {"kind": "settle", "game": GAME, "wager": "double:4", "stake_cents": 1200, "outcomes": [[4, 4, 4]]}
    assert whatif.answer(question)["because"] == (
        "Double 4 of 1200 cents wins 14400 cents at 12 to 1, odds by rule 3.9.10 (rule 3.9.4; readings SB-02)."
    )
