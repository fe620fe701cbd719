"""Plain in-memory models of a few wagers of each electronic game, written from the rule books and from nothing else here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NUMBER_PAYS = {0: None, 1: 1, 2: 2, 3: 12}
LOST, STANDS = -1, -2
"""Else: what the wager pays for each cent, beside the stake; a part of a cent is paid as a whole one."""


def roulette(selection: str, shown: tuple[int, ...], _: int | None) -> int:
    """MiniStar Roulette 3.9: a number pays 35 to 1, a colour evens, and zero has none."""
    [number] = shown
    if selection == "red":
        return 1 if number in RED else LOST
    return 35 if selection == f"straight:{number}" else LOST


def sicbo(selection: str, shown: tuple[int, ...], _: int | None) -> int:
    """Aruze Sic Bo 3.9: small and big lose to any triple; a number pays by the dice that show it."""
    is_triple, total = len(set(shown)) == 1, sum(shown)
    if selection in {"small", "big"}:
        wins = not is_triple and (4 <= total <= 10 if selection == "small" else 11 <= total <= 17)
        return 1 if wins else LOST
    return NUMBER_PAYS[shown.count(int(selection.partition(":")[2]))] or LOST


def craps(selection: str, shown: tuple[int, ...], point: int | None) -> int | Fraction:
    """Aruze Craps 3.9: the come out or its point decides the Pass Line, the next roll the Field and Any Seven."""
    total = sum(shown)
    if selection == "field":
        return 2 if total in {2, 12} else 1 if total in {3, 4, 9, 10, 11} else LOST
    if selection == "any_seven":
        return Fraction(9, 2) if total == 7 else LOST
    if point is None:
        return 1 if total in {7, 11} else LOST if total in {2, 3, 12} else STANDS
    return 1 if total == point else LOST if total == 7 else STANDS


Decide = Callable[[str, tuple[int, ...], int | None], int | Fraction]
GAMES: dict[str, Decide] = {"interblock_roulette": roulette, "aruze_sicbo": sicbo, "aruze_craps": craps}


@dataclass
class Plain:
    """Credits and wagers of some terminals at one table."""

    game: str
    credits: dict[str, int] = field(default_factory=dict)
    lying: list[tuple[str, str, int]] = field(default_factory=list)
    point: int | None = None

    def insert(self, terminal: str, cents: int) -> None:
        self.credits[terminal] = self.credits.get(terminal, 0) + cents

    def place(self, terminal: str, selection: str, cents: int) -> None:
        self.credits[terminal] -= cents
        self.lying.append((terminal, selection, cents))

    def take_down(self, terminal: str, selection: str) -> None:
        [there] = [each for each in self.lying if each[:2] == (terminal, selection)]
        self.lying.remove(there)
        self.credits[terminal] += there[2]

    def meet(self, *shown: int) -> None:
        stand = []
        for terminal, selection, cents in self.lying:
            pays = GAMES[self.game](selection, shown, self.point)
            if pays == STANDS:
                stand.append((terminal, selection, cents))
            elif pays != LOST:
                self.credits[terminal] += ceil(cents + cents * pays)
        self.lying = stand
        self._move_point(sum(shown))

    def return_all(self) -> None:
        for terminal, _, cents in self.lying:
            self.credits[terminal] += cents
        self.lying = []

    def _move_point(self, total: int) -> None:
        if self.game != "aruze_craps":
            return
        if self.point is None:
            self.point = total if total in {4, 5, 6, 8, 9, 10} else None
        elif total in {7, self.point}:
            self.point = None
