"""How far each outcome takes the wagers on a layout from what they were worth: the exact variance of a round.

Wagers that meet the same roll win and lose together, so their variances do not simply add up: what the house gains by each
outcome is added over all wagers first. A wager that lies for several rolls is worth its mean gain to come, so each roll has a
part of its variance; over all its rolls the parts add up to what the house won of it, less what it was to win.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from games.rules import books
from games.rules.edges import edge_of, worth_of

Lying = Mapping[tuple[str, str], Fraction]
"""What lies on the layout by wager and state, in cents."""


class Gains(NamedTuple):
    """What the house gains over expectation on a unit of stake, outcome by outcome, over one denominator."""

    denominator: int
    by_outcome: tuple[int, ...]


@lru_cache(maxsize=4096)
def edge(version: str, wager_id: str) -> Fraction:
    """The exact edge of a wager of a book's version."""
    return edge_of(books.get(version), wager_id).edge


@lru_cache(maxsize=4096)
def gains(version: str, wager_id: str, state: str) -> Gains:
    """What each outcome is worth to the house, in the order of the book's outcomes; nothing while the wager is OFF."""
    table = books.get(version)
    worth = worth_of(table, wager_id, state)
    if worth is None:
        return Gains(1, (0,) * len(table.ways))
    wager = table.wagers[wager_id]
    charged = Fraction(*wager.commission)
    rows = [wager.rows[state][outcome] for outcome in table.ways]
    exact = [
        worth[state]
        - (worth[row.following] if row.following else Fraction(row.winnings + row.returned, row.denominator) - 1 - charged)
        for row in rows
    ]
    whole = lcm(*(each.denominator for each in exact))
    return Gains(whole, tuple(int(each * whole) for each in exact))


@lru_cache(maxsize=65536)
def found_in(version: str, wager_id: str, outcome: str, after: str) -> str:
    """The state in which an outcome found a wager that lies on in another; where it could be two, both gain alike."""
    rows = books.get(version).wagers[wager_id].rows
    return next(state for state, of in rows.items() if of[outcome].following == after)


def variance(version: str, lying: Lying) -> Fraction:
    """The variance of what the house wins, in square cents, of wagers that meet one outcome together."""
    if not lying:
        return Fraction()
    ways = tuple(books.get(version).ways.values())
    found = [(stake, gains(version, *where)) for where, stake in lying.items()]
    whole = lcm(*(each.denominator for _, each in found))
    won: list[int | Fraction] = [0] * len(ways)
    for stake, each in found:
        times = _whole(stake * (whole // each.denominator))
        won = [so_far + times * gain for so_far, gain in zip(won, each.by_outcome, strict=True)]
    squares = sum(count * gain**2 for count, gain in zip(ways, won, strict=True))
    return Fraction(squares) / (whole**2 * sum(ways))


def _whole(amount: Fraction) -> int | Fraction:
    """As a whole number where it is one: sums are made of it 37 at a time."""
    return amount.numerator if amount.denominator == 1 else amount
