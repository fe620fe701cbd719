"""What stands on a floor: tables with their terminals, each table with a wheel or a tumbler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

import msgspec

from devices.simulator.faults import OF_TERMINALS, OF_TUMBLERS, OF_WHEELS, Fault

MOST_TERMINALS_OF_TABLE = 127  # the addresses of one line
MOST_TERMINALS = 9_999  # four digits name them


class TablePlan(msgspec.Struct, frozen=True):
    """One electronic table: its book, its terminals in the order of their addresses from 1 on, and what makes its outcomes."""

    name: str
    book: str
    terminals: tuple[str, ...]
    machine: str
    dice: int  # none of a wheel

    @property
    def feed(self) -> str:
        """What its feed is called: a tumbler's is its only line, a wheel's is another than that of its states."""
        return f"{self.machine}-FEED" if self.has_wheel else self.machine

    @property
    def has_wheel(self) -> bool:
        """Whether a wheel makes its outcomes, not dice."""
        return not self.dice


GAMES = (("AC", 2), ("IR", 0), ("SB", 3))
"""The books of electronic tables, and with how many dice they are played."""


def table(name: str, book: str, terminals: tuple[str, ...]) -> TablePlan:
    """A table of a book; its machine is named after it."""
    dice = dict(GAMES)[book]
    return TablePlan(name, book, terminals, f"{name}-{'DICE' if dice else 'WHEEL'}", dice)


def numbered(tables: int, terminals: int) -> tuple[TablePlan, ...]:
    """So many tables of so many terminals, of one book after the other: TABLE1 and on, with T0001 and on."""
    numbers = iter(range(1, tables * terminals + 1))
    books = cycle(book for book, _ in GAMES)
    return tuple(table(f"TABLE{number}", next(books), _names(numbers, terminals)) for number in range(1, tables + 1))


def can_have(plan: Sequence[TablePlan]) -> dict[str, frozenset[Fault]]:
    """The devices of a floor, and which faults each can have."""
    terminals = {terminal: OF_TERMINALS for each in plan for terminal in each.terminals}
    return terminals | {each.machine: OF_WHEELS if each.has_wheel else OF_TUMBLERS for each in plan}


def _names(numbers: Iterator[int], many: int) -> tuple[str, ...]:
    return tuple(f"T{next(numbers):04d}" for _ in range(many))
