from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.wire.errors import BadLine
from devices.wire.feed_messages import Direction
from devices.wire.records import Record
from devices.wire.tape import Entry, FeedLine, SasFrame, WheelLine, decode, encode

WHEN: dict[str, Any] = {"at": datetime(2026, 7, 1, 3, 45, 9, tzinfo=UTC), "device": "T0003", "way": Direction.UP}


def test_a_frame_a_wheel_line_and_a_feed_line_stand_in_one_file() -> None:
    heard: list[Entry] = [
        SasFrame.of(Record(b"\x01\x1a", wakes=True), **WHEN),
        WheelLine.of(b"*X;2;094", **WHEN),
        FeedLine.of(b'{"device":"T1"}\n', **WHEN),
    ]
    lines = b"".join(map(encode, heard)).splitlines()
    assert list(map(decode, lines)) == heard
    assert lines[0] == b'{"type":"sas","at":"2026-07-01T03:45:09Z","device":"T0003","way":"up","frame":"011a","wakes":true}'


@given(st.binary(min_size=1, max_size=60), st.sampled_from([WheelLine, FeedLine]))
def test_text_comes_back_byte_for_byte(data: bytes, kind: type[WheelLine | FeedLine]) -> None:
    entry = decode(encode(kind.of(data, **WHEN)).removesuffix(b"\n"))
    assert isinstance(entry, kind)
    assert entry.data == data


@given(st.builds(Record, st.binary(min_size=1, max_size=60), st.booleans()))
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    entry = decode(encode(SasFrame.of(record, **WHEN)))
    assert isinstance(entry, SasFrame)
    assert entry.record == record


@pytest.mark.parametrize(
    "entry", [SasFrame.of(Record(b"", wakes=True), **WHEN), SasFrame(**WHEN, frame="0", wakes=True), WheelLine(**WHEN, text="€")]
)
def test_what_could_not_be_read_is_not_written(entry: Entry) -> None:
    with pytest.raises(BadLine):
        encode(entry)


@given(st.binary(max_size=60))
def test_any_bytes_at_all_are_an_entry_or_refused(line: bytes) -> None:
    with suppress(BadLine):
        decode(line)
