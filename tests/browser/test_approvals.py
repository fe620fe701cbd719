"""Approval and dated law as people see them: two people, two browsers, a preview that changes under the hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino import journal, selectors, services, sessions
from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.powers import HOUSE
from casino.journal import Personal
from casino.people import COOKIE
from tests.browser.conftest import without_complaint
from tests.browser.looking import follow, keep, violations
from tests.casino.asking import propose, react, set_cash, told
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage, open_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
DESK, ZOOMED = {"width": 1440, "height": 900}, {"width": 720, "height": 450}  # 200 % of the same window


class People:
    """Who sits at which browser."""

    def __init__(self, browser: Browser, address: str, theme: str, open_pages: ExitStack) -> None:
        self.browser = browser
        self.address = address
        self.theme = theme
        self.open_pages = open_pages

    def at_desk(self, number: str, size: dict[str, int] = DESK) -> Page:
        """A browser in which a person works, and of which it has nothing to complain."""
        return self.open_pages.enter_context(without_complaint(self._logged_in(number, size)))

    def at_desk_to_be_refused(self, number: str) -> Page:
        """A browser in which a person works; it complains of an answer that is a refusal."""
        return self.open_pages.enter_context(self._logged_in(number, DESK)).new_page()

    def _logged_in(self, number: str, size: dict[str, int]) -> BrowserContext:
        token = sessions.new_token()
        origin = OriginFactory.build(actor=f"staff/{number}")
        services.log_in(number=number, desk="floor2", token=Personal(token), origin=origin)
        context = self.browser.new_context(base_url=self.address, viewport=size, color_scheme=self.theme)  # type: ignore[arg-type]
        context.add_cookies([{"name": COOKIE, "value": token, "url": self.address}])
        return context


@pytest.fixture
def people(committed: Database, browser: Browser, web: str, theme: str) -> Iterator[People]:
    selectors.forget()
    open_house()
    react()
    with ExitStack() as open_pages:
        yield People(browser, web, theme, open_pages)
    selectors.forget()


def _open(page: Page, ref: Ref[Approval]) -> None:
    page.goto(f"/approvals/{ref.id}/")


def test_proposed_with_the_keyboard_signed_with_the_keyboard(people: People, theme: str) -> None:
    asker = people.at_desk("813")
    asker.goto("/law/")
    keep(asker, f"pages/law-{theme}")
    assert violations(asker) == []
    asker.get_by_role("link", name="Cash to one patron in a day").click()
    asker.get_by_role("link", name="Propose a change").click()
    asker.get_by_label("Value in dollars").fill("2,500.00")
    asker.get_by_label("From gaming day").fill("2030-01-01")
    asker.get_by_label("Source").fill("Direction 7")
    asker.get_by_label("Reason, kept for ever").fill("The direction asks for a lower limit.")
    asker.get_by_role("button", name="Rehearse", exact=True).press("Enter")
    expect(asker.get_by_role("heading", name="What would be written")).to_be_visible()
    keep(asker, f"pages/law-propose-{theme}")
    assert violations(asker) == []
    asker.get_by_role("button", name="Ask for approval of exactly this").press("Enter")
    expect(asker.get_by_role("button", name="Sign")).to_be_disabled()
    keep(asker, f"pages/approval-asker-{theme}")

    signer = people.at_desk("812")
    signer.goto("/home/")
    expect(signer.get_by_role("link", name="Approvals 1 waiting")).to_be_visible()
    keep(signer, f"pages/home-approval-{theme}")
    follow(signer.get_by_role("link", name="Approvals 1 waiting"))
    keep(signer, f"pages/approvals-{theme}")
    assert violations(signer) == []
    signer.get_by_role("link", name="Cash to one patron in a day").click()
    expect(signer.get_by_role("timer")).to_have_text(re.compile(r"^[89]:\d\d$"))
    keep(signer, f"pages/approval-{theme}")
    assert violations(signer) == []
    signer.keyboard.press("Control+Enter")
    expect(signer.locator(".notice")).to_contain_text("What was signed is being done now.")
    expect(signer.get_by_text("Approved, being done")).to_be_visible()
    react()
    signer.reload()
    expect(signer.get_by_text("Exactly what was signed stands on the record.")).to_be_visible()
    keep(signer, f"pages/approval-done-{theme}")
    assert violations(signer) == []


def test_a_preview_that_changes_under_the_hand_is_not_signed_and_the_changed_rows_are_marked(people: People, theme: str) -> None:
    ref = propose("813")
    signer = people.at_desk_to_be_refused("812")
    signer.route_web_socket("**/live/", lambda socket: socket.close())  # nobody tells the page: the server refuses all the same
    _open(signer, ref)
    set_cash(4_000_00)
    with signer.expect_response(lambda response: response.url.endswith("/sign/")) as answered:
        signer.keyboard.press("Control+Enter")
    assert answered.value.status == 409
    expect(signer.get_by_text("Drawn anew.")).to_be_visible()
    expect(signer.locator("tr.warn")).to_contain_text("was $1,000.00 → $2,500.00")
    expect(signer.get_by_role("button", name="Sign")).to_be_disabled()
    keep(signer, f"pages/approval-changed-{theme}")
    assert violations(signer) == []
    signer.keyboard.press("Control+Enter")
    assert told(ref) == ["casino.approval-requested"]


def test_what_changes_on_the_screen_disables_the_signature_at_once_and_says_what_and_nothing_is_replaced(
    people: People, theme: str
) -> None:
    ref = propose("813")
    signer = people.at_desk("812")
    _open(signer, ref)
    expect(signer.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)
    signer.get_by_text("Decline", exact=True).click()
    signer.get_by_label("Reason, kept for ever").press_sequentially("Not bef")
    before = signer.get_by_label("Reason, kept for ever").bounding_box()
    set_cash(4_000_00)
    button = signer.locator("form[data-sign] button")
    expect(button).to_be_disabled(timeout=PATIENCE_MS)
    expect(button).to_contain_text("Changed just now. Value was $1,000.00 → $2,500.00, is $4,000.00 → $2,500.00")
    signer.keyboard.type("ore")
    expect(signer.get_by_label("Reason, kept for ever")).to_have_value("Not before")
    expect(signer.get_by_label("Reason, kept for ever")).to_be_focused()
    assert signer.get_by_label("Reason, kept for ever").bounding_box() == before, "nothing moved"
    expect(signer.get_by_text("Drawn anew.")).to_have_count(0)
    expect(signer.locator("tr.warn")).to_have_count(0)
    keep(signer, f"pages/approval-changed-live-{theme}")
    assert violations(signer) == []
    signer.get_by_role("heading", level=1).click()
    signer.keyboard.press("Control+Enter")
    assert told(ref) == ["casino.approval-requested"]
    signer.get_by_role("button", name="Changed, show").click()
    expect(signer.get_by_text("Drawn anew.")).to_be_visible()
    expect(signer.locator("tr.warn")).to_contain_text("was $1,000.00 → $2,500.00")
    expect(button).to_be_disabled()


def test_what_changed_back_may_be_signed_and_what_another_has_declined_may_not(people: People) -> None:
    ref = propose("813")
    signer = people.at_desk("812")
    _open(signer, ref)
    expect(signer.locator("#link")).to_contain_text("Live, checked", timeout=PATIENCE_MS)
    button = signer.locator("form[data-sign] button")
    set_cash(4_000_00)
    expect(button).to_be_disabled(timeout=PATIENCE_MS)
    set_cash(1_000_00)
    expect(button).to_be_enabled(timeout=PATIENCE_MS)
    expect(signer.get_by_role("button", name="show")).to_have_count(0)
    engage("814", "Anna Kovac", casino_operator=(HOUSE,))
    services.decline(approval_id=ref.id, origin=replace(asked_by("814"), reason="Too early."))
    expect(button).to_be_disabled(timeout=PATIENCE_MS)
    expect(button).to_contain_text("Anna Kovac declined: Too early.")
    expect(signer.locator("#approval-chip")).to_have_text("Declined")


def test_escape_leaves_and_a_reason_being_typed_is_never_a_signature(people: People) -> None:
    ref = propose("813")
    signer = people.at_desk("812")
    _open(signer, ref)
    signer.get_by_text("Decline", exact=True).click()
    signer.get_by_label("Reason, kept for ever").fill("Not before the board has seen it.")
    signer.keyboard.press("Control+Enter")
    signer.keyboard.press("Escape")
    expect(signer.get_by_label("Reason, kept for ever")).to_have_value("Not before the board has seen it.")
    assert journal.state(ref).is_open
    signer.get_by_role("heading", level=1).click()
    signer.keyboard.press("Escape")
    expect(signer).to_have_url(re.compile(r"/approvals/$"))
    assert journal.state(ref).is_open


def test_two_sessions_of_one_person_cannot_approve_each_other(people: People) -> None:
    ref = propose("813")
    first, second = people.at_desk("813"), people.at_desk("813")
    for page in (first, second):
        _open(page, ref)
        expect(page.get_by_role("button", name="Sign")).to_be_disabled()
        expect(page.get_by_text("you asked for this: another person must sign")).to_be_visible()
        page.keyboard.press("Control+Enter")
    assert told(ref) == ["casino.approval-requested"]


def test_at_twice_the_size_nothing_scrolls_sideways(people: People, theme: str) -> None:
    ref = propose("813")
    signer = people.at_desk("812", ZOOMED)
    pages = {
        "gaming-day": "/venue/move-gaming-day/",
        "approvals": "/approvals/",
        "approval": f"/approvals/{ref.id}/",
        "law": "/law/",
        "law-detail": "/law/cash-per-day/",
        "law-propose": "/law/cash-per-day/propose/",
        "venue": "/venue/",
    }
    for name, address in pages.items():
        signer.goto(address)
        keep(signer, f"pages/{name}-200-{theme}")
        assert signer.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"], name
        assert violations(signer) == [], name


def test_the_gaming_day_is_moved_by_keyboard_after_it_was_shown(people: People, theme: str) -> None:
    page = people.at_desk("812")
    page.goto("/venue/")
    page.get_by_role("link", name="Move the gaming day").press("Enter")
    expect(page.get_by_role("button", name="Move it")).to_be_disabled()
    page.get_by_label("From gaming day").fill("2031-01-01")
    page.get_by_label("Changes at").select_option("09:00")
    page.get_by_label("Reason, kept for ever").fill("So decided.")
    page.get_by_role("button", name="Rehearse", exact=True).press("Enter")
    expect(page.get_by_text("Tue 31 Dec 2030, 27 h 00 min")).to_be_visible()
    keep(page, f"pages/gaming-day-{theme}")
    assert violations(page) == []
    page.get_by_role("button", name="Move it exactly so").press("Enter")
    expect(page.get_by_text("from 01 Jan 2031").first).to_be_visible()
    keep(page, f"pages/venue-moved-{theme}")
    assert violations(page) == []


def test_the_story_of_a_parameter_and_the_venue_are_pages_too(people: People, theme: str) -> None:
    page = people.at_desk("812")
    for name, address in {"law-detail": "/law/cash-per-day/", "venue": "/venue/"}.items():
        page.goto(address)
        keep(page, f"pages/{name}-{theme}")
        assert violations(page) == [], name
