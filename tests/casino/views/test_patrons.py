from __future__ import annotations

import logging
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from casino import journal, selectors, services, sessions, urls
from casino.domain import approval, patron, reads
from casino.domain.events import PersonalDataRead, VenueId
from casino.domain.exclusion import Ground
from casino.domain.instant import Instant
from casino.domain.patron import Document
from casino.domain.powers import AC, HOUSE, SB
from casino.edge import FIELD
from casino.finding import Hit
from casino.journal import Personal, verification
from casino.models import Patron
from casino.people import COOKIE
from casino.views.patrons import found
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage, forget_patron, open_crown, open_house, register_patron

SCRIPT = "<script>alert(1)</script>"
STAR = VenueId("star")
TYPED = {
    "name": "Zenobia Quackenbush",
    "born_on_0": "2",
    "born_on_1": "4",
    "born_on_2": "1979",
    "address": "4 Quarry Lane\r\nPyrmont",
    "phone": "0491 570 006",
    "email": "zenobia@example.com",
}


def _approval(request: HttpRequest, approval_id: object) -> HttpResponse:
    return HttpResponse("the page of an approval")


urlpatterns = [*urls.urlpatterns, path("approvals/<uuid:approval_id>/", _approval, name="approval")]
pytestmark = [pytest.mark.urls(__name__)]


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    return committed


@pytest.fixture
def operator(house: Database) -> Client:
    return _at_work("812")


def _at_work(number: str) -> Client:
    token = sessions.new_token()
    services.log_in(number=number, desk="floor2", token=Personal(token), origin=OriginFactory.build(actor=f"staff/{number}"))
    client = Client()
    client.cookies[COOKIE] = token
    return client


def _post(client: Client, url: str, **typed: str) -> Any:
    return client.post(url, {FIELD: str(uuid4()), **typed})


def _text(response: Any) -> str:
    return str(response.content.decode())


def _last(patron_id: str) -> Instant:
    """When the last entry about a patron was recorded: a clock read afterwards may stand in another hour or day."""
    return list(journal.history(patron.at(patron_id)))[-1].recorded_at


def _reads(number: str) -> list[PersonalDataRead]:
    return [each.event for each in journal.history(reads.at(STAR, number))]


def test_a_patron_is_registered_and_their_page_shows_them(operator: Client) -> None:
    answer = _post(operator, "/patrons/register/", **TYPED)
    row = Patron.objects.get()
    assert answer["Location"] == f"/patrons/{row.id}/"
    shown = _text(operator.get(f"/patrons/{row.id}/"))
    for words in ("Zenobia Quackenbush", "2 Apr 1979", "4 Quarry Lane<br>Pyrmont", "0491 570 006", "zenobia@example.com"):
        assert words in shown
    assert "no-store" in operator.get(f"/patrons/{row.id}/")["Cache-Control"]
    assert "Admitted" in shown
    assert "Not identified." in shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"born_on_0": "31", "born_on_1": "2"}, "There is no such day"),
        ({"born_on_2": "79"}, "There is no such day"),
        ({"born_on_1": "April"}, "Write day, month and year in figures."),
        ({"born_on_0": ""}, "Write day, month and year."),
        ({"born_on_2": "2020"}, "Nobody under 18 may be in the casino"),
        ({"name": " "}, "This field is required."),
        ({"email": "nowhere"}, "Enter a valid email address."),
    ],
)
def test_what_cannot_be_right_is_told_beside_its_field_and_nothing_typed_is_lost(
    operator: Client, typed: dict[str, str], told: str
) -> None:
    answer = _text(_post(operator, "/patrons/register/", **{**TYPED, **typed}))
    assert told in answer
    assert "4 Quarry Lane" in answer
    assert not Patron.objects.exists()


def test_a_script_in_every_field_is_shown_as_text(operator: Client) -> None:
    _post(operator, "/patrons/register/", **{**TYPED, "name": SCRIPT, "address": SCRIPT, "phone": SCRIPT})
    here = f"/patrons/{Patron.objects.get().id}/"
    _post(
        operator,
        f"{here}identification/",
        kind="passport",
        number=SCRIPT,
        expires_on_0="1",
        expires_on_1="1",
        expires_on_2="2034",
    )
    _post(operator, f"{here}exclude/", exclusion="self-exclusion", reference=SCRIPT)
    pages = [operator.get(url) for url in (here, "/patrons/", f"/patrons/?q={SCRIPT}", f"{here}amend/", f"{here}exclude/")]
    assert [answer.status_code for answer in pages] == [200] * 5
    assert [SCRIPT in _text(answer) for answer in pages] == [False] * 5
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in _text(pages[0])


def test_only_what_was_changed_is_amended(operator: Client) -> None:
    _post(operator, "/patrons/register/", **TYPED)
    patron_id = Patron.objects.get().id
    unchanged = _text(_post(operator, f"/patrons/{patron_id}/amend/", **TYPED))
    assert "patron-unchanged" in unchanged
    _post(operator, f"/patrons/{patron_id}/amend/", **{**TYPED, "phone": "0491 570 157"})
    (amended,) = [each.event for each in journal.history(patron.at(patron_id))][1:]
    assert [field for field in patron.FIELDS if getattr(amended, field)] == ["phone"]
    shown = _text(operator.get(f"/patrons/{patron_id}/"))
    assert "0491 570 157" in shown
    assert "Patron amended: phone" in shown
    assert f"{selectors.local(STAR, _last(patron_id)):%d %b %Y, %H:%M}" in shown


def test_a_document_is_shown_by_its_last_four_and_who_has_seen_it(operator: Client) -> None:
    patron_id = register_patron()
    here = f"/patrons/{patron_id}/"
    expired = {"kind": "passport", "number": "PA4401821", "expires_on_0": "1", "expires_on_1": "1", "expires_on_2": "2020"}
    assert "identification-expired" in _text(_post(operator, f"{here}identification/", **expired))
    _post(operator, f"{here}identification/", **{**expired, "expires_on_2": "2034"})
    shown = _text(operator.get(here))
    assert "…1821" in shown
    assert "PA4401821" not in shown
    assert "by Ruth Adeyemi" in shown


def test_an_excluded_patron_is_marked_everywhere_and_let_in_again_by_a_document(operator: Client) -> None:
    patron_id = register_patron()
    here = f"/patrons/{patron_id}/"
    _post(
        operator,
        f"{here}exclude/",
        exclusion="exclusion order",
        reference="EO 7",
        last_day_0="1",
        last_day_1="6",
        last_day_2="2031",
    )
    shown = _text(operator.get(here))
    for words in ("Excluded", "1 Jun 2031", "section 79, Casino Control Act 1992 (NSW)", "EO 7", "End this exclusion"):
        assert words in shown
    assert "Ada Quinn" in _text(operator.get("/patrons/?state=excluded"))
    exclusion = journal.state(patron.at(patron_id)).exclusions[0].id
    _post(operator, f"{here}exclusions/{exclusion}/end/", reference="EO 7 revoked")
    after = _text(operator.get(here))
    assert "Ended" in after
    assert "End this exclusion" not in after
    assert "Ada Quinn" not in _text(operator.get("/patrons/?state=excluded"))
    assert "exclusion-unknown" in _text(operator.get(f"{here}exclusions/{exclusion}/end/"))


def test_filters_and_search_stay_in_the_address(operator: Client) -> None:
    ada, zenobia = register_patron(), register_patron("Zenobia Quackenbush")
    services.record_identification(
        patron_id=ada, kind=Document.PASSPORT, number=Personal("1"), expires_on=date(2034, 1, 1), origin=asked_by("812")
    )
    for query, names in (
        ("", ["Ada Quinn", "Zenobia Quackenbush"]),
        ("?q=quack", ["Zenobia Quackenbush"]),
        (f"?q={zenobia[:8]}", ["Zenobia Quackenbush"]),
        ("?state=identified", ["Ada Quinn"]),
        ("?state=identified&q=quack", []),
    ):
        shown = _text(operator.get(f"/patrons/{query}"))
        assert [name for name in ("Ada Quinn", "Zenobia Quackenbush") if f">{name}</a>" in shown] == names


def test_every_look_is_on_the_record_once_a_page_and_minute_and_an_empty_list_is_none(operator: Client) -> None:
    patron_id = register_patron()
    operator.get("/patrons/?q=nobody")
    for _ in range(2):
        operator.get(f"/patrons/{patron_id}/")
        operator.get("/patrons/?q=quinn")
    looked = [(each.page, each.patrons) for each in _reads("812")]
    assert set(looked) == {("patron", (patron_id,)), ("patrons", (patron_id,))}
    assert len(looked) <= 4  # a minute may have turned between two looks
    assert selectors.deeds_of("staff/812", at_most=9) == []


def test_a_forgotten_patron_is_shown_as_forgotten_now_and_at_any_instant(operator: Client) -> None:
    patron_id = register_patron()
    here = f"/patrons/{patron_id}/"
    before = selectors.now()
    assert "Ada Quinn" in _text(operator.get(here, {"at": str(before)}))
    forget_patron(patron_id)
    for asked in ({}, {"at": str(before)}):
        shown = _text(operator.get(here, asked))
        assert f"Forgotten on {selectors.local(STAR, _last(patron_id)):%d %b %Y}" in shown
        assert "Quinn" not in shown  # "Ada" alone a random token of a form may have in it
        assert "Quarry" not in shown
        assert f"{here}amend/" not in shown
    assert "Forgotten patron" in _text(operator.get("/patrons/"))
    assert "patron-forgotten" in _text(operator.get(f"{here}amend/"))
    assert verification.verify().wrong == []


def test_to_forget_asks_for_approval_of_what_the_rehearsal_showed(operator: Client) -> None:
    patron_id = register_patron()
    answer = _post(operator, f"/patrons/{patron_id}/forget/")
    approval_id = answer["Location"].split("/")[-2]
    asked = journal.state(approval.AGGREGATE.at(approval_id))
    assert (asked.command, asked.requested_by) == ("casino.forget-patron", "staff/812")
    assert asked.arguments == f'{{"patron_id":"{patron_id}"}}'
    services.approve(approval_id=approval_id, preview=asked.preview, origin=asked_by("813"))
    services.forget_patron(
        patron_id=patron_id,
        origin=OriginFactory.build(
            request_id=UUID(asked.request_id),
            actor="staff/812",
            role="casino operator",
            approval=approval.AGGREGATE.at(approval_id),
        ),
    )
    assert Patron.objects.get().forgotten_at is not None


def test_an_excluded_patron_is_not_proposed_for_forgetting(operator: Client) -> None:
    patron_id = register_patron()
    services.exclude_patron(patron_id=patron_id, ground=Ground.SELF_EXCLUSION, reference=Personal("SE 1"), origin=asked_by("812"))
    assert "patron-still-excluded" in _text(_post(operator, f"/patrons/{patron_id}/forget/"))


def test_a_page_as_at_an_instant_shows_that_and_no_action(operator: Client) -> None:
    before = selectors.now()
    patron_id = register_patron()
    between = selectors.now()
    services.amend_patron(patron_id=patron_id, phone=Personal("0491 570 157"), origin=asked_by("812"))
    here = f"/patrons/{patron_id}/"
    then = _text(operator.get(here, {"at": str(between)}))
    assert "0491 570 157" not in then
    assert f"{here}exclude/" not in then
    assert operator.get(here, {"at": str(before)}).status_code == 404


def test_whoever_has_no_business_with_patrons_sees_no_page_and_no_name(house: Database) -> None:
    patron_id = register_patron()
    engage("900", dealer=(AC,))
    dealer = _at_work("900")
    answers = [
        dealer.get(f"/patrons/{rest}")
        for rest in ("", "register/", f"{patron_id}/", f"{patron_id}/amend/", f"{patron_id}/exclude/", f"{patron_id}/forget/")
    ]
    assert [answer.status_code for answer in answers] == [403] * 6
    assert ["Ada Quinn" in _text(answer) for answer in answers] == [False] * 6
    assert "Patrons" not in _text(dealer.get("/home/"))
    assert _reads("900") == []


def test_a_cashier_keeps_the_register_and_neither_excludes_nor_forgets(house: Database) -> None:
    patron_id = register_patron()
    engage("900", cashier=(HOUSE,))
    cashier = _at_work("900")
    shown = _text(cashier.get(f"/patrons/{patron_id}/"))
    assert [f"/patrons/{patron_id}/{verb}/" in shown for verb in ("amend", "identification", "exclude", "forget")] == [
        True,
        True,
        False,
        False,
    ]
    assert cashier.get(f"/patrons/{patron_id}/exclude/").status_code == 403


def test_sb_8_7_2_a_supervisor_of_the_game_finds_a_patron_and_excludes_from_that_game_alone(house: Database) -> None:
    patron_id = register_patron()
    engage("900", electronic_gaming_supervisor=(SB,))
    supervisor = _at_work("900")
    form = _text(supervisor.get(f"/patrons/{patron_id}/exclude/"))
    assert "From the games of Aruze Sic Bo (SB 8.7.2)" in form
    assert "Self-exclusion" not in form
    dated = {"last_day_0": "1", "last_day_1": "6", "last_day_2": "2031"}
    refused = _text(_post(supervisor, f"/patrons/{patron_id}/exclude/", exclusion=SB, reference="R 1", **dated))
    assert "lasts until it is lifted: leave this empty" in refused
    _post(supervisor, f"/patrons/{patron_id}/exclude/", exclusion=SB, reference="R 1")
    shown = _text(supervisor.get(f"/patrons/{patron_id}/"))
    assert "the games of Aruze Sic Bo" in shown
    assert "End this exclusion" in shown


def test_a_patron_of_another_venue_is_not_found(operator: Client) -> None:
    open_crown()
    fields = {field: Personal("1979-04-02") for field in patron.FIELDS}
    theirs = services.register_patron(**fields, origin=OriginFactory.build(venue=VenueId("crown")))
    for patron_id in (theirs, uuid4()):
        answer = operator.get(f"/patrons/{patron_id}/")
        assert answer.status_code == 404
        assert "not-found" in _text(answer)
    assert _reads("812") == []


def test_find_finds_patrons_for_those_who_may_look(house: Database) -> None:
    patron_id = register_patron()
    engage("900", dealer=(AC,))
    found_by = {}
    for number in ("812", "900"):
        person = sessions.person_of(_at_work(number).cookies[COOKIE].value)
        assert person is not None
        found_by[number] = list(found(person, "quinn"))
    assert found_by["812"] == [Hit("Patron", "Ada Quinn", f"patron {patron_id[:8]}", f"/patrons/{patron_id}/")]
    assert found_by["900"] == []
    assert _reads("812") == [PersonalDataRead(patrons=(patron_id,), page="find")]


def test_no_page_writes_a_name_into_the_logs(operator: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        _post(operator, "/patrons/register/", **TYPED)
        _post(operator, "/patrons/register/", **{**TYPED, "born_on_2": "2020"})
        operator.get("/patrons/?q=quackenbush")
        operator.get(f"/patrons/{uuid4()}/?q=quackenbush")
    assert [secret for secret in ("Zenobia", "quackenbush", "Quarry", "0491 570", "0491570006") if secret in caplog.text] == []
