"""A PIN: kept like a password, set by each person, and wrong ones count together with wrong passwords."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from casino import journal, proving, selectors, services, sessions
from casino.domain import staff
from casino.domain.events import PinSet, StaffLockedOut, VenueId
from casino.domain.parameters import Name
from casino.domain.staff import NotOfThisVenue
from casino.journal import Personal
from casino.models import Password
from tests.casino.asking import at_desk
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, asked_by, open_crown, open_house
from tests.games.test_table_pages import text

STAR, PIN = VenueId("star"), "402816"


@pytest.fixture
def desk(committed: Database) -> Client:
    """812 at work at The Star."""
    selectors.forget()
    open_house()
    return at_desk("812")


def _ask(desk: Client, new: str, again: str = "", password: str = PASSWORD) -> str:
    """Send the form; where it leads, or what it says."""
    given = {"request_id": uuid4(), "password": password, "new": new, "again": again or new}
    answer = desk.post("/pin/", given)
    return answer["Location"] if answer.status_code == 302 else text(answer)


def _tries() -> int:
    return selectors.limits(STAR, selectors.now())[Name.LOG_IN_TRIES]


def test_a_person_sets_a_pin_with_their_password_and_signs_with_it(desk: Client) -> None:
    assert "You have no PIN yet." in text(desk.get("/pin/"))
    assert "The staff number or the password is wrong." in _ask(desk, PIN, password="another one")
    assert _ask(desk, PIN) == "/me/"
    assert "You have a new PIN." in text(desk.get("/me/"))
    assert "You have a PIN: the new one takes its place." in text(desk.get("/pin/"))
    proving.require_pin("812", PIN, STAR)
    with pytest.raises(sessions.PinRefused):
        proving.require_pin("812", "402817", STAR)


@pytest.mark.parametrize("easy", ["000000", "777777", "123456", "654321", "789012"])
def test_a_pin_that_is_tried_first_is_refused(desk: Client, easy: str) -> None:
    assert "That one is tried first: choose another." in _ask(desk, easy)
    assert not sessions.has_pin("812")


@pytest.mark.parametrize("wrong", ["12345", "1234567", "12a456", "١٢٣٤٥٧", "40281 "])
def test_a_pin_is_six_digits_typed_twice(desk: Client, wrong: str) -> None:
    assert "Six digits." in _ask(desk, wrong)
    assert "That is another PIN than above." in _ask(desk, PIN, again="402817")
    assert not sessions.has_pin("812")


def test_the_journal_knows_that_a_pin_was_set_and_not_which(desk: Client) -> None:
    services.set_pin(number="812", pin=Personal(PIN), origin=asked_by("812"))
    entries = list(journal.history(staff.at("812")))
    assert type(entries[-1].event) is PinSet
    assert PIN not in "\n".join(str(each.line) for each in entries)
    assert Password.objects.get(number="812").pin_hash.startswith("argon2$")


def test_a_new_password_leaves_the_pin_as_it_is(desk: Client) -> None:
    services.set_pin(number="812", pin=Personal(PIN), origin=asked_by("812"))
    sessions.set_password("812", "a password that is new", is_initial=False)
    proving.require_pin("812", PIN, STAR)


def test_whoever_has_no_pin_is_refused_as_a_wrong_one_is(desk: Client) -> None:
    for number, pin in (("813", ""), ("813", PIN), ("nobody", PIN)):
        with pytest.raises(sessions.PinRefused, match="The staff number or the PIN is wrong"):
            proving.require_pin(number, pin, STAR)


def test_wrong_pins_and_wrong_passwords_lock_the_number_together(desk: Client) -> None:
    services.set_pin(number="813", pin=Personal(PIN), origin=asked_by("813"))
    for _ in range(_tries() - 1):
        with pytest.raises(sessions.PinRefused):
            proving.require_pin("813", "000000", STAR)
    with pytest.raises(sessions.LockedOut):
        proving.require_password("813", "not the password", STAR)
    with pytest.raises(sessions.LockedOut, match="locked for another"):
        proving.require_pin("813", PIN, STAR)
    assert type(list(journal.history(staff.at("813")))[-1].event) is StaffLockedOut


def test_a_right_pin_lets_a_number_begin_to_count_anew(desk: Client) -> None:
    services.set_pin(number="813", pin=Personal(PIN), origin=asked_by("813"))
    for _ in range(2):
        for _ in range(_tries() - 1):
            with pytest.raises(sessions.PinRefused):
                proving.require_pin("813", "000000", STAR)
        proving.require_pin("813", PIN, STAR)


def test_nobody_signs_at_a_desk_of_another_venue(desk: Client) -> None:
    services.set_pin(number="812", pin=Personal(PIN), origin=asked_by("812"))
    with pytest.raises(NotOfThisVenue):
        proving.require_pin("812", PIN, open_crown())


def test_a_pin_that_was_set_twice_under_one_request_is_set_once(desk: Client) -> None:
    asked = OriginFactory.build()
    before = selectors.now()
    for _ in range(2):
        services.set_pin(number="812", pin=Personal(PIN), origin=asked)
    told = [each for each in journal.history(staff.at("812")) if isinstance(each.event, PinSet)]
    assert len(told) == 1
    assert told[0].recorded_at - before < timedelta(minutes=1)
