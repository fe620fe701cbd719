"""Tickets out and in: the number is the host's to give, the amount the host's to know.

Codes other than 00, 01, 40, 80 (57), 84 (71 refusal) and FF are not verified against public material.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Self

from devices.wire.sas.fields import Amount, Bcd, Binary, Byte, Count, Digits, LocalTime, ValidationNumber
from devices.wire.sas.layouts import Answer, Request, answer, request

NEXT_RECORD, PEEK_RECORD = 0x00, 0xFF  # beside an index from 01 to 1F


class CashOutType(IntEnum):
    """What the machine wants to print."""

    CASHABLE = 0x00
    RESTRICTED = 0x01
    NOT_WAITING = 0x80


class NumberResult(IntEnum):
    """What the machine says to a validation number."""

    ACCEPTED = 0x00
    NOT_IN_CASH_OUT = 0x80
    IMPROPER = 0x81


class ValidationType(IntEnum):
    """What a validation record or meter is about."""

    CASHABLE_TICKET = 0x00
    RESTRICTED_TICKET = 0x01
    TRANSFERRED_CASHABLE_TICKET = 0x02
    TRANSFERRED_RESTRICTED_TICKET = 0x03
    TRANSFERRED_DEBIT_TICKET = 0x04
    CANCELLED_CREDIT_RECEIPT = 0x10
    JACKPOT_RECEIPT = 0x20
    CANCELLED_CREDIT_WITHOUT_RECEIPT = 0x40
    JACKPOT_WITHOUT_RECEIPT = 0x60
    CASHABLE_TICKET_REDEEMED = 0x80
    RESTRICTED_TICKET_REDEEMED = 0x81
    NONRESTRICTED_TICKET_REDEEMED = 0x82


class EscrowStatus(IntEnum):
    """Whether a ticket waits in the acceptor."""

    IN_ESCROW = 0x00
    NO_TICKET = 0xFF


class Parsing(IntEnum):
    """How the validation data is written; there is one way."""

    BCD = 0x00


class TicketDecision(IntEnum):
    """What the host says to an inserted ticket."""

    CASHABLE = 0x00
    RESTRICTED = 0x01
    NONRESTRICTED = 0x02
    UNABLE_TO_VALIDATE = 0x80
    NOT_A_VALID_NUMBER = 0x81
    NOT_IN_SYSTEM = 0x82
    PENDING_ELSEWHERE = 0x83
    ALREADY_REDEEMED = 0x84
    EXPIRED = 0x85
    INFORMATION_NOT_AVAILABLE = 0x86
    AMOUNT_DOES_NOT_MATCH = 0x87
    AMOUNT_ABOVE_LIMIT = 0x88


class RedemptionStatus(IntEnum):
    """What the machine says to the decision."""

    CASHABLE_REDEEMED = 0x00
    RESTRICTED_REDEEMED = 0x01
    NONRESTRICTED_REDEEMED = 0x02
    WAITING_FOR_DECISION = 0x20
    PENDING = 0x40
    REJECTED_BY_HOST = 0x80
    NUMBER_DOES_NOT_MATCH = 0x81
    NOT_A_TRANSFER_CODE = 0x82
    NOT_AN_AMOUNT = 0x83
    ABOVE_CREDIT_LIMIT = 0x84
    NOT_A_MULTIPLE = 0x85
    AMOUNT_DOES_NOT_MATCH = 0x86
    UNABLE_NOW = 0x87
    TIMED_OUT = 0x88
    LINK_DOWN = 0x89
    REDEMPTION_DISABLED = 0x8A
    ACCEPTOR_FAILURE = 0x8B
    NOT_COMPATIBLE = 0xC0
    NO_INFORMATION = 0xFF


@request(0x4C, "S")
class SetValidationId(Request, frozen=True):
    """Zeros only read what is set."""

    validation_id: Annotated[int, Binary(3)]
    sequence: Annotated[int, Binary(3)]


@answer(0x4C)
class ValidationId(Answer, frozen=True):
    """What is set."""

    validation_id: Annotated[int, Binary(3)]
    sequence: Annotated[int, Binary(3)]


@request(0x4D, "S")
class ReadValidationRecord(Request, frozen=True):
    """Ask for the next record, one by its index, or the next without taking it."""

    record: Byte


@answer(0x4D)
class ValidationRecord(Answer, frozen=True):
    """Proof of what was printed or paid by hand. The expiry is a date or a number of days and is kept as it came."""

    type: ValidationType
    index: Byte
    printed_at: LocalTime
    number: Annotated[str, Digits(8)]
    amount_cents: Amount
    ticket: Annotated[int, Binary(2)]
    system_id: Annotated[str, Digits(1)]
    expiry: Annotated[str, Digits(4)]
    pool_id: Annotated[int, Binary(2)]

    @property
    def validation_number(self) -> str:
        """All 18 digits, as on the ticket."""
        return self.system_id + self.number


@request(0x50, "S")
class ReadValidationMeters(Request, frozen=True):
    """Ask how many and how much of one kind."""

    type: ValidationType


@answer(0x50)
class ValidationMeters(Answer, frozen=True):
    """So many and so much of one kind."""

    type: ValidationType
    count: Count
    amount_cents: Amount


@request(0x57, "R")
class ReadCashOut(Request, frozen=True):
    """Ask what the machine wants to print."""


@answer(0x57)
class PendingCashOut(Answer, frozen=True):
    """What waits for a number."""

    type: CashOutType
    amount_cents: Amount


@request(0x58, "S")
class GiveNumber(Request, frozen=True):
    """The host's number for the pending cash-out: system id and 16 digits, or all zeros to refuse."""

    number: ValidationNumber

    @classmethod
    def refuse(cls) -> Self:
        """Nothing is printed."""
        return cls("0" * 18)


@answer(0x58)
class NumberTaken(Answer, frozen=True):
    """Whether the machine took it."""

    result: NumberResult


@request(0x70, "R")
class ReadTicket(Request, frozen=True):
    """Ask which ticket has been inserted."""


@answer(0x70, is_sized=True)
class InsertedTicket(Answer, frozen=True):
    """The ticket in escrow. The amount is what the machine believes; the host goes by its own record."""

    status: EscrowStatus
    amount_cents: Amount
    parsing: Parsing
    number: ValidationNumber


@answer(0x70, is_sized=True)
class NoTicket(Answer, frozen=True):
    """The short form. Not verified against public material."""

    status: EscrowStatus


@request(0x71, "S", is_sized=True)
class DecideTicket(Request, frozen=True):
    """Redeem it for this amount, or refuse it and say why."""

    decision: TicketDecision
    amount_cents: Amount
    parsing: Parsing
    number: ValidationNumber


@request(0x71, "S", is_sized=True)
class DecideRestrictedTicket(Request, frozen=True):
    """The same with the expiry and pool of restricted credits."""

    decision: TicketDecision
    amount_cents: Amount
    parsing: Parsing
    number: ValidationNumber
    expiry: Annotated[str, Digits(4)]
    pool_id: Annotated[int, Binary(2)]


@request(0x71, "S", is_sized=True, constant=b"\xff")
class ReadRedemption(Request, frozen=True):
    """Ask what came of the decision."""


@answer(0x71, is_sized=True)
class Redemption(Answer, frozen=True):
    """What came of it; pending is neither yes nor no."""

    status: RedemptionStatus
    amount_cents: Amount
    parsing: Parsing
    number: ValidationNumber


@answer(0x71, is_sized=True)
class NoRedemption(Answer, frozen=True):
    """The short form. Not verified against public material."""

    status: RedemptionStatus


@request(0x7B, "S", is_sized=True)
class SetTicketing(Request, frozen=True):
    """Ticketing on or off, bit by bit under a mask, and the days tickets live."""

    mask: Annotated[int, Binary(2)]
    bits: Annotated[int, Binary(2)]
    expiry_days: Annotated[int, Bcd(2)]
    restricted_expiry_days: Annotated[int, Bcd(2)]


@answer(0x7B, is_sized=True)
class Ticketing(Answer, frozen=True):
    """What is on, and the days tickets live."""

    asset: Annotated[int, Binary(4)]
    bits: Annotated[int, Binary(2)]
    expiry_days: Annotated[int, Bcd(2)]
    restricted_expiry_days: Annotated[int, Bcd(2)]
