"""Interblock MiniStar Roulette: the Special Bets screen, whose wagers are pieces on several areas."""

from collections import Counter
from functools import partial

import pytest

from games.rules import books
from games.rules.interblock_roulette import BLACK, BOOK, INSIDE, RED, WHEEL
from tests.games.rules import asking

GAME = "interblock_roulette"
settled = partial(asking.settled, GAME)
figures = partial(asking.figures, GAME)
NUMBERS = range(37)
PIECES = {wager.id: dict(wager.pieces) for wager in BOOK.wagers if wager.pieces}


def covered(wager: str) -> set[int]:
    """The numbers on which a wager wins."""
    return {n for n in NUMBERS if figures(wager, n)[0] == "win"}


NEIGHBOURS_OF_ZERO = """
    street:0-2-3 street:0-2-3 split:4-7 split:12-15 split:18-21 split:19-22 split:32-35 corner:25-26-28-29 corner:25-26-28-29
"""
COMPLETE_3 = """
    corner:0-1-2-3 street:1-2-3 sixline:1-6 split:0-3 split:2-3 split:3-6 street:0-2-3 corner:2-3-5-6 straight:3
"""


@pytest.mark.parametrize(
    ("wager", "rule", "pieces"),
    [
        ("zero_game", "3.9.2.1", "split:0-3 split:12-15 straight:26 split:32-35"),
        ("neighbours_of_zero", "3.9.2.2", NEIGHBOURS_OF_ZERO),
        ("orphans", "3.9.2.3", "straight:1 split:6-9 split:14-17 split:17-20 split:31-34"),
        ("small_series", "3.9.2.4", "split:5-8 split:10-11 split:13-16 split:23-24 split:27-30 split:33-36"),
        ("neighbours:17", "3.9.2.5", "straight:2 straight:25 straight:17 straight:34 straight:6"),
        ("neighbours:0", "3.9.2.5", "straight:3 straight:26 straight:0 straight:32 straight:15"),
        ("red_splits", "3.9.2.6", "split:9-12 split:16-19 split:18-21 split:27-30"),
        ("black_splits", "3.9.2.7", "split:8-11 split:10-11 split:10-13 split:17-20 split:26-29 split:28-29 split:28-31"),
        ("red_snake", "3.9.2.8", " ".join(f"straight:{n}" for n in (1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34))),
        ("complete:3", "3.9.2.9", COMPLETE_3),
        ("complete:0", "3.9.2.9", "straight:0 split:0-1 split:0-2 split:0-3 street:0-1-2 street:0-2-3 corner:0-1-2-3"),
        ("final:5", "3.9.2.10", "straight:5 straight:15 straight:25 straight:35"),
        ("final:0", "3.9.2.10", "straight:0 straight:10 straight:20 straight:30"),
    ],
)
def test_3_9_2_a_special_bet_has_its_pieces_and_is_decided_under_its_own_rule(wager: str, rule: str, pieces: str) -> None:
    parts = Counter(pieces.split())
    assert PIECES[wager] == parts
    for n in NUMBERS:
        won = sum(count for piece, count in parts.items() if n in covered_by(piece))
        assert figures(wager, n, stake_cents=100 * parts.total())[:2] == ("win" if won else "lose", rule)


def covered_by(piece: str) -> set[int]:
    return next(set(area) for area, wager in INSIDE.items() if wager.id == piece)


@pytest.mark.parametrize("wager", PIECES)
def test_ir_10_a_special_bet_gains_on_every_number_what_its_pieces_gain(wager: str) -> None:
    parts = PIECES[wager]
    total = sum(parts.values())
    table = books.current(GAME)
    for outcome in table.ways:
        whole = table.settle(wager, "next outcome", outcome, 100 * total)
        pieces = [table.settle(piece, "next outcome", outcome, 100 * count) for piece, count in parts.items()]
        assert whole.winnings == sum(piece.winnings for piece in pieces) * whole.row.denominator
        assert whole.returned == sum(piece.returned for piece in pieces) * whole.row.denominator
        assert whole.paid_cents == sum(piece.paid_cents for piece in pieces)


def test_ir_01_red_splits_have_16_19_where_the_text_has_16_16() -> None:
    assert covered("red_splits") == {9, 12, 16, 18, 19, 21, 27, 30} <= RED
    assert figures("red_splits", 16, stake_cents=400) == ("win", "3.9.2.6", 0, "1700", "100", "1800")
    assert figures("red_splits", 19, stake_cents=400) == figures("red_splits", 16, stake_cents=400)


def test_3_9_2_7_and_3_9_2_8_black_splits_and_the_red_snake_keep_to_their_colour() -> None:
    assert covered("black_splits") == {8, 10, 11, 13, 17, 20, 26, 28, 29, 31} <= BLACK
    assert figures("black_splits", 28, stake_cents=700) == ("win", "3.9.2.7", 0, "3400", "200", "3600")
    assert covered("red_snake") <= RED


def test_ir_02_complete_3_is_the_nine_inside_areas_of_3() -> None:
    assert figures("complete:3", 3, stake_cents=900) == ("win", "3.9.2.9", 0, "12900", "900", "13800")
    assert sum((35, 3 * 17, 2 * 11, 2 * 8, 5)) == 129


def test_ir_03_complete_has_one_piece_on_every_inside_area_of_its_number() -> None:
    pieces = {n: sum(PIECES[f"complete:{n}"].values()) for n in NUMBERS}
    assert pieces == {n: 12 if n % 3 == 2 else 9 for n in NUMBERS} | {0: 7, 34: 6, 35: 8, 36: 6}
    assert all(set(PIECES[f"complete:{n}"].values()) == {1} for n in NUMBERS)
    assert all(area.partition(":")[0] in {"straight", "split", "street", "corner", "sixline"} for area in PIECES["complete:2"])


def test_ir_04_a_final_bet_has_every_number_that_ends_in_its_digit() -> None:
    for digit in range(10):
        assert covered(f"final:{digit}") == {n for n in NUMBERS if n % 10 == digit}
    assert [len(PIECES[f"final:{digit}"]) for digit in range(10)] == [4, 4, 4, 4, 4, 4, 4, 3, 3, 3]


def test_ir_08_neighbours_are_two_numbers_either_side_on_the_wheel() -> None:
    for index, number in enumerate(WHEEL):
        assert covered(f"neighbours:{number}") == {WHEEL[(index + step) % 37] for step in range(-2, 3)}


def test_ir_10_two_areas_may_be_hit_at_once() -> None:
    assert figures("orphans", 17, stake_cents=500) == ("win", "3.9.2.3", 0, "3400", "200", "3600")
    assert figures("neighbours_of_zero", 26, stake_cents=900) == ("win", "3.9.2.2", 0, "1600", "200", "1800")
    assert figures("neighbours_of_zero", 0, stake_cents=900) == ("win", "3.9.2.2", 0, "2200", "200", "2400")


def test_ir_10_a_special_bet_may_win_with_a_net_loss() -> None:
    answer = settled("complete:3", 4, stake_cents=900)
    assert (answer["result"], answer["winnings_cents"], answer["stake_returned_cents"]) == ("win", "500", "100")
    assert answer["net_cents"] == "-300"


def test_ir_10_and_x_01_a_stake_that_does_not_divide_is_settled_in_fractions_and_paid_up_to_the_cent() -> None:
    answer = settled("small_series", 5, stake_cents=1000)
    assert (answer["winnings_cents"], answer["stake_returned_cents"]) == ("8500/3", "500/3")
    assert (answer["paid_total_cents"], answer["net_cents"]) == ("3000", "2000")
    answer = settled("neighbours:17", 25, stake_cents=1)
    assert (answer["winnings_cents"], answer["stake_returned_cents"]) == ("7", "1/5")
    assert (answer["paid_total_cents"], answer["net_cents"]) == ("8", "31/5")


@pytest.mark.parametrize("wager", [wager for wager in PIECES if wager != "neighbours_of_zero"])
def test_ir_10_limits_hold_for_each_piece(wager: str) -> None:
    stake = 100 * sum(PIECES[wager].values())
    assert figures(wager, 36, stake_cents=stake, min=100, max=100)[0] in {"win", "lose"}
    assert figures(wager, 36, stake_cents=stake - 1, min=100) == ("rejected", "3.1", None, "0", str(stake - 1), str(stake - 1))
    assert figures(wager, 36, stake_cents=stake + 1, max=100) == ("rejected", "3.1", None, "0", str(stake + 1), str(stake + 1))


def test_ir_10_two_pieces_on_one_area_count_together() -> None:
    assert figures("neighbours_of_zero", 1, stake_cents=900, min=100, max=200)[0] == "lose"
    assert figures("neighbours_of_zero", 1, stake_cents=900, max=199)[0] == "rejected"
    assert figures("neighbours_of_zero", 1, stake_cents=900, min=101)[0] == "rejected"


def test_ir_08_the_sections_of_3_9_2_2_to_3_9_2_4_share_out_the_whole_wheel() -> None:
    sections = [covered(wager) for wager in ("neighbours_of_zero", "orphans", "small_series")]
    assert sum(len(section) for section in sections) == len(set().union(*sections)) == 37
    at = {number: index for index, number in enumerate(WHEEL)}
    assert covered("neighbours_of_zero") == {n for n in WHEEL if at[n] <= at[25] or at[n] >= at[22]}
    assert covered("small_series") == {n for n in WHEEL if at[27] <= at[n] <= at[33]}
