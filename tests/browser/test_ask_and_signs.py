"""Asking the book, public signs and results as people see them."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import cycle, islice

import pytest
from playwright.sync_api import Page, expect

from casino import selectors
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR
from casino.journal import projections
from games import services
from games.domain.vocabulary import EVERY_KIND, Limit
from tests.browser.looking import keep, violations
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, engage, open_house
from tests.games.floor import STAR, Clock, Floor, insert

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
DAY_SECONDS = 24 * 3600
ROLLED = ((4, 2), (1, 2), (5, 5), (3, 3), (6, 6), (4, 3), (2, 3), (5, 4), (6, 1))
SPUN = (32, 0, 17, 5, 36, 11, 20, 2)


def _answer(page: Page, words: str) -> None:
    expect(page.locator("#ask-said")).to_contain_text(words, timeout=PATIENCE_MS)


def test_a_question_is_built_by_touching_dice_and_its_address_can_be_sent(page: Page, theme: str) -> None:
    page.goto("/ask/?book=aruze_craps&wager=place:6&stake=12.00&point=6")
    for face in (2, 3, 4, 2):
        page.get_by_role("link", name=f"A die shows {face}").click()
        expect(page.locator(f"#face-{face}")).to_be_focused()
    _answer(page, "wins 1400 cents at 7 to 6")
    expect(page).to_have_url(re.compile(r"outcomes=2-3(%2C|,)(\+|%20)4-2"))
    expect(page.locator(".verdict")).to_contain_text("Wins")
    keep(page, f"ask-dice-{theme}")
    assert violations(page) == []
    page.goto(page.url)
    expect(page.locator(".decides")).to_contain_text("$26.00")
    page.get_by_role("link", name="Take off 4-2").click()
    _answer(page, "stays on the layout undecided")


def test_a_question_is_asked_by_keyboard_alone(page: Page, theme: str) -> None:
    page.goto("/ask/")
    page.get_by_role("link", name="MiniStar Roulette").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#book-interblock_roulette")).to_have_attribute("aria-current", "true")
    page.get_by_label("Find a wager").focus()
    page.keyboard.type("zero game")
    _answer(page, "Zero Game of 1000 cents stays on the layout undecided")
    expect(page.get_by_label("Find a wager")).to_be_focused()
    page.locator("#number-26").focus()
    page.keyboard.press("Enter")
    _answer(page, "Zero Game of 1000 cents wins 8750 cents at 35 to 4")
    expect(page.locator("#number-26")).to_be_focused()
    keep(page, f"ask-wheel-{theme}")
    assert violations(page) == []


def test_asking_stands_in_a_narrow_window_and_on_paper(page: Page, theme: str) -> None:
    page.goto("/ask/?book=crown_craps&wager=buy:4&stake=20.00&point=6&outcomes=call+ON,+1-3")
    keep(page, f"ask-crown-{theme}")
    assert violations(page) == []
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    page.goto("/ask/?book=interblock_roulette&wager=red&outcomes=99")
    expect(page.locator(".notice.stop")).to_contain_text("99 is no outcome")
    keep(page, f"ask-narrow-{theme}")


def _table(name: str, book: str, limits: dict[str, Limit]) -> None:
    services.commission_table(name=name, book=book, layout="A", origin=OriginFactory.build())
    services.display_limits(name=name, limits=limits, origin=OriginFactory.build())


def test_a_sign_says_its_limits_large_and_counts_down_to_a_higher_minimum(committed: Database, page: Page, theme: str) -> None:
    selectors.forget()
    open_house()
    ten, tail = Limit(Cents(1_000), Cents(50_000), unit=Cents(500)), Limit(Cents(500), Cents(10_000), unit=Cents(500))
    more = Limit(Cents(2_500), Cents(50_000), unit=Cents(500))
    _table("DF1", DF, {EVERY_KIND: ten, "dragons_tail": tail, "pair": tail})
    services.notice_limits(
        name="DF1", limits={EVERY_KIND: more, "dragons_tail": tail, "pair": tail}, in_minutes=25, origin=OriginFactory.build()
    )
    _table("CC1", CC, {EVERY_KIND: Limit(Cents(1_500), Cents(100_000))})
    page.goto("/signs/star/DF1/")
    expect(page.locator(".limit .amount").first).to_have_text("$10")
    expect(page.locator("#change")).to_contain_text("Changes at")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"2\d:\d\d"))
    keep(page, f"sign-{theme}")
    assert violations(page) == []
    page.emulate_media(media="print")
    keep(page, f"sign-paper-{theme}")
    page.emulate_media(media="screen")
    services.change_limits(name="DF1", limits={EVERY_KIND: tail}, origin=OriginFactory.build())
    expect(page.locator(".limit .amount").first).to_have_text("$5", timeout=PATIENCE_MS)
    for name, address in {"sign-crown": "/signs/star/CC1/", "signs": "/signs/", "sign-rules": "/signs/star/CC1/rules/"}.items():
        page.goto(address)
        keep(page, f"{name}-{theme}")
        assert violations(page) == [], address
        page.set_viewport_size({"width": 400, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, address
        page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(media="print")
    keep(page, f"sign-rules-paper-{theme}")


def test_results_stand_in_their_band_with_the_figures_beside(committed: Database, page: Page, theme: str) -> None:
    selectors.forget()
    open_house()
    clock = Clock(committed)
    began = selectors.gaming_day(STAR, selectors.now())
    engage("905", "Sam Ortiz", assistant_gaming_manager=(AC, IR))
    _play(Floor(AC), clock, [*islice(cycle(ROLLED), 18)])
    _play(Floor(IR), clock, [(number,) for number in islice(cycle(SPUN), 16)])
    projections.project_following()
    page.goto("/log-in/")
    page.get_by_label("Staff number").fill("905")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/home/")
    span = f"?first={began}&last={began + timedelta(days=30)}"
    for name, address in {"results": "", "results-table": "tables/AC01/", "results-game": "games/interblock_roulette/"}.items():
        page.goto(f"/results/{address}{span}")
        expect(page.get_by_text("Hold is win divided by stakes decided")).to_be_visible()
        keep(page.locator("main"), f"{name}-{theme}")
        assert violations(page) == [], address
    page.set_viewport_size({"width": 640, "height": 450})
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def _play(floor: Floor, clock: Clock, outcomes: list[tuple[int, ...]]) -> None:
    """Several rounds, a few to a gaming day."""
    one, two = floor.terminals
    selections = ("field", "any_seven", "hop:2-5") if floor.game == AC else ("red", "straight:17", "dozen:1")
    for terminal in floor.terminals:
        insert(terminal, 200_000)
    for place, outcome in enumerate(outcomes):
        floor.open()
        for selection in selections:
            floor.place(one, selection, 500)
        floor.place(two, selections[0], 1_300)
        floor.finish(clock, *outcome)
        if place % 3 == 2:
            clock.move(DAY_SECONDS)
            floor.open()
            floor.finish(clock, *outcome)
