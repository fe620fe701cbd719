from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.wire.errors import BadRecord
from devices.wire.records import LONGEST, Reader, Record, encode

RECORDS = st.builds(Record, st.binary(min_size=1, max_size=40), st.booleans())


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    ends = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(ends)]


def test_a_record_is_its_length_its_flags_and_its_frame() -> None:
    assert encode(Record(b"\x81", wakes=True)) == bytes.fromhex("00 01 01 81")
    assert encode(Record(b"\x01\x00", wakes=False)) == bytes.fromhex("00 02 00 01 00")


@given(st.lists(RECORDS, max_size=8), st.lists(st.integers(0), max_size=20))
def test_records_come_out_as_they_went_in_however_the_bytes_are_cut(records: list[Record], cuts: list[int]) -> None:
    reader = Reader()
    stream = b"".join(map(encode, records))
    assert [record for piece in pieces(stream, cuts) for record in reader.feed(piece)] == records


@given(st.lists(st.binary(max_size=20), max_size=8))
def test_any_bytes_at_all_are_records_or_a_bad_record(chunks: list[bytes]) -> None:
    reader = Reader()
    with suppress(BadRecord):
        for chunk in chunks:
            for record in reader.feed(chunk):
                assert 1 <= len(record.frame) <= LONGEST


@pytest.mark.parametrize("head", ["00 00 00", "01 05 00", "FF FF 01", "00 01 02", "00 01 81"])
def test_a_beginning_that_is_none_is_refused_after_the_good_records_before_it(head: str) -> None:
    reader = Reader()
    arriving = reader.feed(encode(Record(b"\x81", wakes=True)) + bytes.fromhex(head))
    assert next(arriving) == Record(b"\x81", wakes=True)
    with pytest.raises(BadRecord, match="is no beginning of a record"):
        next(arriving)


@pytest.mark.parametrize("frame", [b"", bytes(LONGEST + 1)])
def test_an_empty_or_endless_frame_is_not_sent(frame: bytes) -> None:
    with pytest.raises(BadRecord, match="1 to 260 bytes"):
        encode(Record(frame, wakes=False))
