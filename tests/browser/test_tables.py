"""Tables and what is decided about a round, to the eye and by keyboard, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from casino import selectors, services, sessions
from casino.domain.money import Cents
from casino.domain.powers import AC, DF, HOUSE
from casino.journal import Personal
from casino.people import COOKIE
from games import services as games
from games.domain.vocabulary import EVERY_KIND, Limit
from tests.browser.looking import follow, keep, violations
from tests.factories import OriginFactory, engage, open_house
from tests.games.dealer_table import P1, DealerTable
from tests.games.floor import Floor, insert

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
DESK: ViewportSize = {"width": 1440, "height": 900}
TWICE: ViewportSize = {"width": 720, "height": 450}
SIGN = {
    EVERY_KIND: Limit(minimum=Cents(2_500), maximum=Cents(50_000), unit=Cents(500)),
    "pair": Limit(minimum=Cents(500), maximum=Cents(10_000)),
}


@pytest.fixture
def desk(web: str, page: Page) -> Page:
    """A manager at work, a dealer's table with a sign that announces a higher minimum, and an electronic table that plays."""
    selectors.forget()
    open_house()
    engage("920", "Helen Vassallo", assistant_gaming_manager=(AC,), casino_operator=(AC, HOUSE), casino_supervisor=(AC, DF))
    dealt = DealerTable(DF)
    dealt.start()
    dealt.place(P1, "dragon", 1_000)
    dealt.place(P1, "dragons_tail", 500)
    dealt.give_dice()
    games.notice_limits(name="DF01", limits=SIGN, in_minutes=20, origin=OriginFactory.build())
    token = sessions.new_token()
    services.log_in(number="920", desk="floor2", token=Personal(token), origin=OriginFactory.build(actor="staff/920"))
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": web}])
    return page


def _settle(page: Page) -> None:
    expect(page.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)


def _look(page: Page, name: str) -> None:
    """A picture of all of it, and nothing that falls short."""
    size = page.viewport_size
    assert size
    height = int(page.evaluate("Math.max(document.documentElement.scrollHeight, document.querySelector('main').scrollHeight)"))
    page.set_viewport_size({"width": size["width"], "height": max(height + 60, size["height"])})
    keep(page, f"pages/{name}")
    page.set_viewport_size(size)
    assert violations(page) == [], name


def _fits(page: Page) -> None:
    page.set_viewport_size(TWICE)
    assert int(page.evaluate("document.documentElement.scrollWidth")) <= TWICE["width"], page.url
    page.set_viewport_size(DESK)


def _playing() -> Floor:
    """A round of an electronic table with two wagers."""
    floor = Floor(AC)
    insert(floor.terminals[0], 10_000)
    floor.open()
    floor.place(floor.terminals[0], "pass_line", 1_000)
    floor.place(floor.terminals[0], "field", 500)
    return floor


def test_a_dealers_table_is_read_at_both_sizes(desk: Page, theme: str) -> None:
    desk.goto("/tables/")
    _settle(desk)
    _look(desk, f"tables-{theme}")
    _fits(desk)
    follow(desk.get_by_role("link", name="DF01", exact=True))
    _settle(desk)
    expect(desk.get_by_text("It must stand longer")).to_be_visible()
    expect(desk.get_by_text("The sign cannot be seen")).to_be_visible()
    _look(desk, f"table-{theme}")
    _fits(desk)


def test_the_sign_is_changed_by_keyboard_and_refused_before_its_time(desk: Page, theme: str) -> None:
    desk.goto("/tables/DF01/")
    _settle(desk)
    with desk.expect_navigation():
        desk.get_by_role("link", name="Change the limits").press("Enter")
    expect(desk.get_by_label("Line 1, Minimum")).to_have_value("25.00")
    expect(desk.get_by_label("Line 2, Selection")).to_have_value("pair")
    _look(desk, f"table-limits-{theme}")
    _fits(desk)
    desk.get_by_role("button", name="Let these limits hold").press("Enter")
    expect(desk.get_by_role("alert").first).to_contain_text("The sign must stand for another")
    expect(desk.get_by_label("Line 2, Minimum")).to_have_value("5.00")
    _look(desk, f"table-limits-refused-{theme}")
    desk.get_by_label("Line 1, Minimum").fill("")
    desk.get_by_role("button", name="More lines").press("Enter")
    expect(desk.get_by_label("Line 5, Minimum")).to_be_visible()
    desk.get_by_role("button", name="Let these limits hold").press("Enter")
    expect(desk.get_by_role("link", name="Line 1, Minimum")).to_be_visible()
    _look(desk, f"table-limits-wrong-{theme}")
    desk.get_by_label("Line 1, Minimum").fill("2.00")
    desk.get_by_role("button", name="Let these limits hold").press("Enter")
    desk.wait_for_url("**/tables/DF01/")
    expect(desk.locator("#sign")).to_contain_text("$2.00")


def test_a_set_of_dice_is_introduced_line_by_line(desk: Page, theme: str) -> None:
    desk.goto("/tables/DF01/dice/")
    _look(desk, f"table-dice-{theme}")
    desk.get_by_label("Dice set", exact=True).fill("S-9")
    for number in range(1, 6):
        desk.get_by_label(f"Line {number}, Number").fill(f"e{number}")
        desk.get_by_label(f"Line {number}, Opposite faces").fill("1-6 2-5 3-4")
    desk.get_by_role("button", name="They are checked").press("Enter")
    desk.wait_for_url("**/tables/DF01/")
    expect(desk.locator("#facts")).to_contain_text("S-9")


@pytest.mark.parametrize("theme", ["light"])
def test_what_somebody_else_does_appears_on_the_open_page(desk: Page) -> None:
    desk.goto("/tables/DF01/")
    _settle(desk)
    games.suspend_table(name="DF01", reason="The lights fail", origin=OriginFactory.build())
    expect(desk.get_by_text("Suspended: The lights fail").first).to_be_visible(timeout=PATIENCE_MS)
    expect(desk.locator("#state")).to_contain_text("Suspended", timeout=PATIENCE_MS)


def test_a_round_is_declared_without_result_by_keyboard_after_what_it_does_was_read(desk: Page, theme: str) -> None:
    floor = _playing()
    desk.goto("/tables/AC01/")
    _settle(desk)
    _look(desk, f"table-electronic-{theme}")
    desk.goto(f"/rounds/{floor.round}/no-result/")
    _look(desk, f"round-no-result-{theme}")
    desk.get_by_role("radio", name="The dice tumbler malfunctioned").press("Space")
    desk.get_by_role("button", name="Show what it does").press("Enter")
    expect(desk.get_by_role("heading", name="What would be written")).to_be_visible()
    expect(desk.get_by_text("2 wagers, $15.00 at stake").last).to_be_visible()
    _look(desk, f"round-no-result-shown-{theme}")
    _fits(desk)
    desk.get_by_role("button", name="Declare no result").press("Enter")
    desk.wait_for_url(f"**/rounds/{floor.round}/")
    expect(desk.get_by_role("status").get_by_text("Done, and on the record")).to_be_visible()


def test_the_actual_outcome_is_keyed(desk: Page, theme: str) -> None:
    floor = _playing()
    desk.goto(f"/rounds/{floor.round}/override/")
    six = desk.get_by_role("group", name="First die").get_by_label("6")
    six.press("Space")
    expect(six).to_be_checked()
    desk.get_by_role("group", name="Second die").get_by_label("5").check()
    _look(desk, f"round-override-{theme}")
    desk.get_by_label("Reason, kept for ever").fill("Die 2 was read upside down")
    desk.get_by_role("button", name="Show what it does").press("Enter")
    expect(desk.get_by_role("alert").first).to_contain_text("the round stands at")
    expect(six).to_be_checked()
    _look(desk, f"round-override-refused-{theme}")
    _fits(desk)


def test_a_late_change_is_typed(desk: Page, theme: str) -> None:
    floor = _playing()
    desk.goto(f"/rounds/{floor.round}/late-change/")
    _look(desk, f"round-late-change-{theme}")
    _fits(desk)
