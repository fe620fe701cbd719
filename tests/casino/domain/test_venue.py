from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain import venue
from casino.domain.events import GamingDayMoved, VenueOpened
from casino.domain.gaming_day import DayRule, GamingDay
from casino.domain.instant import Instant
from casino.domain.parameters import Jurisdiction

OPENED = VenueOpened(name="The Star", jurisdiction="NSW", zone="Australia/Sydney", hour=6)
TODAY = GamingDay(2026, 11, 17)
NOW = Instant.parse("2026-11-17T03:00:00.000000Z")  # 14:00 in Sydney
STAR = venue.AGGREGATE.fold(venue.Venue(), [OPENED])


def _open(before: venue.Venue, *, zone: str = "Australia/Sydney", hour: int = 6) -> VenueOpened:
    return venue.open_venue(before, name="The Star", jurisdiction=Jurisdiction.NEW_SOUTH_WALES, zone=zone, hour=hour)


def test_a_venue_opens_under_its_jurisdiction_with_its_hour() -> None:
    assert _open(venue.Venue()) == OPENED


def test_a_venue_opens_once() -> None:
    with pytest.raises(venue.AlreadyOpened, match=r"The Star is already open\."):
        _open(STAR)


@pytest.mark.parametrize(("zone", "hour"), [("Australia/Atlantis", 6), ("Australia/Sydney", 24), ("Australia/Sydney", -1)])
def test_a_zone_or_hour_that_does_not_exist_is_refused(zone: str, hour: int) -> None:
    with pytest.raises(venue.UnknownZone):
        _open(venue.Venue(), zone=zone, hour=hour)


def test_the_hour_moves_from_a_later_gaming_day_on() -> None:
    moved = venue.move_gaming_day(STAR, from_day=TODAY.next, zone="Australia/Sydney", hour=9, today=TODAY, now=NOW)
    assert moved == GamingDayMoved(from_day=TODAY.next, zone="Australia/Sydney", hour=9)
    assert venue.evolve(STAR, moved).calendar == (
        DayRule(None, "Australia/Sydney", 6),
        DayRule(GamingDay(2026, 11, 18), "Australia/Sydney", 9),
    )


def test_a_gaming_day_that_has_begun_keeps_its_hours() -> None:
    with pytest.raises(venue.DayAlreadyBegun):
        venue.move_gaming_day(STAR, from_day=TODAY, zone="Australia/Sydney", hour=9, today=TODAY, now=NOW)


@pytest.mark.parametrize(
    ("now", "hour"),
    [
        ("2026-11-17T18:30:00.000000Z", 4),  # 05:30 in Sydney: under the new hour the day would be 90 minutes old
        ("2026-11-17T16:58:00.000000Z", 4),  # 03:58: not every process would know in time
        ("2026-11-17T18:58:30.000000Z", 9),  # 05:58:30: it begins at 06:00 for who does not know yet
    ],
)
def test_a_day_that_would_have_begun_already_or_is_about_to_keeps_its_hours(now: str, hour: int) -> None:
    with pytest.raises(venue.DayAlreadyBegun):
        venue.move_gaming_day(STAR, from_day=TODAY.next, zone="Australia/Sydney", hour=hour, today=TODAY, now=Instant.parse(now))
    later = venue.move_gaming_day(
        STAR, from_day=TODAY.next.next, zone="Australia/Sydney", hour=hour, today=TODAY, now=Instant.parse(now)
    )
    assert later.from_day == TODAY.next.next


def test_a_move_before_one_that_is_already_set_is_refused() -> None:
    moved = venue.evolve(STAR, GamingDayMoved(from_day=GamingDay(2027, 1, 1), zone="Australia/Sydney", hour=9))
    with pytest.raises(venue.DayAlreadyBegun):
        venue.move_gaming_day(moved, from_day=TODAY.next, zone="Australia/Sydney", hour=4, today=TODAY, now=NOW)


def test_an_hour_at_which_the_day_changes_already_is_no_move() -> None:
    with pytest.raises(venue.NothingMoved, match=r"06:00 in Australia/Sydney already"):
        venue.move_gaming_day(STAR, from_day=TODAY.next, zone="Australia/Sydney", hour=6, today=TODAY, now=NOW)


def test_the_last_day_before_a_move_grows_or_shrinks_and_never_to_nothing() -> None:
    moves = {hour: venue.last_before(STAR, from_day=TODAY.next, zone="Australia/Sydney", hour=hour) for hour in (0, 9, 23)}
    assert moves == {0: timedelta(hours=18), 9: timedelta(hours=27), 23: timedelta(hours=41)}
    late = venue.evolve(STAR, GamingDayMoved(from_day=TODAY.next, zone="Australia/Sydney", hour=23))
    with pytest.raises(venue.DayWithoutHours):
        venue.move_gaming_day(late, from_day=TODAY.next.next, zone="Pacific/Kiritimati", hour=0, today=TODAY, now=NOW)


def test_a_day_that_nobody_here_will_see_is_refused() -> None:
    with pytest.raises(venue.DayTooFarAhead):
        venue.move_gaming_day(STAR, from_day=GamingDay(9999, 12, 31), zone="Australia/Sydney", hour=9, today=TODAY, now=NOW)


def test_nothing_is_asked_of_a_venue_that_is_not_on_the_books() -> None:
    with pytest.raises(venue.NotOpened):
        venue.require_open(venue.Venue())
