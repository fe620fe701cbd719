"""The first page as a person sees it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import keep, violations

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")


def test_the_first_page_says_what_this_is_and_what_is_ready(page: Page, theme: str) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pitledger")
    expect(page.get_by_text("Record", exact=True)).to_be_visible()
    expect(page.locator(".chip.ok")).to_have_count(3)
    expect(page.locator(".chip.warn")).to_have_text(re.compile("not heard of lately"))
    keep(page, f"front-{theme}")
    assert violations(page) == []


def test_it_fits_a_narrow_window_and_the_keyboard_reaches_the_content_first(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 256})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
