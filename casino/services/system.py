"""What people who look after the system may ask of it."""

from __future__ import annotations

from casino import journal
from casino.domain import staff, system
from casino.domain.powers import Power
from casino.journal import Origin, reactions


@journal.command
def retry_reaction(*, reaction: str, position: int, origin: Origin) -> None:
    """Take up a parked reaction again."""
    ref = system.at(origin.venue)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.KEEP_SYSTEM)
    parked = reactions.parked(reaction, position, venue=origin.venue)
    retried = system.retry(reaction=reaction, position=position, tries=parked.tries if parked else None)
    reactions.retry(reaction, position)
    journal.append(held, {ref: [retried]}, origin)
