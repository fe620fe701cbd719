from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import finding
from casino.domain.money import Cents, dollars
from casino.finding import Hit
from tests.casino.asking import cash_law
from tests.databases import Database
from tests.sitting import open_staffed_house, sit


@pytest.fixture
def house(committed: Database) -> Database:
    open_staffed_house()
    return committed


def _find(client: Client, words: str, **headers: str) -> str:
    return client.get("/find/", {"q": words}, headers=headers).content.decode()


def _goes_to(client: Client, words: str) -> str:
    return client.get("/find/", {"q": words}).headers.get("Location", "")


def test_what_is_named_exactly_is_opened_at_once(house: Database) -> None:
    client = sit("812")
    wanted = {
        "812": "/staff/812/",
        "AC 6.4.1": "/rules/aruze_craps/rule/6.4.1/",
        "ac6.4.1": "/rules/aruze_craps/rule/6.4.1/",
        "cc 5.3.1(b)(i)": "/rules/crown_craps/rule/5.3.1(b)(i)/",
        "X-01": "/rules/readings/X-01/",
        "  x-01 ": "/rules/readings/X-01/",
        "log out": "/me/",
        "operations": "/operations/",
        "Dragon Fire": "/rules/dragon_fire/",
        "void wagers for a contravention": "/authority/#power-void-for-contravention",
    }
    assert {words: _goes_to(client, words) for words in wanted} == wanted


def test_a_few_letters_find_by_kind_and_the_first_hit_has_the_focus(house: Database) -> None:
    page = _find(sit("812"), "void").split("<main")[1].split("</main>")[0]
    for kind in ("Power", "Reading", "Rule"):
        assert f">{kind}</h2>" in page
    assert page.count("autofocus") == 1
    assert page.index("autofocus") < page.index("</li>")


def test_staff_are_found_only_by_who_keeps_the_register(house: Database) -> None:
    assert "Priya Nair" in _find(sit("812"), "priya")
    cashier = sit("815")
    assert "Anil Rao" not in _find(cashier, "anil")
    assert _goes_to(cashier, "814") == ""
    assert "/staff/" not in _find(cashier, "8")


def test_pages_are_found_as_far_as_one_may_go_there(house: Database) -> None:
    assert 'href="/operations/"' not in _find(sit("815"), "operations").split("<main")[1]
    assert _goes_to(sit("814"), "Operations") == "/operations/"


def test_dated_law_is_found_with_what_it_says_today(house: Database) -> None:
    page = _find(sit("815"), "idle desk locks")
    assert "Idle time before a desk locks" in page
    assert "today 10 minutes" in page
    assert "today 5 times" not in _find(sit("815"), "wrong passwords"), "as every other page says it"
    assert f"today {dollars(Cents(cash_law()[0].value))}" in _find(sit("815"), "cash to one patron")


def test_what_is_not_found_keeps_find_and_what_was_typed(house: Database) -> None:
    page = _find(sit("815"), '<script>alert("x")</script>')
    assert "Nothing is found under" in page
    assert "<script>alert" not in page
    assert 'id="find-again"' in page
    assert "What do you look for?" in _find(sit("815"), "")


def test_while_one_types_at_most_eight_are_suggested_and_nothing_is_opened(house: Database) -> None:
    client = sit("812")
    answer = client.get("/find/", {"q": "place"}, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert page.count('id="suggestion-') == 9  # eight, and the way to the rest
    assert "more</span>" in page
    assert client.get("/find/", {"q": "812"}, headers={"HX-Request": "true"}).status_code == 200
    assert "Nothing is found" in _find(client, "zzzz", **{"HX-Request": "true"})
    assert _find(client, "", **{"HX-Request": "true"}).strip() == ""


def test_a_long_paste_and_strange_letters_find_nothing_and_break_nothing(house: Database) -> None:
    client = sit("812")
    for words in ("x" * 5000, "%", "_", "\\", "9" * 300, "٣", "((("):
        assert client.get("/find/", {"q": words}).status_code == 200
    assert client.get("/find/", {"q": "\0"}).status_code == 422


def test_finding_asks_the_database_a_bounded_number_of_times(house: Database) -> None:
    client = sit("812")
    _find(client, "a")
    with CaptureQueriesContext(connection) as asked:
        _find(client, "a")
    assert len(asked) <= 10, [each["sql"] for each in asked.captured_queries]


def test_several_exact_hits_are_a_choice() -> None:
    one, other = (Hit("Page", "Home", "", url, is_exact=True) for url in ("/home/", "/other/"))
    assert (finding.the_one([one]), finding.the_one([one, other]), finding.the_one([])) == (one, None, None)


def test_nobody_logged_in_finds_nothing(committed: Database) -> None:
    assert Client().get("/find/", {"q": "812"}).headers["Location"] == "/log-in/?next=%2Ffind%2F%3Fq%3D812"


def test_suggestions_have_some_of_each_kind_before_more_of_one() -> None:
    wagers = [Hit("Wager", f"Place {number}", "", f"/w/{number}") for number in range(20)]
    pages = [Hit("Page", "Places", "", "/places/")]
    assert finding.suggested([*wagers, *pages], 5) == [*wagers[:3], *pages, wagers[3]]
