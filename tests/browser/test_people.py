"""Log-in, lock-out, home and one's own page, as a person at a desk uses them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from casino import selectors, services
from casino.domain.powers import AC, HOUSE, Role
from casino.journal import Personal
from casino.models import Session
from tests.browser.conftest import without_complaint
from tests.browser.looking import keep, violations
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, engage, open_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    engage("718", "Helen Vassallo", assistant_gaming_manager=(HOUSE, AC))
    return committed


@pytest.fixture
def desk(house: Database, browser: Browser, web: str) -> Iterator[Page]:
    with without_complaint(browser.new_context(base_url=web, viewport={"width": 1440, "height": 900})) as page:
        yield page


def log_in(page: Page, number: str = "718", password: str = PASSWORD) -> None:
    page.goto("/log-in/")
    page.get_by_label("Staff number").fill(number)
    page.get_by_label("Password").fill(password)
    page.get_by_label("This desk").select_option("star.floor2")
    page.keyboard.press("Enter")


def test_a_person_logs_in_by_keyboard_and_lands_on_their_own_home(desk: Page) -> None:
    log_in(desk)
    desk.wait_for_url("**/home/")
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Helen. Nothing needs you now.")
    expect(desk.get_by_role("link", name="Staff", exact=True)).to_have_count(0)
    expect(desk.locator(".person .role")).to_have_text("Assistant gaming manager")
    assert violations(desk) == []


def test_five_wrong_passwords_lock_the_number_and_a_sixth_right_one_does_not_open_it(desk: Page, house: Database) -> None:
    for left in (4, 3, 2, 1):
        log_in(desk, password="not the password")
        expect(desk.get_by_role("alert")).to_contain_text(f"The staff number or the password is wrong. {left} of 5 tries left.")
    log_in(desk, password="not the password")
    expect(desk.get_by_role("alert")).to_contain_text("locked for 15 minutes, and a supervisor is told")
    log_in(desk)
    expect(desk.get_by_role("alert")).to_contain_text("This number is locked for another 15 minutes.")
    keep(desk, "pages/log-in-locked")


def test_a_number_nobody_has_is_refused_in_the_same_words(desk: Page) -> None:
    log_in(desk, number="99999")
    expect(desk.get_by_role("alert")).to_contain_text("The staff number or the password is wrong. 4 of 5 tries left.")


def test_ones_own_page_says_what_one_may_do_and_under_which_rule(desk: Page) -> None:
    log_in(desk)
    desk.get_by_role("link", name="Helen Vassallo").click()
    expect(desk.get_by_role("region", name="Powers")).to_contain_text("Invalidate an outcome")
    expect(desk.get_by_role("region", name="Powers")).to_contain_text("AC 7.8")
    assert violations(desk) == []


def test_what_one_may_not_do_is_refused_by_the_server_with_the_rule(desk: Page) -> None:
    log_in(desk)
    desk.wait_for_url("**/home/")
    desk.goto("/staff/")
    expect(desk.get_by_role("alert")).to_contain_text("You may not keep the staff register. That is for the casino operator.")
    expect(desk.get_by_role("alert")).to_contain_text("authority-not-held")
    assert violations(desk) == []


def test_a_desk_that_was_locked_says_so(desk: Page) -> None:
    log_in(desk, number="812")
    desk.wait_for_url("**/home/")
    desk.goto("/me/")
    desk.get_by_role("button", name="Lock this desk").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("This desk is locked")
    assert violations(desk) == []
    keep(desk, "pages/locked")


def test_without_scripts_a_locked_desk_asks_for_the_password_and_keeps_what_was_typed_but_no_password(
    house: Database, browser: Browser, web: str
) -> None:
    with without_complaint(browser.new_context(base_url=web, java_script_enabled=False)) as page:
        log_in(page, number="812")
        page.wait_for_url("**/home/")
        page.goto("/staff/engage/")
        page.get_by_label("Staff number").fill("900")
        page.get_by_label("Name").fill("Priya Nair")
        page.get_by_label("First password").fill("a password for Priya")
        Session.objects.update(is_locked=True)
        page.get_by_role("button", name="Engage").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("This desk is locked")
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Open the desk").click()
        page.get_by_role("button", name="Send it now").click()
        expect(page.get_by_label("Name")).to_have_value("Priya Nair")
        page.get_by_label("First password").fill("a password for Priya")
        page.get_by_role("button", name="Engage").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Priya Nair")
        expect(page.get_by_role("status").first).to_contain_text("Priya Nair has number 900.")


def test_a_first_password_is_changed_before_anything_else(desk: Page, house: Database) -> None:
    services.engage(
        number="901", name=Personal("Owen Brandt"), password=Personal("chosen by another"), origin=OriginFactory.build()
    )
    log_in(desk, number="901", password="chosen by another")
    desk.wait_for_url("**/password/")
    desk.goto("/home/")
    expect(desk.get_by_role("heading", level=1)).to_have_text("New password")
    desk.get_by_label("Password now").fill("chosen by another")
    desk.get_by_label("New password").fill("short")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("alert")).to_contain_text("too short")
    desk.get_by_label("Password now").fill("chosen by another")
    desk.get_by_label("New password").fill("one of my own, long enough")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Owen Brandt")


def test_a_page_as_at_a_past_moment_says_so_and_offers_no_action(desk: Page) -> None:
    log_in(desk, number="812")
    desk.wait_for_url("**/home/")
    before = moment_now()
    services.end_duty(number="718", role=Role.ASSISTANT_GAMING_MANAGER, books=(AC,), origin=OriginFactory.build())
    desk.goto("/staff/718/")
    expect(desk.locator("main")).not_to_contain_text("Aruze Craps, ")
    expect(desk.get_by_role("link", name="Begin a duty")).to_be_visible()
    desk.goto(f"/staff/718/?at={before}")
    expect(desk.get_by_role("region", name="As at")).to_contain_text("Later entries are not shown")
    expect(desk.get_by_role("link", name="Begin a duty")).to_have_count(0)
    expect(desk.locator("dl.facts").first).to_contain_text("Aruze Craps")
    assert violations(desk) == []
    desk.goto("/staff/718/?at=1999-12-31 23:59")
    expect(desk.get_by_role("alert")).to_contain_text("as-at-before-the-record")
    desk.goto("/staff/718/?at=2999-12-31 23:59")
    expect(desk.get_by_role("alert")).to_contain_text("has not come yet")
    desk.goto("/staff/718/?at=yesterday")
    expect(desk.get_by_role("alert")).to_contain_text("as-at-unreadable")


def moment_now() -> str:
    """Now, as the address takes it."""
    return str(selectors.now()).replace("+", "%2B")


PAGES = {
    "home": "/home/",
    "me": "/me/",
    "authority": "/authority/",
    "staff": "/staff/",
    "staff-member": "/staff/718/",
    "staff-engage": "/staff/engage/",
    "staff-begin-duty": "/staff/718/begin-duty/",
    "password": "/password/",
    "patrons": "/patrons/",
    "patron-register": "/patrons/register/",
    "devices": "/devices/",
    "device-register": "/devices/register/",
    "operations": "/operations/",
    "desk-name": "/venue/name-desk/",
    "find": "/find/?q=staff",
    "api": "/api/",
}


@pytest.mark.parametrize("zoom", [100, 200])
def test_pictures_of_every_page_of_people(theme: str, zoom: int, house: Database, browser: Browser, web: str) -> None:
    size = {"width": 1440 * 100 // zoom, "height": 900 * 100 // zoom}
    context = browser.new_context(base_url=web, viewport=size, color_scheme=theme, device_scale_factor=zoom / 100)  # type: ignore[arg-type]
    with without_complaint(context) as page:
        log_in(page, number="812")
        page.wait_for_url("**/home/")
        for name, address in PAGES.items():
            page.goto(address)
            keep(page, f"pages/{name}-{theme}-{zoom}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
            assert violations(page) == [], name
