"""How often each outcome came, beside how often it should: drawn by the server, and the same counts as a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django import template

from casino.templatetags.charts import MINUS, Reading

register = template.Library()

WIDTH, LEFT, TOP, BOTTOM = 900, 40, 30, 190
THIN = 0.36  # of the width an outcome has


@register.inclusion_tag("games/_frequencies.html")
def frequencies(title: str, readings: Sequence[Reading], along: str) -> dict[str, object]:
    """One outcome a column: its band, what theory expects of it, and how often it came; a diamond and a word outside."""
    highest = max(max(reading["high"], reading["actual"]) for reading in readings)
    step = (WIDTH - LEFT) / len(readings)
    columns = [_column(place, step, reading, highest) for place, reading in enumerate(readings)]
    outside = sum(bool(column["is_outside"]) for column in columns)
    return {
        "title": title,
        "along": along,
        "columns": columns,
        "floor": BOTTOM,
        "ticks": [{"y": _up(Fraction(tick), highest), "word": tick} for tick in _ticks(int(highest))],
        "summary": f"{outside} of {len(columns)} outside their band",
    }


def _column(place: int, step: float, reading: Reading, highest: Fraction) -> dict[str, object]:
    middle = LEFT + (place + 0.5) * step
    low, high = _up(reading["low"], highest), _up(reading["high"], highest)
    difference = reading["actual"] - reading["theory"]
    return {
        "word": reading["at"],
        "middle": round(middle, 1),
        "left": round(middle - step * THIN, 1),
        "width": round(2 * step * THIN, 1),
        "top": high,
        "height": round(low - high, 1),
        "theory": _up(reading["theory"], highest),
        "actual": _up(reading["actual"], highest),
        "count": int(reading["actual"]),
        "expected": f"{float(reading['theory']):,.1f}",
        "from": f"{float(reading['low']):,.1f}",
        "to": f"{float(reading['high']):,.1f}",
        "difference": f"{'+' if difference > 0 else ''}{float(difference):,.1f}".replace("-", MINUS),
        "is_outside": not reading["low"] <= reading["actual"] <= reading["high"],
    }


def _ticks(highest: int) -> list[int]:
    step = next(step * 10**power for power in range(10) for step in (1, 2, 5) if highest / (step * 10**power) <= 5)  # noqa: PLR2004
    return list(range(0, highest + 1, step))


def _up(value: Fraction, highest: Fraction) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * float(value / highest), 1)
