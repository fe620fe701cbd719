"""Whatever is wrong with a frame has a name of its own, and nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from casino.domain.money import Cents
from devices.wire import sas
from devices.wire.errors import (
    BadCrc,
    BadMoment,
    BadText,
    FieldOverflow,
    ForeignAddress,
    NotDecimal,
    OverlongFrame,
    TruncatedFrame,
    UnaskedAnswer,
    UnknownCode,
    UnknownCommand,
    UnknownException,
    UnknownMeter,
    WireError,
)
from devices.wire.sas import ExceptionCode
from devices.wire.sas.control import Features, LockPlay, ReadClock, ReadFeatures, ReadSerial, RequestSignature, Serial, Signature
from devices.wire.sas.crc import sealed
from devices.wire.sas.meters import (
    Credits,
    Meters,
    ReadCredits,
    Reading,
    ReadLongMeters,
    ReadMeters,
    ReadSelectedMeters,
    SelectedMeters,
)
from devices.wire.sas.progressives import Level, ReadProgressiveWins, TellProgressives
from devices.wire.sas.tickets import GiveNumber, NoTicket, PendingCashOut, ReadCashOut, ReadRedemption, ReadTicket
from devices.wire.sas.transfers import Transfer, TransferCode, TransferType

CREDITS = bytes.fromhex("01 1A 00 00 25 00 48 A1")
ASKED = ReadSelectedMeters(0, (0x0C,))


@pytest.mark.parametrize(
    ("frame", "asked", "error"),
    [
        (CREDITS[:-1] + b"\x00", ReadCredits(), BadCrc),
        (CREDITS[:-1], ReadCredits(), TruncatedFrame),
        (CREDITS[:4], ReadCredits(), TruncatedFrame),
        (CREDITS + b"\x00", ReadCredits(), OverlongFrame),
        (sealed(b"\x02" + CREDITS[1:-2]), ReadCredits(), ForeignAddress),
        (b"\x02", LockPlay(), ForeignAddress),
        (CREDITS, ReadMeters(), UnaskedAnswer),
        (sealed(bytes.fromhex("01 1A 00 00 2A 00")), ReadCredits(), NotDecimal),
        (sealed(bytes.fromhex("01 57 02 00 00 01 23 45")), ReadCashOut(), UnknownCode),
        (sealed(bytes.fromhex("01 8E 00 00")), ReadCredits(), UnknownCommand),
        (sealed(bytes.fromhex("01 2F 07 00 00 0C 00 00 25")), ASKED, TruncatedFrame),
        (sealed(bytes.fromhex("01 2F 06 00 00 0C 00 00 25")), ASKED, TruncatedFrame),
        (sealed(bytes.fromhex("01 2F 01 00")), ASKED, TruncatedFrame),
        (sealed(bytes.fromhex("01 2F 07 00 00 FE 00 00 25 00")), ASKED, UnknownMeter),
        (sealed(bytes.fromhex("01 6F 03 00 00 24")), ReadLongMeters(0, (0x24,)), TruncatedFrame),
        (sealed(bytes.fromhex("01 6F 0F 00 00 24 00 0A") + bytes(10)), ReadLongMeters(0, (0x24,)), FieldOverflow),
        (sealed(bytes.fromhex("01 54 05 36 30 32 41 FF")), ReadSerial(), BadText),
        (sealed(bytes.fromhex("01 7E 13 01 20 26 13 45 09")), ReadClock(), BadMoment),
        (sealed(bytes.fromhex("01 87 08 01 02 01 00 00 00 00 01")), ReadProgressiveWins(), FieldOverflow),
        (sealed(bytes.fromhex("01 71 02 FF FF")), ReadRedemption(), TruncatedFrame),
    ],
)
def test_a_wrong_answer_is_refused_by_name(frame: bytes, asked: sas.Request, error: type[WireError]) -> None:
    with pytest.raises(error, match=r"\.$"):
        sas.decode_answer(frame, address=1, asked=asked)


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        (b"", TruncatedFrame),
        (b"\x01", TruncatedFrame),
        (b"\x82", ForeignAddress),
        (b"\x02\x1a", ForeignAddress),
        (b"\x01\x99", UnknownCommand),
        (bytes.fromhex("01 01 51 09"), BadCrc),
        (bytes.fromhex("01 01 51"), TruncatedFrame),
        (bytes.fromhex("01 01 51 08 00"), OverlongFrame),
        (sealed(b"\x00\x01"), ForeignAddress),
        (sealed(bytes.fromhex("01 71 01 FE")), UnknownCode),
        (sealed(bytes.fromhex("01 71 02 FF")), TruncatedFrame),
        (sealed(bytes.fromhex("01 71 00 FF")), OverlongFrame),
        (sealed(bytes.fromhex("01 58 0A 12 34 56 78 90 12 34 56")), NotDecimal),
        (sealed(bytes.fromhex("01 A8 07")), UnknownCode),
    ],
)
def test_a_wrong_question_is_refused_by_name(frame: bytes, error: type[WireError]) -> None:
    with pytest.raises(error, match=r"\.$"):
        sas.decode_request(frame, address=1)


OVERFLOWS: list[tuple[Any, type[WireError]]] = [
    (Credits(100_000_000), FieldOverflow),
    (Credits(-1), FieldOverflow),
    (Meters(0, 0, 0, 0, 0, 10**8), FieldOverflow),
    (Signature(0x10000), FieldOverflow),
    (Serial("6.02", ""), FieldOverflow),
    (Serial("602", "x" * 41), FieldOverflow),
    (Serial("602", "é"), BadText),
    (PendingCashOut(7, Cents(1)), UnknownCode),  # type: ignore[arg-type]
    (SelectedMeters(0, (Reading(0xFE, 1),)), UnknownMeter),
    (SelectedMeters(0, (Reading(0x0C, 1),) * 11), FieldOverflow),
]


@pytest.mark.parametrize(("answer", "error"), OVERFLOWS)
def test_a_value_too_big_for_its_field_raises_and_is_never_cut_short(answer: sas.Answer, error: type[WireError]) -> None:
    with pytest.raises(error, match=r"\.$"):
        sas.encode_answer(answer, address=1)


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (GiveNumber("01234567890123456"), FieldOverflow),
        (GiveNumber("01123456789012345X"), NotDecimal),
        (GiveNumber("٠" * 18), NotDecimal),
        (ReadSelectedMeters(0, (0x0C,) * 11), FieldOverflow),
        (ReadLongMeters(0, (0x24,) * 13), FieldOverflow),
        (ReadFeatures(10_000), FieldOverflow),
        (TellProgressives(1, (Level(256, Cents(1)),)), FieldOverflow),
        (TellProgressives(1, (Level(1, Cents(1)),) * 33), FieldOverflow),
        (RequestSignature(-1), FieldOverflow),
    ],
)
def test_a_question_that_does_not_fit_raises(request_: sas.Request, error: type[WireError]) -> None:
    with pytest.raises(error, match=r"\.$"):
        sas.encode_request(request_, address=1)


def test_a_transfer_longer_than_its_length_byte_can_say_raises() -> None:
    transfer = Transfer(
        TransferCode.FULL_ONLY, 0, TransferType.TO_MACHINE, Cents(100), Cents(0), Cents(0), 0, 1, bytes(20), "T1", "00000000", 0,
        receipt="x" * 250, lock_timeout=0,
    )  # fmt: skip
    with pytest.raises(FieldOverflow):
        sas.encode_request(transfer, address=1)


@pytest.mark.parametrize("address", [0, 128, -1])
def test_a_machine_has_an_address_from_1_to_127(address: int) -> None:
    with pytest.raises(ForeignAddress):
        sas.encode_request(LockPlay(), address=address)
    with pytest.raises(ForeignAddress):
        sas.encode_answer(sas.Acknowledged(), address=address)


@pytest.mark.parametrize(
    ("answer", "frame"), [(sas.Acknowledged(), "01"), (sas.NotAcknowledged(), "81"), (sas.Busy(), "01 00"), (sas.Silence(), "")]
)
def test_ack_nack_busy_and_silence_are_told_apart(answer: sas.Answer, frame: str) -> None:
    assert sas.encode_answer(answer, address=1) == bytes.fromhex(frame)
    assert sas.decode_answer(bytes.fromhex(frame), address=1, asked=LockPlay()) == answer


def test_a_general_poll_is_the_address_with_the_top_bit() -> None:
    assert sas.encode_request(sas.GeneralPoll(), address=1) == b"\x81"
    assert sas.decode_request(b"\x81", address=1) == sas.GeneralPoll()


@pytest.mark.parametrize("code", ExceptionCode)
def test_every_exception_is_one_byte_with_a_name(code: ExceptionCode) -> None:
    assert sas.decode_event(sas.encode_event(code), address=1) is code


def test_an_exception_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownException, match="Nobody knows the exception 99"):
        sas.decode_event(b"\x99", address=1)


def test_a_software_signature_comes_in_place_of_an_exception() -> None:
    frame = sas.encode_answer(Signature(0xBEEF), address=1)
    assert sas.decode_event(frame, address=1) == Signature(0xBEEF)
    assert sas.decode_event(b"", address=1) == sas.Silence()


def test_busy_is_no_answer_to_a_general_poll() -> None:
    with pytest.raises(UnaskedAnswer):
        sas.decode_event(b"\x01\x00", address=1)


def test_the_exceptions_that_jump_the_queue_are_these() -> None:
    assert sorted(sas.PRIORITY) == [0x51, 0x52, 0x56, 0x57, 0x67, 0x68, *range(0x6A, 0x70)]
    assert sorted(sas.NOTES_ACCEPTED) == list(range(0x47, 0x51))


def test_no_ticket_in_escrow_may_be_said_in_short() -> None:
    frame = sealed(bytes.fromhex("01 70 01 FF"))
    assert isinstance(sas.decode_answer(frame, address=1, asked=ReadTicket()), NoTicket)


def test_features_are_read_from_their_bits() -> None:
    none, every = Features(0, 0), Features(0, 0xFFFFFF)
    names = ("has_ticket_redemption", "has_transfers", "has_long_meters", "can_be_polled_every_40_ms")
    assert [getattr(none, name) for name in names] == [False] * 4
    assert [getattr(every, name) for name in names] == [True] * 4
    assert (none.validation_style, every.validation_style) == (0, 3)
