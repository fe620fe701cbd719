from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client, override_settings

from casino import journal, selectors
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import AC, HOUSE, IR, SB
from casino.journal import Actor, Origin, Role
from casino.stack.roles import TEST
from devices import polled, services
from devices.domain import credit_meter, device
from devices.domain.credit_meter import CreditMeter, Order
from devices.domain.device import Kind as Machines
from devices.domain.events import AlertAcknowledged, NoteAcceptorTurnedOff, TerminalLocked, TerminalUnlocked
from devices.domain.readings import Meter, Reading
from devices.host.findings import Chirped, Counted
from devices.host.findings import Kind as NoAnswer
from tests.casino.asking import at_desk, entries
from tests.databases import Database
from tests.devices import fitting
from tests.devices.fitting import GATEWAY
from tests.factories import OriginFactory, asked_by, engage, open_house

STAR = VenueId("star")
FULL_AT = 100_000_000
SCRIPT = "<script>alert(1)</script>"
ORDERS = ("lock-order", "unlock-order", "notes-off-order", "notes-on-order")
ACTIONS = (*ORDERS, "read-again", "acknowledge")
KEEPING = ("take-out-of-service", "wire", "issue-key", "revoke-key", "move", "commission", "put-in-service")


def itself(name: str) -> Origin:
    """The machine says it itself."""
    return OriginFactory.build(actor=Actor(f"device/star.{name}"), role=Role("device"))


def read(name: str, **meters: int) -> None:
    """A terminal's own meters stand so: `read("AC1-01", CREDITS=2_000)`."""
    values = {Meter[each]: value for each, value in meters.items()}
    reading = Reading(values=values, full_at=dict.fromkeys(values, FULL_AT), at=selectors.now())
    services.take_reading(terminal=name, reading=reading, origin=itself(name))


def take_note(name: str, cents: int = 2_000) -> None:
    """A note comes in, and the terminal's own meters say so."""
    before = meter_of(name).read
    more = {Meter(each).name: before.get(each, 0) + cents for each in (Meter.CREDITS, Meter.NOTES_IN)}
    read(name, **more)


def differ(name: str, cents: int = 420) -> None:
    """The terminal shows more than our record says, or less, and so it has for two polls."""
    ours = meter_of(name).cents
    read(name, CREDITS=ours + cents)
    services.confirm_difference(terminal=name, terminal_cents=Cents(ours + cents), our_cents=ours, origin=itself(name))


def wait_for_hand_pay(name: str, cents: int) -> None:
    """So much waits to be paid by hand; for nothing, no more."""
    services.note_hand_pay(terminal=name, cents=Cents(cents), origin=itself(name))


def report(name: str, said: str) -> None:
    """The machine reports something."""
    services.note_report(name=name, report=said, at=selectors.now(), origin=itself(name))


def tell(name: str, order: Order, reason: str = "Under dispute") -> None:
    """818 tells a terminal something."""
    services.order_terminal(terminal=name, order=order, reason=reason, origin=asked_by("818"))


def meter_of(name: str) -> CreditMeter:
    """A terminal's credit meter by our record."""
    return journal.state(credit_meter.at(STAR, name))


def on_floor(name: str = "AC1-01") -> str:
    """A terminal in service, wired, whose meters were read once and agree with ours: nothing has come in yet."""
    fitting.put_in_service(fitting.terminal(name))
    services.wire_device(name=name, **GATEWAY, address=3, origin=asked_by("812"))
    read(name, CREDITS=0, NOTES_IN=0, TICKETS_IN=0, HAND_PAID=0, STAKED=0, GAMES=0)
    return name


def engage_attendants() -> None:
    """816 attends to Aruze Craps, 817 to MiniStar Roulette; 814 keeps the register, 818 does both, 815 neither."""
    engage("814", "Anil Rao", system_administrator=(HOUSE,))
    engage("815", "Priya Nair", cashier=(HOUSE,))
    engage("816", "Tom Okafor", electronic_gaming_attendant=(AC,))
    engage("817", "Mei Lin", casino_supervisor=(IR,))
    engage("818", "Ada Brandt", casino_operator=(HOUSE, AC, IR, SB))


@pytest.fixture
def house(db: None) -> None:
    open_house()
    engage_attendants()


@pytest.fixture
def terminal(house: None) -> str:
    return on_floor()


def words(html: str) -> str:
    """What is said, as one line."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def _seen(name: str, number: str = "818", **query: str) -> str:
    """The page of a machine, as it came."""
    response = at_desk(number).get(f"/devices/{name}/", query)
    assert response.status_code == 200
    return str(response.content.decode())


def _row(html: str, name: str) -> list[str]:
    """A meter's row: what the terminal says, what our record says, and the difference, without what is only heard."""
    heard = re.sub(r'<span class="heard">.*?</span>', "", html)
    named = re.search(rf'<tr([^>]*)>\s*<th scope="row">{name} (.*?)</tr>', heard, re.DOTALL)
    assert named, f"no row {name}"
    marked = re.findall(r'class="(\w+)"', named[1])
    return [*marked, *(words(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", named[2], re.DOTALL))]


def _chips(html: str) -> list[str]:
    """The chips beside the name."""
    beside = re.search(r'<span id="state".*?</header>', html, re.DOTALL)
    assert beside
    return [words(each) for each in re.findall(r'<span class="chip[^>]*>(.*?)</span>', beside[0], re.DOTALL)]


def _actions(html: str, name: str = "AC1-01") -> set[str]:
    """What the page lets somebody do to the machine."""
    return set(re.findall(rf'(?:href|action)="/devices/{name}/([a-z-]+)/', html))


def _send(number: str, path: str, **typed: str) -> Any:
    client = Client(raise_request_exception=False)
    client.cookies = at_desk(number).cookies
    return client.post(path, {"request_id": str(uuid4()), **typed})


# Meters


def test_a_terminal_that_was_never_read_says_so_and_claims_no_difference(house: None) -> None:
    fitting.terminal("AC1-01")
    html = _seen("AC1-01")
    assert "the terminal was never read" in words(html)
    for name in ("Notes in", "Tickets in", "Credits paid by hand", "Credit meter now"):
        assert _row(html, name) == ["warn", "? never read", "$0.00", ""]
    assert "What only the terminal counts" not in html
    assert 'class="notice stop"' not in html


def test_meters_that_agree_say_so_in_every_row(terminal: str) -> None:
    take_note(terminal)
    html = _seen(terminal)
    assert _row(html, "Notes in") == ["$20.00", "$20.00", "$0.00"]
    assert _row(html, "Tickets in") == ["$0.00", "$0.00", "$0.00"]
    assert _row(html, "Credits paid by hand") == ["$0.00", "$0.00", "$0.00"]
    assert _row(html, "Credit meter now") == ["$20.00", "$20.00", "$0.00"]
    assert html.count('aria-label="agrees"') == 4
    assert 'class="notice stop"' not in html
    assert _chips(html) == ["In service", "No key"]
    assert re.search(r"terminal last read \d:\d\d ago", words(html))
    assert "Notes accepted, $20.00" in words(html)


def test_what_only_the_terminal_counts_is_told_in_its_own_unit(terminal: str) -> None:
    read(terminal, STAKED=1_250_00, GAMES=1_250)
    html = words(_seen(terminal))
    assert "What only the terminal counts Staked $1,250.00 Games played 1,250" in html


@pytest.mark.parametrize(
    ("cents", "said", "theirs", "shown"),
    [(420, "$4.20 more", "$24.20", "+$4.20"), (-420, "$4.20 less", "$15.80", "−$4.20")],
)
def test_ac_6_2_1_a_difference_stands_above_in_a_chip_and_in_its_row(
    terminal: str, cents: int, said: str, theirs: str, shown: str
) -> None:
    take_note(terminal)
    differ(terminal, cents)
    html = _seen(terminal)
    banner = re.search(r'<section class="notice stop">(.*?)</section>', html, re.DOTALL)
    assert banner
    assert words(banner[1]) == (
        f"The terminal shows {said} than our record says. Our record says $20.00, and so it has for two polls."
        " Credits not in keeping with the wagers are a malfunction, AC 6.2.1. found by the poller"
    )
    assert "Differs by $4.20" in _chips(html)
    assert _row(html, "Credit meter now") == ["stop", theirs, "$20.00", shown]
    assert _row(html, "Notes in") == ["$20.00", "$20.00", "$0.00"]
    assert f"Differs for two polls: the terminal shows {theirs}, our record says $20.00" in words(html)
    assert "Differs by $4.20" in words(at_desk("818").get("/devices/").content.decode())


@pytest.mark.parametrize(("book", "rule"), [(IR, "IR 7.2.1"), (SB, "SB 7.2.1")])
def test_a_difference_is_told_by_the_rule_of_the_terminals_own_book(house: None, book: str, rule: str) -> None:
    fitting.terminal("T1", book, **(fitting.IR_LAYOUT if book == IR else fitting.LAYOUT))
    read("T1", CREDITS=0, NOTES_IN=0)
    differ("T1")
    assert f"are a malfunction, {rule}." in words(_seen("T1"))


def test_one_poll_that_differs_is_shown_in_its_row_and_raises_nothing(terminal: str) -> None:
    read(terminal, CREDITS=420)
    html = _seen(terminal)
    assert _row(html, "Credit meter now") == ["stop", "$4.20", "$0.00", "+$4.20"]
    assert 'class="notice stop"' not in html
    assert not any("Differs" in chip for chip in _chips(html))


def test_a_difference_that_has_ended_is_told_in_the_story_only(terminal: str) -> None:
    differ(terminal)
    read(terminal, CREDITS=0)
    services.confirm_difference(terminal=terminal, terminal_cents=Cents(0), our_cents=Cents(0), origin=itself(terminal))
    html = _seen(terminal)
    assert 'class="notice stop"' not in html
    assert not any("Differs" in chip for chip in _chips(html))
    assert "The terminal and our record agree again" in words(html)


def _move_clock(shift: timedelta) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('journal.clock_shift', %s, false)", [f"{shift.total_seconds()} seconds"])


def test_the_days_figures_start_at_the_gaming_day_and_the_past_shows_those_of_its_own(committed: Database) -> None:
    selectors.forget()
    open_house()
    engage_attendants()
    on_floor()
    committed.log_in_as(TEST)
    take_note("AC1-01", 5_000)
    yesterday = list(journal.history(credit_meter.at(STAR, "AC1-01")))[-1].line.recorded_at
    _move_clock(timedelta(hours=26))
    html = _seen("AC1-01")
    assert _row(html, "Notes in") == ["$0.00", "$0.00", "$0.00"]
    assert _row(html, "Credit meter now") == ["$50.00", "$50.00", "$0.00"]
    assert re.search(r"terminal last read 26:00:\d\d ago", words(html))
    take_note("AC1-01", 2_000)
    assert _row(_seen("AC1-01"), "Notes in") == ["$20.00", "$20.00", "$0.00"]
    then = _seen("AC1-01", at=yesterday)
    assert _row(then, "Notes in") == ["$50.00", "$50.00", "$0.00"]
    assert _row(then, "Credit meter now") == ["$50.00", "$50.00", "$0.00"]


def test_the_past_is_shown_as_it_stood_and_nothing_can_be_done_to_it(terminal: str) -> None:
    services.issue_key(name=terminal, origin=asked_by("818"))
    differ(terminal)
    wait_for_hand_pay(terminal, 51_00)
    report(terminal, "general tilt")
    tell(terminal, Order.LOCK)
    then = list(journal.history(credit_meter.at(STAR, terminal)))[-1].line.recorded_at
    tell(terminal, Order.UNLOCK, "Settled")
    wait_for_hand_pay(terminal, 0)
    services.acknowledge_alert(name=terminal, alert="general tilt", origin=asked_by("818"))
    html = _seen(terminal, at=then)
    assert _actions(html) == set()
    assert {"Locked", "Differs by $4.20", "Hand-pay"} <= set(_chips(html))
    for said in ("waits for $51.00 to be paid by hand", "It tilts", "Play locked , Under dispute", "Locked: Under dispute"):
        assert said in words(html)
    assert "Unlocked: Settled" not in words(html)
    assert "No answers on the wire" not in html
    assert "data-live" not in html


# Hand-pays and alerts


def test_ac_4_1_a_hand_pay_is_shown_until_it_is_reset(terminal: str) -> None:
    wait_for_hand_pay(terminal, 1_234_50)
    html = _seen(terminal)
    assert "waits for $1,234.50 to be paid by hand" in words(html)
    assert "Hand-pay" in _chips(html)
    assert "Hand-pay $1,234.50" in words(at_desk("818").get("/devices/").content.decode())
    wait_for_hand_pay(terminal, 0)
    html = _seen(terminal)
    assert "to be paid by hand." not in words(html)
    assert "Hand-pay" not in _chips(html)
    assert "Hand-pay reset, $1,234.50" in words(html)


def _alerts(html: str) -> list[str]:
    return [words(each) for each in re.findall(r'<article class="alert.*?</article>', html, re.DOTALL)]


def test_an_alert_with_an_end_of_its_own_is_taken_up_and_stays_until_the_machine_says_so(terminal: str) -> None:
    assert "acknowledging quietens" not in words(_seen(terminal))
    report(terminal, "door opened")
    [shown] = _alerts(_seen(terminal, "816"))
    assert re.fullmatch(r"The door is open It ends when the machine says so\. Acknowledge The door is open \d:\d\d", shown), shown
    assert "1 alert" in words(at_desk("816").get("/devices/").content.decode())
    answer = _send("816", f"/devices/{terminal}/acknowledge/", alert="door opened")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/devices/{terminal}/")
    [shown] = _alerts(_seen(terminal, "816"))
    assert re.fullmatch(r"The door is open It ends when the machine says so\. Taken up by Tom Okafor \d:\d\d", shown), shown
    report(terminal, "door closed")
    assert _alerts(_seen(terminal, "816")) == []
    [*_, taken, _] = journal.history(device.at(STAR, terminal))
    assert taken.event == AlertAcknowledged(alert="door opened")
    assert (taken.line.actor, taken.line.role, taken.line.place) == ("staff/816", "electronic gaming attendant", "star.floor2")


def test_an_alert_without_an_end_of_its_own_is_gone_once_somebody_has_taken_it_up(terminal: str) -> None:
    report(terminal, "general tilt")
    assert "It ends when somebody has taken it up." in _alerts(_seen(terminal))[0]
    _send("818", f"/devices/{terminal}/acknowledge/", alert="general tilt")
    html = _seen(terminal)
    assert _alerts(html) == []
    assert "Acknowledged: it tilts" in words(html)


@pytest.mark.parametrize("alert", ["general tilt", "door opened", "no such thing", SCRIPT, ""])
def test_what_nobody_reports_or_somebody_has_taken_up_is_not_taken_up_again(terminal: str, alert: str) -> None:
    report(terminal, "general tilt")
    report(terminal, "door opened")
    for each in ("general tilt", "door opened"):
        services.acknowledge_alert(name=terminal, alert=each, origin=asked_by("818"))
    before = entries()
    answer = _send("818", f"/devices/{terminal}/acknowledge/", alert=alert)
    assert answer.status_code == 409
    assert "device-no-such-alert" in words(answer.content.decode())
    assert SCRIPT not in answer.content.decode()
    assert entries() == before + 1  # 818 sat down


def test_an_alert_that_cannot_be_written_down_is_refused_as_unreadable(terminal: str) -> None:
    before = entries()
    answer = _send("818", f"/devices/{terminal}/acknowledge/", alert="general tilt\0")
    assert (answer.status_code, "not-readable" in answer.content.decode()) == (422, True)
    assert entries() == before + 1  # 818 sat down


def test_ir_3_13_an_alert_of_a_wheel_cites_its_rule(house: None) -> None:
    fitting.wheel("IR1-W")
    report("IR1-W", "rotor turns as before")
    html = _seen("IR1-W", "817")
    assert "The rotor turns as it did in the last game It ends when somebody has taken it up. rule IR 3.13" in words(html)
    assert "acknowledge" in _actions(html, "IR1-W")
    assert "acknowledge" not in _actions(_seen("IR1-W", "816"), "IR1-W")


def test_the_same_acknowledgement_sent_twice_is_done_once(terminal: str) -> None:
    report(terminal, "general tilt")
    client, sent = at_desk("818"), {"request_id": str(uuid4()), "alert": "general tilt"}
    answers = [client.post(f"/devices/{terminal}/acknowledge/", sent).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert [type(each.event) for each in journal.history(device.at(STAR, terminal))].count(AlertAcknowledged) == 1


# Orders


def test_a_terminal_is_locked_and_unlocked_by_its_pages_and_both_stay_on_the_record(terminal: str) -> None:
    form = words(at_desk("816").get(f"/devices/{terminal}/lock-order/").content.decode())
    assert "Lock play: AC1-01" in form
    assert "Then Nothing is played there until it is unlocked; the credits stay safe on our record" in form
    answer = _send("816", f"/devices/{terminal}/lock-order/", reason="Credits under dispute")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/devices/{terminal}/")
    html = _seen(terminal, "816")
    assert "Locked" in _chips(html)
    assert "Play locked , Credits under dispute, the terminal has not said yes yet" in words(html)
    assert "Locked: Credits under dispute" in words(html)
    assert "Locked" in words(at_desk("816").get("/devices/").content.decode())
    services.note_obeyed(terminal=terminal, order=Order.LOCK, origin=itself(terminal))
    html = _seen(terminal, "816")
    assert "has not said yes yet" not in html
    assert _actions(html) == {"unlock-order", "notes-off-order", "read-again"}
    assert _send("816", f"/devices/{terminal}/unlock-order/", reason="Settled").status_code == 302
    html = _seen(terminal, "816")
    assert "Locked" not in _chips(html)
    assert "Play enabled , the terminal has not said yes yet" in words(html)
    [locked, _, unlocked] = list(journal.history(credit_meter.at(STAR, terminal)))[-3:]
    assert (locked.event, unlocked.event) == (TerminalLocked(reason="Credits under dispute"), TerminalUnlocked(reason="Settled"))
    assert {(each.line.actor, each.line.role) for each in (locked, unlocked)} == {("staff/816", "electronic gaming attendant")}


def test_a_terminal_is_told_to_take_no_notes_and_to_take_them_again(terminal: str) -> None:
    assert _send("818", f"/devices/{terminal}/notes-off-order/", reason="Note jam").status_code == 302
    html = _seen(terminal)
    assert "Notes acceptor off , Note jam, the terminal has not said yes yet" in words(html)
    assert _actions(html) >= {"lock-order", "notes-on-order"}
    assert "notes-off-order" not in html
    assert list(journal.history(credit_meter.at(STAR, terminal)))[-1].event == NoteAcceptorTurnedOff(reason="Note jam")
    assert _send("818", f"/devices/{terminal}/notes-on-order/", reason="Cleared").status_code == 302
    assert meter_of(terminal).orders == (Order.UNLOCK, Order.NOTES_ON)


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("", "This field is required."),
        ("  \r\n ", "This field is required."),
        ("x" * 501, "Ensure this value has at most 500 characters (it has 501)."),
        ("a\0b", "Null characters are not allowed."),
    ],
)
def test_an_order_without_a_readable_reason_is_not_given(terminal: str, reason: str, said: str) -> None:
    before = entries()
    answer = _send("818", f"/devices/{terminal}/lock-order/", reason=reason)
    assert answer.status_code == 200
    assert said in words(answer.content.decode())
    assert entries() == before + 1  # 818 sat down
    assert meter_of(terminal).locked_because == ""


def test_an_order_that_stands_already_is_refused_and_what_was_typed_stays(terminal: str) -> None:
    tell(terminal, Order.LOCK)
    before = entries()
    html = _send("818", f"/devices/{terminal}/lock-order/", reason="I was second & slower").content.decode()
    assert "“AC1-01 has been told to lock play already.”" in words(html)
    assert "terminal-order-stands" in words(html)
    assert "I was second &amp; slower</textarea>" in html
    assert entries() == before + 1  # 818 sat down
    assert meter_of(terminal).locked_because == "Under dispute"


@pytest.mark.parametrize("made", [lambda: fitting.register("M1"), lambda: fitting.register("M1", Machines.KIOSK)])
def test_a_machine_without_a_credit_meter_is_told_nothing_and_shows_no_meters(house: None, made: Any) -> None:
    name = made()
    html = _seen(name)
    assert not {*ORDERS, "read-again"} & _actions(html, name)
    assert "Meters of this gaming day" not in html
    assert "credit-meter-not-opened" in words(_send("818", f"/devices/{name}/lock-order/", reason="Why not").content.decode())


def test_scripts_typed_as_a_reason_are_shown_as_text(terminal: str) -> None:
    tell(terminal, Order.NOTES_OFF, "Standing")
    typed = _send("818", f"/devices/{terminal}/notes-off-order/", reason=f"</textarea>{SCRIPT}").content.decode()
    assert SCRIPT not in typed
    assert "&lt;/textarea&gt;&lt;script&gt;" in typed
    _send("818", f"/devices/{terminal}/lock-order/", reason=SCRIPT)
    html = _seen(terminal)
    assert SCRIPT not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2, "beside the order and in the story"


# Who may


def test_who_keeps_the_register_but_does_not_attend_there_sees_no_orders(terminal: str) -> None:
    report(terminal, "general tilt")
    html = _seen(terminal, "814")
    assert not set(ACTIONS) & _actions(html)
    assert "Acknowledge" not in html
    assert {"take-out-of-service", "wire", "issue-key"} <= _actions(html)
    assert "Meters of this gaming day" in html
    before = entries()
    for page in ACTIONS:
        assert _send("814", f"/devices/{terminal}/{page}/", reason="Why not", alert="general tilt").status_code == 403, page
    assert entries() == before + len(ACTIONS)  # 814 sat down each time


def test_who_attends_but_does_not_keep_the_register_sees_nothing_of_it_and_no_keys(terminal: str) -> None:
    key_id = services.issue_key(name=terminal, origin=asked_by("818"))
    report(terminal, "general tilt")
    html = _seen(terminal, "816")
    assert _actions(html) == {"lock-order", "notes-off-order", "read-again", "acknowledge"}
    assert "Keys it may sign with" not in html
    assert f"<code>{key_id}</code>" not in html
    assert "Register a device" not in at_desk("816").get("/devices/").content.decode()
    for page in KEEPING:
        path = f"/devices/{terminal}/{page}/" + (f"{key_id}/" if page == "revoke-key" else "")
        assert at_desk("816").get(path).status_code == 403, page


def test_who_attends_at_another_game_sees_the_machine_and_can_do_nothing_to_it(terminal: str) -> None:
    report(terminal, "general tilt")
    assert _actions(_seen(terminal, "817")) == set()
    refused = _send("817", f"/devices/{terminal}/lock-order/", reason="Why not")
    assert refused.status_code == 403
    assert meter_of(terminal).locked_because == ""


def test_who_attends_to_the_house_attends_to_machines_without_a_book(house: None) -> None:
    fitting.register("K1", Machines.KIOSK)
    report("K1", "printer paper out")
    assert "acknowledge" in _actions(_seen("K1", "814"), "K1")
    assert "acknowledge" not in _actions(_seen("K1", "816"), "K1")
    assert _send("816", "/devices/K1/acknowledge/", alert="printer paper out").status_code == 403
    assert _send("814", "/devices/K1/acknowledge/", alert="printer paper out").status_code == 302


@pytest.mark.parametrize("page", ["", "lock-order/", "notes-on-order/"])
def test_who_does_neither_is_refused_with_the_rule(terminal: str, page: str) -> None:
    answer = at_desk("815").get(f"/devices/{terminal}/{page}")
    power = "lock terminals, turn their note acceptors off, take up what machines report" if page else "register devices and"
    assert answer.status_code == 403
    assert f"“You may not {power}" in words(answer.content.decode())
    assert "rule internal controls authority-not-held" in words(answer.content.decode())


def test_who_does_neither_can_give_no_order_either(terminal: str) -> None:
    report(terminal, "general tilt")
    before = entries()
    for page in ACTIONS:
        answer = _send("815", f"/devices/{terminal}/{page}/", reason="Why not", alert="general tilt")
        assert (answer.status_code, "authority-not-held" in answer.content.decode()) == (403, True), page
    assert entries() == before + len(ACTIONS)  # 815 sat down each time


def test_a_machine_or_an_order_that_is_not_there_is_not_found(terminal: str) -> None:
    client = at_desk("818")
    for path in ("nothing/", "nothing/lock-order/", f"{terminal}/dance-order/", f"{terminal}/lock-play-order/"):
        answer = client.get(f"/devices/{path}")
        assert (answer.status_code, "not-found" in answer.content.decode()) == (404, True), path
    for path in ("nothing/lock-order/", "nothing/acknowledge/", "nothing/read-again/", f"{terminal}/dance-order/"):
        assert client.post(f"/devices/{path}", {"request_id": str(uuid4()), "reason": "Why not"}).status_code == 404, path
    for page in ("acknowledge", "read-again"):
        assert client.get(f"/devices/{terminal}/{page}/").status_code == 405, page


# The wire


def test_reading_again_answers_without_valkey_too_and_writes_nothing(terminal: str) -> None:
    client, before = at_desk("816"), entries()
    answer = client.post(f"/devices/{terminal}/read-again/", {"request_id": str(uuid4())})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/devices/{terminal}/")
    assert "Nobody can ask AC1-01 at once: it is read in its turn, if it is polled." in words(
        client.get(f"/devices/{terminal}/").content.decode()
    )
    assert entries() == before


def test_a_machine_without_meters_is_not_read_again(terminal: str) -> None:
    fitting.wheel("IR1-W")
    services.wire_device(name="IR1-W", **GATEWAY | {"port": 10_009}, address=1, origin=asked_by("812"))
    refused = at_desk("817").post("/devices/IR1-W/read-again/", {"request_id": str(uuid4())})
    assert refused.status_code == 409
    assert "IR1-W is registered as wheel: it has no meters that could be read." in words(refused.content.decode())


def test_reading_again_is_asked_of_whoever_polls_the_bank_once(committed: Database) -> None:
    selectors.forget()
    open_house()
    engage_attendants()
    on_floor()
    with override_settings(REDIS_URL=committed.environment["REDIS_URL"]):
        assert polled.to_read("AC1") == []
        for _ in range(2):
            _send("818", "/devices/AC1-01/read-again/")
        assert polled.to_read("AC1") == ["AC1-01"]
        assert polled.to_read("AC1") == []


def test_a_terminal_that_is_polled_was_read_when_the_poller_says(committed: Database) -> None:
    selectors.forget()
    open_house()
    engage_attendants()
    on_floor()
    later = selectors.now() - timedelta(seconds=75)
    with override_settings(REDIS_URL=committed.environment["REDIS_URL"]):
        heard = {"AC1-01": later.timestamp()}
        polled.tell("AC1", now=later.timestamp(), widest_gap_seconds=0.04, heard_at=heard, read_at=heard)
        html = _seen("AC1-01")
        assert re.search(r"terminal last read 1:1\d ago", words(html))
        assert f"On its line {selectors.local(STAR, Instant.of(later)):%H:%M:%S}" in words(html)
        past = words(_seen("AC1-01", at=list(journal.history(credit_meter.at(STAR, "AC1-01")))[-1].line.recorded_at))
    assert "On its line" not in past


def test_what_came_over_the_wire_and_was_no_answer_is_counted_and_shown_as_text(terminal: str) -> None:
    assert "Nothing yet." in words(_seen(terminal))
    at, counts = selectors.now(), polled.Counts("AC1")
    for _ in range(1_234):
        counts.add(Counted(device="star.AC1-01", at=0.0, kind=NoAnswer.BAD_CRC, detail="<b>03 0F</b>"), "star.AC1-01", at)
    counts.add(Chirped(device="star.AC1-01", at=0.0), "star.AC1-01", at)
    counts.add(Chirped(device="star.AC1-02", at=0.0), "star.AC1-02", at)
    counts.write()
    html = _seen(terminal, "816")
    shown = f"{selectors.local(STAR, at):%-d %b, %H:%M:%S}"
    card = words(html).partition("No answers on the wire")[2]
    assert f"Bad CRC 1,234 {shown} <b>03 0F</b>" in card
    assert card.count("Chirp 1 ") == 1
    assert "<b>03 0F</b>" not in html
