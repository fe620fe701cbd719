"""Commissioning: fit a machine out for the games of a book, put it in service once nothing is missing, take it out again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from casino.domain.powers import BOOK_NAMES, IR
from casino.domain.refusals import Refusal
from devices.domain import equipment
from devices.domain.demands import (
    AS_DRAWN,
    BALL,
    COLOURS,
    DEMANDS,
    HOUSING,
    INSERT,
    ORDER,
    READINGS_OF_SOURCES,
    WITHOUT_A_BOOK,
    Demand,
    Material,
    Part,
    rule_of,
)
from devices.domain.device import Device, Kind, require_at_rest, require_registered
from devices.domain.equipment import Die, EquipmentRefused, PartMissing
from devices.domain.events import (
    BallRegistered,
    DevicePutInService,
    DeviceTakenOutOfService,
    DiceSetSealed,
    EntryTerminalFitted,
    LayoutApproved,
    TerminalCommissioned,
    TerminalLinkedToWheel,
    WheelRegistered,
)

LONGEST_REASON = 500


class AnotherBook(Refusal):
    """A machine is fitted out for the games of one book, for ever: its credit meter knows no other sources."""

    code = "device-another-book"


class NotCommissioned(EquipmentRefused):
    """The machine has not been fitted out for any game."""

    code = "device-not-commissioned"


class NotAWheel(EquipmentRefused):
    """Terminals are linked to an automated wheel that is on the books with its measures."""

    code = "device-not-a-wheel"


class AlreadyInService(Refusal):
    """The machine is in service."""

    code = "device-already-in-service"


class NotInService(Refusal):
    """The machine is not in service."""

    code = "device-not-in-service"


class ReasonMissing(Refusal):
    """Why a machine goes out of service stays on its record."""

    code = "device-reason-missing"


FITTED: Mapping[Part, Callable[[Device], object]] = {
    Part.STACKER: lambda device: device.terminal and device.terminal.stacker,
    Part.PRINTER: lambda device: device.terminal and device.terminal.printer,
    Part.GAME_SYSTEM: lambda device: device.terminal and device.terminal.game_system,
    Part.SOFTWARE: lambda device: device.terminal and device.terminal.software,
    Part.LAYOUT: lambda device: device.layout,
    Part.LINK: lambda device: device.link,
    Part.DICE: lambda device: device.dice,
    Part.BALL: lambda device: device.ball,
    Part.WHEEL: lambda device: device.wheel,
    Part.EQUIPMENT: lambda device: device.entry and device.entry.equipment,
    Part.KEYS: lambda device: device.entry and device.entry.keys,
}


def commission_terminal(
    device: Device,
    *,
    book: str,
    stacker: str,
    printer: str,
    game_system: str,
    software: str,
    diagram: str,
    approval: str,
    features: Sequence[str] = (),
) -> list[TerminalCommissioned | LayoutApproved]:
    """Fit a player terminal out for the games of a book (AC 2.2, IR 2.5), or put on record what was replaced."""
    require_at_rest(device, Kind.PLAYER_TERMINAL)
    _require_same_book(device, book)
    fitted = {Part.STACKER: stacker, Part.PRINTER: printer, Part.GAME_SYSTEM: game_system, Part.SOFTWARE: software}
    equipment.check_fitted(book, Kind.PLAYER_TERMINAL, fitted)
    commissioned = TerminalCommissioned(
        book=book,
        stacker=stacker,
        printer=printer,
        game_system=game_system,
        software=software,
        rule=tuple(dict.fromkeys(demand.rule for demand in _demanded(book, Kind.PLAYER_TERMINAL) if demand.part in fitted)),
        readings=READINGS_OF_SOURCES.get(book, ()),
    )
    return [commissioned, _layout(book, diagram, approval, features)]


def approve_layout(device: Device, *, diagram: str, approval: str, features: Sequence[str] = ()) -> LayoutApproved:
    """Note what the touch screen of a terminal shows from now on, and under which approval (AC 2.3, IR 2.6, SB 2.3)."""
    require_at_rest(device, Kind.PLAYER_TERMINAL)
    _require_commissioned(device)
    return _layout(device.book, diagram, approval, features)


def _layout(book: str, diagram: str, approval: str, features: Sequence[str]) -> LayoutApproved:
    equipment.check_layout(book, diagram=diagram, approval=approval)
    rule = rule_of(book, Kind.PLAYER_TERMINAL, Part.LAYOUT)
    return LayoutApproved(diagram=diagram, approval=approval, features=tuple(features), rule=(rule,))


def link_to_wheel(device: Device, *, wheel: Device) -> TerminalLinkedToWheel:
    """Let a terminal be told its outcomes by an automated wheel (IR 2.4)."""
    require_at_rest(device, Kind.PLAYER_TERMINAL)
    _require_commissioned(device)
    _require_same_book(device, IR)
    rule = rule_of(IR, Kind.PLAYER_TERMINAL, Part.LINK)
    if wheel.wheel is None:
        raise NotAWheel("There is no automated wheel of this name with its measures on the books.", rule=rule)
    return TerminalLinkedToWheel(wheel=wheel.name, rule=(rule,))


def seal_dice(device: Device, *, book: str, dice_set: str, seal: str, dice: Sequence[Die]) -> DiceSetSealed:
    """Seal a set of dice within the tumbler (AC 2.2.4, SB 2.2)."""
    require_at_rest(device, Kind.DICE_TUMBLER)
    equipment.check_book(book, Kind.DICE_TUMBLER)
    equipment.check_dice(book, dice_set=dice_set, seal=seal, dice=dice)
    rule = rule_of(book, Kind.DICE_TUMBLER, Part.DICE)
    return DiceSetSealed(book=book, dice_set=dice_set, seal=seal, dice=tuple(dice), rule=(rule,))


def register_ball(device: Device, *, ball: str, material: Material, diameter_um: int) -> BallRegistered:
    """Note the ball a wheel spins (IR 2.2)."""
    require_at_rest(device, Kind.WHEEL)
    equipment.check_ball(ball=ball, material=material, diameter_um=diameter_um)
    return BallRegistered(ball=ball, material=material, diameter_um=diameter_um, rule=(BALL,))


def register_wheel(
    device: Device, *, housing_mm: int, insert_mm: int, order: Sequence[int], colours: Sequence[str]
) -> WheelRegistered:
    """Note the measures of a wheel and its compartments, clockwise from zero (IR 2.3, IR 2.4, IR-08)."""
    require_at_rest(device, Kind.WHEEL)
    equipment.check_wheel(housing_mm=housing_mm, insert_mm=insert_mm, order=order, colours=colours)
    return WheelRegistered(
        book=IR,
        housing_mm=housing_mm,
        insert_mm=insert_mm,
        order=tuple(order),
        colours=tuple(colours),
        rule=(HOUSING, INSERT, COLOURS, ORDER),
        readings=(AS_DRAWN,),
    )


def fit_entry_terminal(device: Device, *, book: str, table: str, lights: str, keys: Collection[int]) -> EntryTerminalFitted:
    """Attach an entry terminal to a table, linked to the equipment that lights the winning areas (DF 2.3, DF 2.4)."""
    require_at_rest(device, Kind.ENTRY_TERMINAL)
    equipment.check_book(book, Kind.ENTRY_TERMINAL)
    equipment.check_fitted(book, Kind.ENTRY_TERMINAL, {Part.EQUIPMENT: lights})
    equipment.check_keys(book, keys)
    rules = tuple(demand.rule for demand in _demanded(book, Kind.ENTRY_TERMINAL))
    return EntryTerminalFitted(book=book, table=table, equipment=lights, keys=tuple(keys), rule=rules)


def put_in_service(device: Device) -> DevicePutInService:
    """Let a machine be played; nothing of what its book demands may be missing."""
    require_registered(device)
    if device.is_in_service:
        raise AlreadyInService(f"{device.name} is in service already.")
    if device.kind not in WITHOUT_A_BOOK:
        _require_commissioned(device)
    for demand in missing(device):
        game = BOOK_NAMES[device.book]
        raise PartMissing(f"Every {device.kind} of {game} has {demand.part}: {device.name} has not.", rule=demand.rule)
    return DevicePutInService(rule=tuple(dict.fromkeys(demand.rule for demand in demanded(device))))


def take_out_of_service(device: Device, *, reason: str) -> DeviceTakenOutOfService:
    """Let a machine no longer be played, and say why."""
    require_registered(device)
    if not device.is_in_service:
        raise NotInService(f"{device.name} is not in service.")
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise ReasonMissing(f"Say why, in at most {LONGEST_REASON} characters.")
    return DeviceTakenOutOfService(reason=reason)


def demanded(device: Device) -> tuple[Demand, ...]:
    """What its book demands of a machine; nothing while it is fitted out for none."""
    return _demanded(device.book, Kind(device.kind)) if device.book else ()


def missing(device: Device) -> tuple[Demand, ...]:
    """What its book demands of a machine and is not there."""
    return tuple(demand for demand in demanded(device) if not FITTED[demand.part](device))


def _demanded(book: str, kind: Kind) -> tuple[Demand, ...]:
    return DEMANDS[book][kind]


def _require_commissioned(device: Device) -> None:
    if not device.book:
        rule = equipment.rules_for(Kind(device.kind))
        raise NotCommissioned(f"{device.name} has not been fitted out for a game yet.", rule=rule)


def _require_same_book(device: Device, book: str) -> None:
    equipment.check_book(book, Kind.PLAYER_TERMINAL)
    if device.book not in {"", book}:
        raise AnotherBook(f"{device.name} is fitted out for {BOOK_NAMES[device.book]}, and its credit meter for nothing else.")
