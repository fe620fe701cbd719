"""Where requests become origins: who asks, in which role, from which desk, under which request id."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.utils import timezone

from casino.domain.instant import Instant
from casino.domain.powers import HOUSE, Power
from casino.journal import Origin, PlaceId, Role
from casino.people import AskedBy
from casino.refusing import NotReadable

HEADER = "Idempotency-Key"
FIELD = "request_id"


def origin(request: AskedBy, power: Power | None = None, *, book: str = HOUSE, reason: str | None = None) -> Origin:
    """Who asks for this command; the client has made the request id, and keeps it to ask again."""
    person = request.person
    role = person.role_for(power, book) if power else next(iter(person.member.roles), None)
    return Origin(
        request_id=request_id(request),
        venue=person.venue,
        actor=person.actor,
        role=Role(role or "staff"),
        place=PlaceId(f"{person.venue}.{person.desk}"),
        received_at=received_at(),
        reason=reason or None,
    )


def request_id(request: AskedBy) -> UUID:
    """The id the client gave this request."""
    given = request.headers.get(HEADER) or request.POST.get(FIELD, "")
    try:
        return UUID(given)
    except ValueError:
        raise NotReadable(f"Give the request an id of its own, a UUID, in {HEADER} or {FIELD}.") from None


def new_request_id() -> str:
    """An id for a form to carry, so that sending it twice does it once."""
    return str(uuid4())


def received_at() -> Instant:
    """When a request reached this process."""
    return Instant.of(timezone.now())
