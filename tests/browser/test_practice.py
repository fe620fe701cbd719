"""Practice terminals to the eye, by touch and by keyboard: a round of each game from the first chip to its win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from casino import demo, journal, selectors
from casino.journal import Actor, Origin, Role
from games import practice, practice_tables, services
from games.demo_tables import WAGERING_SECONDS, open_tables
from games.domain import table as tables
from games.domain.vocabulary import RoundId, TableId
from tests.browser.conftest import without_complaint
from tests.browser.looking import keep, violations
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import Clock

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
SCREEN = {"width": 1280, "height": 800}


class House:
    """What the house and its machines do while the browser plays: the clock moves, the dice and the ball come to rest."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def round_of(self, table: str) -> RoundId:
        """What is played there."""
        return journal.state(tables.at(TableId(f"{practice_tables.VENUE}.{table}"))).round

    def close(self, table: str) -> None:
        """The wagering period expires; who shoots is known."""
        self.clock.move(WAGERING_SECONDS + 1)
        services.close_wagering(round_id=self.round_of(table), origin=_system())
        react()

    def come_to_rest(self, table: str, *shown: int) -> None:
        """The table's machine reads the outcome; it is settled, and the next round begins."""
        machine = practice.TABLES[table].machine
        origin = replace(_system(), actor=Actor(f"device/{practice_tables.VENUE}.{machine}"), role=Role("device"))
        services.sense_outcome(round_id=self.round_of(table), machine=machine, shown=shown, origin=origin)
        react()
        react()


@pytest.fixture
def house(committed: Database) -> House:
    """The casinos of the demo with their tables, a round begun at each."""
    selectors.forget()
    for venue in demo.VENUES:
        demo.open_venue(venue)
    open_tables()
    react()
    return House(Clock(committed))


@pytest.fixture
def screen(house: House, browser: Browser, web: str) -> Iterator[Page]:
    """A page of the size of a terminal's screen."""
    context = browser.new_context(base_url=web, viewport=SCREEN)  # type: ignore[arg-type]
    with without_complaint(context) as page:
        page.set_default_timeout(PATIENCE_MS)
        yield page


def test_a_round_of_craps_by_touch_with_the_shooters_button(screen: Page, house: House) -> None:
    _sit_down(screen, "AC1")
    screen.get_by_role("button", name="Put in a practice note of 100 dollars").click()
    _shows(screen, "credits", "$100.00")
    for _ in range(2):
        _area(screen, "pass_line").click()
    _shows(screen, "staked", "$10.00")
    screen.get_by_role("button", name="Chip of 25 dollars").click()
    _area(screen, "hop:3-4").click()
    _shows(screen, "credits", "$65.00")
    expect(_area(screen, "pass_line")).to_have_accessible_name("Pass Line, 1 to 1, $10.00 lies there")
    _look(screen, "craps-wagering")
    house.close("AC1")
    screen.get_by_role("button", name=re.compile("^Shoot the dice are yours")).click()
    expect(screen.locator("[data-under]")).to_have_text("The dice are being shot.")
    house.come_to_rest("AC1", 3, 4)
    _shows(screen, "won", "$410.00")
    _shows(screen, "credits", "$510.00")
    expect(screen.locator("[data-last]")).to_contain_text("AC 3.9.1")
    expect(screen.locator("[data-spoken]")).to_contain_text("Won $410.00, stakes returned $35.00.")
    _look(screen, "craps-won")


def test_a_round_of_roulette_by_keyboard_alone(screen: Page, house: House) -> None:
    _sit_down(screen, "IR1")
    _tab_to(screen, "[data-note='20']").press("Enter")
    _shows(screen, "credits", "$20.00")
    _tab_to(screen, "[data-area]")
    assert _focused(screen) == "straight:0"
    for key, there in (("Right", "split:0-2"), ("Right", "straight:2"), ("Down", "split:1-2"), ("Down", "straight:1")):
        screen.keyboard.press(f"Arrow{key}")
        assert _focused(screen) == there
    screen.keyboard.press("1")
    for staked in ("$1.00", "$2.00"):
        screen.keyboard.press("Enter")
        _shows(screen, "staked", staked)
    screen.keyboard.press("Backspace")
    _shows(screen, "staked", "$1.00")
    _look(screen, "roulette-wagering")
    house.close("IR1")
    expect(screen.locator("[data-stage]")).to_have_text("No more wagers")
    house.come_to_rest("IR1", 1)
    _shows(screen, "won", "$35.00")
    _shows(screen, "credits", "$55.00")
    expect(screen.get_by_role("img", name="Roulette wheel, 1 red")).to_be_visible()
    _look(screen, "roulette-won")


def test_a_round_of_sic_bo_that_is_lost_and_wagered_again(screen: Page, house: House) -> None:
    _sit_down(screen, "SB1")
    screen.get_by_role("button", name="Put in a practice note of 50 dollars").click()
    _shows(screen, "credits", "$50.00")
    _area(screen, "total:4").click()
    _area(screen, "number:6").click()
    _shows(screen, "staked", "$10.00")
    house.close("SB1")
    house.come_to_rest("SB1", 6, 6, 2)
    _shows(screen, "won", "$10.00")
    expect(screen.locator("[data-last] li")).to_have_count(2)
    screen.get_by_role("button", name="Repeat last").click()
    _shows(screen, "staked", "$10.00")
    screen.get_by_role("button", name="Take back").click()
    _shows(screen, "staked", "$5.00")
    screen.get_by_role("button", name="Clear all").click()
    _shows(screen, "staked", "$0.00")
    _shows(screen, "credits", "$55.00")
    _look(screen, "sicbo")


def test_a_refused_touch_says_why_under_which_rule_and_changes_nothing(screen: Page) -> None:
    _sit_down(screen, "AC1")
    _area(screen, "pass_line").click()
    expect(screen.get_by_role("alert")).to_contain_text("AC1-P1 holds $0.00: not $5.00.")
    _area(screen, "odds:6").click(force=True)
    expect(screen.get_by_role("alert")).to_contain_text("Odds 6 may not be placed as things stand at the table. (AC 3.9.2)")
    screen.get_by_role("button", name="Put in a practice note of 100 dollars").click()
    _shows(screen, "credits", "$100.00")
    _shows(screen, "staked", "$0.00")


def test_an_answer_that_was_lost_is_asked_for_again_and_nothing_is_done_twice(screen: Page) -> None:
    _sit_down(screen, "AC1")
    screen.get_by_role("button", name="Put in a practice note of 100 dollars").click()
    _shows(screen, "credits", "$100.00")
    asked: list[tuple[str | None, str | None]] = []

    def lose_the_first(route: Route) -> None:
        asked.append((route.request.header_value("Idempotency-Key"), route.request.header_value("Authorization")))
        if len(asked) > 1:
            return route.continue_()
        route.fetch()
        return route.abort("aborted")

    screen.route("**/wagers", lose_the_first)
    _area(screen, "field").click()
    expect(screen.locator("[data-stage]")).to_have_text("Asking what happened")
    _shows(screen, "credits", "$95.00")
    assert len(asked) == 2
    assert asked[0] == asked[1]


def test_a_reload_keeps_the_terminal_its_wagers_and_its_count(screen: Page) -> None:
    _sit_down(screen, "SB1")
    screen.get_by_role("button", name="Put in a practice note of 20 dollars").click()
    _area(screen, "small").click()
    _shows(screen, "staked", "$5.00")
    screen.reload()
    _shows(screen, "staked", "$5.00")
    expect(screen.locator("[data-seat]")).to_have_text("SB1-P1")
    _area(screen, "small").click()
    _shows(screen, "staked", "$10.00")


def test_who_leaves_gives_the_terminal_to_the_next(screen: Page) -> None:
    _sit_down(screen, "AC1")
    screen.get_by_role("link", name="Leave").click()
    expect(screen.get_by_role("heading", level=1)).to_have_text("Practice")
    assert violations(screen) == []
    keep(screen, "practice/tables")
    screen.get_by_role("link", name="Play Aruze Craps").click()
    expect(screen.locator("[data-seat]")).to_have_text("AC1-P1")


def test_two_browsers_sit_at_two_terminals(screen: Page, browser: Browser, web: str) -> None:
    _sit_down(screen, "AC1")
    context = browser.new_context(base_url=web, viewport=SCREEN)  # type: ignore[arg-type]
    with without_complaint(context) as other:
        other.goto("/practice/AC1/")
        expect(other.locator("[data-seat]")).to_have_text("AC1-P2", timeout=PATIENCE_MS)


def test_without_javascript_it_says_what_it_needs(house: House, browser: Browser, web: str) -> None:
    context = browser.new_context(base_url=web, viewport=SCREEN, java_script_enabled=False)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/practice/AC1/")
    expect(page.get_by_text("This terminal needs JavaScript")).to_be_visible()
    expect(page.get_by_text("Practice, no money")).to_be_visible()
    context.close()


def _sit_down(screen: Page, table: str) -> None:
    screen.goto(f"/practice/{table}/")
    expect(screen.locator("[data-seat]")).to_have_text(f"{table}-P1", timeout=PATIENCE_MS)
    expect(screen.locator("[data-stage]")).to_have_text("Place your wagers", timeout=PATIENCE_MS)


def _area(screen: Page, selection: str) -> Locator:
    return screen.locator(f"[data-area='{selection}']")


def _shows(screen: Page, meter: str, amount: str) -> None:
    expect(screen.locator(f"[data-{meter}]")).to_have_text(amount, timeout=PATIENCE_MS)


def _tab_to(screen: Page, wanted: str) -> Locator:
    for _ in range(60):
        screen.keyboard.press("Tab")
        if screen.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return screen.locator(":focus")
    raise AssertionError(f"Tab does not reach {wanted}")


def _focused(screen: Page) -> str:
    return str(screen.evaluate("document.activeElement.dataset.area"))


def _look(screen: Page, name: str) -> None:
    """A picture; nothing scrolls, and axe finds nothing."""
    keep(screen, f"practice/{name}")
    assert violations(screen) == []
    size = screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [SCREEN["width"], SCREEN["height"]]


def _system() -> Origin:
    return OriginFactory.build(venue=practice_tables.VENUE)
