from __future__ import annotations

import re

import pytest

from casino import selectors
from casino.domain.powers import SB
from devices import services
from devices.domain.device import Kind
from tests.casino.asking import at_desk
from tests.devices import fitting
from tests.devices.test_attending_pages import (
    differ,
    engage_attendants,
    itself,
    on_floor,
    read,
    report,
    take_note,
    wait_for_hand_pay,
    words,
)
from tests.factories import asked_by, engage, open_house

pytestmark = pytest.mark.django_db
NOBODY_ELSE = ("812", "814", "815", "817")  # keep the register, the house's own, neither, and attend elsewhere


@pytest.fixture(autouse=True)
def _floor() -> None:
    open_house()
    engage_attendants()
    on_floor()


def _home(number: str) -> str:
    return str(at_desk(number).get("/home/").content.decode())


def _needs(number: str) -> list[str]:
    """What needs somebody, each in one line, without how long it has waited."""
    listed = re.findall(r'<li[^>]*data-row="[^"]*">(.*?)</li>', _home(number), re.DOTALL)
    return [re.sub(r"\d+:\d\d(:\d\d)? waiting", "waiting", words(re.sub(r"<svg.*?</svg>", "", each))) for each in listed]


def _count(number: str) -> int | None:
    """What the navigation says waits at the devices; none if it does not lead there."""
    found = re.search(r'<a href="/devices/"[^>]*>Devices( <span class="count">(\d+).*?)?</a>', _home(number), re.DOTALL)
    return int(found[2] or 0) if found else None


@pytest.mark.parametrize(
    ("cents", "by", "theirs"), [(420, "$4.20", "$24.20"), (-420, "$4.20", "$15.80"), (-2_000, "$20.00", "$0.00")]
)
def test_ac_6_2_1_a_difference_needs_whoever_attends_to_its_book(cents: int, by: str, theirs: str) -> None:
    take_note("AC1-01")
    differ("AC1-01", cents)
    said = (
        f"AC1-01 differs by {by} rule AC 6.2.1 The terminal shows {theirs}, our record says $20.00, for two polls and more."
        " waiting Look at its meters"
    )
    assert _needs("816") == _needs("818") == [said]
    assert "One thing needs you now." in words(_home("816"))
    assert [_needs(number) for number in NOBODY_ELSE] == [[]] * len(NOBODY_ELSE)


def test_ac_4_1_a_hand_pay_needs_whoever_attends_to_its_book() -> None:
    wait_for_hand_pay("AC1-01", 1_234_50)
    said = "AC1-01 waits to be paid by hand rule AC 4.1 $1,234.50; nothing is played there until it is reset. waiting Look at it"
    assert _needs("816") == _needs("818") == [said]
    assert [_needs(number) for number in NOBODY_ELSE] == [[]] * len(NOBODY_ELSE)
    wait_for_hand_pay("AC1-01", 0)
    assert _needs("816") == []


def test_an_alert_needs_whoever_attends_to_its_book_until_somebody_has_taken_it_up() -> None:
    report("AC1-01", "door opened")
    said = "AC1-01: the door is open rule internal controls Nobody has taken it up yet. waiting Look at it"
    assert _needs("816") == _needs("818") == [said]
    assert [_needs(number) for number in NOBODY_ELSE] == [[]] * len(NOBODY_ELSE)
    assert (_count("816"), _count("818")) == (1, 1)
    services.acknowledge_alert(name="AC1-01", alert="door opened", origin=asked_by("818"))
    assert _needs("816") == []
    assert (_count("816"), _count("818")) == (0, 0)
    report("AC1-01", "door closed")
    report("AC1-01", "door opened")
    assert _count("816") == 1, "another time is another alert"


def test_an_alert_whose_cause_has_ended_needs_nobody_though_nobody_took_it_up() -> None:
    report("AC1-01", "door opened")
    report("AC1-01", "door closed")
    assert _needs("816") == []


def test_the_navigation_counts_all_that_waits_for_this_person_and_leads_nobody_else_there() -> None:
    differ("AC1-01")
    wait_for_hand_pay("AC1-01", 5_000)
    report("AC1-01", "door opened")
    report("AC1-01", "general tilt")
    assert {number: _count(number) for number in ("812", "814", "815", "816", "817", "818")} == {
        "812": 0, "814": 0, "815": None, "816": 4, "817": 0, "818": 4,
    }  # fmt: skip


def test_a_difference_and_a_hand_pay_hold_up_play_and_come_before_alerts() -> None:
    report("AC1-01", "door opened")
    wait_for_hand_pay("AC1-01", 5_000)
    differ("AC1-01")
    titles = [each.partition(" rule ")[0] for each in _needs("818")]
    assert titles == ["AC1-01 waits to be paid by hand", "AC1-01 differs by $4.20", "AC1-01: the door is open"]


def test_what_several_games_ask_goes_to_whoever_attends_to_each() -> None:
    engage("819", "Jo Park", electronic_gaming_host=(SB,))
    fitting.roulette_terminal("IR1-01")
    fitting.terminal("SB1-01", SB)
    for name in ("IR1-01", "SB1-01"):
        read(name, CREDITS=0, NOTES_IN=0)
        differ(name)
        wait_for_hand_pay(name, 700)
    assert [each.split(" waiting ")[0].split(" The ")[0] for each in _needs("817")] == [
        "IR1-01 differs by $4.20 rule IR 7.2.1",
        "IR1-01 waits to be paid by hand rule IR 5.1 $7.00; nothing is played there until it is reset.",
    ]
    assert [each.split(" waiting ")[0].split(" The ")[0] for each in _needs("819")] == [
        "SB1-01 differs by $4.20 rule SB 7.2.1",
        "SB1-01 waits to be paid by hand rule SB 5.1 $7.00; nothing is played there until it is reset.",
    ]
    assert (_count("816"), _count("818")) == (0, 4)


def test_a_machine_without_a_book_asks_whoever_attends_to_the_house() -> None:
    fitting.register("K1", Kind.KIOSK)
    services.lose_link(name="K1", silent_since=selectors.now(), origin=itself("K1"))
    said = "K1: it does not answer on the line rule internal controls Nobody has taken it up yet. waiting Look at it"
    assert _needs("814") == _needs("812") == _needs("818") == [said]
    assert (_needs("816"), _needs("817"), _needs("815")) == ([], [], [])
