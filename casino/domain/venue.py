"""A venue: one casino, its jurisdiction and its gaming day."""

from __future__ import annotations

from datetime import timedelta
from typing import assert_never
from zoneinfo import available_timezones

from casino.domain.aggregate import Aggregate, State
from casino.domain.events import DeskNamed, GamingDayMoved, VenueOpened
from casino.domain.gaming_day import DayRule, GamingDay, length_of, start_of
from casino.domain.instant import Instant
from casino.domain.parameters import Jurisdiction
from casino.domain.refusals import Refusal

HOURS = range(24)
YEARS_AHEAD = 100  # further ahead nobody has settled anything
KNOWN_TO_ALL = timedelta(minutes=2)  # every process reads the calendar anew within one


class AlreadyOpened(Refusal):
    """A venue is opened once."""

    code = "venue-already-opened"


class NotOpened(Refusal):
    """There is no such venue."""

    code = "venue-not-opened"


class UnknownZone(Refusal):
    """No such time zone, or no such hour."""

    code = "venue-unknown-zone"


class DayAlreadyBegun(Refusal):
    """A gaming day that has begun keeps its hours."""

    code = "gaming-day-already-begun"


class NothingMoved(Refusal):
    """The day changes at that hour already."""

    code = "gaming-day-not-moved"


class DayTooFarAhead(Refusal):
    """Nobody settles the hours of a day that nobody here will see."""

    code = "gaming-day-too-far-ahead"


class DayWithoutHours(Refusal):
    """The day before would end before it begins."""

    code = "gaming-day-without-hours"


class UnknownDesk(Refusal):
    """Nobody works at a place that the venue does not know."""

    code = "desk-unknown"


class Venue(State, frozen=True):
    """What is known of a venue."""

    name: str = ""
    jurisdiction: str = ""
    calendar: tuple[DayRule, ...] = ()
    desks: dict[str, str] = {}

    @property
    def is_open(self) -> bool:
        """Whether the venue has been opened."""
        return bool(self.name)


def open_venue(venue: Venue, *, name: str, jurisdiction: Jurisdiction, zone: str, hour: int) -> VenueOpened:
    """Put a casino on the books."""
    if venue.is_open:
        raise AlreadyOpened(f"{venue.name} is already open.")
    _require_zone(zone, hour)
    return VenueOpened(name=name, jurisdiction=jurisdiction, zone=zone, hour=hour)


def move_gaming_day(venue: Venue, *, from_day: GamingDay, zone: str, hour: int, today: GamingDay, now: Instant) -> GamingDayMoved:
    """Let the day change at another hour from a later day on, which begins later under the old hour and under the new one."""
    require_open(venue)
    _require_zone(zone, hour)
    latest = max([today, *(rule.from_day for rule in venue.calendar if rule.from_day)])
    if from_day <= latest:
        raise DayAlreadyBegun(f"The hours of {latest:%d %b %Y} are settled: choose a later gaming day.")
    if from_day.year > today.year + YEARS_AHEAD:
        raise DayTooFarAhead(f"Choose a gaming day within the next {YEARS_AHEAD} years.")
    if (venue.calendar[-1].zone, venue.calendar[-1].hour) == (zone, hour):
        raise NothingMoved(f"The gaming day changes at {hour:02d}:00 in {zone} already.")
    begins = min(start_of(venue.calendar, from_day), DayRule(from_day, zone, hour).start_of(from_day))
    if begins <= now + KNOWN_TO_ALL:
        raise DayAlreadyBegun(f"{from_day:%d %b %Y} would have begun already, or is about to: choose a later gaming day.")
    if last_before(venue, from_day=from_day, zone=zone, hour=hour) <= timedelta(0):
        raise DayWithoutHours(f"{from_day.previous:%d %b %Y} would have no hours left: choose a later hour.")
    return GamingDayMoved(from_day=from_day, zone=zone, hour=hour)


def last_before(venue: Venue, *, from_day: GamingDay, zone: str, hour: int) -> timedelta:
    """How long the last gaming day before a move would last: it is the one that grows or shrinks."""
    return length_of([*venue.calendar, DayRule(from_day, zone, hour)], from_day.previous)


def name_desk(venue: Venue, *, desk: str, name: str) -> DeskNamed:
    """Name a place at which people work, or name it anew."""
    require_open(venue)
    return DeskNamed(desk=desk, name=name)


def require_desk(venue: Venue, desk: str) -> str:
    """The name of a desk; a place that is none is refused."""
    if desk not in venue.desks:
        raise UnknownDesk(f"{venue.name} has no desk called {desk}.")
    return venue.desks[desk]


def require_open(venue: Venue) -> None:
    """Refuse what is asked of a venue that is not on the books."""
    if not venue.is_open:
        raise NotOpened("This venue is not on the books.")


def evolve(venue: Venue, event: VenueOpened | GamingDayMoved | DeskNamed) -> Venue:
    """The venue after an event."""
    match event:
        case VenueOpened():
            first = DayRule(from_day=None, zone=event.zone, hour=event.hour)
            return Venue(name=event.name, jurisdiction=event.jurisdiction, calendar=(first,))
        case GamingDayMoved():
            moved = DayRule(from_day=event.from_day, zone=event.zone, hour=event.hour)
            return venue.but(calendar=(*venue.calendar, moved))
        case DeskNamed():
            return venue.but(desks={**venue.desks, event.desk: event.name})
        case _:
            assert_never(event)


def _require_zone(zone: str, hour: int) -> None:
    if zone not in available_timezones() or hour not in HOURS:
        raise UnknownZone(f"There is no hour {hour} in a zone called {zone}.")


AGGREGATE = Aggregate("venue", Venue(), evolve)
