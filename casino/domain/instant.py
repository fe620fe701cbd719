"""A moment in time, always in UTC, always to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Self


class Instant(datetime):
    """An aware moment in UTC. A time without a zone is no moment and raises."""

    @classmethod
    def of(cls, moment: datetime) -> Self:
        """The same moment, in UTC."""
        if moment.tzinfo is None:
            raise ValueError(f"{moment.isoformat()} has no time zone, so it is no moment.")
        at = moment.astimezone(UTC)
        return cls(at.year, at.month, at.day, at.hour, at.minute, at.second, at.microsecond, UTC)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2026-08-22T05:12:09.123456Z`."""
        return cls.of(datetime.fromisoformat(text))

    def __str__(self) -> str:
        """Write `2026-08-22T05:12:09.123456Z`, always with six digits."""
        if self.tzinfo is not UTC:
            raise ValueError(f"{self.isoformat()} is not in UTC: make an instant with Instant.of.")
        return self.isoformat(timespec="microseconds").replace("+00:00", "Z")
