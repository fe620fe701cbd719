"""Every component and every whole page of components, in both themes: WCAG 2.2 AA, sizes, pictures."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from casino.components import PAGES
from tests.browser.conftest import without_complaint
from tests.browser.looking import keep, violations

pytestmark = pytest.mark.slow(reason="photographs every component in a real browser")

ADDRESSES = ["/components/", *(f"/components/{name}/" for name in PAGES)]
SIZES = {"1440": (1440, 900, 1.0), "200": (720, 450, 2.0)}
UNDER_THE_BAR = """() => [...document.querySelectorAll('main a, main button, main input')].filter(element => {
    element.focus();
    const [box, bar] = [element, document.querySelector('.as-at')].map(seen => seen.getBoundingClientRect());
    return box.bottom > bar.top && box.top < bar.bottom;
}).length"""
SIDEWAYS = """() => [...document.querySelectorAll('body *')].filter(element =>
    element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.scroll, .heard, pre, [popover], svg')
).map(element => element.outerHTML.slice(0, 120))"""

Opened = Callable[[int, int, float], Page]


@pytest.fixture
def opened(browser: Browser, showroom: str, theme: str) -> Iterator[Opened]:
    """A window of any size, with so many dots to a pixel."""
    stack = []

    def opens(width: int, height: int, scale: float = 1) -> Page:
        context = browser.new_context(
            base_url=showroom,
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        quiet = without_complaint(context)
        stack.append(quiet)
        return quiet.__enter__()

    yield opens
    for quiet in stack:
        quiet.__exit__(None, None, None)


def test_every_component_and_page_meets_wcag_22_aa(opened: Opened) -> None:
    page = opened(1440, 900, 1)
    for address in ADDRESSES:
        page.goto(address)
        assert violations(page) == [], address


def test_the_menu_the_keys_and_a_reading_meet_it_when_they_are_open(opened: Opened, theme: str) -> None:
    page = opened(720, 450, 2)
    page.goto("/components/rehearsal/")
    for name in ("Menu", "reading AC-12, contested"):
        page.get_by_role("button", name=name).first.click()
        assert violations(page) == [], name
        keep(page, f"open/{name.split()[0].lower()}-{theme}")
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert violations(page) == []
    keep(page, f"open/keys-{theme}")


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_every_component_and_page(opened: Opened, theme: str, size: str) -> None:
    page = opened(*SIZES[size])
    for name in PAGES:
        page.goto(f"/components/{name}/")
        keep(page, f"pages/{name}-{theme}-{size}")
    page.goto("/components/")
    keep(page, f"pages/components-{theme}-{size}")
    for specimen in page.locator(".specimen").all():
        keep(specimen, f"components/{specimen.get_attribute('id')}-{theme}-{size}")


@pytest.mark.parametrize("width", [320, 640, 1000, 1280])
@pytest.mark.parametrize("theme", ["light"])
def test_nothing_scrolls_sideways_from_400_per_cent_up(opened: Opened, width: int) -> None:
    page = opened(width, 640, 1)
    for address in ADDRESSES:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, page.evaluate(SIDEWAYS))
        assert page.evaluate(SIDEWAYS) == [], address


@pytest.mark.parametrize("theme", ["light"])
def test_nothing_that_has_the_focus_lies_under_the_as_at_bar(opened: Opened) -> None:
    page = opened(1280, 400, 1)
    page.goto("/components/as-at/")
    assert page.evaluate(UNDER_THE_BAR) == 0
