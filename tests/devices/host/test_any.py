"""What holds whatever happens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.host.findings import TicketPrinted, TicketWanted
from devices.host.line import Line
from devices.host.station import Station
from devices.simulator.faults import Fault
from devices.simulator.player import BY_ITSELF, Player, attend
from devices.wire.records import Record, encode
from devices.wire.sas import encode_answer
from devices.wire.sas.crc import sealed
from devices.wire.sas.layouts import ANSWERS, Answer
from devices.wire.sas.meters import Meter
from tests.devices.floor import Floor, local_time
from tests.devices.wire.strategies import messages

FAULTS = [
    Fault.SILENCE, Fault.BAD_CRC, Fault.BUSY, Fault.TRUNCATED, Fault.LATE, Fault.FOREIGN_ADDRESS, Fault.NOT_DECIMAL,
    Fault.NOISE, Fault.CHIRP, Fault.DUPLICATED_EXCEPTION, Fault.LOST_IMPLIED_ACK, Fault.UNKNOWN_EXCEPTION,
    Fault.BUFFER_OVERFLOW, Fault.LINK_DOWN, Fault.POWER_LOSS,
]  # fmt: skip
notes = st.tuples(st.just("note"), st.integers(0, 2), st.sampled_from([500, 1_000, 2_000, 5_000, 10_000]))
faults = st.tuples(st.sampled_from(FAULTS), st.integers(0, 2), st.integers(1, 6))
waits = st.tuples(st.just("wait"), st.just(0), st.sampled_from([0, 1, 7, 40, 200]))


@pytest.mark.slow(reason="whole minutes of polling, many times over")
@settings(deadline=None, max_examples=60)
@given(st.lists(notes | faults | waits, max_size=25))
def test_money_in_is_counted_exactly_once_whatever_goes_wrong(happenings: list[tuple[str | Fault, int, int]]) -> None:
    floor = Floor(3).settle()
    inserted = [0, 0, 0]
    for what, terminal, number in happenings:
        if isinstance(what, Fault):
            floor.cables[terminal].inflict(what, floor.now, times=number)
        elif what == "wait":
            floor.run(number / 10)
        elif floor.terminals[terminal].insert_note(Cents(number)):
            inserted[terminal] += number
    floor.run(120)
    assert [floor.money_in(f"T{number}") for number in (1, 2, 3)] == inserted
    assert [floor.differences(terminal) for terminal in floor.terminals] == [{}, {}, {}]


@pytest.mark.slow(reason="whole minutes of play, many times over")
@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.lists(faults | waits, max_size=25))
def test_after_any_day_of_play_host_and_terminals_agree(seed: int, happenings: list[tuple[str | Fault, int, int]]) -> None:
    floor = Floor(3).settle()
    players = [Player(terminal, seed=seed, manner=BY_ITSELF) for terminal in floor.terminals]
    for what, terminal, number in happenings:
        if isinstance(what, Fault):
            floor.cables[terminal].inflict(what, floor.now, times=number)
        for player in players:
            player.act(floor.now)
            attend(player.terminal, floor.now)
        let_pass(floor, number / 10)
    let_pass(floor, 120)
    printed = {each.record.validation_number: each for each in floor.all_of(TicketPrinted)}
    for each in floor.terminals:
        proved = sum(ticket.record.amount_cents for ticket in printed.values() if ticket.device == each.device)
        assert proved == each.meters[Meter.CASHABLE_TICKETS_OUT_CENTS]
        assert floor.money_in(each.device) == each.meters[Meter.NOTES_IN]
        assert floor.differences(each) == {}


def let_pass(floor: Floor, seconds: float) -> None:
    """Time passes in which every wanted ticket gets a number of its own, half a second later."""
    end = floor.now + seconds
    while floor.now < end:
        wanted = [each.device for each in floor.run(min(0.5, end - floor.now)) if isinstance(each, TicketWanted)]
        for device in wanted:
            floor.numbers += 1
            floor.host.give_number(device, f"01{floor.numbers:016d}", now=floor.now)


any_answer = st.sampled_from(list(ANSWERS.layouts.values())).flatmap(messages)
frames = (
    st.binary(min_size=1, max_size=60)
    | st.binary(min_size=1, max_size=40).map(lambda data: sealed(b"\x01" + data))
    | any_answer.map(lambda answer: encode_answer(answer, address=1) if isinstance(answer, Answer) else b"\x01")
)
heard = st.tuples(frames, st.booleans(), st.sampled_from([0.0, 0.01, 0.05, 0.2, 6.0]))


@settings(deadline=None, max_examples=150)
@given(st.lists(heard, max_size=60))
def test_the_host_survives_whatever_terminals_say(said: list[tuple[bytes, bool, float]]) -> None:
    line = Line([Station("T1", 1), Station("T2", 2)], local_time=local_time, now=0.0)
    line.connect(0.0)
    now = 0.0
    for frame, wakes, seconds in said:
        line.turn(encode(Record(frame, wakes)), now)
        now += seconds
        line.turn(b"", now)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.binary(max_size=20), max_size=20))
def test_the_host_survives_any_bytes_at_all(pieces: list[bytes]) -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.connect(0.0)
    for number, piece in enumerate(pieces):
        line.turn(piece, number / 100)
