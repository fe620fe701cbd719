"""What the house makes of a wheel's lines, and of what really arrives of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.host.findings import Counted, Finding, Kind, LinkDown, LinkUp, WheelTold, WheelWarned
from devices.host.wheel import DIRECTION_UNCHANGED, SILENT_AFTER_SECONDS, WARNED, WheelLine
from devices.simulator.faults import Fault
from devices.simulator.wheel import WARNING_OF, Wheel
from devices.wire.slingshot import Direction, State, Status, Warnings, encode

GAME_SECONDS = 34.0
TICK_SECONDS = 0.5


class Table:
    """A simulated wheel and who listens to it, in time that is only counted."""

    def __init__(self) -> None:
        self.wheel = Wheel("W", seed=417)
        self.line = WheelLine("W", now=0.0)
        self.line.connect(0.0)
        self.now = 0.0

    def run(self, seconds: float) -> list[Finding]:
        end = self.now + seconds
        while self.now < end:
            self.now += TICK_SECONDS
            assert self.line.turn(self.wheel.send(self.now), self.now) == b""
        return self.line.take_findings()


def status(spin: int = 1, direction: Direction = Direction.CLOCKWISE, warnings: Warnings = Warnings.NONE) -> Status:
    return Status(State.PLACE_YOUR_BETS, spin, 7, warnings, 160, direction)


def heard(*told: Status) -> list[Finding]:
    line = WheelLine("W", now=0.0)
    line.connect(0.0)
    line.turn(b"\r\n" + b"".join(map(encode, told)), 1.0)
    return line.take_findings()


def warned(found: list[Finding]) -> list[str]:
    return [each.what for each in found if isinstance(each, WheelWarned)]


def test_every_state_of_every_game_is_told_once() -> None:
    table = Table()
    found = table.run(3 * GAME_SECONDS)
    assert isinstance(found[0], LinkUp)
    states = [each.status.state for each in found if isinstance(each, WheelTold)]
    assert states[:5] == [
        State.GAME_START, State.PLACE_YOUR_BETS, State.BALL_IN_RIM, State.NO_MORE_BETS, State.WINNING_NUMBER,
    ]  # fmt: skip
    assert states.count(State.WINNING_NUMBER) == table.wheel.games == 3
    assert warned(found) == []


@pytest.mark.parametrize("fault", WARNING_OF)
def test_ir_3_13_and_7_4_1_2_a_warning_is_told_once_a_game(fault: Fault) -> None:
    table = Table()
    table.run(4)
    table.wheel.inflict(fault)
    assert warned(table.run(GAME_SECONDS)) == [WARNED[WARNING_OF[fault]]]
    assert warned(table.run(GAME_SECONDS)) == []


def test_ir_3_13_a_rotor_that_turns_as_in_the_last_game_is_told() -> None:
    assert warned(heard(status(1), status(2))) == [DIRECTION_UNCHANGED]
    assert warned(heard(status(1), status(2, Direction.ANTICLOCKWISE), status(3))) == []


@pytest.mark.parametrize("spin", [1, 3, 999])
def test_games_nobody_heard_of_lie_between_and_nothing_is_said_of_the_rotor(spin: int) -> None:
    assert warned(heard(status(1), status(spin))) == []


def test_after_the_thousandth_game_comes_the_first() -> None:
    assert warned(heard(status(999), status(0))) == [DIRECTION_UNCHANGED]


def test_a_line_cut_in_half_is_counted_and_never_guessed() -> None:
    table = Table()
    table.run(4)
    table.wheel.inflict(Fault.LINE_CUT, times=2)
    found = table.run(3)
    assert {each.kind for each in found if isinstance(each, Counted)} == {Kind.GARBLED}
    assert not [each for each in found if isinstance(each, LinkDown)]


def test_a_line_without_its_end_is_read_where_the_next_begins() -> None:
    table = Table()
    table.run(4)
    table.wheel.inflict(Fault.LINE_WITHOUT_END)
    assert [each for each in table.run(GAME_SECONDS) if isinstance(each, Counted)] == []


def test_a_wheel_that_is_silent_for_minutes_is_down_and_then_heard_again() -> None:
    table = Table()
    table.run(4)
    table.wheel.inflict(Fault.WHEEL_SILENCE)
    found = table.run(150)
    assert [type(each) for each in found if isinstance(each, LinkDown | LinkUp)] == [LinkDown, LinkUp]


def test_what_was_said_before_a_connection_is_not_held_against_what_comes_after() -> None:
    line = WheelLine("W", now=0.0)
    for now in (1.0, 2.0):
        line.connect(now)
        line.turn(b"\r\n" + encode(status(int(now))), now)
        line.disconnect(now)
    assert warned(line.take_findings()) == []


@given(st.lists(st.binary(max_size=80)))
def test_any_bytes_at_all_are_survived(pieces: list[bytes]) -> None:
    line = WheelLine("W", now=0.0)
    for now, piece in enumerate(pieces):
        line.turn(piece, float(now))
    line.turn(b"", len(pieces) + SILENT_AFTER_SECONDS + 1)
    assert [type(each) for each in line.take_findings()].count(LinkDown) >= 1
