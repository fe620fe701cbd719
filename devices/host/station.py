"""What is known of one terminal, and what to ask it next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime

from devices.host import exceptions
from devices.host.findings import (
    ExceptionHeard,
    ExceptionsLost,
    Finding,
    HandPayPending,
    Introduced,
    LinkDown,
    LinkUp,
    MetersRead,
    NoHandPay,
    Question,
    SignatureHeard,
    Unanswered,
    WhyUnanswered,
)
from devices.host.meters import READ_MONEY, READ_MONEY_LONG, READ_TURNOVER, sizes_of, values_of
from devices.host.pace import Pace
from devices.host.tickets import LOOK_AT_RECORD, Tickets
from devices.wire.sas import QUIET, ExceptionCode, Request, control
from devices.wire.sas.meters import LongMeters, Meters, SelectedMeters
from devices.wire.sas.tickets import (
    DecideTicket,
    GiveNumber,
    ReadCashOut,
    ReadRedemption,
    ReadTicket,
)

LocalTime = Callable[[float], datetime]
Tell = Callable[[Finding], None]

DECISIONS = (GiveNumber, DecideTicket, control.LockPlay, control.ResetHandPay, control.SetClock)
"""Asked before anything that is only read: a machine or a person waits for them, or time goes by."""
OPPOSITES: Mapping[Request, Request] = {
    control.LockPlay(): control.UnlockPlay(),
    control.UnlockPlay(): control.LockPlay(),
    control.DisableNoteAcceptor(): control.EnableNoteAcceptor(),
    control.EnableNoteAcceptor(): control.DisableNoteAcceptor(),
}
"""Whoever asks for the one no longer wants the other."""


class Station:
    """One terminal at its address on a line, what it may ask, and the index of its last validation record on the books."""

    def __init__(
        self, device: str, address: int, *, may_ask: frozenset[Question] = frozenset(Question), last_record: int | None = None
    ) -> None:
        self.device = device
        self.address = address
        self._may_ask = may_ask
        self.meters: dict[int, int] = {}
        self.read_at: float | None = None
        self.hand_pay: control.HandPay | None = None
        self._is_hand_pay_told = False
        self.features: control.Features | None = None
        self.identity: control.Identity | None = None
        self.serial: control.Serial | None = None
        self.is_up = False
        self.is_silent = False
        self._is_down_told = False
        self._last_record = last_record
        self._wants: deque[Request] = deque()
        self._from_outside: set[Request] = set()
        self._busy = 0
        self._was_long = False

    def join(self, *, pace: Pace, local_time: LocalTime, tell: Tell, answering: frozenset[Question], now: float) -> None:
        """Become part of a line."""
        self.pace = pace
        self.local_time = local_time
        self.tell = tell
        self.tickets = Tickets(self, answering=answering & self._may_ask, pace=pace, last_record=self._last_record)
        self.heard_at = self.polled_at = now
        self.every = pace.cycle
        self._meters_at = now + pace.meters_every
        self._clock_at = now + pace.clock_every
        self.attention_at = now + pace.meters_every

    # What to ask

    @property
    def needs_long_poll(self) -> bool:
        """Whether there is something to ask."""
        return bool(self._wants)

    def ask(self, request: Request, now: float) -> None:
        """Something from outside; its answer is told as it comes."""
        if not self.is_up:
            self.tell(Unanswered(self.device, now, request, WhyUnanswered.LINK_DOWN))
            return
        if (opposite := OPPOSITES.get(request)) and self._drop(opposite):
            self.tell(Unanswered(self.device, now, opposite, WhyUnanswered.TAKEN_BACK))
        self._from_outside.add(request)
        self.want(request)

    def reset_hand_pay(self, method: control.ResetMethod) -> None:
        """In two steps, the second once the terminal has agreed to the first."""
        self.want(control.SetResetMethod(method))

    def want(self, request: Request) -> None:
        """Ask it at one of the next turns, once; decisions on money before anything that is only read."""
        if request in self._wants:
            return
        if isinstance(request, DECISIONS):
            self._wants.appendleft(request)
        else:
            self._wants.append(request)

    def next_request(self, now: float) -> Request | None:
        """A long poll, or nothing for a general poll; by turns, so that a long poll is acknowledged and events are heard."""
        if now >= self.attention_at:
            self._attend(now)
        self._was_long = bool(self._wants) and self.is_up and not self.is_silent and not self._was_long
        return self._wants[0] if self._was_long else None

    @property
    def read_money(self) -> Request:
        """Ask for the meters of money in and out, as the terminal can tell them."""
        return READ_MONEY_LONG if self.features and self.features.has_long_meters else READ_MONEY

    def introduce(self) -> None:
        """Everything one wants to know of a terminal that was away."""
        for request in (control.ReadIdentity(), control.ReadSerial(), control.ReadClock()):
            self.want(request)
        self.read_everything()

    def read_everything(self) -> None:
        """Whatever may have happened while nobody heard."""
        self._read_meters()
        for request in (control.ReadHandPay(), LOOK_AT_RECORD, ReadCashOut(), ReadTicket(), ReadRedemption()):
            self.want(request)

    # What was heard

    def heard(self, now: float) -> None:
        """The terminal has answered something."""
        self.heard_at = now
        if self.is_up and not self.is_silent:
            return
        was_silent, self.is_silent = self.is_silent, False
        if self.is_up and was_silent:  # what it said and nobody heard counts as acknowledged
            self.tell(ExceptionsLost(self.device, now))
            self.read_everything()
        elif not self.is_up:
            self.is_up, self._is_down_told = True, False
            self.tell(LinkUp(self.device, now))
            self.want(control.ReadFeatures(0))
        self._set_cycle()

    def report(self, code: ExceptionCode, now: float) -> None:
        """The terminal reports an exception, or that there is none."""
        if code in QUIET:
            return
        self._was_long = False
        self.tell(ExceptionHeard(self.device, now, code))
        if code is ExceptionCode.BUFFER_OVERFLOW:
            self.tell(ExceptionsLost(self.device, now))
            self.read_everything()
        elif code is ExceptionCode.HAND_PAY_RESET:
            self._is_hand_pay_told = False
        for request in exceptions.to(code, read_money=self.read_money):
            self.want(request)

    def signed(self, signature: int, now: float) -> None:
        """The software signature, in place of an exception."""
        self.tell(SignatureHeard(self.device, now, signature))

    def busy(self, request: Request, now: float) -> None:
        """It is asked again at its next turns, but not for ever."""
        self._busy += 1
        if self._busy > self.pace.most_busy:
            self.unanswered(request, WhyUnanswered.BUSY, now)

    def unanswered(self, request: Request, why: WhyUnanswered, now: float) -> None:
        """A long poll without an answer: nothing is taken for granted."""
        self.done_with(request)
        self.tell(Unanswered(self.device, now, request, why))
        if isinstance(request, control.ReadFeatures):
            self.introduce()
        elif isinstance(request, DecideTicket):
            self.want(ReadRedemption())
        elif isinstance(request, control.ReadSerial):
            self.tell(Introduced(self.device, now, self.features, self.identity, None))

    def done_with(self, request: Request) -> bool:
        """It is not asked again; whether it came from outside."""
        self._busy = 0
        return self._drop(request)

    def plan(self) -> None:
        """When the clock calls for something next, and how often to poll until then."""
        self.attention_at = min(self._meters_at, self._clock_at, self.tickets.deadline)
        self._set_cycle()

    def meters_read(self, answer: Meters | SelectedMeters | LongMeters, now: float) -> None:
        """Where meters stand now."""
        values = values_of(answer)
        has_changed = not values.items() <= self.meters.items()
        self.tell(MetersRead(self.device, now, values, sizes_of(answer), has_changed))
        self.meters |= values
        self.read_at = now

    def hand_pay_read(self, pending: control.HandPay | None, now: float) -> None:
        """The oldest hand-pay, told once however often it is read, or that there is none."""
        if self._is_hand_pay_told and pending == self.hand_pay:
            return
        self.hand_pay, self._is_hand_pay_told = pending, True
        told = HandPayPending(self.device, now, pending.amount_cents, pending) if pending else NoHandPay(self.device, now)
        self.tell(told)

    def silent(self, now: float) -> None:
        """No answer to anything it was asked, however often."""
        self.is_silent = True
        self.check_link(now)
        self._set_cycle()

    def check_link(self, now: float) -> None:
        """Whether it has been silent for too long."""
        if self._is_down_told or now - self.heard_at < self.pace.link_down_after:
            return
        self._is_down_told, self.is_up = True, False
        self.tell(LinkDown(self.device, now, self.heard_at))
        for request in self._wants:
            if request in self._from_outside or isinstance(request, GiveNumber | DecideTicket | control.ResetHandPay):
                self.tell(Unanswered(self.device, now, request, WhyUnanswered.LINK_DOWN))
        self._from_outside.clear()
        self._wants.clear()
        self.tickets.forget()
        self._set_cycle()

    # Inside

    def _drop(self, request: Request) -> bool:
        if request in self._wants:
            self._wants.remove(request)
        is_outside = request in self._from_outside
        self._from_outside.discard(request)
        return is_outside

    def _read_meters(self) -> None:
        self.want(self.read_money)
        self.want(READ_TURNOVER)

    def _set_cycle(self) -> None:
        if self._is_down_told:
            self.every = self.pace.down_pause
        elif self.is_silent:
            self.every = self.pace.silent_pause
        elif self.features and self.features.can_be_polled_every_40_ms:
            self.every = self.pace.fast_cycle
        else:
            self.every = self.pace.cycle

    def _attend(self, now: float) -> None:
        """What is due by the clock."""
        self.tickets.refuse_overdue(now)
        if now >= self._meters_at and self.is_up:
            self._read_meters()
            for request in (control.ReadHandPay(), *self.tickets.what_may_be_lost()):
                self.want(request)
            self._meters_at = now + self.pace.meters_every
        if now >= self._clock_at and self.is_up:
            self.want(control.ReadClock())
            self._clock_at = now + self.pace.clock_every
        self.plan()
