from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

from django.core.management import call_command
from django.db import connections

from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from devices import services
from devices.models import Device
from tests.databases import Database
from tests.devices import fitting
from tests.devices.fitting import DICE, DIE, GATEWAY
from tests.factories import asked_by, open_house


def test_the_register_built_anew_is_the_same_to_the_byte(committed: Database) -> None:
    open_house()
    fitting.put_in_service(fitting.terminal("AC1-01"))
    fitting.put_in_service(fitting.wheel("W"))
    services.seal_dice(name=fitting.tumbler("D"), book=SB, **(DICE | {"dice": (DIE, DIE, DIE)}), origin=asked_by("812"))
    services.wire_device(name="AC1-01", **GATEWAY, address=1, origin=asked_by("812"))
    services.move_device(name="D", place="Pit 2", origin=asked_by("812"))
    services.take_out_of_service(name="W", reason="Ball lost", origin=asked_by("812"))
    before = list(Device.objects.order_by("id").values())
    call_command("rebuild", stdout=StringIO())
    assert list(Device.objects.order_by("id").values()) == before
    assert [(row["book"], row["is_in_service"]) for row in before] == [(AC, True), (SB, False), (IR, False)]


def test_of_two_machines_wired_to_one_address_in_the_same_instant_one_is_refused(committed: Database) -> None:
    open_house()
    names = [fitting.terminal(f"AC1-{number:02d}") for number in range(1, 7)]

    def wire(name: str) -> str:
        try:
            services.wire_device(name=name, **GATEWAY, address=1, origin=asked_by("812"))
        except Refusal as refusal:
            return refusal.code
        else:
            return "wired"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(names)) as crowd:
        answers = list(crowd.map(wire, names))
    assert sorted(answers) == ["device-address-taken"] * (len(names) - 1) + ["wired"]
