"""What the credit meter's own decision makes of what the polling side has read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from casino.domain.aggregate import Event, RuleId
from casino.domain.instant import Instant
from casino.domain.powers import AC
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter, Source
from devices.domain.events import NotesAccepted
from devices.host.findings import Finding, MetersRead
from devices.host.meters import reading_of

OPENED_AT = datetime(2026, 7, 1, tzinfo=UTC)
E = TypeVar("E", bound=Event)


def opened(*, sources: Iterable[Source] = tuple(Source), credit_cents: int = 1, book: str = AC) -> CreditMeter:
    """A credit meter on which nothing stands."""
    event = credit_meter.open_meter(
        CreditMeter(), terminal="T1", book=book, sources=list(sources), credit_cents=credit_cents, rule=RuleId("AC 3.4")
    )
    return credit_meter.evolve(CreditMeter(), event)


def instant(seconds: float) -> Instant:
    return Instant.of(OPENED_AT + timedelta(seconds=seconds))


class Book:
    """The credit meter of one terminal, and what was recorded of it."""

    def __init__(self) -> None:
        self.meter = opened()
        self.events: list[Event] = []

    def take(self, found: MetersRead) -> None:
        events = credit_meter.take_reading(self.meter, reading_of(found, credit_cents=1, at=instant(found.at)), of="star.T1")
        self.meter = credit_meter.AGGREGATE.fold(self.meter, events)
        self.events += events

    def all_of(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def notes_cents(self) -> int:
        return sum(event.cents for event in self.all_of(NotesAccepted))


class Books(dict[str, Book]):
    """A book for each terminal that was read."""

    def __missing__(self, device: str) -> Book:
        book = self[device] = Book()
        return book

    def take(self, findings: Iterable[Finding]) -> None:
        for each in findings:
            if isinstance(each, MetersRead):
                self[each.device].take(each)
