"""Exclusions: out of the casino by one's own wish or by an order, out of a game by a rule of its book (X-15)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum

import msgspec

from casino.domain.aggregate import RuleId
from casino.domain.events import Sealed
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import HOUSE, Power

CASINO = "casino"  # a scope: the whole house; any other is a book, and covers its games
BY_THE_BOOK = "rule of the game"  # the ground of an exclusion from the games of a book
EXCLUSION_LAW: Mapping[Jurisdiction, RuleId] = {
    Jurisdiction.NEW_SOUTH_WALES: RuleId("section 79, Casino Control Act 1992 (NSW)"),
    Jurisdiction.VICTORIA: RuleId("section 72, Casino Control Act 1991 (Vic)"),
}


class Ground(StrEnum):
    """Why somebody is excluded from the casino."""

    SELF_EXCLUSION = "self-exclusion"
    EXCLUSION_ORDER = "exclusion order"


class Exclusion(msgspec.Struct, frozen=True):
    """What a patron is kept out of, since when, until when and by which rule."""

    id: str
    ground: str
    scope: str
    rule: str
    from_day: GamingDay
    last_day: GamingDay | None
    reference: Sealed
    ended_on: GamingDay | None = None

    def is_in_force(self, on: GamingDay) -> bool:
        """Whether it holds on a gaming day."""
        is_over = self.last_day is not None and on > self.last_day
        is_ended = self.ended_on is not None and on >= self.ended_on
        return self.from_day <= on and not is_over and not is_ended

    def covers(self, scope: str) -> bool:
        """Whether it keeps out of the casino, or of the games of a book."""
        return self.scope in (CASINO, scope)

    @property
    def words(self) -> str:
        """What is said to whoever asks for this patron."""
        what = "the casino" if self.scope == CASINO else "this game"
        until = f"until {said(self.last_day)}" if self.last_day else "until it is lifted"
        return f"This patron is excluded from {what} since {said(self.from_day)}, {until}."


def power_over(scope: str) -> tuple[Power, str]:
    """The power to exclude in this scope or to end it, and the book that gives it."""
    return (Power.EXCLUDE_PATRON, HOUSE) if scope == CASINO else (Power.EXCLUDE_FROM_GAME, scope)


def said(day: date) -> str:
    """A day as people say it."""
    return f"{day.day} {day:%b %Y}"
