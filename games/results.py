"""What tables and wagers came to over some gaming days, held against what chance should give."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Self

from casino.domain.events import VenueId
from casino.journal import following, projections
from games.domain import chance
from games.domain.chance import Fit
from games.models import OutcomeTally, WagerTally
from games.rules import books
from games.tallies import NO_RESULT, SUMS, TOGETHER

HUNDRED = 100
PROJECTION = "games.tallies"


@dataclass(frozen=True)
class Sums:
    """Wagers that outcomes have decided, added up exactly, in cents."""

    wagers: int = 0
    stakes: Fraction = Fraction()
    commission: Fraction = Fraction()
    paid: Fraction = Fraction()
    rounding: Fraction = Fraction()
    expected: Fraction = Fraction()
    variance: Fraction = Fraction()

    @classmethod
    def of(cls, row: WagerTally) -> Self:
        """As they stand in the read model."""
        return cls(row.wagers, *(Fraction(getattr(row, name)) for name in SUMS))

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.wagers + other.wagers, *(getattr(self, name) + getattr(other, name) for name in SUMS))

    @property
    def win(self) -> Fraction:
        """What the house has won: stakes and commission, less winnings and stakes paid, before rounding."""
        return self.stakes + self.commission - self.paid

    @property
    def hold(self) -> Fraction:
        """Win in a hundred of stakes decided."""
        return HUNDRED * self.win / self.stakes

    @property
    def theory(self) -> Fraction:
        """What the hold should be by the exact edge of each wager."""
        return HUNDRED * self.expected / self.stakes

    @property
    def half_band(self) -> Fraction:
        """How far from theory the hold lies in 95 of 100 such samples, at most."""
        return HUNDRED * chance.half_band(self.variance) / self.stakes

    @property
    def p(self) -> float | None:
        """How likely a win as far from theory is."""
        return chance.two_sided(self.win - self.expected, self.variance)

    @property
    def is_outside(self) -> bool:
        """Whether the hold lies outside its band."""
        return abs(self.hold - self.theory) > self.half_band


def by_table(venue: VenueId, first: date, last: date, tables: Collection[str] | None = None) -> Mapping[str, Mapping[date, Sums]]:
    """What all wagers of each table, or of these, came to, gaming day by gaming day."""
    rows = WagerTally.objects.filter(venue=venue, selection=TOGETHER, gaming_day__range=(first, last)).order_by("gaming_day")
    rows = rows if tables is None else rows.filter(table__in=tables)
    found: dict[str, dict[date, Sums]] = defaultdict(dict)
    for row in rows:
        found[row.table][row.gaming_day] = found[row.table].get(row.gaming_day, Sums()) + Sums.of(row)
    return found


def by_selection(tables: Collection[str], first: date, last: date) -> Mapping[str, Sums]:
    """What the wagers of each selection came to at some tables, those with decided wagers."""
    rows = WagerTally.objects.filter(table__in=tables, gaming_day__range=(first, last)).exclude(selection=TOGETHER)
    found: dict[str, Sums] = defaultdict(Sums)
    for row in rows:
        found[row.selection] += Sums.of(row)
    return {selection: sums for selection, sums in found.items() if sums.stakes}


def outcomes(
    venue: VenueId, first: date, last: date, tables: Collection[str] | None = None
) -> Mapping[str, Mapping[date, Counter[str]]]:
    """How often each outcome came at each table, or at these, gaming day by gaming day."""
    found: dict[str, dict[date, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    rows = OutcomeTally.objects.filter(venue=venue, gaming_day__range=(first, last)).order_by("gaming_day")
    for row in rows if tables is None else rows.filter(table__in=tables):
        found[row.table][row.gaming_day][row.outcome] += row.rounds
    return found


def together(days: Iterable[Mapping[date, Sums]]) -> dict[date, Sums]:
    """Several tables gaming day by gaming day: what falls at one has no part in what falls at another."""
    found: dict[date, Sums] = defaultdict(Sums)
    for of_table in days:
        for day, sums in of_table.items():
            found[day] += sums
    return dict(sorted(found.items()))


def seen(counted: Counter[str]) -> Counter[int]:
    """Outcomes as they are told apart here: totals of dice, or numbers of the wheel."""
    found: Counter[int] = Counter()
    for outcome, rounds in counted.items():
        if outcome != NO_RESULT:
            found[_told(outcome)] += rounds
    return found


def ways(book_id: str) -> dict[int, int]:
    """How many equally likely ways lead to each total or number."""
    found: Counter[int] = Counter()
    for outcome, count in books.current(book_id).ways.items():
        found[_told(outcome)] += count
    return dict(sorted(found.items()))


def fit(book_id: str, counted: Counter[str]) -> Fit | None:
    """Whether outcomes came as often as they should."""
    return chance.fit(seen(counted), ways(book_id))


def rests_on() -> int:
    """Up to which position of the log everything is counted."""
    return following.position(projections.PROJECTIONS[PROJECTION].cursor)


def _told(outcome: str) -> int:
    return sum(map(int, outcome.split("-")))
