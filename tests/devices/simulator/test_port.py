"""What a terminal says on the line, byte by byte and second by second."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.wire.sas import ExceptionCode, encode_request
from devices.wire.sas.crc import sealed
from devices.wire.sas.layouts import REQUESTS, Request
from devices.wire.sas.tickets import GiveNumber, ReadValidationRecord
from tests.devices.wire.strategies import messages

POLL = b"\x81"
OTHER = b"\x80"


def port_of(terminal: Terminal | None = None) -> Port:
    return Port(1, terminal or Terminal("T1"))


def heard(port: Port, now: float) -> int:
    """One general poll, acknowledged."""
    said = port.hear(POLL, now)
    port.overhear(now)
    return said[0]


def test_nothing_has_happened() -> None:
    assert port_of().hear(POLL, 0.0) == b"\x00"


def test_an_exception_is_repeated_three_times_until_it_is_acknowledged() -> None:
    port = port_of()
    port.terminal.open_door()
    assert [port.hear(POLL, 0.1) for _ in range(4)] == [b"\x11"] * 4
    port.overhear(0.2)
    assert port.hear(POLL, 0.3) == b"\x00"


def test_a_long_poll_acknowledges_an_exception() -> None:
    port = port_of()
    port.terminal.open_door()
    assert port.hear(POLL, 0.1) == b"\x11"
    assert port.hear(b"\x01\x1a", 0.2).hex(" ") == "01 1a 00 00 00 00 c3 fc"
    assert port.hear(POLL, 0.3) == b"\x00"


def test_a_frame_with_a_bad_check_sum_is_not_heard_and_acknowledges_nothing() -> None:
    port = port_of()
    port.terminal.open_door()
    assert port.hear(POLL, 0.1) == b"\x11"
    assert port.hear(bytes.fromhex("01 01 51 09"), 0.2) == b""
    assert port.hear(POLL, 0.3) == b"\x11"
    assert not port.terminal.is_locked


def test_the_same_question_again_is_not_done_twice() -> None:
    port = port_of()
    port.terminal.insert_note(Cents(2_000))
    port.terminal.collect(0.0)
    frame = encode_request(GiveNumber("011234567890123456"), address=1)
    assert [port.hear(frame, 0.1).hex(" ") for _ in range(4)] == ["01 58 00 eb 47"] * 4
    assert port.hear(frame, 0.1)[2] == 0x80, "the fifth is a new question"


def test_a_validation_record_is_taken_once_it_is_acknowledged() -> None:
    port = port_of()
    port.terminal.insert_note(Cents(2_000))
    port.terminal.collect(0.0)
    port.hear(encode_request(GiveNumber("011234567890123456"), address=1), 0.1)
    port.tick(1.0)
    next_record = encode_request(ReadValidationRecord(0), address=1)
    first = port.hear(next_record, 1.1)
    assert port.hear(next_record, 1.2) == first
    port.overhear(1.3)
    assert port.hear(next_record, 1.4)[3] == 0, "there is no further record"


def test_twenty_exceptions_are_kept_and_the_rest_is_an_overflow() -> None:
    port = port_of()
    for _ in range(30):
        port.terminal.tilt()
    assert heard(port, 0.1) == ExceptionCode.BUFFER_OVERFLOW
    assert [heard(port, 0.2) for _ in range(21)] == [ExceptionCode.GENERAL_TILT] * 20 + [ExceptionCode.NONE]


def test_what_is_urgent_jumps_the_queue_and_is_repeated_until_it_is_seen_to() -> None:
    port = port_of()
    port.terminal.tilt()
    port.terminal.hand_pay(Cents(15_000_00))
    assert [heard(port, 0.1), heard(port, 0.2), heard(port, 0.3)] == [0x51, 0x20, 0x00]
    assert heard(port, 15.2) == 0x51
    port.hear(b"\x01\x1b", 15.3)
    port.overhear(15.4)
    assert heard(port, 40.0) == 0x00


def test_a_machine_that_hears_nobody_for_five_seconds_chirps_every_200_ms() -> None:
    port = port_of()
    port.hear(POLL, 0.0)
    chirps = [at / 10 for at in range(100) if port.tick(at / 10)]
    assert chirps[0] == 5.1
    assert 20 <= len(chirps) <= 25
    port.hear(POLL, 10.0)
    assert port.tick(10.1) == b""


def test_without_an_acknowledgement_for_thirty_seconds_the_link_is_down() -> None:
    port = port_of()
    port.overhear(0.0)
    port.tick(30.0)
    assert port.terminal.cabinet.is_link_up
    port.tick(30.1)
    assert [port.terminal.cabinet.is_link_up] == [False]
    port.hear(POLL, 31.0)
    assert port.terminal.cabinet.is_link_up


def test_without_power_the_machine_is_silent_and_says_so_afterwards() -> None:
    port = port_of()
    port.terminal.power_loss(1.0, seconds=2.0)
    assert port.hear(POLL, 2.0) == b""
    assert [heard(port, 3.1), heard(port, 3.2)] == [ExceptionCode.POWER_LOST, ExceptionCode.POWER_APPLIED]


def test_a_signature_takes_a_while_and_is_said_in_place_of_an_exception() -> None:
    port = port_of()
    assert port.hear(bytes.fromhex("01 21 12 34 DA 94"), 0.0) == b"\x01"
    assert heard(port, 0.1) == 0x00
    said = port.hear(POLL, 1.0)
    assert (said[:2], len(said)) == (b"\x01\x21", 6)
    port.overhear(1.1)
    assert port.hear(POLL, 1.2) == b"\x00"


questions = st.sampled_from(list(REQUESTS.layouts.values())).flatmap(messages)
frames = (
    st.binary(max_size=60)
    | st.binary(max_size=40).map(lambda data: sealed(b"\x01" + data))
    | questions.map(lambda request: encode_request(request, address=1) if isinstance(request, Request) else b"")
    | st.just(POLL)
)


@settings(deadline=None, max_examples=200)
@given(st.lists(st.tuples(frames, st.sampled_from([0.0, 0.2, 11.0])), max_size=40))
def test_a_machine_survives_whatever_the_host_says(said: list[tuple[bytes, float]]) -> None:
    port = port_of()
    port.terminal.insert_note(Cents(2_000))
    port.terminal.collect(0.0)
    port.terminal.insert_ticket("011234567890123456", Cents(500), 0.0)
    now = 0.0
    for frame, seconds in said:
        port.hear(frame, now)
        now += seconds
        port.tick(now)
