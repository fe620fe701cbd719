"""Events of devices into their read models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from casino import journal
from casino.domain.aggregate import Event
from casino.domain.instant import Instant
from casino.journal import Recorded
from devices.domain.credit_meter import CreditMeterEvent, Order, RequestEvent
from devices.domain.device import FittingEvent, RegisterEvent
from devices.domain.events import (
    AlertAcknowledged,
    CreditMeterOpened,
    CreditsCancelled,
    CreditsIncremented,
    CreditsPaidByHand,
    DeviceAnnounced,
    DeviceKeyIssued,
    DeviceKeyRevoked,
    DeviceLinkLost,
    DeviceLinkRestored,
    DeviceMoved,
    DevicePutInService,
    DeviceRegistered,
    DeviceReported,
    DeviceTakenOutOfService,
    DeviceWired,
    DiceSetSealed,
    DifferenceEnded,
    DifferenceFound,
    EntryTerminalFitted,
    HandPayRaised,
    HandPayReset,
    MetersRead,
    NoteAcceptorTurnedOff,
    NoteAcceptorTurnedOn,
    NotesAccepted,
    OrderObeyed,
    ReportsLost,
    TerminalCommissioned,
    TerminalLocked,
    TerminalUnlocked,
    WheelRegistered,
)
from devices.domain.readings import Meter
from devices.domain.reports import ALERTS, ENDS, LINK_LOST, REPORTS_LOST
from devices.models import Alert, CreditMeter, Device

_NEW = {
    "keys": 0, "software": "", "last_sequence": 0, "announced_at": None, "book": "", "place": "", "is_in_service": False,
    "bank": "", "host": "", "port": None, "address": None, "feed_port": None,
}  # fmt: skip


@journal.projection(tables=[Device], on=get_args(FittingEvent | RegisterEvent), inline=True)
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
            where = {"host": wired.host, "port": wired.port, "address": wired.address, "feed_port": wired.feed_port}
            return {"bank": wired.bank, **where}
        case DevicePutInService() | DeviceTakenOutOfService() as told:
            return {"is_in_service": isinstance(told, DevicePutInService)}
        case _:
            return {}


_OPENED: dict[str, Any] = {
    "cents": 0, "notes_cents": 0, "terminal_cents": None, "read_at": None, "differs_by": 0, "differs_since": None,
    "hand_pay_cents": 0, "hand_pay_since": None, "is_locked": False, "takes_notes": True, "to_obey": [],
}  # fmt: skip
_ORDERS: dict[type[Any], tuple[Order, dict[str, bool]]] = {
    TerminalLocked: (Order.LOCK, {"is_locked": True}),
    TerminalUnlocked: (Order.UNLOCK, {"is_locked": False}),
    NoteAcceptorTurnedOff: (Order.NOTES_OFF, {"takes_notes": False}),
    NoteAcceptorTurnedOn: (Order.NOTES_ON, {"takes_notes": True}),
}


@journal.projection(
    tables=[CreditMeter], on=[kind for kind in get_args(CreditMeterEvent) if kind not in get_args(RequestEvent)], inline=True
)
def credit_meters(recorded: Sequence[Recorded]) -> None:
    """What stands on each credit meter, and what its terminal says and is told; where only credits move nothing is read."""
    told = {each.ref.id for each in recorded if not isinstance(each.event, CreditsIncremented | CreditsCancelled)}
    journal.add_to_rows(CreditMeter, _added(each for each in recorded if each.ref.id not in told))
    if told:
        _tell([each for each in recorded if each.ref.id in told])


def _added(recorded: Iterable[Recorded]) -> list[dict[str, Any]]:
    """By how much credits have moved."""
    moved: dict[str, int] = {}
    for each in recorded:
        cents = each.event.cents if isinstance(each.event, CreditsIncremented) else -each.event.cents
        moved[each.ref.id] = moved.get(each.ref.id, 0) + cents
    return [{"id": id_, "cents": cents} for id_, cents in moved.items()]


def _tell(recorded: Sequence[Recorded]) -> None:
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in CreditMeter.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        id_, event = each.ref.id, each.event
        if isinstance(event, CreditMeterOpened):
            named = {"id": id_, "venue": each.venue, "terminal": event.terminal, "book": event.book}
            rows[id_] = {**_OPENED, **named, "credit_cents": event.credit_cents}
        else:
            rows[id_] |= _moved(rows[id_], each)
    journal.write_rows(CreditMeter, list(rows.values()))


def _moved(row: dict[str, Any], each: Recorded) -> dict[str, Any]:
    match each.event:
        case MetersRead() as read:
            return {"read_at": read.at, "terminal_cents": read.values.get(Meter.CREDITS, row["terminal_cents"])}
        case NotesAccepted(cents=cents):
            return {"cents": row["cents"] + cents, "notes_cents": row["notes_cents"] + cents}
        case CreditsIncremented(cents=cents):
            return {"cents": row["cents"] + cents}
        case CreditsCancelled(cents=cents) | CreditsPaidByHand(cents=cents):
            return {"cents": row["cents"] - cents}
        case DifferenceFound(differs_by=differs_by):
            return {"differs_by": differs_by, "differs_since": row["differs_since"] or each.recorded_at}
        case DifferenceEnded():
            return {"differs_by": 0, "differs_since": None}
        case HandPayRaised(cents=cents):
            return {"hand_pay_cents": cents, "hand_pay_since": each.recorded_at}
        case HandPayReset():
            return {"hand_pay_cents": 0, "hand_pay_since": None}
        case _:
            return _told(row, each)


def _told(row: dict[str, Any], each: Recorded) -> dict[str, Any]:
    """What a terminal is told, and has said yes to."""
    if isinstance(each.event, OrderObeyed):
        return {"to_obey": [order for order in row["to_obey"] if order != each.event.order]}
    if type(each.event) not in _ORDERS:
        return {}
    order, shown = _ORDERS[type(each.event)]
    instead_of = next(pair for pair in _OPPOSITES if order in pair)
    return shown | {"to_obey": [*(asked for asked in row["to_obey"] if asked not in instead_of), order]}


_OPPOSITES = ((Order.LOCK, Order.UNLOCK), (Order.NOTES_OFF, Order.NOTES_ON))


@journal.projection(
    tables=[Alert], on=[DeviceReported, DeviceLinkLost, DeviceLinkRestored, ReportsLost, AlertAcknowledged], inline=True
)
def alerts(recorded: Sequence[Recorded]) -> None:
    """What machines report that somebody has to look at, until its cause has ended."""
    named = [(each, name) for each in recorded if (name := _alert_of(each))]
    rows = {row["id"]: dict(row) for row in Alert.objects.filter(id__in={_alert_id(*each) for each in named}).values()}
    for each, name in named:
        id_ = _alert_id(each, name)
        rows[id_] = {
            **rows.get(id_, {}),
            **_alerted(each, name),
            "id": id_,
            "venue": each.venue,
            "device": each.ref.id,
            "name": name,
        }
    journal.write_rows(Alert, list(rows.values()))


def _alert_of(each: Recorded) -> str:
    """The alert an entry is about; nothing if it is about none."""
    match each.event:
        case DeviceReported(report=said):
            return ENDS.get(said, said if said in ALERTS else "")
        case DeviceLinkLost() | DeviceLinkRestored():
            return LINK_LOST
        case AlertAcknowledged(alert=alert):
            return alert
        case _:
            return REPORTS_LOST


def _alert_id(each: Recorded, name: str) -> str:
    return f"{each.ref.id} {name}"


def _alerted(each: Recorded, name: str) -> dict[str, Any]:
    if isinstance(each.event, AlertAcknowledged):
        goes_on = bool(ALERTS[name].ends_with)
        return {"is_open": goes_on, "acknowledged_by": each.line.actor, "acknowledged_at": each.recorded_at}
    since = _since(each.event)
    if since is None:
        return {"is_open": False}
    return {"since": since, "is_open": True, "acknowledged_by": "", "acknowledged_at": None}


def _since(event: Event) -> Instant | None:
    """When what an alert is about began; nothing if this is its end."""
    match event:
        case DeviceReported(report=said, at=at) if said in ALERTS:
            return at
        case DeviceLinkLost(silent_since=silent_since):
            return silent_since
        case ReportsLost(at=at):
            return at
        case _:
            return None
