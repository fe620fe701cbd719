"""The floor and its rounds to the eye and by keyboard, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from casino import selectors, services, sessions
from casino.journal import Personal
from casino.people import COOKIE
from tests.browser.looking import keep, violations
from tests.factories import OriginFactory, open_house
from tests.games.played_floor import Evening, engage_floor, play_evening

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
DESK: ViewportSize = {"width": 1440, "height": 900}
TWICE: ViewportSize = {"width": 720, "height": 450}
PHONE: ViewportSize = {"width": 320, "height": 640}
in_one_theme = pytest.mark.parametrize("theme", ["light"])


@pytest.fixture
def evening(web: str, page: Page) -> Evening:
    """903, who manages the electronic games, at a browser; and a floor that is being played."""
    selectors.forget()
    open_house()
    engage_floor()
    token = sessions.new_token()
    services.log_in(number="903", desk="floor2", token=Personal(token), origin=OriginFactory.build(actor="staff/903"))
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": web}])
    return play_evening()


def _settle(page: Page) -> None:
    """Let the page be live, and let it have fetched what it fetches when it first listens."""
    expect(page.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")


def _look(page: Page, name: str) -> None:
    """At a desk, at twice the size, and on a telephone: nothing is beyond the edge, and axe has nothing to say."""
    for size, word in ((DESK, ""), (TWICE, "-twice"), (PHONE, "-phone")):
        page.set_viewport_size(size)
        keep(page, f"pages/{name}{word}")
        height = int(page.evaluate("document.documentElement.scrollHeight"))
        page.set_viewport_size({"width": size["width"], "height": height + 20})
        keep(page, f"pages/{name}{word}-whole")
        page.set_viewport_size(size)
        assert violations(page) == [], f"{name}{word}"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], f"{name}{word}"
    page.set_viewport_size(DESK)


def test_the_floor_and_its_rounds_are_read_at_every_size(page: Page, evening: Evening, theme: str) -> None:
    page.goto("/floor/")
    _settle(page)
    expect(page.get_by_role("rowheader", name="AC2")).to_contain_text("Cocked dice")
    _look(page, f"floor-{theme}")
    for name, url in (
        ("round", f"/rounds/{evening.settled}/"),
        ("round-waiting", f"/rounds/{evening.cocked.round}/"),
        ("round-spin", f"/rounds/{evening.roulette.round}/"),
        ("rounds", "/rounds/"),
        ("position", f"/tables/AC1/positions/{evening.craps.terminals[1]}/"),
        ("last-games", f"/devices/{evening.craps.terminals[1]}/"),
    ):
        page.goto(url)
        _settle(page)
        _look(page, f"{name}-{theme}")
