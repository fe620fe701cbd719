"""Refused attempts at money, kept per place (a desk or a device): ten a minute in full, the rest counted."""

from __future__ import annotations

from datetime import timedelta
from typing import assert_never

from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import AttemptRefused, FurtherAttemptsRefused, VenueId
from casino.domain.instant import Instant

IN_FULL_PER_MINUTE = 10


class Attempts(State, frozen=True):
    """How many attempts have been refused here, and how many of them stand in full in the latest minute."""

    refused: int = 0
    minute: Instant | None = None
    in_full: int = 0

    def has_room(self, minute: Instant) -> bool:
        """Whether one more attempt of this minute is kept in full."""
        return minute != self.minute or self.in_full < IN_FULL_PER_MINUTE


def at(venue: VenueId, place: str) -> Ref[Attempts]:
    """The stream of one place."""
    return AGGREGATE.at(f"{venue}.{place}")


def minute_of(now: Instant) -> Instant:
    """The minute a moment falls into."""
    return Instant.of(now - timedelta(seconds=now.second, microseconds=now.microsecond))


def evolve(attempts: Attempts, event: AttemptRefused | FurtherAttemptsRefused) -> Attempts:
    """The attempts after one more was refused, or many were counted."""
    match event:
        case AttemptRefused():
            before = attempts.in_full if attempts.minute == event.minute else 0
            return Attempts(refused=attempts.refused + 1, minute=event.minute, in_full=before + 1)
        case FurtherAttemptsRefused():
            return attempts.but(refused=attempts.refused + event.attempts)
        case _:
            assert_never(event)


AGGREGATE = Aggregate("attempts", Attempts(), evolve)
