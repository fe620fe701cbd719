"""Every fault by script: afterwards the host sees the meters as they are, or the difference is a finding."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from devices.domain.events import MeterRanBackwards, MeterRolledOver, MetersCleared
from devices.domain.readings import Meter as Named
from devices.host.findings import (
    Chirped,
    ExceptionHeard,
    ExceptionsLost,
    HandPayPending,
    Kind,
    LinkDown,
    LinkUp,
    NumberGiven,
    RedemptionTold,
    TicketPrinted,
    TicketWanted,
    Unanswered,
)
from devices.simulator.cable import LINK_DOWN_SECONDS
from devices.simulator.faults import Fault
from devices.wire.sas import ExceptionCode
from devices.wire.sas.meters import Meter
from devices.wire.sas.tickets import GiveNumber, RedemptionStatus, TicketDecision
from tests.devices.floor import Floor

NUMBER = "011234567890123456"
RECOVERED_SECONDS = 70.0

COUNTED = {
    Fault.SILENCE: Kind.SILENT,
    Fault.BAD_CRC: Kind.BAD_CRC,
    Fault.BUSY: Kind.BUSY,
    Fault.TRUNCATED: Kind.TRUNCATED,
    Fault.LATE: Kind.LATE,
    Fault.FOREIGN_ADDRESS: Kind.FOREIGN_ADDRESS,
    Fault.NOT_DECIMAL: Kind.NOT_DECIMAL,
    Fault.NOISE: None,
    Fault.CHIRP: None,
    Fault.DUPLICATED_EXCEPTION: None,
    Fault.LOST_IMPLIED_ACK: None,
    Fault.UNKNOWN_EXCEPTION: Kind.UNKNOWN_EXCEPTION,
}


@pytest.mark.parametrize("times", [1, 2, 6])
@pytest.mark.parametrize("fault", COUNTED)
def test_after_a_disturbance_everything_is_counted_once(fault: Fault, times: int) -> None:
    floor = Floor(3).settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.inflict(fault, times=times)
    floor.terminals[1].insert_note(Cents(500))
    floor.run(2)
    floor.terminal.insert_note(Cents(1_000))
    floor.run(RECOVERED_SECONDS)
    assert floor.money_in() == 3_000
    assert floor.money_in("T2") == 500
    assert [floor.differences(terminal) for terminal in floor.terminals] == [{}, {}, {}]
    assert COUNTED[fault] is None or COUNTED[fault] in floor.counted()
    assert floor.all_of(LinkDown) == []


def test_an_answer_that_comes_late_is_not_taken_for_another_terminals() -> None:
    floor = Floor(120).settle()
    for _ in range(6):
        floor.terminal.tilt()
        floor.inflict(Fault.LATE, times=2)
        floor.run(1)
    heard = {(finding.device, finding.code) for finding in floor.all_of(ExceptionHeard)}
    assert heard == {("T1", ExceptionCode.GENERAL_TILT)}
    assert Kind.LATE in floor.counted()


def test_what_is_heard_right_after_a_terminal_was_given_up_is_nobody_elses() -> None:
    floor = Floor(120).settle()
    floor.terminal.power_loss(floor.now, seconds=1_000)
    while not floor.host.stations["T1"].is_silent:
        floor.run(0.005)
    floor.say(b"\x20", after_seconds=0.01)
    floor.run(1)
    assert floor.all_of(ExceptionHeard) == []
    assert Kind.LATE in floor.counted()


def test_a_chirp_is_told_and_is_no_answer() -> None:
    floor = Floor().settle()
    floor.inflict(Fault.CHIRP)
    floor.run(1)
    assert [finding.device for finding in floor.all_of(Chirped)] == ["T1"]


def test_a_duplicated_exception_is_heard_twice_and_counted_once() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.inflict(Fault.DUPLICATED_EXCEPTION)
    floor.run(5)
    assert [finding.code for finding in floor.all_of(ExceptionHeard)] == [ExceptionCode.NOTE_ACCEPTED_20] * 2
    assert floor.money_in() == 2_000


def test_a_lost_acknowledgement_repeats_the_exception_and_counts_nothing_twice() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.inflict(Fault.LOST_IMPLIED_ACK)
    floor.run(5)
    assert floor.money_in() == 2_000


def test_an_overflow_is_told_and_everything_is_read_anew() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.inflict(Fault.BUFFER_OVERFLOW)
    floor.run(20)
    assert len(floor.all_of(ExceptionsLost)) == 1
    assert floor.money_in() == 2_000


def test_a_cut_cable_is_a_link_down_and_what_happened_meanwhile_is_read_after_it() -> None:
    floor = Floor().settle()
    floor.inflict(Fault.LINK_DOWN)
    floor.run(10)
    assert [finding.device for finding in floor.all_of(LinkDown)] == ["T1"]
    floor.terminal.insert_note(Cents(5_000))
    floor.run(LINK_DOWN_SECONDS)
    assert [finding.device for finding in floor.all_of(LinkUp)] == ["T1"]
    assert floor.money_in() == 5_000
    assert floor.differences() == {}


def test_while_the_link_is_down_for_thirty_seconds_a_cash_out_is_paid_by_hand() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.inflict(Fault.LINK_DOWN)
    floor.run(31)
    floor.terminal.collect(floor.now)
    floor.run(RECOVERED_SECONDS)
    assert [finding.cents for finding in floor.all_of(HandPayPending)] == [5_000]
    assert floor.all_of(TicketWanted) == []


@pytest.mark.parametrize(
    "fault", [Fault.POWER_LOSS_AFTER_57, Fault.POWER_LOSS_AFTER_58, Fault.POWER_LOSS_AFTER_PRINT, Fault.POWER_LOSS]
)
def test_however_the_power_goes_in_a_cash_out_exactly_one_ticket_is_printed_and_proved(fault: Fault) -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.run(1)
    floor.inflict(fault)
    floor.run(0 if fault is not Fault.POWER_LOSS else 5)
    assert floor.terminal.collect(floor.now)
    for _ in range(20):
        floor.run(0.5)
        if len(floor.all_of(TicketWanted)) > len(floor.all_of(NumberGiven)):
            floor.host.give_number("T1", NUMBER, now=floor.now)
            floor.run(0.7)
    floor.run(RECOVERED_SECONDS)
    assert [finding.record.validation_number for finding in floor.all_of(TicketPrinted)] == [NUMBER]
    assert floor.terminal.cabinet.credits == floor.terminal.cabinet.reserved == 0
    assert floor.seen()[Meter.CASHABLE_TICKETS_OUT_CENTS] == 5_000
    assert floor.differences() == {}


@pytest.mark.parametrize("fault", [Fault.SILENCE, Fault.BAD_CRC, Fault.LATE, Fault.TRUNCATED])
@pytest.mark.parametrize("times", [1, 3, 4, 9])
def test_whatever_happens_to_the_answer_a_number_is_printed_once_or_the_amount_is_paid_by_hand(fault: Fault, times: int) -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.terminal.collect(floor.now)
    floor.run(1.5)
    assert len(floor.all_of(TicketWanted)) == 1
    floor.host.give_number("T1", NUMBER, now=floor.now)
    floor.inflict(fault, times=times)
    floor.run(RECOVERED_SECONDS)
    printed = [finding.record.validation_number for finding in floor.all_of(TicketPrinted)]
    by_hand = [finding.cents for finding in floor.all_of(HandPayPending)]
    assert (printed, by_hand) in (([NUMBER], []), ([], [5_000]))
    assert floor.all_of(NumberGiven) or GiveNumber(NUMBER) in [each.request for each in floor.all_of(Unanswered)]
    assert floor.differences() == {}


def test_a_ticket_authorised_before_the_power_went_is_redeemed_once() -> None:
    floor = Floor().settle()
    floor.terminal.insert_ticket(NUMBER, Cents(5_000), floor.now)
    floor.run(1)
    floor.inflict(Fault.POWER_LOSS_AFTER_71)
    floor.host.decide_ticket("T1", TicketDecision.CASHABLE, number=NUMBER, cents=Cents(5_000), now=floor.now)
    floor.run(RECOVERED_SECONDS)
    assert floor.all_of(RedemptionTold)[-1].status is RedemptionStatus.CASHABLE_REDEEMED
    assert floor.seen()[Meter.CASHABLE_TICKETS_IN_CENTS] == floor.terminal.cabinet.credits == 5_000


def test_a_cleared_memory_is_told_with_both_readings() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.run(3)
    floor.inflict(Fault.RAM_CLEAR)
    floor.terminal.insert_note(Cents(1_000))
    floor.run(RECOVERED_SECONDS)
    (cleared, *_) = floor.books["T1"].all_of(MetersCleared)
    assert cleared.before[Named.NOTES_IN] == 5_000
    assert floor.money_in() == 6_000
    assert floor.differences() == {}


def test_a_meter_that_rolls_over_is_told_and_nothing_is_lost() -> None:
    floor = Floor()
    floor.inflict(Fault.METER_ROLL_OVER)
    floor.settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.run(RECOVERED_SECONDS)
    assert [event.meter for event in floor.books["T1"].all_of(MeterRolledOver)] == [Named.NOTES_IN]
    assert floor.money_in() == 2_000
    assert floor.books["T1"].all_of(MetersCleared) == []


def test_a_meter_that_runs_backwards_is_told_and_nothing_is_counted() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.run(3)
    floor.inflict(Fault.METER_RUNS_BACKWARDS)
    floor.run(RECOVERED_SECONDS)
    assert [(each.before, each.after) for each in floor.books["T1"].all_of(MeterRanBackwards)] == [(2_000, 1_000)]
    assert floor.money_in() == 2_000
