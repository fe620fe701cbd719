"""What two readings say about what happened in between."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from devices.host.findings import Finding, MeterRanBackwards, MeterRolledOver, MetersCleared, MetersRead, NotesAccepted
from devices.host.meters import Change, sizes_of, values_of
from devices.wire.sas.meters import LongMeters, LongReading, Meter

NOTES, TWENTIES, CREDITS, TICKETS = Meter.NOTES_IN, Meter.NOTES_OF_20, Meter.CREDITS, Meter.CASHABLE_TICKETS_IN_CENTS


def found(before: dict[int, int], after: dict[int, int], *, credit_cents: int = 1) -> list[Finding]:
    _, *others = Change(before, after).findings("T1", 5.0, credit_cents=credit_cents)
    return others


def test_the_first_reading_counts_nothing() -> None:
    after: dict[int, int] = {NOTES: 4000, TWENTIES: 2}
    assert Change({}, after).findings("T1", 5.0, credit_cents=1) == [MetersRead("T1", 5.0, after, has_changed=True)]


def test_meters_that_stand_still_say_so() -> None:
    after: dict[int, int] = {NOTES: 4000, TWENTIES: 2}
    assert Change(after, after).findings("T1", 5.0, credit_cents=1) == [MetersRead("T1", 5.0, after, has_changed=False)]


def test_notes_are_the_difference() -> None:
    assert found({NOTES: 4000, TWENTIES: 2}, {NOTES: 8000, TWENTIES: 4}) == [NotesAccepted("T1", 5.0, Cents(4000), {2000: 2})]


def test_credits_are_worth_what_the_terminal_was_commissioned_for() -> None:
    assert found({NOTES: 40}, {NOTES: 80}, credit_cents=5) == [NotesAccepted("T1", 5.0, Cents(200), {})]


def test_a_credit_meter_that_falls_is_no_finding() -> None:
    assert found({CREDITS: 500, NOTES: 1}, {CREDITS: 0, NOTES: 1}) == []


def test_a_full_meter_begins_at_zero_and_what_it_counted_is_counted() -> None:
    assert found({NOTES: 99_999_000, TWENTIES: 7}, {NOTES: 3_000, TWENTIES: 9}) == [
        MeterRolledOver("T1", 5.0, NOTES, 99_999_000, 3_000),
        NotesAccepted("T1", 5.0, Cents(4000), {2000: 2}),
    ]


def test_a_longer_meter_is_full_later() -> None:
    answer = LongMeters(0, (LongReading(NOTES, 3_000, 5),))
    change = Change({NOTES: 9_999_999_000}, values_of(answer), sizes=sizes_of(answer))
    assert NotesAccepted("T1", 5.0, Cents(4000), {}) in change.findings("T1", 5.0, credit_cents=1)


def test_a_meter_the_machine_does_not_keep_is_left_out() -> None:
    assert values_of(LongMeters(0, (LongReading(NOTES, 1, 4), LongReading(TICKETS, None, 0)))) == {NOTES: 1}


def test_a_cleared_memory_is_said_and_counted_from_zero() -> None:
    before: dict[int, int] = {NOTES: 40_000, TWENTIES: 20, TICKETS: 500}
    after: dict[int, int] = {NOTES: 2_000, TWENTIES: 1, TICKETS: 0}
    assert found(before, after) == [
        MetersCleared("T1", 5.0, before, after),
        NotesAccepted("T1", 5.0, Cents(2000), {2000: 1}),
    ]


def test_a_cleared_memory_is_no_roll_over_even_when_the_meter_was_nearly_full() -> None:
    kinds = [type(finding) for finding in found({NOTES: 99_999_000, TWENTIES: 7}, {NOTES: 0, TWENTIES: 0})]
    assert kinds == [MetersCleared]


def test_a_meter_that_runs_backwards_alone_counts_nothing() -> None:
    assert found({NOTES: 40_000, TWENTIES: 20}, {NOTES: 20_000, TWENTIES: 20}) == [
        MeterRanBackwards("T1", 5.0, NOTES, 40_000, 20_000)
    ]


def test_notes_are_counted_beside_another_meter_that_runs_backwards() -> None:
    assert found({NOTES: 4000, TWENTIES: 2, TICKETS: 900}, {NOTES: 4000, TWENTIES: 2, TICKETS: 100}) == [
        MeterRanBackwards("T1", 5.0, TICKETS, 900, 100)
    ]
    assert found(
        {NOTES: 4000, TWENTIES: 2, TICKETS: 900, Meter.NOTES_OF_5: 1},
        {NOTES: 6000, TWENTIES: 3, TICKETS: 100, Meter.NOTES_OF_5: 1},
    ) == [
        MeterRanBackwards("T1", 5.0, TICKETS, 900, 100),
        NotesAccepted("T1", 5.0, Cents(2000), {2000: 1}),
    ]


@pytest.mark.parametrize("more", [1, 50, 99_999])
def test_however_much_came_in_it_is_the_difference(more: int) -> None:
    assert found({NOTES: 7}, {NOTES: 7 + more}) == [NotesAccepted("T1", 5.0, Cents(more), {})]
