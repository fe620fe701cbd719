from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.gaming_day import Calendar, DayRule, GamingDay, day_at, length_of, start_of
from casino.domain.instant import Instant

SYDNEY = (DayRule(None, "Australia/Sydney", 6),)
MOVED_LATER = (*SYDNEY, DayRule(GamingDay(2026, 11, 18), "Australia/Sydney", 9))
MOVED_EARLIER = (*SYDNEY, DayRule(GamingDay(2026, 11, 18), "Australia/Sydney", 3))
IN_THE_GAP = (DayRule(None, "Australia/Sydney", 2),)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-16T18:59:59.999999Z", GamingDay(2026, 11, 16)),
        ("2026-11-16T19:00:00.000000Z", GamingDay(2026, 11, 17)),
        ("2026-11-17T10:42:00.000000Z", GamingDay(2026, 11, 17)),
    ],
)
def test_a_day_begins_at_its_local_hour(moment: str, day: GamingDay) -> None:
    assert day_at(SYDNEY, Instant.parse(moment)) == day


@pytest.mark.parametrize(
    ("day", "hours"), [(GamingDay(2026, 10, 3), 23), (GamingDay(2026, 4, 4), 25), (GamingDay(2026, 11, 17), 24)]
)
def test_a_day_has_23_or_25_hours_twice_a_year(day: GamingDay, hours: int) -> None:
    assert length_of(SYDNEY, day) == timedelta(hours=hours)


@pytest.mark.parametrize(("calendar", "hours"), [(MOVED_LATER, 27), (MOVED_EARLIER, 21)])
def test_the_day_before_a_moved_hour_ends_when_the_next_begins(calendar: Calendar, hours: int) -> None:
    assert length_of(calendar, GamingDay(2026, 11, 17)) == timedelta(hours=hours)
    assert length_of(calendar, GamingDay(2026, 11, 18)) == timedelta(hours=24)


@given(
    calendar=st.sampled_from([SYDNEY, MOVED_LATER, MOVED_EARLIER, IN_THE_GAP]),
    seconds=st.integers(min_value=0, max_value=2 * 366 * 86400),
)
def test_every_moment_lies_within_its_own_day(calendar: Calendar, seconds: int) -> None:
    moment = Instant.of(Instant.parse("2026-01-01T00:00:00.000000Z") + timedelta(seconds=seconds))
    day = day_at(calendar, moment)
    assert start_of(calendar, day) <= moment < start_of(calendar, day.next)
