"""Ticket questions of one terminal: what it wants, whether somebody answers in time, and what came of it."""

from __future__ import annotations

from math import inf
from typing import Protocol

import msgspec

from casino.domain.money import Cents
from devices.host.findings import (
    Finding,
    NumberGiven,
    Question,
    RecordsMissing,
    RedemptionTold,
    Refused,
    TicketInserted,
    TicketPrinted,
    TicketWanted,
    Unanswered,
    WhyUnanswered,
)
from devices.host.pace import Pace
from devices.wire.sas import Request
from devices.wire.sas.tickets import (
    NEXT_RECORD,
    PEEK_RECORD,
    CashOutType,
    DecideTicket,
    GiveNumber,
    InsertedTicket,
    NoRedemption,
    NoTicket,
    NumberTaken,
    Parsing,
    PendingCashOut,
    ReadRedemption,
    ReadValidationRecord,
    Redemption,
    RedemptionStatus,
    TicketDecision,
    ValidationRecord,
)

MOST_RECORDS = 31
LOOK_AT_RECORD, TAKE_RECORD = ReadValidationRecord(PEEK_RECORD), ReadValidationRecord(NEXT_RECORD)


class Asking(Protocol):
    """What a conversation needs of the station it is held with."""

    device: str

    def want(self, request: Request) -> None:
        """Ask it something soon."""

    def tell(self, finding: Finding) -> None:
        """Say what was found."""


class Open(msgspec.Struct, frozen=True):
    """A question of the terminal that has no answer yet."""

    question: Question
    cents: Cents
    number: str
    until: float


class Tickets:
    """At most one cash-out and one inserted ticket at a time. A question put again is the same question."""

    def __init__(self, station: Asking, *, answering: frozenset[Question], pace: Pace, last_record: int | None) -> None:
        self._station = station
        self._answering = answering
        self._answer_within = pace.answer_within
        self._open: dict[Question, Open] = {}
        self._last_record = last_record
        self._last_told: Redemption | None = None
        self._last_printed: ValidationRecord | None = None

    @property
    def deadline(self) -> float:
        """When the first open question has to be refused."""
        return min((each.until for each in self._open.values()), default=inf)

    # The terminal asks

    def cash_out_read(self, answer: PendingCashOut, now: float) -> None:
        """What the terminal wants to print."""
        if answer.type is CashOutType.NOT_WAITING:
            self._open.pop(Question.TICKET_OUT, None)
        elif self._is_new(Question.TICKET_OUT, answer.amount_cents, "", now):
            self._station.tell(TicketWanted(self._station.device, now, answer.amount_cents, answer.type))

    def ticket_read(self, answer: InsertedTicket | NoTicket, now: float) -> None:
        """The ticket in the acceptor."""
        if isinstance(answer, NoTicket):
            self._open.pop(Question.TICKET_IN, None)
        elif self._is_new(Question.TICKET_IN, answer.amount_cents, answer.number, now):
            self._station.tell(TicketInserted(self._station.device, now, answer.number, answer.amount_cents))

    # The house answers

    def give_number(self, number: str, now: float) -> None:
        """The number for the pending cash-out; if nothing waits for it any more, that is said."""
        self._answer(Question.TICKET_OUT, GiveNumber(number), now)

    def refuse(self, question: Question, now: float) -> None:
        """Nothing is to be printed, or the ticket is to be given back; if nothing waits for it any more, so be it."""
        if asked := self._open.get(question):
            self._refuse(asked, now, is_too_late=False)

    def decide(self, decision: TicketDecision, *, number: str, cents: Cents, now: float) -> None:
        """Redeem the ticket for this amount, or not."""
        self._answer(Question.TICKET_IN, DecideTicket(decision, cents, Parsing.BCD, number), now)

    def refuse_overdue(self, now: float) -> None:
        """Nobody has answered in time."""
        for each in [each for each in self._open.values() if each.until <= now]:
            self._refuse(each, now, is_too_late=True)

    def forget(self) -> None:
        """The link is down; the terminal asks again."""
        self._open.clear()

    # What came of it

    def number_taken(self, asked: GiveNumber, answer: NumberTaken, now: float) -> None:
        """What the terminal says to its number."""
        if asked != GiveNumber.refuse():
            self._station.tell(NumberGiven(self._station.device, now, asked.number, answer.result))

    def redemption_read(self, answer: Redemption | NoRedemption, now: float) -> None:
        """Where the last ticket stands; told once for each step."""
        if isinstance(answer, NoRedemption) or answer == self._last_told:
            return
        self._last_told = answer
        if answer.status is not RedemptionStatus.WAITING_FOR_DECISION:
            self._open.pop(Question.TICKET_IN, None)
            self._station.tell(RedemptionTold(self._station.device, now, answer.number, answer.amount_cents, answer.status))

    def record_read(self, asked: ReadValidationRecord, answer: ValidationRecord, now: float) -> None:
        """One record: looked at first, and taken off the terminal's list once it is told; so none is lost on the way."""
        if not 1 <= answer.index <= MOST_RECORDS:
            return
        if answer != self._last_printed:
            self._station.tell(TicketPrinted(self._station.device, now, answer))
        if asked.record == PEEK_RECORD:
            self._last_printed = answer
            self._station.want(TAKE_RECORD)
        elif asked.record == NEXT_RECORD:
            self._ask_for_missing(answer.index, now)
            self._last_printed, self._last_record = answer, answer.index
            self._station.want(LOOK_AT_RECORD)

    def what_may_be_lost(self) -> list[Request]:
        """What to ask now and then, in case an answer did not arrive and the terminal does not know."""
        is_pending = self._last_told is not None and self._last_told.status is RedemptionStatus.PENDING
        return [LOOK_AT_RECORD, ReadRedemption()] if is_pending else [LOOK_AT_RECORD]

    # Inside

    def _is_new(self, question: Question, cents: Cents, number: str, now: float) -> bool:
        """Whether it is to be told; a question nobody answers is refused at once."""
        known = self._open.get(question)
        if known and (known.cents, known.number) == (cents, number):
            return False
        asked = self._open[question] = Open(question, cents, number, now + self._answer_within)
        if question in self._answering:
            return True
        self._refuse(asked, now, is_too_late=False)
        return False

    def _refuse(self, asked: Open, now: float, *, is_too_late: bool) -> None:
        del self._open[asked.question]
        self._station.tell(Refused(self._station.device, now, asked.question, is_too_late))
        if asked.question is Question.TICKET_OUT:
            self._station.want(GiveNumber.refuse())
        else:
            self._station.want(DecideTicket(TicketDecision.UNABLE_TO_VALIDATE, Cents(0), Parsing.BCD, asked.number))

    def _answer(self, question: Question, request: Request, now: float) -> None:
        if self._open.pop(question, None) is None:
            self._station.tell(Unanswered(self._station.device, now, request, WhyUnanswered.NOT_ASKED_FOR))
        else:
            self._station.want(request)

    def _ask_for_missing(self, index: int, now: float) -> None:
        if missing := self._missing_before(index):
            self._station.tell(RecordsMissing(self._station.device, now, missing))
            for each in missing:
                self._station.want(ReadValidationRecord(each))

    def _missing_before(self, index: int) -> tuple[int, ...]:
        if self._last_record is None:
            return ()
        between = (index - self._last_record - 1) % MOST_RECORDS
        return tuple((self._last_record + step) % MOST_RECORDS + 1 for step in range(between))
