"""Chips on the layout of a plain table, the places they belong to, and what a round came to for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tests.games.domain.plain_pays import NOTHING, TRUE, Line

LAID = {"dont_odds", "dont_come_odds", "dont_win_lay_odds", "dont_come_lay_odds"}


@dataclass
class Chips(Line):
    """The chips of a player on an area."""

    cents: int = 0
    playing: Fraction = NOTHING  # what is paid or collected; the rest lies above a maximum
    exposed: int = 0  # has met a roll
    kept: Fraction = NOTHING  # taken down after a roll: its commission stays
    held: int = 0  # of commission
    came_with: int = 0  # the stake with which it came to its number
    base: int | None = None  # the flat wager the odds are held to
    was_reduced: bool = False

    @property
    def has_moved(self) -> bool:
        """Whether it lies on a number by now, or is frozen."""
        return self.number is not None or self.is_frozen

    @property
    def bearing(self) -> Fraction:
        """What plays and has met a roll."""
        return min(Fraction(self.exposed), self.playing)

    @property
    def rate(self) -> Fraction:
        """The part that is charged as commission: 5% of what is bought, or of what a lay could win (AC 3.9.8, 3.9.15)."""
        return Fraction(1, 20) * (1 if self.kind == "buy" else 1 / TRUE[self.on] if self.kind == "lay" else 0)

    def most_behind(self, base: int) -> Fraction:
        """Odds: double the flat wager; laid, so much that it wins double (AC 3.9.2.1, 3.9.12.1)."""
        return 2 * base * (TRUE[self.on] if self.kind in LAID else Fraction(1))


class Finished(NamedTuple):
    """What a round came to."""

    settled: int = 0
    stakes: int = 0
    winnings: Fraction = NOTHING
    returned: Fraction = NOTHING
    paid: int = 0
    rounded: int = 0  # from the last whole cent up

    def and_with(self, other: Finished) -> Finished:
        """Both together."""
        return Finished(
            self.settled + other.settled,
            self.stakes + other.stakes,
            self.winnings + other.winnings,
            self.returned + other.returned,
            self.paid + other.paid,
            self.rounded + other.rounded,
        )


@dataclass
class Place:
    """A place at the table: what its player has gained, and what lies there, by the number of the wager."""

    gained: int = 0
    chips: dict[int, Chips] = field(default_factory=dict)
    last: int = 0
    barred: dict[str, int] = field(default_factory=dict)  # until this point is decided

    @property
    def lying(self) -> dict[int, tuple[str, int]]:
        """Each wager: the area and the stake."""
        return {number: (each.selection, each.cents) for number, each in self.chips.items()}

    @property
    def at_stake(self) -> int:
        """All stakes."""
        return sum(each.cents for each in self.chips.values())

    @property
    def held(self) -> int:
        """Commission that may yet go back."""
        return sum(each.held for each in self.chips.values())

    def on(self, selection: str) -> Iterator[Chips]:
        """What lies on an area."""
        return (each for each in self.chips.values() if each.selection == selection)
