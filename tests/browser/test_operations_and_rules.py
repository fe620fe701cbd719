"""Operations, Find and the rule books as people see them."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from casino.journal import projections, reactions
from tests.browser.looking import keep, violations
from tests.databases import Database
from tests.factories import PASSWORD
from tests.sitting import open_staffed_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000


def _log_in(page: Page, number: str) -> None:
    page.goto("/log-in/")
    page.get_by_label("Staff number").fill(number)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/home/")


def _park(committed: Database) -> None:
    projections.project_following()
    reactions.note()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.due SET tries = 5, error = 'LawMissing: no such law', parked_at = clock_timestamp()")


def test_operations_say_what_runs_and_a_parked_reaction_is_taken_up_by_keyboard(
    committed: Database, page: Page, theme: str
) -> None:
    open_staffed_house()
    _park(committed)
    _log_in(page, "814")
    page.get_by_role("link", name="Operations").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Operations")
    expect(page.get_by_role("cell", name="LawMissing: no such law")).to_be_visible()
    expect(page.locator("#parts").get_by_text(re.compile(r"\d heard of"))).to_be_visible()
    keep(page.locator("main"), f"operations-{theme}")
    assert violations(page) == []
    page.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("is tried again now.")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_operations_are_told_over_the_wire_and_cells_change_in_place(committed: Database, page: Page, theme: str) -> None:
    open_staffed_house()
    _park(committed)
    _log_in(page, "814")
    page.goto("/operations/")
    expect(page.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)
    row = page.locator("#reactions tbody tr")
    row.get_by_role("button", name="Try again").focus()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE journal.due SET tries = 7, error = 'LawMissing: still no such law'")
    expect(row).to_contain_text("still no such law", timeout=PATIENCE_MS)
    expect(row.get_by_role("button", name="Try again")).to_be_focused()
    expect(page.locator("#link")).to_contain_text("Live, checked")
    assert violations(page) == []


def test_find_suggests_while_one_types_and_arrows_and_enter_open(committed: Database, page: Page, theme: str) -> None:
    open_staffed_house()
    _log_in(page, "812")
    page.keyboard.press("/")
    page.keyboard.type("horn")
    expect(page.get_by_role("listbox", name="Suggestions")).to_be_visible()
    assert page.get_by_role("option").count() <= 9
    keep(page, f"find-suggestions-{theme}")
    assert violations(page) == []
    page.keyboard.press("ArrowDown")
    chosen = page.locator('[role=option][aria-selected="true"]')
    expect(chosen).to_have_count(1)
    expect(page.get_by_role("combobox")).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "")
    address = chosen.get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{page.url.split('/rules')[0].split('/home')[0]}{address}")


def test_the_page_of_what_was_found_goes_by_arrows(committed: Database, page: Page, theme: str) -> None:
    open_staffed_house()
    _log_in(page, "812")
    page.goto("/find/?q=void")
    expect(page.locator("[data-hit]").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-hit]").nth(1)).to_be_focused()
    keep(page, f"find-{theme}")
    assert violations(page) == []
    page.goto(f"/find/?q={uuid4().hex}")
    expect(page.get_by_text("Nothing is found under")).to_be_visible()
    keep(page, f"find-nothing-{theme}")
    assert violations(page) == []


def test_find_works_by_enter_alone(committed: Database, page: Page) -> None:
    open_staffed_house()
    _log_in(page, "812")
    page.get_by_label("Find anything").fill("AC 6.4.1")
    page.get_by_label("Find anything").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("AC 6.4.1")


PUBLISHED = {
    "rules": "/rules/",
    "rules-book": "/rules/crown_craps/?sort=-edge",
    "rules-wager": "/rules/aruze_craps/pass_line/?stake=10.00&point=&outcomes=2-2%2C+5-5%2C+1-3",
    "rules-wager-states": "/rules/crown_craps/come_odds:4/",
    "rules-rule": "/rules/aruze_craps/rule/3.9.1/",
    "rules-readings": "/rules/readings/?state=contested",
    "rules-reading": "/rules/readings/AC-12/",
}


def test_the_rule_books_are_read_without_logging_in(page: Page, theme: str) -> None:
    for name, address in PUBLISHED.items():
        page.goto(address)
        expect(page.get_by_role("link", name="Log in")).to_be_visible()
        keep(page, f"{name}-{theme}")
        assert violations(page) == [], address


def test_a_rule_book_stands_in_the_frame_of_who_is_at_work_and_fits_a_narrow_window(
    committed: Database, page: Page, theme: str
) -> None:
    open_staffed_house()
    _log_in(page, "815")
    page.keyboard.type("gr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Rule books")
    expect(page.get_by_role("navigation", name="By duty")).to_be_visible()
    keep(page, f"rules-at-work-{theme}")
    for name, address in PUBLISHED.items():
        page.goto(address)
        keep(page, f"{name}-at-work-{theme}")
        assert violations(page) == [], address
    page.set_viewport_size({"width": 640, "height": 450})
    for address in PUBLISHED.values():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, address
