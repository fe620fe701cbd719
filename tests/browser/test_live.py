"""Pages that change under a person: news arrives, nothing moves under the hands, a lost link is said and mended, a desk locks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from casino import selectors, services, sessions
from casino.domain.instant import Instant
from casino.domain.powers import HOUSE, Role
from casino.journal import Personal
from casino.people import COOKIE
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child
from tests.browser.conftest import is_up, web_server, without_complaint
from tests.browser.looking import keep, violations
from tests.casino.asking import propose
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, asked_by, engage, open_house

pytestmark = pytest.mark.slow(reason="starts a web server and a browser, and waits for it")
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Desk:
    """A house with a web server, and Ruth Adeyemi, 812, logged in at a desk."""

    context: BrowserContext
    server: Child
    port: int
    token: str

    def stop(self) -> None:
        """Let the web server be gone."""
        self.server.stop()

    def start(self) -> None:
        """Let it be there again."""
        self.server.start()
        assert is_up(self.port)


@pytest.fixture
def desk(browser: Browser, committed: Database, tmp_path: Path) -> Iterator[Desk]:
    selectors.forget()
    open_house()
    token = sessions.new_token()
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=asked_by("812"))
    port = free_port()
    server = web_server(tmp_path, committed.environment, port)
    server.start()
    assert is_up(port), (tmp_path / "web.log").read_text()
    address = f"http://{LOOPBACK}:{port}"
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}, color_scheme="light")
    context.add_cookies([{"name": COOKIE, "value": token, "url": address}])
    yield Desk(context, server, port, token)
    context.close()
    server.stop()
    selectors.forget()


@pytest.fixture
def page(desk: Desk) -> Iterator[Page]:
    """A page of which the browser has nothing to say."""
    with without_complaint(desk.context) as page:
        yield page


@pytest.fixture
def rough(desk: Desk) -> Page:
    """A page whose browser may complain: of a server that is gone, or an answer that never came."""
    return desk.context.new_page()


def test_a_new_row_waits_behind_a_line_and_a_changed_cell_changes_in_place(page: Page) -> None:
    _open(page, "/staff/")
    page.evaluate("document.title = 'the same page'")
    marcus = page.locator("tr", has_text="Marcus Webb")
    before = marcus.bounding_box()
    engage("815", "Anna Kovac")
    expect(page.get_by_role("button", name="1 new, show")).to_be_visible()
    services.lock_out(number="813", tries=5, until=_tomorrow(), origin=OriginFactory.build())
    expect(marcus.get_by_text("Locked")).to_be_visible()
    assert marcus.bounding_box() == before, "nothing moved"
    keep(page, "live/new-row-waits")
    assert violations(page) == []
    page.get_by_role("button", name="1 new, show").click()
    expect(page.get_by_role("link", name="Anna Kovac")).to_be_visible()
    expect(page.get_by_role("button", name="show")).to_have_count(0)
    engage("816", "Bela Novak")
    expect(page.get_by_role("button", name="1 new, show")).to_be_visible()
    assert page.title() == "the same page"


def test_a_story_goes_on_below_and_duties_change(page: Page) -> None:
    _open(page, "/staff/813/")
    expect(page.locator(".story > li")).to_have_count(2)
    services.begin_duty(number="813", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    expect(page.locator(".story > li")).to_have_count(3)
    expect(page.locator("#duties")).to_contain_text("nspector")


def test_news_never_takes_the_focus_nor_what_is_being_typed(page: Page) -> None:
    _open(page, "/staff/813/")
    page.evaluate("document.querySelector('#duties').appendChild(document.createElement('textarea')).focus()")
    page.keyboard.type("half a sent")
    services.begin_duty(number="813", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    expect(page.get_by_role("button", name="Changed, show")).to_be_visible()
    page.keyboard.type("ence")
    expect(page.locator("#duties textarea")).to_have_value("half a sentence")
    expect(page.locator("#duties textarea")).to_be_focused()
    page.get_by_role("button", name="Changed, show").click()
    expect(page.locator("#duties")).to_contain_text("nspector")


def test_a_refresh_nobody_asked_for_is_no_sign_of_life(page: Page) -> None:
    _open(page, "/staff/813/")
    with page.expect_request(lambda request: request.headers.get("hx-request") == "true") as asked:
        services.begin_duty(number="813", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    assert asked.value.headers["x-unattended"] == "1"


def test_a_lost_link_is_said_and_mended_and_what_happened_meanwhile_is_shown(desk: Desk, rough: Page) -> None:
    _open(rough, "/staff/engage/")
    name, button = rough.get_by_label("Name"), rough.get_by_role("button", name="Engage")
    name.fill("Anna Kov")
    desk.stop()
    expect(rough.locator("#link")).to_contain_text("Not live since")
    expect(button).to_be_disabled()
    expect(button).to_contain_text("The server cannot be reached")
    keep(rough, "live/server-gone")
    assert violations(rough) == []
    desk.start()
    expect(rough.locator("#link")).to_contain_text("Live, checked")
    expect(button).to_be_enabled()
    expect(name).to_have_value("Anna Kov")


def test_what_happened_while_the_link_was_lost_is_shown_when_it_is_back(desk: Desk, rough: Page) -> None:
    _open(rough, "/staff/813/")
    desk.stop()
    services.begin_duty(number="813", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    expect(rough.locator("#link")).to_contain_text("Not live since")
    desk.start()
    expect(rough.locator(".story > li")).to_have_count(3)


def test_while_the_link_is_lost_ages_stand_still_and_are_struck_as_of_that_moment(desk: Desk, rough: Page) -> None:
    propose("813")
    _open(rough, "/home/")
    age = rough.locator(".needs [data-since]")
    expect(age).not_to_have_attribute("data-as-of", re.compile(""))
    desk.stop()
    expect(rough.locator("#link")).to_contain_text("Not live since")
    lost_at = rough.locator("[data-lost-at]").inner_text()
    assert re.fullmatch(r"\d\d:\d\d:\d\d", lost_at)
    expect(age).to_have_attribute("data-as-of", lost_at)
    assert "line-through" in str(age.evaluate("element => getComputedStyle(element).textDecorationLine"))
    assert age.evaluate("element => getComputedStyle(element, '::after').content") == f'"as of {lost_at}"'
    stopped = age.inner_text()
    expect(rough.locator("[data-clock]")).not_to_have_text(lost_at)
    assert age.inner_text() == stopped
    keep(rough, "live/link-lost")
    assert violations(rough) == []
    desk.start()
    expect(rough.locator("#link")).to_contain_text("Live, checked")
    expect(age).not_to_have_attribute("data-as-of", re.compile(""))
    expect(age).not_to_have_text(stopped)


def test_without_a_socket_the_page_looks_every_five_seconds(desk: Desk, rough: Page) -> None:
    rough.route_web_socket("**/live/", lambda socket: socket.close())
    rough.goto("/staff/813/")
    expect(rough.locator("#link")).to_contain_text("Not live since")
    services.begin_duty(number="813", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    expect(rough.locator(".story > li")).to_have_count(3)
    expect(rough.locator("#link")).to_contain_text("Not live since")


def test_without_the_network_a_command_says_that_it_cannot_be_given(desk: Desk, rough: Page) -> None:
    _open(rough, "/staff/813/leave/")
    button = rough.get_by_role("button", name="End every duty and session")
    desk.context.set_offline(True)
    expect(button).to_be_disabled()
    expect(button).to_contain_text("The server cannot be reached")
    desk.context.set_offline(False)
    expect(button).to_be_enabled()


def test_an_answer_that_was_lost_is_asked_for_again_under_the_same_request(desk: Desk, rough: Page) -> None:
    _open(rough, "/staff/engage/")
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch(max_redirects=0)
        route.abort()

    rough.route("**/staff/engage/", lambda route: lose_the_first(route) if route.request.method == "POST" else route.continue_())
    rough.get_by_label("Staff number").fill("820")
    rough.get_by_label("Name").fill("Anna Kovac")
    rough.get_by_label("First password").fill("a long enough password")
    rough.get_by_role("button", name="Engage").click()
    expect(rough.get_by_text("Asking what happened.")).to_be_visible()
    expect(rough.get_by_role("link", name="nothing written")).to_be_hidden()
    keep(rough, "live/asking-what-happened")
    assert violations(rough) == []
    expect(rough.get_by_role("heading", level=1)).to_have_text("Anna Kovac")
    assert len({_request_id(body) for body in sent}) == 1
    expect(rough.locator(".story > li")).to_have_count(1)


def test_a_refusal_is_shown_in_its_place_and_nothing_typed_is_lost(page: Page) -> None:
    _open(page, "/staff/engage/")
    page.get_by_label("Staff number").fill("813")
    page.get_by_label("Name").fill("Anna Kovac")
    page.get_by_label("First password").fill("a long enough password")
    page.get_by_role("button", name="Engage").click()
    expect(page.get_by_role("alert").first).to_contain_text("has been given to somebody")
    expect(page.get_by_label("Name")).to_have_value("Anna Kovac")
    page.get_by_label("Staff number").fill("821")
    page.get_by_label("First password").fill("a long enough password")
    page.get_by_role("button", name="Engage").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna Kovac")


def test_the_idle_lock_covers_the_page_and_keeps_what_was_typed(desk: Desk, rough: Page) -> None:
    rough.clock.install()
    _open(rough, "/staff/engage/")
    rough.get_by_label("Name").fill("Anna Kov")
    rough.clock.fast_forward("09:50")
    expect(rough.get_by_role("dialog")).to_be_hidden()
    rough.clock.fast_forward("00:15")
    expect(rough.get_by_role("dialog", name="This desk is locked")).to_be_visible()
    keep(rough, "live/locked")
    assert violations(rough) == []
    rough.keyboard.press("Escape")
    rough.keyboard.press("Escape")
    expect(rough.get_by_role("dialog")).to_be_visible()
    assert _is_locked(desk)
    rough.get_by_label("Your password").fill("not this one")
    rough.keyboard.press("Enter")
    expect(rough.get_by_role("dialog")).to_contain_text("wrong")
    keep(rough, "live/locked-wrong-password")
    assert violations(rough) == []
    rough.get_by_label("Your password").fill(PASSWORD)
    rough.keyboard.press("Enter")
    expect(rough.get_by_role("dialog")).to_be_hidden()
    expect(rough.get_by_label("Name")).to_have_value("Anna Kov")
    expect(rough.get_by_label("Name")).to_be_focused()
    assert not _is_locked(desk)


def test_a_desk_that_the_server_has_locked_is_covered_at_the_next_news_or_command(desk: Desk, rough: Page) -> None:
    _open(rough, "/staff/engage/")
    _lock(desk)
    rough.get_by_label("Staff number").fill("820")
    rough.get_by_label("Name").fill("Anna Kovac")
    rough.get_by_label("First password").fill("a long enough password")
    rough.get_by_role("button", name="Engage").click()
    expect(rough.get_by_role("dialog")).to_be_visible()
    rough.get_by_label("Your password").fill(PASSWORD)
    rough.keyboard.press("Enter")
    expect(rough.get_by_role("dialog")).to_be_hidden()
    rough.get_by_role("button", name="Engage").click()
    expect(rough.get_by_role("heading", level=1)).to_have_text("Anna Kovac")
    _lock(desk)
    services.begin_duty(number="820", role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())
    expect(rough.get_by_role("dialog")).to_be_visible()


def test_a_page_whose_session_is_over_goes_to_the_log_in(desk: Desk, rough: Page) -> None:
    _open(rough, "/me/")
    sessions.end_all("812")
    expect(rough.get_by_role("heading", level=1)).to_have_text("Log in")


def test_as_at_a_past_moment_nothing_is_live(page: Page) -> None:
    page.goto(f"/staff/813/?at={selectors.now()}")
    expect(page.locator("#link")).to_contain_text("standing still")
    expect(page.locator("[data-live]")).to_have_count(0)


def _tomorrow() -> Instant:
    return Instant.of(selectors.now() + timedelta(days=1))


def _open(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#link")).to_contain_text("Live, checked")


def _request_id(body: str) -> str:
    return body.split('name="request_id"')[1].split("\r\n")[2]


def _lock(desk: Desk) -> None:
    person = sessions.person_of(desk.token)
    assert person
    sessions.lock(person)


def _is_locked(desk: Desk) -> bool:
    person = sessions.person_of(desk.token)
    assert person
    return person.is_locked
