from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import approving, journal, selectors, services
from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.events import VenueId
from casino.domain.powers import HOUSE, Role
from casino.models import Approval as Row
from tests.casino.asking import CASH, at_desk, entries, propose, set_cash, sign, signing, told
from tests.factories import OriginFactory, asked_by, engage, open_house

Response = Any  # what Django's test client returns has no public type
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


def _text(response: Response) -> str:
    """The page as words: tags become spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def _page(ref: Ref[Approval]) -> str:
    return f"/approvals/{ref.id}/"


def _post_sign(client: Client, ref: Ref[Approval], **changes: str) -> Response:
    return client.post(f"{_page(ref)}sign/", signing(ref, **changes))


def _is_refused(response: Response, code: str, status: int = 409) -> bool:
    return response.status_code == status and f"{code}" in response.content.decode()


def test_what_waits_for_somebody_stands_in_their_list_navigation_and_home_and_not_in_the_askers() -> None:
    ref = propose()
    signer, asker = at_desk("812"), at_desk("813")
    assert _page(ref) in signer.get("/approvals/").content.decode()
    assert "Approvals 1 waiting" in _text(signer.get("/home/"))
    assert "Marcus Webb asks you to sign this by" in _text(signer.get("/home/"))
    assert "Nothing waits for you." in _text(asker.get("/approvals/"))
    assert _page(ref) in asker.get("/approvals/?show=mine").content.decode()
    assert "you asked; another person must sign" in _text(asker.get("/home/"))


def test_a_list_asks_for_no_more_names_than_it_shows() -> None:
    propose()
    signer = at_desk("812")
    of_one = Row.objects.get()
    for number in range(900, 960):
        of_one.pk, of_one.state, of_one.requested_by = str(uuid4()), "done", f"staff/{number}"
        of_one.requested_at += timedelta(seconds=1)
        of_one.save(force_insert=True)
    with CaptureQueriesContext(connection) as asked:
        assert "staff/959" in _text(signer.get("/approvals/?show=decided"))
    of_names = "".join(each["sql"] for each in asked if 'FROM "casino_staffmember"' in each["sql"])
    assert ("'959'" in of_names, "'910'" in of_names, "'909'" in of_names) == (True, True, False)


def test_who_can_neither_ask_nor_sign_has_no_such_page_in_the_navigation_and_may_not_look() -> None:
    ref = propose()
    engage("900", cashier=(HOUSE,))
    cashier = at_desk("900")
    assert 'href="/approvals/"' not in cashier.get("/home/").content.decode()
    assert "Nothing waits for you." in _text(cashier.get("/approvals/"))
    response = cashier.get(_page(ref))
    assert _is_refused(response, "authority-not-held", 403)
    assert "That is for the casino operator." in _text(response)


def test_the_page_says_who_asks_by_which_rule_and_what_would_be_written_now() -> None:
    ref = propose()
    text = _text(at_desk("812").get(_page(ref)))
    for words in (
        "Cash to one patron in a day: $2,500.00 from 01 Jan 2030",
        "internal controls gives the power to set dated law",
        "You hold this power",
        "What would be written now",
        "$1,000.00",
        "1. Marcus Webb",
        "2. Ruth Adeyemi",
        "you, now, signing exactly this preview",
        "Sign exactly this",
        "Decline, with this reason",
    ):
        assert words in text


def test_the_page_listens_to_everything_it_depends_on_and_says_in_a_few_words_what_changed() -> None:
    ref = propose()
    client = at_desk("812")

    def changed() -> str:
        found = re.search(r'data-changed="([^"]*)"', client.get(_page(ref)).content.decode())
        assert found
        return found[1]

    topics = re.search(r'id="approval" data-live="([^"]*)"', client.get(_page(ref)).content.decode())
    assert topics
    assert topics[1].split() == [ref.stream, "staff-813", CASH.stream]
    assert changed() == ""
    set_cash(4_000_00)
    assert changed() == "Value was $1,000.00 → $2,500.00, is $4,000.00 → $2,500.00"
    services.end_duty(number="813", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=OriginFactory.build())
    assert changed().startswith("It would be refused now: You may not set dated law")
    services.decline(approval_id=ref.id, origin=replace(asked_by("812"), reason="Too early."))
    assert changed() == "Ruth Adeyemi declined: Too early."


def test_the_asker_sees_who_could_sign_and_cannot_sign_from_another_session_either() -> None:
    ref = propose()
    first, second = at_desk("813"), at_desk("813")
    text = _text(first.get(_page(ref)))
    assert "you asked for this: another person must sign" in text
    assert "nobody who may is at work now; could be: Ruth Adeyemi" in text
    assert "Decline" not in text
    at_desk("812")
    assert "at work now: Ruth Adeyemi" in _text(second.get(_page(ref)))
    before = entries()
    for client in (first, second):
        assert _is_refused(_post_sign(client, ref), "approval-own-request")
    assert entries() == before


def test_signing_signs_exactly_the_hash_that_was_shown() -> None:
    ref = propose()
    client = at_desk("812")
    shown = re.search(r'name="preview" value="([0-9a-f]{64})"', client.get(_page(ref)).content.decode())
    assert shown
    assert shown[1] == journal.state(ref).preview
    response = _post_sign(client, ref, preview=shown[1])
    assert (response.status_code, response["Location"]) == (302, _page(ref))
    assert "Approved, being done" in _text(client.get(_page(ref)))
    approving.perform(ref)
    assert "Exactly what was signed stands on the record." in _text(client.get(_page(ref)))
    assert told(ref)[-1] == "casino.approval-used"


def test_a_form_sent_twice_signs_once() -> None:
    ref = propose()
    client = at_desk("812")
    sent = signing(ref)
    assert [client.post(f"{_page(ref)}sign/", sent).status_code for _ in range(2)] == [302, 302]
    assert told(ref).count("casino.approval-given") == 1


def test_what_changed_before_the_page_is_opened_is_marked_and_cannot_be_signed() -> None:
    ref = propose()
    set_cash(4_000_00)
    text = _text(at_desk("812").get(_page(ref)))
    assert "Drawn anew." in text
    assert "was $1,000.00 → $2,500.00" in text
    assert "what would be written now differs from what was asked for" in text
    assert "Sign exactly this" not in text


def test_what_changes_between_looking_and_signing_is_refused_and_drawn_anew_with_the_changed_rows_marked() -> None:
    ref = propose()
    client = at_desk("812")
    client.get(_page(ref))
    set_cash(4_000_00)
    before = entries()
    response = _post_sign(client, ref)
    assert _is_refused(response, "preview-changed")
    assert "was $1,000.00 → $2,500.00" in _text(response)
    assert entries() == before


def test_what_would_be_refused_now_says_why_and_cannot_be_signed() -> None:
    ref = propose()
    services.end_duty(number="813", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("812"))
    client = at_desk("812")
    text = _text(client.get(_page(ref)))
    assert "authority-not-held" in text
    assert "it would be refused now" in text
    assert _is_refused(_post_sign(client, ref), "preview-changed")


def test_declining_needs_a_reason_that_the_asker_reads() -> None:
    ref = propose()
    client = at_desk("812")
    assert client.post(f"{_page(ref)}decline/", {"request_id": str(uuid4()), "reason": " "}).status_code == 422
    assert journal.state(ref).is_open
    response = client.post(f"{_page(ref)}decline/", {"request_id": str(uuid4()), "reason": "The direction is not ours."})
    assert response.status_code == 302
    assert "Ruth Adeyemi declined: The direction is not ours." in _text(at_desk("813").get(_page(ref)))
    assert _is_refused(_post_sign(client, ref), "approval-done")


def test_signed_by_somebody_else_a_moment_before_it_names_them() -> None:
    ref = propose()
    engage("814", "Ana Petrov", casino_operator=(HOUSE,))
    client = at_desk("814")
    sign(ref, by="812")
    response = _post_sign(client, ref)
    assert _is_refused(response, "approval-done")
    assert "“Ruth Adeyemi has decided this already.”" in _text(response)


def test_a_role_that_ended_a_second_ago_opens_and_signs_nothing() -> None:
    ref = propose()
    client = at_desk("812")
    services.end_duty(number="812", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("813"))
    before = entries()
    assert _is_refused(client.get(_page(ref)), "authority-not-held", 403)
    assert _is_refused(_post_sign(client, ref), "authority-not-held", 403)
    assert entries() == before


def test_out_of_time_it_can_only_be_looked_at() -> None:
    ref = propose(lasts=timedelta())
    client = at_desk("812")
    assert "Nothing waits for you." in _text(client.get("/approvals/"))
    assert "Expired" in _text(client.get("/approvals/?show=decided"))
    text = _text(client.get(_page(ref)))
    assert "Nobody signed in time." in text
    assert "Sign exactly this" not in text
    before = entries()
    assert _is_refused(_post_sign(client, ref), "approval-expired")
    assert _is_refused(client.post(f"{_page(ref)}decline/", {"request_id": str(uuid4()), "reason": "late"}), "approval-expired")
    assert entries() == before


def test_what_was_signed_and_could_not_be_done_says_why() -> None:
    ref = propose()
    sign(ref, by="812")
    services.lapse_approval(approval_id=ref.id, code="preview-changed", sentence="It differs.", origin=asked_by("812"))
    text = _text(at_desk("813").get(_page(ref)))
    assert "Signed, but it could not be done: It differs." in text
    assert "preview-changed" in text


@pytest.mark.parametrize("preview", ["", "abc", "0" * 63, "<script>", "0" * 64])
def test_a_forged_preview_is_refused(preview: str) -> None:
    ref = propose()
    before = entries()
    response = _post_sign(at_desk("812"), ref, preview=preview)
    assert response.status_code in {409, 422}
    assert entries() == before + 1, "only the log-in"


def test_a_signature_without_a_request_id_is_refused() -> None:
    ref = propose()
    assert _is_refused(_post_sign(at_desk("812"), ref, request_id="no"), "not-readable", 422)
    assert journal.state(ref).is_open


def test_an_approval_nobody_asked_for_is_not_found() -> None:
    client = at_desk("812")
    missing = uuid4()
    assert _is_refused(client.get(f"/approvals/{missing}/"), "not-found", 404)
    assert _is_refused(client.post(f"/approvals/{missing}/sign/", {"preview": "0" * 64}), "not-found", 404)


def test_as_at_a_past_moment_it_waits_as_it_did_and_has_no_action() -> None:
    ref = propose()
    asked_at = selectors.local(VenueId("star"), next(iter(journal.history(ref))).recorded_at)
    sign(ref, by="812")
    client = at_desk("812")
    response = client.get(_page(ref), {"at": asked_at.isoformat()})
    text = _text(response)
    assert "Waiting" in text
    assert "What was asked for" in text
    assert "Sign exactly this" not in text
    assert "Decline" not in text
    before = (asked_at - timedelta(microseconds=1)).isoformat()
    assert _is_refused(client.get(_page(ref), {"at": before}), "not-found", 404)


def test_a_script_in_a_reason_stays_words() -> None:
    ref = propose(source="<script>alert(1)</script>")
    page = at_desk("812").get(_page(ref)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_the_list_orders_and_keeps_its_filter_in_the_address() -> None:
    for value in (1, 2):
        propose(value=value)
    client = at_desk("813")
    page = client.get("/approvals/?show=mine&sort=requested_at").content.decode()
    assert page.index("$0.01") < page.index("$0.02")
    page = client.get("/approvals/?show=mine").content.decode()
    assert page.index("$0.02") < page.index("$0.01")


def test_home_with_something_to_sign_costs_at_most_twelve_queries(django_assert_max_num_queries: Any) -> None:
    propose()
    client = at_desk("812")
    client.get("/home/")
    with django_assert_max_num_queries(12):
        client.get("/home/")
