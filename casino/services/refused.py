"""Refused attempts beyond those kept in full."""

from __future__ import annotations

from django.db import connection

from casino import journal
from casino.domain import attempts
from casino.domain.events import FurtherAttemptsRefused, VenueId
from casino.domain.instant import Instant
from casino.journal import Origin


@journal.command
def tell_refused(*, place: str, minute: Instant, origin: Origin) -> None:
    """Put on the record how many attempts were refused at a place beyond those kept in full; told already, it is left."""
    ref = attempts.at(origin.venue, place)
    held = journal.load(write=[ref])  # whoever counts holds the place too
    counted = _take(origin.venue, place, minute)
    if counted:
        journal.append(held, {ref: [FurtherAttemptsRefused(minute=minute, attempts=counted)]}, origin)


def _take(venue: VenueId, place: str, minute: Instant) -> int:
    """What has been counted and not been told, which is told with what takes it or not at all."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM journal.refused WHERE (venue, place, minute) = (%s, %s, %s) RETURNING attempts", [venue, place, minute]
        )
        row = cursor.fetchone()
    return int(row[0]) if row else 0
