"""Hand-pays: what a machine cannot pay itself waits for a person."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from enum import Enum

import msgspec

from casino.domain.money import Cents
from devices.simulator.cabinet import Cabinet
from devices.simulator.totals import Total
from devices.wire.sas import ExceptionCode
from devices.wire.sas.control import HandPay, ResetMethod, ResetMethodResult, ResetResult
from devices.wire.sas.meters import Meter

CAPACITY = 5


class Cause(Enum):
    """Why a person has to pay."""

    JACKPOT = "a win above the limit"
    CANCELLED_CREDITS = "a cash-out that could not be printed"


class Waiting(msgspec.Struct, frozen=True):
    """One hand-pay in the queue."""

    cause: Cause
    cents: Cents


class HandPays:
    """The queue, oldest first. The first of it is reported every 15 seconds until it is read."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self.raised, self.paid, self.credits_paid = Total(), Total(), Total()
        self._queue: deque[Waiting] = deque()
        self._method: ResetMethod | None = None

    @property
    def is_pending(self) -> bool:
        """Whether somebody has to come."""
        return bool(self._queue)

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """All that wait, oldest first."""
        return tuple(self._queue)

    def take_up(self, waiting: Iterable[Waiting]) -> None:
        """Go on with what waited before the machine was switched off."""
        self._queue = deque(waiting)
        self._cabinet.reserved += sum(each.cents for each in self._queue if each.cause is Cause.CANCELLED_CREDITS)
        if self._queue:
            self._cabinet.report(ExceptionCode.HAND_PAY_PENDING)

    def add(self, cause: Cause, cents: Cents) -> bool:
        """One more, if the queue has room."""
        if len(self._queue) >= CAPACITY:
            return False
        self._queue.append(Waiting(cause, cents))
        self.raised.add(cents)
        self._cabinet.report(ExceptionCode.HAND_PAY_PENDING)
        return True

    def first(self) -> HandPay:
        """What the host reads; zeros if nothing is pending."""
        cents = self._queue[0].cents if self._queue else Cents(0)
        return HandPay(progressive_group=0, level=0, amount_cents=cents, partial_pay=0, reset_id=0)

    def read(self) -> None:
        """The host has read it, so it is no longer reported."""
        self._cabinet.exceptions.settle(ExceptionCode.HAND_PAY_PENDING)

    def agree(self, method: ResetMethod) -> ResetMethodResult:
        """The first step of a reset from afar."""
        if not self._queue:
            return ResetMethodResult.NO_HAND_PAY
        self._method = method
        return ResetMethodResult.SET

    def reset_from_afar(self) -> ResetResult:
        """The second step; without the first the machine is not able to."""
        if not self._queue:
            return ResetResult.NO_HAND_PAY
        if self._method is None:
            return ResetResult.UNABLE
        self.reset(self._method)
        return ResetResult.RESET

    def reset(self, method: ResetMethod = ResetMethod.STANDARD) -> None:
        """Paid by hand, or put on the credit meter."""
        waiting, self._method = self._queue.popleft(), None
        self.paid.add(waiting.cents)
        self._count(waiting, method)
        self.read()
        self._cabinet.report(ExceptionCode.HAND_PAY_RESET)
        if self._queue:
            self._cabinet.report(ExceptionCode.HAND_PAY_PENDING)

    def clear(self) -> None:
        """Forget them all."""
        self._queue.clear()

    def _count(self, waiting: Waiting, method: ResetMethod) -> None:
        meters = self._cabinet.meters
        match waiting.cause, method:
            case Cause.JACKPOT, ResetMethod.STANDARD:
                meters.add(Meter.JACKPOT, waiting.cents)
            case Cause.JACKPOT, ResetMethod.TO_CREDIT_METER:
                meters.add(Meter.COIN_OUT, waiting.cents)
                meters.add(Meter.CREDITS, waiting.cents)
            case Cause.CANCELLED_CREDITS, ResetMethod.TO_CREDIT_METER:
                self._cabinet.reserved -= waiting.cents
            case Cause.CANCELLED_CREDITS, ResetMethod.STANDARD:
                self.credits_paid.add(waiting.cents)
                self._cabinet.reserved -= waiting.cents
                meters.add(Meter.CREDITS, -waiting.cents)
                meters.add(Meter.CANCELLED, waiting.cents)
                meters.add(Meter.HAND_PAID_CANCELLED, waiting.cents)
