"""A machine's meters: decimal counters of a fixed width that begin again at zero when they are full."""

from __future__ import annotations

from enum import Enum

from devices.wire.sas.meters import SIZES, Meter

OF_NOTES = {
    500: Meter.NOTES_OF_5,
    1_000: Meter.NOTES_OF_10,
    2_000: Meter.NOTES_OF_20,
    5_000: Meter.NOTES_OF_50,
    10_000: Meter.NOTES_OF_100,
}
"""Which meter counts the notes of so many cents."""


class Reading(Enum):
    """What is read of them at once."""

    MONEY = "what went in and out"
    TURNOVER = "what was played"


class MeterBank:
    """All meters of one machine, in non-volatile memory."""

    def __init__(self) -> None:
        self._values: dict[int, int] = dict.fromkeys(Meter, 0)
        self.changes = 0
        self._news_at = 0
        self._shown_at: dict[Reading, int] = {}
        self._heard_at: dict[Reading, int] = {}

    @property
    def was_heard(self) -> bool:
        """Whether anybody has ever read those of money."""
        return Reading.MONEY in self._heard_at

    def is_heard(self, *readings: Reading) -> bool:
        """Whether somebody has read them as they stand."""
        return all(self._heard_at.get(reading) == self.changes for reading in readings)

    def has_news(self, reading: Reading) -> bool:
        """Whether anything has happened here of which the house does not know."""
        return self._heard_at.get(reading, -1) < self._news_at

    def __getitem__(self, meter: int) -> int:
        return self._values[meter]

    def __contains__(self, meter: int) -> bool:
        return meter in self._values

    def add(self, meter: Meter, amount: int) -> None:
        """Count up, and past the last digit from zero again; only the credit meter is ever counted down."""
        self._values[meter] = (self._values[meter] + amount) % 100 ** SIZES[meter]
        self._note_news()

    def follow(self, meter: Meter, amount: int) -> None:
        """Count what the house itself has said."""
        if amount:
            self._values[meter] = (self._values[meter] + amount) % 100 ** SIZES[meter]
            self.changes += 1

    def preset(self, meter: Meter, value: int) -> None:
        """Where a meter stands that has run for years, or that somebody has tampered with."""
        assert 0 <= value < 100 ** SIZES[meter]
        self._values[meter] = value
        self._note_news()

    def clear(self) -> None:
        """All to zero, as after a change of the memory's battery."""
        self._values = dict.fromkeys(self._values, 0)
        self._note_news()

    def show(self, reading: Reading) -> None:
        """Somebody asks where they stand."""
        self._shown_at[reading] = self.changes

    def heard(self, reading: Reading) -> None:
        """Somebody knows where they stood when that was asked."""
        self._heard_at[reading] = self._shown_at[reading]

    def values(self) -> dict[int, int]:
        """Where all of them stand."""
        return dict(self._values)

    def _note_news(self) -> None:
        self.changes += 1
        self._news_at = self.changes
