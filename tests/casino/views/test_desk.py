"""A desk as its pages see it: who is here, a lock that keeps the page, and where to go on."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from casino import journal, selectors, services, sessions
from casino.domain import staff
from casino.domain.events import StaffLockedOut, VenueId
from casino.domain.instant import Instant
from casino.domain.parameters import Jurisdiction, Name
from casino.domain.refusals import AnotherVenue
from casino.journal import Personal
from casino.models import Session
from casino.people import COOKIE
from casino.selectors import limits
from tests.factories import PASSWORD, OriginFactory, asked_by, open_crown, open_house

pytestmark = pytest.mark.django_db
ITSELF = {"HX-Request": "true"}


@pytest.fixture
def desk() -> Client:
    """Ruth Adeyemi at work."""
    open_house()
    token = sessions.new_token()
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=asked_by("812"))
    client = Client()
    client.cookies[COOKIE] = token
    return client


def test_a_page_asks_whether_somebody_is_here(desk: Client) -> None:
    assert desk.get("/here/", headers=ITSELF).status_code == 204
    _lock(desk)
    assert desk.get("/here/", headers=ITSELF).status_code == 423
    sessions.end_all("812")
    assert desk.get("/here/", headers=ITSELF).status_code == 401


def test_a_page_opens_its_desk_without_leaving_and_a_wrong_password_is_a_sentence(desk: Client) -> None:
    _lock(desk)
    wrong = desk.post("/unlock/", {"password": "not this one"}, headers=ITSELF)
    assert (wrong.status_code, "log-in-refused" in wrong.text, "<html" in wrong.text) == (401, True, False)
    assert desk.get("/here/", headers=ITSELF).status_code == 423
    assert desk.post("/unlock/", {"password": PASSWORD}, headers=ITSELF).status_code == 204
    assert desk.get("/here/", headers=ITSELF).status_code == 204


@pytest.mark.parametrize("there", ["/unlock/", "/log-out/"])
def test_a_desk_that_was_left_is_not_opened_by_asking_for_its_lock(desk: Client, there: str) -> None:
    _leave(desk)
    assert desk.get("/here/", headers=ITSELF).status_code == 423
    assert desk.get(there).status_code == 405
    assert desk.get("/home/").status_code == 423


def test_a_wrong_password_does_not_open_a_desk_that_was_left_and_the_right_one_does(desk: Client) -> None:
    _leave(desk)
    assert desk.post("/unlock/", {"password": "not this one"}).status_code == 401
    assert desk.get("/home/").status_code == 423
    assert desk.post("/unlock/", {"password": PASSWORD}).status_code == 302
    assert desk.get("/home/").status_code == 200


def test_the_lock_keeps_what_was_typed_but_no_password_and_no_pin(desk: Client) -> None:
    _lock(desk)
    secrets = {name: f"secret {name}" for name in ("password", "old", "new", "again", "pin")}
    page = desk.post("/staff/engage/", {"number": "822", "name": "Anna Kovac", **secrets})
    assert (page.status_code, "Anna Kovac" in page.text, "secret" in page.text) == (423, True, False)


def test_who_is_locked_out_at_the_lock_is_logged_out(desk: Client) -> None:
    _lock(desk)
    tries = [desk.post("/unlock/", {"password": "wrong"}, headers=ITSELF).status_code for _ in range(_tries(desk))]
    assert tries[-1] == 429
    assert desk.get("/here/", headers=ITSELF).status_code == 401


def test_one_logs_out_from_a_locked_page(desk: Client) -> None:
    _lock(desk)
    page = desk.get("/me/")
    request_id = page.text.split('name="request_id" value="')[1].split('"')[0]
    assert desk.post("/log-out/", {"request_id": request_id})["Location"] == "/log-in/"
    assert desk.get("/here/", headers=ITSELF).status_code == 401


def test_a_form_that_the_page_sends_is_told_where_to_go_on_and_the_toast_waits_there(desk: Client) -> None:
    given = {"request_id": uuid4(), "number": "820", "name": "Anna Kovac", "password": "a long enough password"}
    answer = desk.post("/staff/engage/", given, headers={**ITSELF, "X-Where-Next": "1"})
    assert (answer.status_code, answer["X-Where-Next"], answer.has_header("Location")) == (204, "/staff/820/", False)
    assert "messages" in answer.cookies
    again = desk.post("/staff/engage/", given, headers={**ITSELF, "X-Where-Next": "1"})
    assert again["X-Where-Next"] == "/staff/820/"
    assert desk.post("/staff/engage/", given)["Location"] == "/staff/820/"


def test_a_toast_waits_for_the_page_that_is_opened_next_whatever_is_fetched_meanwhile(desk: Client) -> None:
    given = {"request_id": uuid4(), "number": "821", "name": "Anna Kovac", "password": "a long enough password"}
    desk.post("/staff/engage/", given, headers={**ITSELF, "X-Where-Next": "1"})
    said = "Anna Kovac has number 821."
    assert said not in desk.get("/staff/821/", headers=ITSELF).text
    assert said in desk.get("/staff/821/").text
    assert said not in desk.get("/staff/821/").text


def test_a_page_says_when_its_desk_locks_and_what_it_watches(desk: Client) -> None:
    page = desk.get("/staff/?state=engaged").text
    assert f'data-idle="{60 * _limit(desk, Name.IDLE_LOCK)}"' in page
    assert 'data-live="star/staff" hx-get="/staff/?state=engaged" hx-trigger="live"' in page
    assert 'data-live="staff-812"' in page


@pytest.mark.usefixtures("desk")
def test_somebody_of_another_venue_is_refused_a_desk_here_and_told_so() -> None:
    given = {"number": "812", "password": PASSWORD, "desk": _crown_desk(), "there": ""}
    answer = Client().post("/log-in/", given)
    assert (answer.status_code, "staff-of-another-venue" in answer.text) == (409, True)
    assert COOKIE not in answer.cookies


def test_wrong_passwords_at_a_desk_of_another_venue_lock_the_number_at_its_own(desk: Client) -> None:
    given = {"number": "812", "password": "not this one", "desk": _crown_desk(), "there": ""}
    answers = [Client().post("/log-in/", given) for _ in range(_tries(desk))]
    assert (answers[0].status_code, answers[-1].status_code) == (401, 429)
    assert "another venue" not in answers[0].text, "nobody learns whose number it is"
    locked = list(journal.history(staff.at("812")))[-1]
    assert (type(locked.event), locked.venue) == (StaffLockedOut, "star")


def test_nobody_changes_at_one_venue_what_belongs_to_another(desk: Client) -> None:
    _crown_desk()
    before = len(list(journal.history(staff.at("813"))))
    with pytest.raises(AnotherVenue):
        services.unlock_staff(number=_locked("813"), origin=OriginFactory.build(venue=VenueId("crown")))
    assert len(list(journal.history(staff.at("813")))) == before + 1


def _locked(number: str) -> str:
    until = Instant.of(selectors.now() + timedelta(minutes=15))
    services.lock_out(number=number, tries=5, until=until, origin=OriginFactory.build())
    return number


def _crown_desk() -> str:
    venue = open_crown()
    services.adopt_law(jurisdiction=Jurisdiction.VICTORIA, origin=OriginFactory.build(venue=venue))
    services.name_desk(desk="pit1", name="Pit 1", origin=OriginFactory.build(venue=venue))
    return f"{venue}.pit1"


def _lock(desk: Client) -> None:
    person = sessions.person_of(desk.cookies[COOKIE].value)
    assert person
    sessions.lock(person)


def _leave(desk: Client) -> None:
    """Nobody has touched it for longer than a desk stays open."""
    Session.objects.update(seen_at=selectors.now() - timedelta(minutes=_limit(desk, Name.IDLE_LOCK) + 1))


def _tries(desk: Client) -> int:
    return _limit(desk, Name.LOG_IN_TRIES)


def _limit(desk: Client, name: Name) -> int:
    person = sessions.person_of(desk.cookies[COOKIE].value)
    assert person
    return limits(person.venue, person.now)[name]


def test_where_there_are_several_desks_one_is_chosen_and_this_browser_remembers_it() -> None:
    open_house()
    services.name_desk(desk="cage1", name="Cage 1", origin=OriginFactory.build())
    browser = Client()
    assert '<option value="" selected>Choose</option>' in browser.get("/log-in/").content.decode()
    given = {"number": "812", "password": PASSWORD}
    assert "Say at which desk you are." in browser.post("/log-in/", given).content.decode()
    assert browser.post("/log-in/", {**given, "desk": "star.cage1"}).status_code == 302
    assert '<option value="star.cage1" selected>Cage 1</option>' in browser.get("/log-in/").content.decode()
