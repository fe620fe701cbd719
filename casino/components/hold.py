"""The hold of one table over 17 gaming days against what its dice should give."""

from fractions import Fraction
from math import isqrt
from typing import Any

from casino.templatetags.charts import Reading

THEORY = Fraction(321, 100)
ACTUAL = (310, 262, 271, 324, 297, 334, 413, 424, 390, 400, 369, 308, 302, 274, 296, 315, 276)


def _around(day: int, actual: Fraction) -> Reading:
    """The band narrows with the root of the stakes decided."""
    half = Fraction(580 * 1000, 100 * isqrt(day * 1_000_000))
    return {"at": str(day), "low": THEORY - half, "theory": THEORY, "high": THEORY + half, "actual": actual}


WITHIN = [_around(day, Fraction(hundredths, 100)) for day, hundredths in enumerate(ACTUAL, start=1)]
OUTSIDE = [
    *WITHIN[:10],
    *(_around(day, Fraction(hundredths, 100)) for day, hundredths in ((11, 455), (12, 512), (13, 470), (14, 460))),
]


def _wager(name: str, rule: str, edge: str, *, band: tuple[str, str, str], hold: str, p: str) -> dict[str, Any]:
    low, theory, high = (Fraction(part) for part in band)
    reading: Reading = {"at": name, "low": low, "theory": theory, "high": high, "actual": Fraction(hold)}
    return {"name": name, "rule": rule, "edge": edge, "reading": reading, "hold": hold, "p": p, "is_outside": p < "0.05"}


WAGERS = [
    _wager("Pass Line", "3.9.1", "7/495", band=("-0.75", "1.414", "3.58"), hold="1.88", p="0.674"),
    _wager("Don’t Pass Line", "3.9.10", "3/220", band=("-2.57", "1.364", "5.30"), hold="0.13", p="0.542"),
    _wager("Any Seven", "3.9.17", "1/12", band=("1.58", "8.333", "15.09"), hold="0.37", p="0.021"),
    _wager("Hard 6 and 8", "3.9.9", "1/11", band=("-0.36", "9.091", "18.54"), hold="11.74", p="0.582"),
]
ENTRIES_BY_DAY = [
    ("12 Nov", 41_207),
    ("13 Nov", 58_933),
    ("14 Nov", 61_402),
    ("15 Nov", 0),
    ("16 Nov", 39_870),
    ("17 Nov", 22_318),
]
