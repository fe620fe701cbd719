"""What devices do because of their own events: one command each, in effect once."""

from __future__ import annotations

from casino import journal
from casino.journal import Origin, Recorded
from devices import services
from devices.domain.events import RequestsMissed


@journal.reaction("devices.note-missed-requests", on=RequestsMissed)
def note_missed_requests(recorded: Recorded, origin: Origin) -> None:
    """Requests of a terminal that were never heard are an alert."""
    services.note_missed_requests(name=recorded.ref.id.rpartition(".")[2], origin=origin)
