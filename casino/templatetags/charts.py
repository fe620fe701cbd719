"""Charts drawn by the server: the band, theory dashed, the actual figure solid, words beside the lines, figures in a table."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypedDict

from django import template

register = template.Library()

LEFT, RIGHT, TOP, BOTTOM = 56, 764, 12, 238
LABEL_HEIGHT = 20
MOST_TICKS = 9
STEPS = tuple(Fraction(step) * 10**power for power in range(-3, 4) for step in (1, 2, 5))
BAND_LEFT, BAND_RIGHT, FAR_LEFT, FAR_RIGHT = 18, 102, 7, 113
MINUS = "\u2212"


class Reading(TypedDict):
    """One figure with what it should be: all in the unit of the chart."""

    at: str
    low: Fraction
    theory: Fraction
    high: Fraction
    actual: Fraction


@register.inclusion_tag("components/_chart.html")
def chart(title: str, readings: Sequence[Reading], along: str, figure: str, unit: str = "%") -> dict[str, object]:
    """A figure over time inside its 95 % band, and the same figures as a table."""
    ticks = _ticks([value for reading in readings for value in (reading["low"], reading["high"], reading["actual"])])
    across = [LEFT + (RIGHT - LEFT) * place / max(len(readings) - 1, 1) for place in range(len(readings))]

    def line(name: str) -> list[tuple[float, float]]:
        return [(round(x, 1), _up(reading[name], ticks)) for x, reading in zip(across, readings, strict=True)]  # type: ignore[literal-required]

    last = readings[-1]
    return {
        "title": title,
        "along": along,
        "figure": figure,
        "unit": unit,
        "ticks": [{"y": _up(tick, ticks), "word": _figure(tick, unit)} for tick in ticks],
        "days": [{"x": round(x, 1), "word": reading["at"]} for x, reading in _sparse(across, readings)],
        "band": _path(line("high")) + _path(reversed(line("low"))).replace("M", "L", 1) + "z",
        "high": _path(line("high")),
        "low": _path(line("low")),
        "theory": _path(line("theory")),
        "actual": _path(line("actual")),
        "points": [_point(place, reading) for place, reading in zip(line("actual"), readings, strict=True)],
        "labels": _labels(last, ticks, figure, unit),
        "rows": [_row(reading, unit) for reading in readings],
        "summary": f"{figure} {_figure(last['actual'], unit, 2)}, theory {_figure(last['theory'], unit, 2)}, "
        f"{sum(_is_outside(reading) for reading in readings)} of {len(readings)} outside the band",
    }


@register.inclusion_tag("components/_band.html")
def band(reading: Reading, unit: str = "%") -> dict[str, object]:
    """One figure in its band, on a scale of its own: tick is theory, dot the figure, diamond a figure outside."""
    width = reading["high"] - reading["low"]
    within = BAND_LEFT + (BAND_RIGHT - BAND_LEFT) * float((reading["actual"] - reading["low"]) / width)
    return {
        "theory": round(BAND_LEFT + (BAND_RIGHT - BAND_LEFT) * float((reading["theory"] - reading["low"]) / width), 1),
        "actual": round(min(max(within, FAR_LEFT), FAR_RIGHT), 1),
        "is_outside": _is_outside(reading),
        "words": f"{_figure(reading['actual'], unit, 2)}, {_place(reading)} the 95 % band from "
        f"{_figure(reading['low'], unit, 2)} to {_figure(reading['high'], unit, 2)}",
    }


def _ticks(values: Sequence[Fraction]) -> list[Fraction]:
    """Round figures from below the lowest to above the highest."""
    lowest, highest = min(values), max(values)
    step = next(step for step in STEPS if (highest - lowest) / step <= MOST_TICKS - 2)
    return [step * count for count in range(lowest // step, -(-highest // step) + 1)]


def _up(value: Fraction, ticks: Sequence[Fraction]) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * float((value - ticks[0]) / (ticks[-1] - ticks[0])), 1)


def _sparse(across: Sequence[float], readings: Sequence[Reading]) -> Iterable[tuple[float, Reading]]:
    """Every so many, so that the words have room."""
    every = -(-len(readings) // 12)
    return list(zip(across, readings, strict=True))[::every]


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _point(place: tuple[float, float], reading: Reading) -> dict[str, object]:
    return {"x": place[0], "y": place[1], "is_outside": _is_outside(reading), "word_y": place[1] + 24}


def _labels(last: Reading, ticks: Sequence[Fraction], figure: str, unit: str) -> list[dict[str, object]]:
    """The words beside the ends of the lines, from the top, none over another."""
    wanted = sorted(
        [
            (_up(last["high"], ticks), "band", "95 % band"),
            (_up(last["theory"], ticks), "theory", f"Theory {_figure(last['theory'], unit, 2)}"),
            (_up(last["actual"], ticks), "actual", f"{figure} {_figure(last['actual'], unit, 2)}"),
        ]
    )
    heights = [height for height, _, _ in wanted]
    for above, below in pairwise(range(len(heights))):
        heights[below] = max(heights[below], heights[above] + LABEL_HEIGHT)
    return [{"y": height + 4, "kind": kind, "word": word} for height, (_, kind, word) in zip(heights, wanted, strict=True)]


def _row(reading: Reading, unit: str) -> dict[str, object]:
    wanted = (reading["actual"], reading["theory"], reading["low"], reading["high"])
    figures = [_figure(value, unit, 2) for value in wanted]
    return {"at": reading["at"], "figures": figures, "is_outside": _is_outside(reading)}


def _is_outside(reading: Reading) -> bool:
    return not reading["low"] <= reading["actual"] <= reading["high"]


def _place(reading: Reading) -> str:
    return "outside" if _is_outside(reading) else "within"


def _figure(value: Fraction, unit: str, decimals: int = 0) -> str:
    places = decimals or (0 if value == int(value) else 1)
    return f"{MINUS if value < 0 else ''}{abs(float(value)):.{places}f}\u00a0{unit}"
