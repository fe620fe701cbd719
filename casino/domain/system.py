"""The system itself at one venue: what people who look after it have asked of it."""

from __future__ import annotations

from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import ReactionRetried, VenueId
from casino.domain.refusals import Refusal


class NotParked(Refusal):
    """Nothing of the kind stands still."""

    code = "reaction-not-parked"


class System(State, frozen=True):
    """How often somebody has set something going again."""

    retried: int = 0


def at(venue: VenueId) -> Ref[System]:
    """The stream of a venue's system."""
    return AGGREGATE.at(venue)


def retry(*, reaction: str, position: int, tries: int | None) -> ReactionRetried:
    """Take up a parked reaction again; None says that it is not parked."""
    if tries is None:
        raise NotParked(f"No reaction {reaction} to entry {position} is parked here: it was done, or is being tried by itself.")
    return ReactionRetried(reaction=reaction, position=position, tries=tries)


def evolve(system: System, _: ReactionRetried) -> System:
    """The system after somebody has set something going again."""
    return system.but(retried=system.retried + 1)


AGGREGATE = Aggregate("system", System(), evolve)
