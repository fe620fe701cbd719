"""Proof of who somebody is: a password at their own desk, a PIN at a desk of others; wrong tries of both count together."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from casino import edge, journal, selectors, services, sessions
from casino.domain import staff
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.journal import Actor, Origin, PlaceId, Role

Check = Callable[..., Instant | None]


def require_password(number: str, password: str, venue_id: VenueId) -> None:
    """Refuse a wrong password; the last try allowed locks the number, puts that on the record, and is refused as the next is."""
    _require(sessions.check, number, password, venue_id)


def require_pin(number: str, pin: str, venue_id: VenueId) -> None:
    """Refuse a wrong PIN, or that of somebody who works at another venue."""
    _require(sessions.check_pin, number, pin, venue_id)
    staff.require_at_home(selectors.home_of(number), venue_id)


def origin_of(venue_id: VenueId, desk: str, actor: str) -> Origin:
    """A request of somebody who is not at work yet."""
    return Origin(
        request_id=uuid4(),
        venue=venue_id,
        actor=Actor(actor),
        role=Role("staff"),
        place=PlaceId(f"{venue_id}.{desk}"),
        received_at=edge.received_at(),
    )


def _require(check: Check, number: str, given: str, venue_id: VenueId) -> None:
    now = selectors.now()
    home = selectors.home_of(number) or venue_id
    limits = selectors.limits(home, now)
    tries, minutes = limits[Name.LOG_IN_TRIES], limits[Name.LOCK_OUT]
    until = check(number, given, tries=tries, minutes=minutes, now=now)
    if until is None:
        return
    if journal.state(staff.at(number)).is_engaged:
        services.lock_out(number=number, tries=tries, until=until, origin=origin_of(home, "log-in", "system/log-in"))
    raise sessions.LockedOut(f"{tries} wrong tries: this number is locked for {minutes} minutes, and a supervisor is told.")
