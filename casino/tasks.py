"""What the workers do for the journal: note and do reactions, follow, tell what was refused."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from celery import shared_task
from django.db import connection

from casino import selectors, services, sessions
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.journal import Actor, Origin, PlaceId, Role, projections, reactions

LATE = timedelta(seconds=5)


@shared_task
def note_reactions() -> None:
    """Write down what is due and send it out."""
    if reactions.note():
        reactions.send_due()


@shared_task
def do_reaction(name: str, position: int) -> None:
    """Do one due reaction."""
    reactions.do(name, position)


@shared_task
def sweep_reactions() -> None:
    """Note what no nudge has noted, and send again what is still due after five seconds."""
    reactions.note()
    reactions.send_due(older_than=LATE)


@shared_task
def follow_projections() -> None:
    """Bring every following read model up to the fence."""
    projections.project_following()


@shared_task
def forget_old_sessions() -> None:
    """Clear away sessions and wrong tries that are over."""
    sessions.forget_old(selectors.now())


@shared_task
def tell_refused() -> None:
    """Put the counted refusals of every minute that is over on the record."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT venue, place, minute FROM journal.refused WHERE minute < date_trunc('minute', journal.now())")
        rows = cursor.fetchall()
    for venue, place, minute in rows:
        origin = Origin(
            request_id=uuid4(),
            venue=VenueId(venue),
            actor=Actor("system/refusals"),
            role=Role("system"),
            place=PlaceId("system"),
            received_at=Instant.of(minute),
        )
        services.tell_refused(place=place, minute=Instant.of(minute), origin=origin)
