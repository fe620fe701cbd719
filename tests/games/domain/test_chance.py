"""The few statistics there are, against values of printed tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.domain import chance


@pytest.mark.parametrize(
    ("freedom", "chi_square", "p"),
    [(1, 3.841458820694124, 0.05), (10, 18.307038053275146, 0.05), (36, 50.99846016571, 0.05), (10, 23.209251158954356, 0.01),
     (2, 2.0, 0.36787944117144233), (15, 0.0, 1.0), (36, 400.0, 0.0)],
)  # fmt: skip
def test_the_upper_tail_of_chi_square_is_that_of_the_tables(freedom: int, chi_square: float, p: float) -> None:
    assert chance.upper_gamma(freedom / 2, chi_square / 2) == pytest.approx(p, rel=1e-9, abs=1e-12)


def test_a_difference_of_so_many_deviations_is_as_likely_as_the_normal_law_says() -> None:
    assert chance.two_sided(Fraction(196), Fraction(10_000)) == pytest.approx(0.04999579, rel=1e-6)
    assert chance.two_sided(Fraction(-100), Fraction(10_000)) == pytest.approx(0.31731051, rel=1e-6)
    assert chance.two_sided(Fraction(), Fraction(1)) == 1
    assert chance.two_sided(Fraction(1), Fraction()) is None


def test_95_in_100_lie_within_the_band() -> None:
    assert chance.two_sided(chance.half_band(Fraction(7)), Fraction(7)) == pytest.approx(0.05)


def test_counts_that_are_just_as_expected_fit_and_mendels_peas_do_too() -> None:
    even = chance.fit({1: 20, 2: 20, 3: 20}, {1: 1, 2: 1, 3: 1})
    assert even == chance.Fit(0.0, 2, 1.0)
    peas = chance.fit({1: 315, 2: 101, 3: 108, 4: 32}, {1: 9, 2: 3, 3: 3, 4: 1})
    assert peas is not None
    assert (round(peas.chi_square, 3), peas.freedom, round(peas.p, 3)) == (0.470, 3, 0.925)


def test_a_die_that_shows_too_many_sixes_does_not_fit() -> None:
    found = chance.fit({1: 15, 2: 15, 3: 15, 4: 15, 5: 15, 6: 45}, dict.fromkeys(range(1, 7), 1))
    assert found is not None
    assert (found.chi_square, found.freedom) == (37.5, 5)
    assert found.p < 0.00001


def test_classes_expected_fewer_than_five_times_are_taken_together() -> None:
    assert chance.fit({7: 3}, {6: 5, 7: 6, 8: 5}) is None
    found = chance.fit({2: 1, 3: 2, 7: 9, 12: 0}, {2: 1, 3: 1, 7: 1, 12: 1})
    assert found is not None
    assert (found.freedom, found.chi_square) == (1, 3.0)  # 2 and 3 against 7 and 12: 3 and 9, of six each
    assert chance.fit({}, {1: 1, 2: 1}) is None


def test_of_many_tests_the_least_p_is_worth_less() -> None:
    assert chance.adjusted([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.04 * 4 / 3, 0.04 * 4 / 3, 0.5])
    assert chance.adjusted([0.02]) == [0.02]
    assert chance.adjusted([]) == []
