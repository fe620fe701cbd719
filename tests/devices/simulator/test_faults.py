"""Scripts of faults, wheels and tumblers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from casino.domain.money import Cents
from devices.simulator.cable import Cable
from devices.simulator.faults import BadScript, Fault, Scripted, due, parse
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import SECONDS_IN, Wheel
from devices.wire.feed_end import End
from devices.wire.feed_messages import (
    CreditMeter,
    DiceCocked,
    DiceShot,
    Direction,
    Lock,
    OutcomeConfirmed,
    OutcomeSensed,
    RoundOpened,
    Said,
    ShootDice,
    WageringClosed,
)
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
    with pytest.raises(
        BadScript, match=r"^Line 2 of the faults cannot be played: .*The faults of devices are silence, "
    ) as refused:
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


class House:
    """The server's end of a tumbler's feed."""

    def __init__(self, key: bytes = KEY) -> None:
        self.tumbler = Tumbler("D1", dice=3, seed=417, key=KEY, started_at=STARTED_AT)
        self.connect(key)

    def connect(self, key: bytes = KEY, now: float = 0.0) -> None:
        self.end = End("D1", says=Direction.DOWN, keys=[key], clock=lambda now: STARTED_AT + timedelta(seconds=now))
        self.tumbler.table.connect(now)

    def tell(self, *messages: Said, now: float = 0.0) -> None:
        for message in messages:
            self.end.say(message, now)
        self.tumbler.hear(self.end.take_out(now), now)

    def run(self, start: float, seconds: float) -> list[Said]:
        """What was said meanwhile; nothing of it is acknowledged."""
        said: list[Said] = []
        for tenth in range(int(seconds * 10)):
            now = start + tenth / 10
            self.tumbler.advance(now)
            said += [line.message for line in self.end.hear(self.tumbler.table.take_out(now), now)]
            self.tumbler.hear(self.end.take_out(now), now)
        return said


def shoot(play: str = "R1") -> tuple[Said, ...]:
    return RoundOpened(play), WageringClosed(play), ShootDice(play)


def test_a_tumbler_shoots_when_it_is_told_to_and_says_what_it_senses() -> None:
    house = House()
    house.tell(*shoot()[:2])
    assert house.run(0.0, 5.0) == []
    house.tell(ShootDice("R1"), now=5.0)
    shot, sensed = house.run(5.0, 5.0)
    assert shot == DiceShot("R1")
    assert isinstance(sensed, OutcomeSensed)
    assert len(sensed.outcome) == 3
    assert all(1 <= die <= 6 for die in sensed.outcome)
    assert house.end.waiting == {}


def test_a_round_is_shot_once_however_often_it_is_told() -> None:
    house = House()
    house.tell(*shoot(), ShootDice("R1"))
    house.run(0.0, 6.0)
    house.connect(now=6.0)
    house.tell(*shoot(), now=6.0)
    assert [type(message) for message in house.run(6.0, 6.0)] == [DiceShot, OutcomeSensed]
    assert house.tumbler.shots == 1


def test_only_the_round_that_is_open_is_shot() -> None:
    house = House()
    house.tell(*shoot("R1")[:2], RoundOpened("R2"), ShootDice("R1"))
    assert house.run(0.0, 6.0) == []


def test_cocked_dice_are_said_and_lie_until_the_next_round() -> None:
    house = House()
    house.tumbler.inflict(Fault.COCKED_DICE)
    house.tell(*shoot())
    assert [type(message) for message in house.run(0.0, 12.0)] == [DiceShot, DiceCocked]
    house.tell(*shoot("R2"), now=12.0)
    assert [type(message) for message in house.run(12.0, 6.0)] == [DiceShot, OutcomeSensed]


def test_a_lost_line_is_missed_and_sent_again() -> None:
    house = House()
    house.tell(*shoot())
    house.tumbler.advance(0.5)
    house.run(0.5, 0.2)
    house.tumbler.inflict(Fault.LOST_LINE)
    assert [type(message) for message in house.run(0.8, 6.0)] == [DiceShot, OutcomeSensed]
    assert house.tumbler.table.lines_to_lose == 0


def test_what_was_not_acknowledged_is_said_again_to_whoever_comes_next() -> None:
    house = House()
    house.tell(*shoot())
    house.tumbler.advance(1.5)
    house.connect(now=2.0)
    assert house.run(2.0, 0.2) == [DiceShot("R1")]


def test_a_table_shows_the_latest_of_each_meter_and_who_is_locked() -> None:
    house = House()
    house.tell(CreditMeter("T1", Cents(900), 7), CreditMeter("T1", Cents(500), 6), CreditMeter("T2", Cents(1), 1))
    house.tell(Lock("T2", is_locked=True, reason="Door"), OutcomeConfirmed("R1", (1, 2, 3)))
    table = house.tumbler.table
    assert {name: meter.cents for name, meter in table.credits.items()} == {"T1": 900, "T2": 1}
    assert table.locked == {"T2": "Door"}
    assert not table.outcome
    house.tell(Lock("T2", is_locked=False, reason=""), RoundOpened("R1"), OutcomeConfirmed("R1", (1, 2, 3)))
    assert not table.locked
    assert (table.round, table.outcome) == ("R1", (1, 2, 3))


def test_a_tumbler_passes_over_what_is_not_for_it() -> None:
    house = House(b"another key")
    house.tumbler.hear(b"no line\n\xff\xfe\n", 0.0)
    house.tell(*shoot())
    house.tumbler.advance(9.0)
    assert house.tumbler.table.take_out(9.0) == b""
