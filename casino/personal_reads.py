"""Reads of personal data: whoever is shown a patron's data is on the record with it, once for each page and minute."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from casino import edge, services
from casino.domain.attempts import minute_of
from casino.journal import Origin, PlaceId, Role
from casino.sessions import Person

_READS = UUID("6d1c2f4e-7c1b-4c55-9b0e-2f7a54c0a6d1")


def note(person: Person, page: str, patrons: Sequence[str]) -> None:
    """Put on the record that a person is shown these patrons on this page. Called before they are shown."""
    if not patrons:
        return
    what = "/".join([person.venue, person.actor, page, str(minute_of(person.now)), *patrons])
    origin = Origin(
        request_id=uuid5(_READS, what),
        venue=person.venue,
        actor=person.actor,
        role=Role(next(iter(person.member.roles), "staff")),
        place=PlaceId(f"{person.venue}.{person.desk}"),
        received_at=edge.received_at(),
    )
    services.record_read(patrons=tuple(patrons), page=page, origin=origin)
