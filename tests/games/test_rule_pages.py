from __future__ import annotations

import html
import json
import re
import time
from fractions import Fraction

import pytest
from django.test import Client

from casino.domain.powers import BOOK_LETTERS, GRANTS
from games import telling
from games.forms import AskForm, read_outcome
from games.rules import books, citations, whatif
from games.rules.citations import BOOK_OF, table_of
from games.rules.edges import edge_of
from games.rules.readings import readings
from games.rules.rulebook import listed

CITED = re.compile(r'"([A-Z]{1,2}-\d\d)"')


def _page(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def test_every_reading_that_a_table_or_a_power_cites_has_its_text() -> None:
    of_tables = {each for book_id in books.BOOKS for each in CITED.findall(books.compiled(book_id).canonical.decode())}
    of_powers = {each for grants in GRANTS.values() for own in grants.values() for grant in own for each in grant.readings}
    assert (of_tables | of_powers) - readings().keys() == set()
    assert len(of_tables) > 40
    assert all(each.title and each.text and each.rule for each in readings().values())


def test_the_shelf_names_each_book_with_its_order_and_the_hash_of_its_table() -> None:
    page = _page("/rules/")
    for book_id, book in books.BOOKS.items():
        assert books.compiled(book_id).sha256 in page
        assert book.title in page
        assert book.approved_by in page


def test_a_book_is_read_by_everybody_and_offers_to_log_in() -> None:
    page = _page("/rules/aruze_craps/")
    assert "Log in" in page
    assert 'class="side"' not in page
    assert page.count("<h1>") == 1


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_every_wager_stands_in_its_book_with_its_exact_edge_and_hit_frequency(book_id: str) -> None:
    table = books.current(book_id)
    pages = "".join(_page(f"/rules/{book_id}/?after={start}") for start in range(0, len(table.wagers), 50))
    for wager in table.wagers.values():
        assert html.escape(f"/rules/{book_id}/{wager.id}/") in pages
    line = telling.lines(book_id)[0]
    assert (line.edge, line.name) == (edge_of(table, line.id), table.wagers[line.id].name)
    assert f'<span class="note">{line.edge.edge}</span>' in pages


def test_the_list_is_ordered_filtered_and_turned_by_the_address() -> None:
    by_edge = re.findall(r"/rules/aruze_sicbo/([a-z_:0-9-]+)/\"", _page("/rules/aruze_sicbo/?sort=-edge&rolls=one"))
    edges = {line.id: line.edge.edge for line in telling.lines("aruze_sicbo")}
    assert [edges[each] for each in by_edge] == sorted(edges.values(), reverse=True)
    assert "No wager matches." in _page("/rules/aruze_sicbo/?rolls=multi")
    found = _page("/rules/interblock_roulette/?q=neighbours+17")
    assert "/rules/interblock_roulette/neighbours:17/" in found
    assert "51 to 100 of 248" in _page("/rules/interblock_roulette/?after=50")
    assert "1 to 50 of 248" in _page("/rules/interblock_roulette/?after=x&sort=nothing")


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_every_wager_has_a_page_with_every_state_and_every_clause(book_id: str) -> None:
    for data in table_of(book_id)["wagers"][:: 12 if book_id == "interblock_roulette" else 5]:
        page = _page(f"/rules/{book_id}/{data['id']}/")
        assert page.count('scope="rowgroup" colspan') == len(data["states"])
        clauses = sum(len(state["rows"]) for state in data["states"].values())
        assert page.count(" %") >= clauses


def test_the_chances_of_a_state_add_up_to_one() -> None:
    for book_id in books.BOOKS:
        for data in table_of(book_id)["wagers"]:
            for state in telling.states(book_id, data):
                assert sum(clause["chance"] for clause in state["clauses"]) == 1


def test_outcomes_are_told_in_as_few_words_as_say_them() -> None:
    craps, wheel, sicbo = (table_of(book) for book in ("aruze_craps", "interblock_roulette", "aruze_sicbo"))
    assert telling.outcomes(craps, ["1-6", "2-5", "3-4"]) == "total 7"
    assert telling.outcomes(craps, ["1-1", "1-2", "6-6"]) == "totals 2, 3, 12"
    assert telling.outcomes(craps, ["3-3", "1-5"]) == "1-5, 3-3"
    assert telling.outcomes(wheel, [str(number) for number in range(1, 19)]) == "1 to 18"
    assert telling.outcomes(wheel, ["17"]) == "17"
    assert telling.outcomes(sicbo, ["1-1-1", "1-1-2"]) == "totals 3, 4"
    assert telling.outcomes(craps, list(craps["ways"])) == "every outcome"
    assert telling.outcomes(craps, list(craps["ways"])[1:]) == "every other outcome, 20 of 21"


def test_the_book_answers_a_question_exactly_as_the_command_does() -> None:
    page = html.unescape(_page("/rules/aruze_craps/place:6/?stake=12.00&point=6&outcomes=2-3,4-2"))
    question = {
        "id": "page", "kind": "settle", "game": "aruze_craps", "wager": "place:6", "stake_cents": 1200,
        "context": {"point": 6}, "outcomes": [[2, 3], [4, 2]],
    }  # fmt: skip
    answer = whatif.answer(question)
    assert json.dumps(answer) in page
    assert answer["because"] in page
    assert "$26.00" in page


def test_a_question_the_book_cannot_be_asked_is_answered_with_a_sentence() -> None:
    assert "is no outcome of aruze_craps" in html.unescape(_page("/rules/aruze_craps/field/?stake=10&outcomes=7-7"))
    assert "is no event of aruze_craps" in html.unescape(_page("/rules/aruze_craps/field/?stake=10&outcomes=<script>"))
    assert "must be more than nothing" in _page("/rules/aruze_craps/field/?stake=0&outcomes=1-1")
    assert "Nothing was written. 1 answer" in _page("/rules/aruze_craps/field/?stake=x&outcomes=1-1")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2-3", [2, 3]),
        (" 17 ", 17),
        ("2-3 instead of 2-4", {"actual": [2, 3], "recorded": [2, 4]}),
        ("call off", {"ev": "call", "to": "OFF"}),
        ("reduce 5.00", {"ev": "reduce", "to": 500}),
        ("increase $7", {"ev": "increase", "by": 700}),
        ("invalidate forfeit", {"ev": "invalidate", "forfeit": True}),
        ("no roll", {"ev": "no_roll"}),
    ],
)
def test_outcomes_are_read_as_people_type_them(written: str, read: object) -> None:
    assert read_outcome(written) == read


def test_every_circumstance_the_form_asks_for_is_one_the_book_knows() -> None:
    given = {"stake": "10", "point": "6", "wager_point": "6", "call": "ON", "frozen": "on", "eights": "1", "base_stake": "5",
             "min": "1", "max": "100", "chip_unit": "1", "outcomes": ""}  # fmt: skip
    for book_id in books.BOOKS:
        for data in table_of(book_id)["wagers"]:
            form = AskForm(given, book_id=book_id, wager=data)
            assert form.is_valid()
            assert "error" not in whatif.answer(form.question())


@pytest.mark.slow(reason="asks for hundreds of pages")
def test_every_rule_that_is_listed_has_a_page_with_its_place_in_the_map() -> None:
    for rule in listed(citations.LISTED.read_text())[::7]:
        short, _, number = rule.partition(" ")
        page = html.unescape(_page(f"/rules/{BOOK_OF[short]}/rule/{number}/"))
        assert "In the map of the books" in page
    assert all(citations.rules(BOOK_OF[rule[:2]])[rule[3:]].entry for rule in listed(citations.LISTED.read_text()))


def test_a_rule_tells_its_wagers_powers_and_readings() -> None:
    page = html.unescape(_page("/rules/aruze_craps/rule/6.4.1/"))
    assert "On cocked wagers are void." in page
    assert "AC-12" in page
    assert "Void wagers for a contravention" in _page("/rules/aruze_craps/rule/7.7.1/")
    assert "/rules/aruze_craps/pass_line/" in _page("/rules/aruze_craps/rule/3.9.1/")


def test_rules_stand_in_the_order_of_the_book() -> None:
    numbers = list(citations.rules("crown_craps"))
    assert numbers.index("3.6.2") < numbers.index("3.6.10")
    assert numbers.index("3.6.6") < numbers.index("3.6.6(a)")


def test_readings_are_filtered_and_each_names_what_rests_on_it() -> None:
    assert "121 here" in _page("/rules/readings/")
    contested = sum(each.is_contested for each in readings().values())
    assert f"{contested} here" in _page("/rules/readings/?state=contested")
    assert "20 here" in _page("/rules/readings/?book=aruze_craps")
    page = html.unescape(_page("/rules/readings/AC-08/"))
    assert "Horn Bet" in page
    assert "Void wagers for a contravention" in _page("/rules/readings/X-07/")
    assert "No reading matches." in _page("/rules/readings/?q=zzzz")


@pytest.mark.parametrize(
    "address",
    [
        "/rules/baccarat/",
        "/rules/aruze_craps/banco/",
        "/rules/aruze_craps/rule/99/",
        "/rules/readings/X-99/",
        "/rules/baccarat/x/",
    ],
)
def test_what_no_book_has_is_not_found_in_a_sentence(address: str) -> None:
    assert "not-found" in _page(address, 404)


def _seconds_the_first_time(address: str) -> float:
    telling.lines.cache_clear()
    citations.rules.cache_clear()
    citations.table_of.cache_clear()
    began = time.perf_counter()
    _page(address)
    return time.perf_counter() - began


@pytest.mark.slow(reason="makes the largest page anew three times")
def test_no_page_takes_seconds_even_the_first_time() -> None:
    assert min(_seconds_the_first_time("/rules/interblock_roulette/") for _ in range(3)) < 1.5  # others may be busy too
    assert telling.lines("interblock_roulette")[0].edge.edge == Fraction(1, 37)


def test_the_log_in_page_leads_to_what_is_published(db: None) -> None:
    assert 'href="/rules/"' in _page("/log-in/")
    assert BOOK_LETTERS.keys() == books.BOOKS.keys()
