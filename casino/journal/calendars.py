"""Calendars of the venues, kept in the process: a change applies from a later gaming day on, so a minute-old copy is right."""

from __future__ import annotations

import time

from casino.domain import venue
from casino.domain.events import VenueId
from casino.domain.gaming_day import Calendar
from casino.journal import reading

FRESH_SECONDS = 60
_known: dict[VenueId, tuple[float, Calendar]] = {}


def of(venue_id: VenueId) -> Calendar:
    """When this venue's days begin; a venue that is not open has none and is refused."""
    read_at, calendar = _known.get(venue_id, (0.0, ()))
    if not calendar or time.monotonic() - read_at > FRESH_SECONDS:
        state = reading.state(venue.AGGREGATE.at(venue_id))
        venue.require_open(state)
        calendar = state.calendar
        _known[venue_id] = (time.monotonic(), calendar)
    return calendar


def forget() -> None:
    """Read every calendar anew."""
    _known.clear()
