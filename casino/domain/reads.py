"""What a person of the house was shown of patrons: a stream for each reader, so that nobody waits for another's reading."""

from __future__ import annotations

from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import PersonalDataRead, VenueId


class Reads(State, frozen=True):
    """How often personal data was read."""

    times: int = 0


def at(venue: VenueId, number: str) -> Ref[Reads]:
    """The stream of what one member of staff reads at a venue."""
    return AGGREGATE.at(f"{venue}.{number}")


def evolve(reads: Reads, _: PersonalDataRead) -> Reads:
    """The reads after one more."""
    return reads.but(times=reads.times + 1)


AGGREGATE = Aggregate("reads", Reads(), evolve)
