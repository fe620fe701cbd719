"""Transfers of credits between the host and the machine (AFT): register, lock, transfer.

The order of the fields agrees with public code; the short forms and the meanings of single codes are not verified.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from devices.wire.sas.fields import Amount, Bcd, Binary, Byte, Digits, LocalTime, Raw
from devices.wire.sas.layouts import Answer, Request, answer, request
from devices.wire.sas.pieces import SizedDigits, SizedText

Asset = Annotated[int, Binary(4)]
Key = Annotated[bytes, Raw(20)]
TransactionId = Annotated[str, SizedText(most=20)]
Expiry = Annotated[str, Digits(4)]  # a date or a number of days, kept as it came
PoolId = Annotated[int, Binary(2)]
LockTime = Annotated[int, Bcd(2)]  # hundredths of a second
Cumulative = Annotated[str, SizedDigits(most=9)]


class RegistrationCode(IntEnum):
    """What the host wants of a registration."""

    INITIALISE = 0x00
    REGISTER = 0x01
    ASK_OPERATOR = 0x40
    UNREGISTER = 0x80


class RegistrationStatus(IntEnum):
    """Where a registration stands."""

    READY = 0x00
    REGISTERED = 0x01
    PENDING = 0x40
    NOT_REGISTERED = 0x80


class LockCode(IntEnum):
    """What the host wants of a lock."""

    LOCK = 0x00
    CANCEL = 0x80
    READ = 0xFF


class LockStatus(IntEnum):
    """Where a lock stands."""

    LOCKED = 0x00
    PENDING = 0x40
    NOT_LOCKED = 0xFF


class TransferCode(IntEnum):
    """Whether a part of the amount will do."""

    FULL_ONLY = 0x00
    PARTIAL_ALLOWED = 0x01


class TransferType(IntEnum):
    """From where to where."""

    TO_MACHINE = 0x00
    BONUS_TO_MACHINE = 0x10
    BONUS_JACKPOT_TO_MACHINE = 0x11
    TO_TICKET = 0x20
    DEBIT_TO_MACHINE = 0x40
    DEBIT_TO_TICKET = 0x60
    TO_HOST = 0x80
    WIN_TO_HOST = 0x90


class TransferStatus(IntEnum):
    """What came of a transfer: below 40 done, 40 pending, from 80 failed, from C0 nothing was asked that could be answered."""

    FULL = 0x00
    PARTIAL = 0x01
    PENDING = 0x40
    CANCELLED_BY_HOST = 0x80
    TRANSACTION_ID_NOT_UNIQUE = 0x81
    NOT_A_TRANSFER = 0x82
    NOT_AN_AMOUNT = 0x83
    ABOVE_LIMIT = 0x84
    NOT_A_MULTIPLE = 0x85
    NO_PARTIAL_TO_TICKET = 0x86
    UNABLE_NOW = 0x87
    NOT_REGISTERED = 0x88
    KEY_DOES_NOT_MATCH = 0x89
    NO_POS_ID = 0x8A
    NO_WON_CREDITS = 0x8B
    NO_DENOMINATION = 0x8C
    NO_EXPIRY_FOR_TICKET = 0x8D
    TICKETS_NOT_AVAILABLE = 0x8E
    RESTRICTED_FROM_OTHER_POOL = 0x8F
    RECEIPT_NOT_AVAILABLE = 0x90
    RECEIPT_DATA_MISSING = 0x91
    RECEIPT_NOT_ALLOWED = 0x92
    ASSET_DOES_NOT_MATCH = 0x93
    NOT_LOCKED = 0x94
    TRANSACTION_ID_NOT_VALID = 0x95
    UNEXPECTED_ERROR = 0x9F
    NOT_COMPATIBLE = 0xC0
    UNSUPPORTED = 0xC1
    NO_INFORMATION = 0xFF


@request(0x73, "S", is_sized=True)
class Register(Request, frozen=True):
    """Register the machine for transfers, step by step."""

    code: RegistrationCode
    asset: Asset
    key: Key
    pos_id: Annotated[int, Binary(4)]


@request(0x73, "S", is_sized=True, constant=b"\xff")
class ReadRegistration(Request, frozen=True):
    """Ask whether the machine is registered."""


@answer(0x73, is_sized=True)
class Registration(Answer, frozen=True):
    """Where the registration stands."""

    status: RegistrationStatus
    asset: Asset
    key: Key
    pos_id: Annotated[int, Binary(4)]


@request(0x74, "S")
class LockGame(Request, frozen=True):
    """Hold the machine where a transfer can be done, or ask whether it is held."""

    code: LockCode
    conditions: Byte
    timeout: LockTime


@answer(0x74, is_sized=True)
class GameLock(Answer, frozen=True):
    """Whether it is held, what can be transferred, and what is on the machine."""

    asset: Asset
    status: LockStatus
    available: Byte
    host_cash_out: Byte
    transfer_bits: Byte
    most_index: Byte
    cashable_cents: Amount
    restricted_cents: Amount
    nonrestricted_cents: Amount
    limit_cents: Amount
    expiry: Expiry
    pool_id: PoolId


@request(0x72, "S", is_sized=True)
class Transfer(Request, frozen=True):
    """Transfer so much under this id, which is used once."""

    code: TransferCode
    index: Byte
    type: TransferType
    cashable_cents: Amount
    restricted_cents: Amount
    nonrestricted_cents: Amount
    flags: Byte
    asset: Asset
    key: Key
    transaction_id: TransactionId
    expiry: Expiry
    pool_id: PoolId
    receipt: Annotated[str, SizedText()]
    lock_timeout: LockTime


@request(0x72, "S", is_sized=True, constant=b"\xff")
class ReadTransfer(Request, frozen=True):
    """Ask what came of the transfer at this index; 0 is the present one."""

    index: Byte


@request(0x72, "S", is_sized=True, constant=b"\x80")
class CancelTransfer(Request, frozen=True):
    """Do not do what is still pending."""


@answer(0x72, is_sized=True)
class Transferred(Answer, frozen=True):
    """What came of a transfer, and the machine's cumulative meters of its kind."""

    index: Byte
    status: TransferStatus
    receipt_status: Byte
    type: TransferType
    cashable_cents: Amount
    restricted_cents: Amount
    nonrestricted_cents: Amount
    flags: Byte
    asset: Asset
    transaction_id: TransactionId
    at: LocalTime
    expiry: Expiry
    pool_id: PoolId
    cumulative_cashable: Cumulative
    cumulative_restricted: Cumulative
    cumulative_nonrestricted: Cumulative


@answer(0x72, is_sized=True)
class NoTransfer(Answer, frozen=True):
    """The short form: only where it stands."""

    index: Byte
    status: TransferStatus
