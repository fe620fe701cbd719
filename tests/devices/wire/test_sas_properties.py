"""What holds for every message and for any bytes at all."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.wire import sas
from devices.wire.errors import WireError
from devices.wire.sas import Answer, Request
from devices.wire.sas.control import ReadIdentity
from devices.wire.sas.crc import crc, sealed
from devices.wire.sas.layouts import Layout, Message
from tests.devices.wire.strategies import LAYOUTS, messages

ANY_FRAME = st.binary(max_size=64)
COMMANDS = sorted({layout.command for layout in LAYOUTS})
addresses = st.integers(1, 127)


@given(st.binary(max_size=40))
def test_the_check_sum_is_the_same_computed_bit_by_bit(data: bytes) -> None:
    remainder = 0
    for byte in data:
        remainder ^= byte
        for _ in range(8):
            remainder = remainder >> 1 ^ (0x8408 if remainder & 1 else 0)
    assert crc(data) == remainder


def encode(message: Message, address: int) -> bytes:
    if isinstance(message, Request):
        return sas.encode_request(message, address=address)
    assert isinstance(message, Answer)
    return sas.encode_answer(message, address=address)


def decode(frame: bytes, message: type[Message], address: int) -> Message:
    if issubclass(message, Request):
        return sas.decode_request(frame, address=address)
    return sas.decode_answer(frame, address=address, asked=asking(message.command))


def asking(command: int) -> type[Request]:
    return next(layout.message for layout in LAYOUTS if layout.command == command and issubclass(layout.message, Request))


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.message.__name__)
@settings(deadline=None, max_examples=15)
@given(data=st.data(), address=addresses)
def test_what_is_written_is_read_back_as_it_was(layout: Layout, data: st.DataObject, address: int) -> None:
    message = data.draw(messages(layout))
    assert decode(encode(message, address), layout.message, address) == message


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout.is_sealed], ids=lambda layout: layout.message.__name__)
@settings(deadline=None, max_examples=3)
@given(data=st.data(), address=addresses)
def test_one_flipped_bit_is_always_noticed(layout: Layout, data: st.DataObject, address: int) -> None:
    frame = encode(data.draw(messages(layout)), address)
    for bit in range(8 * len(frame)):
        flipped = bytearray(frame)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(WireError):
            decode(bytes(flipped), layout.message, address)


@settings(deadline=None, max_examples=300)
@given(frame=ANY_FRAME, address=addresses)
def test_any_bytes_at_all_are_a_message_or_one_of_the_errors(frame: bytes, address: int) -> None:
    with suppress(WireError):
        sas.decode_answer(frame, address=address, asked=ReadIdentity())
    with suppress(WireError):
        sas.decode_event(frame, address=address)
    with suppress(WireError):
        sas.decode_request(frame, address=address)


@settings(deadline=None, max_examples=800)
@given(command=st.sampled_from(COMMANDS), data=st.binary(max_size=60), address=addresses, is_sized=st.booleans())
def test_any_data_under_a_true_check_sum_is_a_message_or_one_of_the_errors(
    command: int, data: bytes, address: int, is_sized: bool
) -> None:
    frame = sealed(bytes((address, command)) + (bytes((len(data),)) if is_sized else b"") + data)
    asked = asking(command)
    with suppress(WireError):
        sas.decode_answer(frame, address=address, asked=asked)
    with suppress(WireError):
        sas.decode_request(frame, address=address)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.message.__name__)
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_any_data_of_the_right_length_is_a_message_that_is_written_back_or_one_of_the_errors(
    layout: Layout, data: st.DataObject
) -> None:
    size = layout.size - layout.around - len(layout.constant)
    rest = layout.constant + data.draw(st.binary(min_size=size, max_size=size))
    packet = bytes((1, layout.command)) + (bytes((len(rest),)) if layout.is_sized else b"") + rest
    frame = sealed(packet) if layout.is_sealed else packet
    with suppress(WireError):
        message = decode(frame, layout.message, 1)
        assert decode(encode(message, 1), layout.message, 1) == message
