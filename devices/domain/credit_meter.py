"""The credit meter of a player terminal: one for each, for ever, incremented only by what it was commissioned for."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from casino.domain.aggregate import Aggregate, Ref, RuleId, State
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.refusals import MoneyRefusal, Refusal
from devices.domain.events import CreditMeterOpened

CreditMeterEvent = CreditMeterOpened


class Source(StrEnum):
    """What a credit meter can be incremented by, beside returned stakes and an AGM's adjustment."""

    NOTES = "notes"
    TICKETS = "redeemable tickets"
    WINNINGS = "winnings"
    JACKPOT = "linked jackpot winnings"
    TRANSFER = "transfer by the centralised monitoring system"


class AlreadyOpened(Refusal):
    """A terminal has one credit meter, for ever."""

    code = "credit-meter-opened"


class NotOpened(MoneyRefusal):
    """The terminal has not been commissioned, so it has no credit meter."""

    code = "credit-meter-not-opened"


class CreditMeter(State, frozen=True):
    """What stands on the credit meter by our record, and what the terminal may be given credits for."""

    terminal: str = ""
    book: str = ""
    sources: tuple[str, ...] = ()
    credit_cents: int = 1  # what one credit is worth on the wire
    cents: Cents = Cents(0)

    @property
    def is_open(self) -> bool:
        """Whether the terminal has been commissioned."""
        return bool(self.terminal)


def at(venue: VenueId, terminal: str) -> Ref[CreditMeter]:
    """The stream of a terminal's credit meter."""
    return AGGREGATE.at(f"{venue}.{terminal}")


def open_meter(
    meter: CreditMeter, *, terminal: str, book: str, sources: Collection[Source], credit_cents: int, rule: RuleId
) -> CreditMeterOpened:
    """Give a terminal its credit meter, with the sources its book lists (AC 3.4, IR 3.4, SB 3.4)."""
    if meter.is_open:
        raise AlreadyOpened(f"{terminal} has had its credit meter since it was first commissioned.")
    listed = tuple(source.value for source in Source if source in sources)
    return CreditMeterOpened(terminal=terminal, book=book, sources=listed, credit_cents=credit_cents, rule=(rule,))


def evolve(meter: CreditMeter, event: CreditMeterEvent) -> CreditMeter:
    """The credit meter after an event."""
    return meter.but(terminal=event.terminal, book=event.book, sources=event.sources, credit_cents=event.credit_cents)


AGGREGATE = Aggregate("credit_meter", CreditMeter(), evolve)
