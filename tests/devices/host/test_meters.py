"""What the wire's meters are called in the book, and what they are worth."""

from __future__ import annotations

from devices.domain.readings import Meter as Named
from devices.host.findings import MetersRead
from devices.host.meters import MONEY, NAMES, READ_MONEY_LONG, reading_of, sizes_of, values_of
from devices.wire.sas.meters import LongMeters, LongReading, Meter, SelectedMeters
from devices.wire.sas.meters import Reading as Told
from tests.devices.books import instant

NOTES, TICKETS = Meter.NOTES_IN, Meter.CASHABLE_TICKETS_IN_CENTS


def test_a_meter_the_machine_does_not_keep_is_left_out() -> None:
    answer = LongMeters(0, (LongReading(NOTES, 1, 4), LongReading(TICKETS, None, 0)))
    assert values_of(answer) == {NOTES: 1}
    assert sizes_of(answer) == {NOTES: 4}


def test_a_short_answer_has_the_sizes_of_the_table() -> None:
    assert sizes_of(SelectedMeters(0, (Told(NOTES, 1), Told(TICKETS, 2)))) == {NOTES: 4, TICKETS: 5}


def test_credits_are_worth_what_the_terminal_was_commissioned_for_and_pieces_are_pieces() -> None:
    values: dict[int, int] = {NOTES: 40, Meter.NOTES_OF_20: 2, TICKETS: 700}
    found = MetersRead("T1", 5.0, values, {NOTES: 4, Meter.NOTES_OF_20: 4, TICKETS: 5}, has_changed=True)
    reading = reading_of(found, credit_cents=5, at=instant(5))
    assert reading.values == {Named.NOTES_IN: 200, Named.NOTES_OF_20: 2, Named.TICKETS_IN: 700}
    assert reading.full_at == {Named.NOTES_IN: 500_000_000, Named.NOTES_OF_20: 10**8, Named.TICKETS_IN: 10**10}


def test_every_meter_that_is_asked_for_has_a_name_of_its_own() -> None:
    assert {*MONEY, *READ_MONEY_LONG.meters} <= NAMES.keys()
    assert len(set(NAMES.values())) == len(NAMES) == len(Named)
