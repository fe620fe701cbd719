"""The register of devices to the eye and by keyboard, in both themes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from casino import selectors, services, sessions
from casino.journal import Personal
from casino.people import COOKIE
from devices import services as devices
from devices.domain.device import Kind
from tests.browser.looking import follow, keep, violations
from tests.browser.test_people import log_in
from tests.databases import Database
from tests.devices import fitting
from tests.devices.fitting import GATEWAY
from tests.factories import OriginFactory, asked_by, open_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000


@pytest.fixture
def desk(web: str, page: Page) -> Page:
    """An operator at work, and two machines: one that has a key."""
    selectors.forget()
    open_house()
    devices.register_device(name="AC01-T3", kind=Kind.PLAYER_TERMINAL, origin=asked_by("812"))
    devices.issue_key(name="AC01-T3", origin=asked_by("812"))
    devices.register_device(name="IR02-W", kind=Kind.WHEEL, origin=asked_by("812"))
    token = sessions.new_token()
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=OriginFactory.build(actor="staff/812"))
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": web}])
    return page


def _look(page: Page, name: str) -> None:
    keep(page, f"pages/{name}")
    assert violations(page) == [], name


def test_every_page_of_devices_is_read_and_used_by_keyboard(desk: Page, theme: str) -> None:
    desk.goto("/devices/")
    _look(desk, f"devices-{theme}")
    desk.get_by_role("link", name="AC01-T3").press("Enter")
    _look(desk, f"device-{theme}")
    desk.get_by_role("link", name=re.compile("^Revoke")).press("Enter")
    _look(desk, f"device-revoke-{theme}")
    desk.goto("/devices/IR02-W/")
    _look(desk, f"device-without-key-{theme}")
    desk.get_by_role("link", name="Issue a key").press("Enter")
    _look(desk, f"device-issue-{theme}")
    desk.get_by_role("main").get_by_role("button").press("Enter")
    expect(desk.get_by_text("The key is not shown again")).to_be_visible()
    _look(desk, f"device-key-{theme}")
    desk.get_by_role("link", name="Done").press("Enter")
    desk.goto("/devices/register/")
    desk.get_by_role("main").get_by_role("button").press("Enter")
    expect(desk.get_by_role("alert").first).to_be_visible()
    _look(desk, f"device-register-{theme}")


def test_at_twice_the_size_nothing_scrolls_sideways(desk: Page, theme: str) -> None:
    desk.set_viewport_size({"width": 720, "height": 450})
    for address in ("/devices/", "/devices/AC01-T3/", "/devices/register/"):
        desk.goto(address)
        assert desk.evaluate("document.documentElement.scrollWidth") <= 720, address
        assert violations(desk) == [], address


def test_a_key_issued_elsewhere_is_told_over_the_wire(desk: Page) -> None:
    desk.goto("/devices/IR02-W/")
    expect(desk.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)
    key_id = devices.issue_key(name="IR02-W", origin=asked_by("813"))
    expect(desk.locator("#equipment").get_by_role("cell", name=key_id, exact=True)).to_be_visible(timeout=PATIENCE_MS)


@pytest.fixture
def _floor(committed: Database) -> None:
    open_house()
    fitting.wheel("IR1-W")
    fitting.roulette_terminal("IR1-01")
    fitting.put_in_service(fitting.terminal("AC1-06"))
    devices.wire_device(name="AC1-06", **GATEWAY, address=6, origin=asked_by("812"))
    devices.move_device(name="IR1-01", place="Pit 2, island 4", origin=asked_by("812"))


@pytest.mark.usefixtures("_floor")
def test_a_terminal_is_found_linked_and_put_in_service(page: Page, theme: str) -> None:
    log_in(page, "812")
    page.get_by_role("link", name="Devices", exact=True).click()
    page.get_by_role("link", name="Out of service", exact=True).click()
    expect(page.get_by_role("link", name="AC1-06", exact=True)).to_have_count(0)
    keep(page, f"pages/devices-out-of-service-{theme}")
    assert violations(page) == []
    follow(page.get_by_role("link", name="IR1-01", exact=True))
    keep(page, f"pages/device-incomplete-{theme}")
    assert violations(page) == []
    page.get_by_role("link", name="A link to an automated wheel").click()
    page.get_by_label("Automated wheel").select_option("IR1-W")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Link").click()
    follow(page.get_by_role("link", name="Put in service"))
    keep(page, f"pages/device-put-in-service-{theme}")
    assert violations(page) == []
    page.get_by_role("button", name="Let it be played").click()
    expect(page.locator("#state")).to_contain_text("In service")
    expect(page.get_by_role("link", name="Commission")).to_have_count(0)
    keep(page, f"pages/device-in-service-{theme}")
    assert violations(page) == []
