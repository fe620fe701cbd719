"""What the polling side finds out, one frozen class each. `at` is in the seconds of the line's own clock.

Nothing here is the book: whoever takes them turns them into events, and may be told the same once more after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from casino.domain.money import Cents
from devices.wire.feed_messages import MeterSnapshot, WagerRecorded
from devices.wire.sas import Answer, ExceptionCode, Request
from devices.wire.sas.control import Features, HandPay, Identity, ResetResult, Serial
from devices.wire.sas.progressives import ProgressiveWin
from devices.wire.sas.tickets import CashOutType, NumberResult, RedemptionStatus, ValidationRecord
from devices.wire.sas.transfers import Transferred
from devices.wire.slingshot import Status


class Finding(msgspec.Struct, frozen=True):
    """Something about one terminal."""

    device: str
    at: float


# The link


class LinkUp(Finding, frozen=True):
    """The terminal answers, for the first time or again."""


class LinkDown(Finding, frozen=True):
    """The terminal has not answered for long enough."""

    silent_since: float


class Chirped(Finding, frozen=True):
    """The terminal says its own address: for five seconds it has heard nobody."""


class Introduced(Finding, frozen=True):
    """What the terminal says it is; what it did not say is missing."""

    features: Features | None
    identity: Identity | None
    serial: Serial | None


class ClockWasOff(Finding, frozen=True):
    """By how much the terminal's clock was ahead before it was set; nothing where it showed no time."""

    seconds: float | None


class SignatureHeard(Finding, frozen=True):
    """The software signature asked for before."""

    signature: int


# Exceptions


class ExceptionHeard(Finding, frozen=True):
    """The terminal reports something."""

    code: ExceptionCode


class ExceptionsLost(Finding, frozen=True):
    """Reports may be missing: the terminal's memory for them was full, or it was silent. Everything is being read anew."""


# Meters


class MetersRead(Finding, frozen=True):
    """Where meters stand, each in its own unit and of so many bytes, and whether one has moved since they were last read."""

    values: dict[int, int]
    sizes: Mapping[int, int]
    has_changed: bool


# Money out


class HandPayPending(Finding, frozen=True):
    """Somebody has to pay by hand."""

    cents: Cents
    hand_pay: HandPay


class NoHandPay(Finding, frozen=True):
    """Nothing waits to be paid by hand: told once, before and after each that does."""


class HandPayResetTried(Finding, frozen=True):
    """What came of a reset from afar; nothing where the terminal did not agree to the method."""

    result: ResetResult | None


class TicketWanted(Finding, frozen=True):
    """The terminal wants to print a ticket and waits for a number. Told again if the number got lost with the power."""

    cents: Cents
    type: CashOutType


class NumberGiven(Finding, frozen=True):
    """What the terminal says to its number."""

    number: str
    result: NumberResult


class TicketPrinted(Finding, frozen=True):
    """Proof of print, or of a hand-pay receipt; told again when it is read again."""

    record: ValidationRecord


class RecordsMissing(Finding, frozen=True):
    """Validation records between two others were not read; they have been asked for by their index."""

    indexes: tuple[int, ...]


# Money in


class TicketInserted(Finding, frozen=True):
    """A ticket waits in the acceptor. The amount is the terminal's belief, not the book's."""

    number: str
    cents: Cents


class RedemptionTold(Finding, frozen=True):
    """Where a ticket stands at the terminal: redeemed, pending, or not."""

    number: str
    cents: Cents
    status: RedemptionStatus


class TransferTold(Finding, frozen=True):
    """What came of a transfer of credits."""

    transfer: Transferred


class ProgressiveHit(Finding, frozen=True):
    """A progressive was won."""

    win: ProgressiveWin


# Wheels


class WheelTold(Finding, frozen=True):
    """Where an automatic wheel is in its game, its number and its complaints, and what it told before, if that was heard."""

    status: Status
    before: Status | None


class WheelWarned(Finding, frozen=True):
    """An automatic wheel complains, or turns as it may not; told once in each game."""

    what: str


# The feed of a table


class FeedRestored(Finding, frozen=True):
    """The feed of a table answers, for the first time or again."""


class FeedLost(Finding, frozen=True):
    """The feed of a table does not answer."""

    silent_since: float


class TableTold(Finding, frozen=True):
    """Something that a table's machine says on its feed, as which line of which connection: it waits to hear that it is kept."""

    connection: int
    sequence: int


class ShotTold(TableTold, frozen=True):
    """The dice have been shot."""

    round: str | None


class CockedTold(TableTold, frozen=True):
    """A die has come to rest on no face, or not alone on one."""

    round: str | None


class BallInRimTold(TableTold, frozen=True):
    """The ball has been launched."""

    round: str | None


class OutcomeTold(TableTold, frozen=True):
    """What the machine senses."""

    round: str | None
    outcome: tuple[int, ...]


class SnapshotTold(TableTold, frozen=True):
    """A terminal's own meters, as its table tells them."""

    snapshot: MeterSnapshot


class WagerTold(TableTold, frozen=True):
    """A terminal's own record of a wager."""

    wager: WagerRecorded


class CreditsShown(Finding, frozen=True):
    """A terminal shows its credit meter as it stands: the table has acknowledged it."""

    terminal: str
    cents: Cents
    version: int


# Questions and answers


class Question(Enum):
    """What a terminal asks the house."""

    TICKET_OUT = "ticket-out"
    TICKET_IN = "ticket-in"


class Refused(Finding, frozen=True):
    """A terminal's question was refused on the wire, because nobody is there to answer or nobody did in time."""

    question: Question
    is_too_late: bool


class Answered(Finding, frozen=True):
    """What the terminal says to something it was told or asked from outside."""

    request: Request
    answer: Answer


class WhyUnanswered(Enum):
    """Why there is no answer."""

    SILENT = "silent"
    BUSY = "busy"
    LINK_DOWN = "link-down"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    NOT_ASKED_FOR = "not-asked-for"
    TAKEN_BACK = "taken-back"


class Unanswered(Finding, frozen=True):
    """Something the terminal was told or asked, without an answer. Never consent: it may have been done or not."""

    request: Request
    why: WhyUnanswered


# What is only counted


class Kind(Enum):
    """What came over the wire and is no answer."""

    BAD_CRC = "bad-crc"
    FOREIGN_ADDRESS = "foreign-address"
    TRUNCATED = "truncated"
    OVERLONG = "overlong"
    MALFORMED = "malformed"
    NOT_DECIMAL = "not-decimal"
    UNASKED = "unasked"
    LATE = "late"
    BUSY = "busy"
    SILENT = "silent"
    UNKNOWN_EXCEPTION = "unknown-exception"
    UNKNOWN_CHIRP = "unknown-chirp"
    BROKEN_FRAMING = "broken-framing"
    GARBLED = "garbled-line"
    BAD_MAC = "bad-mac"
    LOST_LINE = "lost-line"
    REFUSED = "refused"
    NOT_KEPT = "not-kept"


class Counted(Finding, frozen=True):
    """One of these, with a sentence; the device is the one that was asked, or none."""

    kind: Kind
    detail: str
