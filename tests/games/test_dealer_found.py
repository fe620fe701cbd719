"""How a dealer of the demo comes to the screen: the log-in, the navigation, the table's page; at three venues."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from casino import demo, journal, selectors
from casino.domain.events import VenueId
from casino.domain.powers import CC, DF
from games import demo_tables
from games.domain import naming, table
from games.domain.events import DicePassed
from games.domain.turn import PassingGround
from tests.databases import Database
from tests.games.dealer_desk import last, words

PEOPLE = ("41333", "40655", "50511", "50518", "61333")


@pytest.fixture
def house(committed: Database) -> None:
    """The casinos of the demo, the tables that dealers run there, and who is at them."""
    selectors.forget()
    for venue in demo.VENUES:
        demo.open_venue(venue)
    for person in demo.PEOPLE:
        if person.number in PEOPLE:
            demo.engage(person)
    for each in demo_tables.DEALERS:
        demo_tables._open(each)


def _log_in(number: str, venue: str) -> Client:
    client = Client()
    given = {"number": number, "password": demo.PASSWORD, "desk": f"{venue}.floor2", "there": ""}
    answer = client.post("/log-in/", given, follow=True)
    assert answer.redirect_chain[-1][0] == "/home/"
    assert 'href="/dealer/"' in answer.content.decode()
    return client


def _tables(client: Client) -> list[str]:
    page = client.get("/dealer/").content.decode()
    return [name for name in ("CC1", "DF1", "DF2", "MINI1") if f'href="/dealer/{name}/"' in page]


@pytest.mark.parametrize(
    ("number", "venue", "book", "expected"),
    [
        ("41333", "star", DF, ["DF1", "DF2"]),
        ("50511", "crown", CC, ["CC1", "MINI1"]),
        ("50518", "crown", CC, ["CC1"]),
        ("61333", "practice", DF, ["DF1"]),
    ],
)
def test_who_deals_finds_their_tables_after_the_log_in_and_begins_a_round(
    house: None, number: str, venue: str, book: str, expected: list[str]
) -> None:
    client = _log_in(number, venue)
    assert _tables(client) == expected
    name = expected[0]
    begun = client.post(f"/dealer/{name}/", {"act": "start", "round": "", "request_id": str(uuid4())})
    assert (begun.status_code, begun["Location"]) == (302, f"/dealer/{name}/")
    state = journal.state(table.at(naming.table_id(VenueId(venue), name)))
    assert (state.book_id, bool(state.round)) == (book, True)
    assert "No wager lies on the layout." in words(client.get(f"/dealer/{name}/"))


def test_a_supervisor_of_the_demo_signs_with_the_pin_that_is_printed(house: None) -> None:
    client = _log_in("41333", "star")
    asked = {"round": "", "number": "40655", "pin": demo.PIN}
    for act, page, given in (
        ("open", "places/", {"seat": "P3"}),
        ("start", "", {}),
        ("place", "places/P3/", {"area": "fire", "amount": "10"}),
        ("offer", "dice/", {}),
        ("accept", "dice/", {"seat": "P3", "dice": ["1", "2"]}),
        ("order", "dice/", {**asked, "ground": PassingGround.DELAY.value}),
    ):
        round_id = journal.state(table.at(naming.table_id(demo_tables.STAR, "DF1"))).round
        sent = {"act": act, "round": round_id, "request_id": str(uuid4()), **given}
        assert client.post(f"/dealer/DF1/{page}", sent).status_code == 302, act
    passed, who = last(table.at(naming.table_id(demo_tables.STAR, "DF1")))
    assert (type(passed), who) == (DicePassed, "staff/40655")


def test_the_supervisor_finds_the_screen_on_the_tables_page(house: None) -> None:
    page = _log_in("40655", "star").get("/tables/DF1/").content.decode()
    assert 'href="/dealer/DF1/"' in page
