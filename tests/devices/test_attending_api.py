from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from casino import journal
from casino.domain.powers import AC
from devices.domain import credit_meter, device
from devices.domain.credit_meter import Order
from devices.domain.device import Kind
from devices.domain.events import AlertAcknowledged, NoteAcceptorTurnedOff, TerminalLocked
from tests.asking import Program, problem
from tests.casino.asking import entries
from tests.devices import fitting
from tests.devices.test_attending_pages import (
    SCRIPT,
    STAR,
    differ,
    engage_attendants,
    meter_of,
    on_floor,
    report,
    take_note,
    tell,
    wait_for_hand_pay,
)
from tests.factories import open_house

METER, ORDER, ACKNOWLEDGE = (f"/api/devices/AC1-01/{each}" for each in ("meter", "order", "acknowledge"))
LOCK = {"order": "lock play", "reason": "Under dispute"}
TILT = {"alert": "general tilt"}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _floor() -> None:
    open_house()
    engage_attendants()
    on_floor()


def _refused_power(answer: Any, rule: str = "internal controls") -> bool:
    """Whether a power was refused, with its rule."""
    return problem(answer) == (403, "authority-not-held") and answer.json()["rule"] == rule


def test_the_meter_of_a_terminal_is_told_whole_beside_what_the_terminal_says() -> None:
    take_note("AC1-01")
    differ("AC1-01")
    wait_for_hand_pay("AC1-01", 5_000)
    tell("AC1-01", Order.NOTES_OFF, SCRIPT)
    told = Program("816").get(METER).json()
    assert told == {
        "terminal": "AC1-01",
        "book": AC,
        "cents": 2_000,
        "notes_cents": 2_000,
        "tickets_cents": 0,
        "hand_paid_cents": 0,
        "hand_pay_cents": 5_000,
        "differs_by": 420,
        "read": {
            "credit meter": 2_420,
            "notes in": 2_000,
            "tickets in": 0,
            "credits paid by hand": 0,
            "staked": 0,
            "games played": 0,
        },
        "read_at": str(meter_of("AC1-01").read_at),
        "locked_because": "",
        "takes_no_notes_because": SCRIPT,
        "obeyed": ["enable play"],
    }


def test_a_meter_that_was_never_read_says_nothing_of_the_terminal() -> None:
    fitting.terminal("AC1-02")
    told = Program("816").get("/api/devices/AC1-02/meter").json()
    assert (told["cents"], told["read"], told["read_at"]) == (0, {}, None)


@pytest.mark.parametrize("name", ["K1", "T1", "nothing"])
def test_what_has_no_credit_meter_has_none_to_tell(name: str) -> None:
    fitting.register("K1", Kind.KIOSK)
    fitting.register("T1")  # not commissioned
    assert problem(Program("816").get(f"/api/devices/{name}/meter")) == (404, "not-found")


@pytest.mark.parametrize(("number", "status"), [("812", 200), ("814", 200), ("816", 200), ("817", 200), ("818", 200)])
def test_the_meter_is_read_by_whoever_keeps_the_register_or_attends_anywhere(number: str, status: int) -> None:
    assert Program(number).get(METER).status_code == status


def test_the_meter_is_refused_to_whoever_does_neither_and_to_nobody() -> None:
    assert _refused_power(Program("815").get(METER))
    assert problem(Program().get(METER)) == (401, "log-in-needed")


def test_a_terminal_is_told_and_told_once_however_often_it_is_sent() -> None:
    program, key = Program("816"), str(uuid4())
    answers = [program.post(ORDER, LOCK, key=key) for _ in range(2)]
    assert [(each.status_code, each.content) for each in answers] == [(204, b"")] * 2
    [*_, locked] = journal.history(credit_meter.at(STAR, "AC1-01"))
    assert locked.event == TerminalLocked(reason="Under dispute")
    assert (locked.line.actor, locked.line.role, str(locked.line.request_id)) == ("staff/816", "electronic gaming attendant", key)
    assert problem(program.post(ORDER, {**LOCK, "reason": "Other"}, key=key)) == (409, "request-reused")
    assert program.post(ORDER, {"order": "take no notes", "reason": "Note jam"}).status_code == 204
    assert list(journal.history(credit_meter.at(STAR, "AC1-01")))[-1].event == NoteAcceptorTurnedOff(reason="Note jam")
    assert program.post(ORDER, {"order": "take notes", "reason": "Cleared"}).status_code == 204
    assert program.post(ORDER, {"order": "enable play", "reason": "Settled"}).status_code == 204
    assert meter_of("AC1-01").orders == (Order.UNLOCK, Order.NOTES_ON)


def test_an_order_that_stands_already_is_refused() -> None:
    tell("AC1-01", Order.LOCK)
    answer = Program("816").post(ORDER, LOCK)
    assert problem(answer) == (409, "terminal-order-stands")
    assert answer.json()["detail"] == "AC1-01 has been told to lock play already."
    assert problem(Program("816").post(ORDER, {"order": "take notes", "reason": "x"})) == (409, "terminal-order-stands")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({**LOCK, "reason": "a\0b"}, "reason"),
        ({**LOCK, "reason": "x" * 501}, "reason"),
        ({**LOCK, "reason": ""}, "reason"),
        ({**LOCK, "reason": " \n "}, "reason"),
        ({**LOCK, "reason": None}, "reason"),
        ({**LOCK, "reason": 7}, "reason"),
        ({**LOCK, "reason": ["why"]}, "reason"),
        ({"order": "lock play"}, "reason"),
        ({**LOCK, "order": "dance"}, "order"),
        ({**LOCK, "order": None}, "order"),
        ({**LOCK, "order": ["lock play"]}, "order"),
        ({"reason": "why"}, "order"),
        ({}, "order"),
    ],
)
def test_an_order_that_cannot_be_read_is_refused_with_its_field(body: dict[str, object], field: str) -> None:
    program = Program("816")
    before = entries()
    answer = program.post(ORDER, body)
    assert problem(answer) == (422, "not-readable")
    assert field in answer.json()["fields"]
    assert entries() == before


@pytest.mark.parametrize("body", [[], "lock play", 7, None])
def test_a_body_of_another_shape_is_refused(body: object) -> None:
    program = Program("816")
    before = entries()
    for path in (ORDER, ACKNOWLEDGE):
        assert problem(program.post(path, body)) == (422, "not-readable"), path
    assert entries() == before


def test_a_reason_of_five_hundred_characters_is_kept_whole() -> None:
    assert Program("816").post(ORDER, {**LOCK, "reason": "ü" * 500}).status_code == 204
    assert meter_of("AC1-01").locked_because == "ü" * 500


@pytest.mark.parametrize("name", ["K1", "T1", "nothing"])
def test_what_has_no_credit_meter_is_told_nothing(name: str) -> None:
    fitting.register("K1", Kind.KIOSK)
    fitting.register("T1")
    answer = Program("818").post(f"/api/devices/{name}/order", LOCK)
    assert problem(answer) == (409, "credit-meter-not-opened")


def test_an_alert_is_taken_up_once() -> None:
    report("AC1-01", "general tilt")
    program, key = Program("816"), str(uuid4())
    answers = [program.post(ACKNOWLEDGE, TILT, key=key) for _ in range(2)]
    assert [(each.status_code, each.content) for each in answers] == [(204, b"")] * 2
    [*_, taken] = journal.history(device.at(STAR, "AC1-01"))
    assert taken.event == AlertAcknowledged(alert="general tilt")
    assert (taken.line.actor, taken.line.role) == ("staff/816", "electronic gaming attendant")
    assert problem(program.post(ACKNOWLEDGE, TILT)) == (409, "device-no-such-alert")


@pytest.mark.parametrize("alert", ["no such thing", "", "general tilt\0", SCRIPT, None, 7, ["general tilt"]])
def test_an_alert_that_there_is_not_is_refused_with_its_field(alert: object) -> None:
    program = Program("816")
    before = entries()
    answer = program.post(ACKNOWLEDGE, {"alert": alert})
    assert problem(answer) == (422, "not-readable")
    assert list(answer.json()["fields"]) == ["alert"]
    assert entries() == before


def test_an_alert_of_no_machine_is_refused() -> None:
    answer = Program("818").post("/api/devices/nothing/acknowledge", TILT)
    assert problem(answer) == (409, "device-not-registered")


@pytest.mark.parametrize("number", ["812", "814", "815", "817"])
def test_whoever_does_not_attend_at_that_game_is_refused_with_the_rule_and_nothing_is_written(number: str) -> None:
    report("AC1-01", "general tilt")
    program = Program(number)
    before = entries()
    assert _refused_power(program.post(ORDER, LOCK))
    assert _refused_power(program.post(ACKNOWLEDGE, TILT))
    assert entries() == before


def test_nobody_gives_no_order() -> None:
    for path, body in ((ORDER, LOCK), (ACKNOWLEDGE, TILT)):
        assert problem(Program().post(path, body)) == (401, "log-in-needed")
        assert problem(Program("816").post(path, body, **{"X-CSRFToken": "d" * 32})) == (403, "csrf-refused")
        assert problem(Program("816").post(path, body, key="no-uuid")) == (422, "not-readable")
