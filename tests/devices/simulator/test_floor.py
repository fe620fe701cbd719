"""A whole floor from a seed: what it does is the same again, and each fault does what it says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.simulator import memory, plan
from devices.simulator.faults import MEANINGS, OF_TERMINALS, OF_TUMBLERS, OF_WHEELS, BadScript, Fault, Scripted, parse_for
from devices.simulator.floor import Floor
from devices.simulator.memory import BadMemory, Memory
from devices.simulator.player import BUSY, CALM, Manner
from devices.simulator.report import report
from devices.simulator.table import TURN_SECONDS
from devices.simulator.wheel import Wheel
from devices.wire.sas.meters import Meter

OPENED_AT = datetime(2026, 7, 1, tzinfo=UTC)
NOBODY_PLAYS = Manner(notes=0, collects=0, doors=0, tilts=0, large_wins=0, waits=1)


def floor(seed: int = 417, *, faults: Sequence[Scripted] = (), manner: Manner = BUSY) -> Floor:
    return Floor(plan.numbered(3, 4), seed=seed, opened_at=OPENED_AT, faults=faults, manner=manner)


def play(on: Floor, rounds: int) -> dict[str, Any]:
    """Turn after turn, a minute apart, while nobody polls."""
    on.plug_in()
    for number in range(rounds):
        for table in on.tables:
            for act in on.turn(table):
                act.do(60.0 * number)
        on.advance(60.0 * number + 59)
    return report(on)


@settings(deadline=None, max_examples=20)
@given(st.integers(), st.integers(0, 30))
def test_the_same_seed_gives_the_same_report(seed: int, rounds: int) -> None:
    assert play(floor(seed), rounds) == play(floor(seed), rounds)


def test_another_seed_gives_another_report() -> None:
    assert play(floor(1), 20)["terminals"] != play(floor(2), 20)["terminals"]


@settings(deadline=None, max_examples=20)
@given(st.integers(), st.integers(0, 60))
def test_money_in_is_on_the_credit_meter_or_was_paid_by_hand(seed: int, rounds: int) -> None:
    on = floor(seed)
    for told in play(on, rounds)["terminals"].values():
        meters = told["meters"]
        assert told["notes_cents"] == meters["notes-in"] == meters["credits"] + meters["hand-paid-cancelled"]
        assert meters["games-played"] == meters["coin-in"] == 0


def test_a_fault_at_one_terminal_changes_nothing_for_the_others() -> None:
    undisturbed = play(floor(), 10)["terminals"]
    disturbed = play(floor(faults=[Scripted(3, "T0005", Fault.SILENCE)]), 10)["terminals"]
    assert {name for name, told in disturbed.items() if told != undisturbed[name]} == {"T0005"}


def test_a_calm_floor_sees_a_note_every_few_seconds() -> None:
    on = floor(manner=CALM)
    notes = sum(sum(told["notes"].values()) for told in play(on, 500)["terminals"].values())
    seconds_for_32_terminals = 500 * TURN_SECONDS * 12 / 32 / notes
    assert 2 < seconds_for_32_terminals < 8


def test_doors_are_closed_by_the_end_of_every_turn() -> None:
    on = floor(manner=Manner(notes=0, collects=0, doors=1, tilts=0, large_wins=0, waits=0))
    told = play(on, 3)
    assert {each["doors_opened"] for each in told["terminals"].values()} == {3}
    assert [terminal.open_doors for terminal in on.terminals] == [()] * 12


def test_hand_pays_are_paid_at_the_beginning_of_the_next_turn() -> None:
    on = floor(manner=Manner(notes=0, collects=0, doors=0, tilts=0, large_wins=1, waits=0))
    told = play(on, 3)["terminals"]["T0001"]
    assert (told["hand_pays_raised"]["count"], told["hand_pays_paid"]["count"]) == (3, 2)
    assert told["meters"]["jackpot"] == told["hand_pays_paid"]["cents"]


def test_a_wheel_plays_one_game_a_turn() -> None:
    on = floor()
    wheel = on.tables[1].machine
    assert isinstance(wheel, Wheel)
    wheel.send(10 * TURN_SECONDS)
    assert report(on)["wheels"]["TABLE2-WHEEL"]["games"] == 10


# Faults by script

NOTES_IN_AFTER = dict.fromkeys(OF_TERMINALS, 2_000) | {
    Fault.POWER_LOSS_AFTER_71: 0,
    Fault.RAM_CLEAR: 0,
    Fault.METER_RUNS_BACKWARDS: 0,
    Fault.METER_ROLL_OVER: 10_000,
}


@pytest.mark.parametrize("fault", [each for each in Fault if each in OF_TERMINALS])
def test_money_moves_at_a_terminal_while_a_fault_is_inflicted(fault: Fault) -> None:
    on = floor(faults=[Scripted(2, "T0003", fault)], manner=NOBODY_PLAYS)
    told = play(on, 3)
    assert told["terminals"]["T0003"]["notes_cents"] == NOTES_IN_AFTER[fault]
    assert told["faults"] == [{"at_round": 2, "device": "T0003", "fault": fault.value, "times": 1, "is_inflicted": True}]


@pytest.mark.parametrize("fault", [each for each in Fault if each in OF_WHEELS | OF_TUMBLERS])
def test_a_fault_of_a_machine_reaches_the_machine(fault: Fault) -> None:
    device = "TABLE2-WHEEL" if fault in OF_WHEELS else "TABLE1-DICE"
    on = floor(faults=[Scripted(1, device, fault)])
    assert play(on, 1)["faults"][0]["is_inflicted"]


def test_a_fault_after_the_last_turn_is_told_as_not_inflicted() -> None:
    assert not play(floor(faults=[Scripted(9, "T0003", Fault.SILENCE)]), 3)["faults"][0]["is_inflicted"]


def test_a_meter_that_is_to_roll_over_is_nearly_full_from_the_start() -> None:
    on = floor(faults=[Scripted(2, "T0003", Fault.METER_ROLL_OVER)], manner=NOBODY_PLAYS)
    on.plug_in()
    terminal = on.terminals[2]
    assert terminal.meters[Meter.NOTES_IN] == 99_999_000
    play(on, 2)
    assert terminal.meters[Meter.NOTES_IN] == 9_000


def test_every_fault_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Fault)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"at_round": 1, "device": "T9999", "fault": "silence"}', "Line 2 of the faults .* there is no device T9999"),
        ('{"at_round": 1, "device": "T0001", "fault": "sulking"}', "Line 2 of the faults .* 'sulking'"),
        ('{"at_round": 1, "device": "T0001", "fault": "line-cut"}', "Line 2 of the faults .* line-cut does not happen at T0001"),
        (
            '{"at_round": 1, "device": "TABLE1-DICE", "fault": "busy"}',
            "Line 2 .* where there is cocked-dice, lost-line",
        ),
        ('{"at_round": -1, "device": "T0001", "fault": "silence"}', "Line 2 of the faults"),
        ('{"at_round": 1, "device": "T0001"}', "Line 2 of the faults"),
        ("at round 1 T0001 falls silent", "Line 2 of the faults"),
    ],
)
def test_a_script_that_cannot_be_played_is_refused_with_its_line(line: str, sentence: str) -> None:
    good = '{"at_round": 1, "device": "T0001", "fault": "silence"}'
    with pytest.raises(BadScript, match=sentence):
        parse_for(plan.can_have(plan.numbered(3, 4)), [good, line, good])


# Memory


def test_machines_go_on_where_they_were_switched_off() -> None:
    on, again = floor(), floor()
    play(on, 20)
    on.terminals[0].hand_pay(Cents(15_000_00))
    memory.restore(again, memory.read(memory.written(on, ports={"TABLE1": 4001})))
    for before, after in zip(on.terminals, again.terminals, strict=True):
        assert after.meters.values() == before.meters.values()
        assert after.hand_pays.waiting == before.hand_pays.waiting
        assert after.cabinet.available == before.cabinet.available


def test_a_meter_that_has_rolled_over_is_not_set_again_where_its_memory_is_known() -> None:
    """Set again it would tell of notes that nobody has put in."""
    on = floor(faults=[Scripted(2, name, Fault.METER_ROLL_OVER) for name in ("T0001", "T0002")])
    on.terminals[1].meters.preset(Meter.NOTES_IN, 9_000)
    on.plug_in(known={"T0002"})
    assert [terminal.meters[Meter.NOTES_IN] for terminal in on.terminals[:2]] == [99_999_000, 9_000]


def test_ports_are_kept_and_no_memory_is_an_empty_one() -> None:
    assert memory.read(memory.written(floor(), ports={"TABLE1": 4001})).ports == {"TABLE1": 4001}
    assert memory.read(b"{}") == Memory()
    with pytest.raises(BadMemory, match="no memory of machines"):
        memory.read(b"{")
