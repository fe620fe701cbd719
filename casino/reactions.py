"""What the ground does because of its own events."""

from __future__ import annotations

from casino import approving, journal, services
from casino.domain.events import ApprovalGiven, VenueOpened
from casino.domain.parameters import Jurisdiction
from casino.domain.refusals import Refusal
from casino.journal import Origin, Recorded


@journal.reaction("casino.adopt-law", on=VenueOpened)
def adopt_law(recorded: Recorded, origin: Origin) -> None:
    """A venue stands under the dated law of its jurisdiction from the start."""
    services.adopt_law(jurisdiction=Jurisdiction(recorded.event.jurisdiction), origin=origin)


@journal.reaction("casino.perform-approved", on=ApprovalGiven)
def perform_approved(recorded: Recorded, origin: Origin) -> None:
    """What another person has signed is done at once; if the rules now say no, that is put on the record instead."""
    try:
        approving.perform(recorded.ref)
    except Refusal as refusal:
        services.lapse_approval(approval_id=recorded.ref.id, code=refusal.code, sentence=refusal.sentence, origin=origin)
