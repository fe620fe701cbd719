"""What comes due at the tables by the clock; whatever a task misses the next one finds."""

from __future__ import annotations

from uuid import NAMESPACE_URL, uuid5

from celery import shared_task

from casino import selectors as ground
from casino.domain.events import VenueId
from casino.journal import Actor, Origin, PlaceId, Role
from games import selectors, services
from games.domain.vocabulary import RoundId

EVERY_SECONDS = 1.0


@shared_task
def attend_rounds() -> None:
    """Send a task for every round with which something is to happen by now."""
    for play in selectors.rounds_to_attend(ground.now()):
        attend_round.apply_async((play.id,), expires=EVERY_SECONDS)


@shared_task
def attend_round(round_id: str) -> None:
    """End a wagering period that has expired, shoot for a shooter whose time is over, say that no outcome has come."""
    attend(RoundId(round_id))


def attend(round_id: RoundId) -> None:
    """Each of the three does nothing where there is nothing to do."""
    for step in (services.close_wagering, services.shoot_for_the_shooter, services.note_missing_outcome):
        step(round_id=round_id, origin=_origin(round_id, step.__name__))


def _origin(round_id: RoundId, step: str) -> Origin:
    """The same step of the same round is the same request."""
    return Origin(
        request_id=uuid5(NAMESPACE_URL, f"{step}:{round_id}"),
        venue=VenueId(round_id.partition(".")[0]),
        actor=Actor("system/floor"),
        role=Role("system"),
        place=PlaceId("system"),
        received_at=ground.now(),
    )
