"""Tickets out: the machine asks, the host gives the number, the machine prints and keeps a record as proof."""

from __future__ import annotations

from collections import deque

import msgspec

from casino.domain.money import Cents
from devices.simulator.cabinet import Cabinet, PowerPoint
from devices.simulator.hand_pays import Cause, HandPays
from devices.simulator.totals import Total
from devices.wire.sas import ExceptionCode
from devices.wire.sas.meters import Meter
from devices.wire.sas.tickets import (
    NEXT_RECORD,
    PEEK_RECORD,
    CashOutType,
    NumberResult,
    PendingCashOut,
    ValidationMeters,
    ValidationRecord,
    ValidationType,
)

GIVES_UP_AFTER_SECONDS = 10.0
PRINT_SECONDS = 0.3
MOST_RECORDS = 31
REFUSED = "0" * 18
NO_RECORD = ValidationRecord(
    type=ValidationType.CASHABLE_TICKET, index=0, printed_at=None, number="0" * 16, amount_cents=Cents(0), ticket=0,
    system_id="00", expiry="0" * 8, pool_id=0,
)  # fmt: skip


class CashOut(msgspec.Struct):
    """Credits that are to become a ticket, and its number once there is one."""

    cents: Cents
    number: str | None = None


class CashOuts:
    """At most one cash-out at a time; what was printed stays readable by its index until 31 more were."""

    def __init__(self, cabinet: Cabinet, hand_pays: HandPays) -> None:
        self._cabinet = cabinet
        self._hand_pays = hand_pays
        self._pending: CashOut | None = None
        self._records: dict[int, ValidationRecord] = {}
        self._unread: deque[int] = deque()
        self._printed = Total()
        self.printed = Total()

    @property
    def is_pending(self) -> bool:
        """Whether a ticket is on its way."""
        return self._pending is not None

    def ask(self, cents: Cents, now: float) -> None:
        """The player collects. Where nobody gives a number in time, a person has to pay."""
        pending = self._pending = CashOut(cents)
        self._cabinet.reserved += cents
        self._cabinet.report(ExceptionCode.SYSTEM_VALIDATION_REQUESTED)
        self._cabinet.timers.at(now + GIVES_UP_AFTER_SECONDS, lambda _: self._give_up(pending))
        self._cabinet.reach(PowerPoint.AFTER_CASH_OUT, now)

    def pending(self) -> PendingCashOut:
        """What waits for a number."""
        if self._pending is None or self._pending.number:
            return PendingCashOut(CashOutType.NOT_WAITING, Cents(0))
        return PendingCashOut(CashOutType.CASHABLE, self._pending.cents)

    def take_number(self, number: str, now: float) -> NumberResult:
        """The host's number, or its refusal."""
        pending = self._pending
        if pending is None or pending.number:
            return NumberResult.NOT_IN_CASH_OUT
        if number == REFUSED:
            self._give_up(pending)
            return NumberResult.ACCEPTED
        if number.startswith("00"):
            return NumberResult.IMPROPER
        pending.number = number
        self._cabinet.exceptions.settle(ExceptionCode.SYSTEM_VALIDATION_REQUESTED)
        self._cabinet.timers.at(now + PRINT_SECONDS, self._print)
        self._cabinet.reach(PowerPoint.AFTER_NUMBER, now)
        return NumberResult.ACCEPTED

    def record(self, which: int) -> ValidationRecord:
        """The next one not read yet, or one by its index."""
        if which not in (NEXT_RECORD, PEEK_RECORD):
            return self._records.get(which, NO_RECORD)
        return self._records[self._unread[0]] if self._unread else NO_RECORD

    def record_taken(self, which: int) -> None:
        """The host has the record it asked for."""
        if which == NEXT_RECORD and self._unread:
            self._unread.popleft()

    def totals(self, kind: ValidationType) -> ValidationMeters:
        """How many and how much of one kind."""
        printed = self._printed if kind is ValidationType.CASHABLE_TICKET else Total()
        return ValidationMeters(kind, printed.count, Cents(printed.cents))

    def clear(self) -> None:
        """Forget everything, but for what was really printed."""
        self._pending = None
        self._records.clear()
        self._unread.clear()
        self._printed = Total()

    def _print(self, now: float) -> None:
        pending = self._pending
        if pending is None or pending.number is None:
            return
        self._pending = None
        self._keep(pending.number, pending.cents, now)
        meters = self._cabinet.meters
        self._cabinet.reserved -= pending.cents
        meters.add(Meter.CREDITS, -pending.cents)
        meters.add(Meter.CANCELLED, pending.cents)
        meters.add(Meter.TICKETS_OUT, pending.cents)
        meters.add(Meter.CASHABLE_TICKETS_OUT_CENTS, pending.cents)
        meters.add(Meter.CASHABLE_TICKETS_OUT, 1)
        self._cabinet.report(ExceptionCode.TICKET_PRINTED)
        self._cabinet.reach(PowerPoint.AFTER_PRINT, now)

    def _keep(self, number: str, cents: Cents, now: float) -> None:
        self._printed.add(cents)
        self.printed.add(cents)
        index = (self._printed.count - 1) % MOST_RECORDS + 1
        self._records[index] = ValidationRecord(
            type=ValidationType.CASHABLE_TICKET, index=index, printed_at=self._cabinet.local_time(now), number=number[2:],
            amount_cents=cents, ticket=self._printed.count % 0x10000, system_id=number[:2], expiry="0" * 8, pool_id=0,
        )  # fmt: skip
        if index in self._unread:
            self._unread.remove(index)
        self._unread.append(index)

    def _give_up(self, pending: CashOut) -> None:
        if pending is not self._pending or pending.number:
            return
        self._pending = None
        self._cabinet.exceptions.settle(ExceptionCode.SYSTEM_VALIDATION_REQUESTED)
        if not self._hand_pays.add(Cause.CANCELLED_CREDITS, pending.cents):
            self._cabinet.reserved -= pending.cents
