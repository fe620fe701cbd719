from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.domain.readings import DENOMINATIONS, PLAUSIBLE_SHARE, Comparison, Meter, Reading
from tests.devices.books import instant

FULL = 1_000_000
CREDITS, NOTES, HAND_PAID, STAKED = Meter.CREDITS, Meter.NOTES_IN, Meter.HAND_PAID, Meter.STAKED
Values = Mapping[Meter, int]


def _compared(before: Values, after: Values, *, full_at: int = FULL) -> Comparison:
    return Comparison(before, Reading(values=after, full_at=dict.fromkeys(after, full_at), at=instant(1)))


def _counted(compared: Comparison) -> dict[Meter, int]:
    return {meter: compared.more(meter) for meter in compared.after}


def _verdict(compared: Comparison) -> tuple[bool, bool, bool]:
    return compared.has_rolled_over, compared.was_cleared, compared.is_explained


PLAIN, ROLLED, CLEARED, BACKWARDS = (False, False, True), (True, False, True), (False, True, True), (False, False, False)


def test_a_meter_that_was_never_read_before_has_counted_nothing() -> None:
    first = _compared({}, {NOTES: 500, CREDITS: 500})
    assert _counted(first) == {NOTES: 0, CREDITS: 0}
    assert first.changed == {NOTES: 500, CREDITS: 500}
    assert _counted(_compared({NOTES: 500}, {NOTES: 700, HAND_PAID: 300})) == {NOTES: 200, HAND_PAID: 0}


def test_what_a_meter_has_counted_is_the_difference_and_a_meter_that_was_not_read_is_left_out() -> None:
    compared = _compared({NOTES: 500, HAND_PAID: 300, STAKED: 9}, {NOTES: 2_500, HAND_PAID: 300})
    assert _counted(compared) == {NOTES: 2_000, HAND_PAID: 0}
    assert (compared.changed, compared.counted) == ({NOTES: 2_500}, {NOTES: 2_000})
    assert _verdict(compared) == PLAIN


@pytest.mark.parametrize("other", [{}, {STAKED: 0}, {STAKED: 40}])
def test_a_full_meter_begins_again_at_zero_and_has_counted_across_it(other: Values) -> None:
    compared = _compared({NOTES: FULL - 300, **other}, {NOTES: 200, **other})
    assert _counted(compared) == {NOTES: 500, **dict.fromkeys(other, 0)}
    assert _verdict(compared) == ROLLED


def test_one_meter_runs_backwards_while_all_others_count_and_nothing_was_cleared() -> None:
    compared = _compared({NOTES: 5_000, HAND_PAID: 700}, {NOTES: 7_000, HAND_PAID: 600}, full_at=10**8)
    assert _verdict(compared) == BACKWARDS
    assert _counted(compared) == {NOTES: 2_000, HAND_PAID: 0}


@pytest.mark.parametrize(("after", "verdict", "more"), [(9_700, ROLLED, 10_000), (9_701, BACKWARDS, 0)])
def test_a_meter_rolls_over_by_at_most_a_hundredth_of_its_range(after: int, verdict: tuple[bool, ...], more: int) -> None:
    compared = _compared({NOTES: FULL - 300, STAKED: 40}, {NOTES: after, STAKED: 40})
    assert (_verdict(compared), compared.more(NOTES)) == (verdict, more)


@pytest.mark.parametrize(
    ("before", "after", "full_at", "verdict"),
    [(FULL - 300, FULL + 200, 100 * FULL, PLAIN), (FULL + 200, 700, FULL, ROLLED)],
    ids=["longer", "shorter again"],
)
def test_a_meter_may_be_read_longer_or_shorter_than_before(
    before: int, after: int, full_at: int, verdict: tuple[bool, ...]
) -> None:
    compared = _compared({NOTES: before}, {NOTES: after}, full_at=full_at)
    assert (_verdict(compared), compared.more(NOTES)) == (verdict, 500)


@pytest.mark.parametrize("stood_at", [5_000, FULL - 1], ids=["low", "nearly full"])
def test_meters_that_were_cleared_are_counted_from_zero_and_have_not_rolled_over(stood_at: int) -> None:
    before = {NOTES: stood_at, HAND_PAID: 700, STAKED: 0, CREDITS: 500}
    compared = _compared(before, {NOTES: 2_000, HAND_PAID: 0, STAKED: 0, CREDITS: 500})
    assert compared.counted == {NOTES: 2_000}
    assert _verdict(compared) == CLEARED


def test_a_meter_that_runs_backwards_counts_nothing_and_the_others_still_count() -> None:
    compared = _compared({NOTES: 5_000, HAND_PAID: 700, STAKED: 40}, {NOTES: 4_000, HAND_PAID: 900, STAKED: 40})
    assert _counted(compared) == {NOTES: 0, HAND_PAID: 200, STAKED: 0}
    assert (_verdict(compared), compared.fallen) == (BACKWARDS, (NOTES,))


def test_credits_may_fall_and_prove_nothing_by_it() -> None:
    compared = _compared({CREDITS: 5_000, NOTES: 5_000}, {CREDITS: 0, NOTES: 5_000})
    assert (_verdict(compared), compared.fallen) == (PLAIN, ())
    assert (compared.changed, compared.counted) == ({CREDITS: 0}, {})


def test_notes_are_told_by_denomination_where_every_one_of_them_is_counted() -> None:
    none = dict.fromkeys(DENOMINATIONS, 0)
    compared = _compared(none, {**none, Meter.NOTES_OF_20: 3, Meter.NOTES_OF_50: 1})
    assert (compared.notes(), compared.counts_notes) == ({2_000: 3, 5_000: 1}, True)
    assert not _compared({}, none).counts_notes
    assert not _compared({NOTES: 0, Meter.NOTES_OF_20: 0}, {NOTES: 0, Meter.NOTES_OF_20: 0}).counts_notes


MOST_SKIPPED = 10
STEP = st.integers(0, FULL // PLAUSIBLE_SHARE // MOST_SKIPPED)


@given(
    start=st.integers(0, FULL - 1) | st.integers(FULL - FULL // PLAUSIBLE_SHARE, FULL - 1),
    beside=st.integers(0, FULL),
    waits=st.lists(st.lists(STEP, max_size=MOST_SKIPPED), max_size=20),
)
def test_however_often_a_reading_is_repeated_or_skipped_what_was_counted_is_the_true_total(
    start: int, beside: int, waits: list[list[int]]
) -> None:
    notes, staked, counted = start, beside, {NOTES: 0, STAKED: 0}
    before: Values = {NOTES: start, STAKED: beside}
    for skipped in waits:  # none: read again at once
        notes, staked = notes + sum(skipped), staked + 3 * sum(skipped)
        after = {NOTES: notes % FULL, STAKED: staked}
        compared = Comparison(before, Reading(values=after, full_at={NOTES: FULL, STAKED: 10**12}, at=instant(1)))
        counted = {meter: counted[meter] + compared.more(meter) for meter in counted}
        assert compared.is_explained
        before = after
    assert counted == {NOTES: notes - start, STAKED: staked - beside}
