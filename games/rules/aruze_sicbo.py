"""Aruze Sic Bo Electronic Table Game (The Star, order of 2 June 2016), in the book's order; jackpots (rule 4) apart."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from typing import Any

from games.rules.book import ACTIONS, EVENS, Book, Ground, Limits, Odds, Shooter, allows, refuses, wins
from games.rules.dice import THREE_DICE, Roll, faces, totals
from games.rules.one_roll import one_roll
from games.rules.questions import Unanswerable, check_cents
from games.rules.turns import first_after, place, places

# 1.1 and 3.8.1: wagers are placed, moved and cancelled in the wagering period, and never after it

IN_THE_PERIOD = (refuses(ACTIONS, "3.8.1", closed=True), allows(ACTIONS, "1.1 wagering period"))

# 3.9.10: the wager odds

NUMBER_ODDS = {1: (1, 1), 2: (2, 1), 3: (12, 1)}  # by the dice that show it
TRIPLE_ODDS: Odds = (190, 1)
ANY_TRIPLE_ODDS: Odds = (31, 1)
DOUBLE_ODDS: Odds = (12, 1)
COMBINATION_ODDS: Odds = (6, 1)
TOTAL_ODDS = {
    4: (62, 1),
    5: (31, 1),
    6: (18, 1),
    7: (12, 1),
    8: (8, 1),
    9: (7, 1),
    10: (6, 1),
    11: (6, 1),
    12: (7, 1),
    13: (8, 1),
    14: (12, 1),
    15: (18, 1),
    16: (31, 1),
    17: (62, 1),
}


# 3.9.1 to 3.9.8: the permissible wagers

FACES = range(1, 7)
_next_roll = partial(one_roll, odds_rule="3.9.10", permits=IN_THE_PERIOD)


def _between_without_a_triple(low: int, high: int) -> Callable[[Roll], bool]:
    return lambda roll: low <= roll.total <= high and not roll.is_same


def _on_dice(number: int, *counts: int) -> Callable[[Roll], bool]:
    """The number appears on this many of the three dice."""
    return lambda roll: roll.count(number) in counts


def _both_of(low: int, high: int) -> Callable[[Roll], bool]:
    return lambda roll: low in roll and high in roll


def _any_triple(roll: Roll) -> bool:
    return roll.is_same


SMALL = _next_roll(
    "small",
    "Small",
    wins(_between_without_a_triple(4, 10), EVENS, "3.9.1.1"),
    rule="3.9.1",
    lose_rule="3.9.1.2",
    readings=("SB-05",),
)
BIG = _next_roll(
    "big",
    "Big",
    wins(_between_without_a_triple(11, 17), EVENS, "3.9.2.1"),
    rule="3.9.2",
    lose_rule="3.9.2.2",
    readings=("SB-05",),
)
TRIPLES = tuple(
    _next_roll(f"triple:{number}", f"Triple {number}", wins(faces(number, number, number), TRIPLE_ODDS), rule="3.9.3")
    for number in FACES
)
DOUBLES = tuple(
    _next_roll(
        f"double:{number}",
        f"Double {number}",
        wins(_on_dice(number, 2, 3), DOUBLE_ODDS),
        rule="3.9.4",
        readings=("SB-02",),
    )
    for number in FACES
)
ANY_TRIPLE = _next_roll("any_triple", "Any Triple", wins(_any_triple, ANY_TRIPLE_ODDS), rule="3.9.5")
DICE_TOTALS = tuple(
    _next_roll(f"total:{total}", f"Dice Total {total}", wins(totals(total), pays), rule="3.9.6", readings=("SB-04",))
    for total, pays in TOTAL_ODDS.items()
)
TWO_DICE_COMBINATIONS = tuple(
    _next_roll(
        f"combo:{low}-{high}",
        f"Two Dice Combination {low} and {high}",
        wins(_both_of(low, high), COMBINATION_ODDS),
        rule="3.9.7",
        readings=("SB-11",),
    )
    for low, high in combinations(FACES, 2)
)
ANY_NUMBERS = tuple(
    _next_roll(
        f"number:{number}",
        f"Any Number {number}",
        *(wins(_on_dice(number, count), pays) for count, pays in NUMBER_ODDS.items()),
        rule="3.9.8",
        readings=("SB-03",),
    )
    for number in FACES
)


# 3.10: the shooter


def shooter(question: Mapping[str, Any]) -> Shooter:
    """In turn, clockwise, among terminals with a wager; with a dice shooting value, the highest wager from it up (SB-06)."""
    order = places(question, "order_clockwise")
    last = place(question, "last", order)
    wagered = _wagered(question, order)
    value = question.get("dice_shooting_value")
    if value is not None:
        return _highest(wagered, check_cents(value, "dice_shooting_value"))
    following = first_after(order, last, wagered)
    return following, "3.10.1" if following else "3.10.4"


def _highest(wagered: Mapping[str, tuple[int, int]], value_cents: int) -> Shooter:
    """Of terminals that wagered the same, the one whose total was complete first (3.10.2.1)."""
    highest = max((cents for cents, _ in wagered.values()), default=0)
    if highest < value_cents:
        return None, "3.10.4"
    reached = {terminal: sequence for terminal, (cents, sequence) in wagered.items() if cents == highest}
    return min(reached, key=reached.__getitem__), "3.10.2" if len(reached) == 1 else "3.10.2.1"


def _wagered(question: Mapping[str, Any], order: list[str]) -> dict[str, tuple[int, int]]:
    """Each terminal's total in the round, and the sequence number of the wager that completed it."""
    listed = question.get("wagers")
    if not isinstance(listed, list):
        raise Unanswerable("wagers must be a list of [terminal, cents, sequence]")
    wagered: dict[str, tuple[int, int]] = {}
    for each in listed:
        terminal, cents, sequence = _wager_of(each, order)
        total, completed = wagered.get(terminal, (0, sequence))
        wagered[terminal] = (total + cents, max(completed, sequence))
    return wagered


def _wager_of(listed: object, order: list[str]) -> tuple[str, int, int]:
    match listed:
        case [str(terminal), cents, int(sequence)] if type(sequence) is int:
            if terminal not in order:
                raise Unanswerable(f"terminal {terminal!r} is not in the order of places")
            return terminal, check_cents(cents, "a wager"), sequence
    raise Unanswerable(f"a wager is [terminal, cents, sequence], not {listed!r}")


# 7 and 8: irregularities and general provisions

GROUNDS = {
    "wagers_unconfirmed": Ground("7.3"),
    "cocked": Ground("7.4.1"),
    "tumbler_malfunction": Ground("7.4.2"),
    "system_malfunction": Ground("7.6", readings=("SB-07",)),
    "contravention": Ground("8.7.1", readings=("X-07",)),
    "invalidate": Ground("8.9", forfeits=True, readings=("X-06",)),
}

BOOK = Book(
    id="aruze_sicbo",
    revision="2016-06-02.1",
    title="Aruze Sic Bo Electronic Table Game",
    approved_by="Independent Liquor and Gaming Authority",
    ordered_on="2016-06-02",
    effective_on="on publication on the Authority's website",
    outcomes=THREE_DICE,
    wagers=(SMALL, BIG, *TRIPLES, *DOUBLES, ANY_TRIPLE, *DICE_TOTALS, *TWO_DICE_COMBINATIONS, *ANY_NUMBERS),  # 3.9.1 to 3.9.8
    limits=Limits(below="3.2", above="3.2", refuses=True, readings=("X-05",)),
    correction="7.1",
    grounds=GROUNDS,
    shooter=shooter,
)
