"""The layout of MiniStar Roulette as it is drawn: where each of its 248 areas lies, in units of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from games.domain.vocabulary import kind_of
from games.rules.interblock_roulette import RED, WHEEL

WIDTH, HEIGHT = 880, 552
LEFT, TOP = 58, 166  # where the numbers begin: left of them lies zero, above them the racetrack
CELL, ROW = 62, 60
BOTTOM = TOP + 3 * ROW
EDGE = 12  # on either side of a line, so that what lies on it is 24 wide
OUTSIDE_ROW = 40
SPECIALS, COMPLETES = BOTTOM + 2 * OUTSIDE_ROW + 12, BOTTOM + 2 * OUTSIDE_ROW + 62
OUTER, INNER, STRAIGHT = 76, 40, 48  # of the racetrack: its radii, and how long a number is on its straights
TRACK_LEFT, TRACK_RIGHT = 80, 800
ON_A_STRAIGHT = 15
HALF = 18  # of the wheel: a straight, and what lies round its end
FIRST_ON_TOP = WHEEL.index(16)
DIVIDERS = ((2, 6), (7, 9), (12, 14))  # after so many numbers of the upper and of the lower straight
EVEN_CHANCES = {"low": "1 to 18", "even": "Even", "red": "Red", "black": "Black", "odd": "Odd", "high": "19 to 36"}
SERIES = ("small_series", "orphans", "neighbours_of_zero", "zero_game")


@dataclass(frozen=True)
class Cell:
    """An area on the drawing: its outline, its words and where they and its chips lie."""

    area: Any
    outline: str
    at: tuple[float, float]
    words: str = ""
    note: str = ""
    look: str = ""


def board(areas: Mapping[str, Any]) -> dict[str, Any]:
    """Every area, those on lines after the numbers they lie over."""
    cells = [
        *(Cell(areas[f"straight:{n}"], *_rect(*_number(n)), str(n), look=f"number {_colour(n)}") for n in range(37)),
        *_outside(areas),
        *_racetrack(areas),
        *_series(areas),
        *_specials(areas),
        *(Cell(area, *_rect(*_on_line(area.id)), look="line") for area in areas.values() if kind_of(area.id) in ON_LINES),
    ]
    assert {cell.area.id for cell in cells} == set(areas), "every wager of the book has its area"
    return {"width": WIDTH, "height": HEIGHT, "specials": SPECIALS, "completes": COMPLETES, "cells": cells}


def _colour(number: int) -> str:
    return "zero" if number == 0 else "red" if number in RED else "black"


# Numbers, and the lines between them


def _number(number: int) -> tuple[float, float, float, float]:
    """Where a number lies: x, y, width and height."""
    if number == 0:
        return 0, TOP, LEFT, 3 * ROW
    return *_corner_of(number), CELL, ROW


def _corner_of(number: int) -> tuple[float, float]:
    column, up = divmod(number - 1, 3)
    return LEFT + column * CELL, TOP + (2 - up) * ROW


def _split(first: int, second: int) -> tuple[float, float, float, float]:
    x, y = _corner_of(second)
    if first == 0 or second == first + 3:
        return x - EDGE, y + EDGE, 2 * EDGE, ROW - 2 * EDGE
    return x + EDGE, y + ROW - EDGE, CELL - 2 * EDGE, 2 * EDGE


def _street(first: int, second: int, _third: int) -> tuple[float, float, float, float]:
    if first == 0:
        return _point(LEFT, _corner_of(second)[1] + (0 if second == 1 else ROW))
    return _corner_of(first)[0] + EDGE, BOTTOM - EDGE, CELL - 2 * EDGE, 2 * EDGE


def _corner(first: int, *others: int) -> tuple[float, float, float, float]:
    if first == 0:
        return _point(LEFT, BOTTOM)
    x, y = _corner_of(others[-1])
    return _point(x, y + ROW)


def _sixline(_first: int, last: int) -> tuple[float, float, float, float]:
    return _point(_corner_of(last)[0], BOTTOM)


def _point(x: float, y: float) -> tuple[float, float, float, float]:
    return x - EDGE, y - EDGE, 2 * EDGE, 2 * EDGE


ON_LINES: Mapping[str, Callable[..., tuple[float, float, float, float]]] = {
    "split": _split,
    "street": _street,
    "corner": _corner,
    "sixline": _sixline,
}


def _on_line(area: str) -> tuple[float, float, float, float]:
    kind, _, numbers = area.partition(":")
    return ON_LINES[kind](*map(int, numbers.split("-")))


# What lies outside


def _outside(areas: Mapping[str, Any]) -> Iterator[Cell]:
    right, dozens, chances = LEFT + 12 * CELL, BOTTOM, BOTTOM + OUTSIDE_ROW
    for column in (1, 2, 3):
        area = areas[f"column:{column}"]
        yield Cell(area, *_rect(right, TOP + (3 - column) * ROW, WIDTH - right, ROW), f"Column {column}", area.odds, "wide")
        area = areas[f"dozen:{column}"]
        words = ("1st dozen", "2nd dozen", "3rd dozen")[column - 1]
        yield Cell(area, *_rect(LEFT + (column - 1) * 4 * CELL, dozens, 4 * CELL, OUTSIDE_ROW), words, area.odds, "wide low")
    for place, (id_, words) in enumerate(EVEN_CHANCES.items()):
        look = f"wide low {id_ if id_ in ('red', 'black') else ''}"
        yield Cell(
            areas[id_], *_rect(LEFT + place * 2 * CELL, chances, 2 * CELL, OUTSIDE_ROW), words, areas[id_].odds, look.strip()
        )


# Special bets


def _racetrack(areas: Mapping[str, Any]) -> Iterator[Cell]:
    """A number with its neighbours, in the order of the wheel: along the top, round zero, along the bottom and back."""
    order = WHEEL[FIRST_ON_TOP:] + WHEEL[:FIRST_ON_TOP]
    top, right = order[:ON_A_STRAIGHT], order[ON_A_STRAIGHT:HALF]
    bottom, left = order[HALF : HALF + ON_A_STRAIGHT], order[HALF + ON_A_STRAIGHT :]
    for place, number in enumerate(top):
        yield _pocket(areas, number, *_rect(TRACK_LEFT + place * STRAIGHT, 0, STRAIGHT, OUTER - INNER))
    for place, number in enumerate(right):
        yield _pocket(areas, number, *_sector(TRACK_RIGHT, -pi / 2, place, len(right)))
    for place, number in enumerate(bottom):
        x = TRACK_RIGHT - (place + 1) * STRAIGHT
        yield _pocket(areas, number, *_rect(x, OUTER + INNER, STRAIGHT, OUTER - INNER))
    for place, number in enumerate(left):
        yield _pocket(areas, number, *_sector(TRACK_LEFT, pi / 2, place, len(left)))


def _pocket(areas: Mapping[str, Any], number: int, outline: str, at: tuple[float, float]) -> Cell:
    return Cell(areas[f"neighbours:{number}"], outline, at, str(number), look=f"pocket {_colour(number)}")


def _series(areas: Mapping[str, Any]) -> Iterator[Cell]:
    """The four parts of the wheel, within the racetrack."""
    high, low = OUTER - INNER, OUTER + INNER
    x = [(TRACK_LEFT + above * STRAIGHT, TRACK_LEFT + below * STRAIGHT) for above, below in DIVIDERS]
    round_left = f"M{TRACK_LEFT} {high}H{x[0][0]}L{x[0][1]} {low}H{TRACK_LEFT}A{INNER} {INNER} 0 0 1 {TRACK_LEFT} {high}z"
    round_right = f"M{x[2][0]} {high}H{TRACK_RIGHT}A{INNER} {INNER} 0 0 1 {TRACK_RIGHT} {low}H{x[2][1]}z"
    between = [f"M{a[0]} {high}H{b[0]}L{b[1]} {low}H{a[1]}z" for a, b in ((x[0], x[1]), (x[1], x[2]))]
    middles = (190, 408, 588, 772)
    for id_, outline, middle in zip(SERIES, (round_left, *between, round_right), middles, strict=True):
        yield Cell(areas[id_], outline, (middle, OUTER), areas[id_].name, _pieces(areas[id_]), "series")


def _sector(middle: float, begins: float, place: int, of: int) -> tuple[str, tuple[float, float]]:
    """One of so many parts of the bend round a middle."""
    step = pi / of
    a, b = begins + place * step, begins + (place + 1) * step

    def at(radius: float, angle: float) -> tuple[float, float]:
        return round(middle + radius * cos(angle), 1), round(OUTER + radius * sin(angle), 1)

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(OUTER, a), at(OUTER, b), at(INNER, b), at(INNER, a)
    outline = f"M{ax} {ay}A{OUTER} {OUTER} 0 0 1 {bx} {by}L{cx} {cy}A{INNER} {INNER} 0 0 0 {dx} {dy}z"
    return outline, at((OUTER + INNER) / 2, (a + b) / 2)


def _specials(areas: Mapping[str, Any]) -> Iterator[Cell]:
    for place, id_ in enumerate(("red_snake", "red_splits", "black_splits")):
        yield Cell(areas[id_], *_rect(place * 122, SPECIALS, 116, 40), areas[id_].name, _pieces(areas[id_]), "wide special")
    for digit in range(10):
        yield Cell(areas[f"final:{digit}"], *_rect(420 + digit * 46, SPECIALS, 42, 40), str(digit), look="special")
    for number in range(37):
        row, place = divmod(number, 19)
        box = (76 + place * 42.4, COMPLETES + row * 34, 39, 30)
        yield Cell(areas[f"complete:{number}"], *_rect(*box), str(number), look="special small")


def _pieces(area: Any) -> str:
    return f"{area.pieces} pieces"


def _rect(x: float, y: float, width: float, height: float) -> tuple[str, tuple[float, float]]:
    """The outline of an upright rectangle, and its middle."""
    x, y = round(x, 1), round(y, 1)
    return f"M{x} {y}h{width}v{height}h-{width}z", (round(x + width / 2, 1), round(y + height / 2, 1))
