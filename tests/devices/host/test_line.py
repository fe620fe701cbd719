"""Who is asked what and when, and what comes of it."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from devices.domain.events import NotesAccepted
from devices.host.findings import (
    Answered,
    Chirped,
    ClockWasOff,
    ExceptionHeard,
    ExceptionsLost,
    HandPayPending,
    HandPayResetTried,
    Introduced,
    Kind,
    LinkDown,
    LinkUp,
    MetersRead,
    NumberGiven,
    ProgressiveHit,
    Question,
    RecordsMissing,
    RedemptionTold,
    Refused,
    SignatureHeard,
    TicketInserted,
    TicketPrinted,
    TicketWanted,
    Unanswered,
    WhyUnanswered,
)
from devices.host.line import NOTHING_HAPPENED, TO_NOBODY, Line
from devices.host.station import Station
from devices.simulator.terminal import EVERY_40_MS, FEATURES, LONG_METERS
from devices.wire.records import Record, encode
from devices.wire.sas import Acknowledged, ExceptionCode, Request, control, encode_answer
from devices.wire.sas.control import LockPlay, RequestSignature, ResetResult, UnlockPlay
from devices.wire.sas.meters import Credits, Meter
from devices.wire.sas.progressives import TellProgressive
from devices.wire.sas.tickets import NumberResult, RedemptionStatus, TicketDecision
from tests.devices.floor import Floor, local_time

NUMBER = "011234567890123456"
CREDITS = encode(Record(encode_answer(Credits(0), address=1), wakes=False))


def codes(floor: Floor) -> list[ExceptionCode]:
    return [finding.code for finding in floor.all_of(ExceptionHeard)]


# Turns


def test_every_terminal_is_polled_every_200_ms_and_never_sooner() -> None:
    floor = Floor(5)
    floor.run(20)
    station = floor.host.stations["T1"]
    assert station.every == 0.2
    assert 0.2 <= floor.host.widest_gap < 0.22


def test_a_terminal_that_says_so_is_polled_every_40_ms() -> None:
    floor = Floor(1, features=FEATURES | EVERY_40_MS).settle()
    asked = len(floor.asked)
    floor.run(2)
    assert 40 <= len(floor.asked) - asked <= 50


def test_nobody_is_asked_before_there_is_a_connection() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    assert line.turn(b"", 0.0) == b""
    line.connect(0.1)
    assert line.turn(b"", 0.1) == encode(Record(b"\x01\x1a", wakes=True))


def test_what_a_lone_terminal_said_is_acknowledged_by_asking_nobody() -> None:
    floor = Floor(1).settle()
    floor.terminal.open_door()
    floor.terminal.close_door()
    floor.run(2)
    assert codes(floor) == [ExceptionCode.DOOR_OPENED, ExceptionCode.DOOR_CLOSED]
    assert TO_NOBODY[-1:] in floor.asked


def test_a_new_terminal_is_asked_everything_one_wants_to_know() -> None:
    floor = Floor(1)
    floor.run(8)
    assert floor.found[0] == LinkUp("T1", 0.001)
    (introduced,) = floor.all_of(Introduced)
    assert introduced.serial == control.Serial("602", "T1-1")
    assert introduced.identity
    assert introduced.identity.denomination == 1
    assert introduced.features
    assert introduced.features.has_long_meters
    assert {meter for read in floor.all_of(MetersRead) for meter in read.values} >= {Meter.NOTES_IN, Meter.COIN_IN, Meter.CREDITS}


def test_a_terminal_without_long_meters_is_asked_for_short_ones() -> None:
    floor = Floor(1, features=FEATURES & ~LONG_METERS).settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.run(2)
    assert floor.money_in() == 5_000
    assert not any(frame[1:2] == b"\x6f" for frame in floor.asked)


def test_a_clock_that_is_off_is_set() -> None:
    floor = Floor(1)
    floor.run(8)
    assert len(floor.all_of(ClockWasOff)) == 1
    assert abs((floor.terminal.cabinet.local_time(floor.now) - local_time(floor.now)).total_seconds()) <= 1
    floor.run(700)
    assert len(floor.all_of(ClockWasOff)) == 1


# Money in


def test_a_note_is_read_at_once_and_counted_once() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.run(1)
    assert [event.notes for event in floor.books["T1"].all_of(NotesAccepted)] == [{"2000": 1}]
    floor.run(100)
    assert floor.money_in() == 2_000


def test_a_note_nobody_reported_is_found_by_the_next_reading() -> None:
    floor = Floor().settle()
    floor.terminal.insert_note(Cents(2_000))
    floor.terminal.cabinet.exceptions.acknowledge(ExceptionCode.NOTE_ACCEPTED_20, floor.now)
    floor.run(35)
    assert codes(floor) == []
    assert floor.money_in() == 2_000


def test_what_came_in_while_nobody_polled_is_counted_from_what_was_on_record() -> None:
    floor = Floor(1)
    floor.terminal.insert_note(Cents(1_000))
    floor.books["T1"].take(MetersRead("T1", -1.0, {Meter.NOTES_IN: 1_000}, {Meter.NOTES_IN: 4}, has_changed=True))
    for _ in range(2):
        floor.terminal.insert_note(Cents(1_000))
    floor.run(8)
    assert floor.money_in() == 2_000


def test_an_overflow_makes_everything_be_read_anew() -> None:
    floor = Floor().settle()
    for _ in range(25):
        floor.terminal.insert_note(Cents(500))
    floor.run(40)
    assert len(floor.all_of(ExceptionsLost)) == 1
    assert floor.money_in() == 25 * 500


# Tickets out


def collecting(floor: Floor) -> Floor:
    floor.settle()
    floor.terminal.insert_note(Cents(5_000))
    floor.run(1)
    floor.terminal.collect(floor.now)
    return floor


def test_a_cash_out_is_told_once_numbered_printed_and_proved() -> None:
    floor = collecting(Floor())
    floor.run(4)
    assert [(each.cents, each.device) for each in floor.all_of(TicketWanted)] == [(5_000, "T1")]
    floor.host.give_number("T1", NUMBER, now=floor.now)
    floor.run(3)
    assert [(each.number, each.result) for each in floor.all_of(NumberGiven)] == [(NUMBER, NumberResult.ACCEPTED)]
    (printed,) = floor.all_of(TicketPrinted)
    assert (printed.record.validation_number, printed.record.amount_cents) == (NUMBER, 5_000)
    assert floor.terminal.cabinet.credits == 0
    floor.run(35)
    assert floor.differences() == {}


def test_a_cash_out_is_refused_while_nobody_answers_ticket_questions() -> None:
    floor = collecting(Floor(answering=frozenset()))
    floor.run(4)
    assert floor.all_of(TicketWanted) == []
    assert [(each.question, each.is_too_late) for each in floor.all_of(Refused)] == [(Question.TICKET_OUT, False)]
    assert [each.cents for each in floor.all_of(HandPayPending)] == [5_000]


def test_a_cash_out_without_an_answer_is_refused_before_the_machine_gives_up() -> None:
    floor = collecting(Floor())
    floor.run(9.5)
    assert [each.is_too_late for each in floor.all_of(Refused)] == [True]
    floor.host.give_number("T1", NUMBER, now=floor.now)
    floor.run(3)
    assert [each.why for each in floor.all_of(Unanswered)] == [WhyUnanswered.NOT_ASKED_FOR]
    assert floor.all_of(TicketPrinted) == []


def test_a_cash_out_that_the_house_refuses_is_paid_by_hand() -> None:
    floor = collecting(Floor())
    floor.run(1)
    floor.host.refuse("T1", Question.TICKET_OUT, now=floor.now)
    floor.run(2)
    assert floor.all_of(NumberGiven) == []
    assert [each.cents for each in floor.all_of(HandPayPending)] == [5_000]


def test_two_cash_outs_of_the_same_amount_are_two() -> None:
    floor = Floor().settle()
    for _ in range(2):
        floor.terminal.insert_note(Cents(5_000))
        floor.terminal.collect(floor.now)
        floor.run(2)
        floor.host.give_number("T1", NUMBER, now=floor.now)
        floor.run(3)
    assert len(floor.all_of(TicketWanted)) == len(floor.all_of(TicketPrinted)) == 2


def test_records_that_were_heard_but_not_kept_are_asked_for_by_their_index() -> None:
    floor = Floor(last_record=1)
    for index in range(4):
        floor.terminal.insert_note(Cents(1_000))
        floor.terminal.collect(floor.now)
        floor.terminal.cash_outs.take_number(NUMBER[:-1] + str(index), floor.now)
        floor.terminal.cabinet.advance(floor.now + 1)
    floor.terminal.cash_outs.record_taken(0)
    floor.terminal.cash_outs.record_taken(0)
    floor.run(10)
    assert [each.indexes for each in floor.all_of(RecordsMissing)] == [(2,)]
    assert sorted(each.record.index for each in floor.all_of(TicketPrinted)) == [2, 3, 4]


# Tickets in


def test_a_ticket_is_told_once_and_redeemed_for_the_amount_of_the_house() -> None:
    floor = Floor().settle()
    floor.terminal.insert_ticket(NUMBER, Cents(999_99), floor.now)
    floor.run(4)
    assert [(each.number, each.cents) for each in floor.all_of(TicketInserted)] == [(NUMBER, 999_99)]
    floor.host.decide_ticket("T1", TicketDecision.CASHABLE, number=NUMBER, cents=Cents(5_000), now=floor.now)
    floor.run(3)
    told = [(each.cents, each.status) for each in floor.all_of(RedemptionTold)]
    assert told == [(5_000, RedemptionStatus.PENDING), (5_000, RedemptionStatus.CASHABLE_REDEEMED)]
    assert floor.seen()[Meter.CASHABLE_TICKETS_IN_CENTS] == 5_000
    floor.run(35)
    assert floor.differences() == {}


@pytest.mark.parametrize("answering", [frozenset[Question](), frozenset(Question)])
def test_a_forged_ticket_that_carries_its_own_amount_is_worth_nothing_unless_somebody_decides(
    answering: frozenset[Question],
) -> None:
    floor = Floor(answering=answering).settle()
    floor.terminal.insert_ticket("010000000000099999", Cents(999_99), floor.now)
    floor.run(20)
    assert [each.question for each in floor.all_of(Refused)] == [Question.TICKET_IN]
    assert {each.status for each in floor.all_of(RedemptionTold)} == {RedemptionStatus.REJECTED_BY_HOST}
    assert floor.terminal.cabinet.credits == 0


# Hand-pays, locks, signatures, progressives


def test_a_hand_pay_is_told_once_and_reset_in_two_steps() -> None:
    floor = Floor().settle()
    floor.terminal.hand_pay(Cents(15_000_00))
    floor.run(40)
    assert [each.cents for each in floor.all_of(HandPayPending)] == [15_000_00]
    floor.host.reset_hand_pay("T1")
    floor.run(3)
    assert [each.result for each in floor.all_of(HandPayResetTried)] == [ResetResult.RESET]
    steps = [frame[1] for frame in floor.asked if len(frame) > 1 and frame[1] in (0xA8, 0x94)]
    assert steps == [0xA8, 0x94]
    assert ExceptionCode.HAND_PAY_RESET in codes(floor)
    assert floor.seen()[Meter.JACKPOT] == 15_000_00


def test_a_second_hand_pay_of_the_same_amount_is_told_after_the_first_is_reset() -> None:
    floor = Floor().settle()
    for _ in range(2):
        floor.terminal.hand_pay(Cents(15_000_00))
    floor.run(5)
    floor.host.reset_hand_pay("T1")
    floor.run(5)
    assert [each.cents for each in floor.all_of(HandPayPending)] == [15_000_00, 15_000_00]


def test_without_a_hand_pay_the_second_step_is_not_taken() -> None:
    floor = Floor().settle()
    floor.host.reset_hand_pay("T1")
    floor.run(2)
    assert [each.result for each in floor.all_of(HandPayResetTried)] == [None]
    assert not any(frame[1:2] == b"\x94" for frame in floor.asked)


def test_a_terminal_is_locked_and_unlocked() -> None:
    floor = Floor().settle()
    floor.host.ask("T1", LockPlay(), now=floor.now)
    floor.run(1)
    assert floor.terminal.is_locked
    floor.host.ask("T1", UnlockPlay(), now=floor.now)
    floor.run(1)
    assert floor.terminal.is_playable
    assert [each.answer for each in floor.all_of(Answered)] == [Acknowledged(), Acknowledged()]


@pytest.mark.parametrize("last", [LockPlay(), UnlockPlay()])
def test_a_terminal_that_is_told_one_thing_and_then_another_does_the_last(last: Request) -> None:
    """However they are queued: an order that is no longer meant is not given."""
    floor = Floor().settle()
    first = UnlockPlay() if last == LockPlay() else LockPlay()
    for request in (last, first, last):
        floor.host.ask("T1", request, now=floor.now)
    floor.run(3)
    assert floor.terminal.is_locked is (last == LockPlay())
    assert floor.all_of(Answered)[-1].request == last


def test_a_signature_comes_later_in_place_of_an_exception() -> None:
    floor = Floor().settle()
    floor.host.ask("T1", RequestSignature(0x3412), now=floor.now)
    floor.run(3)
    assert len(floor.all_of(SignatureHeard)) == 1
    assert floor.terminal.signature is None


def test_a_progressive_is_told_to_all_and_its_win_is_read() -> None:
    floor = Floor(3).settle()
    floor.host.broadcast(TellProgressive(1, 2, Cents(1_234_56)))
    floor.run(1)
    assert all(terminal.progressives == {(1, 2): 1_234_56} for terminal in floor.terminals)
    floor.terminal.hit_progressive(1, 2)
    floor.run(3)
    assert [each.win.amount_cents for each in floor.all_of(ProgressiveHit)] == [1_234_56]


def test_what_is_asked_of_a_terminal_that_is_down_is_unanswered_at_once() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.ask("T1", LockPlay(), now=0.0)
    assert line.take_findings() == [Unanswered("T1", 0.0, LockPlay(), WhyUnanswered.LINK_DOWN)]


# Links


def test_a_terminal_that_never_answers_is_down_after_five_seconds() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.connect(0.0)
    now = 0.0
    while now < 20:
        line.turn(b"", now)
        now = line.wake_at
    links = [finding for finding in line.take_findings() if isinstance(finding, LinkDown | LinkUp)]
    assert [type(each) for each in links] == [LinkDown]
    assert 5 <= links[0].at < 7


def test_a_lost_connection_is_a_link_down_for_everybody_on_the_line() -> None:
    floor = Floor(2).settle()
    floor.host.disconnect(floor.now)
    floor.run(7)
    assert [each.device for each in floor.all_of(LinkDown)] == ["T1", "T2"]
    floor.host.connect(floor.now)
    floor.run(5)
    assert {each.device for each in floor.all_of(LinkUp)} == {"T1", "T2"}


def test_a_dead_terminal_does_not_keep_the_others_waiting() -> None:
    floor = Floor(40).settle()
    floor.terminal.power_loss(floor.now, seconds=1_000)
    floor.host.widest_gap = 0.0
    floor.run(20)
    assert floor.host.widest_gap < 0.5
    floor.host.widest_gap = 0.0
    floor.run(30)
    assert floor.host.widest_gap < 0.3


def test_a_line_that_stands_still_for_a_while_is_nobodys_fault() -> None:
    floor = Floor(100).settle()
    floor.cut_all(seconds=1.0)
    floor.terminals[50].insert_note(Cents(2_000))
    floor.host.widest_gap = 0.0
    floor.run(5)
    assert floor.host.widest_gap < 1.6
    assert floor.money_in("T51") == 2_000
    assert floor.all_of(LinkDown) == []
    assert len(floor.all_of(ExceptionsLost)) == 1
    floor.cut_all(seconds=20.0)
    floor.run(30)
    assert len({each.device for each in floor.all_of(LinkDown)}) == 100
    assert len({each.device for each in floor.all_of(LinkUp)}) == 100


def test_a_machine_nobody_speaks_to_is_heard() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.connect(0.0)
    line.turn(encode(Record(b"\x01", wakes=True)) + encode(Record(b"\x09", wakes=True)), 0.1)
    found = line.take_findings()
    assert Chirped("T1", 0.1) in found
    assert Kind.UNKNOWN_CHIRP in {finding.kind for finding in found if hasattr(finding, "kind")}


def test_broken_framing_is_counted_and_ends_the_connection() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.connect(0.0)
    assert line.turn(b"\xff\xff\xff\xff", 0.1) == b""
    assert line.is_broken
    assert [finding.kind for finding in line.take_findings() if hasattr(finding, "kind")] == [Kind.BROKEN_FRAMING]


def test_a_question_without_an_answer_is_asked_four_times_and_then_given_up() -> None:
    line = Line([Station("T1", 1)], local_time=local_time, now=0.0)
    line.connect(0.0)
    asked, now, heard = [], 0.0, b""
    while now < 1.0:
        sent = line.turn(heard, now)
        asked += [sent[3:]] if sent else []
        heard = {b"\x81": NOTHING_HAPPENED, b"\x01\x1a": CREDITS}.get(sent[3:], b"")
        now = now + 0.001 if heard else line.wake_at
    features = b"\x01\xa0\x00\x00l\x13"
    assert asked[:6] == [b"\x01\x1a", features, features, features, features, b"\x01\x1a"]
    found = line.take_findings()
    assert next((each.request, each.why) for each in found if isinstance(each, Unanswered)) == (
        control.ReadFeatures(0),
        WhyUnanswered.SILENT,
    )
