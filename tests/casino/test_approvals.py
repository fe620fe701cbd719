"""Approval by another person: who may ask and sign, what is rehearsed anew, what is done and what lapses."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from casino import approving, journal, previews, services
from casino.approving import ArgumentsUnreadable, Asked
from casino.domain import approvable, approval
from casino.domain.approvable import NotApprovable
from casino.domain.events import Previewed, VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE, Power, Role
from casino.domain.refusals import PreviewChanged, Refusal, RequestReused
from casino.domain.staff import NotAllowed
from casino.journal import Actor
from casino.models import Approval as Row
from tests.casino.asking import CASH, LATER, entries, propose, set_cash, sign
from tests.factories import OriginFactory, asked_by, engage, open_crown, open_house

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


def _refused(refusal: type[Refusal], act: object, *args: object, **named: object) -> None:
    before = entries()
    with pytest.raises(refusal):
        act(*args, **named)  # type: ignore[operator]
    assert entries() == before


def test_what_is_asked_for_says_who_asks_under_which_power_and_what_they_saw() -> None:
    asked = Asked.of(propose())
    assert (asked.state.requested_by, asked.power, asked.state.book) == ("staff/813", Power.SET_LAW, HOUSE)
    assert asked.title == "Cash to one patron in a day: $2,500.00 from 01 Jan 2030"
    [shown] = asked.shown
    assert (shown.stream, shown.type) == ("parameter-star.cash-per-day", "casino.parameter-set")
    assert '"instead_of":100000' in shown.data


def test_asked_twice_under_one_request_it_is_one_approval() -> None:
    origin = asked_by("813")
    arguments = {"name": Name.CASH_PER_DAY, "value": 1, "from_day": LATER, "source": "s"}
    asked = [approving.put(services.set_parameter, arguments, origin, lasts=timedelta(minutes=1)) for _ in range(2)]
    assert asked[0] == asked[1]
    assert Row.objects.count() == 1


@pytest.mark.parametrize(
    ("by", "value", "service"),
    [("813", 2, services.set_parameter), ("812", 1, services.set_parameter), ("813", 1, services.forget_patron)],
)
def test_asked_for_something_else_under_the_same_request_it_is_refused(by: str, value: int, service: object) -> None:
    origin = asked_by("813")
    arguments = {"name": Name.CASH_PER_DAY, "value": 1, "from_day": LATER, "source": "s"}
    approving.put(services.set_parameter, arguments, origin, lasts=timedelta(minutes=1))
    other = replace(origin, actor=Actor(f"staff/{by}"))
    _refused(RequestReused, approving.put, service, {**arguments, "value": value}, other, lasts=timedelta(minutes=1))


def test_nobody_asks_without_the_power() -> None:
    engage("900", cashier=(HOUSE,))
    before = entries()
    with pytest.raises(NotAllowed):
        approving.put(
            services.set_parameter,
            {"name": Name.CASH_PER_DAY, "value": 1, "from_day": LATER, "source": "s"},
            asked_by("900", "cashier"),
            lasts=timedelta(minutes=1),
        )
    assert entries() == before


def test_what_nobody_can_approve_is_not_asked_for() -> None:
    shown = journal.rehearse(services.name_desk, desk="roof", name="Roof", origin=asked_by("813"))
    with pytest.raises(NotApprovable):
        services.request_approval(
            command=shown.command,
            arguments=shown.arguments,
            request_id=asked_by("813").request_id,
            preview=shown.preview,
            lasts=timedelta(minutes=1),
            origin=asked_by("813"),
        )


def test_a_person_does_not_set_the_law_alone() -> None:
    _refused(
        approval.ApprovalNeeded,
        services.set_parameter,
        name=Name.CASH_PER_DAY,
        value=1,
        from_day=LATER,
        source="s",
        origin=asked_by("812"),
    )


def test_the_asker_signs_from_no_session_and_in_no_role() -> None:
    ref = propose()
    _refused(approval.OwnRequest, sign, ref, by="813")
    services.begin_duty(number="813", role=Role.ASSISTANT_GAMING_MANAGER, books=(HOUSE,), origin=asked_by("812"))
    _refused(NotAllowed, services.approve, approval_id=ref.id, preview=journal.state(ref).preview,
             origin=asked_by("813", "assistant gaming manager"))  # fmt: skip


def test_who_does_not_hold_the_power_neither_signs_nor_declines() -> None:
    ref = propose()
    engage("900", cashier=(HOUSE,))
    preview = journal.state(ref).preview
    _refused(NotAllowed, services.approve, approval_id=ref.id, preview=preview, origin=asked_by("900", "cashier"))
    _refused(NotAllowed, services.decline, approval_id=ref.id, origin=asked_by("900", "cashier"))


def test_a_role_that_ended_a_second_ago_signs_nothing() -> None:
    ref = propose()
    services.end_duty(number="812", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("813"))
    _refused(NotAllowed, sign, ref, by="812")


def test_only_a_person_signs() -> None:
    ref = propose()
    origin = OriginFactory.build(actor=Actor("system/robot"))
    _refused(approval.NotAPerson, services.approve, approval_id=ref.id, preview=journal.state(ref).preview, origin=origin)


def test_nobody_of_another_venue_signs() -> None:
    ref = propose()
    open_crown()
    origin = replace(asked_by("812"), venue=VenueId("crown"))
    _refused(approval.ApprovalUnknown, services.approve, approval_id=ref.id, preview=journal.state(ref).preview, origin=origin)


def test_it_is_signed_once_and_what_was_declined_is_not_signed() -> None:
    engage("814", "Third", casino_operator=(HOUSE,))
    signed, declined = propose(), propose(value=3_000_00)
    sign(signed, by="812")
    _refused(approval.ApprovalDone, sign, signed, by="814")
    services.decline(approval_id=declined.id, origin=asked_by("812"))
    _refused(approval.ApprovalDone, sign, declined, by="814")


def test_what_the_approver_saw_must_be_what_was_asked_for() -> None:
    _refused(PreviewChanged, sign, propose(), by="812", preview="0" * 64)


def test_a_rehearsal_shows_anew_what_would_be_written_and_changes_nothing() -> None:
    ref = propose()
    before = entries()
    anew = approving.rehearsed_anew(Asked.of(ref))
    assert (anew.preview, anew.entries) == (journal.state(ref).preview, Asked.of(ref).shown)
    assert entries() == before


def test_a_rehearsal_differs_once_something_it_rests_on_has_changed() -> None:
    ref = propose()
    set_cash(4_000_00)
    asked = Asked.of(ref)
    anew = approving.rehearsed_anew(asked)
    assert anew.preview != asked.state.preview
    [entry] = previews.compared(asked.shown, anew.entries)
    changed = [row for row in entry["rows"] if row["is_changed"]]
    assert (entry["state"], changed) == (
        "changed",
        [{"label": "Value", "before": "$4,000.00", "value": "$2,500.00", "is_changed": True, "was": "$1,000.00 → $2,500.00"}],
    )


def test_a_rehearsal_is_refused_once_the_asker_does_not_hold_the_power_any_more() -> None:
    ref = propose()
    services.end_duty(number="813", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("812"))
    assert isinstance(approving.rehearsed_anew(Asked.of(ref)).refusal, NotAllowed)


@pytest.mark.parametrize(
    "arguments",
    [
        "not json",
        "[]",
        "{}",
        '{"name":"cash-per-day","value":1,"from_day":"2030-01-01","source":"s","colour":"red"}',
        '{"name":"cash-per-month","value":1,"from_day":"2030-01-01","source":"s"}',
        '{"name":"cash-per-day","value":"many","from_day":"2030-01-01","source":"s"}',
        '{"name":"cash-per-day","value":1,"from_day":"the first","source":"s"}',
    ],
)
def test_arguments_that_do_not_decode_any_more_are_refused(arguments: str) -> None:
    asked = Asked.of(propose())
    _refused(ArgumentsUnreadable, Asked(asked.ref, asked.state.but(arguments=arguments), asked.entries).call)


def test_a_command_that_is_gone_or_hides_an_argument_is_refused() -> None:
    asked = Asked.of(propose())
    gone = Asked(asked.ref, asked.state.but(command="casino.gone"), asked.entries)
    hidden = '{"number":"900","name":"a hash","password":"a hash"}'
    kept = Asked(asked.ref, asked.state.but(command="casino.engage", arguments=hidden), asked.entries)
    for each in (gone, kept):
        with pytest.raises(ArgumentsUnreadable):
            each.call()


def test_a_title_says_the_command_if_its_arguments_say_nothing() -> None:
    assert approvable.title_of("casino.set-parameter", "{}") == "Set parameter"
    assert approvable.title_of("games.void-round", "{}") == "Void round"


def test_what_is_too_long_to_be_kept_is_known_by_its_hash_alone() -> None:
    short = (Previewed("s", "t", "{}"),)
    assert previews.kept(short) == short
    assert previews.kept([Previewed("s", "t", "x" * 1000)] * 50) == ()


def test_a_request_with_the_most_it_may_keep_still_fits_its_entry() -> None:
    ref = propose()
    state = journal.state(ref)
    shown = tuple([Previewed("s" * 60, "t" * 20, '"' * 100)] * 140)
    assert previews.kept(shown) == shown
    services.request_approval(
        command=state.command,
        arguments=state.arguments,
        request_id=asked_by("813").request_id,
        preview=state.preview,
        lasts=timedelta(minutes=1),
        shown=shown,
        origin=asked_by("813"),
    )


def test_entries_that_come_and_go_are_told() -> None:
    old = [Previewed("a", "casino.x-done", '{"amount_cents":500,"is_on":true}'), Previewed("b", "casino.x-done", "{}")]
    new = [old[0], Previewed("a", "casino.x-done", '{"who":["1","2"],"left":null}')]
    assert [(entry["stream"], entry["state"]) for entry in previews.compared(old, new)] == [
        ("a", "same"),
        ("a", "new"),
        ("b", "gone"),
    ]
    assert [(row["label"], row["value"]) for entry in previews.compared(old, new) for row in entry["rows"]] == [
        ("Amount", "$5.00"),
        ("Is on", "yes"),
        ("Who", "1, 2"),
        ("Left", "none"),
    ]


def test_the_law_is_dated_and_the_day_that_has_begun_keeps_its_own() -> None:
    before = journal.state(CASH).on(GamingDay(2029, 12, 31)).value
    ref = propose()
    sign(ref, by="812")
    approving.perform(ref)
    after = journal.state(CASH)
    assert (after.on(GamingDay(2029, 12, 31)).value, after.on(LATER).value) == (before, 2_500_00)


def test_performed_again_it_is_left() -> None:
    ref = propose()
    sign(ref, by="812")
    approving.perform(ref)
    before = entries()
    approving.perform(ref)
    assert entries() == before


def test_the_list_says_what_became_of_each() -> None:
    refs = [propose(value=value) for value in (1, 2, 3)]
    sign(refs[0], by="812")
    services.decline(approval_id=refs[1].id, origin=asked_by("812"))
    approving.perform(refs[0])
    assert list(Row.objects.order_by("requested_at").values_list("state", "decided_by")) == [
        ("done", "staff/812"),
        ("declined", "staff/812"),
        ("waiting", ""),
    ]
