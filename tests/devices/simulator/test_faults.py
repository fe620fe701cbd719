"""Scripts of faults, wheels and tumblers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from devices.simulator.cable import Cable
from devices.simulator.faults import BadScript, Fault, Scripted, due, parse
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import SECONDS_IN, Wheel
from devices.wire import feed
from devices.wire.feed_messages import Ack, DiceCocked, DiceShot, Direction, OutcomeSensed, Resend, Said, WageringClosed
from devices.wire.slingshot import Garbled, LoneNumber, Reader, State, Status, Warnings

KEY = b"a key of the tumbler's own"
STARTED_AT = datetime(2026, 7, 1, tzinfo=UTC)


def test_a_script_is_read_line_by_line() -> None:
    lines = [
        '{"at_round": 7, "device": "T0003", "fault": "power-loss-after-58"}',
        "",
        '{"at_round":8,"device":"W1","fault":"line-cut","times":3}',
    ]
    script = parse(lines)
    assert script == [Scripted(7, "T0003", Fault.POWER_LOSS_AFTER_58), Scripted(8, "W1", Fault.LINE_CUT, times=3)]
    assert due(script, at_round=8) == script[1:]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"at_round": 7, "device": "T0003", "fault": "gremlins"}', "'gremlins'"),
        ('{"at_round": -1, "device": "T0003", "fault": "busy"}', "at_round"),
        ('{"at_round": 7, "device": "T 3", "fault": "busy"}', "device"),
        ('{"at_round": 7, "fault": "busy"}', "device"),
        ('{"at_round": 7, "device": "T3", "fault": "busy", "how": 1}', "how"),
        ("no json", "malformed"),
    ],
)
def test_a_line_that_cannot_be_played_is_named_with_what_is_wrong(line: str, why: str) -> None:
    with pytest.raises(BadScript, match=r"^Line 2 of the faults cannot be played: .*The faults are silence, ") as refused:
        parse(["", line])
    assert why in str(refused.value)


@pytest.mark.parametrize("fault", [fault for fault in Fault if list(Fault).index(fault) < list(Fault).index(Fault.LINE_CUT)])
def test_every_fault_of_a_terminal_can_be_inflicted(fault: Fault) -> None:
    Cable(Port(1, Terminal("T1"))).inflict(fault, 0.0)


def test_a_terminal_has_no_faults_of_a_wheel() -> None:
    with pytest.raises(ValueError, match="line-cut is no fault of a terminal"):
        Cable(Port(1, Terminal("T1"))).inflict(Fault.LINE_CUT, 0.0)


# Wheels


def lines_of(wheel: Wheel, seconds: float) -> list[object]:
    return list(Reader().feed(wheel.send(seconds)))


def test_a_wheel_goes_through_its_states_and_turns_the_other_way_each_game() -> None:
    wheel = Wheel("W1", seed=417)
    said = [line for line in lines_of(wheel, 2 * sum(SECONDS_IN.values())) if isinstance(line, Status)]
    states = [state for state, before in zip(said, [None, *said], strict=False) if before is None or before.state != state.state]
    assert [each.state for each in states[:6]] == [*SECONDS_IN, State.GAME_START]
    assert states[0].direction != states[5].direction
    assert len(said) == 2 * 2 * sum(SECONDS_IN.values()) + 1


def test_a_wheel_says_its_number_alone_too() -> None:
    said = lines_of(Wheel("W1", seed=417), sum(SECONDS_IN.values()))
    (lone,) = [line for line in said if isinstance(line, LoneNumber)]
    assert lone.number == next(line.number for line in said if isinstance(line, Status) and line.state is State.WINNING_NUMBER)


@pytest.mark.parametrize("fault", [Fault.LINE_CUT, Fault.LINE_WITHOUT_END])
def test_a_damaged_line_is_survived(fault: Fault) -> None:
    wheel = Wheel("W1", seed=417)
    reader = Reader()
    reader.feed(wheel.send(1.0))
    wheel.inflict(fault)
    said = reader.feed(wheel.send(3.0))
    assert sum(isinstance(line, Garbled) for line in said) == (fault is Fault.LINE_CUT)
    assert any(isinstance(line, Status) for line in said)


def test_a_wheel_that_was_silent_sends_everything_at_once() -> None:
    wheel = Wheel("W1", seed=417)
    wheel.send(0.0)
    wheel.inflict(Fault.WHEEL_SILENCE)
    assert wheel.send(134.0) == b""
    assert wheel.send(134.5).count(b"*X;") == 269


def test_warnings_last_until_the_next_game() -> None:
    wheel = Wheel("W1", seed=417)
    wheel.inflict(Fault.SENSOR_FAILURE)
    wheel.inflict(Fault.BALL_WITH_ROTOR)
    assert wheel.status.warnings == Warnings.SENSOR_FAILURE | Warnings.BALL_WITH_ROTOR
    wheel.send(sum(SECONDS_IN.values()))
    assert wheel.status.warnings == Warnings.NONE


def test_a_ball_can_come_to_rest_before_wagering_is_closed() -> None:
    wheel = Wheel("W1", seed=417)
    wheel.inflict(Fault.BALL_AT_REST_BEFORE_CLOSE)
    states = {line.state for line in lines_of(wheel, 28.0) if isinstance(line, Status)}
    assert State.WINNING_NUMBER in states
    assert State.NO_MORE_BETS not in states


# Tumblers


class Table:
    """The server's end of a tumbler's feed."""

    def __init__(self) -> None:
        self.tumbler = Tumbler("D1", dice=3, seed=417, key=KEY, started_at=STARTED_AT)
        self.sender = feed.Sender("D1")

    def tell(self, message: Said, now: float) -> None:
        line = self.sender.number(message, at=STARTED_AT)
        self.tumbler.hear(feed.encode(line, direction=Direction.DOWN, key=KEY), now)

    def heard(self, now: float) -> list[Said]:
        lines = feed.Reader().feed(self.tumbler.send(now))
        return [feed.decode(line, direction=Direction.UP, keys=[KEY]).message for line in lines]


def test_a_tumbler_shoots_when_wagering_is_closed_and_says_what_it_senses() -> None:
    table = Table()
    table.tell(WageringClosed("R1"), 0.0)
    assert table.heard(0.5) == [Ack(1)]
    assert table.heard(1.5) == [DiceShot("R1")]
    (sensed,) = table.heard(5.0)
    assert isinstance(sensed, OutcomeSensed)
    assert len(sensed.outcome) == 3
    assert all(1 <= die <= 6 for die in sensed.outcome)


def test_cocked_dice_are_said_and_shot_again() -> None:
    table = Table()
    table.tumbler.inflict(Fault.COCKED_DICE)
    table.tell(WageringClosed("R1"), 0.0)
    said = [message for second in range(12) for message in table.heard(float(second))]
    assert [type(message) for message in said] == [Ack, DiceShot, DiceCocked, DiceShot, OutcomeSensed]


def test_a_lost_line_is_sent_again_when_it_is_asked_for() -> None:
    table = Table()
    table.tell(WageringClosed("R1"), 0.0)
    table.heard(0.5)
    table.tumbler.inflict(Fault.LOST_LINE)
    assert table.heard(1.5) == []
    table.tell(Resend(2), 2.0)
    assert table.heard(2.0) == [DiceShot("R1")]


def test_a_line_after_a_gap_is_asked_for_again_and_a_line_said_twice_counts_once() -> None:
    table = Table()
    first = table.sender.number(WageringClosed("R1"), at=STARTED_AT)
    table.tell(WageringClosed("R2"), 0.0)
    assert table.heard(0.1) == [Resend(1)]
    for _ in range(2):
        table.tumbler.hear(feed.encode(first, direction=Direction.DOWN, key=KEY), 0.2)
    assert [type(message) for second in range(1, 9) for message in table.heard(float(second))] == [
        Ack,
        Ack,
        DiceShot,
        OutcomeSensed,
    ]


def test_a_tumbler_passes_over_what_is_not_for_it() -> None:
    table = Table()
    table.tumbler.hear(b"no line\n\xff\xfe\n", 0.0)
    line = feed.Sender("D1").number(WageringClosed("R1"), at=STARTED_AT)
    table.tumbler.hear(feed.encode(line, direction=Direction.DOWN, key=b"another key"), 0.0)
    assert table.heard(9.0) == []
