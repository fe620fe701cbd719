"""The register of devices: which machines there are, the keys they sign with, where they stand and how they are wired."""

from __future__ import annotations

import msgspec

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.journal import Held, Origin
from devices import keyring, selectors
from devices.domain import credit_meter, device, location, reporting, requests
from devices.domain.device import Device, Kind
from devices.domain.reports import REQUESTS_MISSED


class Announced(msgspec.Struct, frozen=True):
    """What a device that has announced itself is told."""

    device: str
    sequence: int
    recorded_at: Instant


@journal.command
def register_device(*, name: str, kind: Kind, origin: Origin) -> str:
    """Put a machine of the floor on the books."""
    ref = device.at(origin.venue, name)
    held = _load(ref, origin)
    journal.append(held, {ref: [device.register(held[ref], kind=kind, name=name)]}, origin, answer=name)
    return name


@journal.command
def issue_key(*, name: str, origin: Origin) -> str:
    """Let a machine sign with a further key, which is shown once."""
    ref = device.at(origin.venue, name)
    key_id = origin.new_id("device-key").hex[:16]
    held = _load(ref, origin)
    issued = device.issue_key(held[ref], key_id=key_id)
    keyring.make(key_id, ref)
    journal.append(held, {ref: [issued]}, origin, answer=key_id)
    return key_id


@journal.command
def revoke_key(*, name: str, key_id: str, origin: Origin) -> None:
    """Let a machine no longer sign with a key, and destroy the key."""
    ref = device.at(origin.venue, name)
    held = _load(ref, origin)
    revoked = device.revoke_key(held[ref], key_id=key_id)
    keyring.destroy(key_id)
    journal.append(held, {ref: [revoked]}, origin)


@journal.command
def move_device(*, name: str, place: str, origin: Origin) -> None:
    """Note where a machine stands from now on."""
    ref = device.at(origin.venue, name)
    held = _load(ref, origin)
    journal.append(held, {ref: [location.move(held[ref], place=place)]}, origin)


@journal.command
def wire_device(
    *, name: str, bank: str, host: str, port: int, address: int, feed_port: int | None = None, origin: Origin
) -> None:
    """Note at which address of a gateway's line a machine answers, with which bank it is polled, and where its feed is."""
    ref = device.at(origin.venue, name)
    for each in sorted({port, feed_port or port}):
        selectors.hold_line(host=host, port=each)
    held = _load(ref, origin)
    wired = location.wire(
        held[ref],
        bank=bank,
        host=host,
        port=port,
        address=address,
        venue=origin.venue,
        bank_venue=selectors.venue_of_bank(bank),
        neighbours=selectors.neighbours(ref.id, host=host),
        feed_port=feed_port,
    )
    journal.append(held, {ref: [wired]}, origin)


@journal.command
def announce(*, name: str, software: str, sequence: int, origin: Origin) -> Announced:
    """Let a machine say that it is there, and which software it runs."""
    ref = device.at(origin.venue, name)
    device.require_itself(origin.actor, ref)
    meter = credit_meter.at(origin.venue, name)
    held = journal.load(write=[ref, meter])
    announced = device.announce(held[ref], software=software, sequence=sequence, heard=held[meter].last_sequence)
    missed = reporting.report(held[ref], REQUESTS_MISSED, at=held.now) if announced.missed else []
    answer = Announced(ref.id, sequence, held.now)
    journal.append(held, {ref: [*missed, announced]}, origin, answer=answer)
    return answer


@journal.command
def refuse_replayed(*, name: str, sequence: int, origin: Origin) -> None:
    """Refuse, on the record, what a machine has sent before, whether or not it was answered then."""
    ref, meter = device.at(origin.venue, name), credit_meter.at(origin.venue, name)
    held = journal.load(write=[meter], guard=[ref])
    requests.require_next(held[ref], held[meter], sequence)


def _load(ref: Ref[Device], origin: Origin) -> Held:
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.KEEP_DEVICES)
    return held
