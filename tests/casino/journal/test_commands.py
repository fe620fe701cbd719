from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from casino import journal, services
from casino.domain import approval, attempts, parameters, venue
from casino.domain.aggregate import Ref, RuleId
from casino.domain.events import ApprovalUsed, AttemptRefused, ParameterSet, VenueId, VenueOpened
from casino.domain.gaming_day import DayRule, GamingDay
from casino.domain.money import Cents
from casino.domain.parameters import Dated, Jurisdiction, Name
from casino.domain.powers import HOUSE
from casino.domain.refusals import AnotherVenue, PreviewChanged, RefusedBefore, RequestReused
from casino.journal import Actor, Origin, codec
from casino.models import Parameter, Venue
from tests.casino import tally
from tests.factories import OriginFactory, asked_by, engage, open_star

pytestmark = pytest.mark.django_db
LATER = GamingDay(2030, 1, 1)
CASH = parameters.at(VenueId("star"), Name.CASH_PER_DAY)


def _entries() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.entry")
        return int(cursor.fetchone()[0])


def _set_cash(origin: Origin, value: int = 100) -> None:
    services.set_parameter(name=Name.CASH_PER_DAY, value=value, from_day=LATER, source="s 1", origin=origin)


def test_a_command_writes_its_fact_its_head_and_its_read_model() -> None:
    open_star()
    [opened] = journal.history(venue.AGGREGATE.at("star"))
    assert opened.event == VenueOpened(name="The Star", jurisdiction="NSW", zone="Australia/Sydney", hour=6)
    assert journal.state(venue.AGGREGATE.at("star")) == venue.Venue(
        name="The Star", jurisdiction="NSW", calendar=(DayRule(None, "Australia/Sydney", 6),)
    )
    assert Venue.objects.values_list("id", "name", "hour", "opened_at").get() == ("star", "The Star", 6, opened.recorded_at)


def test_the_line_has_exactly_its_keys_in_their_order() -> None:
    open_star()
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(key, ' ') FROM journal.entry, json_object_keys(line::json) AS key")
        [keys] = cursor.fetchone()
    assert keys == (
        "stream version prev id type type_version occurred_at rule readings request_id correlation_id cause actor role place "
        "venue received_at recorded_at gaming_day reason build postings data"
    )


def test_the_same_request_again_gets_the_stored_answer_and_does_nothing() -> None:
    open_star()
    origin = OriginFactory.build()
    answers = [tally.add_cents(tally="t1", cents=Cents(5), origin=origin) for _ in range(3)]
    assert answers == [1, 1, 1]
    assert journal.state(tally.TALLY.at("t1")) == tally.Tally(cents=Cents(5), changes=1)


def test_a_repeated_request_that_would_now_be_refused_gets_its_first_answer() -> None:
    origin = OriginFactory.build()
    opening = {"name": "The Star", "jurisdiction": Jurisdiction.NEW_SOUTH_WALES, "zone": "Australia/Sydney", "hour": 6}
    assert [services.open_venue(**opening, origin=origin) for _ in range(2)] == ["star", "star"]  # type: ignore[arg-type]


def test_what_has_been_done_under_a_request_id_is_not_shown_again_as_if_it_were_to_come() -> None:
    open_star()
    origin = OriginFactory.build()
    tally.add_cents(tally="t1", cents=Cents(5), origin=origin)
    with pytest.raises(RequestReused, match="done already"):
        journal.rehearse(tally.add_cents, tally="t1", cents=Cents(5), origin=origin)


def test_a_request_id_used_for_another_request_is_refused() -> None:
    open_star()
    origin = OriginFactory.build()
    _set_cash(origin, value=100)
    with pytest.raises(RequestReused):
        _set_cash(origin, value=200)
    assert [dated.value for dated in journal.state(CASH).values] == [100]


def _somebody() -> Origin:
    return asked_by("812", "cashier")


def test_a_refused_attempt_at_money_is_on_the_record_under_its_own_request_id() -> None:
    open_star()
    origin = _somebody()
    with pytest.raises(tally.NotEnough):
        tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
    [refused] = journal.history(attempts.at(origin.venue, origin.place))
    minute = attempts.minute_of(refused.recorded_at)
    assert refused.event == AttemptRefused(
        minute=minute,
        command="tests.take-cents",
        code="tally-not-enough",
        sentence="Only 0 cents are there.",
        rule=(RuleId("T 1.1"),),
    )
    assert refused.origin.request_id == origin.request_id


def test_a_refused_request_asked_again_is_refused_as_before_even_if_it_could_now_be_done() -> None:
    open_star()
    origin = _somebody()
    with pytest.raises(tally.NotEnough):
        tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
    tally.add_cents(tally="t1", cents=Cents(9), origin=OriginFactory.build())
    with pytest.raises(RefusedBefore) as again:
        tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
    assert (again.value.code, again.value.rule) == ("tally-not-enough", "T 1.1")
    assert journal.state(tally.TALLY.at("t1")).cents == 9


def test_what_the_system_is_refused_is_no_attempt_and_is_done_later_under_the_same_request_id() -> None:
    open_star()
    before = _entries()
    origin = OriginFactory.build(actor=Actor("system/reaction"))
    for _ in range(2):
        with pytest.raises(tally.NotEnough):
            tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
    assert _entries() == before
    tally.add_cents(tally="t1", cents=Cents(9), origin=OriginFactory.build())
    for _ in range(2):
        tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
    assert journal.state(tally.TALLY.at("t1")).cents == 4


def test_beyond_ten_a_minute_refused_attempts_are_only_counted() -> None:
    open_star()
    for _ in range(13):
        with pytest.raises(tally.NotEnough):
            tally.take_cents(tally="t1", cents=Cents(5), origin=_somebody())
    kept = Counter(each.event.minute for each in journal.history(attempts.at(VenueId("star"), "star.cage1")))
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(attempts) FROM journal.refused")
        [counted] = cursor.fetchone()
    assert all(in_full <= 10 for in_full in kept.values())
    assert kept.total() + (counted or 0) == 13


def test_a_refusal_that_concerns_no_money_leaves_no_trace() -> None:
    open_star()
    before = _entries()
    with pytest.raises(venue.AlreadyOpened):
        open_star()
    assert _entries() == before


def test_a_rehearsal_shows_what_would_be_written_and_writes_nothing() -> None:
    open_star()
    before = _entries()
    shown = journal.rehearse(
        services.set_parameter, name=Name.CASH_PER_DAY, value=100, from_day=LATER, source="s 1", origin=OriginFactory.build()
    )
    assert [(each.ref, each.event) for each in shown.recorded] == [
        (CASH, ParameterSet(name="cash-per-day", value=100, from_day=LATER, source="s 1"))
    ]
    assert (_entries(), Parameter.objects.count(), journal.state(CASH)) == (before, 0, parameters.Parameter())


def test_what_was_signed_is_what_is_done() -> None:
    open_star()
    origin = OriginFactory.build()
    shown = journal.rehearse(
        services.set_parameter, name=Name.CASH_PER_DAY, value=100, from_day=LATER, source="s 1", origin=origin
    )
    _set_cash(replace(origin, preview=shown.preview))
    assert journal.state(CASH).values == (Dated(LATER, 100, "s 1"),)


def test_what_would_now_be_written_otherwise_than_signed_is_refused() -> None:
    open_star()
    origin = OriginFactory.build()
    shown = journal.rehearse(tally.fill, tallies=["t1"], times=2, origin=origin)
    with pytest.raises(PreviewChanged):
        tally.fill(tallies=["t1"], times=3, origin=replace(origin, preview=shown.preview))
    assert journal.state(tally.TALLY.at("t1")) == tally.Tally()


def _approved(origin: Origin) -> Ref[approval.Approval]:
    shown = journal.rehearse(
        services.set_parameter, name=Name.CASH_PER_DAY, value=100, from_day=LATER, source="s 1", origin=origin
    )
    approval_id = services.request_approval(
        command=shown.command,
        arguments=shown.arguments,
        request_id=origin.request_id,
        preview=shown.preview,
        lasts=timedelta(minutes=10),
        origin=OriginFactory.build(),
    )
    services.approve(approval_id=approval_id, preview=shown.preview, origin=asked_by(engage("900", casino_operator=(HOUSE,))))
    return approval.AGGREGATE.at(approval_id)


def test_what_another_person_approved_is_done_once_and_says_so() -> None:
    open_star()
    origin = OriginFactory.build()
    ref = _approved(origin)
    _set_cash(replace(origin, approval=ref))
    assert [each.event for each in journal.history(ref)][2:] == [ApprovalUsed(preview=journal.state(ref).preview)]
    assert journal.state(CASH).values == (Dated(LATER, 100, "s 1"),)


def test_an_approval_covers_nothing_else() -> None:
    open_star()
    origin = OriginFactory.build()
    ref = _approved(origin)
    with pytest.raises(approval.OtherCommand):
        _set_cash(replace(origin, approval=ref), value=999)
    assert journal.state(CASH) == parameters.Parameter()


def test_money_moves_between_two_streams_in_one_command() -> None:
    open_star()
    tally.add_cents(tally="t1", cents=Cents(9), origin=OriginFactory.build())
    tally.move_cents(source="t1", target="t2", cents=Cents(4), origin=OriginFactory.build())
    assert [journal.state(tally.TALLY.at(name)).cents for name in ("t1", "t2")] == [5, 4]


def test_many_entries_of_one_command_chain_in_each_stream() -> None:
    open_star()
    tally.fill(tallies=[f"t{n}" for n in range(30)], times=7, origin=OriginFactory.build())
    tally.fill(tallies=[f"t{n}" for n in range(15, 45)], times=3, origin=OriginFactory.build())
    assert [journal.state(tally.TALLY.at(f"t{n}")).changes for n in range(45)] == [7] * 15 + [10] * 15 + [3] * 15


def test_a_stream_belongs_to_one_venue() -> None:
    open_star()
    tally.add_cents(tally="t1", cents=Cents(9), origin=OriginFactory.build())
    services.open_venue(
        name="Crown",
        jurisdiction=Jurisdiction.VICTORIA,
        zone="Australia/Melbourne",
        hour=6,
        origin=OriginFactory.build(venue="crown"),
    )
    with pytest.raises(AnotherVenue):
        tally.add_cents(tally="t1", cents=Cents(1), origin=OriginFactory.build(venue="crown"))


def test_nothing_is_recorded_for_a_venue_that_is_not_open() -> None:
    with pytest.raises(venue.NotOpened):
        tally.add_cents(tally="t1", cents=Cents(1), origin=OriginFactory.build(venue="moon"))
    assert _entries() == 0


def test_a_float_where_money_is_meant_is_not_written() -> None:
    open_star()
    before = _entries()
    with pytest.raises(codec.Unwritable):
        tally.add_cents(tally="t1", cents=5.0, origin=OriginFactory.build())  # type: ignore[arg-type]
    assert _entries() == before


@pytest.mark.parametrize("times", [1, 2])
def test_an_entry_longer_than_64_kib_is_not_written(times: int) -> None:
    open_star()
    with pytest.raises(codec.Unwritable, match="an entry has at most 65536"):
        tally.add_cents(tally="t1", cents=Cents(1), note="x" * 65536 * times, origin=OriginFactory.build())


def test_a_stream_named_twice_is_an_error() -> None:
    open_star()
    with pytest.raises(ValueError, match="named twice"):
        tally.move_cents(source="t1", target="t1", cents=Cents(1), origin=OriginFactory.build())


def test_a_state_of_an_older_version_is_not_used_but_folded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    open_star()
    tally.add_cents(tally="t1", cents=Cents(9), origin=OriginFactory.build())
    monkeypatch.setattr(tally.TALLY, "state_version", 2)
    monkeypatch.setattr(tally.TALLY, "evolve", lambda state, event: tally.evolve(state, event).but(changes=state.changes + 100))
    assert journal.state(tally.TALLY.at("t1")).changes == 100
    assert tally.add_cents(tally="t1", cents=Cents(1), origin=OriginFactory.build()) == 101


def test_commands_do_not_call_commands() -> None:
    @journal.command
    def nested(*, origin: Origin) -> None:
        open_star()

    with pytest.raises(AssertionError, match="from within another command"):
        nested(origin=OriginFactory.build())


def test_what_was_approved_and_cannot_be_done_any_more_lapses_with_the_reason() -> None:
    open_star()
    approval_id = services.request_approval(
        command="casino.set-parameter",
        arguments="{}",
        request_id=uuid4(),
        preview="0" * 64,
        lasts=timedelta(minutes=10),
        origin=OriginFactory.build(),
    )
    services.lapse_approval(
        approval_id=approval_id, code="preview-changed", sentence="What would be done differs.", origin=OriginFactory.build()
    )
    assert journal.state(approval.AGGREGATE.at(approval_id)).lapsed == "What would be done differs."
    with pytest.raises(approval.ApprovalDone):
        services.lapse_approval(approval_id=approval_id, code="x", sentence="y", origin=OriginFactory.build())
