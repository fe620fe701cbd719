"""Dragon Fire: the book's rules, in its order."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from games.rules import books, whatif
from games.rules.edges import edge_of
from tests.games.rules import asking

GAME = "dragon_fire"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
ROLLS = [list(roll) for roll in product(range(1, 7), repeat=2)]
SEVEN, EIGHT, NINE, FIVE = [3, 4], [2, 6], [4, 5], [1, 4]
NO_ROLL, COCKED = {"ev": "no_roll"}, {"ev": "cocked"}
EVENS, NOTHING = ("1200", "1200", "2400"), ("0", "0", "0")
EVERY_WAGER = [
    *("dragon", "fire", "low_pair", "high_pair"),
    *(f"pair:{number}" for number in range(1, 7)),
    *(f"total:{total}" for total in range(3, 12)),
    "dragons_tail",
]


def test_the_compiled_book_is_the_one_in_force() -> None:
    compiled = books.compiled(GAME)
    assert (compiled.version, compiled.sha256) == (
        "dragon_fire@2016-08-17.1",
        "c816db46c40a37535d2f850a071975e7e92b8eaf52a18096f630369c2e9a40ab",
    )


def test_6_1_there_are_20_permissible_wagers_in_the_books_order() -> None:
    assert list(books.current(GAME).wagers) == EVERY_WAGER


@pytest.mark.parametrize("wager", ["total:2", "total:12", "total:1", "pair:0", "pair:7", "dragon:1", "tail", "DRAGON"])
def test_6_1_nothing_else_is_a_permissible_wager(wager: str) -> None:
    said = asking.error(kind="settle", game=GAME, wager=wager, stake_cents=1200, outcomes=[])
    assert said == f"{wager!r} is not a permissible wager of dragon_fire"


# 3: the shooter

SEATS = ["S1", "S2", "S3", "S4"]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"eligible": SEATS, "accepts": SEATS, "current": None}, ("S1", "3.2")),
        ({"eligible": ["S2", "S3"], "accepts": SEATS, "current": None}, ("S2", "3.2")),
        ({"eligible": SEATS, "accepts": ["S3", "S4"], "current": None}, ("S3", "3.2")),
        ({"eligible": ["S1", "S2"], "accepts": ["S3"], "current": None}, (None, "3.8")),
        ({"eligible": [], "accepts": SEATS, "current": None}, (None, "3.8")),
        ({"eligible": SEATS, "accepts": SEATS, "current": "S2"}, ("S3", "3.7")),
        ({"eligible": SEATS, "accepts": SEATS, "current": "S4"}, ("S1", "3.7")),
        ({"eligible": ["S1", "S4"], "accepts": SEATS, "current": "S2"}, ("S4", "3.7")),
        ({"eligible": SEATS, "accepts": ["S1"], "current": "S2"}, ("S1", "3.7")),
        ({"eligible": ["S2"], "accepts": ["S2"], "current": "S2"}, ("S2", "3.7")),
        ({"eligible": ["S1"], "accepts": ["S2"], "current": "S2"}, (None, "3.8")),
        ({"eligible": SEATS, "accepts": [], "current": "S1"}, (None, "3.8")),
    ],
)
def test_3_2_3_7_3_8_the_dice_are_offered_anti_clockwise_to_players_with_a_dragon_or_fire_wager(
    told: dict[str, Any], expected: tuple[Any, str]
) -> None:
    question = {"id": "t", "kind": "shooter", "game": GAME, "order_anticlockwise_from_dealer_right": SEATS, **told}
    assert whatif.answer(question) == {"id": "t", "shooter": expected[0], "rule": expected[1]}


def test_3_a_question_about_the_shooter_says_what_is_wrong_with_it() -> None:
    told: dict[str, Any] = {"kind": "shooter", "game": GAME, "order_anticlockwise_from_dealer_right": SEATS, "eligible": SEATS}
    assert asking.error(**told) == "accepts must be a list of names"
    assert asking.error(**told, accepts=SEATS, current="S9") == "current 'S9' is not in the order of places"


# 5: the invalid roll


@pytest.mark.parametrize("event", [NO_ROLL, COCKED], ids=lambda event: event["ev"])
@pytest.mark.parametrize("wager", EVERY_WAGER[:-1])
def test_5_2_a_no_roll_voids_every_wager_but_the_tail(wager: str, event: dict[str, Any]) -> None:
    assert figures(wager, event, [1, 1]) == ("void", "5.2", 0, "0", "1200", "1200")


@pytest.mark.parametrize("wager", ["dragon", "fire"])
def test_df_06_a_no_roll_voids_a_frozen_dragon_or_fire(wager: str) -> None:
    assert figures(wager, SEVEN, NO_ROLL, EIGHT) == ("void", "5.2", 1, "0", "1200", "1200")
    assert figures(wager, COCKED, EIGHT, frozen=True) == ("void", "5.2", 0, "0", "1200", "1200")


def test_df_07_eights_are_consecutive_across_a_no_roll_and_a_tail_not_yet_frozen_survives_it() -> None:
    assert figures("dragons_tail", NO_ROLL) == ("inactive", "5.2", None, "0", "0", "0")
    assert figures("dragons_tail", COCKED) == ("inactive", "5.2", None, "0", "0", "0")
    assert figures("dragons_tail", EIGHT, NO_ROLL) == ("frozen", "5.2", None, "0", "0", "0")
    assert figures("dragons_tail", COCKED, eights=2) == ("frozen", "5.2", None, "0", "0", "0")
    assert figures("dragons_tail", NO_ROLL, FIVE) == ("lose", "6.1.7.4", 1, "0", "0", "0")
    assert figures("dragons_tail", NO_ROLL, EIGHT) == ("frozen", "6.1.7", None, "0", "0", "0")
    assert figures("dragons_tail", NO_ROLL, {"ev": "remove"}, eights=1)[:3] == ("frozen", "5.2", None)  # refused
    run = figures("dragons_tail", EIGHT, NO_ROLL, EIGHT, COCKED, EIGHT)
    assert run == ("win", "6.1.7.3", 4, "120000", "1200", "121200")


# 6.1: the wagers


@pytest.mark.parametrize("roll", ROLLS)
def test_6_1_1_and_6_1_2_dragon_wins_below_7_and_fire_above_it(roll: list[int]) -> None:
    dragon, fire = figures("dragon", roll), figures("fire", roll)
    if sum(roll) == 7:
        assert (dragon, fire) == (("frozen", "6.1.1.2", None, *NOTHING), ("frozen", "6.1.2.2", None, *NOTHING))
    elif sum(roll) < 7:
        assert (dragon, fire) == (("win", "6.1.1.1", 0, *EVENS), ("lose", "6.1.2.3", 0, *NOTHING))
    else:
        assert (dragon, fire) == (("lose", "6.1.1.3", 0, *NOTHING), ("win", "6.1.2.1", 0, *EVENS))


@pytest.mark.parametrize("roll", ROLLS)
def test_6_2_5_to_6_2_7_the_roll_after_a_7_decides_dragon_and_fire(roll: list[int]) -> None:
    dragon, fire = figures("dragon", SEVEN, roll), figures("fire", SEVEN, roll)
    if sum(roll) == 7:
        assert dragon == fire == ("lose", "6.2.5.1", 1, *NOTHING)
    elif sum(roll) < 7:
        assert (dragon, fire) == (("win", "6.2.6.2", 1, *EVENS), ("lose", "6.2.6.1", 1, *NOTHING))
    else:
        assert (dragon, fire) == (("lose", "6.2.7.1", 1, *NOTHING), ("win", "6.2.7.2", 1, *EVENS))


def test_df_03_the_second_roll_after_a_7_is_the_one_that_follows_it() -> None:
    assert figures("dragon", SEVEN, FIVE, NINE)[:3] == ("win", "6.2.6.2", 1)


@pytest.mark.parametrize("wager", ["dragon", "fire"])
def test_df_13_after_two_7s_the_wager_has_lost_and_a_third_changes_nothing(wager: str) -> None:
    assert settled(wager, SEVEN, SEVEN, SEVEN) == settled(wager, SEVEN, SEVEN)
    assert figures(wager, SEVEN, frozen=False)[0] == "frozen"  # a new wager meets its own first 7


@pytest.mark.parametrize("wager", ["dragon", "fire"])
def test_1_1_a_wager_already_frozen_is_open_and_decided_as_after_a_7(wager: str) -> None:
    own = books.current(GAME).wagers[wager].rule
    assert figures(wager, frozen=True) == ("frozen", own, None, "0", "0", "0")
    for roll in ROLLS:
        told, rolled = figures(wager, roll, frozen=True), figures(wager, SEVEN, roll)
        assert (told[:2], told[2], told[3:]) == (rolled[:2], 0, rolled[3:])


@pytest.mark.parametrize("roll", ROLLS)
def test_6_1_3_and_6_1_4_pairs_are_low_or_high(roll: list[int]) -> None:
    is_pair, face = roll[0] == roll[1], roll[0]
    won, lost = ("12000", "1200", "13200"), ("0", "0", "0")
    low = ("win", "6.1.3.1", 0, *won) if is_pair and face <= 3 else ("lose", "6.1.3.2", 0, *lost)
    high = ("win", "6.1.4.1", 0, *won) if is_pair and face >= 4 else ("lose", "6.1.4.2", 0, *lost)
    assert (figures("low_pair", roll), figures("high_pair", roll)) == (low, high)


@pytest.mark.parametrize("number", range(1, 7))
def test_df_01_a_specific_pair_wins_when_both_dice_show_the_number(number: int) -> None:
    for roll in ROLLS:
        won = ("win", "6.1.5.1", 0, "39600", "1200", "40800")
        lost = ("lose", "6.1.5.2", 0, "0", "0", "0")
        assert figures(f"pair:{number}", roll) == (won if roll == [number, number] else lost)


@pytest.mark.parametrize(
    ("total", "pays", "odds_rule"),
    [(t, x, f"9.5.{i}") for i, (t, x) in enumerate(zip(range(3, 12), (15, 10, 7, 6, 4, 6, 7, 10, 15), strict=True), start=1)],
)
def test_df_02_a_dice_total_wins_on_the_total_wagered_on(total: int, pays: int, odds_rule: str) -> None:
    for roll in ROLLS:
        answer = settled(f"total:{total}", roll)
        expected = ("win", "6.1.6.1", str(1200 * pays)) if sum(roll) == total else ("lose", "6.1.6.2", "0")
        assert (answer["result"], answer["rule"], answer["winnings_cents"]) == expected
        assert answer["odds_rule"] == odds_rule


@pytest.mark.parametrize("wager", EVERY_WAGER[2:-1])
def test_df_15_the_other_wagers_are_decided_by_every_roll_whatever_is_frozen(wager: str) -> None:
    for roll in (SEVEN, EIGHT, [1, 1]):
        assert settled(wager, roll, frozen=True, eights=1) == settled(wager, roll)
    assert settled(wager, frozen=True, eights=2)["result"] == "inactive"


@pytest.mark.parametrize("roll", [roll for roll in ROLLS if sum(roll) != 8])
def test_6_1_7_dragons_tail_is_paid_once_for_its_run_of_8s(roll: list[int]) -> None:
    assert figures("dragons_tail", roll) == ("lose", "6.1.7.4", 0, "0", "0", "0")
    assert figures("dragons_tail", EIGHT, roll) == ("win", "6.1.7.1", 1, "2400", "1200", "3600")
    assert figures("dragons_tail", EIGHT, [4, 4], roll) == ("win", "6.1.7.2", 2, "12000", "1200", "13200")


def test_df_10_the_third_8_pays_at_once() -> None:
    assert figures("dragons_tail", EIGHT) == ("frozen", "6.1.7", None, "0", "0", "0")
    assert figures("dragons_tail", EIGHT, [3, 5]) == ("frozen", "6.1.7", None, "0", "0", "0")
    assert figures("dragons_tail", EIGHT, [3, 5], [4, 4], EIGHT) == ("win", "6.1.7.3", 2, "120000", "1200", "121200")
    assert settled("dragons_tail", EIGHT, [3, 5], [4, 4])["odds_rule"] == "9.7"


@pytest.mark.parametrize(("eights", "after"), [(0, ()), (1, (EIGHT,)), (2, (EIGHT, EIGHT)), (None, ())])
def test_6_1_7_the_context_may_say_how_many_8s_there_were(eights: int | None, after: tuple[Any, ...]) -> None:
    for roll in (FIVE, EIGHT, SEVEN):
        told, rolled = settled("dragons_tail", roll, eights=eights), settled("dragons_tail", *after, roll)
        assert (told["result"], told["rule"], told["net_cents"]) == (rolled["result"], rolled["rule"], rolled["net_cents"])


def test_6_1_7_frozen_speaks_of_dragon_and_fire_only_and_eights_of_the_tail_only() -> None:
    assert settled("dragons_tail", FIVE, frozen=True) == settled("dragons_tail", FIVE)
    assert figures("dragons_tail", frozen=True)[:2] == ("inactive", "6.1.7")
    assert figures("dragons_tail", eights=1)[:2] == ("frozen", "6.1.7")
    assert settled("dragon", FIVE, eights=2) == settled("dragon", FIVE)
    assert figures("fire", eights=1)[:2] == ("inactive", "6.1.2")


EDGES = {
    **dict.fromkeys(("dragon", "fire", "total:6", "total:8"), "1/36"),
    **dict.fromkeys(("low_pair", "high_pair", "total:4", "total:10"), "1/12"),
    **{f"pair:{number}": "1/18" for number in range(1, 7)},
    **dict.fromkeys(("total:3", "total:5", "total:9", "total:11"), "1/9"),
    "total:7": "1/6",
    "dragons_tail": "487/2592",
}


def test_9_every_wager_has_its_exact_edge() -> None:
    table = books.current(GAME)
    assert {wager: str(edge_of(table, wager).edge) for wager in table.wagers} == EDGES


def test_df_06_a_frozen_dragon_or_fire_faces_an_edge_of_one_sixth() -> None:
    for wager in ("dragon", "fire"):
        nets = [int(settled(wager, roll, frozen=True)["net_cents"]) for roll in ROLLS]
        assert Fraction(-sum(nets), 1200 * len(nets)) == Fraction(1, 6)


def test_the_sentence_a_player_is_read_cites_rule_and_reading() -> None:
    question = {"kind": "settle", "game": GAME, "wager": "pair:2", "stake_cents": 1200, "outcomes": [[2, 2]]}
    assert whatif.answer(question)["because"] == (
        "Specific Pair 2 of 1200 cents wins 39600 cents at 33 to 1, odds by rule 9.6 (rule 6.1.5.1; readings DF-01, DF-15)."
    )
