"""Patrons by the API: as on the pages, every look on the record, every change under a request id of its own."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from casino import journal, services
from casino.api import paging
from casino.domain import approval, patron, reads
from casino.domain.events import PatronExcluded, PersonalDataRead, VenueId
from casino.domain.powers import AC, HOUSE
from casino.journal import verification
from tests.asking import Program, problem
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import asked_by, engage, forget_patron, open_crown, open_house, register_patron

ADA = {"name": "Ada Quinn", "born_on": "1979-04-02", "address": "4 Quarry Lane\r\nPyrmont", "email": "ada@example.com"}
PASSPORT = {"kind": "passport", "number": "PA4401821", "expires_on": "2034-06-30"}
SELF = {"ground": "self-exclusion", "reference": "SE 2026/0118"}


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    return committed


def _looked(number: str = "812") -> list[PersonalDataRead]:
    return [each.event for each in journal.history(reads.at(VenueId("star"), number))]


def _written() -> int:
    return verification.verify().events


def _known(program: Program) -> str:
    made = program.post("/api/patrons", ADA)
    assert made.status_code == 201, made.content
    return str(made.json()["id"])


def test_a_patron_is_registered_identified_amended_and_read_back(house: Database) -> None:
    program = Program("812")
    ada = _known(program)
    assert program.post(f"/api/patrons/{ada}/identifications", PASSPORT).status_code == 204
    assert program.post(f"/api/patrons/{ada}/amend", {"phone": "0491 570 006"}).status_code == 204
    told = program.get(f"/api/patrons/{ada}").json()
    assert (told["name"], told["born_on"], told["phone"]) == ("Ada Quinn", "1979-04-02", "0491 570 006")
    assert told["address"] == "4 Quarry Lane\nPyrmont"
    seen = {"kind": "passport", "number_ends": "1821", "expires_on": "2034-06-30", "seen_by": "staff/812"}
    assert [{name: each[name] for name in seen} for each in told["identifications"]] == [seen]
    assert (told["is_identified"], told["is_excluded"], told["exclusions"], told["forgotten_at"]) == (True, False, [], None)


def test_whoever_is_shown_a_patron_is_on_the_record_with_it_once_a_minute_as_on_the_pages(house: Database) -> None:
    program = Program("812")
    ada = _known(program)
    assert _looked() == [], "a change shows nothing"
    program.get("/api/patrons")
    program.get(f"/api/patrons/{ada}")
    program.get(f"/patrons/{ada}/")
    expected = [PersonalDataRead(patrons=(ada,), page="patrons"), PersonalDataRead(patrons=(ada,), page="patron")]
    assert [each for number, each in enumerate(_looked()) if each not in _looked()[:number]] == expected
    program.get("/api/patrons", q="nobody of this name")
    assert {each.page for each in _looked()} == {"patrons", "patron"}


def test_patrons_are_found_by_name_number_and_state_and_come_in_pages(house: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE", 2)
    program = Program("812")
    names = {register_patron(name): name for name in ("Ada Quinn", "Sinéad O'Brien", "Wei Ng")}
    first = program.get("/api/patrons").json()
    rest = program.get(first["next"]).json()
    assert [each["id"] for each in first["items"] + rest["items"]] == sorted(names)
    assert rest["next"] is None
    assert [each["name"] for each in program.get("/api/patrons", q="obr").json()["items"]] == ["Sinéad O'Brien"]
    (ada,) = (number for number, name in names.items() if name == "Ada Quinn")
    assert [each["id"] for each in program.get("/api/patrons", q=ada[:8]).json()["items"]] == [ada]
    program.post(f"/api/patrons/{ada}/exclusions", SELF)
    assert [each["id"] for each in program.get("/api/patrons", state="excluded").json()["items"]] == [ada]
    assert program.get("/api/patrons", state="identified").json()["items"] == []


def test_an_exclusion_begins_and_ends_and_the_same_request_does_it_once(house: Database) -> None:
    program, key = Program("812"), str(uuid4())
    ada = _known(program)
    begun = [program.post(f"/api/patrons/{ada}/exclusions", SELF, key=key) for _ in range(2)]
    assert [each.status_code for each in begun] == [201, 201]
    assert begun[0].json() == begun[1].json()
    (exclusion,) = program.get(f"/api/patrons/{ada}").json()["exclusions"]
    assert (exclusion["id"], exclusion["scope"], exclusion["is_in_force"]) == (begun[0].json()["exclusion"], "casino", True)
    assert exclusion["reference"] == "SE 2026/0118"
    key = str(uuid4())
    address = f"/api/patrons/{ada}/exclusions/{exclusion['id']}/end"
    before = _written()
    assert [program.post(address, {"reference": "SE 2026/0119"}, key=key).status_code for _ in range(2)] == [204, 204]
    assert _written() == before + 1
    assert problem(program.post(address, {"reference": "again"})) == (409, "exclusion-unknown")
    assert problem(program.post(f"/api/patrons/{ada}/exclusions/{uuid4()}/end", SELF)) == (409, "exclusion-unknown")


def test_x_15_a_manager_excludes_from_the_games_of_a_book_under_its_rule_until_it_is_lifted(house: Database) -> None:
    engage("820", assistant_gaming_manager=(AC,))
    program, ada = Program("820"), register_patron()
    assert program.post(f"/api/patrons/{ada}/exclusions", {"book": AC, "reference": "R 1"}).status_code == 201
    *_, last = journal.history(patron.at(ada))
    assert isinstance(last.event, PatronExcluded)
    assert (last.event.scope, last.event.rule, last.event.readings) == (AC, ("AC 7.7.2",), ("X-15",))
    assert problem(program.post(f"/api/patrons/{ada}/exclusions", SELF)) == (403, "authority-not-held")


def test_forgetting_asks_another_person_and_once_it_is_signed_nothing_personal_is_told(house: Database) -> None:
    program, key = Program("812"), str(uuid4())
    ada = _known(program)
    asked = [program.post(f"/api/patrons/{ada}/forget", key=key) for _ in range(2)]
    assert [each.status_code for each in asked] == [202, 202]
    approval_id = asked[0].json()["approval"]
    assert asked[1].json() == {"approval": approval_id}
    assert program.get(f"/api/patrons/{ada}").json()["name"] == "Ada Quinn", "nothing is done yet"
    preview = journal.state(approval.AGGREGATE.at(approval_id)).preview
    assert Program("813").post(f"/api/approvals/{approval_id}/approve", {"preview": preview}).status_code == 204
    react()
    told = program.get(f"/api/patrons/{ada}").json()
    assert told["forgotten_at"]
    assert {told[field] for field in ("name", "address", "phone", "email")} == {""}
    assert problem(program.post(f"/api/patrons/{ada}/amend", {"phone": "1"})) == (409, "patron-forgotten")


REFUSED: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
    ("", {**ADA, "born_on": "2020-01-01"}, (409, "patron-under-age")),
    ("", {**ADA, "born_on": "1899-12-31"}, (422, "not-readable")),
    ("", {**ADA, "email": "no address"}, (422, "not-readable")),
    ("", {**ADA, "name": 7}, (422, "not-readable")),
    ("/{}/amend", {}, (409, "patron-unchanged")),
    ("/{}/identifications", {**PASSPORT, "expires_on": "2020-01-01"}, (409, "identification-expired")),
    ("/{}/exclusions", {"reference": "neither"}, (422, "not-readable")),
    ("/{}/exclusions", {**SELF, "book": AC}, (422, "not-readable")),
    ("/{}/exclusions", {"book": AC, "reference": "R", "last_day": "2040-01-01"}, (422, "not-readable")),
    ("/{}/exclusions", {**SELF, "last_day": "2020-01-01"}, (409, "exclusion-last-day-passed")),
]


def test_what_the_rules_or_the_reader_refuse_writes_nothing(house: Database) -> None:
    program, ada = Program("812"), register_patron()
    before = _written()
    answers = [problem(program.post(f"/api/patrons{path.format(ada)}", body)) for path, body, _ in REFUSED]
    assert answers == [expected for *_, expected in REFUSED]
    assert _written() == before


def test_who_has_no_business_there_is_refused_and_nobody_is_read(house: Database) -> None:
    engage("821", inspector=(HOUSE,))
    program, ada = Program("821"), register_patron()
    before = _written()
    for path in ("/api/patrons", f"/api/patrons/{ada}"):
        assert problem(program.get(path)) == (403, "authority-not-held")
    for path, body in (
        ("", ADA),
        (f"/{ada}/amend", {"phone": "1"}),
        (f"/{ada}/forget", None),
        (f"/{uuid4()}/amend", {"phone": "1"}),
    ):
        assert problem(program.post(f"/api/patrons{path}", body)) == (403, "authority-not-held"), path
    assert _written() == before


def test_a_patron_of_another_venue_or_of_none_is_not_found(house: Database) -> None:
    open_crown()
    program, nobody = Program("812"), uuid4()
    before = _written()
    assert problem(program.get(f"/api/patrons/{nobody}")) == (404, "not-found")
    assert problem(program.post(f"/api/patrons/{nobody}/amend", {"phone": "1"})) == (404, "not-found")
    assert problem(program.post(f"/api/patrons/{nobody}/forget")) == (404, "not-found")
    assert _written() == before


def test_a_forgotten_patron_stands_in_the_list_without_a_name_and_is_no_read(house: Database) -> None:
    program, ada = Program("812"), register_patron()
    forget_patron(ada)
    (row,) = program.get("/api/patrons").json()["items"]
    assert (row["id"], row["name"]) == (ada, "")
    assert _looked() == []


def test_a_script_in_every_field_is_text(house: Database) -> None:
    program, script = Program("812"), "<script>alert(1)</script>"
    made = program.post("/api/patrons", {**ADA, "name": script, "address": script, "phone": script})
    assert program.get(f"/api/patrons/{made.json()['id']}").json()["name"] == script


def test_what_was_asked_of_law_by_the_api_is_signed_by_another_person(house: Database) -> None:
    body = {"value": 25, "from_day": "2041-01-01", "source": "s 1", "reason": "Asked by the regulator"}
    asked = Program("812").post("/api/law/lock-out/propose", body)
    assert asked.status_code == 202
    state = journal.state(approval.AGGREGATE.at(asked.json()["approval"]))
    assert (state.command, state.requested_by) == ("casino.set-parameter", "staff/812")
    services.approve(approval_id=asked.json()["approval"], preview=state.preview, origin=asked_by("813"))
    react()
    assert [each["value"] for each in Program("812").get("/api/law/lock-out").json()["to_come"]] == [25]
    assert problem(Program("812").post("/api/law/nothing/propose", body)) == (404, "not-found")
