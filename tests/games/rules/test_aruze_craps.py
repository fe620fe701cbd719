"""Aruze Craps: the book's rules, in its order."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from games.rules import books, whatif
from games.rules.edges import edge_of
from tests.games.rules import asking

GAME = "aruze_craps"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
POINTS = (4, 5, 6, 8, 9, 10)
FACES = {
    2: [1, 1],
    3: [1, 2],
    4: [1, 3],
    5: [1, 4],
    6: [1, 5],
    7: [3, 4],
    8: [2, 6],
    9: [4, 5],
    10: [4, 6],
    11: [5, 6],
    12: [6, 6],
}


def test_the_compiled_book_is_the_one_in_force() -> None:
    compiled = books.compiled(GAME)
    assert (compiled.version, compiled.sha256) == (
        "aruze_craps@2016-06-02.1",
        "a4a4aa4fdfa503d425fffa3a7fa5fb46f87c7f5a18cf6056fdc916a066e9510c",
    )


def test_3_9_there_are_86_permissible_wagers() -> None:
    assert len(books.current(GAME).wagers) == 86


@pytest.mark.parametrize("total", [7, 11])
def test_3_9_1_1_1_pass_line_wins_on_a_come_out_7_or_11(total: int) -> None:
    assert figures("pass_line", FACES[total]) == ("win", "3.9.1.1.1", 0, "1200", "1200", "2400")


@pytest.mark.parametrize("total", [2, 3, 12])
def test_3_9_1_2_1_pass_line_loses_on_a_come_out_2_3_or_12(total: int) -> None:
    assert figures("pass_line", FACES[total]) == ("lose", "3.9.1.2.1", 0, "0", "0", "0")


@pytest.mark.parametrize("point", POINTS)
def test_3_9_1_pass_line_stays_on_its_point_until_that_or_a_7(point: int) -> None:
    other = FACES[11]
    assert figures("pass_line", FACES[point], other) == ("inactive", "3.9.1", None, "0", "0", "0")
    assert figures("pass_line", FACES[point], other, FACES[point]) == ("win", "3.9.1.1.2", 2, "1200", "1200", "2400")
    assert figures("pass_line", FACES[point], other, FACES[7]) == ("lose", "3.9.1.2.2", 2, "0", "0", "0")


def test_3_9_1_pass_line_down_while_a_point_is_on_stands_on_it() -> None:
    assert figures("pass_line", FACES[6], point=6) == ("win", "3.9.1.1.2", 0, "1200", "1200", "2400")


def test_3_9_1_pass_line_is_a_contract_that_may_be_added_to() -> None:
    assert permitted("pass_line", "place", point=None) == (True, "3.9.1")
    assert permitted("pass_line", "place", point=6) == (False, "3.9.1")
    assert permitted("pass_line", "increase", point=6, wager_point=6) == (True, "3.9.1")
    assert permitted("pass_line", "remove", point=6, wager_point=6) == (False, "3.9.1")
    assert permitted("pass_line", "reduce", point=None) == (True, "1.1 wagering period")
    assert settled("pass_line", FACES[6], {"ev": "increase", "by": 300}, {"ev": "remove"}, FACES[6])["trace"] == [
        "inactive",
        "increased",
        "refused",
        "win",
    ]


def test_3_9_3_come_counts_from_its_placement() -> None:
    assert figures("come", FACES[7], point=6) == ("win", "3.9.3.1.1", 0, "1200", "1200", "2400")
    assert figures("come", FACES[5], FACES[6], FACES[7], point=6) == ("lose", "3.9.3.2.2", 2, "0", "0", "0")
    assert permitted("come", "place", point=None) == (True, "3.9.3")
    assert permitted("come", "reduce", point=6, wager_point=5) == (False, "3.9.3")
    assert permitted("come", "remove", point=6) == (True, "1.1 wagering period")


@pytest.mark.parametrize(
    ("wager", "winner", "winnings"),
    [("odds:4", 4, "2400"), ("odds:9", 9, "1800"), ("odds:6", 6, "1440"), ("come_odds:10", 10, "2400")],
)
def test_3_9_2_and_3_9_4_odds_win_at_true_odds_with_their_flat_wager(wager: str, winner: int, winnings: str) -> None:
    rule = "3.9.2" if wager.startswith("odds") else "3.9.4"
    assert settled(wager, FACES[winner], point=winner)["winnings_cents"] == winnings
    assert figures(wager, FACES[winner], point=winner)[:2] == ("win", f"{rule}.2")
    assert figures(wager, FACES[7], point=winner)[:2] == ("lose", f"{rule}.3")


def test_3_9_2_1_odds_are_limited_to_double_the_pass_line_wager() -> None:
    assert figures("odds:6", FACES[6], point=6, base_stake=600)[0] == "win"
    assert figures("odds:6", FACES[6], point=6, base_stake=599) == ("rejected", "3.9.2.1", None, "0", "1200", "1200")
    assert settled("odds:6", {"ev": "increase", "by": 1}, point=6, base_stake=600)["trace"] == ["refused"]


def test_3_9_2_odds_need_their_pass_line_wager_and_point() -> None:
    assert permitted("odds:6", "place", point=6) == (True, "3.9.2")
    assert permitted("odds:6", "place", point=8) == (False, "3.9.2")
    assert permitted("odds:6", "increase", point=6, has_base=False) == (False, "3.9.2")
    assert permitted("odds:6", "remove", point=6) == (True, "1.1 wagering period")


@pytest.mark.parametrize(("wager", "rule", "number"), [("big6", "3.9.5", 6), ("big8", "3.9.6", 8)])
def test_3_9_5_and_3_9_6_big_6_and_8_win_before_a_7(wager: str, rule: str, number: int) -> None:
    assert figures(wager, FACES[5], FACES[number]) == ("win", rule, 1, "1200", "1200", "2400")
    assert figures(wager, FACES[7]) == ("lose", rule, 0, "0", "0", "0")


@pytest.mark.parametrize(("number", "winnings"), [(4, "2160"), (5, "1680"), (6, "1400"), (8, "1400"), (9, "1680"), (10, "2160")])
def test_3_9_7_place_pays_by_its_number_and_works_on_a_come_out_roll(number: int, winnings: str) -> None:
    answer = settled(f"place:{number}", FACES[number], point=None)
    assert (answer["result"], answer["rule"], answer["winnings_cents"]) == ("win", "3.9.7.1", winnings)
    assert figures(f"place:{number}", FACES[7], point=None)[:2] == ("lose", "3.9.7.2")


def test_x_01_a_fraction_of_a_cent_is_kept_and_paid_up() -> None:
    answer = settled("place:6", FACES[6], stake_cents=1201)
    assert (answer["winnings_cents"], answer["paid_total_cents"], answer["net_cents"]) == ("8407/6", "2603", "8407/6")


def test_3_9_8_buy_pays_true_odds_for_a_commission_of_5_percent() -> None:
    answer = settled("buy:4", FACES[4])
    assert (answer["winnings_cents"], answer["commission_cents"], answer["net_cents"]) == ("2400", "60", "2340")
    assert answer["rule"] == "3.9.8"


def test_ac_07_commission_follows_the_part_it_was_paid_for() -> None:
    removed_at_once = settled("buy:4", {"ev": "remove"})
    assert (removed_at_once["commission_cents"], removed_at_once["commission_refunded_cents"]) == ("60", "60")
    removed_later = settled("buy:4", FACES[5], {"ev": "increase", "by": 400}, {"ev": "remove"})
    assert (removed_later["commission_cents"], removed_later["commission_refunded_cents"]) == ("80", "20")
    reduced_then_void = settled("buy:4", FACES[5], {"ev": "reduce", "to": 400}, {"ev": "cocked"})
    assert (reduced_then_void["commission_cents"], reduced_then_void["commission_refunded_cents"]) == ("60", "20")


def test_3_9_9_a_hardway_loses_the_easy_way_or_on_a_7_and_nothing_else() -> None:
    assert figures("hard:8", [3, 3], [4, 4]) == ("win", "3.9.9", 1, "10800", "1200", "12000")
    assert figures("hard:4", [2, 2])[3] == "9000"
    assert figures("hard:8", [2, 6])[0] == "lose"
    assert figures("hard:8", [3, 4])[0] == "lose"
    assert figures("hard:8", [3, 3])[0] == "inactive"


@pytest.mark.parametrize(("wager", "rule"), [("dont_pass", "3.9.10"), ("dont_come", "3.9.11")])
def test_3_9_10_and_3_9_11_against_the_dice_12_draws(wager: str, rule: str) -> None:
    assert figures(wager, FACES[12]) == ("draw", f"{rule}.3", 0, "0", "1200", "1200")
    assert figures(wager, FACES[2])[:2] == figures(wager, FACES[3])[:2] == ("win", f"{rule}.1.1")
    assert figures(wager, FACES[7])[:2] == figures(wager, FACES[11])[:2] == ("lose", f"{rule}.2.1")
    assert figures(wager, FACES[9], FACES[12], FACES[7])[:3] == ("win", f"{rule}.1.2", 2)
    assert figures(wager, FACES[9], FACES[12], FACES[9])[:3] == ("lose", f"{rule}.2.2", 2)


def test_ac_15_dont_pass_and_dont_come_are_never_added_to_on_a_number() -> None:
    assert permitted("dont_pass", "place", point=None) == (True, "3.9.10")
    assert permitted("dont_pass", "increase", point=6) == (False, "3.9.10")
    assert permitted("dont_pass", "remove", point=6, wager_point=6) == (True, "1.1 wagering period")
    assert permitted("dont_come", "place", point=None) == (False, "3.9.11")
    assert permitted("dont_come", "place", point=6) == (True, "3.9.11")
    assert permitted("dont_come", "increase", point=6, wager_point=5) == (False, "3.9.11")


@pytest.mark.parametrize(("number", "most"), [(4, "2000"), (5, "1500"), (6, "1200"), (8, "1200"), (9, "1500"), (10, "2000")])
def test_3_9_12_1_and_3_9_13_1_lay_side_odds_win_at_most_double(number: int, most: str) -> None:
    for wager, rule in ((f"dont_odds:{number}", "3.9.12.1"), (f"dont_come_odds:{number}", "3.9.13.1")):
        question = {"id": "t", "kind": "max_odds", "game": GAME, "wager": wager, "base_stake_cents": 500}
        assert whatif.answer(question) == {"id": "t", "max_stake_cents": most, "rule": rule}
        at_most = settled(wager, FACES[7], stake_cents=int(most), point=number, base_stake=500)
        assert (at_most["result"], at_most["winnings_cents"]) == ("win", "1000")
        assert figures(wager, FACES[7], stake_cents=int(most) + 1, point=number, base_stake=500)[:2] == ("rejected", rule)


def test_3_9_14_place_to_lose_wins_on_a_7_before_the_number() -> None:
    assert figures("place_to_lose:4", FACES[7], stake_cents=1100) == ("win", "3.9.14.1", 0, "500", "1100", "1600")
    assert figures("place_to_lose:9", FACES[9])[:2] == ("lose", "3.9.14.2")


def test_3_9_15_lay_pays_commission_on_what_it_could_win() -> None:
    answer = settled("lay:4", FACES[7], stake_cents=3000)
    assert (answer["winnings_cents"], answer["commission_cents"], answer["net_cents"]) == ("1500", "75", "1425")


@pytest.mark.parametrize(
    ("wager", "rule", "paying"),
    [
        ("field", "3.9.16", {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}),
        ("any_seven", "3.9.17", {7: Fraction(9, 2)}),
        ("any_craps", "3.9.18", dict.fromkeys((2, 3, 12), Fraction(15, 2))),
        ("craps_c", "3.9.19", dict.fromkeys((2, 3, 12), Fraction(15, 2))),
        ("eleven_e", "3.9.20", {11: 16}),
        ("c_and_e", "3.9.21", {2: Fraction(13, 4), 3: Fraction(13, 4), 12: Fraction(13, 4), 11: Fraction(15, 2)}),
    ],
)
def test_3_9_16_to_3_9_21_one_roll_wagers_are_decided_by_the_next_roll(wager: str, rule: str, paying: dict[int, Any]) -> None:
    for faces in product(range(1, 7), repeat=2):
        pays = paying.get(sum(faces))
        expected = (
            ("lose", rule, 0, "0", "0", "0")
            if pays is None
            else ("win", rule, 0, str(1200 * pays), "1200", str(1200 + 1200 * pays))
        )
        assert figures(wager, list(faces)) == expected


@pytest.mark.parametrize(("total", "pays"), [(2, 33), (3, 16), (11, 16), (12, 33)])
def test_3_9_22_a_horn_bet_has_a_quarter_on_each_total(total: int, pays: int) -> None:
    assert figures("horn", FACES[total], stake_cents=400) == ("win", "3.9.22", 0, str(100 * pays), "100", str(100 + 100 * pays))
    assert settled("horn", FACES[total], stake_cents=400)["net_cents"] == str(100 * pays - 300)
    assert figures("horn", FACES[4], stake_cents=400) == ("lose", "3.9.22", 0, "0", "0", "0")


def test_3_9_23_a_hop_bet_wins_on_its_combination_in_any_order() -> None:
    assert figures("hop:2-5", [5, 2]) == figures("hop:2-5", [2, 5]) == ("win", "3.9.23", 0, "19200", "1200", "20400")
    assert figures("hop:3-3", [3, 3]) == ("win", "3.9.23", 0, "39600", "1200", "40800")
    assert figures("hop:3-3", [2, 4]) == ("lose", "3.9.23", 0, "0", "0", "0")


def test_3_1_a_terminal_refuses_what_lies_outside_its_limits() -> None:
    assert figures("field", FACES[2], min=1201) == ("rejected", "3.1", None, "0", "1200", "1200")
    assert figures("field", FACES[2], max=1199) == ("rejected", "3.1", None, "0", "1200", "1200")
    assert figures("field", FACES[2], min=1200, max=1200)[0] == "win"
    assert settled("lay:4", FACES[2], max=1199)["commission_cents"] == "0"


def test_3_3_6_nothing_changes_after_the_wagering_period() -> None:
    for action in ("place", "increase", "reduce", "remove"):
        assert permitted("field", action, closed=True) == (False, "3.3.6")
    assert settled("field", {"ev": "remove", "closed": True}, FACES[2])["trace"] == ["refused", "win"]


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        ("wagers_unconfirmed", "6.3"),
        ("cocked", "6.4.1"),
        ("tumbler_malfunction", "6.4.2"),
        ("system_malfunction", "6.6"),
        ("contravention", "7.7.1"),
        ("invalidate", "7.9"),
    ],
)
def test_6_and_7_a_void_wager_is_returned_with_its_commission(event: str, rule: str) -> None:
    answer = settled("buy:4", FACES[5], {"ev": event})
    assert answer == {
        "result": "void",
        "closed": True,
        "winnings_cents": "0",
        "stake_returned_cents": "1200",
        "commission_cents": "60",
        "commission_refunded_cents": "60",
        "paid_total_cents": "1200",
        "net_cents": "0",
        "rule": rule,
        "odds_rule": "3.10",
        "decided_at": 1,
        "trace": ["inactive", "void"],
    }


def test_7_9_a_manager_may_direct_that_a_wager_is_forfeited() -> None:
    answer = settled("buy:4", {"ev": "invalidate", "forfeit": True})
    assert (answer["stake_returned_cents"], answer["commission_refunded_cents"], answer["net_cents"]) == ("0", "0", "-1260")
    assert settled("buy:4", {"ev": "contravention", "forfeit": True})["stake_returned_cents"] == "1200"


def test_6_1_the_actual_outcome_prevails_over_the_recorded_one() -> None:
    corrected = {"actual": FACES[6], "recorded": FACES[7]}
    assert figures("place:6", corrected)[:2] == ("win", "3.9.7.1 with 6.1")
    assert figures("place:6", {"actual": FACES[5], "recorded": FACES[7]}, FACES[6])[:2] == ("win", "3.9.7.1")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"eligible": ["B", "C"], "current": "B", "pass_lost": True}, ("C", "3.11")),
        ({"eligible": ["B", "C"], "current": "C", "dont_won": True}, ("B", "3.11")),
        ({"eligible": ["B", "C"], "current": "B"}, ("B", "3.11")),
        ({"eligible": ["C"], "current": "B"}, ("C", "3.11")),
        ({"eligible": ["B"], "current": "B", "pass_lost": True}, ("B", "3.11")),
        ({"eligible": ["B"], "current": None}, ("B", "3.11")),
        ({"eligible": [], "current": "A"}, (None, "3.11.2")),
    ],
)
def test_3_11_the_dice_go_clockwise_among_terminals_with_a_line_wager(told: dict[str, Any], expected: tuple[Any, str]) -> None:
    question = {"id": "t", "kind": "shooter", "game": GAME, "order_clockwise": ["A", "B", "C"], **told}
    assert whatif.answer(question) == {"id": "t", "shooter": expected[0], "rule": expected[1]}


@pytest.mark.parametrize("unclear", ["pass_lost", "dont_won"])
def test_3_11_whether_the_dice_pass_is_told_with_yes_or_no(unclear: str) -> None:
    told = {"order_clockwise": ["A", "B"], "eligible": ["B"], "current": "B", "pass_lost": True, "dont_won": True}
    sentence = asking.error(kind="shooter", game=GAME, **{**told, unclear: 0})
    assert sentence == f"{unclear} is true or false, not 0"


EDGES = {
    "pass_line": "7/495",
    "come": "7/495",
    "dont_pass": "3/220",
    "dont_come": "3/220",
    "big6": "1/11",
    "big8": "1/11",
    "any_seven": "1/12",
    **dict.fromkeys(("hard:4", "hard:10", "field", "any_craps", "craps_c", "eleven_e", "c_and_e", "horn"), "1/18"),
    **dict.fromkeys(("hard:6", "hard:8"), "1/11"),
    **dict.fromkeys((f"hop:{low}-{high}" for low in range(1, 7) for high in range(low, 7)), "1/18"),
    **{f"{odds}:{n}": "0" for odds in ("odds", "come_odds", "dont_odds", "dont_come_odds") for n in POINTS},
    **{f"place:{n}": edge for n, edge in zip(POINTS, ("1/15", "1/25", "1/66", "1/66", "1/25", "1/15"), strict=True)},
    **{f"place_to_lose:{n}": edge for n, edge in zip(POINTS, ("1/33", "1/40", "1/55", "1/55", "1/40", "1/33"), strict=True)},
    **{f"buy:{n}": "1/20" for n in POINTS},
    **{f"lay:{n}": edge for n, edge in zip(POINTS, ("1/40", "1/30", "1/24", "1/24", "1/30", "1/40"), strict=True)},
}


def test_3_10_every_wager_has_its_published_edge() -> None:
    table = books.current(GAME)
    assert {wager: str(edge_of(table, wager).edge) for wager in table.wagers} == EDGES


@pytest.mark.parametrize(("wager", "of_outlay"), [("buy:4", "1/21"), ("lay:4", "1/41"), ("lay:5", "1/31"), ("lay:6", "1/25")])
def test_3_9_8_and_3_9_15_edges_of_stake_and_commission_together_are_the_published_ones(wager: str, of_outlay: str) -> None:
    table = books.current(GAME)
    outlay = 1 + Fraction(*table.wagers[wager].commission)
    assert edge_of(table, wager).edge / outlay == Fraction(of_outlay)


def test_3_9_1_hit_frequency_and_variance_of_the_pass_line() -> None:
    assert edge_of(books.current(GAME), "pass_line")[1:] == (Fraction(244976, 245025), Fraction(244, 495))
