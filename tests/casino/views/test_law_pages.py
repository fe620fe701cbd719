from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino import journal, selectors, services
from casino.approving import Asked
from casino.domain import approval, parameters, venue
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE
from casino.models import Approval as Row
from tests.casino.asking import as_shown, at_desk, cash_law, entries, set_cash
from tests.factories import OriginFactory, engage, open_house

Response = Any  # what Django's test client returns has no public type
pytestmark = pytest.mark.django_db
PROPOSE = "/law/cash-per-day/propose/"
MOVE = "/venue/move-gaming-day/"


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


def _text(response: Response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def _proposal(**changes: str) -> dict[str, str]:
    typed = {"value": "2,500.00", "from_day": "2030-01-01", "source": "Direction 7", "reason": "Asked by the regulator"}
    return {"request_id": str(uuid4()), **typed, **changes}


def _preview(response: Response) -> str:
    found = re.search(r'name="preview" value="([0-9a-f]{64})"', response.content.decode())
    assert found, _text(response)
    return found[1]


def test_everybody_reads_the_law_with_value_source_and_what_comes_next() -> None:
    engage("900", cashier=(HOUSE,))
    text = _text(at_desk("900").get("/law/"))
    in_force, to_come = cash_law()
    assert f"Cash to one patron in a day {as_shown(in_force)} Casino Control Act 1992 (NSW)" in text
    assert [as_shown(each) in text for each in to_come] == [True] * len(to_come)
    assert "Notice of a higher minimum 20 minutes 01 Jan 2016 Dragon Fire 7.5" in text


def test_one_parameter_shows_every_value_who_set_it_and_its_story() -> None:
    client = at_desk("812")
    set_cash(4_000_00)
    text = _text(client.get("/law/cash-per-day/"))
    assert "$4,000.00 4000 dollars 01 Jan 2030 Comes Direction 8 system/tests" in text
    assert f"{as_shown(cash_law()[0])} Holds now" in text
    assert "Propose a change" in text
    assert "Cash to one patron in a day: $4,000.00 from 01 Jan 2030. Direction 8" in text


def test_as_at_a_moment_a_later_value_was_not_there_and_nothing_can_be_proposed() -> None:
    client = at_desk("812")
    at = selectors.local(VenueId("star"), selectors.now()).isoformat()
    set_cash(4_000_00)
    text = _text(client.get("/law/cash-per-day/", {"at": at}))
    assert "$4,000.00" not in text
    assert "Propose a change" not in text


def test_who_may_not_set_the_law_is_shown_no_proposal_and_refused_one() -> None:
    engage("900", cashier=(HOUSE,))
    cashier = at_desk("900")
    assert "Propose a change" not in _text(cashier.get("/law/cash-per-day/"))
    before = entries()
    for response in (cashier.get(PROPOSE), cashier.post(PROPOSE, _proposal())):
        assert response.status_code == 403
        assert "authority-not-held" in _text(response)
    assert entries() == before


@pytest.mark.parametrize("name", ["cash-per-month", "cash-winnings"])
def test_a_parameter_that_is_not_on_the_books_is_not_found(name: str) -> None:
    response = at_desk("812").get(f"/law/{name}/")
    assert (response.status_code, "not-found" in _text(response)) == (404, True)


def _rehearse(client: Client, **changes: str) -> Response:
    return client.post(PROPOSE, _proposal(**changes))


def test_a_proposal_is_rehearsed_in_its_place_and_writes_nothing() -> None:
    client = at_desk("813")
    before = entries()
    text = _text(_rehearse(client))
    assert "What would be written" in text
    assert "$1,000.00" in text
    assert "$2,500.00" in text
    assert "Ask for approval of exactly this" in text
    assert (entries(), Row.objects.count()) == (before, 0)


def test_what_was_rehearsed_is_asked_for_with_its_reason() -> None:
    client = at_desk("813")
    request_id = str(uuid4())
    preview = _preview(_rehearse(client, request_id=request_id))
    response = _rehearse(client, request_id=request_id, preview=preview, ask="1")
    assert response.status_code == 302
    [row] = Row.objects.all()
    asked = Asked.of(approval.AGGREGATE.at(row.id))
    assert response["Location"] == f"/approvals/{row.id}/"
    assert (asked.state.preview, asked.entries[0].line.reason) == (preview, "Asked by the regulator")
    assert asked.entries[0].line.role == "casino operator"
    minutes = journal.state(parameters.at(VenueId("star"), Name.PREVIEW_LIFE)).values[-1].value
    assert (row.expires_at - row.requested_at).total_seconds() == minutes * 60


def test_sent_twice_it_is_asked_once() -> None:
    client = at_desk("813")
    request_id = str(uuid4())
    preview = _preview(_rehearse(client, request_id=request_id))
    sent = [_rehearse(client, request_id=request_id, preview=preview, ask="1") for _ in range(2)]
    assert sent[0]["Location"] == sent[1]["Location"]
    assert Row.objects.count() == 1


def test_typed_otherwise_after_the_rehearsal_it_is_rehearsed_anew_before_it_is_asked() -> None:
    client = at_desk("813")
    preview = _preview(_rehearse(client))
    response = _rehearse(client, value="3000", preview=preview, ask="1")
    assert "preview-changed" in _text(response)
    assert "$3,000.00" in _text(response)
    assert Row.objects.count() == 0
    assert _preview(response) != preview


def test_not_rehearsed_at_all_it_is_not_asked() -> None:
    response = _rehearse(at_desk("813"), ask="1")
    assert "preview-changed" in _text(response)
    assert Row.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"from_day": "2016-01-01"}, "parameter-not-a-later-day"),
        ({"source": " "}, "This field is required"),
        ({"reason": ""}, "This field is required"),
        ({"value": "-1"}, "Write 1000.00 for a thousand dollars."),
        ({"value": "1.234"}, "Write 1000.00 for a thousand dollars."),
        ({"value": "ten"}, "Write 1000.00 for a thousand dollars."),
        ({"value": "٣.५"}, "Write 1000.00 for a thousand dollars."),
        ({"value": "99999999999999999"}, "parameter-out-of-range"),
        ({"from_day": "soon"}, "Enter a valid date"),
    ],
)
def test_what_cannot_be_is_refused_beside_what_was_typed(typed: dict[str, str], words: str) -> None:
    client = at_desk("813")
    before = entries()
    response = _rehearse(client, **typed)
    assert words in _text(response)
    assert "Direction 7" in response.content.decode() or "source" in typed
    assert "Ask for approval of exactly this" not in _text(response)
    assert entries() == before


def test_dollars_may_have_cents_and_other_units_are_whole() -> None:
    client = at_desk("813")
    assert "$2,500.50" in _text(_rehearse(client, value="2500.5"))
    assert "25 minutes" in _text(client.post("/law/lock-out/propose/", _proposal(value="25")))
    assert "A whole number." in _text(client.post("/law/lock-out/propose/", _proposal(value="2.5")))


def _move(**changes: str) -> dict[str, str]:
    typed = {"from_day": "2030-01-01", "hour": "9", "zone": "Australia/Sydney", "reason": "So decided."}
    return {"request_id": str(uuid4()), **typed, **changes}


def test_the_gaming_day_is_shown_before_it_is_moved_and_moved_exactly_so_from_a_later_day() -> None:
    client = at_desk("812")
    before = entries()
    shown = client.post(MOVE, _move())
    for words in ("From gaming day Tue 01 Jan 2030", "Changes at 09:00", "Mon 31 Dec 2029, 27 h 00 min", "Move it exactly so"):
        assert words in _text(shown)
    assert entries() == before
    done = client.post(MOVE, _move(move="1", preview=_preview(shown)))
    assert (done.status_code, done["Location"]) == (302, "/venue/")
    text = _text(client.get("/venue/"))
    assert "Gaming day moved: from 01 Jan 2030 at 09:00, Australia/Sydney" in text
    assert "changes at 06:00" in text, "today"
    *_, last = journal.history(venue.AGGREGATE.at("star"))
    assert (last.line.reason, last.line.actor) == ("So decided.", "staff/812")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"from_day": "2020-01-01"}, "are settled: choose a later gaming day"),
        ({"from_day": "9999-12-31"}, "within the next 100 years"),
        ({"hour": "6"}, "changes at 06:00 in Australia/Sydney already"),
        ({"hour": "24"}, "Select a valid choice"),
        ({"zone": "Europe/Berlin"}, "Select a valid choice"),
        ({"reason": ""}, "This field is required"),
        ({"move": "1", "preview": "0" * 64}, "preview-changed"),
        ({"move": "1", "preview": ""}, "Move it exactly so"),
    ],
)
def test_what_cannot_be_moved_or_was_not_shown_is_refused_in_its_place(typed: dict[str, str], words: str) -> None:
    client = at_desk("812")
    before = entries()
    assert words in _text(client.post(MOVE, _move(**typed)))
    assert entries() == before


def test_who_may_not_move_the_gaming_day_or_name_a_desk_is_not_offered_it_and_is_refused() -> None:
    engage("820", cashier=(HOUSE,))
    client = at_desk("820")
    assert "Move the gaming day" not in _text(client.get("/venue/"))
    assert "Name a desk" not in _text(client.get("/venue/"))
    for address in (MOVE, "/venue/name-desk/"):
        assert client.get(address).status_code == 403
        assert "That is for the casino operator." in _text(client.post(address, _move()))


def test_a_desk_is_named_and_named_anew() -> None:
    client = at_desk("812")
    for name in ("Cage 3", "Cage three"):
        given = {"request_id": str(uuid4()), "desk": "cage3", "name": name}
        assert client.post("/venue/name-desk/", given).status_code == 302
    assert "Cage three cage3" in _text(client.get("/venue/"))
    refused = client.post("/venue/name-desk/", {"request_id": str(uuid4()), "desk": "No Desk", "name": "x"})
    assert "Small letters and digits" in _text(refused)


def test_the_venue_says_where_it_stands_when_its_day_changed_and_which_desks_it_has() -> None:
    services.move_gaming_day(from_day=GamingDay(2030, 1, 1), zone="Australia/Sydney", hour=5, origin=OriginFactory.build())
    text = _text(at_desk("812").get("/venue/"))
    for words in ("The Star", "New South Wales", "from the start 06:00", "from 01 Jan 2030 05:00", "Floor office 2 floor2"):
        assert words in text
