"""The keys devices sign with: made here, kept encrypted, shown once, destroyed when revoked."""

from __future__ import annotations

import os
from dataclasses import dataclass

from django.db import connection

from casino import keys
from casino.domain.aggregate import Ref
from casino.journal import codec, reading
from devices.domain import device
from devices.domain.device import Device
from devices.models import DeviceKey

KEY = 32
_KNOWN = """
    SELECT k.device, k.wrapped, h.state_version, h.state
      FROM devices_devicekey k JOIN journal.head h ON h.stream = 'device-' || k.device
     WHERE k.key_id = %s"""
_SHOW = "UPDATE devices_devicekey SET is_shown = true WHERE key_id = %s AND NOT is_shown RETURNING device, wrapped"


@dataclass(frozen=True)
class Signer:
    """The device behind a key, and the key."""

    ref: Ref[Device]
    device: Device
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


def signer(key_id: str) -> Signer | None:
    """Whose key it is, with the key; None if nobody may sign with it."""
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [key_id])
        row = cursor.fetchone()
    if row is None:
        return None
    id_, wrapped, state_version, state = row
    ref = device.AGGREGATE.at(id_)
    is_fresh = state_version == device.AGGREGATE.state_version
    known = codec.decode(Device, state) if is_fresh else reading.state(ref)
    return Signer(ref, known, keys.unwrap(bytes(wrapped), _about(key_id, id_))) if key_id in known.keys else None


def _about(key_id: str, device_id: str) -> str:
    return f"device {device_id}, key {key_id}"
