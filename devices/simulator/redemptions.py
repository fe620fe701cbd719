"""Tickets in: the machine holds the ticket, the host decides, the machine stacks or returns it."""

from __future__ import annotations

import msgspec

from casino.domain.money import Cents
from devices.simulator.cabinet import MOST_CREDITS, Cabinet, PowerPoint
from devices.wire.sas import ExceptionCode
from devices.wire.sas.meters import Meter
from devices.wire.sas.tickets import (
    DecideRestrictedTicket,
    DecideTicket,
    EscrowStatus,
    InsertedTicket,
    NoRedemption,
    NoTicket,
    Parsing,
    Redemption,
    RedemptionStatus,
    TicketDecision,
)

GIVES_UP_AFTER_SECONDS = 10.0
STACK_SECONDS = 0.3


class Escrow(msgspec.Struct):
    """A ticket between the player and the stacker. Its amount is what is printed on it."""

    number: str
    cents: Cents
    status: RedemptionStatus = RedemptionStatus.WAITING_FOR_DECISION


class Redemptions:
    """At most one ticket at a time; what came of the last one stays readable."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self._last: Escrow | None = None

    @property
    def is_pending(self) -> bool:
        """Whether a ticket is in the acceptor."""
        return self._last is not None and self._last.status in (RedemptionStatus.WAITING_FOR_DECISION, RedemptionStatus.PENDING)

    def insert(self, number: str, cents: Cents, now: float) -> None:
        """A player inserts a ticket."""
        inserted = self._last = Escrow(number, cents)
        self._cabinet.report(ExceptionCode.TICKET_INSERTED)
        self._cabinet.timers.at(now + GIVES_UP_AFTER_SECONDS, lambda _: self._give_up(inserted))

    def inserted(self) -> InsertedTicket | NoTicket:
        """The ticket that waits."""
        last = self._last
        if last is None or last.status is not RedemptionStatus.WAITING_FOR_DECISION:
            return NoTicket(EscrowStatus.NO_TICKET)
        return InsertedTicket(EscrowStatus.IN_ESCROW, last.cents, Parsing.BCD, last.number)

    def read(self) -> None:
        """The host has read which ticket it is, so it is no longer reported."""
        self._cabinet.exceptions.settle(ExceptionCode.TICKET_INSERTED)

    def decide(self, decided: DecideTicket | DecideRestrictedTicket, now: float) -> Redemption | NoRedemption:
        """What the host says to it; the host's amount counts, not the ticket's."""
        last = self._last
        if last is None or last.status is not RedemptionStatus.WAITING_FOR_DECISION:
            return self.outcome() if last and last.number == decided.number else NoRedemption(RedemptionStatus.NOT_COMPATIBLE)
        self.read()
        if decided.number != last.number:
            self._end(last, RedemptionStatus.NUMBER_DOES_NOT_MATCH)
        elif decided.decision >= TicketDecision.UNABLE_TO_VALIDATE:
            self._end(last, RedemptionStatus.REJECTED_BY_HOST)
        elif self._cabinet.credits + decided.amount_cents > MOST_CREDITS:
            self._end(last, RedemptionStatus.ABOVE_CREDIT_LIMIT)
        else:
            last.status, last.cents = RedemptionStatus.PENDING, decided.amount_cents
            self._cabinet.timers.at(now + STACK_SECONDS, lambda _: self._stack(last))
            self._cabinet.reach(PowerPoint.AFTER_DECISION, now)
        return self.outcome()

    def outcome(self) -> Redemption | NoRedemption:
        """Where the last ticket stands."""
        if self._last is None:
            return NoRedemption(RedemptionStatus.NO_INFORMATION)
        return Redemption(self._last.status, self._last.cents, Parsing.BCD, self._last.number)

    def outcome_read(self) -> None:
        """The host has read it."""
        if not self.is_pending:
            self._cabinet.exceptions.settle(ExceptionCode.TICKET_TRANSFER_COMPLETE)

    def clear(self) -> None:
        """Forget the last ticket."""
        self._last = None

    def _stack(self, ticket: Escrow) -> None:
        if ticket is not self._last:
            return
        meters = self._cabinet.meters
        meters.add(Meter.CREDITS, ticket.cents)
        meters.add(Meter.DROP, ticket.cents)
        meters.add(Meter.TICKETS_IN, ticket.cents)
        meters.add(Meter.CASHABLE_TICKETS_IN_CENTS, ticket.cents)
        meters.add(Meter.CASHABLE_TICKETS_IN, 1)
        self._end(ticket, RedemptionStatus.CASHABLE_REDEEMED)

    def _end(self, ticket: Escrow, status: RedemptionStatus) -> None:
        ticket.status = status
        self._cabinet.report(ExceptionCode.TICKET_TRANSFER_COMPLETE)

    def _give_up(self, ticket: Escrow) -> None:
        if ticket is self._last and ticket.status is RedemptionStatus.WAITING_FOR_DECISION:
            self.read()
            self._end(ticket, RedemptionStatus.TIMED_OUT)
