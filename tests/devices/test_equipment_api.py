from __future__ import annotations

from typing import Any

import pytest

from casino import journal
from casino.domain.events import VenueId
from casino.domain.powers import AC, DF
from devices.domain import credit_meter, device
from devices.domain.demands import COMPARTMENT_COLOURS, COMPARTMENTS
from devices.domain.device import Kind
from tests.asking import Program, problem
from tests.devices import fitting
from tests.devices.fitting import BALL, FITTED, GATEWAY, LAYOUT
from tests.factories import open_house

STAR = VenueId("star")
DIE = [[1, 6], [2, 5], [3, 4]]
WHEEL = {"housing_mm": 720, "insert_mm": 550, "order": list(COMPARTMENTS), "colours": list(COMPARTMENT_COLOURS)}
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


@pytest.fixture
def program() -> Program:
    return Program("812")


def _state(name: str) -> device.Device:
    return journal.state(device.at(STAR, name))


def test_a_terminal_is_commissioned_wired_moved_and_put_in_service(program: Program) -> None:
    fitting.register("AC1-01")
    assert program.get("/api/devices/AC1-01").json()["missing"] == []  # of no book yet
    body = {"book": AC, **FITTED, **LAYOUT, "features": ["chat"], "credit_cents": 10}
    assert program.post("/api/devices/AC1-01/commission", body).status_code == 204
    assert program.post("/api/devices/AC1-01/layout", LAYOUT).status_code == 204
    assert program.post("/api/devices/AC1-01/move", {"place": "Pit 2"}).status_code == 204
    assert program.post("/api/devices/AC1-01/wire", {**GATEWAY, "address": 127}).status_code == 204
    assert program.post("/api/devices/AC1-01/put-in-service").status_code == 204
    told = program.get("/api/devices/AC1-01").json()
    assert {name: told[name] for name in ("book", "place", "is_in_service", "bank", "host", "port", "address", "missing")} == {
        "book": AC,
        "place": "Pit 2",
        "is_in_service": True,
        **GATEWAY,
        "address": 127,
        "missing": [],
    }
    assert told["feed_port"] is None
    assert journal.state(credit_meter.at(STAR, "AC1-01")).credit_cents == 10
    assert program.post("/api/devices/AC1-01/take-out-of-service", {"reason": "Note jam"}).status_code == 204
    assert not program.get("/api/devices/AC1-01").json()["is_in_service"]


def test_a_wheel_is_wired_with_the_feed_of_its_table(program: Program) -> None:
    fitting.wheel("IR1-W")
    fitting.register("AC1-01")
    where = {**GATEWAY, "address": 1, "feed_port": 10_002}
    assert program.post("/api/devices/IR1-W/wire", where).status_code == 204
    assert program.get("/api/devices/IR1-W").json()["feed_port"] == 10_002
    refused = program.post("/api/devices/AC1-01/wire", {**where, "port": 10_003, "feed_port": 10_004})
    assert refused.json()["code"] == "device-feed-refused"


def test_ir_2_4_what_is_missing_is_told_with_its_rule(program: Program) -> None:
    fitting.wheel("W")
    fitting.roulette_terminal("IR1-01")
    link = {"part": "a link to an automated wheel", "rule": "IR 2.4"}
    assert program.get("/api/devices/IR1-01").json()["missing"] == [link]
    refused = program.post("/api/devices/IR1-01/put-in-service")
    assert problem(refused) == (409, "equipment-missing")
    assert refused.json()["rule"] == "IR 2.4"
    assert program.post("/api/devices/IR1-01/link", {"wheel": "W"}).status_code == 204
    assert program.post("/api/devices/IR1-01/put-in-service").status_code == 204


def test_wheels_balls_dice_and_entry_terminals_are_put_on_record(program: Program) -> None:
    fitting.register("W", Kind.WHEEL)
    fitting.register("D", Kind.DICE_TUMBLER)
    fitting.register("E", Kind.ENTRY_TERMINAL)
    dice = {"book": AC, "dice_set": "D-1", "seal": "S-1", "dice": [DIE, DIE]}
    entry = {"book": DF, "table": "DF1", "lights": "EL", "keys": [1, 2, 3, 4, 5, 6]}
    assert program.post("/api/devices/W/wheel", WHEEL).status_code == 204
    assert program.post("/api/devices/W/ball", BALL).status_code == 204
    assert program.post("/api/devices/D/dice", dice).status_code == 204
    assert program.post("/api/devices/E/entry-terminal", entry).status_code == 204
    for name in "WDE":
        assert program.post(f"/api/devices/{name}/put-in-service").status_code == 204
    sealed = _state("D").dice
    assert sealed
    assert sealed.dice == (fitting.DIE, fitting.DIE)


@pytest.mark.parametrize(
    ("path", "body", "code", "rule"),
    [
        ("W/ball", {**BALL, "diameter_um": 16_999}, "equipment-ball-size", "IR 2.2"),
        ("W/ball", {**BALL, "material": "steel"}, "equipment-ball-metallic", "IR 2.2"),
        ("W/wheel", {**WHEEL, "housing_mm": 731}, "equipment-wheel-size", "IR 2.3.1"),
        ("W/wheel", {**WHEEL, "order": list(reversed(COMPARTMENTS))}, "equipment-wheel-compartments", "IR 2.4.2"),
        ("D/dice", {"book": "aruze_sicbo", "dice_set": "D", "seal": "S", "dice": [DIE, DIE]}, "equipment-dice-count", "SB 2.2"),
        ("T/commission", {"book": AC, **FITTED, **LAYOUT, "printer": ""}, "equipment-missing", "AC 2.2.3"),
        ("T/commission", {"book": AC, **FITTED, **LAYOUT, "diagram": "B"}, "equipment-layout", "AC 2.3"),
        ("T/layout", LAYOUT, "device-not-commissioned", "AC 2.2.2, IR 2.5.3, SB 2.1"),
        ("T/ball", BALL, "device-wrong-kind", ""),
        ("X/ball", BALL, "device-not-registered", ""),
    ],
)
def test_what_the_rules_refuse_is_a_problem_with_its_code_and_rule(
    program: Program, path: str, body: dict[str, Any], code: str, rule: str
) -> None:
    fitting.register("W", Kind.WHEEL)
    fitting.register("D", Kind.DICE_TUMBLER)
    fitting.register("T")
    answer = program.post(f"/api/devices/{path}", body)
    assert problem(answer) == (409, code)
    assert answer.json()["rule"] == rule


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("ball", {**BALL, "diameter_um": 18.5}),
        ("ball", {**BALL, "diameter_um": "18000"}),
        ("ball", {**BALL, "diameter_um": True}),
        ("ball", {**BALL, "material": "wood"}),
        ("wire", {**GATEWAY, "address": 0}),
        ("wire", {**GATEWAY, "address": 128}),
        ("wire", {**GATEWAY, "host": "a b", "address": 1}),
        ("dice", {"book": AC, "dice_set": "D", "seal": "S", "dice": [[[1, 6, 2]]]}),
        ("commission", {"book": "baccarat", **FITTED, **LAYOUT}),
        ("move", {"place": ""}),
        ("take-out-of-service", {"reason": " "}),
        ("wheel", None),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_written(program: Program, path: str, body: object) -> None:
    fitting.register("W", Kind.WHEEL)
    assert problem(program.post(f"/api/devices/W/{path}", body)) == (422, "not-readable")
    assert len(list(journal.history(device.at(STAR, "W")))) == 1


def test_the_same_request_is_answered_as_the_first_time(program: Program) -> None:
    fitting.register("W", Kind.WHEEL)
    key = "3f2504e0-4f89-41d3-9a0c-0305e82c3399"
    for _ in range(2):
        assert program.post("/api/devices/W/ball", BALL, key=key).status_code == 204
    assert len(list(journal.history(device.at(STAR, "W")))) == 2
    assert problem(program.post("/api/devices/W/ball", {**BALL, "ball": "B-6"}, key=key)) == (409, "request-reused")
