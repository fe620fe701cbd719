from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.accounts import AccountKind, Posting, postings_of
from casino.domain.aggregate import Event, RuleId
from casino.domain.money import Cents
from casino.domain.powers import AC, IR, SB
from devices.domain import credit_meter
from devices.domain.credit_meter import (
    AGGREGATE,
    PAID_BY_HAND,
    AlreadyOpened,
    Beside,
    CreditMeter,
    NoAmount,
    NotEnoughCredits,
    NotOpened,
    Order,
    OrderReasonMissing,
    OrderStands,
    Source,
    SourceNotListed,
)
from devices.domain.demands import INCREMENTED, SOURCES
from devices.domain.events import (
    CreditMeterOpened,
    CreditsCancelled,
    CreditsIncremented,
    CreditsPaidByHand,
    DifferenceEnded,
    DifferenceFound,
    HandPayRaised,
    HandPayReset,
    MeterRanBackwards,
    MeterRolledOver,
    MetersCleared,
    MetersRead,
    NoteAcceptorTurnedOff,
    NoteAcceptorTurnedOn,
    NotesAccepted,
    NotesMiscounted,
    OrderObeyed,
    TerminalLocked,
    TerminalUnlocked,
)
from devices.domain.readings import DENOMINATIONS, Meter, Reading
from tests.devices.books import instant, opened

FULL = 100_000_000
STREAM = "star.T1"
CREDITS, NOTES, HAND_PAID, OF_20, OF_50 = Meter.CREDITS, Meter.NOTES_IN, Meter.HAND_PAID, Meter.NOTES_OF_20, Meter.NOTES_OF_50
COUNTED: dict[Meter, int] = {NOTES: 0, **dict.fromkeys(DENOMINATIONS, 0), HAND_PAID: 0}
BARE: dict[Meter, int] = {NOTES: 0, HAND_PAID: 0}  # of a terminal that does not count its notes by denomination
BY_BOOK = {book: opened(book=book, sources=SOURCES[book]).but(rule=INCREMENTED[book]) for book in SOURCES}


def _reading(seconds: float, values: Mapping[Meter, int]) -> Reading:
    return Reading(values=values, full_at=dict.fromkeys(values, FULL), at=instant(seconds))


def _take(meter: CreditMeter, seconds: float, values: Mapping[Meter, int]) -> list[Event]:
    return [*credit_meter.take_reading(meter, _reading(seconds, values), of=STREAM)]


def _read(meter: CreditMeter, *readings: Mapping[Meter, int]) -> CreditMeter:
    """The credit meter after readings one second apart."""
    for seconds, values in enumerate(readings, 1):
        meter = AGGREGATE.fold(meter, _take(meter, seconds, values))
    return meter


def _moved(seconds: float, values: Mapping[Meter, int], counted: Mapping[Meter, int]) -> MetersRead:
    told = ({str(meter): number for meter, number in each.items()} for each in (values, counted))
    return MetersRead(values=next(told), counted=next(told), at=instant(seconds))


def _notes(cents: int, notes: dict[str, int], *, rule: str = "AC 3.4") -> NotesAccepted:
    return NotesAccepted(meter=STREAM, cents=Cents(cents), notes=notes, rule=(RuleId(rule),))


def _paid(cents: int, *, rule: str = "AC 4.1") -> CreditsPaidByHand:
    return CreditsPaidByHand(meter=STREAM, cents=Cents(cents), rule=(RuleId(rule),))


@pytest.fixture(params=SOURCES)
def book(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# Opening


def test_ac_3_4_a_terminal_has_one_credit_meter_for_ever_with_the_sources_its_book_lists() -> None:
    asked: dict[str, Any] = {"terminal": "T1", "book": AC, "credit_cents": 5, "rule": RuleId("AC 3.4")}
    usual = {Source.TRANSFER, Source.NOTES, Source.WINNINGS, Source.TICKETS}
    assert credit_meter.open_meter(CreditMeter(), sources=usual, **asked) == CreditMeterOpened(
        terminal="T1",
        book=AC,
        sources=(Source.NOTES, Source.TICKETS, Source.WINNINGS, Source.TRANSFER),
        credit_cents=5,
        rule=(RuleId("AC 3.4"),),
    )
    with pytest.raises(AlreadyOpened):
        credit_meter.open_meter(opened(), sources=usual, **asked)


NEEDS_A_METER: list[Any] = [
    lambda it: _take(it, 1, COUNTED),
    lambda it: credit_meter.confirm_difference(it, terminal_cents=Cents(1), our_cents=Cents(0)),
    lambda it: credit_meter.increment(it, source=Beside.ADJUSTMENT, cents=Cents(1), cause="c"),
    lambda it: credit_meter.cancel(it, cents=Cents(1), cause="c"),
    lambda it: credit_meter.wait_for_hand_pay(it, cents=Cents(1)),
    lambda it: credit_meter.order(it, Order.LOCK, reason="fire alarm"),
    lambda it: credit_meter.obey(it, Order.UNLOCK),
]


@pytest.mark.parametrize("asked", NEEDS_A_METER)
def test_a_terminal_that_was_never_commissioned_has_no_credit_meter(asked: Any) -> None:
    with pytest.raises(NotOpened) as refused:
        asked(CreditMeter())
    assert refused.value.concerns_money


# What the terminal's own meters say


def test_the_first_reading_is_kept_and_nothing_is_credited() -> None:
    known = {**COUNTED, NOTES: 70_000, OF_50: 14, HAND_PAID: 900, CREDITS: 500}
    assert _take(opened(), 1, known) == [_moved(1, known, counted={})]


def test_3_4_1_notes_are_credited_with_their_denominations_under_the_rule_of_each_book(book: str) -> None:
    after = {**COUNTED, NOTES: 9_000, OF_20: 2, OF_50: 1}
    assert _take(_read(BY_BOOK[book], COUNTED), 2, after) == [
        _moved(2, {NOTES: 9_000, OF_20: 2, OF_50: 1}, counted={NOTES: 9_000, OF_20: 2, OF_50: 1}),
        _notes(9_000, {"2000": 2, "5000": 1}, rule=INCREMENTED[book]),
    ]
    assert _read(BY_BOOK[book], COUNTED, after).cents == 9_000


def test_notes_of_a_terminal_that_does_not_count_denominations_are_credited_without() -> None:
    after = {**BARE, NOTES: 2_000}
    assert _take(_read(opened(), BARE), 2, after) == [
        _moved(2, {NOTES: 2_000}, counted={NOTES: 2_000}),
        _notes(2_000, {}),
    ]


@pytest.mark.parametrize("seconds", [0, 1.5, 2, 3, 3600], ids=["older", "late", "same", "again", "much later"])
def test_a_reading_told_again_says_nothing(seconds: float) -> None:
    after = {**COUNTED, NOTES: 2_000, OF_20: 1}
    assert _take(_read(opened(), COUNTED, after), seconds, after) == []


@pytest.mark.parametrize("seconds", [0, 1, 1.5, 2])
def test_a_reading_that_is_no_newer_than_the_last_says_nothing(seconds: float) -> None:
    known = _read(opened(), COUNTED, {**COUNTED, NOTES: 2_000, OF_20: 1})
    for stale in (COUNTED, {**COUNTED, NOTES: 4_000, OF_20: 2}):
        assert _take(known, seconds, stale) == []


@pytest.mark.parametrize(("cents", "of_20"), [(2_000, 0), (2_000, 2), (0, 1)])
def test_notes_are_not_credited_when_denominations_and_amount_disagree(cents: int, of_20: int) -> None:
    known = _read(opened(), COUNTED)
    [_, *found] = _take(known, 2, {**COUNTED, NOTES: cents, OF_20: of_20})
    assert found == [NotesMiscounted(cents=Cents(cents), counted_cents=Cents(2_000 * of_20))]
    assert AGGREGATE.fold(known, found).cents == 0


def test_a_terminal_whose_book_lists_no_notes_credits_none() -> None:
    without = opened(sources=[Source.WINNINGS, Source.TRANSFER])
    twenty = {NOTES: 2_000, OF_20: 1}
    assert _take(_read(without, COUNTED), 2, {**COUNTED, **twenty}) == [_moved(2, twenty, counted=twenty)]


def test_credits_paid_by_hand_leave_the_meter_under_the_rule_of_each_book(book: str) -> None:
    rules = {AC: "AC 4.1", IR: "IR 5.1", SB: "SB 5.1"}
    known = _read(BY_BOOK[book], BARE, {**BARE, NOTES: 2_000})
    after = {NOTES: 2_000, HAND_PAID: 1_999}
    assert _take(known, 3, after) == [
        _moved(3, {HAND_PAID: 1_999}, counted={HAND_PAID: 1_999}),
        _paid(1_999, rule=rules[book]),
    ]
    assert _read(BY_BOOK[book], BARE, {**BARE, NOTES: 2_000}, after).cents == 1
    assert {*PAID_BY_HAND} == {*SOURCES}


@pytest.mark.parametrize(("hand_paid", "is_counted"), [(2_000, True), (2_001, False)])
def test_ac_4_1_more_paid_by_hand_than_there_is_stays_a_difference(hand_paid: int, is_counted: bool) -> None:
    after = {NOTES: 2_000, HAND_PAID: hand_paid}
    paid: list[Event] = [_paid(hand_paid)] if is_counted else []
    assert _take(_read(opened(), BARE), 2, after) == [_moved(2, after, counted=after), _notes(2_000, {}), *paid]


def test_a_full_meter_that_begins_again_is_told_and_counted() -> None:
    before = {**COUNTED, NOTES: FULL - 1_000, HAND_PAID: 50}
    assert _take(_read(opened(), before), 2, {**before, NOTES: 1_000, OF_20: 1}) == [
        _moved(2, {NOTES: 1_000, OF_20: 1}, counted={NOTES: 2_000, OF_20: 1}),
        MeterRolledOver(meter=NOTES, before=FULL - 1_000, after=1_000),
        _notes(2_000, {"2000": 1}),
    ]


def test_cleared_meters_are_told_and_counted_from_zero() -> None:
    before = {**COUNTED, NOTES: FULL - 1_000, OF_50: 3, HAND_PAID: 50}
    assert _take(_read(opened(), before), 2, {**COUNTED, NOTES: 2_000, OF_20: 1}) == [
        _moved(2, {NOTES: 2_000, OF_20: 1, OF_50: 0, HAND_PAID: 0}, counted={NOTES: 2_000, OF_20: 1}),
        MetersCleared(before={str(meter): value for meter, value in before.items()}),
        _notes(2_000, {"2000": 1}),
    ]


def test_a_meter_that_runs_backwards_is_told_and_counts_nothing_but_the_others_do() -> None:
    before = {**COUNTED, NOTES: 9_000, OF_20: 2, OF_50: 1, HAND_PAID: 700}
    after = {**before, NOTES: 11_000, OF_20: 3, HAND_PAID: 600}
    assert _take(_read(opened(), before), 2, after) == [
        _moved(2, {NOTES: 11_000, OF_20: 3, HAND_PAID: 600}, counted={NOTES: 2_000, OF_20: 1}),
        MeterRanBackwards(meter=HAND_PAID, before=700, after=600),
        _notes(2_000, {"2000": 1}),
    ]
    assert _take(_read(opened(), before), 2, {**before, NOTES: 8_000, OF_20: 1}) == [
        _moved(2, {NOTES: 8_000, OF_20: 1}, counted={}),
        MeterRanBackwards(meter=NOTES, before=9_000, after=8_000),
        MeterRanBackwards(meter=OF_20, before=2, after=1),
    ]


def test_what_each_meter_has_counted_since_it_was_first_read_adds_up_and_credits_count_nothing() -> None:
    first = {**BARE, NOTES: FULL - 3_000, CREDITS: 900}
    known = _read(opened(), first, {**first, NOTES: FULL - 1_000, CREDITS: 0}, {**first, NOTES: 1_000, HAND_PAID: 50})
    assert known.counted == {NOTES: 4_000, HAND_PAID: 50}
    assert known.read == {NOTES: 1_000, HAND_PAID: 50, CREDITS: 900}


# Whatever a terminal says


def _inserted(state: dict[Meter, int], note: Meter) -> dict[Meter, int]:
    return {**state, NOTES: (state[NOTES] + DENOMINATIONS[note]) % FULL, note: (state[note] + 1) % FULL}


STEPS: st.SearchStrategy[Any] = st.one_of(
    st.builds(lambda note: lambda state: _inserted(state, note), st.sampled_from(list(DENOMINATIONS))),
    st.builds(lambda cents: lambda state: {**state, HAND_PAID: state[HAND_PAID] + cents}, st.integers(0, 12_000)),
    st.builds(
        lambda meter, value: lambda state: {**state, meter: value},
        st.sampled_from(list(COUNTED)),
        st.integers(0, 5) | st.integers(0, FULL - 1),
    ),
    st.just(lambda _: COUNTED),
)


@given(
    book=st.sampled_from(list(SOURCES)),
    asked=st.sampled_from([tuple(COUNTED), tuple(BARE)]),
    start=st.integers(0, 50_000) | st.integers(FULL - 20_000, FULL - 1),
    steps=st.lists(st.tuples(STEPS, st.integers(-2, 4)), max_size=25),
)
def test_whatever_a_terminal_says_credits_are_notes_less_hand_paid_and_equal_their_account(
    book: str, asked: tuple[Meter, ...], start: int, steps: list[tuple[Any, int]]
) -> None:
    meter, state, seconds = BY_BOOK[book], {**COUNTED, NOTES: start}, 0
    account, balance = AccountKind.CREDIT_METER.of(STREAM), 0
    for step, later in [(dict, 1), *steps]:
        state, seconds = step(state), seconds + later
        events = _take(meter, seconds, {each: state[each] for each in asked})
        meter = AGGREGATE.fold(meter, events)
        posted = [[*postings_of(event)] for event in events]
        assert [sum(posting.cents for posting in each) for each in posted] == [0] * len(events)
        balance += sum(posting.cents for each in posted for posting in each if posting.account == account)
        assert meter.cents == meter.notes_cents - meter.hand_paid_cents == -balance >= 0


def test_notes_are_the_stackers_and_what_is_paid_by_hand_is_due_from_the_house() -> None:
    assert postings_of(_notes(2_000, {})) == [
        Posting(AccountKind.NOTES.of(STREAM), Cents(2_000)),
        Posting(AccountKind.CREDIT_METER.of(STREAM), Cents(-2_000)),
    ]
    assert postings_of(_paid(700)) == [
        Posting(AccountKind.CREDIT_METER.of(STREAM), Cents(700)),
        Posting(AccountKind.PAYOUT_DUE.of(STREAM), Cents(-700)),
    ]


# Differences


def _confirm(meter: CreditMeter, terminal: int, ours: int) -> list[DifferenceFound | DifferenceEnded]:
    return credit_meter.confirm_difference(meter, terminal_cents=Cents(terminal), our_cents=Cents(ours))


def _found(terminal: int, ours: int) -> DifferenceFound:
    return DifferenceFound(terminal_cents=Cents(terminal), our_cents=Cents(ours), differs_by=Cents(terminal - ours))


TWENTY = _read(opened(), BARE, {**BARE, NOTES: 2_000})


@pytest.mark.parametrize("terminal", [0, 1_999, 2_500])
def test_a_difference_is_found_once_and_ends_once(terminal: int) -> None:
    assert _confirm(TWENTY, terminal, 2_000) == [_found(terminal, 2_000)]
    apart = AGGREGATE.fold(TWENTY, [_found(terminal, 2_000)])
    assert _confirm(apart, terminal, 2_000) == []
    assert _confirm(apart, 2_000, 2_000) == [DifferenceEnded()]
    assert AGGREGATE.fold(apart, [DifferenceEnded()]) == TWENTY
    assert _confirm(TWENTY, 2_000, 2_000) == []


def test_another_difference_is_found_anew_but_not_the_same_elsewhere() -> None:
    apart = AGGREGATE.fold(TWENTY, [_found(2_500, 2_000)])
    assert _confirm(apart, 2_700, 2_000) == [_found(2_700, 2_000)]
    moved = AGGREGATE.fold(apart, [credit_meter.cancel(apart, cents=Cents(500), cause="c")])
    assert _confirm(moved, 2_000, 1_500) == []


@pytest.mark.parametrize(("known", "terminal"), [(TWENTY, 2_500), (AGGREGATE.fold(TWENTY, [_found(2_500, 2_000)]), 1_500)])
def test_nothing_is_found_nor_ended_if_ours_moved_since_the_polls(known: CreditMeter, terminal: int) -> None:
    assert _confirm(known, terminal, 1_500) == []


# Credits


@pytest.mark.parametrize("source", Source)
def test_3_4_a_meter_is_incremented_by_what_its_book_lists_and_sb_01_by_no_tickets(book: str, source: Source) -> None:
    meter = BY_BOOK[book]
    if source not in SOURCES[book]:
        with pytest.raises(SourceNotListed) as refused:
            credit_meter.increment(meter, source=source, cents=Cents(700), cause="c")
        assert (refused.value.rule, refused.value.concerns_money) == (INCREMENTED[book], True)
        return
    put = credit_meter.increment(meter, source=source, cents=Cents(700), cause="c")
    assert put == CreditsIncremented(source=source, cents=Cents(700), cause="c", rule=(INCREMENTED[book],))
    tickets = 700 if source is Source.TICKETS else 0
    assert AGGREGATE.fold(meter, [put]) == meter.but(cents=700, tickets_cents=tickets)


def test_sb_01_sic_bo_takes_no_tickets_and_a_linked_jackpot_is_its_alone() -> None:
    assert {book: Source.TICKETS in meter.sources for book, meter in BY_BOOK.items()} == {AC: True, IR: True, SB: False}
    assert {book: Source.JACKPOT in meter.sources for book, meter in BY_BOOK.items()} == {AC: False, IR: False, SB: True}


@pytest.mark.parametrize("source", Beside)
def test_a_returned_stake_and_an_adjustment_stand_on_any_meter(book: str, source: Beside) -> None:
    for meter in (BY_BOOK[book], BY_BOOK[book].but(sources=())):
        put = credit_meter.increment(meter, source=source, cents=Cents(700), cause="c")
        assert put == CreditsIncremented(source=source, cents=Cents(700), cause="c", rule=(INCREMENTED[book],))
        assert AGGREGATE.fold(meter, [put]) == meter.but(cents=700)


@pytest.mark.parametrize("cents", [0, -1, -2_000])
def test_a_meter_moves_by_more_than_nothing(cents: int) -> None:
    for source in (Source.NOTES, Beside.RETURNED_STAKE):
        with pytest.raises(NoAmount) as refused:
            credit_meter.increment(TWENTY, source=source, cents=Cents(cents), cause="c")
        assert refused.value.concerns_money
    with pytest.raises(NoAmount):
        credit_meter.cancel(TWENTY, cents=Cents(cents), cause="c")


@pytest.mark.parametrize("cents", [1, 2_000])
def test_credits_are_cancelled_down_to_none(cents: int) -> None:
    gone = credit_meter.cancel(TWENTY, cents=Cents(cents), cause="c")
    assert gone == CreditsCancelled(cents=Cents(cents), cause="c")
    assert AGGREGATE.fold(TWENTY, [gone]) == TWENTY.but(cents=2_000 - cents)


def test_more_credits_than_there_are_are_not_cancelled_and_it_concerns_money() -> None:
    with pytest.raises(NotEnoughCredits, match=r"T1 holds \$20\.00: not \$20\.01\.") as refused:
        credit_meter.cancel(TWENTY, cents=Cents(2_001), cause="c")
    assert refused.value.concerns_money


# Hand-pays


def test_a_hand_pay_is_raised_once_replaced_by_another_amount_and_reset_once() -> None:
    raised = HandPayRaised(cents=Cents(90_000))
    assert credit_meter.wait_for_hand_pay(TWENTY, cents=Cents(90_000)) == [raised]
    waiting = AGGREGATE.fold(TWENTY, [raised])
    assert credit_meter.wait_for_hand_pay(waiting, cents=Cents(90_000)) == []
    reset = HandPayReset(cents=Cents(90_000))
    assert credit_meter.wait_for_hand_pay(waiting, cents=Cents(500)) == [reset, HandPayRaised(cents=Cents(500))]
    assert credit_meter.wait_for_hand_pay(waiting, cents=Cents(0)) == [reset]
    assert AGGREGATE.fold(waiting, [reset]) == TWENTY
    assert credit_meter.wait_for_hand_pay(TWENTY, cents=Cents(0)) == []


# What a terminal is told

LOCKED, UNLOCKED = TerminalLocked(reason="fire alarm"), TerminalUnlocked(reason="fire alarm")
NO_NOTES, NOTES_AGAIN = NoteAcceptorTurnedOff(reason="fire alarm"), NoteAcceptorTurnedOn(reason="fire alarm")
ORDERS: list[tuple[Order, Event, Order, Event]] = [
    (Order.LOCK, LOCKED, Order.UNLOCK, UNLOCKED),
    (Order.NOTES_OFF, NO_NOTES, Order.NOTES_ON, NOTES_AGAIN),
]


@pytest.mark.parametrize(("asked", "given_", "back", "returned"), ORDERS)
def test_a_terminal_is_told_and_told_back_with_a_reason_each_never_twice(
    asked: Order, given_: Event, back: Order, returned: Event
) -> None:
    new, told = opened(), AGGREGATE.fold(opened(), [given_])
    assert credit_meter.order(new, asked, reason="fire alarm") == given_
    assert credit_meter.order(told, back, reason="fire alarm") == returned
    assert {asked, *new.orders} - {back} == {*told.orders}
    assert AGGREGATE.fold(told, [returned]).orders == new.orders
    for meter, again in ((new, back), (told, asked)):
        with pytest.raises(OrderStands, match=f"T1 has been told to {again} already"):
            credit_meter.order(meter, again, reason="fire alarm")


@pytest.mark.parametrize("reason", ["", " \n", "x" * 501])
def test_an_order_has_a_reason_of_at_most_500_characters(reason: str) -> None:
    told = AGGREGATE.fold(opened(), [LOCKED, NO_NOTES])
    for meter, asked in ((opened(), Order.LOCK), (opened(), Order.NOTES_OFF), (told, Order.UNLOCK), (told, Order.NOTES_ON)):
        with pytest.raises(OrderReasonMissing):
            credit_meter.order(meter, asked, reason=reason)
    assert credit_meter.order(opened(), Order.LOCK, reason="x" * 500) == TerminalLocked(reason="x" * 500)


def test_a_terminal_that_comes_new_plays_and_takes_notes_and_need_not_say_so() -> None:
    new = opened()
    assert new.orders == new.obeyed == (Order.UNLOCK, Order.NOTES_ON)
    assert [credit_meter.obey(new, each) for each in Order] == [[], [], [], []]


@pytest.mark.parametrize(("asked", "given_", "back", "returned"), ORDERS)
def test_an_order_is_obeyed_once_while_it_stands_and_forgotten_with_the_opposite_one(
    asked: Order, given_: Event, back: Order, returned: Event
) -> None:
    told = AGGREGATE.fold(opened(), [given_])
    assert credit_meter.obey(told, asked) == [OrderObeyed(order=asked)]
    assert credit_meter.obey(told, back) == []
    obeyed = AGGREGATE.fold(told, [OrderObeyed(order=asked)])
    assert credit_meter.obey(obeyed, asked) == []
    told_back = AGGREGATE.fold(obeyed, [returned])
    assert credit_meter.obey(told_back, asked) == []
    assert credit_meter.obey(told_back, back) == [OrderObeyed(order=back)]
    told_again = AGGREGATE.fold(told_back, [OrderObeyed(order=back), given_])
    assert credit_meter.obey(told_again, asked) == [OrderObeyed(order=asked)]


def test_what_was_obeyed_of_play_says_nothing_of_notes() -> None:
    told = AGGREGATE.fold(opened(), [LOCKED, OrderObeyed(order=Order.LOCK), NO_NOTES])
    assert told.obeyed == (Order.LOCK,)
    assert AGGREGATE.fold(told, [OrderObeyed(order=Order.NOTES_OFF), UNLOCKED]).obeyed == (Order.NOTES_OFF,)
