"""Readings of a terminal's own meters: what two of them say about what happened in between. Money in whole cents."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from casino.domain.aggregate import State
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.refusals import Refusal


class Meter(StrEnum):
    """What a terminal counts by itself, as pages name it."""

    CREDITS = "credit meter"
    NOTES_IN = "notes in"
    NOTES_OF_5 = "notes of $5"
    NOTES_OF_10 = "notes of $10"
    NOTES_OF_20 = "notes of $20"
    NOTES_OF_50 = "notes of $50"
    NOTES_OF_100 = "notes of $100"
    TICKETS_IN = "tickets in"
    TICKETS_OUT = "tickets out"
    TRANSFERS_IN = "transfers in"
    TRANSFERS_OUT = "transfers out"
    HAND_PAID = "credits paid by hand"
    CANCELLED = "credits cancelled"
    STAKED = "staked"
    PAID = "paid on wins"
    DROP = "drop"
    JACKPOT = "wins paid by hand"
    GAMES = "games played"


DENOMINATIONS: Mapping[Meter, Cents] = {
    Meter.NOTES_OF_5: Cents(500),
    Meter.NOTES_OF_10: Cents(1_000),
    Meter.NOTES_OF_20: Cents(2_000),
    Meter.NOTES_OF_50: Cents(5_000),
    Meter.NOTES_OF_100: Cents(10_000),
}
COUNTS = frozenset({*DENOMINATIONS, Meter.GAMES})  # pieces, not cents
PLAUSIBLE_SHARE = 100
"""A meter that begins again at zero has counted at most a hundredth of its range since it was last read."""


FULL = 10**10
"""Where the meters of a terminal that says itself how they stand begin again at zero."""
MOST_AHEAD = timedelta(minutes=1)


class ReadingRefused(Refusal):
    """No meters of a terminal can stand so."""

    code = "reading-refused"


class Reading(State, frozen=True):
    """Where meters stood at a moment, and at how much each of them is full."""

    values: Mapping[Meter, int]
    full_at: Mapping[Meter, int]
    at: Instant


def told(*, at: Instant, notes_in: Cents, notes: Mapping[str, int] | None, received_at: Instant) -> Reading:
    """What a terminal that is not polled says of its own meters; a moment to come would hide all that comes before it."""
    if at > received_at + MOST_AHEAD:
        raise ReadingRefused("The terminal says how its meters will stand: set its clock.")
    counted = {} if notes is None else {meter: notes.get(str(cents), 0) for meter, cents in DENOMINATIONS.items()}
    unknown = (notes or {}).keys() - {str(cents) for cents in DENOMINATIONS.values()}
    if unknown:
        raise ReadingRefused(f"There is no note of {' or '.join(sorted(unknown))} cents.")
    values = {Meter.NOTES_IN: notes_in, **counted}
    if any(value >= FULL for value in values.values()):
        raise ReadingRefused("A meter of a terminal has ten digits.")
    return Reading(values=values, full_at=dict.fromkeys(values, FULL), at=at)


class Comparison:
    """A reading against where the same meters stood before. A meter that was never read before has counted nothing."""

    def __init__(self, before: Mapping[Meter, int], reading: Reading) -> None:
        self.after = reading.values
        self.before = {meter: before[meter] for meter in reading.values if meter in before}
        self.fallen = tuple(
            meter for meter, value in self.before.items() if meter is not Meter.CREDITS and self.after[meter] < value
        )
        self._full_at = reading.full_at
        self.has_rolled_over = self._has_rolled_over()
        self.was_cleared = bool(self.fallen) and not self.has_rolled_over and self._all_began_anew()

    @property
    def changed(self) -> dict[str, int]:
        """The meters that stand elsewhere than before, or were never read."""
        return {meter: value for meter, value in self.after.items() if self.before.get(meter) != value}

    @property
    def counted(self) -> dict[str, int]:
        """How much each meter has counted in between; the credit meter counts nothing, it goes both ways."""
        return {meter: more for meter in self.before if meter is not Meter.CREDITS and (more := self.more(meter))}

    @property
    def is_explained(self) -> bool:
        """Whether no meter ran backwards."""
        return not self.fallen or self.has_rolled_over or self.was_cleared

    def more(self, meter: Meter) -> int:
        """How much a meter has counted in between; nothing if it ran backwards without an explanation."""
        if meter not in self.before or (meter in self.fallen and not self.is_explained):
            return 0
        return self.after[meter] if self.was_cleared else (self.after[meter] - self.before[meter]) % self._full_at[meter]

    def notes(self) -> dict[Cents, int]:
        """How many notes of each denomination came in."""
        counted = {cents: self.more(meter) for meter, cents in DENOMINATIONS.items()}
        return {cents: number for cents, number in counted.items() if number}

    @property
    def counts_notes(self) -> bool:
        """Whether the terminal counts its notes of every denomination."""
        return self.before.keys() >= DENOMINATIONS.keys()

    def _has_rolled_over(self) -> bool:
        """One meter alone has begun again, and has not counted more than it may have since."""
        if len(self.fallen) != 1:
            return False
        [meter] = self.fallen
        return (self.after[meter] - self.before[meter]) % self._full_at[meter] <= self._full_at[meter] // PLAUSIBLE_SHARE

    def _all_began_anew(self) -> bool:
        """Every meter that had counted something stands lower than it stood: one that goes on counting has not forgotten."""
        return all(self.after[meter] < value for meter, value in self.before.items() if value and meter is not Meter.CREDITS)
