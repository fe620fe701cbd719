from __future__ import annotations

import pytest

from casino.domain.aggregate import Event
from casino.domain.events import VenueId
from casino.domain.refusals import Refusal
from devices.domain import device
from devices.domain.device import AGGREGATE, Device, Kind
from devices.domain.events import DeviceAnnounced, DeviceKeyIssued, DeviceKeyRevoked, DeviceRegistered

REGISTERED = DeviceRegistered(kind="wheel", name="IR01")


def _after(*events: Event) -> Device:
    return AGGREGATE.fold(AGGREGATE.start, events)


def test_a_machine_is_registered_once() -> None:
    assert device.register(Device(), kind=Kind.WHEEL, name="IR01") == REGISTERED
    with pytest.raises(device.AlreadyRegistered):
        device.register(_after(REGISTERED), kind=Kind.KIOSK, name="IR01")


def test_at_most_two_keys_are_valid_so_that_one_can_replace_the_other() -> None:
    two = _after(REGISTERED, DeviceKeyIssued(key_id="a"), DeviceKeyIssued(key_id="b"))
    assert two.keys == ("a", "b")
    with pytest.raises(device.TooManyKeys):
        device.issue_key(two, key_id="c")
    one = AGGREGATE.fold(two, [device.revoke_key(two, key_id="a")])
    assert one.keys == ("b",)
    assert device.issue_key(one, key_id="c") == DeviceKeyIssued(key_id="c")


def test_a_key_is_revoked_once() -> None:
    gone = _after(REGISTERED, DeviceKeyIssued(key_id="a"), DeviceKeyRevoked(key_id="a"))
    with pytest.raises(device.KeyNotValid):
        device.revoke_key(gone, key_id="a")


def test_a_machine_counts_on_and_a_gap_is_told() -> None:
    known = _after(REGISTERED, DeviceAnnounced(software="2.14.7", sequence=4))
    assert device.announce(known, software="2.15", sequence=5) == DeviceAnnounced(software="2.15", sequence=5)
    assert device.announce(known, software="2.15", sequence=9) == DeviceAnnounced(software="2.15", sequence=9, missed=4)


@pytest.mark.parametrize("sequence", [0, 3, 4])
def test_a_sequence_that_was_heard_is_a_replay_and_concerns_money(sequence: int) -> None:
    known = _after(REGISTERED, DeviceAnnounced(software="2.14.7", sequence=4))
    with pytest.raises(device.SequenceReplayed) as refused:
        device.announce(known, software="2.15", sequence=sequence)
    assert refused.value.concerns_money


@pytest.mark.parametrize("software", ["", "  ", "x" * 101])
def test_software_has_a_name(software: str) -> None:
    with pytest.raises(device.SoftwareUnnamed):
        device.announce(_after(REGISTERED), software=software, sequence=1)


def test_nothing_is_done_with_a_machine_nobody_registered() -> None:
    with pytest.raises(device.NotRegistered):
        device.issue_key(Device(), key_id="a")
    with pytest.raises(device.NotRegistered):
        device.revoke_key(Device(), key_id="a")
    with pytest.raises(device.NotRegistered):
        device.announce(Device(), software="2", sequence=1)


@pytest.mark.parametrize("name", ["", "a b", "<script>", "a.b", "a/b", "x" * 33, "-a", "a\n"])
def test_a_name_is_letters_digits_and_hyphens(name: str) -> None:
    with pytest.raises(device.NameRefused):
        device.at(VenueId("star"), name)


@pytest.mark.parametrize("actor", ["staff/812", "system/demo", "device/crown.IR01", "device/star.IR02", "device/star.IR011"])
def test_one_machine_never_acts_for_another(actor: str) -> None:
    with pytest.raises(Refusal) as refused:
        device.require_itself(actor, device.at(VenueId("star"), "IR01"))
    assert refused.value.code == "device-another"
