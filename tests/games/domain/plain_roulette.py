"""The areas of the roulette layout and the wagers on several of them, written from the rule book and from nothing else here."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

Areas = list[frozenset[int]]

WHEEL = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
OUTSIDE: dict[str, Iterable[int]] = {
    "low": range(1, 19),
    "high": range(19, 37),
    "even": range(2, 37, 2),
    "odd": range(1, 37, 2),
    "red": RED,
    "black": set(range(1, 37)) - set(RED),
}
SPECIAL = {  # IR 3.9.2
    "zero_game": "0/3 12/15 26 32/35",
    "neighbours_of_zero": "0/2/3 0/2/3 4/7 12/15 18/21 19/22 32/35 25/26/28/29 25/26/28/29",
    "orphans": "1 6/9 14/17 17/20 31/34",
    "small_series": "5/8 10/11 13/16 23/24 27/30 33/36",
    "red_splits": "9/12 16/19 18/21 27/30",
    "black_splits": "8/11 10/11 10/13 17/20 26/29 28/29 28/31",
    "red_snake": "1 5 9 12 14 16 19 23 27 30 32 34",
}


def areas_of(selection: str) -> Areas:
    """The numbers of each piece."""
    kind, _, named = selection.partition(":")
    if kind in OUTSIDE:
        return [frozenset(OUTSIDE[kind])]
    if kind in SPECIAL:
        return [frozenset(map(int, area.split("/"))) for area in SPECIAL[kind].split()]
    told = [int(number) for number in named.split("-")]
    match kind:
        case "column":
            return [frozenset(range(told[0], 37, 3))]
        case "dozen":
            return [frozenset(range(12 * told[0] - 11, 12 * told[0] + 1))]
        case "sixline":
            return [frozenset(range(told[0], told[1] + 1))]
        case "neighbours":
            at = WHEEL.index(told[0])
            return [frozenset({WHEEL[(at + step) % 37]}) for step in (-2, -1, 0, 1, 2)]
        case "final":
            return [frozenset({number}) for number in range(37) if number % 10 == told[0]]
        case "complete":
            return [area for area in _inside() if told[0] in area]
        case _:
            return [frozenset(told)]


def _inside() -> Areas:
    """Every area on the numbers: alone, and with those it touches (IR 3.9.1)."""
    rows = [{number, number + 1, number + 2} for number in range(1, 37, 3)]
    alone = [{number} for number in range(37)]
    across = [{number, number + 1} for number in range(1, 36) if number % 3]
    down = [{number, number + 3} for number in range(1, 34)]
    corners = [{number, number + 1, number + 3, number + 4} for number in range(1, 33) if number % 3]
    six_lines = [upper | lower for upper, lower in pairwise(rows)]
    at_zero = [{0, 1}, {0, 2}, {0, 3}, {0, 1, 2}, {0, 2, 3}, {0, 1, 2, 3}]
    return [frozenset(area) for area in [*alone, *across, *down, *rows, *corners, *six_lines, *at_zero]]
