from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from casino import journal
from casino import selectors as ground
from casino.domain.aggregate import Event, Ref, RuleId
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.powers import AC, DF, HOUSE, IR, SB
from casino.domain.refusals import Refusal
from casino.domain.staff import NotAllowed
from casino.journal import Origin
from devices import selectors, services
from devices.domain import credit_meter, device, readings
from devices.domain.credit_meter import Source
from devices.domain.device import Kind
from devices.domain.events import (
    CreditMeterOpened,
    DeviceMoved,
    DevicePutInService,
    DeviceRegistered,
    DeviceTakenOutOfService,
    DeviceWired,
    LayoutApproved,
    TerminalCommissioned,
    TerminalLinkedToWheel,
)
from devices.domain.readings import Meter, Reading
from devices.models import Device
from tests.devices import fitting
from tests.devices.fitting import BALL, DICE, ENTRY, FITTED, GATEWAY, LAYOUT, WHEEL
from tests.factories import OriginFactory, asked_by, engage, open_crown, open_house

STAR = VenueId("star")
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


def _told(ref: Ref[Any]) -> list[Event]:
    return [each.event for each in journal.history(ref)]


def _row(name: str) -> Device:
    return selectors.devices(STAR).get(name=name)


def test_ac_2_2_and_3_4_a_terminal_is_commissioned_and_its_credit_meter_opened_at_once() -> None:
    name = fitting.terminal("AC1-01")
    rules = tuple(RuleId(rule) for rule in ("AC 2.2.2", "AC 2.2.3", "AC 2.2.5"))
    assert _told(device.at(STAR, name)) == [
        DeviceRegistered(kind="player terminal", name=name),
        TerminalCommissioned(book=AC, **FITTED, rule=rules),
        LayoutApproved(**LAYOUT, rule=(RuleId("AC 2.3"),)),
    ]
    sources = (Source.NOTES, Source.TICKETS, Source.WINNINGS, Source.TRANSFER)
    assert _told(credit_meter.at(STAR, name)) == [
        CreditMeterOpened(terminal=name, book=AC, sources=sources, credit_cents=1, rule=(RuleId("AC 3.4"),))
    ]


def test_sb_01_the_credit_meter_of_a_sic_bo_terminal_takes_no_tickets() -> None:
    fitting.terminal("SB1-01", SB)
    meter = journal.state(credit_meter.at(STAR, "SB1-01"))
    assert meter.sources == (Source.NOTES, Source.WINNINGS, Source.JACKPOT, Source.TRANSFER)


def test_a_replaced_printer_is_put_on_record_and_the_credit_meter_stays() -> None:
    fitting.terminal("AC1-01")
    replaced = FITTED | {"printer": "TP-0922"}
    services.commission_terminal(name="AC1-01", book=AC, **replaced, **LAYOUT, origin=asked_by("812"))
    state = journal.state(device.at(STAR, "AC1-01"))
    assert state.terminal
    assert state.terminal.printer == "TP-0922"
    assert len(_told(credit_meter.at(STAR, "AC1-01"))) == 1


def test_ac_2_2_3_nothing_is_written_of_a_terminal_without_a_printer() -> None:
    fitting.register("AC1-01")
    with pytest.raises(Refusal) as refused:
        services.commission_terminal(name="AC1-01", book=AC, **(FITTED | {"printer": ""}), **LAYOUT, origin=asked_by("812"))
    assert (refused.value.code, refused.value.rule) == ("equipment-missing", "AC 2.2.3")
    assert len(_told(device.at(STAR, "AC1-01"))) == 1
    assert not journal.state(credit_meter.at(STAR, "AC1-01")).is_open


def test_ir_2_4_a_roulette_terminal_is_played_once_it_is_linked_to_a_wheel() -> None:
    fitting.wheel("IR1-W")
    fitting.roulette_terminal("IR1-01")
    with pytest.raises(Refusal) as refused:
        fitting.put_in_service("IR1-01")
    assert refused.value.rule == "IR 2.4"
    with pytest.raises(Refusal) as refused:
        services.link_to_wheel(name="IR1-01", wheel="IR1-01", origin=asked_by("812"))
    assert refused.value.code == "device-not-a-wheel"
    services.link_to_wheel(name="IR1-01", wheel="IR1-W", origin=asked_by("812"))
    fitting.put_in_service("IR1-01")
    rules = tuple(RuleId(rule) for rule in ("IR 2.5.3", "IR 2.5.4", "IR 2.5.5", "IR 2.6", "IR 2.4"))
    assert _told(device.at(STAR, "IR1-01"))[-2:] == [
        TerminalLinkedToWheel(wheel="IR1-W", rule=(RuleId("IR 2.4"),)),
        DevicePutInService(rule=rules),
    ]


def test_every_kind_of_machine_goes_in_and_out_of_service_and_the_list_says_so() -> None:
    for name in (fitting.wheel("W"), fitting.tumbler("D"), fitting.tumbler("S", SB, 3), fitting.entry_terminal("E")):
        fitting.put_in_service(name)
        assert _row(name).is_in_service
        services.take_out_of_service(name=name, reason="Seal broken", origin=asked_by("812"))
        assert not _row(name).is_in_service
        assert _told(device.at(STAR, name))[-1] == DeviceTakenOutOfService(reason="Seal broken")
    assert [(row.name, row.book) for row in selectors.devices(STAR)] == [("D", AC), ("E", DF), ("S", SB), ("W", IR)]


def test_a_machine_is_moved_and_wired_and_found_by_its_bank() -> None:
    fitting.terminal("AC1-02")
    fitting.terminal("AC1-01")
    fitting.tumbler("AC1-D")
    services.move_device(name="AC1-01", place="Pit 2, island 4", origin=asked_by("812"))
    for name, port, address in [("AC1-02", 10_001, 2), ("AC1-01", 10_001, 1), ("AC1-D", 10_002, 9)]:
        services.wire_device(name=name, **(GATEWAY | {"port": port}), address=address, origin=asked_by("812"))
    assert _told(device.at(STAR, "AC1-01"))[-2:] == [DeviceMoved(place="Pit 2, island 4"), DeviceWired(**GATEWAY, address=1)]
    row = _row("AC1-01")
    assert (row.place, row.bank, row.host, row.port, row.address) == ("Pit 2, island 4", "AC1", "gateway1.floor", 10_001, 1)
    assert [each.name for each, _ in selectors.terminals_of_bank("AC1")] == ["AC1-01", "AC1-02"]
    assert [each.name for each in selectors.on_wire("AC1")] == ["AC1-01", "AC1-02", "AC1-D"]
    assert selectors.banks() == selectors.banks_of(STAR) == ["AC1"]


def test_one_address_of_a_line_is_one_machines_and_a_bank_is_one_venues() -> None:
    fitting.terminal("AC1-01")
    fitting.terminal("AC1-02")
    services.wire_device(name="AC1-01", **GATEWAY, address=1, origin=asked_by("812"))
    services.wire_device(name="AC1-01", **(GATEWAY | {"bank": "AC2"}), address=1, origin=asked_by("812"))
    with pytest.raises(Refusal) as refused:
        services.wire_device(name="AC1-02", **GATEWAY, address=1, origin=asked_by("812"))
    assert refused.value.code == "device-address-taken"
    crown = VenueId("crown")
    open_crown()
    services.register_device(name="K1", kind=Kind.KIOSK, origin=OriginFactory.build(venue=crown))
    with pytest.raises(Refusal) as refused:
        services.wire_device(name="K1", **(GATEWAY | {"bank": "AC2"}), address=7, origin=OriginFactory.build(venue=crown))
    assert refused.value.code == "device-bank-refused"
    assert selectors.banks_of(crown) == []


def test_two_machines_whose_lines_cannot_be_one_are_not_wired_to_one_port() -> None:
    fitting.wheel("IR1-W")
    fitting.tumbler("AC1-D")
    fitting.terminal("AC1-01")
    services.wire_device(name="IR1-W", **GATEWAY, address=1, feed_port=10_002, origin=asked_by("812"))
    for name, port in [("AC1-D", 10_001), ("AC1-01", 10_001), ("AC1-D", 10_002)]:
        with pytest.raises(Refusal) as refused:
            services.wire_device(name=name, **(GATEWAY | {"port": port}), address=2, origin=asked_by("812"))
        assert refused.value.code == "device-gateway-refused"
    assert [each.name for each in selectors.on_wire("AC1")] == ["IR1-W"]


def test_a_terminal_that_is_wired_does_not_also_tell_its_meters_itself() -> None:
    """Its notes would count twice: once as they are read on its line, and once as it says."""
    name = fitting.terminal("AC1-01")
    itself = OriginFactory.build(actor=f"device/star.{name}", role="device")
    told = readings.told(at=ground.now(), notes_in=Cents(0), notes=None, received_at=ground.now())
    services.take_reading(terminal=name, reading=told, origin=replace(itself, sequence=1))
    services.wire_device(name=name, **GATEWAY, address=1, origin=asked_by("812"))
    with pytest.raises(device.MetersPolled):
        services.take_reading(terminal=name, reading=told, origin=replace(itself, request_id=uuid4(), sequence=2))
    on_its_line = Reading(at=ground.now(), values={Meter.NOTES_IN: 2_000}, full_at={Meter.NOTES_IN: 10**10})
    services.take_reading(terminal=name, reading=on_its_line, origin=replace(itself, request_id=uuid4()))
    assert journal.state(credit_meter.at(STAR, name)).notes_cents == 2_000


COMMANDS: list[Callable[[Origin], object]] = [
    lambda by: services.commission_terminal(name="T", book=AC, **FITTED, **LAYOUT, origin=by),
    lambda by: services.approve_layout(name="T", **LAYOUT, origin=by),
    lambda by: services.link_to_wheel(name="T", wheel="W", origin=by),
    lambda by: services.seal_dice(name="T", book=AC, **DICE, origin=by),
    lambda by: services.register_ball(name="T", **BALL, origin=by),
    lambda by: services.register_wheel(name="T", **WHEEL, origin=by),
    lambda by: services.fit_entry_terminal(name="T", book=DF, **ENTRY, origin=by),
    lambda by: services.move_device(name="T", place="Pit 2", origin=by),
    lambda by: services.wire_device(name="T", **GATEWAY, address=1, origin=by),
    lambda by: services.put_in_service(name="T", origin=by),
    lambda by: services.take_out_of_service(name="T", reason="Gone", origin=by),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_done_by_who_may_not_nor_with_a_machine_nobody_registered(command: Callable[[Origin], object]) -> None:
    engage("900", cashier=(HOUSE,))
    with pytest.raises(NotAllowed):
        command(asked_by("900", "cashier"))
    with pytest.raises(device.NotRegistered):
        command(asked_by("812"))


def test_the_same_request_again_does_nothing_again() -> None:
    fitting.tumbler("D")
    asked = asked_by("812")
    for _ in range(2):
        services.put_in_service(name="D", origin=asked)
    assert _told(device.at(STAR, "D"))[-1] == DevicePutInService(rule=(RuleId("AC 2.2.4"),))
    assert len(_told(device.at(STAR, "D"))) == 3
