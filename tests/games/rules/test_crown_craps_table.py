"""Crown Craps and Mini Craps: placing, calling, limits, commission, throws and the shooter, whatever the wager."""

from functools import partial
from itertools import product
from typing import Any

import pytest

from games.rules import books, whatif
from tests.games.rules import asking

GAME = "crown_craps"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
permitted = partial(asking.permitted, GAME)
POINTS = (4, 5, 6, 8, 9, 10)
FACES = {total: [max(1, total - 6), min(6, total - 1)] for total in range(2, 13)}  # never the hard way but 2 and 12
CALL_ON, CALL_OFF = {"ev": "call", "to": "ON"}, {"ev": "call", "to": "OFF"}
NO_ROLL, COCKED, REMOVE = {"ev": "no_roll"}, {"ev": "cocked"}, {"ev": "remove"}
REMOVE_LATE = {"ev": "remove", "closed": True}
LISTED_IN_3_5 = [f"{kind}:{n}" for kind in ("place", "buy", "come_odds") for n in POINTS] + [f"hard:{n}" for n in (4, 6, 8, 10)]
OPEN = (None, "0", "0", "0")
LOST = ("0", "0", "0")


def reduce(to: int, **late: bool) -> dict[str, Any]:
    return {"ev": "reduce", "to": to, **late}


def increase(by: int, **late: bool) -> dict[str, Any]:
    return {"ev": "increase", "by": by, **late}


def commission(wager: str, *outcomes: Any, stake_cents: int = 1200, **context: Any) -> tuple[str, str, str | None]:
    """Charged, refunded, net."""
    answer = settled(wager, *outcomes, stake_cents=stake_cents, **context)
    return answer["commission_cents"], answer["commission_refunded_cents"], answer["net_cents"]


# 3.2, 3.4, 7.4.1: placing and taking down


def test_3_2_a_late_wager_must_be_confirmed_and_lawful_otherwise_too() -> None:
    for action in ("place", "increase"):
        assert permitted("field", action, closed=True) == (False, "3.2")
        assert permitted("field", action, closed=True, confirmed=True) == (True, "3.6.21")
        assert permitted("win_line", action, closed=True, point=6) == (False, "3.2")
        assert permitted("win_line", action, closed=True, confirmed=True, point=6) == (False, "3.6.1")
    assert settled("field", increase(300, closed=True), FACES[2])["trace"] == ["refused", "win"]


@pytest.mark.parametrize("action", ["reduce", "remove"])
def test_3_4_and_cc_30_a_wager_is_taken_down_until_the_result_even_with_the_dice_in_the_air(action: str) -> None:
    for wager in books.current(GAME).wagers.keys() - {"dont_win_line", "dont_come"}:
        assert permitted(wager, action) == permitted(wager, action, closed=True) == (True, "3.4")
    assert figures("place:6", FACES[5], REMOVE_LATE, FACES[7], point=6) == ("removed", "3.4", 1, "0", "1200", "1200")


@pytest.mark.parametrize(("wager", "rule"), [("win_line", "3.4.1"), ("come", "3.4.2")])
def test_3_4_1_and_3_4_2_win_line_and_come_are_fixed_on_their_number(wager: str, rule: str) -> None:
    for action in ("reduce", "remove"):
        assert permitted(wager, action, point=5, wager_point=5) == (False, rule)
        assert permitted(wager, action, point=None, wager_point=5) == (False, rule)
    assert settled(wager, FACES[5], REMOVE, reduce(300), FACES[5])["trace"] == ["inactive", "refused", "refused", "win"]
    assert figures(wager, REMOVE)[:3] == ("removed", "3.4", 0)


def test_3_4_1_a_win_line_wager_down_while_a_point_is_on_stands_on_that_point() -> None:
    assert permitted("win_line", "remove", point=5) == (False, "3.4.1")
    assert permitted("come", "remove", point=5) == (True, "3.4")


@pytest.mark.parametrize(("wager", "rule", "point"), [("dont_win_line", "3.6.3", None), ("dont_come", "3.6.7", 6)])
def test_3_4_3_a_dont_wager_comes_down_at_any_time_but_is_not_put_back(wager: str, rule: str, point: int | None) -> None:
    for action in ("reduce", "remove"):
        assert permitted(wager, action, point=5, wager_point=5, was_reduced=True) == (True, "3.4.3")
        assert permitted(wager, action, point=5, wager_point=5, closed=True) == (True, "3.4.3")
    for action in ("place", "increase"):
        assert permitted(wager, action, point=point) == (True, rule)
        assert permitted(wager, action, point=point, was_reduced=True) == (False, "3.4.3")
    assert settled(wager, reduce(900), increase(300), FACES[2], point=point)["trace"] == ["reduced", "refused", "inactive"]
    assert settled(wager, increase(300), point=point, was_reduced=True)["trace"] == ["refused"]
    assert settled(wager, reduce(1200), increase(300), point=point)["trace"] == ["reduced", "increased"]
    assert figures(wager, reduce(900), FACES[3], point=point) == ("win", f"{rule}(a)(i)", 1, "900", "900", "1800")


@pytest.mark.parametrize(("wager", "rule"), [("win_line", "3.6.1"), ("dont_win_line", "3.6.3")])
def test_3_6_1_3_6_3_and_cc_05_a_line_wager_is_made_before_the_come_out_roll_only(wager: str, rule: str) -> None:
    for action in ("place", "increase"):
        assert permitted(wager, action, point=None) == (True, rule)
        assert permitted(wager, action, point=5) == (False, rule)
        assert permitted(wager, action, point=5, wager_point=5) == (False, rule)
    assert settled(wager, FACES[5], increase(300), FACES[12])["trace"] == ["inactive", "refused", "inactive"]


@pytest.mark.parametrize(("wager", "rule"), [("come", "3.6.5"), ("dont_come", "3.6.7")])
def test_3_6_5_3_6_7_and_cc_23_a_come_wager_is_made_while_a_point_is_on(wager: str, rule: str) -> None:
    for action in ("place", "increase"):
        assert permitted(wager, action, point=5) == (True, rule)
        assert permitted(wager, action, point=None) == (False, rule)
        assert permitted(wager, action, point=5, wager_point=6) == (False, rule)


def test_cc_25_a_dont_wager_that_met_a_2_may_still_be_increased() -> None:
    assert settled("dont_win_line", FACES[2], increase(300), FACES[3])["winnings_cents"] == "1500"
    assert settled("dont_come", FACES[2], increase(300), FACES[3], point=6)["winnings_cents"] == "1500"


@pytest.mark.parametrize("wager", ["win_line", "dont_come", "place:6", "horn", "come_odds:6"])
def test_7_4_1_at_mini_craps_nothing_moves_after_no_more_bets(wager: str) -> None:
    for action in ("place", "increase", "reduce", "remove"):
        assert permitted(wager, action, closed=True, variant="mini") == (False, "7.4.1")
        assert permitted(wager, action, closed=True, confirmed=True, variant="mini", point=6) == (False, "7.4.1")
        for context in ({"point": None}, {"point": 6}):
            assert permitted(wager, action, variant="mini", **context) == permitted(wager, action, **context)
    moves = (reduce(300, closed=True), increase(300, closed=True), REMOVE_LATE)
    assert settled(wager, *moves, variant="mini")["trace"] == ["refused"] * 3


def test_7_1_and_x_09_mini_craps_settles_every_wager_as_craps() -> None:
    for wager, faces in product(books.current(GAME).wagers, FACES.values()):
        assert settled(wager, faces, variant="mini", point=6) == settled(wager, faces, point=6)


# 3.5: on and off


@pytest.mark.parametrize("wager", LISTED_IN_3_5)
def test_3_5_1_listed_wagers_are_off_on_a_come_out_roll_unless_called_on(wager: str) -> None:
    rule = books.current(GAME).wagers[wager].rule
    inactive = "" if rule == "3.6.10" else "(c)"
    assert figures(wager, FACES[2]) == ("inactive", "3.5.1", *OPEN)
    assert figures(wager, FACES[2], call="ON") == ("inactive", rule + inactive, *OPEN)
    assert figures(wager, FACES[2], point=6) == ("inactive", rule + inactive, *OPEN)
    assert figures(wager, FACES[2], point=6, call="OFF") == ("inactive", "3.5.2", *OPEN)
    assert figures(wager, CALL_ON, FACES[7])[0] == "lose"
    assert figures(wager, FACES[7], call="ON")[0] == "lose"
    assert figures(wager, FACES[7], point=6)[0] == "lose"


def test_3_5_a_listed_wager_follows_the_tables_point() -> None:
    assert figures("place:6", FACES[7], FACES[5], FACES[7]) == ("lose", "3.6.9(b)", 2, *LOST)
    assert figures("place:6", FACES[5], FACES[7], point=5) == ("inactive", "3.5.1", *OPEN)
    assert figures("place:6", FACES[6]) == ("inactive", "3.5.1", *OPEN)
    assert figures("hard:8", [4, 4], [4, 4]) == ("win", "3.6.13(a)", 1, "11400", "1200", "12600")
    assert figures("hard:8", [2, 6], [4, 4]) == ("win", "3.6.13(a)", 1, "11400", "1200", "12600")
    assert figures("buy:4", FACES[4], FACES[4], point=4) == ("win", "3.6.10", 0, "2400", "1200", "3600")


def test_cc_04_a_call_lasts_until_it_is_changed() -> None:
    assert figures("place:8", CALL_OFF, FACES[8], FACES[6], FACES[7], point=6) == ("inactive", "3.5.2", *OPEN)
    assert figures("place:8", CALL_ON, FACES[6], FACES[6], FACES[7], point=5)[:3] == ("lose", "3.6.9(b)", 3)
    assert figures("place:8", CALL_OFF, CALL_ON, FACES[8])[:3] == ("win", "3.6.9(a)", 2)
    assert figures("place:8", FACES[8], call="OFF", point=6) == ("inactive", "3.5.2", *OPEN)
    assert settled("place:8", CALL_OFF, CALL_ON)["trace"] == ["called_OFF", "called_ON"]
    assert figures("place:8", CALL_OFF, point=6) == ("inactive", "3.6.9", *OPEN)


@pytest.mark.parametrize("number", POINTS)
def test_cc_02_come_odds_that_are_off_when_their_come_wager_is_decided_are_returned(number: int) -> None:
    wager, point = f"come_odds:{number}", 9 if number == 5 else 5
    for total in (7, number):
        assert figures(wager, FACES[total]) == ("inactive", "3.5.1", 0, "0", "1200", "1200")
        assert figures(wager, FACES[total], point=point, call="OFF") == ("inactive", "3.5.2", 0, "0", "1200", "1200")
        answer = settled(wager, CALL_OFF, FACES[total], max=1000, chip_unit=500, point=point)
        assert (answer["closed"], answer["net_cents"], answer["rule"]) == (True, "0", "3.5.2")
        assert (answer["stake_returned_cents"], answer["paid_total_cents"]) == ("1200", "1200")
        assert figures(wager, {"actual": FACES[total], "recorded": FACES[2]})[:2] == ("inactive", "3.5.1")
    assert figures(wager, FACES[point], FACES[7], point=point) == ("inactive", "3.5.1", 1, "0", "1200", "1200")


def test_cc_03_what_3_5_does_not_list_is_active_on_a_come_out_roll_and_is_not_called() -> None:
    unlisted = set(books.current(GAME).wagers) - set(LISTED_IN_3_5)
    for wager in unlisted:
        assert settled(wager, CALL_ON, CALL_OFF)["trace"] == ["refused", "refused"]
        for faces in FACES.values():
            assert figures(wager, faces, call="OFF") == figures(wager, faces)
    for kind in ("win_line_odds", "dont_win_lay_odds", "dont_come_lay_odds", "dont_place", "lay"):
        for number in POINTS:
            assert figures(f"{kind}:{number}", FACES[7], point=None)[0] == ("lose" if kind == "win_line_odds" else "win")
    assert figures("big6", FACES[7], point=None)[:2] == ("lose", "3.6.23(b)")


# 4.2: limits and payment in chips


def test_4_2_1_and_cc_11_below_the_minimum_is_settled_until_advised_and_returned_after() -> None:
    assert figures("field", FACES[3], min=1201) == ("win", "3.6.21(a) with 4.2.1", 0, "1200", "1200", "2400")
    assert figures("field", FACES[7], min=1201, warned=False) == ("lose", "3.6.21(b) with 4.2.1", 0, *LOST)
    assert figures("field", FACES[3], min=1201, warned=True) == ("void", "4.2.1", None, "0", "1200", "1200")
    assert settled("field", REMOVE, FACES[3], min=1201, warned=True)["trace"] == []
    assert figures("field", FACES[3], min=1200, warned=True)[:2] == ("win", "3.6.21(a)")
    assert commission("buy:6", min=1201, warned=True) == ("60", "60", "0")


def test_4_2_1_once_advised_a_reduction_below_the_minimum_returns_the_wager_at_that_change() -> None:
    assert figures("field", NO_ROLL, reduce(900), FACES[3], min=1000, warned=True) == ("void", "4.2.1", 1, "0", "900", "900")
    assert commission("buy:6", reduce(900), min=1000, warned=True) == ("45", "45", "0")
    assert commission("buy:6", FACES[2], reduce(900), min=1000, warned=True) == ("60", "45", "-15")
    assert figures("field", reduce(900), FACES[3], min=1000)[:3] == ("win", "3.6.21(a) with 4.2.1", 1)


def test_4_2_2_above_the_maximum_is_paid_or_collected_to_the_maximum() -> None:
    assert figures("field", FACES[2], max=1000) == ("win", "3.6.21(a) with 4.2.2", 0, "2000", "1200", "3200")
    assert figures("field", FACES[7], max=1000) == ("lose", "3.6.21(b) with 4.2.2", 0, "0", "200", "200")
    assert figures("horn", FACES[3], max=800) == ("win", "3.6.19(a) with 4.2.2", 0, "3200", "600", "3800")
    assert figures("field", increase(300), FACES[7], max=1200) == ("lose", "3.6.21(b) with 4.2.2", 1, "0", "300", "300")
    assert figures("field", reduce(1000), FACES[7], max=1000)[1] == "3.6.21(b)"
    assert figures("field", {"ev": "invalidate"}, max=1000) == ("void", "9.4", 0, "0", "1200", "1200")
    assert figures("place:6", FACES[5], point=5, max=1000) == ("inactive", "3.6.9(c)", *OPEN)


def test_cc_18_commission_is_charged_on_the_effective_wager() -> None:
    assert commission("buy:4", FACES[4], point=5, max=1000) == ("50", "0", "1950")
    assert commission("lay:6", FACES[6], max=600) == ("25", "0", "-625")
    assert commission("buy:4", {"ev": "contravention"}, max=1000) == ("50", "50", "0")


def test_4_2_3_and_x_10_a_win_is_paid_once_up_to_the_chip_and_nothing_else_is() -> None:
    assert figures("place:6", FACES[6], stake_cents=500, chip_unit=100, point=5)[3:] == ("1750/3", "500", "1100")
    assert figures("horn", FACES[3], stake_cents=1000, chip_unit=500)[3:] == ("4000", "250", "4500")
    assert figures("horn_high:12", FACES[12], stake_cents=1001, chip_unit=1)[3:] == ("66066/5", "2002/5", "13614")
    assert figures("place:6", FACES[6], stake_cents=1201, point=5)[3:] == ("8407/6", "1201", "2603")
    assert figures("field", FACES[7], max=999, chip_unit=500)[5] == "201"
    assert figures("field", REMOVE, chip_unit=500)[5] == "1200"
    assert figures("field", FACES[3], max=900, chip_unit=500)[3:] == ("900", "1200", "2500")
    assert settled("place:6", FACES[6], stake_cents=500, chip_unit=100, point=5)["net_cents"] == "1750/3"


# CC-18: commission kept and refunded


def test_cc_18_commission_follows_the_part_it_was_paid_for() -> None:
    assert commission("buy:4", REMOVE) == ("60", "60", "0")
    assert commission("buy:4", NO_ROLL, REMOVE) == ("60", "60", "0")
    assert commission("buy:4", REMOVE, exposed=True) == ("60", "0", "-60")
    assert commission("buy:4", FACES[5], increase(400), REMOVE) == ("80", "20", "-60")
    assert commission("buy:4", FACES[5], increase(400), reduce(1200), point=9) == ("60", "0", None)
    assert commission("buy:4", FACES[5], reduce(400), {"ev": "invalidate"}) == ("60", "20", "-40")
    assert commission("lay:5", increase(600), reduce(1200), FACES[7]) == ("40", "0", "760")


def test_cc_18_a_roll_while_inactive_earns_the_commission_too() -> None:
    assert commission("buy:4", FACES[7], REMOVE, point=None) == ("60", "0", "-60")
    assert commission("buy:4", CALL_OFF, FACES[7], REMOVE, point=5) == ("60", "0", "-60")


# 5 and 9: throws, corrections, void and invalidated


@pytest.mark.parametrize("event", [NO_ROLL, COCKED])
def test_5_4_and_cc_15_an_invalid_throw_leaves_every_wager_for_the_next(event: dict[str, Any]) -> None:
    for wager, faces in product(books.current(GAME).wagers, FACES.values()):
        without = settled(wager, faces, point=6)
        a_throw_later = {"decided_at": 1 if without["closed"] else None, "trace": ["no_roll", without["result"]]}
        assert settled(wager, event, faces, point=6) == {**without, **a_throw_later}
    assert figures("place:6", event) == ("inactive", "3.6.9", *OPEN)
    assert figures("place:6", FACES[5], event, point=5) == ("inactive", "3.6.9(c)", *OPEN)


def test_5_3_1_a_the_actual_outcome_prevails_and_is_cited_before_the_limit() -> None:
    corrected = {"actual": FACES[6], "recorded": FACES[7]}
    assert figures("place:6", corrected, point=5)[:2] == ("win", "3.6.9(a) with 5.3.1(a)")
    assert figures("place:6", corrected, point=5, max=1000)[1] == "3.6.9(a) with 5.3.1(a) with 4.2.2"
    assert figures("place:6", corrected, point=5, min=1300)[1] == "3.6.9(a) with 5.3.1(a) with 4.2.1"
    assert figures("place:6", {"actual": FACES[5], "recorded": FACES[7]}, FACES[6], point=4)[1] == "3.6.9(a)"
    assert figures("win_line", corrected) == ("inactive", "3.6.1(c)", *OPEN)


@pytest.mark.parametrize(("event", "rule"), [("contravention", "9.2.1"), ("invalidate", "9.4")])
def test_9_2_1_9_4_and_cc_21_a_void_wager_is_returned_and_never_forfeited(event: str, rule: str) -> None:
    for forfeit in ({}, {"forfeit": True}):
        assert settled("buy:4", FACES[5], {"ev": event, **forfeit}, FACES[4]) == {
            "result": "void",
            "closed": True,
            "winnings_cents": "0",
            "stake_returned_cents": "1200",
            "commission_cents": "60",
            "commission_refunded_cents": "60",
            "paid_total_cents": "1200",
            "net_cents": "0",
            "rule": rule,
            "odds_rule": "6.1",
            "decided_at": 1,
            "trace": ["inactive", "void"],
        }


@pytest.mark.parametrize("event", ["tumbler_malfunction", "ball_early", "system_malfunction", "wagers_unconfirmed"])
def test_events_of_terminals_are_no_events_at_crown(event: str) -> None:
    assert settled("field", {"ev": event}) == {"error": f"'{event}' is no event of crown_craps"}
    assert "error" in settled("field", FACES[7], {"ev": event})


def test_x_04_a_win_closes_the_wager_and_further_outcomes_change_nothing() -> None:
    assert settled("place:6", FACES[6], FACES[7], REMOVE, point=5) == settled("place:6", FACES[6], point=5)


def test_context_keys_that_crown_does_not_use_are_ignored() -> None:
    told: dict[str, Any] = {"frozen": True, "eights": 2, "closed": True, "confirmed": True, "has_base": False}
    for wager in books.current(GAME).wagers:
        assert settled(wager, increase(300), FACES[6], point=6, **told) == settled(wager, increase(300), FACES[6], point=6)
    assert figures("lay:4", FACES[7], base_stake=1) == figures("lay:4", FACES[7])


# 5.1, 5.2: the shooter


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"eligible": ["A", "C"], "accepts": ["A", "B", "C"], "current": None}, ("A", "5.1.1")),
        ({"eligible": ["B", "C"], "accepts": ["A", "C"], "current": None}, ("C", "5.1.1")),
        ({"eligible": ["A", "B", "C"], "accepts": ["A", "B", "C"], "current": "C"}, ("A", "5.2.2")),
        ({"eligible": ["A", "B", "C"], "accepts": ["A"], "current": "B"}, ("A", "5.2.2")),
        ({"eligible": ["B"], "accepts": ["B"], "current": "B"}, ("B", "5.2.2")),
        ({"eligible": ["A"], "accepts": ["B"], "current": None}, (None, "5.1.1")),
        ({"eligible": [], "accepts": ["B"], "current": "A"}, (None, "5.2.2")),
    ],
)
def test_5_1_1_5_2_2_and_cc_31_the_dice_are_offered_clockwise_to_those_with_a_line_wager(
    told: dict[str, Any], expected: tuple[Any, str]
) -> None:
    question = {"id": "t", "kind": "shooter", "game": GAME, "order_clockwise_from_boxperson_left": ["A", "B", "C"], **told}
    assert whatif.answer(question) == {"id": "t", "shooter": expected[0], "rule": expected[1]}
