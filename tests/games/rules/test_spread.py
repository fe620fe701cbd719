"""What outcomes are worth: fair to the house before each roll, and over all rolls the exact variance of the wager."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from games.rules import books, spread
from games.rules.edges import edge_of
from games.rules.interpreter import Table

ONE = Fraction(1)


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_before_an_outcome_the_house_expects_nothing_beyond_what_wagers_are_worth(book_id: str) -> None:
    table = books.current(book_id)
    for wager in table.wagers.values():
        for state in wager.states:
            gains = spread.gains(table.version, wager.id, state).by_outcome
            assert sum(ways * gain for ways, gain in zip(table.ways.values(), gains, strict=True)) == 0, (wager.id, state)


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_a_wager_that_the_next_outcome_decides_spreads_by_its_own_variance(book_id: str) -> None:
    table = books.current(book_id)
    for wager in table.wagers.values():
        if wager.rolls == "one":
            alone = spread.variance(table.version, {(wager.id, wager.first): ONE})
            assert alone == edge_of(table, wager.id).variance, wager.id


def _visits(table: Table, wager_id: str) -> dict[str, Fraction]:
    """How often each state of Pass Line is met on the way to its close: the come out roll once, a point as often as it lasts."""
    wager, all_ways = table.wagers[wager_id], sum(table.ways.values())
    found = {wager.first: ONE}
    for state in wager.states:
        if state != wager.first:
            comes = sum(table.ways[label] for label, row in wager.rows[wager.first].items() if row.following == state)
            stays = sum(table.ways[label] for label, row in wager.rows[state].items() if row.following == state)
            found[state] = Fraction(comes, all_ways) / (1 - Fraction(stays, all_ways))
    return found


def test_over_all_rolls_of_a_pass_line_the_parts_add_up_to_its_variance() -> None:
    table = books.current("aruze_craps")
    visits = _visits(table, "pass_line")
    parts = [part * spread.variance(table.version, {("pass_line", state): ONE}) for state, part in visits.items()]
    assert sum(parts) == edge_of(table, "pass_line").variance


def test_wagers_that_win_and_lose_together_spread_as_one_and_those_against_each_other_hardly() -> None:
    table = books.current("interblock_roulette")
    first = table.wagers["red"].first
    both = spread.variance(table.version, {("red", first): ONE, ("black", first): ONE})
    assert spread.variance(table.version, {("red", first): Fraction(2)}) == 4 * edge_of(table, "red").variance
    assert both == Fraction(4 * 36, 37**2)
    assert spread.variance(table.version, {}) == 0


def test_a_wager_that_is_off_has_no_part_in_an_outcome() -> None:
    version = books.current("crown_craps").version
    assert spread.variance(version, {("place:6", "6, OFF"): ONE}) == 0
    assert spread.variance(version, {("place:6", "6, ON"): ONE}) > 0


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_where_an_outcome_found_a_wager_follows_from_where_it_left_it(book_id: str) -> None:
    table = books.current(book_id)
    for wager in table.wagers.values():
        for state, label in product(wager.states, table.ways):
            after = wager.rows[state][label].following
            if after is not None:
                found = spread.found_in(table.version, wager.id, label, after)
                assert spread.gains(table.version, wager.id, found) == spread.gains(table.version, wager.id, state)
