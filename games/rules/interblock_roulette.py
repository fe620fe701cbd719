"""Interblock MiniStar Roulette Electronic Table Game (The Star, order of 23 January 2018), in the book's order."""

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

from games.rules.book import ACTIONS, EVENS, Book, Ground, Limits, Odds, Readings, Wager, allows, refuses, wins
from games.rules.dice import OutcomeSpace
from games.rules.one_roll import one_roll, split_over

Area = tuple[int, ...]  # the numbers a wager is placed on

ODDS_TABLE = "3.9.3"

# 1.1 and 3.3.6: wagers are placed, moved and cancelled in the wagering period, and never after it

IN_THE_WAGERING_PERIOD = (
    refuses(ACTIONS, "3.3.6", closed=True, readings=("IR-13",)),
    allows(ACTIONS, "1.1 wagering period"),
)

# 2.4: the wheel; diagram A is missing, this is the standard order, red first after the zero (IR-08)

WHEEL = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
RED = frozenset(WHEEL[1::2])
BLACK = frozenset(WHEEL[2::2])
NUMBERS = range(37)
SPINS = OutcomeSpace.of_numbers(NUMBERS)

# 2.6: the layout; diagrams B to D are missing, areas are those of numbers that touch on it (IR-09)

ROWS: tuple[Area, ...] = tuple((n, n + 1, n + 2) for n in range(1, 37, 3))
NEXT_ROWS = tuple(pairwise(ROWS))
SPLIT_AREAS: tuple[Area, ...] = (
    *((0, n) for n in ROWS[0]),
    *((n, n + 1) for row in ROWS for n in row[:2]),
    *((n, n + 3) for row in ROWS[:-1] for n in row),
)
CORNER_AREAS: tuple[Area, ...] = tuple((*row[i : i + 2], *below[i : i + 2]) for row, below in NEXT_ROWS for i in (0, 1))


# 3.9.1: Standard Screen Wagers; odds by 3.9.3


def _wager(wager_id: str, name: str, rule: str, numbers: Collection[int], pays: Odds, *readings: str) -> Wager:
    """Wins if any one of its numbers is spun and otherwise loses."""
    return one_roll(
        wager_id,
        name,
        wins(numbers.__contains__, pays),
        rule=rule,
        odds_rule=ODDS_TABLE,
        permits=IN_THE_WAGERING_PERIOD,
        readings=readings,
    )


def _inside(kind: str, name: str, rule: str, areas: Iterable[Area], pays: Odds, *readings: str) -> Mapping[Area, Wager]:
    """Wagers of one kind, by the numbers they are placed on."""
    return {
        area: _wager(f"{kind}:{_joined(area, '-')}", f"{name} {_joined(area, '/')}", rule, area, pays, *readings)
        for area in areas
    }


def _joined(area: Area, sign: str) -> str:
    return sign.join(map(str, area))


STRAIGHT_UP = _inside("straight", "Straight Up", "3.9.1.1", ((n,) for n in NUMBERS), (35, 1))
SPLITS = _inside("split", "Split", "3.9.1.2", sorted(SPLIT_AREAS), (17, 1), "IR-09")
STREETS = {
    **_inside("street", "Street", "3.9.1.3.1", ROWS, (11, 1)),
    **_inside("street", "Street", "3.9.1.3.2", [(0, 1, 2)], (11, 1)),
    **_inside("street", "Street", "3.9.1.3.3", [(0, 2, 3)], (11, 1)),
}
CORNERS = {
    **_inside("corner", "Corner", "3.9.1.4.1", CORNER_AREAS, (8, 1), "IR-09"),
    **_inside("corner", "Corner", "3.9.1.4.2", [(0, 1, 2, 3)], (8, 1)),
}
SIX_LINES = {  # named by the first and the last of their numbers
    (*row, *below): _wager(
        f"sixline:{row[0]}-{below[-1]}", f"Six-line {row[0]} to {below[-1]}", "3.9.1.5", (*row, *below), (5, 1)
    )
    for row, below in NEXT_ROWS
}
INSIDE = {**STRAIGHT_UP, **SPLITS, **STREETS, **CORNERS, **SIX_LINES}


def _outside(wager_id: str, name: str, rule: str, numbers: Collection[int], pays: Odds, *readings: str) -> Wager:
    """A wager beside the numbers: it loses on 0, with nothing returned (IR-11)."""
    return _wager(wager_id, name, rule, numbers, pays, "IR-11", *readings)


COLUMNS = [_outside(f"column:{c}", f"Column {c}", "3.9.1.6", range(c, 37, 3), (2, 1)) for c in (1, 2, 3)]
DOZENS = [_outside(f"dozen:{d}", f"Dozen {d}", "3.9.1.7", range(12 * d - 11, 12 * d + 1), (2, 1)) for d in (1, 2, 3)]
LOW = _outside("low", "Low (1-18)", "3.9.1.8", range(1, 19), EVENS)
HIGH = _outside("high", "High (19-36)", "3.9.1.9", range(19, 37), EVENS)
EVEN = _outside("even", "Even", "3.9.1.10", range(2, 37, 2), EVENS, "IR-14")
ODD = _outside("odd", "Odd", "3.9.1.11", range(1, 37, 2), EVENS, "IR-14")
RED_WAGER = _outside("red", "Red", "3.9.1.12", RED, EVENS, "IR-08")
BLACK_WAGER = _outside("black", "Black", "3.9.1.13", BLACK, EVENS, "IR-08")


# 3.9.2: Special Bets Screen Wagers; every piece is a wager on its own area, for odds and for limits (IR-10)


def _special(wager_id: str, name: str, rule: str, *areas: Area, readings: Readings = ()) -> Wager:
    """An equal piece on each area; an area named twice has two."""
    return split_over(
        wager_id,
        name,
        [INSIDE[area] for area in areas],
        SPINS,
        rule=rule,
        odds_rule=ODDS_TABLE,
        permits=IN_THE_WAGERING_PERIOD,
        limited_by_piece=True,
        readings=("IR-10", *readings),
    )


def _straight_up(*numbers: int) -> list[Area]:
    return [(n,) for n in numbers]


def _around(number: int) -> list[Area]:
    """The number and the two either side of it in the wheel."""
    at = WHEEL.index(number)
    return _straight_up(*(WHEEL[(at + step) % len(WHEEL)] for step in (-2, -1, 0, 1, 2)))


ZERO_GAME = _special("zero_game", "Zero Game", "3.9.2.1", (0, 3), (12, 15), (26,), (32, 35))
NEIGHBOURS_OF_ZERO = _special(
    "neighbours_of_zero",
    "Neighbours of Zero",
    "3.9.2.2",
    *((0, 2, 3), (0, 2, 3)),
    *((4, 7), (12, 15), (18, 21), (19, 22), (32, 35)),
    *((25, 26, 28, 29), (25, 26, 28, 29)),
)
ORPHANS = _special("orphans", "Orphans", "3.9.2.3", (1,), (6, 9), (14, 17), (17, 20), (31, 34))
SMALL_SERIES = _special("small_series", "Small Series", "3.9.2.4", (5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36))
NEIGHBOURS = [
    _special(f"neighbours:{n}", f"{n} and the Neighbours", "3.9.2.5", *_around(n), readings=("IR-08",)) for n in NUMBERS
]
RED_SPLITS = _special(
    "red_splits",
    "Red Splits",
    "3.9.2.6",
    *((9, 12), (16, 19), (18, 21), (27, 30)),  # the text has 16/16
    readings=("IR-01",),
)
BLACK_SPLITS = _special(
    "black_splits", "Black Splits", "3.9.2.7", (8, 11), (10, 11), (10, 13), (17, 20), (26, 29), (28, 29), (28, 31)
)
RED_SNAKE = _special("red_snake", "Red Snake", "3.9.2.8", *_straight_up(1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34))
COMPLETES = [
    _special(f"complete:{n}", f"Complete {n}", "3.9.2.9", *(area for area in INSIDE if n in area), readings=("IR-02", "IR-03"))
    for n in NUMBERS
]
FINAL_BETS = [
    _special(f"final:{d}", f"Final Bet {d}", "3.9.2.10", *_straight_up(*range(d, 37, 10)), readings=("IR-04",)) for d in range(10)
]


# 3.12, 7 and 8: the ball at rest early, irregularities and general provisions

GROUNDS = {
    "ball_early": Ground("3.12", readings=("IR-06",)),
    "wagers_unconfirmed": Ground("7.3", readings=("IR-05",)),
    "system_malfunction": Ground("7.4", readings=("IR-05", "IR-15")),
    "contravention": Ground("8.7.1", readings=("X-07",)),
    "invalidate": Ground("8.9", forfeits=True, readings=("X-06", "IR-05")),
}

BOOK = Book(
    id="interblock_roulette",
    revision="2018-01-23.1",
    title="Interblock MiniStar Roulette Electronic Table Game",
    approved_by="Independent Liquor and Gaming Authority",
    ordered_on="2018-01-23",
    effective_on="on publication on the Authority's website",
    outcomes=SPINS,
    wagers=(
        *INSIDE.values(),  # 3.9.1.1 to 3.9.1.5
        *(*COLUMNS, *DOZENS, LOW, HIGH, EVEN, ODD, RED_WAGER, BLACK_WAGER),  # 3.9.1.6 to 3.9.1.13
        *(ZERO_GAME, NEIGHBOURS_OF_ZERO, ORPHANS, SMALL_SERIES, *NEIGHBOURS),  # 3.9.2.1 to 3.9.2.5
        *(RED_SPLITS, BLACK_SPLITS, RED_SNAKE, *COMPLETES, *FINAL_BETS),  # 3.9.2.6 to 3.9.2.10
    ),
    limits=Limits(below="3.1", above="3.1", refuses=True, readings=("X-05",)),
    correction="7.2.3.1",  # wherever the recorded number is another than the ball's, not only at a malfunction (IR-07)
    grounds=GROUNDS,
    shooter=None,  # 3.13: the ball is spun automatically
)
