"""The gaming day of a venue: it begins at a local hour, and twice a year it has 23 or 25 hours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Self
from zoneinfo import ZoneInfo

import msgspec

from casino.domain.instant import Instant


class GamingDay(date):
    """A venue's trading day, named by the date on which it begins."""

    @classmethod
    def of(cls, day: date) -> Self:
        """The gaming day that begins on this date."""
        return cls(day.year, day.month, day.day)

    @property
    def next(self) -> GamingDay:
        """The gaming day after this one."""
        return GamingDay.of(self + timedelta(days=1))

    @property
    def previous(self) -> GamingDay:
        """The gaming day before this one."""
        return GamingDay.of(self - timedelta(days=1))


class DayRule(msgspec.Struct, frozen=True):
    """From which day on the day changes at which local hour of which zone; the first rule has no beginning."""

    from_day: GamingDay | None
    zone: str
    hour: int

    def start_of(self, day: GamingDay) -> Instant:
        """The moment this day begins under this rule."""
        return Instant.of(datetime(day.year, day.month, day.day, self.hour, tzinfo=ZoneInfo(self.zone)))

    def day_of(self, at: Instant) -> GamingDay:
        """The day a moment belongs to, were this rule always in force."""
        day = GamingDay.of(at.astimezone(ZoneInfo(self.zone)))
        if at < self.start_of(day):
            return day.previous
        return day.next if at >= self.start_of(day.next) else day


Calendar = Sequence[DayRule]
"""A venue's rules, the earliest first."""


def day_at(calendar: Calendar, at: Instant) -> GamingDay:
    """The gaming day a moment belongs to."""
    for rule, following in pairwise(calendar):
        if at < _begin(following):
            return min(rule.day_of(at), _first_day(following).previous)
    return calendar[-1].day_of(at)


def start_of(calendar: Calendar, day: GamingDay) -> Instant:
    """The moment a gaming day begins."""
    return rule_of(calendar, day).start_of(day)


def rule_of(calendar: Calendar, day: GamingDay) -> DayRule:
    """The rule a gaming day stands under."""
    return [rule for rule in calendar if rule.from_day is None or rule.from_day <= day][-1]


def length_of(calendar: Calendar, day: GamingDay) -> timedelta:
    """How long a gaming day lasts: 24 hours, but for daylight saving and a moved hour."""
    return start_of(calendar, day.next) - start_of(calendar, day)


def _begin(rule: DayRule) -> Instant:
    return rule.start_of(_first_day(rule))


def _first_day(rule: DayRule) -> GamingDay:
    assert rule.from_day is not None, "only the first rule has no beginning"
    return rule.from_day
