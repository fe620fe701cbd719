"""The frame by keyboard, without scripts, on paper."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import without_complaint
from tests.browser.looking import keep

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")

FOCUSED = "(document.activeElement.textContent || document.activeElement.id || document.activeElement.name).trim()"


@pytest.fixture
def desk(browser: Browser, showroom: str) -> Iterator[Page]:
    with without_complaint(browser.new_context(base_url=showroom, viewport={"width": 1440, "height": 900})) as page:
        yield page


@pytest.fixture
def unscripted(browser: Browser, showroom: str) -> Iterator[Page]:
    context = browser.new_context(base_url=showroom, viewport={"width": 720, "height": 450}, java_script_enabled=False)
    with without_complaint(context) as page:
        yield page


def test_the_keyboard_goes_through_the_page_as_it_is_read(desk: Page) -> None:
    desk.goto("/components/round/")
    stops = []
    for _ in range(24):
        desk.keyboard.press("Tab")
        stops.append(desk.evaluate(FOCUSED))
    assert stops[:4] == ["Skip to content", "Pitledger", "find", "Home 4 that nobody has taken up"]
    assert stops[15:20] == ["Rule books", "Helen Vassallo", "?All keys", "The Star", "AC1, Aruze Craps"]
    assert stops[20:24] == ["Proven in the log", "Previous[", "Next]", "Something is wrong with this roundW"]


def test_the_focus_is_always_seen(desk: Page) -> None:
    desk.goto("/components/refusal/")
    for _ in range(30):
        desk.keyboard.press("Tab")
        ring = desk.evaluate("""() => { let seen = document.activeElement;
            if (seen.id === 'scan') seen = seen.closest('.scan');
            return getComputedStyle(seen).outlineWidth; }""")
        assert ring == "3px", desk.evaluate(FOCUSED)


def test_slash_finds_g_goes_and_a_field_keeps_its_letters(desk: Page) -> None:
    desk.goto("/components/")
    desk.keyboard.press("/")
    expect(desk.get_by_label("Find anything")).to_be_focused()
    desk.keyboard.type("g/r?")
    expect(desk.get_by_label("Find anything")).to_have_value("g/r?")
    desk.get_by_role("heading", level=1).click()
    desk.keyboard.type("gr")
    expect(desk).to_have_url(f"{desk.url.split('#')[0]}#main")


def test_single_keys_can_be_switched_off(desk: Page) -> None:
    desk.goto("/components/")
    desk.keyboard.press("?")
    desk.get_by_label("Single keys work when no field has the focus").uncheck()
    desk.keyboard.press("Escape")
    desk.keyboard.press("/")
    expect(desk.get_by_label("Find anything")).not_to_be_focused()


def test_a_countdown_ends_by_saying_closing_and_the_clock_is_the_venues(desk: Page) -> None:
    desk.clock.install()
    desk.goto("/components/")
    first = desk.locator(".countdown [data-figure]").first
    expect(first).to_have_text("0:11")
    expect(desk.locator("[data-clock]")).to_have_text("21:42:07")
    desk.clock.run_for(12_000)
    expect(first).to_have_text("closing")
    expect(desk.locator(".countdown [data-spoken]").first).to_have_text("closing")
    expect(desk.locator("[data-clock]")).to_have_text("21:42:19")


def test_a_toast_can_be_put_away(desk: Page) -> None:
    desk.goto("/components/")
    desk.get_by_role("button", name="Put away").first.click()
    expect(desk.locator(".toast")).to_have_count(1)


def test_without_scripts_the_menu_and_a_reading_open_all_the_same(unscripted: Page) -> None:
    unscripted.goto("/components/rehearsal/")
    expect(unscripted.get_by_role("link", name="Live floor")).to_be_hidden()
    unscripted.get_by_role("button", name="Menu").click()
    expect(unscripted.get_by_role("link", name="Live floor")).to_be_visible()
    unscripted.keyboard.press("Escape")
    unscripted.get_by_role("button", name="reading AC-12").first.click()
    expect(unscripted.get_by_text("Every wager on the layout in that round is void").first).to_be_visible()


def test_no_action_is_there_while_a_page_is_shown_as_at_an_instant(desk: Page) -> None:
    desk.goto("/components/as-at/")
    expect(desk.get_by_role("region", name="As at")).to_contain_text("log position 4,918,274")
    expect(desk.get_by_role("link", name="Pay", exact=True)).to_have_count(0)


def test_filters_sorting_and_pages_stay_in_the_address(desk: Page) -> None:
    desk.goto("/components/?state=withheld&after=c-1")
    desk.get_by_role("link", name="Value").click()
    assert desk.url.endswith("?state=withheld&sort=value")
    expect(desk.get_by_role("columnheader", name="Value").first).to_have_attribute("aria-sort", "ascending")
    desk.get_by_role("link", name="Later").click()
    assert desk.url.endswith("?state=withheld&sort=value&after=c-4914400")
    desk.get_by_role("link", name="IR", exact=True).click()
    assert desk.url.endswith("?state=withheld&sort=value&book=ir")


def test_on_paper_there_is_the_content_without_frame_and_buttons(desk: Page) -> None:
    desk.emulate_media(media="print")
    desk.goto("/components/round/")
    for hidden in (".side", ".actions", ".button", "kbd"):
        expect(desk.locator(hidden).first).to_be_hidden()
    expect(desk.get_by_role("heading", level=1)).to_be_visible()
    keep(desk, "pages/round-paper")
