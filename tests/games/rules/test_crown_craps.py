"""Crown Craps and Mini Craps: the book's wagers and their odds, in its order."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from games.rules import books, whatif
from games.rules.edges import edge_of
from tests.games.rules import asking

GAME = "crown_craps"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
POINTS = (4, 5, 6, 8, 9, 10)
FACES = {total: [max(1, total - 6), min(6, total - 1)] for total in range(2, 13)}  # never the hard way but 2 and 12
INCREASE = {"ev": "increase", "by": 300}
OPEN = (None, "0", "0", "0")
LOST = ("0", "0", "0")


def test_the_compiled_book_is_the_one_in_force() -> None:
    compiled = books.compiled(GAME)
    assert (compiled.version, compiled.sha256) == (
        "crown_craps@undated.1",
        "acfcba61a53a3c209de3b9495034ab7c01aca1770e447ed6154f2897b4092271",
    )


def test_3_6_there_are_70_permissible_wagers_in_the_books_order() -> None:
    wagers = books.current(GAME).wagers
    assert len(wagers) == 70
    assert list(dict.fromkeys(wager.rule for wager in wagers.values())) == [f"3.6.{n}" for n in range(1, 25)]
    assert {wager.odds_rule for wager in wagers.values()} == {"6.1"}


# 3.6.1, 3.6.3, 3.6.5, 3.6.7: the Lines and the Comes


@pytest.mark.parametrize(("wager", "rule"), [("win_line", "3.6.1"), ("come", "3.6.5")])
def test_3_6_1_and_3_6_5_win_line_and_come(wager: str, rule: str) -> None:
    for total in (7, 11):
        assert figures(wager, FACES[total]) == ("win", f"{rule}(a)(i)", 0, "1200", "1200", "2400")
    for total in (2, 3, 12):
        assert figures(wager, FACES[total]) == ("lose", f"{rule}(b)(i)", 0, *LOST)
    for point in POINTS:
        assert figures(wager, FACES[point]) == ("inactive", f"{rule}(c)", *OPEN)
        assert figures(wager, FACES[point], FACES[11]) == ("inactive", f"{rule}(c)", *OPEN)
        assert figures(wager, FACES[point], FACES[11], FACES[point])[:3] == ("win", f"{rule}(a)(ii)", 2)
        assert figures(wager, FACES[7], point=4, wager_point=point) == ("lose", f"{rule}(b)(ii)", 0, *LOST)


@pytest.mark.parametrize(("wager", "rule"), [("dont_win_line", "3.6.3"), ("dont_come", "3.6.7")])
def test_3_6_3_and_3_6_7_dont_win_line_and_dont_come(wager: str, rule: str) -> None:
    for total in (3, 12):
        assert figures(wager, FACES[total]) == ("win", f"{rule}(a)(i)", 0, "1200", "1200", "2400")
    for total in (7, 11):
        assert figures(wager, FACES[total]) == ("lose", f"{rule}(b)(i)", 0, *LOST)
    for point in POINTS:
        assert figures(wager, FACES[point], FACES[2]) == ("inactive", f"{rule}(c)", *OPEN)
        assert figures(wager, FACES[point], FACES[12], FACES[7])[:3] == ("win", f"{rule}(a)(ii)", 2)
        assert figures(wager, FACES[point], point=4, wager_point=point) == ("lose", f"{rule}(b)(ii)", 0, *LOST)


@pytest.mark.parametrize(("wager", "rule"), [("dont_win_line", "3.6.3"), ("dont_come", "3.6.7")])
def test_cc_01_and_cc_25_after_a_2_a_dont_wager_meets_the_next_roll_as_a_first_roll(wager: str, rule: str) -> None:
    assert figures(wager, FACES[2]) == ("inactive", f"{rule}(c)", *OPEN)
    assert figures(wager, FACES[2], FACES[2], FACES[12])[:3] == ("win", f"{rule}(a)(i)", 2)
    assert figures(wager, FACES[2], FACES[7])[:3] == ("lose", f"{rule}(b)(i)", 1)


def test_cc_24_a_come_wager_on_its_number_is_active_on_a_come_out_roll() -> None:
    assert figures("come", FACES[7], point=None, wager_point=9)[:2] == ("lose", "3.6.5(b)(ii)")
    assert figures("come", FACES[9], FACES[5], FACES[9], point=5)[:3] == ("win", "3.6.5(a)(ii)", 2)


def test_3_6_1_a_line_wager_down_while_a_point_is_on_stands_on_it_and_a_come_wager_does_not() -> None:
    assert figures("win_line", FACES[6], point=6)[:2] == ("win", "3.6.1(a)(ii)")
    assert figures("dont_win_line", FACES[7], point=6)[:2] == ("win", "3.6.3(a)(ii)")
    assert figures("come", FACES[6], point=6)[:2] == ("inactive", "3.6.5(c)")
    assert figures("dont_come", FACES[7], point=6)[:2] == ("lose", "3.6.7(b)(i)")


# 3.6.2, 3.6.4, 3.6.6, 3.6.8: odds

TRUE_ODDS = dict(zip(POINTS, ("2", "3/2", "6/5", "6/5", "3/2", "2"), strict=True))
ODDS_RULES = {"win_line_odds": "3.6.2", "dont_win_lay_odds": "3.6.4", "come_odds": "3.6.6", "dont_come_lay_odds": "3.6.8"}


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("kind", ["win_line_odds", "come_odds"])
def test_3_6_2_and_3_6_6_odds_pay_true_odds(kind: str, number: int) -> None:
    rule, wager = ODDS_RULES[kind], f"{kind}:{number}"
    winnings = 1200 * Fraction(TRUE_ODDS[number])
    assert figures(wager, FACES[number], point=number) == ("win", f"{rule}(a)", 0, str(winnings), "1200", str(1200 + winnings))
    assert figures(wager, FACES[3], FACES[7], point=number) == ("lose", f"{rule}(b)", 1, *LOST)
    assert figures(wager, FACES[3], point=number) == ("inactive", f"{rule}(c)", *OPEN)


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("kind", ["dont_win_lay_odds", "dont_come_lay_odds"])
def test_3_6_4_3_6_8_and_cc_07_lay_odds_pay_true_odds_and_a_2_decides_nothing(kind: str, number: int) -> None:
    rule, wager = ODDS_RULES[kind], f"{kind}:{number}"
    winnings = 1200 / Fraction(TRUE_ODDS[number])
    assert figures(wager, FACES[7], point=number) == ("win", f"{rule}(a)", 0, str(winnings), "1200", str(1200 + winnings))
    assert figures(wager, FACES[number], point=number) == ("lose", f"{rule}(b)", 0, *LOST)
    assert figures(wager, FACES[2], point=number) == ("inactive", f"{rule}(c)", *OPEN)


@pytest.mark.parametrize(("number", "lay"), [(4, "2004"), (5, "1503"), (6, "6012/5"), (8, "6012/5"), (9, "1503"), (10, "2004")])
def test_3_6_2_to_3_6_8_most_odds_are_twice_the_wager_or_win_twice_it(number: int, lay: str) -> None:
    for kind, rule in ODDS_RULES.items():
        question = {"id": "t", "kind": "max_odds", "game": GAME, "wager": f"{kind}:{number}", "base_stake_cents": 501}
        most = lay if "lay" in kind else "1002"
        assert whatif.answer(question) == {"id": "t", "max_stake_cents": most, "rule": rule}


def test_cc_12_odds_above_double_are_capped_and_the_rest_returned() -> None:
    capped = partial(figures, base_stake=500, point=6)
    assert capped("win_line_odds:6", FACES[6]) == ("win", "3.6.2(a) with 4.2.2", 0, "1200", "1200", "2400")
    assert capped("win_line_odds:6", FACES[7]) == ("lose", "3.6.2(b) with 4.2.2", 0, "0", "200", "200")
    assert capped("win_line_odds:6", FACES[7], max=800) == ("lose", "3.6.2(b) with 4.2.2", 0, "0", "400", "400")
    assert capped("win_line_odds:6", FACES[6], stake_cents=1000)[1] == "3.6.2(a)"
    assert capped("dont_come_lay_odds:6", FACES[7])[:4] == ("win", "3.6.8(a)", 0, "1000")
    exact = figures("dont_win_lay_odds:6", FACES[6], point=6, base_stake=499)
    assert exact == ("lose", "3.6.4(b) with 4.2.2", 0, "0", "12/5", "3")
    assert figures("dont_win_lay_odds:6", FACES[7], point=6, base_stake=499)[3:] == ("998", "1200", "2198")
    assert settled("win_line_odds:6", INCREASE, FACES[7], point=6, base_stake=500)["stake_returned_cents"] == "500"


def test_3_6_2_and_3_6_4_line_odds_need_their_wager_and_their_point() -> None:
    for kind in ("win_line_odds", "dont_win_lay_odds"):
        for action in ("place", "increase"):
            assert permitted(f"{kind}:6", action, point=6) == (True, ODDS_RULES[kind])
            assert permitted(f"{kind}:6", action, point=8) == (False, ODDS_RULES[kind])
            assert permitted(f"{kind}:6", action, point=None) == (False, ODDS_RULES[kind])
            assert permitted(f"{kind}:6", action, point=6, has_base=False) == (False, ODDS_RULES[kind])
        assert permitted(f"{kind}:6", "remove", point=8, has_base=False) == (True, "3.4")
    assert settled("win_line_odds:6", INCREASE, FACES[6], INCREASE)["trace"] == ["refused", "win"]
    assert settled("win_line_odds:6", INCREASE, point=6, has_base=False)["trace"] == ["increased"]


def test_3_6_6_and_3_6_8_come_side_odds_need_their_wager_only() -> None:
    for kind in ("come_odds", "dont_come_lay_odds"):
        for action, point in product(("place", "increase"), (None, 6, 8)):
            assert permitted(f"{kind}:6", action, point=point) == (True, ODDS_RULES[kind])
            assert permitted(f"{kind}:6", action, point=point, has_base=False) == (False, ODDS_RULES[kind])


# 3.6.9 to 3.6.13, 3.6.23, 3.6.24: a number or a seven


@pytest.mark.parametrize(("number", "winnings"), [(4, "2160"), (5, "1680"), (6, "1400"), (8, "1400"), (9, "1680"), (10, "2160")])
def test_3_6_9_a_place_bet_wins_on_its_number_before_a_7(number: int, winnings: str) -> None:
    assert figures(f"place:{number}", FACES[number], call="ON")[:4] == ("win", "3.6.9(a)", 0, winnings)
    assert figures(f"place:{number}", FACES[7], call="ON") == ("lose", "3.6.9(b)", 0, *LOST)
    assert figures(f"place:{number}", FACES[11], call="ON") == ("inactive", "3.6.9(c)", *OPEN)


@pytest.mark.parametrize("number", POINTS)
def test_3_6_10_and_cc_28_a_buy_bet_pays_true_odds_for_5_percent_of_the_wager(number: int) -> None:
    answer = settled(f"buy:{number}", FACES[number], call="ON")
    winnings = 1200 * Fraction(TRUE_ODDS[number])
    assert (answer["rule"], answer["winnings_cents"], answer["commission_cents"]) == ("3.6.10", str(winnings), "60")
    assert answer["net_cents"] == str(winnings - 60)
    assert settled(f"buy:{number}", FACES[7], call="ON")["net_cents"] == "-1260"


@pytest.mark.parametrize(("number", "winnings"), [(4, "500"), (5, "1375/2"), (6, "880"), (8, "880"), (9, "1375/2"), (10, "500")])
def test_3_6_11_a_dont_place_bet_wins_on_a_7_before_its_number(number: int, winnings: str) -> None:
    assert figures(f"dont_place:{number}", FACES[7], stake_cents=1100)[:4] == ("win", "3.6.11(a)", 0, winnings)
    assert figures(f"dont_place:{number}", FACES[number]) == ("lose", "3.6.11(b)", 0, *LOST)
    assert figures(f"dont_place:{number}", FACES[2]) == ("inactive", "3.6.11(c)", *OPEN)


@pytest.mark.parametrize(("number", "winnings", "charged"), [(4, "600", "30"), (5, "800", "40"), (6, "1000", "50")])
def test_3_6_12_and_cc_28_a_lay_bet_pays_5_percent_of_what_it_expects_to_win(number: int, winnings: str, charged: str) -> None:
    for lay in (number, 14 - number):
        answer = settled(f"lay:{lay}", FACES[7])
        assert (answer["rule"], answer["winnings_cents"], answer["commission_cents"]) == ("3.6.12", winnings, charged)
        assert figures(f"lay:{lay}", FACES[lay]) == ("lose", "3.6.12", 0, *LOST)
        assert figures(f"lay:{lay}", FACES[2]) == ("inactive", "3.6.12", *OPEN)


@pytest.mark.parametrize(("number", "winnings"), [(4, "9000"), (6, "11400"), (8, "11400"), (10, "9000")])
def test_3_6_13_a_hardway_loses_the_easy_way_or_on_a_7(number: int, winnings: str) -> None:
    for faces in product(range(1, 7), repeat=2):
        result, rule, decided_at, won, *_ = figures(f"hard:{number}", list(faces), point=5)
        if sum(faces) == number and faces[0] == faces[1]:
            assert (result, rule, decided_at, won) == ("win", "3.6.13(a)", 0, winnings)
        elif sum(faces) in {number, 7}:
            assert (result, rule, decided_at, won) == ("lose", "3.6.13(b)", 0, "0")
        else:
            assert (result, rule, decided_at, won) == ("inactive", "3.6.13(c)", None, "0")


@pytest.mark.parametrize(("wager", "rule", "number"), [("big6", "3.6.23", 6), ("big8", "3.6.24", 8)])
def test_3_6_23_and_3_6_24_big_6_and_big_8_win_before_a_7(wager: str, rule: str, number: int) -> None:
    assert figures(wager, FACES[5], FACES[number]) == ("win", f"{rule}(a)", 1, "1200", "1200", "2400")
    assert figures(wager, FACES[7]) == ("lose", f"{rule}(b)", 0, *LOST)
    assert figures(wager, FACES[5]) == ("inactive", f"{rule}(c)", *OPEN)


# 3.6.14 to 3.6.22: one roll


@pytest.mark.parametrize(
    ("wager", "rule", "paying"),
    [
        ("any_craps", "3.6.14", dict.fromkeys((2, 3, 12), Fraction(15, 2))),
        ("two_crap", "3.6.15", {2: 33}),
        ("three_crap", "3.6.16", {3: 16}),
        ("twelve_crap", "3.6.17", {12: 33}),
        ("eleven", "3.6.18", {11: 16}),
        ("field", "3.6.21", {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}),
        ("any_seven", "3.6.22", {7: 4}),
    ],
)
def test_3_6_14_to_3_6_22_and_cc_10_the_next_roll_decides(wager: str, rule: str, paying: dict[int, Any]) -> None:
    for faces in product(range(1, 7), repeat=2):
        pays = paying.get(sum(faces))
        expected = (
            ("lose", f"{rule}(b)", 0, *LOST)
            if pays is None
            else ("win", f"{rule}(a)", 0, str(1200 * pays), "1200", str(1200 + 1200 * pays))
        )
        assert figures(wager, list(faces), point=6) == figures(wager, list(faces)) == expected


HORN_ODDS = {2: 33, 3: 16, 11: 16, 12: 33}


@pytest.mark.parametrize("total", HORN_ODDS)
def test_3_6_19_and_cc_08_a_horn_bet_has_a_quarter_on_each_total(total: int) -> None:
    won = 300 * HORN_ODDS[total]
    assert figures("horn", FACES[total]) == ("win", "3.6.19(a)", 0, str(won), "300", str(300 + won))
    assert settled("horn", FACES[total])["net_cents"] == str(won - 900)
    assert figures("horn", FACES[7]) == ("lose", "3.6.19(b)", 0, *LOST)


@pytest.mark.parametrize(("nominated", "total"), list(product(HORN_ODDS, HORN_ODDS)))
def test_3_6_20_and_cc_09_a_horn_high_bet_has_a_further_fifth_on_the_nominated_total(nominated: int, total: int) -> None:
    part = 400 if nominated == total else 200
    won = part * HORN_ODDS[total]
    expected = ("win", "3.6.20(a)", 0, str(won), str(part), str(part + won))
    assert figures(f"horn_high:{nominated}", FACES[total], stake_cents=1000) == expected
    assert figures(f"horn_high:{nominated}", FACES[8]) == ("lose", "3.6.20(b)", 0, *LOST)


# 6.1: edges

EDGES = {
    "win_line": "7/495",
    "come": "7/495",
    "dont_win_line": "27/1925",
    "dont_come": "27/1925",
    "big6": "1/11",
    "big8": "1/11",
    "any_seven": "1/6",
    **dict.fromkeys(("hard:4", "hard:10", "any_craps", "two_crap", "three_crap", "twelve_crap", "eleven"), "1/18"),
    **dict.fromkeys(("horn", "horn_high:2", "horn_high:3", "horn_high:11", "horn_high:12", "field"), "1/18"),
    **dict.fromkeys(("hard:6", "hard:8"), "1/22"),
    **{f"{kind}:{n}": "0" for kind in ODDS_RULES for n in POINTS},
    **{f"place:{n}": edge for n, edge in zip(POINTS, ("1/15", "1/25", "1/66", "1/66", "1/25", "1/15"), strict=True)},
    **{f"dont_place:{n}": edge for n, edge in zip(POINTS, ("1/33", "1/40", "1/55", "1/55", "1/40", "1/33"), strict=True)},
    **{f"buy:{n}": "1/20" for n in POINTS},
    **{f"lay:{n}": edge for n, edge in zip(POINTS, ("1/40", "1/30", "1/24", "1/24", "1/30", "1/40"), strict=True)},
}


def test_6_1_every_wager_has_its_published_edge() -> None:
    table = books.current(GAME)
    assert {wager: str(edge_of(table, wager).edge) for wager in table.wagers} == EDGES
