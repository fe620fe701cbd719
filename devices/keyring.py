"""The keys devices sign with: made here, kept encrypted, shown once, destroyed when revoked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TypeVar

from django.db import connection

from casino import keys
from casino.domain.aggregate import Ref, State
from casino.domain.events import VenueId
from casino.journal import codec, reading
from casino.journal.database import execute
from devices.domain import credit_meter, device
from devices.domain.credit_meter import CreditMeter
from devices.domain.device import Device
from devices.models import DeviceKey

S = TypeVar("S", bound=State)
KEY = 32
_KNOWN = b"""
    SELECT k.device, encode(k.wrapped, 'hex'), h.state_version, h.state, m.state_version, m.state
      FROM devices_devicekey k JOIN journal.head h ON h.stream = 'device-' || k.device
      LEFT JOIN journal.head m ON m.stream = 'credit_meter-' || k.device
     WHERE k.key_id = $1"""
_SHOW = "UPDATE devices_devicekey SET is_shown = true WHERE key_id = %s AND NOT is_shown RETURNING device, wrapped"


@dataclass(frozen=True)
class Signer:
    """The device behind a key, the credit meter it has if it is a terminal, and the key."""

    ref: Ref[Device]
    device: Device
    meter: CreditMeter
    key: bytes


def make(key_id: str, ref: Ref[Device]) -> None:
    """Make a key for a device."""
    wrapped = keys.wrap(os.urandom(KEY), _about(key_id, ref.id))
    DeviceKey.objects.create(key_id=key_id, device=ref.id, wrapped=wrapped)


def destroy(key_id: str) -> None:
    """Destroy a key: nothing is signed or verified with it any more."""
    DeviceKey.objects.filter(key_id=key_id).delete()


def show_once(key_id: str) -> bytes | None:
    """The key, for the one person who puts it into the machine; None if somebody has seen it."""
    with connection.cursor() as cursor:
        cursor.execute(_SHOW, [key_id])
        row = cursor.fetchone()
    return keys.unwrap(bytes(row[1]), _about(key_id, row[0])) if row else None


def keys_of(venue: VenueId, name: str) -> list[bytes]:
    """The keys a machine may sign with at present, the latest first."""
    ref = device.at(venue, name)
    valid = list(reversed(reading.state(ref).keys))
    wrapped = dict(DeviceKey.objects.filter(key_id__in=valid).values_list("key_id", "wrapped"))
    return [keys.unwrap(bytes(wrapped[key_id]), _about(key_id, ref.id)) for key_id in valid if key_id in wrapped]


def signer(key_id: str) -> Signer | None:
    """Whose key it is, with the key; None if nobody may sign with it."""
    found = execute(_KNOWN, [key_id.encode()])  # prepared: every signed request asks this
    if not found.ntuples:
        return None
    id_, wrapped, *heads = [(found.get_value(0, column) or b"").decode() for column in range(found.nfields)]
    ref = device.AGGREGATE.at(id_)
    known, meter = _folded(ref, *heads[:2]), _folded(credit_meter.AGGREGATE.at(id_), *heads[2:])
    if key_id not in known.keys:
        return None
    return Signer(ref, known, meter, keys.unwrap(bytes.fromhex(wrapped), _about(key_id, id_)))


def _folded(ref: Ref[S], state_version: str, state: str) -> S:
    """A state as its head has it; of an older fold, anew; where nothing has happened yet, as it begins."""
    if not state:
        return ref.aggregate.start
    is_fresh = int(state_version) == ref.aggregate.state_version
    return codec.decode(type(ref.aggregate.start), state) if is_fresh else reading.state(ref)


def _about(key_id: str, device_id: str) -> str:
    return f"device {device_id}, key {key_id}"
