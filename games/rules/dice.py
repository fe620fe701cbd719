"""Dice and totals: what the dice games share. What a roll means is for each book to say."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import factorial, prod
from typing import Any, Self


class Roll(tuple[int, ...]):
    """The uppermost faces, low to high: dice have no order."""

    __slots__ = ()

    @property
    def total(self) -> int:
        """The sum of the uppermost faces."""
        return sum(self)

    @property
    def is_same(self) -> bool:
        """Whether every die shows the same face: a pair, a hardway, a triple."""
        return self[0] == self[-1]

    @property
    def label(self) -> str:
        """How the compiled table names this roll."""
        return "-".join(map(str, self))


@dataclass(frozen=True)
class OutcomeSpace:
    """Every outcome a round can have, by its label, and how many equally likely ways lead to it."""

    dice: int  # 0 where the outcome is one number
    outcomes: Mapping[str, Any]
    ways: Mapping[str, int]

    @classmethod
    def of_dice(cls, count: int) -> Self:
        """Rolls of this many dice."""
        rolls = sorted({Roll(sorted(faces)) for faces in product(range(1, 7), repeat=count)})
        return cls(count, {roll.label: roll for roll in rolls}, {roll.label: _orders(roll) for roll in rolls})

    @classmethod
    def of_numbers(cls, numbers: Iterable[int]) -> Self:
        """Equally likely numbers, as on a wheel."""
        outcomes = {str(number): number for number in numbers}
        return cls(0, outcomes, dict.fromkeys(outcomes, 1))

    @cached_property
    def total_ways(self) -> int:
        """All equally likely ways together."""
        return sum(self.ways.values())


def _orders(roll: Roll) -> int:
    return factorial(len(roll)) // prod(map(factorial, Counter(roll).values()))


TWO_DICE = OutcomeSpace.of_dice(2)
THREE_DICE = OutcomeSpace.of_dice(3)


def totals(*wanted: int) -> Callable[[Roll], bool]:
    """Rolls with one of these totals."""
    return lambda roll: roll.total in wanted


def hard(total: int) -> Callable[[Roll], bool]:
    """The total with both dice alike."""
    return lambda roll: roll.total == total and roll.is_same


def easy(total: int) -> Callable[[Roll], bool]:
    """The total with different dice."""
    return lambda roll: roll.total == total and not roll.is_same


def faces(*wanted: int) -> Callable[[Roll], bool]:
    """Exactly these faces, in any order."""
    roll_wanted = Roll(sorted(wanted))
    return lambda roll: roll == roll_wanted
