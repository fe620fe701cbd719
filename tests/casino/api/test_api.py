from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from casino import journal, services
from casino.domain import staff
from casino.domain.powers import HOUSE, Role
from casino.domain.staff import Duty
from casino.journal import Personal, verification
from tests.asking import Program, problem
from tests.casino.asking import cash_law
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, asked_by, engage, open_crown, open_house

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    return committed


def _written() -> int:
    return verification.verify().events


def test_who_asks_is_told_who_they_are_and_what_they_may_do_under_which_rule(house: Database) -> None:
    told = Program("812").get("/api/me").json()
    assert (told["number"], told["name"], told["venue"], told["desk"]) == ("812", "Ruth Adeyemi", "star", "floor2")
    assert told["duties"] == [{"role": "casino operator", "book": HOUSE}]
    keep = next(each for each in told["powers"] if each["power"] == "keep the staff register")
    assert keep["rule"] == "internal controls"


def test_moments_are_in_utc_to_the_microsecond(house: Database) -> None:
    venue = Program("812").get("/api/venues").json()["items"][0]
    recorded = next(iter(journal.history(staff.at("812")))).line.recorded_at
    assert (venue["id"], len(venue["opened_at"]), venue["opened_at"][-1]) == ("star", len(recorded), "Z")


CLOSED = ["/api/me", "/api/ping", "/api/staff", "/api/schema/", "/api/nothing", "/api/entries", "/api/devices"]


@pytest.mark.parametrize("path", CLOSED)
def test_nothing_is_anonymous(house: Database, path: str) -> None:
    assert problem(Program().get(path)) == (401, "log-in-needed")
    assert problem(Program().post(path)) == (401, "log-in-needed")


def test_a_person_is_engaged_given_a_duty_and_let_go(house: Database) -> None:
    program = Program("812")
    made = program.post("/api/staff", {"number": "900", "name": "Priya Nair", "password": PASSWORD})
    assert (made.status_code, made.json()) == (201, {"number": "900"})
    assert program.post("/api/staff/900/duties", {"role": "cashier", "books": [HOUSE]}).status_code == 204
    assert program.get("/api/staff/900").json()["duties"] == [{"role": "cashier", "book": HOUSE}]
    assert program.post("/api/staff/900/duties/end", {"role": "cashier", "books": [HOUSE]}).status_code == 204
    assert program.post("/api/staff/900/leave").status_code == 204
    assert [each["number"] for each in program.get("/api/staff").json()["items"]] == ["812", "813", "900"]
    assert program.get("/api/staff/900").json()["is_engaged"] is False


def test_the_same_request_again_is_answered_as_the_first_time_and_does_nothing(house: Database) -> None:
    program, key = Program("812"), str(uuid4())
    body = {"number": "900", "name": "Priya Nair", "password": PASSWORD}
    first = program.post("/api/staff", body, key=key)
    before = _written()
    again = program.post("/api/staff", body, key=key)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert problem(program.post("/api/staff", {**body, "name": "Other"}, key=key)) == (409, "request-reused")
    assert _written() == before


def test_a_cookie_alone_changes_nothing(house: Database) -> None:
    program = Program("812")
    before = _written()
    assert problem(program.post("/api/staff/813/leave", **{"X-CSRFToken": "x" * 32})) == (403, "csrf-refused")
    assert _written() == before


BAD: list[tuple[str, object, dict[str, str], tuple[int, str]]] = [
    ("/api/staff", {"number": "900"}, {}, (422, "not-readable")),
    ("/api/staff", {"number": 900, "name": ["x"], "password": {}}, {}, (422, "not-readable")),
    ("/api/staff", [1, 2], {}, (422, "not-readable")),
    ("/api/staff", {"number": "900", "name": "a\0b", "password": PASSWORD}, {}, (422, "not-readable")),
    ("/api/staff", {"number": SCRIPT, "name": "x", "password": PASSWORD}, {}, (422, "not-readable")),
    ("/api/staff", {"number": "900", "name": "x", "password": "short"}, {}, (422, "not-readable")),
    ("/api/staff/813/duties", {"role": SCRIPT}, {}, (422, "not-readable")),
    ("/api/staff/813/duties", {"role": "cashier", "books": [HOUSE, HOUSE]}, {}, (422, "not-readable")),
    ("/api/staff/999/duties", {"role": "cashier"}, {}, (404, "not-found")),
    ("/api/staff/812/duties", {"role": "cashier"}, {}, (409, "duty-own")),
    ("/api/staff/813/unlock", None, {}, (409, "staff-not-locked-out")),
    ("/api/staff/813/leave", None, {"Idempotency-Key": "not a uuid"}, (422, "not-readable")),
    ("/api/staff/813/leave", None, {"Idempotency-Key": ""}, (422, "not-readable")),
    ("/api/approvals/3f2504e0-4f89-41d3-9a0c-0305e82c3301/approve", {"preview": "0" * 64}, {}, (404, "not-found")),
    ("/api/approvals/not-a-uuid/approve", {"preview": "0" * 64}, {}, (404, "not-found")),
    ("/api/law/cash-per-day", {"value": 1}, {}, (405, "method-not-allowed")),
    ("/api/nothing", {}, {}, (404, "not-found")),
]


@pytest.mark.parametrize(("path", "body", "headers", "refused"), BAD)
def test_what_cannot_be_done_is_a_sentence_and_a_code_and_nothing_is_written(
    house: Database, path: str, body: object, headers: dict[str, str], refused: tuple[int, str]
) -> None:
    program = Program("812")
    before = _written()
    assert problem(program.post(path, body, **headers)) == refused
    assert _written() == before


RAW: list[tuple[bytes, str, tuple[int, str]]] = [
    (b"{", "application/json", (422, "not-readable")),
    (b"[" * 100_000, "application/json", (422, "not-readable")),
    (b"\xff\xfe", "application/json", (422, "not-readable")),
    (b'{"number": "\\ud800"}', "application/json", (422, "not-readable")),
    (b"number=900", "application/x-www-form-urlencoded", (415, "media-type-not-taken")),
    (b"--x\r\n", "multipart/form-data; boundary=x", (415, "media-type-not-taken")),
    (b" " * 10_000_000, "application/json", (413, "too-large")),
]


@pytest.mark.parametrize(("body", "kind", "refused"), RAW, ids=range(len(RAW)))
def test_what_is_no_json_or_too_large_is_refused(house: Database, body: bytes, kind: str, refused: tuple[int, str]) -> None:
    client = Program("812").client
    headers = {"Idempotency-Key": str(uuid4()), "X-CSRFToken": "c" * 32}
    assert problem(client.post("/api/staff", body, content_type=kind, headers=headers)) == refused


@pytest.mark.parametrize("path", ["/api/staff?after=%00", "/api/entries?stream=%00", "/api/law/%00", "/staff/?q=%00"])
def test_an_address_with_u0000_is_refused(house: Database, path: str) -> None:
    response = Program("812").client.get(path)
    assert response.status_code == 422


def test_a_script_in_a_name_is_stored_and_shown_as_text(house: Database) -> None:
    program = Program("812")
    assert program.post("/api/staff", {"number": "900", "name": SCRIPT, "password": PASSWORD}).status_code == 201
    assert program.get("/api/staff/900").json()["name"] == SCRIPT
    shown = program.get("/staff/900/").content.decode()
    assert SCRIPT not in shown
    assert "&lt;script&gt;" in shown


def test_the_law_in_force_and_to_come_is_told_with_its_source(house: Database) -> None:
    items = {each["name"]: each for each in Program("812").get("/api/law").json()["items"]}
    cash = items["cash-per-day"]
    in_force, to_come = cash_law()
    assert (cash["unit"], cash["in_force"]["value"]) == ("cents", in_force.value)
    assert [each["value"] for each in cash["to_come"]] == [each.value for each in to_come]
    detail = Program("812").get("/api/law/cash-per-day").json()
    assert [each["from_day"] for each in detail["values"]] == ["2016-01-01", "2027-08-19"]
    assert problem(Program("812").get("/api/law/no-such-law")) == (404, "not-found")


def test_the_table_of_powers_is_told_to_anyone_at_work(house: Database) -> None:
    engage("900", dealer=("dragon_fire",))
    items = Program("900").get("/api/powers").json()["items"]
    assert {"power": "keep the staff register", "roles": ["casino operator"]}.items() <= {
        **next(each for each in items if each["power"] == "keep the staff register")
    }.items()


def _ask_for_approval() -> str:
    arguments: dict[str, Any] = {"command": "casino.set-parameter", "arguments": "{}", "preview": "a" * 64}
    return services.request_approval(**arguments, request_id=uuid4(), lasts=timedelta(minutes=10), origin=asked_by("812"))


def test_another_person_approves_what_was_shown_and_nobody_their_own(house: Database) -> None:
    approval = _ask_for_approval()
    own, other = Program("812"), Program("813")
    assert [each["state"] for each in other.get("/api/approvals").json()["items"]] == ["open"]
    assert problem(own.post(f"/api/approvals/{approval}/approve", {"preview": "a" * 64})) == (409, "approval-own-request")
    assert problem(other.post(f"/api/approvals/{approval}/approve", {"preview": "b" * 64})) == (409, "preview-changed")
    assert other.post(f"/api/approvals/{approval}/approve", {"preview": "a" * 64}).status_code == 204
    assert other.get(f"/api/approvals/{approval}").json()["state"] == "approved"


def test_a_request_is_shown_to_who_asked_and_to_who_could_sign_it_and_to_nobody_else(house: Database) -> None:
    approval = _ask_for_approval()
    engage("900", dealer=("dragon_fire",))
    for number in ("812", "813"):
        assert [each["id"] for each in Program(number).get("/api/approvals").json()["items"]] == [approval]
    dealer = Program("900")
    assert dealer.get("/api/approvals").json()["items"] == []
    assert problem(dealer.get(f"/api/approvals/{approval}")) == (403, "authority-not-held")
    services.end_duty(number="812", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("813"))
    assert [each["id"] for each in Program("812").get("/api/approvals").json()["items"]] == [approval], "their own"
    assert Program("812").get(f"/api/approvals/{approval}").status_code == 200


def test_who_looked_at_which_patrons_is_told_to_who_keeps_the_staff_or_inspects(house: Database) -> None:
    engage("900", dealer=("dragon_fire",))
    engage("901", inspector=(HOUSE,))
    asked = {number: Program(number).get("/api/entries", stream="reads-star.812") for number in ("812", "900", "901")}
    assert (asked["812"].status_code, asked["901"].status_code) == (200, 200)
    assert problem(asked["900"]) == (403, "authority-not-held")


def test_a_casino_operator_who_engages_their_own_number_is_refused_as_anybody_else(house: Database) -> None:
    given = {"number": "812", "name": "Ruth Adeyemi", "password": PASSWORD}
    assert problem(Program("812").post("/api/staff", given)) == (409, "staff-number-taken")
    assert Program("812").get("/api/me").json()["name"] == "Ruth Adeyemi"


@pytest.mark.parametrize("page", ["", "begin-duty/", "end-duty/", "unlock/", "leave/"])
def test_an_address_that_can_be_no_staff_number_is_nobody(house: Database, page: str) -> None:
    engage("900", dealer=("dragon_fire",))
    for number in ("a_b", "9" * 101):
        assert Program("812").get(f"/staff/{number}/{page}").status_code == 404
        assert Program("900").get(f"/staff/{number}/{page}").status_code == 403


def test_another_person_declines(house: Database) -> None:
    approval = _ask_for_approval()
    other = Program("813")
    assert other.post(f"/api/approvals/{approval}/decline").status_code == 204
    assert other.get(f"/api/approvals/{approval}").json()["state"] == "declined"


def test_entries_are_told_as_they_were_written_and_those_of_people_only_to_who_keeps_them_or_inspects(house: Database) -> None:
    engage("900", dealer=("dragon_fire",))
    engage("901", inspector=(HOUSE,))
    lines = Program("812").get("/api/entries", stream="staff-812").json()["items"]
    assert [(line["version"], line["type"]) for line in lines][:2] == [(1, "casino.staff-engaged"), (2, "casino.duty-begun")]
    assert lines[1]["data"] == {"role": "casino operator", "books": [HOUSE]}
    assert Program("901").get("/api/entries", stream="staff-812").status_code == 200
    assert problem(Program("900").get("/api/entries", stream="staff-812")) == (403, "authority-not-held")
    assert Program("900").get("/api/entries", stream="venue-star").status_code == 200
    assert problem(Program("900").get("/api/entries")) == (422, "not-readable")
    assert problem(Program("900").get("/api/entries", stream="venue-star", after=str(2**80))) == (422, "not-readable")


def test_nobody_sees_or_changes_what_is_another_venues(house: Database) -> None:
    open_crown()
    there = OriginFactory.build(venue="crown")
    services.engage(number="700", name=Personal("Grace"), password=Personal(PASSWORD), origin=there)
    program = Program("812")
    assert problem(program.get("/api/staff/700")) == (404, "not-found")
    assert problem(program.post("/api/staff/700/leave")) == (404, "not-found")
    assert program.get("/api/entries", stream="venue-crown").json()["items"] == []
    assert journal.state(staff.at("700")).is_engaged


def test_a_locked_desk_is_refused(house: Database) -> None:
    program = Program("812")
    program.client.post("/lock/", {"csrfmiddlewaretoken": "c" * 32})
    assert problem(program.get("/api/me")) == (423, "desk-locked")


def test_a_duty_begun_by_the_api_is_the_one_asked_for(house: Database) -> None:
    Program("812").post("/api/staff/813/duties", {"role": "inspector", "books": ["aruze_craps"]})
    assert journal.state(staff.at("813")).duties[-1] == Duty(Role.INSPECTOR, "aruze_craps")


def test_the_documentation_lists_every_operation_and_loads_nothing_from_elsewhere(house: Database) -> None:
    response = Program("812").get("/api/")
    shown = response.content.decode()
    assert "/api/device/announce" in shown
    assert "http://" not in shown
    assert "https://" not in shown
    assert "unsafe" not in response["Content-Security-Policy"]


def test_the_schema_is_served_to_who_is_at_work(house: Database) -> None:
    assert Program("812").client.get("/api/schema/?format=json").json()["openapi"].startswith("3.1")
