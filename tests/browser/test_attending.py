"""The page of a machine to the eye and by keyboard, in both themes: its meters beside ours, its alerts, and what it is told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from casino import journal, selectors, services, sessions
from casino.journal import Personal
from casino.people import COOKIE
from devices import polled
from devices import services as devices
from devices.domain import credit_meter
from devices.domain.credit_meter import Order
from devices.domain.device import Kind
from devices.host.findings import Counted
from devices.host.findings import Kind as NoAnswer
from tests.browser.looking import follow, keep, violations
from tests.devices import fitting
from tests.devices.test_attending_pages import (
    STAR,
    differ,
    engage_attendants,
    on_floor,
    read,
    report,
    take_note,
    tell,
    wait_for_hand_pay,
)
from tests.factories import OriginFactory, asked_by, open_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
DESK: ViewportSize = {"width": 1440, "height": 900}
TWICE: ViewportSize = {"width": 720, "height": 450}
PAGE = "/devices/AC1-01/"
MORE = re.compile(r"new, show|Changed, show")
SOON_MS = 5_000
in_one_theme = pytest.mark.parametrize("theme", ["light"])


def _sit(page: Page, web: str, number: str) -> None:
    """Somebody sits down at this browser."""
    token = sessions.new_token()
    services.log_in(number=number, desk="floor2", token=Personal(token), origin=OriginFactory.build(actor=f"staff/{number}"))
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": web}])


@pytest.fixture
def desk(web: str, page: Page) -> Page:
    """818, who keeps the register and attends to every game, and a terminal with $20.00 on its meter."""
    selectors.forget()
    open_house()
    engage_attendants()
    on_floor()
    take_note("AC1-01")
    _sit(page, web, "818")
    return page


def _go_wrong() -> None:
    """A difference, a hand-pay, an open door, a tilt that was taken up, a lock, and noise on the wire."""
    devices.issue_key(name="AC1-01", origin=OriginFactory.build())
    differ("AC1-01")
    wait_for_hand_pay("AC1-01", 1_234_50)
    report("AC1-01", "door opened")
    report("AC1-01", "cash box removed")
    devices.acknowledge_alert(name="AC1-01", alert="cash box removed", origin=asked_by("818"))
    tell("AC1-01", Order.LOCK, "Credits under dispute, patron waits at the cage")
    at, counts = selectors.now(), polled.Counts("AC1")
    for _ in range(1_234):
        counts.add(Counted(device="AC1-01", at=0.0, kind=NoAnswer.BAD_CRC, detail="03 1F A0 17 22 9C " * 9), "star.AC1-01", at)
    counts.add(Counted(device="AC1-01", at=0.0, kind=NoAnswer.SILENT, detail="no answer for 40 ms"), "star.AC1-01", at)
    counts.write()


def _settle(page: Page) -> None:
    """Let the page be live before it is looked at."""
    expect(page.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)


def _settle_whole(page: Page) -> None:
    """And let everything have been fetched that a page fetches when it first listens: from now on only news is."""
    _settle(page)
    page.wait_for_load_state("networkidle")


def _look(page: Page, name: str) -> None:
    keep(page, f"pages/{name}")
    assert violations(page) == [], name


def _width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _keep_whole(page: Page, name: str) -> None:
    """A picture of all of it, down to its end."""
    height = int(page.evaluate("Math.max(document.documentElement.scrollHeight, document.querySelector('main').scrollHeight)"))
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"], "height": height + 100})
    keep(page, f"pages/{name}")
    page.set_viewport_size(size)


def test_a_terminal_on_which_everything_is_wrong_is_read_at_both_sizes(desk: Page, theme: str) -> None:
    _go_wrong()
    desk.goto(PAGE)
    _settle(desk)
    expect(desk.get_by_text("The terminal shows $4.20 more than our record says.")).to_be_visible()
    for chip in ("In service", "Locked", "Differs by $4.20", "Hand-pay"):
        expect(desk.locator("#state").get_by_text(chip, exact=True)).to_be_visible()
    expect(desk.get_by_text("The terminal waits for $1,234.50 to be paid by hand.")).to_be_visible()
    _look(desk, f"attending-wrong-{theme}")
    _keep_whole(desk, f"attending-wrong-whole-{theme}")
    assert _width(desk) <= DESK["width"]
    desk.set_viewport_size(TWICE)
    _look(desk, f"attending-wrong-twice-{theme}")
    _keep_whole(desk, f"attending-wrong-twice-whole-{theme}")
    assert _width(desk) <= TWICE["width"]


def test_the_list_says_which_terminal_needs_somebody(desk: Page, theme: str) -> None:
    _go_wrong()
    for name, cents in (("AC1-02", -310), ("AC1-03", 0), ("AC1-04", 0), ("AC1-05", 0)):
        fitting.put_in_service(fitting.terminal(name))
        read(name, CREDITS=0, NOTES_IN=0)
        take_note(name, 5_000)
        if cents:
            differ(name, cents)
    wait_for_hand_pay("AC1-03", 51_00)
    report("AC1-04", "general tilt")
    tell("AC1-05", Order.LOCK)
    desk.goto("/devices/")
    _settle(desk)
    for chip in ("Differs by $4.20", "Differs by $3.10", "Hand-pay $51.00", "1 alert", "Locked"):
        expect(desk.get_by_role("table").get_by_text(chip, exact=True)).to_be_visible()
    _look(desk, f"attending-list-{theme}")
    assert _width(desk) <= DESK["width"]
    desk.set_viewport_size(TWICE)
    _look(desk, f"attending-list-twice-{theme}")
    assert _width(desk) <= TWICE["width"]
    desk.set_viewport_size(DESK)
    desk.goto("/home/")
    expect(desk.get_by_role("link", name="Devices")).to_contain_text("6")
    _look(desk, f"attending-home-{theme}")
    follow(desk.get_by_role("link", name="Look at its meters").first)
    expect(desk.get_by_role("heading", level=1)).to_have_text("AC1-01")


def test_a_terminal_that_agrees_and_one_never_read_and_a_machine_without_a_meter(desk: Page, theme: str) -> None:
    fitting.terminal("AC1-02")
    fitting.register("K1", Kind.KIOSK)
    for name, kind in (("AC1-01", "agrees"), ("AC1-02", "unread"), ("K1", "kiosk")):
        desk.goto(f"/devices/{name}/")
        _settle(desk)
        _look(desk, f"attending-{kind}-{theme}")
        assert _width(desk) <= DESK["width"]
        desk.set_viewport_size(TWICE)
        assert _width(desk) <= TWICE["width"]
        desk.set_viewport_size(DESK)
    desk.goto(PAGE)
    desk.get_by_text("What only the terminal counts").press("Enter")
    expect(desk.get_by_text("Games played")).to_be_visible()
    assert violations(desk) == []


def test_the_past_is_shown_as_it_stood_and_nothing_can_be_done(desk: Page, theme: str) -> None:
    _go_wrong()
    then = list(journal.history(credit_meter.at(STAR, "AC1-01")))[-1].line.recorded_at
    tell("AC1-01", Order.UNLOCK, "Settled")
    desk.goto(f"{PAGE}?at={then}")
    expect(desk.locator("#state").get_by_text("Locked", exact=True)).to_be_visible()
    expect(desk.get_by_role("main").get_by_role("button")).to_have_count(0)
    _look(desk, f"attending-past-{theme}")


def test_an_attendant_sees_what_to_attend_to_and_nothing_of_the_register(desk: Page, web: str, theme: str) -> None:
    _go_wrong()
    _sit(desk, web, "816")
    desk.goto(PAGE)
    _settle(desk)
    expect(desk.get_by_role("link", name="Unlock")).to_be_visible()
    expect(desk.get_by_text("Keys it may sign with")).to_have_count(0)
    _look(desk, f"attending-attendant-{theme}")


def test_an_alert_is_taken_up_with_the_keyboard(desk: Page, theme: str) -> None:
    report("AC1-01", "door opened")
    report("AC1-01", "general tilt")
    desk.goto(PAGE)
    _settle(desk)
    with desk.expect_navigation():
        desk.get_by_role("button", name="Acknowledge The door is open").press("Enter")
    expect(desk.get_by_role("status").get_by_text("Taken up, and on the record.")).to_be_visible()
    door = desk.locator("article.alert", has_text="The door is open")
    expect(door).to_contain_text("Taken up")
    expect(door.get_by_role("button")).to_have_count(0)
    expect(desk.get_by_role("button", name="Acknowledge It tilts")).to_be_visible()
    _look(desk, f"attending-taken-up-{theme}")
    with desk.expect_navigation():
        desk.get_by_role("button", name="Acknowledge It tilts").press("Enter")
    expect(desk.locator("article.alert")).to_have_count(1)


def test_a_terminal_is_locked_with_a_reason_by_keyboard_and_the_chip_says_so(desk: Page, theme: str) -> None:
    desk.goto(PAGE)
    _settle(desk)
    with desk.expect_navigation():
        desk.get_by_role("link", name="Lock", exact=True).press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Lock play: AC1-01")
    _look(desk, f"attending-lock-{theme}")
    desk.get_by_role("button", name="Lock play").press("Enter")
    expect(desk.get_by_role("alert").first).to_contain_text("required")
    _look(desk, f"attending-lock-without-reason-{theme}")
    tell("AC1-01", Order.LOCK, "Somebody was quicker")
    desk.get_by_label("Reason, kept for ever").fill("Credits under dispute")
    desk.get_by_role("button", name="Lock play").press("Enter")
    expect(desk.get_by_role("alert").first).to_contain_text("AC1-01 has been told to lock play already.")
    expect(desk.get_by_label("Reason, kept for ever")).to_have_value("Credits under dispute")
    _look(desk, f"attending-lock-refused-{theme}")
    tell("AC1-01", Order.UNLOCK, "A mistake")
    desk.get_by_role("button", name="Lock play").press("Enter")
    desk.wait_for_url(f"**{PAGE}")
    expect(desk.locator("#state").get_by_text("Locked", exact=True)).to_be_visible()
    expect(desk.get_by_role("link", name="Unlock", exact=True)).to_be_visible()
    expect(desk.get_by_role("main")).to_contain_text("Credits under dispute, the terminal has not said yes yet")
    _look(desk, f"attending-locked-{theme}")


@in_one_theme
def test_reading_again_is_asked_with_the_keyboard_and_said(desk: Page) -> None:
    desk.goto(PAGE)
    _settle(desk)
    with desk.expect_navigation():
        desk.get_by_role("button", name="Read again").press("Enter")
    expect(desk.get_by_role("status").get_by_text("Nobody can ask AC1-01 at once")).to_be_visible()


@in_one_theme
def test_a_note_appears_on_the_open_page_and_what_is_typed_elsewhere_stays(desk: Page) -> None:
    desk.goto(PAGE)
    _settle_whole(desk)
    desk.evaluate("document.title = 'the same page'")
    find = desk.get_by_role("combobox", name="Find anything")
    find.press_sequentially("half a sent")
    notes = desk.locator("#meters tr", has_text="Notes in")
    expect(notes).to_contain_text("$20.00")
    take_note("AC1-01", 5_000)
    expect(notes).to_contain_text("$70.00", timeout=PATIENCE_MS)
    expect(desk.locator("#meters tr", has_text="Credit meter now")).to_contain_text("$70.00")
    desk.keyboard.type("ence")
    expect(find).to_have_value("half a sentence")
    expect(find).to_be_focused()
    desk.get_by_role("button", name=MORE).click(timeout=PATIENCE_MS)
    expect(desk.locator(".story")).to_contain_text("Notes accepted, $50.00")
    assert desk.title() == "the same page"


@in_one_theme
def test_an_alert_taken_up_elsewhere_says_so_on_the_open_page(desk: Page) -> None:
    report("AC1-01", "door opened")
    desk.goto(PAGE)
    _settle_whole(desk)
    door = desk.locator("article.alert", has_text="The door is open")
    expect(door.get_by_role("button")).to_have_count(1)
    devices.acknowledge_alert(name="AC1-01", alert="door opened", origin=asked_by("818"))
    expect(door).to_contain_text("Taken up", timeout=PATIENCE_MS)
    expect(door.get_by_role("button")).to_have_count(0)


@in_one_theme
def test_an_alert_that_comes_to_others_is_offered_on_the_open_page(desk: Page) -> None:
    report("AC1-01", "door opened")
    desk.goto(PAGE)
    _settle_whole(desk)
    report("AC1-01", "general tilt")
    desk.get_by_role("button", name=MORE).click(timeout=PATIENCE_MS)
    expect(desk.locator("article.alert", has_text="It tilts")).to_be_visible()


@in_one_theme
def test_the_first_alert_does_not_leave_the_open_page_saying_that_there_is_none(desk: Page) -> None:
    desk.goto(PAGE)
    _settle_whole(desk)
    expect(desk.get_by_role("heading", name="Alerts")).to_have_count(0)
    with desk.expect_response(lambda response: response.request.headers.get("hx-target") == "story", timeout=PATIENCE_MS):
        report("AC1-01", "door opened")
    expect(desk.get_by_role("heading", name="Alerts")).to_be_visible(timeout=SOON_MS)


@in_one_theme
def test_a_lock_and_a_difference_from_elsewhere_stand_in_the_chips_of_the_open_page(desk: Page) -> None:
    desk.goto(PAGE)
    _settle_whole(desk)
    tell("AC1-01", Order.LOCK)
    differ("AC1-01")
    expect(desk.locator("#meters")).to_contain_text("The terminal shows $4.20 more", timeout=PATIENCE_MS)
    expect(desk.locator("#meters").get_by_role("link", name="Unlock")).to_be_visible()
    expect(desk.locator("#state").get_by_text("Locked", exact=True)).to_be_visible(timeout=SOON_MS)
    expect(desk.locator("#state").get_by_text("Differs by $4.20", exact=True)).to_be_visible()


@in_one_theme
def test_a_second_need_of_a_machine_does_not_take_the_place_of_the_first_on_an_open_home(desk: Page) -> None:
    wait_for_hand_pay("AC1-01", 51_00)
    desk.goto("/home/")
    _settle_whole(desk)
    expect(desk.get_by_text("AC1-01 waits to be paid by hand")).to_be_visible()
    report("AC1-01", "door opened")
    expect(desk.get_by_role("button", name=MORE).or_(desk.get_by_text("the door is open")).first).to_be_visible(
        timeout=PATIENCE_MS
    )
    expect(desk.get_by_text("AC1-01 waits to be paid by hand")).to_be_visible(timeout=SOON_MS)
