"""What chance makes of a result: how likely one as far from theory is, and within what band 95 in 100 lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

TWO_SIDED_95 = 1.959963984540054
LEAST_EXPECTED = 5  # of a class, below which chi-square is no measure; smaller ones are taken together
PRECISE = 1e-15
TINY = 1e-300


class Fit(NamedTuple):
    """How counts fit what was expected of them: chi-square, its degrees of freedom, and how likely one as high is."""

    chi_square: float
    freedom: int
    p: float


def two_sided(difference: Fraction, variance: Fraction) -> float | None:
    """How likely a difference as large is, either way; None where nothing can differ."""
    return erfc(abs(float(difference)) / sqrt(2 * float(variance))) if variance else None


def half_band(variance: Fraction) -> Fraction:
    """How far from theory 95 in 100 results lie at most."""
    return Fraction(TWO_SIDED_95 * sqrt(float(variance)))


def fit(seen: Mapping[int, int], ways: Mapping[int, int]) -> Fit | None:
    """Whether counts are what equally likely ways give; None while there are too few for two classes of five."""
    rounds, all_ways = sum(seen.values()), sum(ways.values())
    classes = _classes([(seen.get(each, 0), rounds * ways[each] / all_ways) for each in sorted(ways)])
    if len(classes) < 2:  # noqa: PLR2004 (one class always fits)
        return None
    chi_square = sum((got - expected) ** 2 / expected for got, expected in classes)
    return Fit(chi_square, len(classes) - 1, upper_gamma((len(classes) - 1) / 2, chi_square / 2))


def _classes(counts: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Neighbours together, until each class is expected often enough; what is left over joins the last."""
    found: list[tuple[int, float]] = []
    got, expected = 0, 0.0
    for one_got, one_expected in counts:
        got, expected = got + one_got, expected + one_expected
        if expected >= LEAST_EXPECTED:
            found.append((got, expected))
            got, expected = 0, 0.0
    if expected and found:
        found[-1] = (found[-1][0] + got, found[-1][1] + expected)
    return found


def upper_gamma(shape: float, at: float) -> float:
    """The regularised upper incomplete gamma function: a series where it converges fast, elsewhere a continued fraction."""
    if at <= 0:
        return 1.0
    scale = exp(shape * log(at) - at - lgamma(shape))
    return 1 - scale * _series(shape, at) if at < shape + 1 else scale * _fraction(shape, at)


def _series(shape: float, at: float) -> float:
    term = total = 1 / shape
    for step in count(1):
        term *= at / (shape + step)
        total += term
        if term < total * PRECISE:
            break
    return total


def _fraction(shape: float, at: float) -> float:
    """By Lentz's method."""
    b = at + 1 - shape
    c, d = 1 / TINY, 1 / b
    value = d
    for step in count(1):
        a, b = -step * (step - shape), b + 2
        d = 1 / ((a * d + b) or TINY)
        c = (b + a / c) or TINY
        value *= c * d
        if abs(c * d - 1) < PRECISE:
            break
    return value


def adjusted(ps: Sequence[float]) -> list[float]:
    """P-values of many tests at once, each as the share of false alarms if it is taken for one (Benjamini and Hochberg)."""
    found, least = [1.0] * len(ps), 1.0
    for rank, place in sorted(enumerate(sorted(range(len(ps)), key=ps.__getitem__), start=1), reverse=True):
        least = min(least, ps[place] * len(ps) / rank)
        found[place] = least
    return found
