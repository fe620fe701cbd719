"""Devices as people read them: entries as sentences, what is fitted, what its book demands, where it stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.urls import reverse

from casino.domain.aggregate import Event
from casino.domain.powers import BOOK_NAMES, IR
from devices.domain import commissioning
from devices.domain.demands import DIAGRAMS, Part
from devices.domain.device import Device, Kind
from devices.domain.equipment import Die, millimetres
from devices.domain.events import (
    BallRegistered,
    DeviceMoved,
    DevicePutInService,
    DeviceTakenOutOfService,
    DeviceWired,
    DiceSetSealed,
    EntryTerminalFitted,
    LayoutApproved,
    TerminalCommissioned,
    TerminalLinkedToWheel,
    WheelRegistered,
)

Facts = list[dict[str, Any]]
FORMS = {  # where something that is missing is put on record
    Part.LAYOUT: "device-layout",
    Part.LINK: "device-link",
    Part.DICE: "device-dice",
    Part.BALL: "device-ball",
    Part.WHEEL: "device-wheel",
    Part.EQUIPMENT: "device-entry",
    Part.KEYS: "device-entry",
}
CHANGES = {  # of each kind, while it is out of service
    Kind.PLAYER_TERMINAL: [("device-commission", "Commission"), ("device-layout", "Layout"), ("device-link", "Link to a wheel")],
    Kind.DICE_TUMBLER: [("device-dice", "Seal dice")],
    Kind.WHEEL: [("device-wheel", "Measure the wheel"), ("device-ball", "Measure the ball")],
    Kind.ENTRY_TERMINAL: [("device-entry", "Fit to a table")],
    Kind.KIOSK: [],
}
ONLY_OF = {"device-layout": tuple(DIAGRAMS), "device-link": (IR,)}  # once the terminal is of such a book


def commissioned(event: TerminalCommissioned) -> str:
    """What a terminal was fitted with."""
    fitted = [("stacker", event.stacker), ("printer", event.printer), ("game system", event.game_system)]
    told = ", ".join(f"{what} {number}" for what, number in [*fitted, ("software", event.software)] if number)
    return f"Commissioned for {BOOK_NAMES[event.book]}: {told}"


def wired(event: DeviceWired) -> str:
    """Where a machine answers."""
    feed = f", its feed at {event.feed_port}" if event.feed_port else ""
    return f"Wired to bank {event.bank}: address {event.address} behind {event.host}:{event.port}{feed}"


def sealed(event: DiceSetSealed) -> str:
    """Which dice are within a tumbler."""
    return f"Dice set {event.dice_set} sealed under {event.seal}: {len(event.dice)} dice for {BOOK_NAMES[event.book]}"


def measured(event: WheelRegistered) -> str:
    """What a wheel measures."""
    return f"Wheel measured: housing {event.housing_mm} mm, insert {event.insert_mm} mm, {len(event.order)} compartments in order"


def approved(event: LayoutApproved) -> str:
    """What a touch screen shows."""
    return f"Layout approved: {', '.join([f'diagram {event.diagram}', event.approval, *event.features])}"


SAID: dict[type[Event], Callable[[Any], str]] = {
    TerminalCommissioned: commissioned,
    LayoutApproved: approved,
    TerminalLinkedToWheel: lambda event: f"Linked to the wheel {event.wheel}",
    DiceSetSealed: sealed,
    BallRegistered: lambda event: f"Ball {event.ball} measured: {event.material}, {millimetres(event.diameter_um)} mm",
    WheelRegistered: measured,
    EntryTerminalFitted: lambda event: f"Fitted to table {event.table}, keys {' '.join(map(str, event.keys)) or 'none'}",
    DeviceMoved: lambda event: f"Moved to {event.place}",
    DeviceWired: wired,
    DevicePutInService: lambda _: "Put in service",
    DeviceTakenOutOfService: lambda event: f"Taken out of service: {event.reason}",
}


def equipment(device: Device) -> Facts:
    """What is fitted to a machine, one line for each part."""
    told = [("Game", BOOK_NAMES[device.book] if device.book else "none yet"), *_fitted(device)]
    return [{"label": label, "value": value or "not fitted"} for label, value in told]


def _fitted(device: Device) -> list[tuple[str, str]]:
    told: list[tuple[str, str]] = []
    if (terminal := device.terminal) is not None:
        system = ", ".join(filter(None, [terminal.game_system, terminal.software and f"software {terminal.software}"]))
        told += [("Note stacker", terminal.stacker), ("Ticket printer", terminal.printer), ("Game system", system)]
    if (layout := device.layout) is not None:
        told += [("Layout", f"diagram {', '.join([layout.diagram, layout.approval, *layout.features])}")]
    if device.link is not None:
        told += [("Wheel", device.link.wheel)]
    if (dice := device.dice) is not None:
        told += [("Dice set", dice.dice_set), ("Seal", dice.seal), ("Opposite faces", faces(dice.dice))]
    if (wheel := device.wheel) is not None:
        told += [("Housing, insert", f"{wheel.housing_mm} mm, {wheel.insert_mm} mm"), ("Compartments", f"{len(wheel.order)}")]
    if (ball := device.ball) is not None:
        told += [("Ball", f"{ball.ball}, {ball.material}, {millimetres(ball.diameter_um)} mm")]
    if (entry := device.entry) is not None:
        told += [("Table", entry.table), ("Lights", entry.equipment), ("Keys", " ".join(map(str, entry.keys)))]
    return told


def faces(dice: Sequence[Die]) -> str:
    """The pairs of opposite faces of each die."""
    return "; ".join(" ".join(f"{one}-{other}" for one, other in die) for die in dice)


def gates(device: Device, *, is_past: bool) -> Facts:
    """What its book demands of a machine, each passed or missing; of the past, nothing leads to a form."""
    missing = commissioning.missing(device)
    lacking = "waits" if is_past else "missing"
    return [
        {
            "state": lacking if demand in missing else "passed",
            "text": demand.part[0].upper() + demand.part[1:],
            "rule": demand.rule,
            "url": reverse(FORMS.get(demand.part, "device-commission"), args=[device.name]),
        }
        for demand in commissioning.demanded(device)
    ]


def changes(device: Device) -> Facts:
    """What can be put on record of a machine that is out of service."""
    too_early = {page for page, books in ONLY_OF.items() if device.book not in books}
    several = [each for each in CHANGES[Kind(device.kind)] if each[0] not in too_early]
    return [{"label": label, "url": reverse(page, args=[device.name])} for page, label in several]


def line(device: Device) -> Facts:
    """Where a machine stands, and where it answers."""
    at = device.wired
    feed = [{"label": "Feed of its table", "value": f"port {at.feed_port}"}] if at and at.feed_port else []
    return [
        {"label": "Stands", "value": device.place or "not told"},
        {"label": "Bank", "value": at.bank if at else "not wired"},
        {"label": "Gateway", "value": f"{at.host}:{at.port}" if at else "none"},
        {"label": "Address", "value": str(at.address) if at else "none"},
        *feed,
    ]
