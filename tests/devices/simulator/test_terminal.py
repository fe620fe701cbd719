"""What people do at a terminal, and what its meters say of it."""

from __future__ import annotations

from casino.domain.money import Cents
from devices.simulator.cabinet import MOST_CREDITS, PowerPoint
from devices.simulator.meters import MeterBank
from devices.simulator.player import BY_ITSELF, Player, attend
from devices.simulator.terminal import Terminal
from devices.wire.sas import ExceptionCode
from devices.wire.sas.control import ResetMethod, ResetMethodResult, ResetResult
from devices.wire.sas.meters import SIZES, Meter
from devices.wire.sas.tickets import (
    DecideTicket,
    NumberResult,
    Parsing,
    Redemption,
    RedemptionStatus,
    TicketDecision,
    ValidationType,
)

NUMBER = "011234567890123456"


def with_credits(cents: int = 2_000) -> Terminal:
    terminal = Terminal("T1")
    assert terminal.insert_note(Cents(cents))
    return terminal


def test_a_note_is_on_four_meters() -> None:
    terminal = with_credits(2_000)
    moved = {meter: value for meter, value in terminal.meters.values().items() if value}
    assert moved == {Meter.CREDITS: 2_000, Meter.NOTES_IN: 2_000, Meter.DROP: 2_000, Meter.NOTES_OF_20: 1}


def test_a_wager_and_a_win() -> None:
    terminal = with_credits(2_000)
    assert terminal.wager(Cents(500))
    assert terminal.win(Cents(1_000))
    assert not terminal.wager(Cents(2_501))
    assert (terminal.cabinet.credits, terminal.meters[Meter.COIN_IN], terminal.meters[Meter.COIN_OUT]) == (2_500, 500, 1_000)


def test_a_locked_machine_or_an_open_door_takes_nothing() -> None:
    terminal = with_credits()
    terminal.is_locked = True
    assert not terminal.insert_note(Cents(500))
    terminal.is_locked = False
    terminal.open_door()
    assert not terminal.wager(Cents(100))
    terminal.close_door()
    assert terminal.wager(Cents(100))


def test_an_acceptor_that_is_off_takes_no_notes() -> None:
    terminal = with_credits()
    terminal.takes_notes = False
    assert not terminal.insert_note(Cents(500))


def test_the_credit_meter_takes_no_more_than_it_can_show() -> None:
    terminal = Terminal("T1")
    terminal.meters.preset(Meter.CREDITS, MOST_CREDITS - 400)
    assert not terminal.insert_note(Cents(500))


def test_a_full_meter_begins_at_zero() -> None:
    meters = MeterBank()
    meters.preset(Meter.NOTES_IN, 100 ** SIZES[Meter.NOTES_IN] - 500)
    meters.add(Meter.NOTES_IN, 2_000)
    assert meters[Meter.NOTES_IN] == 1_500


def test_a_number_prints_the_ticket_and_empties_the_credit_meter() -> None:
    terminal = with_credits()
    assert terminal.collect(0.0)
    assert not terminal.collect(0.1), "one at a time"
    assert terminal.cash_outs.take_number(NUMBER, 0.2) is NumberResult.ACCEPTED
    terminal.cabinet.advance(1.0)
    assert terminal.cabinet.credits == 0
    assert terminal.cash_outs.record(1).validation_number == NUMBER
    assert terminal.cash_outs.totals(ValidationType.CASHABLE_TICKET).amount_cents == 2_000


def test_without_a_number_for_ten_seconds_a_person_has_to_pay() -> None:
    terminal = with_credits()
    terminal.collect(0.0)
    terminal.cabinet.advance(9.9)
    assert [terminal.hand_pays.is_pending] == [False]
    terminal.cabinet.advance(10.0)
    assert terminal.hand_pays.first().amount_cents == 2_000
    assert terminal.cash_outs.take_number(NUMBER, 10.1) is NumberResult.NOT_IN_CASH_OUT
    terminal.hand_pays.reset()
    assert (terminal.cabinet.credits, terminal.meters[Meter.HAND_PAID_CANCELLED]) == (0, 2_000)


def test_a_number_with_system_zero_is_improper() -> None:
    terminal = with_credits()
    terminal.collect(0.0)
    assert terminal.cash_outs.take_number("001234567890123456", 0.1) is NumberResult.IMPROPER


def test_a_power_loss_between_number_and_print_prints_after_it() -> None:
    terminal = with_credits()
    terminal.power_loss(0.0, at=PowerPoint.AFTER_NUMBER, seconds=3.0)
    terminal.collect(0.0)
    terminal.cash_outs.take_number(NUMBER, 0.1)
    terminal.cabinet.advance(1.0)
    assert (terminal.cabinet.is_powered, terminal.cabinet.credits) == (False, 2_000)
    terminal.cabinet.advance(3.2)
    assert (terminal.cabinet.is_powered, terminal.cabinet.credits) == (True, 0)


def decided(terminal: Terminal, decision: TicketDecision, number: str = NUMBER) -> RedemptionStatus:
    terminal.insert_ticket(NUMBER, Cents(9_999), 0.0)
    told = terminal.redemptions.decide(DecideTicket(decision, Cents(500), Parsing.BCD, number), 0.1)
    assert isinstance(told, Redemption)
    terminal.cabinet.advance(1.0)
    outcome = terminal.redemptions.outcome()
    assert isinstance(outcome, Redemption)
    return outcome.status


def test_a_ticket_is_worth_what_the_host_says() -> None:
    terminal = Terminal("T1")
    assert decided(terminal, TicketDecision.CASHABLE) is RedemptionStatus.CASHABLE_REDEEMED
    assert terminal.cabinet.credits == terminal.meters[Meter.CASHABLE_TICKETS_IN_CENTS] == 500


def test_a_refused_ticket_is_returned() -> None:
    terminal = Terminal("T1")
    assert decided(terminal, TicketDecision.ALREADY_REDEEMED) is RedemptionStatus.REJECTED_BY_HOST
    assert terminal.cabinet.credits == 0


def test_a_decision_on_another_ticket_is_not_taken() -> None:
    terminal = Terminal("T1")
    assert decided(terminal, TicketDecision.CASHABLE, NUMBER[::-1]) is RedemptionStatus.NUMBER_DOES_NOT_MATCH


def test_a_ticket_nobody_decides_on_is_returned_after_ten_seconds() -> None:
    terminal = Terminal("T1")
    terminal.insert_ticket(NUMBER, Cents(500), 0.0)
    terminal.cabinet.advance(10.0)
    outcome = terminal.redemptions.outcome()
    assert outcome.status is RedemptionStatus.TIMED_OUT


def test_a_hand_pay_is_reset_in_two_steps() -> None:
    terminal = Terminal("T1")
    assert terminal.hand_pays.reset_from_afar() is ResetResult.NO_HAND_PAY
    terminal.hand_pay(Cents(15_000_00))
    assert terminal.hand_pays.reset_from_afar() is ResetResult.UNABLE
    assert terminal.hand_pays.agree(ResetMethod.STANDARD) is ResetMethodResult.SET
    assert terminal.hand_pays.reset_from_afar() is ResetResult.RESET
    assert terminal.meters[Meter.JACKPOT] == 15_000_00


def test_a_hand_pay_can_be_put_on_the_credit_meter() -> None:
    terminal = Terminal("T1")
    terminal.hand_pay(Cents(15_000_00))
    terminal.hand_pays.reset(ResetMethod.TO_CREDIT_METER)
    assert (terminal.cabinet.credits, terminal.meters[Meter.JACKPOT]) == (15_000_00, 0)


def test_a_sixth_hand_pay_finds_no_room() -> None:
    terminal = Terminal("T1")
    assert [terminal.hand_pay(Cents(100)) for _ in range(6)] == [True] * 5 + [False]


def test_a_cleared_memory_forgets_everything_and_says_so() -> None:
    terminal = with_credits()
    terminal.collect(0.0)
    terminal.ram_clear()
    assert set(terminal.meters.values().values()) == {0}
    assert terminal.cabinet.reserved == 0
    assert terminal.cabinet.exceptions.next(0.0) == ExceptionCode.METERS_RESET


def test_the_same_seed_does_the_same_things() -> None:
    def meters(seed: int) -> dict[int, int]:
        terminal = Terminal("T1")
        player = Player(terminal, seed=seed, manner=BY_ITSELF)
        for step in range(300):
            player.act(step / 2)
            attend(terminal, step / 2)
            terminal.cabinet.advance(step / 2)
        return terminal.meters.values()

    assert meters(417) == meters(417)
    assert meters(417) != meters(418)
    assert meters(417)[Meter.NOTES_IN] > 0
