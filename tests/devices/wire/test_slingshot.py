from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.wire.errors import BadLine
from devices.wire.slingshot import (
    BonusWin,
    Direction,
    Garbled,
    Line,
    LoneNumber,
    Reader,
    State,
    Status,
    Warnings,
    decode,
    encode,
)
from tests.devices.wire.test_records import pieces

FIRST = Status(State.PLACE_YOUR_BETS, 151, 23, Warnings.NONE, 161, Direction.CLOCKWISE)
SECOND = Status(State.PLACE_YOUR_BETS, 94, 33, Warnings.NONE, 163, Direction.CLOCKWISE)
THOUSANDS, NUMBERS = st.integers(0, 999), st.integers(0, 36)
STATUSES = st.builds(
    Status, st.sampled_from(State), THOUSANDS, NUMBERS, st.integers(0, 15).map(Warnings), THOUSANDS, st.sampled_from(Direction)
)
LINES = st.one_of(STATUSES, st.builds(BonusWin, st.integers(1, 6), THOUSANDS), st.builds(LoneNumber, NUMBERS))


def read(*chunks: bytes) -> list[Line | Garbled]:
    reader = Reader()
    return [line for chunk in chunks for line in reader.feed(chunk)]


def test_lines_of_a_live_log_are_read() -> None:
    assert read(b"*X;2;151;23;0;161;0\r\n*X;2;094;33;0;163;0\r\n") == [FIRST, SECOND]


def test_a_cut_line_is_garbled_and_the_next_is_read() -> None:
    assert [type(line) for line in read(b"*X;2;094*X;2;151;23;0;161;0\r\n")] == [Garbled, Status]
    assert [type(line) for line in read(b"*X;2;094\r\n*X;2;151;23;0;161;0\r\n")] == [Garbled, Status]


def test_a_line_without_its_end_is_read_when_the_next_begins_or_the_wheel_is_quiet() -> None:
    reader = Reader()
    assert reader.feed(b"*X;2;151;23;0;161;0") == []
    assert reader.feed(b"*X;2;094;33;0;163;0") == [FIRST]
    assert reader.flush() == [SECOND]
    assert reader.flush() == []


def test_a_burst_after_silence_is_read_in_order() -> None:
    burst = b"".join(
        encode(Status(State.BALL_IN_RIM, spin, 7, Warnings.NONE, 150, Direction.ANTICLOCKWISE)) for spin in range(268)
    )
    assert [line.spin for line in read(burst) if isinstance(line, Status)] == list(range(268))


def test_a_lone_number_and_a_bonus_are_read() -> None:
    assert read(b"\r\n07\r\n*Y;3;017\r\n36\r\n") == [LoneNumber(7), BonusWin(3, 17), LoneNumber(36)]


def test_two_digits_at_the_start_may_be_the_rest_of_a_line_and_are_not_taken_for_a_number() -> None:
    assert [type(line) for line in read(b"17\r\n17\r\n")] == [Garbled, LoneNumber]


def test_warnings_have_names_and_come_together() -> None:
    status = decode(b"*X;5;151;23;c;161;1\r\n")
    assert isinstance(status, Status)
    assert status.warnings == Warnings.SENSOR_FAILURE | Warnings.VOID_GAME
    assert status.direction is Direction.ANTICLOCKWISE


@pytest.mark.parametrize(
    "line",
    [b"", b"*X;2;094", b"*X;7;151;23;0;161;0", b"*X;2;151;37;0;161;0", b"*X;2;151;23;0;161;2", b"*X;2;151;23;0;161;00",
     b"*Y;7;017", b"*Y;1;17", b"37", b"1", b"123", b"*Z;1", b"*X;2;151;23;G;161;0", b"07\n", "*X;٢;151;23;0;161;0".encode()],
)  # fmt: skip
def test_what_is_no_line_of_the_wheel_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine, match=r"\.$"):
        decode(line)


@pytest.mark.parametrize(
    "line", [LoneNumber(37), LoneNumber(100), LoneNumber(-1), BonusWin(0, 1), BonusWin(1, 1000),
             Status(State.GAME_START, 1000, 1, Warnings.NONE, 1, Direction.CLOCKWISE)],
)  # fmt: skip
def test_a_value_too_big_for_its_field_is_not_sent(line: Line) -> None:
    with pytest.raises(BadLine):
        encode(line)


@given(LINES)
def test_what_is_written_is_read_back_as_it_was(line: Line) -> None:
    assert decode(encode(line)) == line


@given(st.lists(LINES, max_size=8), st.lists(st.integers(0), max_size=20))
def test_lines_come_out_as_they_went_in_however_the_bytes_are_cut(lines: list[Line], cuts: list[int]) -> None:
    stream = b"\r\n" + b"".join(map(encode, lines))
    assert read(*pieces(stream, cuts)) == lines


@given(st.lists(st.binary(max_size=100) | st.text("*XY;0123456789\r\n", max_size=40).map(str.encode), max_size=8))
def test_any_bytes_at_all_are_lines_or_garbled_and_none_is_lost(chunks: list[bytes]) -> None:
    reader = Reader()
    lines: list[Any] = [line for chunk in chunks for line in reader.feed(chunk)] + reader.flush()
    seen = b"".join(line.line if isinstance(line, Garbled) else encode(line)[:-2] for line in lines)
    sent = b"".join(chunks).replace(b"\r", b"").replace(b"\n", b"")
    assert seen.upper() == sent.upper()


@given(st.binary(max_size=40))
def test_any_line_at_all_is_read_or_refused(line: bytes) -> None:
    with suppress(BadLine):
        decode(line)
