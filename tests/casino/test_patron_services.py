from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import demo, journal, keys, selectors, services
from casino.domain import approval, authority, patron, reads, staff
from casino.domain.approval import ApprovalNeeded, OwnRequest
from casino.domain.events import PersonalDataRead, VenueId
from casino.domain.exclusion import CASINO, Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import Document, Forgotten, NotAdmitted, StillExcluded
from casino.domain.powers import AC, EQUIPMENT, GRANTS, HOUSE, Power, Role
from casino.domain.staff import NotAllowed
from casino.journal import Origin, Personal, verification
from casino.models import Patron, SubjectKey
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage, forget_patron, open_house, register_patron

STAR = VenueId("star")
EXPIRES = date(2034, 6, 30)
SECRETS = ("Zenobia", "Quackenbush", "1979-04-02", "Quarry Lane", "0491 570", "0491570006", "zenobia@", "PA4401821", "SE-0118")


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    return committed


def _zenobia() -> str:
    """A patron of whom everything is known."""
    patron_id = register_patron("Zenobia Quackenbush", phone="0491 570 006", email="zenobia@example.com")
    services.record_identification(
        patron_id=patron_id,
        kind=Document.PASSPORT,
        number=Personal("PA4401821"),
        expires_on=EXPIRES,
        origin=asked_by("812"),
    )
    exclusion = services.exclude_patron(
        patron_id=patron_id, ground=Ground.SELF_EXCLUSION, reference=Personal("SE-0118"), origin=asked_by("812")
    )
    services.end_exclusion(
        patron_id=patron_id, exclusion=exclusion, reference=Personal("SE-0118 revoked"), origin=asked_by("812")
    )
    services.amend_patron(patron_id=patron_id, address=Personal("5 Quarry Lane"), origin=asked_by("812"))
    return patron_id


def _everything_stored() -> str:
    """Every byte of every table of the database, as text."""
    told = []
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
                WHERE schemaname IN ('public', 'journal') AND tablename <> 'django_migrations'"""
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT coalesce(string_agg(t::text, E'\\n'), '') FROM {table} t")
            told.append(cursor.fetchone()[0])
    return "\n".join(told)


def _differing() -> str:
    out = StringIO()
    call_command("rebuild", "--only", "casino.patrons", "--check", stdout=out)
    return out.getvalue()


def test_nothing_personal_stands_in_clear_in_any_table_or_log(house: Database, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        patron_id = _zenobia()
        with pytest.raises(patron.DocumentExpired):
            services.record_identification(
                patron_id=patron_id,
                kind=Document.PASSPORT,
                number=Personal("PA4401821"),
                expires_on=date(2020, 1, 1),
                origin=asked_by("812"),
            )
    stored = _everything_stored()
    assert patron_id in stored
    assert [secret for secret in SECRETS if secret.lower() in stored.lower()] == []
    assert [secret for secret in SECRETS if secret.lower() in caplog.text.lower()] == []


def test_a_patron_is_found_by_name_and_by_number_and_read_with_their_key(house: Database) -> None:
    patron_id = _zenobia()
    register_patron("Ada Quinn")
    for words in ("quack", "ZENOBIA", patron_id[:8], f" {patron_id} "):
        assert [selectors.name_of(row) for row in selectors.patrons(STAR, words)] == ["Zenobia Quackenbush"]
    assert not selectors.patrons(VenueId("crown"), "quack").exists()
    assert not selectors.patrons(STAR, "%").exists()


def test_amending_a_name_lets_the_patron_be_found_by_the_new_one_only(house: Database) -> None:
    patron_id = _zenobia()
    services.amend_patron(patron_id=patron_id, name=Personal("Zenobia Smith"), origin=asked_by("812"))
    assert [selectors.patrons(STAR, words).count() for words in ("smith", "quackenbush")] == [1, 0]


def test_registering_again_under_the_same_request_answers_as_the_first_time(house: Database) -> None:
    asked = asked_by("812")
    fields = {field: Personal("1979-04-02") for field in patron.FIELDS}
    assert services.register_patron(**fields, origin=asked) == services.register_patron(**fields, origin=asked)
    assert Patron.objects.count() == 1


def test_a_minor_and_a_blank_name_leave_no_key_behind(house: Database) -> None:
    before = SubjectKey.objects.count()
    with pytest.raises(patron.UnderAge):
        register_patron(born_on="2020-01-01")
    with pytest.raises(patron.Nameless):
        register_patron(" ")
    assert SubjectKey.objects.count() == before


def test_nobody_is_forgotten_without_another_persons_approval(house: Database) -> None:
    patron_id = _zenobia()
    with pytest.raises(ApprovalNeeded):
        services.forget_patron(patron_id=patron_id, origin=asked_by("812"))
    origin = asked_by("812")
    rehearsal = journal.rehearse(services.forget_patron, patron_id=patron_id, origin=origin)
    approval_id = services.request_approval(
        command=rehearsal.command,
        arguments=rehearsal.arguments,
        request_id=origin.request_id,
        preview=rehearsal.preview,
        lasts=timedelta(minutes=10),
        origin=asked_by("812"),
    )
    with pytest.raises(OwnRequest):
        services.approve(approval_id=approval_id, preview=rehearsal.preview, origin=asked_by("812"))
    with pytest.raises(approval.ApprovalPending):
        services.forget_patron(patron_id=patron_id, origin=replace(origin, approval=approval.AGGREGATE.at(approval_id)))
    assert keys.unseal(f"patron-{patron_id}", "name", journal.state(patron.at(patron_id)).name) == "Zenobia Quackenbush"


def test_a_forgotten_patron_is_unreadable_at_any_instant_and_the_log_still_verifies(house: Database) -> None:
    patron_id = _zenobia()
    before = selectors.now()
    assert "0 rows differ" in _differing()
    forget_patron(patron_id)
    stream = f"patron-{patron_id}"
    assert not SubjectKey.objects.filter(subject=stream).exists()
    assert keys.unseal(stream, "name", journal.state_at(patron.at(patron_id), before).name) is None
    assert journal.state(patron.at(patron_id)) == patron.Patron(is_forgotten=True)
    row = Patron.objects.get(id=patron_id)
    assert (row.name, row.tokens, row.forgotten_at is not None) == ("", [], True)
    assert not selectors.patrons(STAR, "zenobia").exists()
    assert verification.verify().wrong == []
    assert "0 rows differ" in _differing()
    for again in (
        lambda: services.amend_patron(patron_id=patron_id, name=Personal("Zenobia"), origin=asked_by("812")),
        lambda: journal.rehearse(services.forget_patron, patron_id=patron_id, origin=asked_by("812")),
    ):
        with pytest.raises(Forgotten):
            again()
    assert not SubjectKey.objects.filter(subject=stream).exists()


def test_a_list_of_patrons_is_read_with_their_keys_in_one_query(house: Database) -> None:
    for n in range(5):
        register_patron(f"Patron {n}")
    with CaptureQueriesContext(connection) as queries:
        assert len({selectors.name_of(row) for row in selectors.patrons(STAR, "patron")}) == 5
    assert len(queries) == 1


def test_an_excluded_patron_cannot_be_forgotten(house: Database) -> None:
    patron_id = register_patron()
    services.exclude_patron(
        patron_id=patron_id, ground=Ground.EXCLUSION_ORDER, reference=Personal("EO 7"), origin=asked_by("812")
    )
    with pytest.raises(StillExcluded):
        journal.rehearse(services.forget_patron, patron_id=patron_id, origin=asked_by("812"))


def test_ac_7_7_2_a_manager_excludes_from_the_game_under_the_books_rule_and_an_operator_does_not(house: Database) -> None:
    patron_id = register_patron()
    engage("900", assistant_gaming_manager=(AC,))
    with pytest.raises(NotAllowed):
        services.exclude_from_game(patron_id=patron_id, book=AC, reference=Personal("R 1"), origin=asked_by("812"))
    manager = asked_by("900", "assistant gaming manager")
    exclusion = services.exclude_from_game(patron_id=patron_id, book=AC, reference=Personal("R 1"), origin=manager)
    (entry,) = [each for each in journal.history(patron.at(patron_id)) if each.line.type == "casino.patron-excluded"]
    assert (entry.event.rule, entry.event.readings) == (("AC 7.7.2",), ("X-15",))
    today = GamingDay.fromisoformat(entry.line.gaming_day)
    with pytest.raises(NotAdmitted):
        patron.require_admitted(journal.state(patron.at(patron_id)), scope=AC, on=today)
    patron.require_admitted(journal.state(patron.at(patron_id)), scope=CASINO, on=today)
    with pytest.raises(NotAllowed):
        services.end_exclusion(patron_id=patron_id, exclusion=exclusion, reference=Personal("R 2"), origin=asked_by("812"))
    services.end_exclusion(
        patron_id=patron_id,
        exclusion=exclusion,
        reference=Personal("R 2"),
        origin=asked_by("900", "assistant gaming manager"),
    )
    assert Patron.objects.get(id=patron_id).excluded_until is None


def test_a_read_is_recorded_on_the_readers_own_stream_once_for_a_request(house: Database) -> None:
    asked = asked_by("812")
    for _ in range(2):
        services.record_read(patrons=("p1", "p2"), page="patrons", origin=asked)
    events = [each.event for each in journal.history(reads.at(STAR, "812"))]
    assert events == [PersonalDataRead(patrons=("p1", "p2"), page="patrons")]


Asked = tuple[Power, str, Callable[..., Any], dict[str, Any]]


def _commands() -> list[Asked]:
    """Every command about patrons: the power it needs, where, and what it is asked."""
    free: dict[str, Any] = {"patron_id": register_patron()}
    out: dict[str, Any] = {"patron_id": register_patron()}
    reference: dict[str, Any] = {"reference": Personal("R 1")}
    order: dict[str, Any] = {"ground": Ground.EXCLUSION_ORDER}
    document = {"kind": Document.PASSPORT, "number": Personal("1"), "expires_on": EXPIRES}
    house = services.exclude_patron(**out, **reference, **order, origin=OriginFactory.build())
    asked: list[Asked] = [
        (Power.KEEP_PATRONS, HOUSE, services.register_patron, {field: Personal("1979-04-02") for field in patron.FIELDS}),
        (Power.KEEP_PATRONS, HOUSE, services.amend_patron, free | {"phone": Personal("1")}),
        (Power.KEEP_PATRONS, HOUSE, services.record_identification, free | document),
        (Power.EXCLUDE_PATRON, HOUSE, services.exclude_patron, free | reference | order),
        (Power.EXCLUDE_PATRON, HOUSE, services.end_exclusion, out | reference | {"exclusion": house}),
        (Power.FORGET_PATRON, HOUSE, services.forget_patron, free),
    ]
    for book in GRANTS[Power.EXCLUDE_FROM_GAME]:
        game = services.exclude_from_game(**out, **reference, book=book, origin=OriginFactory.build())
        asked.append((Power.EXCLUDE_FROM_GAME, book, services.exclude_from_game, free | reference | {"book": book}))
        asked.append((Power.EXCLUDE_FROM_GAME, book, services.end_exclusion, out | reference | {"exclusion": game}))
    return asked


def _is_allowed(command: Callable[..., Any], arguments: dict[str, Any], origin: Origin) -> bool:
    try:
        journal.rehearse(command, **arguments, origin=origin)
    except NotAllowed:
        return False
    return True


@pytest.mark.slow(reason="every role asks for every command")
def test_every_role_may_do_what_the_table_of_powers_says_and_nothing_else(house: Database) -> None:
    engage("900")
    books = tuple(sorted(staff.BOOKS))
    commands = _commands()
    wrong = []
    for role in set(Role) - EQUIPMENT:
        services.begin_duty(number="900", role=role, books=books, origin=asked_by("812"))
        for power, book, command, arguments in commands:
            expected = authority.standing(book, power, role).allowed
            if _is_allowed(command, arguments, asked_by("900", role)) is not expected:
                wrong.append((role, power, book, command.__name__))
        services.end_duty(number="900", role=role, books=books, origin=asked_by("812"))
    assert wrong == []


def test_the_demo_has_an_excluded_and_an_identified_patron_at_each_venue(committed: Database) -> None:
    for _ in range(2):
        for demo_venue in demo.VENUES:
            services.open_venue(
                name=demo_venue.name,
                jurisdiction=demo_venue.jurisdiction,
                zone=demo_venue.zone,
                hour=6,
                origin=demo.origin(demo_venue.id, "open-venue"),
            )
        for each in demo.PATRONS:
            demo._register(each)
    today = selectors.gaming_day(STAR, selectors.now())
    for venue, known in ((STAR, 4), (VenueId("crown"), 3)):
        rows = selectors.patrons(venue)
        assert rows.count() == known
        assert rows.filter(excluded_until__gte=today).count() == 1
        assert rows.filter(identified_until__gte=today).count() == 1
