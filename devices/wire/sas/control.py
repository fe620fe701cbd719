"""Lock and unlock, notes, sound, hand-pays, identity, capabilities, clock and software signature."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from devices.wire.sas.fields import Amount, Bcd, Binary, Byte, Game, LocalTime, Text
from devices.wire.sas.layouts import Answer, Request, answer, request
from devices.wire.sas.pieces import RestOfText


@request(0x01, "S")
class LockPlay(Request, frozen=True):
    """Lock out play; answered with a lone ACK, as are the six below."""


@request(0x02, "S")
class UnlockPlay(Request, frozen=True):
    """Enable play."""


@request(0x03, "S")
class SoundOff(Request, frozen=True):
    """All sound off."""


@request(0x04, "S")
class SoundOn(Request, frozen=True):
    """Sound on."""


@request(0x06, "S")
class EnableNoteAcceptor(Request, frozen=True):
    """Take notes."""


@request(0x07, "S")
class DisableNoteAcceptor(Request, frozen=True):
    """Take no notes."""


@request(0x1B, "R")
class ReadHandPay(Request, frozen=True):
    """Ask which hand-pay is pending."""


@answer(0x1B, unused=10)
class HandPay(Answer, frozen=True):
    """The oldest hand-pay of the machine's queue; all zeros if there is none."""

    progressive_group: Byte
    level: Byte
    amount_cents: Amount
    partial_pay: Annotated[int, Bcd(2)]
    reset_id: Byte


class ResetMethod(IntEnum):
    """How a hand-pay is reset. Not verified against public material."""

    STANDARD = 0x00
    TO_CREDIT_METER = 0x01


class ResetMethodResult(IntEnum):
    """Whether the method is set. Not verified against public material."""

    SET = 0x00
    UNABLE = 0x01
    NO_HAND_PAY = 0x02


class ResetResult(IntEnum):
    """Whether the hand-pay is reset."""

    RESET = 0x00
    UNABLE = 0x01
    NO_HAND_PAY = 0x02


@request(0xA8, "S")
class SetResetMethod(Request, frozen=True):
    """The first of two steps: the machine must agree before a reset."""

    method: ResetMethod


@answer(0xA8)
class ResetMethodSet(Answer, frozen=True):
    """The machine's agreement; some give a lone ACK instead, so both are read."""

    result: ResetMethodResult


@request(0x94, "S")
class ResetHandPay(Request, frozen=True):
    """The second step: reset the hand-pay from afar."""


@answer(0x94)
class HandPayReset(Answer, frozen=True):
    """What came of it."""

    result: ResetResult


@request(0x1F, "R")
class ReadIdentity(Request, frozen=True):
    """Ask which game this is, and with which pay table."""


@answer(0x1F)
class Identity(Answer, frozen=True):
    """The machine's game, denomination and pay table."""

    game_id: Annotated[str, Text(2)]
    additional_id: Annotated[str, Text(3)]
    denomination: Byte
    max_wager: Byte
    progressive_group: Byte
    options: Annotated[int, Binary(2)]
    paytable_id: Annotated[str, Text(6)]
    base_percent: Annotated[str, Text(4)]


@request(0x53, "M")
class ReadGameIdentity(Request, frozen=True):
    """Ask the same of one game of several."""

    game: Game


@answer(0x53)
class GameIdentity(Answer, frozen=True):
    """One game of several, its denomination and pay table."""

    game: Game
    game_id: Annotated[str, Text(2)]
    additional_id: Annotated[str, Text(3)]
    denomination: Byte
    max_wager: Byte
    progressive_group: Byte
    options: Annotated[int, Binary(2)]
    paytable_id: Annotated[str, Text(6)]
    base_percent: Annotated[str, Text(4)]


@request(0x54, "R")
class ReadSerial(Request, frozen=True):
    """Ask for the protocol's version and the serial number."""


@answer(0x54, is_sized=True)
class Serial(Answer, frozen=True):
    """The protocol's version as three digits, and the serial number."""

    version: Annotated[str, Text(3)]
    serial: Annotated[str, RestOfText(most=40)]


@request(0xA0, "M")
class ReadFeatures(Request, frozen=True):
    """Ask what the machine can do."""

    game: Game


@answer(0xA0, unused=3)
class Features(Answer, frozen=True):
    """Three bytes of feature bits; the three reserved bytes after them and the bits named here are not verified."""

    game: Game
    bits: Annotated[int, Binary(3)]

    @property
    def validation_style(self) -> int:
        """0 standard, 1 system, 2 secure enhanced."""
        return self.bits >> 5 & 0b11

    @property
    def has_ticket_redemption(self) -> bool:
        """Whether it takes tickets."""
        return bool(self.bits & 1 << 7)

    @property
    def has_long_meters(self) -> bool:
        """Whether it answers 6F."""
        return bool(self.bits & 1 << 11)

    @property
    def has_transfers(self) -> bool:
        """Whether it answers 72 to 74."""
        return bool(self.bits & 1 << 14)

    @property
    def can_be_polled_every_40_ms(self) -> bool:
        """Whether it may be polled five times as often as once in 200 ms."""
        return bool(self.bits & 1 << 16)


@request(0x7E, "R")
class ReadClock(Request, frozen=True):
    """Ask what time it is on the machine."""


@answer(0x7E)
class Clock(Answer, frozen=True):
    """Local time, as everywhere in this protocol."""

    at: LocalTime


@request(0x7F, "G")
class SetClock(Request, frozen=True):
    """One clock for all machines, or for one."""

    at: LocalTime


@request(0x21, "S")
class RequestSignature(Request, frozen=True):
    """Compute the signature of your software from this seed. A lone ACK now, the result later in place of an exception."""

    seed: Annotated[int, Binary(2)]


@answer(0x21)
class Signature(Answer, frozen=True):
    """The signature asked for before."""

    signature: Annotated[int, Binary(2)]
