"""The patron register by keyboard and to the eye, in both themes."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from casino import selectors, services, sessions
from casino.domain.exclusion import Ground
from casino.domain.patron import Document
from casino.journal import Personal
from casino.people import COOKIE
from tests.browser.looking import follow, keep, violations
from tests.factories import OriginFactory, asked_by, open_house, register_patron

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")


@pytest.fixture
def desk(web: str, page: Page) -> Page:
    """An operator at work, and three patrons: one identified, one excluded."""
    selectors.forget()
    open_house()
    ada = register_patron("Ada Quinn", phone="0491 570 006", email="ada@example.com")
    services.record_identification(
        patron_id=ada,
        kind=Document.PASSPORT,
        number=Personal("PA4401821"),
        expires_on=date(2034, 6, 30),
        origin=asked_by("812"),
    )
    excluded = register_patron("Sinéad O'Brien")
    services.exclude_patron(
        patron_id=excluded, ground=Ground.SELF_EXCLUSION, reference=Personal("SE 2026/0118"), origin=asked_by("812")
    )
    register_patron("Wei Ng")
    token = sessions.new_token()
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=OriginFactory.build(actor="staff/812"))
    page.context.add_cookies([{"name": COOKIE, "value": token, "url": web}])
    return page


def test_the_register_and_a_patron_are_found_and_read_by_keyboard(desk: Page, theme: str) -> None:
    desk.goto("/patrons/")
    assert violations(desk) == []
    keep(desk, f"pages/patrons-{theme}")
    desk.get_by_label("Name or number").focus()
    desk.keyboard.type("obr")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("link", name="Sinéad O'Brien")).to_be_visible()
    expect(desk.get_by_role("link", name="Ada Quinn")).to_have_count(0)
    desk.get_by_role("link", name="Sinéad O'Brien").focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Sinéad O'Brien")
    assert violations(desk) == []
    keep(desk, f"pages/patron-excluded-{theme}")
    desk.goto("/patrons/?state=identified")
    follow(desk.get_by_role("link", name="Ada Quinn"))
    assert violations(desk) == []
    keep(desk, f"pages/patron-{theme}")


def test_a_patron_is_registered_without_the_mouse_and_errors_lead_to_their_fields(desk: Page, theme: str) -> None:
    desk.goto("/patrons/register/")
    assert violations(desk) == []
    desk.get_by_label("Name", exact=True).focus()
    for typed in ("Bruno Takács", "31", "2", "1991", "18 Harris Street", "", ""):
        desk.keyboard.type(typed)
        desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    desk.get_by_role("link", name="Date of birth").click()
    assert violations(desk) == []
    keep(desk, f"pages/patron-register-{theme}")
    expect(desk.get_by_label("Day")).to_have_value("31")
    desk.get_by_label("Day").fill("28")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Bruno Takács")
    for label in ("Exclude", "Identify", "Amend", "Forget"):
        follow(desk.get_by_role("link", name=label, exact=True))
        assert violations(desk) == []
        keep(desk, f"pages/patron-{label.lower()}-{theme}")
        desk.go_back()
