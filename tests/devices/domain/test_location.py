from __future__ import annotations

from typing import Any

import pytest

from casino.domain.aggregate import Event
from casino.domain.events import VenueId
from casino.domain.refusals import Refusal
from devices.domain import location
from devices.domain.device import AGGREGATE, Device, InService, NotRegistered
from devices.domain.events import DeviceMoved, DevicePutInService, DeviceRegistered, DeviceWired
from devices.domain.location import Neighbour

HERE: dict[str, Any] = {"venue": VenueId("star"), "bank_venue": None}
WIRE: dict[str, Any] = {"bank": "AC1", "host": "gateway1.floor", "port": 10_001, "address": 3}


def _after(*events: Event) -> Device:
    return AGGREGATE.fold(AGGREGATE.start, [DeviceRegistered(kind="kiosk", name="K1"), *events])


def test_a_machine_is_moved_while_it_is_out_of_service() -> None:
    assert location.move(_after(), place="Pit 2, island 4") == DeviceMoved(place="Pit 2, island 4")
    with pytest.raises(InService):
        location.move(_after(DevicePutInService()), place="Pit 2")
    with pytest.raises(location.AlreadyThere):
        location.move(_after(DeviceMoved(place="Pit 2")), place="Pit 2")
    with pytest.raises(NotRegistered):
        location.move(Device(), place="Pit 2")


@pytest.mark.parametrize("place", ["", " ", "x" * 101])
def test_a_place_has_a_name(place: str) -> None:
    with pytest.raises(location.PlaceUnnamed):
        location.move(_after(), place=place)


@pytest.mark.parametrize("address", [1, 127])
def test_a_machine_is_wired_at_an_address_from_1_to_127(address: int) -> None:
    assert location.wire(_after(), **(WIRE | {"address": address}), **HERE) == DeviceWired(**(WIRE | {"address": address}))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"address": 0}, "device-address-refused"),
        ({"address": 128}, "device-address-refused"),
        ({"port": 0}, "device-gateway-refused"),
        ({"port": 65_536}, "device-gateway-refused"),
        ({"host": ""}, "device-gateway-refused"),
        ({"host": "a b"}, "device-gateway-refused"),
        ({"host": "gateway\n"}, "device-gateway-refused"),
        ({"bank": ""}, "device-bank-refused"),
        ({"bank": "a/b"}, "device-bank-refused"),
        ({"bank": "x" * 33}, "device-bank-refused"),
        ({"bank_venue": "crown"}, "device-bank-refused"),
    ],
)
def test_what_cannot_be_wired_is_refused(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        location.wire(_after(), **(WIRE | HERE | wrong))
    assert refused.value.code == code


def test_a_machine_may_be_wired_anew_also_at_its_own_address_and_in_service() -> None:
    wired = _after(DeviceWired(**WIRE), DevicePutInService())
    again = WIRE | {"bank": "AC2"}
    assert location.wire(wired, **again, venue=VenueId("star"), bank_venue="star") == DeviceWired(**again)
    with pytest.raises(NotRegistered):
        location.wire(Device(), **WIRE, **HERE)


TERMINAL, WHEEL = "player terminal", "wheel"


def _wired(kind: str, other: Neighbour, **wire: Any) -> DeviceWired:
    machine = AGGREGATE.fold(AGGREGATE.start, [DeviceRegistered(kind=kind, name="M1")])
    return location.wire(machine, **(WIRE | wire), **HERE, neighbours=[other])


def test_player_terminals_of_one_bank_share_a_line_and_anything_else_has_its_port_to_itself() -> None:
    assert _wired(TERMINAL, Neighbour("T2", TERMINAL, "AC1", 10_001, 4, None)) == DeviceWired(**WIRE)
    assert _wired(WHEEL, Neighbour("W2", WHEEL, "AC1", 10_002, 3, 10_003), feed_port=10_004).feed_port == 10_004


@pytest.mark.parametrize(
    ("kind", "wire", "other", "code"),
    [
        (TERMINAL, {}, Neighbour("T2", TERMINAL, "AC1", 10_001, 3, None), "device-address-taken"),
        (TERMINAL, {}, Neighbour("T2", TERMINAL, "AC2", 10_001, 4, None), "device-gateway-refused"),
        (TERMINAL, {}, Neighbour("D", "dice tumbler", "AC1", 10_001, 4, None), "device-gateway-refused"),
        (TERMINAL, {}, Neighbour("W", WHEEL, "AC1", 10_002, 4, 10_001), "device-gateway-refused"),
        (WHEEL, {}, Neighbour("W2", WHEEL, "AC1", 10_001, 4, None), "device-gateway-refused"),
        (WHEEL, {}, Neighbour("T2", TERMINAL, "AC1", 10_001, 4, None), "device-gateway-refused"),
        (WHEEL, {"feed_port": 10_009}, Neighbour("T2", TERMINAL, "AC1", 10_009, 4, None), "device-gateway-refused"),
        (WHEEL, {"feed_port": 10_009}, Neighbour("W2", WHEEL, "AC1", 10_002, 4, 10_009), "device-gateway-refused"),
    ],
)
def test_two_machines_that_cannot_share_a_port_are_never_wired_to_one(
    kind: str, wire: dict[str, int], other: Neighbour, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        _wired(kind, other, **wire)
    assert refused.value.code == code
