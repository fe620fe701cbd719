"""Events of devices into their read models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from casino import journal
from casino.journal import Recorded
from devices.domain.device import DeviceEvent
from devices.domain.events import (
    DeviceAnnounced,
    DeviceKeyIssued,
    DeviceKeyRevoked,
    DeviceMoved,
    DevicePutInService,
    DeviceRegistered,
    DeviceTakenOutOfService,
    DeviceWired,
    DiceSetSealed,
    EntryTerminalFitted,
    TerminalCommissioned,
    WheelRegistered,
)
from devices.models import Device

_NEW = {
    "keys": 0, "software": "", "last_sequence": 0, "announced_at": None, "book": "", "place": "", "is_in_service": False,
    "bank": "", "host": "", "port": None, "address": None,
}  # fmt: skip


@journal.projection(tables=[Device], on=get_args(DeviceEvent), inline=True)
def devices(recorded: Sequence[Recorded]) -> None:
    """Which machines there are, and what was last heard of them."""
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in Device.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        id_ = each.ref.id
        if isinstance(each.event, DeviceRegistered):
            named = {"id": id_, "venue": each.venue, "name": each.event.name, "kind": each.event.kind}
            rows[id_] = {**_NEW, **named, "registered_at": each.recorded_at}
        else:
            rows[id_] |= _changed(rows[id_], each)
    journal.write_rows(Device, list(rows.values()))


def _changed(row: dict[str, Any], each: Recorded) -> dict[str, Any]:
    """What an entry changes of a row."""
    match each.event:
        case DeviceKeyIssued():
            return {"keys": row["keys"] + 1}
        case DeviceKeyRevoked():
            return {"keys": row["keys"] - 1}
        case DeviceAnnounced() as said:
            return {"software": said.software, "last_sequence": said.sequence, "announced_at": each.recorded_at}
        case TerminalCommissioned() | DiceSetSealed() | WheelRegistered() | EntryTerminalFitted() as fitted:
            return {"book": fitted.book}
        case DeviceMoved() as moved:
            return {"place": moved.place}
        case DeviceWired() as wired:
            return {"bank": wired.bank, "host": wired.host, "port": wired.port, "address": wired.address}
        case DevicePutInService() | DeviceTakenOutOfService() as told:
            return {"is_in_service": isinstance(told, DevicePutInService)}
        case _:
            return {}
