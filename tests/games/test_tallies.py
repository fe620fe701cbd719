"""What rounds and wagers came to, added up: exact sums, the variance of wagers that meet one outcome together, and a rebuild."""

from __future__ import annotations

from fractions import Fraction

import pytest

from casino.domain.powers import AC, IR
from casino.journal import projections
from games.models import OutcomeTally, WagerTally
from games.rules import books, spread
from games.rules.edges import edge_of
from tests.casino.asking import react
from tests.databases import Database
from tests.games.floor import Clock, Floor, check, credits_of, insert, put_on


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _tally(selection: str) -> WagerTally:
    return WagerTally.objects.get(selection=selection)


def test_a_day_is_added_up_by_selection_with_exact_sums(clock: Clock) -> None:
    floor = Floor(IR)
    one, two = floor.terminals
    insert(one, 50_000)
    insert(two, 50_000)
    floor.open()
    floor.place(one, "red", 1_000)
    floor.place(two, "red", 3_000)
    floor.place(two, "black", 500)
    floor.finish(clock, 32)
    floor.open()
    floor.place(one, "red", 1_000)
    floor.finish(clock, 0)
    projections.project_following()
    red = _tally("red")
    assert (red.table, red.wagers, red.stakes, red.paid, red.commission, red.rounding) == (
        "star.IR01",
        3,
        "5000",
        "8000",
        "0",
        "0",
    )
    assert Fraction(red.expected) == 5_000 * edge_of(books.current(IR), "red").edge
    assert _tally("black").paid == "0"
    together = _tally("")
    assert (together.wagers, together.stakes, together.paid) == (4, "5500", "8000")
    assert {row.outcome: row.rounds for row in OutcomeTally.objects.all()} == {"32": 1, "0": 1}


def test_wagers_that_meet_one_outcome_together_spread_together(clock: Clock) -> None:
    floor = Floor(IR)
    one, two = floor.terminals
    insert(one, 50_000)
    insert(two, 50_000)
    floor.open()
    floor.place(one, "red", 1_000)
    floor.place(two, "red", 1_000)
    floor.place(two, "black", 2_000)
    floor.finish(clock, 32)
    projections.project_following()
    variance = edge_of(books.current(IR), "red").variance
    assert Fraction(_tally("red").variance) == 2_000**2 * variance
    # Red against as much black is won by the house at zero only: 4,000 cents once in 37.
    assert Fraction(_tally("").variance) == Fraction(4_000**2 * 36, 37**2)


def test_a_wager_of_several_rolls_has_the_variance_of_each_and_counts_when_it_is_decided(clock: Clock) -> None:
    floor = Floor(AC)
    one = floor.terminals[0]
    insert(one, 50_000)
    floor.open()
    floor.place(one, "pass_line", 1_000)
    floor.finish(clock, 4, 2)
    projections.project_following()
    assert not WagerTally.objects.filter(wagers__gt=0).exists()
    book = books.current(AC).version
    first = spread.variance(book, {("pass_line", books.current(AC).wagers["pass_line"].first): Fraction(1_000)})
    assert Fraction(_tally("pass_line").variance) == first
    floor.open()
    floor.finish(clock, 3, 3)
    projections.project_following()
    line = _tally("pass_line")
    assert (line.wagers, line.stakes, line.paid) == (1, "1000", "2000")
    assert Fraction(line.variance) == first + spread.variance(book, {("pass_line", "6"): Fraction(1_000)})


def test_fractions_stay_exact_and_what_was_rounded_up_stands_apart(clock: Clock) -> None:
    floor = Floor(AC)
    one = floor.terminals[0]
    insert(one, 50_000)
    floor.open()
    floor.place(one, "place_to_lose:4", 1_000)
    floor.finish(clock, 4, 3)
    projections.project_following()
    lose = _tally("place_to_lose:4")
    assert (Fraction(lose.paid) - 1_000).denominator > 1
    assert Fraction(lose.paid) + Fraction(lose.rounding) == credits_of(one) - 49_000


def test_a_round_without_a_result_is_counted_as_one_and_decides_nothing(clock: Clock) -> None:
    floor = Floor(IR)
    one = floor.terminals[0]
    insert(one, 50_000)
    floor.open()
    floor.place(one, "red", 1_000)
    floor.sense(32)
    react()
    projections.project_following()
    assert {row.outcome: row.rounds for row in OutcomeTally.objects.all()} == {"": 1}
    assert not WagerTally.objects.exists()


def test_however_it_is_followed_a_rebuild_comes_to_the_same(clock: Clock) -> None:
    floor = Floor(AC)
    one, two = floor.terminals
    for terminal in floor.terminals:
        insert(terminal, 100_000)
    for rolled in ((4, 2), (1, 2), (5, 5), (3, 3), (6, 6), (4, 3)):
        floor.open()
        floor.place(one, "field", 700)
        if rolled == (1, 2):
            floor.place(two, "place:6", 1_200)
        floor.place(two, "hop:2-5", 500)
        floor.finish(clock, *rolled)
        projections.project_following()
    assert WagerTally.objects.filter(selection="place:6").exists()
    check()
