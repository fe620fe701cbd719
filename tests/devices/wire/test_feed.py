from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.wire import feed
from devices.wire.errors import BadLine, BadMac, LineGone, WireError
from devices.wire.feed import Arrival, Line, Reader, Receiver, Sender
from devices.wire.feed_messages import (
    GOES,
    Ack,
    BallInRim,
    CreditMeter,
    DiceCocked,
    DiceShot,
    Direction,
    Lock,
    MeterSnapshot,
    OutcomeConfirmed,
    OutcomeSensed,
    Resend,
    RoundOpened,
    Said,
    ShootDice,
    WageringClosed,
    WagerRecorded,
)
from tests.devices.wire.test_records import pieces

KEY, OTHER_KEY = b"k" * 32, b"o" * 32
AT = datetime(2026, 7, 1, 3, 45, 9, tzinfo=UTC)
DOWN, UP = Direction.DOWN, Direction.UP
LINE = Line("T0003", 12, AT, BallInRim("R77"))

names = st.text("ABCabc019._-", min_size=1, max_size=64)
amounts = st.integers(0, 2**63 - 1).map(Cents)
sequences = st.integers(1, 2**63 - 1)
outcomes = st.lists(st.integers(0, 36), min_size=1, max_size=3).map(tuple)
rounds = st.none() | names
MESSAGES: dict[type, st.SearchStrategy[Said]] = {
    RoundOpened: st.builds(RoundOpened, names),
    WageringClosed: st.builds(WageringClosed, names),
    ShootDice: st.builds(ShootDice, names),
    OutcomeConfirmed: st.builds(OutcomeConfirmed, names, outcomes),
    CreditMeter: st.builds(CreditMeter, names, amounts, sequences),
    Lock: st.builds(Lock, names, st.booleans(), st.text(st.characters(exclude_categories=["Cs"]), max_size=200)),
    BallInRim: st.builds(BallInRim, rounds),
    DiceShot: st.builds(DiceShot, rounds),
    DiceCocked: st.builds(DiceCocked, rounds),
    OutcomeSensed: st.builds(OutcomeSensed, rounds, outcomes),
    MeterSnapshot: st.builds(MeterSnapshot, names, amounts, sequences, amounts, amounts, amounts, amounts, amounts),
    WagerRecorded: st.builds(WagerRecorded, names, names, names, names, amounts),
    Ack: st.builds(Ack, sequences),
    Resend: st.builds(Resend, sequences),
}


@st.composite
def lines(draw: st.DrawFn) -> tuple[Line, Direction]:
    direction = draw(st.sampled_from(Direction))
    message = draw(st.sampled_from(GOES[direction]).flatmap(lambda kind: MESSAGES[kind]))
    return Line(draw(names), draw(sequences), draw(st.datetimes(timezones=st.just(UTC))), message), direction


def test_a_line_reads_as_it_is_documented() -> None:
    line = feed.encode(LINE, direction=UP, key=KEY)
    body, mac = line.split(b',"mac":"')
    assert body == b'{"device":"T0003","sequence":12,"at":"2026-07-01T03:45:09Z","message":{"type":"ball-in-rim","round":"R77"}'
    assert mac.endswith(b'"}\n')
    assert len(mac) == 64 + 3
    assert json.loads(line)["device"] == "T0003"


@settings(deadline=None)
@given(lines())
def test_what_is_written_is_read_back_as_it_was(drawn: tuple[Line, Direction]) -> None:
    line, direction = drawn
    sent = feed.encode(line, direction=direction, key=KEY)
    assert feed.device_of(sent) == line.device
    assert feed.decode(sent[:-1], direction=direction, keys=[OTHER_KEY, KEY]) == line


@settings(deadline=None, max_examples=5)
@given(lines())
def test_one_flipped_bit_is_always_noticed(drawn: tuple[Line, Direction]) -> None:
    sent = feed.encode(drawn[0], direction=drawn[1], key=KEY)[:-1]
    for bit in range(8 * len(sent)):
        flipped = bytearray(sent)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises((BadMac, BadLine)):
            feed.decode(bytes(flipped), direction=drawn[1], keys=[KEY])


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_at_all_are_a_line_or_one_of_the_errors(data: bytes) -> None:
    with suppress(WireError):
        feed.decode(data, direction=UP, keys=[KEY])
    body = b'{"device":"T1","sequence":' + data + b"}"
    with suppress(WireError):
        feed.decode(signed(body), direction=UP, keys=[KEY])


def signed(body: bytes, direction: Direction = UP) -> bytes:
    return body[:-1] + f',"mac":"{feed._mac(body, direction, KEY)}"}}'.encode()


@pytest.mark.parametrize(
    "rest",
    [
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ball-in-rim","round":"R77","more":1}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ball-in-rim"}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"unheard-of"}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ack","sequence":0}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ack","sequence":1.0}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ack","sequence":"1"}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"outcome-sensed","round":null,"outcome":[]}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"outcome-sensed","round":null,"outcome":[37]}}',
        '1,"at":"2026-07-01T03:45:09","message":{"type":"ack","sequence":1}}',
        '0,"at":"2026-07-01T03:45:09Z","message":{"type":"ack","sequence":1}}',
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"ack","sequence":1},"more":1}',
        '1,"at":"2026-07-01T03:45:09Z","message":' + "[" * 3000 + "}",
        '1,"at":"2026-07-01T03:45:09Z","message":{"sequence":' + "[" * 3000 + "}",
        '1,"at":"2026-07-01T03:45:09Z","message":{"type":"round-opened","round":"R77"}}',
    ],
)
def test_a_line_that_is_signed_but_not_of_the_feed_is_refused(rest: str) -> None:
    with pytest.raises(BadLine, match=r"\.$"):
        feed.decode(signed(b'{"device":"T1","sequence":' + rest.encode()), direction=UP, keys=[KEY])


def test_a_line_signed_as_another_device_is_refused() -> None:
    with pytest.raises(BadMac, match="not that of a line of T0003 going up"):
        feed.decode(feed.encode(LINE, direction=UP, key=OTHER_KEY)[:-1], direction=UP, keys=[KEY])


def test_a_revoked_key_opens_nothing() -> None:
    with pytest.raises(BadMac):
        feed.decode(feed.encode(LINE, direction=UP, key=KEY)[:-1], direction=UP, keys=[])


def test_a_line_cannot_be_sent_back_the_other_way() -> None:
    ack = feed.encode(Line("T0003", 1, AT, Ack(1)), direction=UP, key=KEY)
    with pytest.raises(BadMac):
        feed.decode(ack[:-1], direction=DOWN, keys=[KEY])


def test_a_message_goes_only_its_own_way() -> None:
    with pytest.raises(BadLine, match="BallInRim does not go down"):
        feed.encode(LINE, direction=DOWN, key=KEY)


@pytest.mark.parametrize(
    "line", [Line("T 3", 1, AT, Ack(1)), Line("T3", 0, AT, Ack(1)), Line("T3", 1, AT.replace(tzinfo=None), Ack(1))]
)
def test_a_line_that_could_not_be_read_is_not_sent(line: Line) -> None:
    with pytest.raises(BadLine):
        feed.encode(line, direction=UP, key=KEY)


@given(st.lists(st.text("ab{}", min_size=1, max_size=20).map(str.encode), max_size=8), st.lists(st.integers(0), max_size=20))
def test_lines_come_out_as_they_went_in_however_the_bytes_are_cut(sent: list[bytes], cuts: list[int]) -> None:
    reader = Reader()
    stream = b"".join(line + b"\n" for line in sent)
    assert [line for piece in pieces(stream, cuts) for line in reader.feed(piece)] == sent


def test_a_line_that_never_ends_is_cut_and_refused() -> None:
    (cut,) = Reader().feed(b"x" * (feed.LONGEST + 1))
    with pytest.raises(BadLine):
        feed.decode(cut, direction=UP, keys=[KEY])


def test_a_gap_is_asked_for_again_and_every_line_counts_once() -> None:
    sender, receiver = Sender("T0003"), Receiver()
    first, lost, third = (sender.number(BallInRim(None), at=AT) for _ in range(3))
    assert receiver.receive(first) is Arrival.NEXT
    assert receiver.receive(third) is Arrival.AFTER_A_GAP
    assert receiver.missing() == Resend(2)
    assert [receiver.receive(line) for line in sender.again(2)] == [Arrival.NEXT, Arrival.NEXT]
    assert receiver.receive(lost) is Arrival.AGAIN
    assert receiver.last == 3


def test_what_is_acknowledged_is_no_longer_kept() -> None:
    sender = Sender("T0003", last=6)
    for _ in range(3):
        sender.number(DiceShot(None), at=AT)
    sender.acknowledge(8)
    assert [line.sequence for line in sender.again(9)] == [9]
    assert sender.again(10) == []
    with pytest.raises(LineGone, match="Line 8 of T0003"):
        sender.again(8)


def test_what_was_never_sent_cannot_be_acknowledged() -> None:
    with pytest.raises(BadLine, match="was sent lines up to 0, not 1"):
        Sender("T0003").acknowledge(1)
