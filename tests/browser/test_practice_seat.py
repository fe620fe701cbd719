"""Practice seats at dealer tables to the eye, by touch and by keys: chips placed, dice thrown, wagers settled and explained."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.domain.round_of_play import Stage
from games.simulated_dealers.table import look
from tests.browser.conftest import without_complaint
from tests.browser.looking import keep, violations
from tests.databases import Database
from tests.games.practice_house import P1, PracticeHouse

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
SCREEN = {"width": 1280, "height": 800}


@pytest.fixture
def house(committed: Database) -> PracticeHouse:
    """The practice tables with their dealers, who do one thing after the other as the test wants."""
    return PracticeHouse()


@pytest.fixture
def screen(house: PracticeHouse, browser: Browser, web: str) -> Iterator[Page]:
    """A page of the size of a terminal's screen, that can be touched."""
    context = browser.new_context(base_url=web, viewport=SCREEN, has_touch=True)  # type: ignore[arg-type]
    with without_complaint(context) as page:
        page.set_default_timeout(PATIENCE_MS)
        yield page


def test_a_round_of_dragon_fire_by_touch_and_by_keys(screen: Page, house: PracticeHouse) -> None:
    _sit_down(screen, house, "DF1")
    _shows(screen, "credits", "$1,000.00")
    for staked in ("$5.00", "$10.00"):
        _area(screen, "dragon").tap()
        _shows(screen, "staked", staked)
    _area(screen, "pair:4").focus()
    screen.keyboard.press("3")
    screen.keyboard.press("Enter")
    _shows(screen, "staked", "$35.00")
    _shows(screen, "credits", "$965.00")
    expect(_area(screen, "dragon")).to_have_accessible_name(re.compile(r"^Dragon, .*\$10\.00 lies there$"))
    _look(screen, "dragon-fire-wagering")
    _will_show(house, "DF1", 4, 4)
    house.deal_until("DF1", lambda: house.is_at("DF1", Stage.CLOSED, Stage.ENTERED))
    _is_at_step(screen, "No more bets", "Dice")
    house.deal_until("DF1", lambda: house.is_at("DF1", Stage.ENTERED))
    expect(screen.locator("[data-stage]")).to_have_text("Dice 4 and 4", timeout=PATIENCE_MS)
    expect(screen.locator("[data-dice-lie] use[href='#die-4']")).to_have_count(2)
    _is_at_step(screen, "Dice")
    _look(screen, "dragon-fire-dice")
    house.finish("DF1")
    expect(screen.locator("[data-last-outcome]")).to_have_text("4-4", timeout=PATIENCE_MS)
    expect(screen.locator("[data-last] .lose")).to_contain_text("Lost $10.00", timeout=PATIENCE_MS)
    expect(screen.locator("[data-last] .win")).to_contain_text("33 to 1 (DF 9.6) on $25.00 is $825.00", timeout=PATIENCE_MS)
    _shows(screen, "credits", _dollars(house, "DF1"))
    _look(screen, "dragon-fire-settled")


def test_cc_5_1_a_visitor_shoots_at_crown_by_touch_and_by_keys(screen: Page, house: PracticeHouse) -> None:
    _sit_down(screen, house, "CC1")
    expect(screen.locator("[data-puck]")).to_have_text("OFF", timeout=PATIENCE_MS)
    _area(screen, "win_line").tap()
    _shows(screen, "staked", "$5.00")
    _area(screen, "win_line").focus()
    screen.keyboard.press("Enter")
    _shows(screen, "staked", "$10.00")
    _area(screen, "place:6").tap()
    _area(screen, "place:6").focus()
    screen.keyboard.press("1")
    screen.keyboard.press("Enter")
    _area(screen, "field").tap()
    for _ in range(4):
        _area(screen, "field").press("Enter")
    _shows(screen, "staked", "$21.00")
    screen.get_by_role("button", name=re.compile("^Call Place .*6 ON$")).tap()
    expect(screen.get_by_role("button", name=re.compile("^Take down Place .*6, "))).not_to_contain_text(
        "off", timeout=PATIENCE_MS
    )
    house.deal_until("CC1", lambda: house.table("CC1").offered_to == P1)
    expect(screen.locator("[data-under]")).to_contain_text("The dice are offered to you", timeout=PATIENCE_MS)
    _look(screen, "crown-offered")
    screen.get_by_role("button", name=re.compile("^Take the dice")).press("Enter")
    expect(screen.locator("[data-under]")).to_contain_text("You are the shooter.", timeout=PATIENCE_MS)
    house.deal_until("CC1", lambda: house.is_at("CC1", Stage.CLOSED))
    expect(screen.locator("[data-stage]")).to_have_text("Throw the dice", timeout=PATIENCE_MS)
    screen.get_by_role("button", name=re.compile("^Throw the dice are yours")).tap()
    expect(screen.locator("[data-stage]")).to_have_text(re.compile(r"^Dice \d and \d$"), timeout=PATIENCE_MS)
    thrown = _outcome(house, "CC1")
    _is_at_step(screen, "Dice")
    _look(screen, "crown-thrown")
    house.finish("CC1")
    expect(screen.locator("[data-last-outcome]")).to_have_text(thrown, timeout=PATIENCE_MS)
    expect(screen.locator("[data-last]")).to_contain_text(f"Field, dice {thrown.replace('-', ' and ')}, rule CC 3.6.21")
    _shows(screen, "credits", _dollars(house, "CC1"))
    _look(screen, "crown-settled")


def _sit_down(screen: Page, house: PracticeHouse, table: str) -> None:
    """From the list of games to a place where bets are being placed."""
    screen.goto("/practice/")
    screen.locator(f"a[href='/practice/{table}/']").tap()
    expect(screen.locator("[data-seat]")).to_have_text(f"{table} {P1}", timeout=PATIENCE_MS)
    house.place_your_bets(table)
    expect(screen.locator("[data-stage]")).to_have_text("Place your bets", timeout=PATIENCE_MS)
    _is_at_step(screen, "Place your bets")


def _will_show(house: PracticeHouse, table: str, *shown: int) -> None:
    """What the dice of the round will show, and nothing goes wrong with them."""
    dealer = house.dealer(table)
    plan = dealer._plan_of(look(dealer.at))
    plan.shown, plan.fault = (shown[0], shown[1]), None


def _outcome(house: PracticeHouse, table: str) -> str:
    play = house.play(table)
    assert play is not None, "a round is being played"
    return play.outcome


def _dollars(house: PracticeHouse, table: str) -> str:
    """What the player at the first place holds, by the journal."""
    return f"${house.holds(table) / 100:,.2f}"


def _area(screen: Page, selection: str) -> Locator:
    return screen.locator(f"[data-area='{selection}']")


def _shows(screen: Page, meter: str, amount: str) -> None:
    expect(screen.locator(f"[data-{meter}]")).to_have_text(amount, timeout=PATIENCE_MS)


def _is_at_step(screen: Page, *steps: str) -> None:
    expect(screen.locator("[data-stages] [aria-current=step]")).to_have_text(
        re.compile("|".join(f"^{step}$" for step in steps)), timeout=PATIENCE_MS
    )


def _look(screen: Page, name: str) -> None:
    """A picture; nothing scrolls, and axe finds nothing."""
    keep(screen, f"practice/{name}")
    assert violations(screen) == []
    size = screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [SCREEN["width"], SCREEN["height"]]
