"""The dealer's screen to the eye, by touch and by keyboard: a round of Dragon Fire and a throw at Crown, every page of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from casino import journal, selectors, services, sessions
from casino.domain.powers import CC, DF
from casino.journal import Personal
from casino.people import COOKIE
from games import services as games
from games.domain import position, round_of_play
from games.domain.events import ResultEntered
from games.domain.vocabulary import SeatId
from games.domain.wager_events import WagerPlaced
from tests.browser.conftest import without_complaint
from tests.browser.looking import keep, violations
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import OriginFactory, engage, open_house
from tests.games.dealer_desk import PIN
from tests.games.dealer_table import P1, P2, P3, DealerTable

pytestmark = pytest.mark.slow(reason="starts a web server and a browser")
PATIENCE_MS = 20_000
TOUCH = {"width": 1280, "height": 800}
TWICE = {"width": 640, "height": 400}
FINGER = 48  # pixels, either way


@pytest.fixture
def house(committed: Database) -> None:
    """The Star, a dealer, and those who sign."""
    selectors.forget()
    open_house()
    engage("930", "Liam Kerr", dealer=(DF, CC))
    engage("932", "Theo Papas", stickperson=(CC,))
    engage("933", "Sam Petrakis", boxperson=(CC,))
    for number in ("932", "933"):
        sessions.set_pin(number, PIN)


@pytest.fixture
def screen(house: None, browser: Browser, web: str) -> Iterator[Page]:
    """A dealer at work at a touch screen."""
    context = browser.new_context(base_url=web, viewport=TOUCH, has_touch=True)  # type: ignore[arg-type]
    context.add_cookies([{"name": COOKIE, "value": _at_work(), "url": web}])
    with without_complaint(context) as page:
        page.set_default_timeout(PATIENCE_MS)
        yield page


def _at_work() -> str:
    token = sessions.new_token()
    services.log_in(number="930", desk="floor2", token=Personal(token), origin=OriginFactory.build(actor="staff/930"))
    return token


def _live(screen: Page) -> None:
    expect(screen.locator("#link")).to_contain_text("Live", timeout=PATIENCE_MS)


def _key(screen: Page, die: str, face: int) -> Locator:
    return screen.get_by_role("group", name=die, exact=True).get_by_role("radio", name=f"Dice {face}")


def _key_both(screen: Page, first: int, second: int) -> None:
    _key(screen, "First die", first).tap()
    _key(screen, "Second die", second).tap()


def _button(screen: Page, name: str | re.Pattern[str]) -> Locator:
    return screen.get_by_role("button", name=name)


def _sign(work: Page | Locator, number: str) -> None:
    work.get_by_label("Staff number").fill(number)
    work.get_by_label("PIN").fill(PIN)


def _look(screen: Page, name: str, *themes: str) -> None:
    """A picture in each theme; nothing scrolls sideways or out of the screen, nothing is too small, and axe finds nothing."""
    for theme in themes or ("dark", "light"):
        screen.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        keep(screen, f"dealer/{name}-{theme}")
        assert violations(screen) == [], (name, theme)
    size = screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [TOUCH["width"], TOUCH["height"]], name
    assert _too_small(screen) == [], name


def _too_small(screen: Page) -> list[str]:
    """What a finger would miss: in the work, everything that is touched and does not stand in a sentence."""
    told = """finger => [...document.querySelectorAll('main :is(button, input, summary, a, label:has(input)), .dealer-menu')]
        .filter(each => each.checkVisibility({opacityProperty: true}) && !each.matches('.tag, p a'))
        .filter(each => !each.matches('label') || each.querySelector('[type=radio], [type=checkbox]'))
        .filter(each => { const {width, height} = each.getBoundingClientRect(); return width < finger || height < finger; })
        .map(each => each.outerHTML.slice(0, 120))"""
    return list(screen.evaluate(told, FINGER))


def _fits_twice_as_large(screen: Page, name: str) -> None:
    screen.set_viewport_size(TWICE)  # type: ignore[arg-type]
    assert int(screen.evaluate("document.documentElement.scrollWidth")) <= TWICE["width"], name
    keep(screen, f"dealer/{name}-200")
    screen.set_viewport_size(TOUCH)  # type: ignore[arg-type]


def test_a_round_of_dragon_fire_by_touch_from_the_log_in_to_its_settlement(screen: Page) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 1_000)
    there.place(P1, "dragon", 500)
    there.give_dice()
    there.throw(3, 4)
    screen.goto("/home/")
    screen.get_by_role("link", name="Dealer’s screen").click()
    screen.get_by_role("link", name=re.compile("^DF01 Dragon Fire")).click()
    _live(screen)
    _look(screen, "between", "light")
    _button(screen, "Place your bets").tap()
    expect(screen.get_by_text("2 wagers")).to_be_visible()
    _look(screen, "wagering")
    _fits_twice_as_large(screen, "wagering")
    screen.get_by_role("link", name=re.compile("^P1")).tap()
    screen.get_by_role("radio", name="Dice Total 8, 6 to 1").tap()
    screen.locator("[data-chip='500']").tap()
    _look(screen, "place")
    _fits_twice_as_large(screen, "place")
    _button(screen, re.compile(r"^Place \$5\.00 on .*8$")).tap()
    expect(screen.get_by_role("link", name=re.compile("Total 8"))).to_be_visible()
    there.place(P3, "dragons_tail", 500)
    screen.get_by_role("link", name="Round", exact=True).tap()
    _button(screen, "No more bets").tap()
    expect(screen.locator("[data-panel=dice]")).to_be_visible()
    react()
    _look(screen, "dice", "light")
    _key_both(screen, 3, 5)
    expect(screen.locator("#foreseen")).to_contain_text("first 8: freeze, do not pay")
    _look(screen, "keyed")
    _fits_twice_as_large(screen, "keyed")
    screen.get_by_role("link", name="No roll").tap()
    screen.get_by_role("radio", name=re.compile("Cocked, fall cannot be called")).tap()
    expect(_button(screen, "Call no roll, DF 5.4.6")).to_be_enabled()
    _look(screen, "no-roll")
    _fits_twice_as_large(screen, "no-roll")
    screen.get_by_role("link", name="Back to the dice").tap()
    _key_both(screen, 3, 5)
    _button(screen, "Enter 3 and 5").tap()
    expect(screen.get_by_role("heading", name="3 and 5 entered")).to_be_visible()
    _look(screen, "entered")
    _button(screen, "They are lit: settle").tap()
    expect(screen.get_by_text("The wagers are being settled")).to_be_visible()
    react()
    expect(screen.get_by_text("3 and 5, total 8")).to_be_visible(timeout=PATIENCE_MS)
    expect(screen.get_by_text("roll 0002, $5.00 to $1,000.00")).to_be_visible()
    _look(screen, "settled")
    assert there.lying(P3) == {"dragons_tail": 500}


def test_every_other_page_of_the_screen_is_read_and_touched(screen: Page) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 1_000)
    there.give_dice()
    there.close()
    react()
    there.enter(3, 5)
    for page in ("dice", "places", "lights", "display"):
        screen.goto(f"/dealer/DF01/{page}/")
        _look(screen, page, "light")
    screen.goto("/dealer/DF01/lights/")
    expect(_button(screen, "Settle by 3 and 5")).to_be_enabled()
    screen.get_by_role("button", name="Menu").tap()
    expect(screen.get_by_role("link", name="The table’s own page")).to_be_visible()
    _look(screen, "menu", "light")


def test_a_throw_at_crown_that_the_stickperson_signs(screen: Page) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P1, "win_line", 1_000)
    there.place(P2, "buy:6", 1_000)
    there.give_dice()
    asked: list[str] = []
    screen.on("request", lambda request: asked.append(request.url))
    screen.goto("/dealer/CC01/places/P2/?wager=1")
    _button(screen, "Call ON").tap()
    expect(screen.locator(".marker", has_text="ON")).to_be_visible()
    _look(screen, "crown-place")
    screen.get_by_role("link", name="Round", exact=True).tap()
    _button(screen, "No more bets").tap()
    expect(screen.locator("[data-panel=dice]")).to_be_visible()
    react()
    screen.goto("/dealer/CC01/places/P2/")
    screen.get_by_role("radio", name=re.compile("^Field,")).tap()
    screen.get_by_label("Amount", exact=True).fill("5")
    _look(screen, "crown-late", "light")
    _sign(screen, "933")
    _button(screen, re.compile(r"^Confirmed, place \$5\.00 on Field")).tap()
    expect(screen.get_by_role("link", name=re.compile("Field"))).to_be_visible()
    screen.get_by_role("link", name="Round", exact=True).tap()
    _key_both(screen, 2, 4)
    expect(screen.locator("#foreseen")).to_contain_text("The point is 6: puck ON 6.")
    _sign(screen.get_by_role("region", name="The work"), "932")
    games.notice_closure(name=there.name, in_minutes=60, origin=OriginFactory.build())
    expect(screen.get_by_text("Closes at")).to_be_visible(timeout=PATIENCE_MS)
    _look(screen, "crown-keyed")
    _fits_twice_as_large(screen, "crown-keyed")
    _button(screen, "Enter 2 and 4").tap()
    expect(screen.get_by_role("heading", name="2 and 4 entered")).to_be_visible()
    _look(screen, "crown-entered")
    screen.get_by_text("A face is disputed").first.tap()
    _look(screen, "crown-dispute", "light")
    assert journal.latest(round_of_play.at(there.round), at_most=1)[0].line.actor == "staff/932"
    assert [url for url in asked if PIN in url] == []
    assert [url for url in asked if "first=2&second=4" in url] != []
    screen.goto("/dealer/CC01/dice/")
    _look(screen, "crown-dice", "light")


def test_the_dice_are_keyed_by_keyboard_and_news_leaves_them_as_they_are(screen: Page) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 1_000)
    there.give_dice()
    there.close()
    react()
    screen.goto("/dealer/DF01/")
    _live(screen)
    screen.keyboard.press("3")
    screen.keyboard.press("5")
    expect(_button(screen, "Enter 3 and 5")).to_be_enabled()
    there.sit(SeatId("P7"))
    expect(screen.locator("#foreseen")).to_contain_text("Fire")
    expect(_key(screen, "First die", 3)).to_be_checked()
    screen.keyboard.press("Escape")
    expect(screen.get_by_text("Key both dice: what they will do is shown")).to_be_visible()
    for digit in "64":
        screen.keyboard.press(digit)
    expect(_button(screen, "Enter 4 and 6")).to_be_enabled()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", name="4 and 6 entered")).to_be_visible()
    assert isinstance(journal.latest(round_of_play.at(there.round), at_most=1)[0].event, ResultEntered)


def test_without_javascript_the_dice_are_shown_and_entered_by_two_forms(house: None, browser: Browser, web: str) -> None:
    there = DealerTable(DF)
    context = browser.new_context(base_url=web, viewport=TOUCH, java_script_enabled=False)  # type: ignore[arg-type]
    context.add_cookies([{"name": COOKIE, "value": _at_work(), "url": web}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/dealer/DF01/")
    _button(page, "Place your bets").click()
    page.goto("/dealer/DF01/places/P3/")
    page.get_by_role("radio", name="Fire, 1 to 1").check()
    page.get_by_label("Amount", exact=True).fill("10")
    _button(page, "Place it").click()
    expect(page.get_by_role("link", name=re.compile("Fire"))).to_be_visible()
    page.goto("/dealer/DF01/dice/")
    _button(page, "Offer the dice").click()
    for die in ("d1", "d2"):
        page.get_by_role("group", name="The two dice that P3 selects").get_by_role("checkbox", name=die).check()
    _button(page, "P3 takes the dice").click()
    page.goto("/dealer/DF01/")
    _button(page, "No more bets").click()
    _key(page, "First die", 6).click()
    _key(page, "Second die", 3).click()
    _button(page, "Show what they do").click()
    expect(page.locator("#foreseen")).to_contain_text("Fire")
    assert there.play().outcome == ""
    _button(page, "Enter 3 and 6").click()
    expect(page.get_by_role("heading", name="3 and 6 entered")).to_be_visible()
    assert there.play().outcome == "3-6"
    context.close()


def _hear_submits(screen: Page) -> None:
    screen.evaluate("addEventListener('submit', ({submitter}) => document.body.dataset.sent = submitter?.value ?? '')")


def _sent(screen: Page) -> str | None:
    return screen.locator("body").get_attribute("data-sent")


def test_enter_in_a_field_of_a_players_chips_does_none_of_the_acts(screen: Page) -> None:
    there = DealerTable(DF)
    there.start()
    screen.goto("/dealer/DF01/places/P1/")
    _hear_submits(screen)
    screen.get_by_role("radio", name="Fire, 1 to 1").tap()
    screen.get_by_label("Amount", exact=True).fill("5")
    screen.get_by_text("Said aloud", exact=True).tap()
    screen.get_by_label("What was said").fill("Five on Fire")
    screen.keyboard.press("Enter")
    assert _sent(screen) is None
    _button(screen, re.compile("^Accept")).tap()
    expect(screen.get_by_role("link", name=re.compile("Fire"))).to_be_visible()
    placed = journal.latest(position.at(there.id, P1), at_most=1)[0].event
    assert isinstance(placed, WagerPlaced)
    assert placed.oral is not None


def test_what_was_typed_holds_news_back_until_it_is_shown_and_no_longer(screen: Page) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P1, "win_line", 1_000)
    there.give_dice()
    there.close()
    react()
    screen.goto("/dealer/CC01/")
    _live(screen)
    work = screen.get_by_role("region", name="The work")
    _sign(work, "932")
    there.enter(2, 4)
    work.get_by_role("button", name="Changed, show").tap()
    expect(screen.get_by_role("heading", name="2 and 4 entered")).to_be_visible()
    there.confirm()
    react()
    expect(screen.get_by_text("2 and 4, total 6")).to_be_visible(timeout=PATIENCE_MS)


def test_keys_at_the_dice_do_what_can_be_seen_and_leave_find_alone(screen: Page) -> None:
    there = DealerTable(DF)
    there.start()
    there.place(P3, "fire", 1_000)
    there.give_dice()
    there.close()
    react()
    screen.goto("/dealer/DF01/")
    _hear_submits(screen)
    with screen.expect_response(lambda answer: "first=3" in answer.url):
        screen.keyboard.press("3")
    expect(screen.locator("#call .unscripted")).to_be_enabled()
    screen.keyboard.press("Enter")
    assert _sent(screen) is None
    expect(_key(screen, "First die", 3)).to_be_checked()
    screen.get_by_role("button", name="Menu").tap()
    screen.get_by_role("combobox", name="Find anything").press_sequentially("DF01")
    expect(screen.get_by_role("option").first).to_be_visible()
    screen.goto("/dealer/DF01/")
    screen.evaluate("localStorage.setItem('pitledger-single-keys-off', '1')")
    screen.keyboard.press("3")
    expect(_key(screen, "First die", 3)).not_to_be_checked()
