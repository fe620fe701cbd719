"""Results and hold against theory, for whoever manages a floor: tallies with band, p-value and the way to the rounds."""

from __future__ import annotations

import html
import re
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import selectors
from casino.domain.powers import AC, IR
from casino.journal import projections
from games import results
from games.results import Sums
from games.rules import books
from games.rules.edges import edge_of
from tests.databases import Database
from tests.factories import engage
from tests.games.floor import STAR, Clock, Floor, insert, put_on
from tests.sitting import sit

TAG, HEARD = re.compile(r"<[^>]+>"), re.compile(r'<span class="heard">[^<]*</span>')


@pytest.fixture
def clock(committed: Database) -> Clock:
    clock = put_on(committed)
    engage("905", "Sam Ortiz", assistant_gaming_manager=(AC, IR))
    engage("906", "Lee Chan", electronic_gaming_attendant=(AC,))
    return clock


def _page(address: str, number: str = "905", status: int = 200) -> str:
    answer = sit(number).get(f"/results/{address}")
    assert answer.status_code == status, address
    return answer.content.decode()


def _words(page: str) -> str:
    return " ".join(html.unescape(TAG.sub(" ", page)).split())


def _play(floor: Floor, clock: Clock, *outcomes: int) -> None:
    """Two players on red and one on black, a number each round."""
    for terminal in floor.terminals:
        insert(terminal, 500_000)
    for outcome in outcomes:
        floor.open()
        for terminal in floor.terminals:
            floor.place(terminal, "red", 1_000)
        floor.place(floor.terminals[0], "black", 500)
        floor.finish(clock, outcome)
    projections.project_following()


def test_each_table_and_each_game_stands_with_hold_theory_and_band(clock: Clock) -> None:
    _play(Floor(IR), clock, 32, 0, 2)
    page = _page("")
    said = _words(HEARD.sub("", page))
    assert "IR01 MiniStar Roulette 3 too few 9 $75.00" in said
    sums = results.by_table(STAR, *_all_days())["star.IR01"]
    whole = sum(sums.values(), Sums())
    assert [whole.wagers, whole.stakes, whole.paid, whole.win] == [9, 7_500, 5_000, 2_500]
    assert whole.theory == 100 * edge_of(books.current(IR), "red").edge
    assert f"{float(whole.hold):.2f} %" in said
    assert "2.70 %" in said
    assert 'href="/results/tables/IR01/"' in page
    assert 'href="/results/games/interblock_roulette/"' in page


def _all_days() -> tuple[date, date]:
    today = selectors.gaming_day(STAR, selectors.now())
    return today - timedelta(days=30), today + timedelta(days=30)


def test_the_page_of_a_table_leads_each_figure_to_its_rounds(clock: Clock) -> None:
    _play(Floor(IR), clock, 32, 0, 2)
    page = html.unescape(_page("tables/IR01/"))
    day = selectors.gaming_day(STAR, selectors.now())
    assert page.count(f'href="/rounds/?table=IR01&day={day}"') == 5  # the day, rounds, stakes, paid, win
    said = _words(page)
    assert "Outcomes of 3 rounds too few for a chi-square test" in said
    assert "Hold is win divided by stakes decided" in said
    assert "1/37" in said
    assert "Red rule IR 3.9.1.12 6 $60.00" in said


def test_the_page_of_a_table_reads_the_tallies_of_no_other(clock: Clock) -> None:
    _play(Floor(IR), clock, 32)
    client = sit("905")
    with CaptureQueriesContext(connection) as asked:
        client.get("/results/tables/IR01/")
    tallies = [
        each["sql"] for each in asked if 'FROM "games_wagertally"' in each["sql"] or 'FROM "games_outcometally"' in each["sql"]
    ]
    assert len(tallies) == 3
    assert [sql for sql in tallies if "star.IR01" not in sql] == []


def test_the_band_is_that_of_wagers_that_meet_one_outcome_together(clock: Clock) -> None:
    _play(Floor(IR), clock, 32)
    sums = results.by_selection(["star.IR01"], *_all_days())
    one = edge_of(books.current(IR), "red").variance
    assert sums["red"].variance == 2_000**2 * one
    assert float(sums["red"].half_band) == pytest.approx(100 * 1.96 * 2_000 * float(one) ** 0.5 / 2_000, rel=1e-4)
    assert sums["red"].p == pytest.approx(0.317, abs=0.02)  # one spin lies about one deviation from its mean


def test_a_hold_far_outside_its_band_says_so_in_a_word(clock: Clock) -> None:
    _play(Floor(IR), clock, *[2] * 12)
    page = _page("tables/IR01/")
    assert "Outside band" in page
    assert 'class="outside"' in page
    assert results.by_selection(["star.IR01"], *_all_days())["red"].is_outside


def test_outcomes_fit_or_do_not_by_chi_square() -> None:
    even = Counter({str(number): 10 for number in range(37)})
    fit = results.fit(IR, even)
    assert fit is not None
    assert [fit.chi_square, fit.freedom, fit.p] == [pytest.approx(0), 36, pytest.approx(1)]
    loaded = results.fit(IR, even + Counter({"17": 40}))
    assert loaded is not None
    assert loaded.p < 0.001
    assert results.seen(Counter({"3-4": 2, "1-6": 1, "": 7})) == {7: 3}
    assert results.ways(AC)[7] == 6
    assert sum(results.ways("aruze_sicbo").values()) == 216


def test_sums_of_days_and_tables_add_up_exactly() -> None:
    one = Sums(2, Fraction(300), Fraction(5), Fraction(100), Fraction(1, 3), Fraction(9), Fraction(50))
    assert (one + one).win == 2 * one.win == 410
    assert (one + one).variance == 100
    assert Sums() + one == one
    assert one.hold == Fraction(20_500, 300)


def test_other_gaming_days_are_asked_for_by_address_and_a_span_that_cannot_be_is_said(clock: Clock) -> None:
    _play(Floor(IR), clock, 32)
    assert "no wager decided" in _words(_page("?first=2026-01-01&last=2026-01-31"))
    assert "No wager was decided on these gaming days." in _words(_page("tables/IR01/?first=2026-01-01&last=2026-01-31"))
    assert "The first gaming day comes before the last." in _words(_page("?first=2026-02-01&last=2026-01-01"))
    assert "At most a year at once." in _words(_page("?first=2024-01-01&last=2026-01-01"))
    assert "Enter a valid date." in _words(_page("?first=yesterday"))


def test_only_who_manages_a_floor_or_inspects_it_sees_results(clock: Clock) -> None:
    assert "authority-not-held" in _page("", number="906", status=403)
    assert "authority-not-held" in _page("tables/IR01/", number="906", status=403)
    assert "Results and hold" not in _words(sit("906").get("/home/").content.decode())
    engage("907", "Alana Reyes", inspector=(AC, IR))
    assert "Results and hold" in _words(_page("", number="907"))
    assert "No table is on the books here." in _words(_page(""))


@pytest.mark.parametrize("address", ["tables/X9/", "games/baccarat/", "games/aruze_craps/"])
def test_a_table_or_game_that_is_not_there_is_not_found(clock: Clock, address: str) -> None:
    assert "not-found" in _page(address, status=404)
