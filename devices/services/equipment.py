"""The equipment of devices: what is fitted to them by their book's rules, and whether they may be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Event, Ref
from casino.domain.powers import Power
from casino.journal import Held, Origin
from devices.domain import commissioning, credit_meter, device
from devices.domain.demands import INCREMENTED, SOURCES, Material
from devices.domain.equipment import Die


@journal.command
def commission_terminal(
    *,
    name: str,
    book: str,
    stacker: str,
    printer: str,
    game_system: str,
    software: str,
    diagram: str,
    approval: str,
    features: tuple[str, ...] = (),
    credit_cents: int = 1,
    origin: Origin,
) -> None:
    """Fit a player terminal out for the games of a book; the first time its credit meter is opened with the book's sources."""
    ref, meter_ref = device.at(origin.venue, name), credit_meter.at(origin.venue, name)
    held = _load([ref, meter_ref], origin)
    commissioned = commissioning.commission_terminal(
        held[ref],
        book=book,
        stacker=stacker,
        printer=printer,
        game_system=game_system,
        software=software,
        diagram=diagram,
        approval=approval,
        features=features,
    )
    facts: dict[Ref[Any], Sequence[Event]] = {ref: commissioned}
    if not held[meter_ref].is_open:
        facts[meter_ref] = [
            credit_meter.open_meter(
                held[meter_ref],
                terminal=name,
                book=book,
                sources=SOURCES[book],
                credit_cents=credit_cents,
                rule=INCREMENTED[book],
            )
        ]
    journal.append(held, facts, origin)


@journal.command
def approve_layout(*, name: str, diagram: str, approval: str, features: tuple[str, ...] = (), origin: Origin) -> None:
    """Note what the touch screen of a terminal shows from now on, and under which approval."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    approved = commissioning.approve_layout(held[ref], diagram=diagram, approval=approval, features=features)
    journal.append(held, {ref: [approved]}, origin)


@journal.command
def link_to_wheel(*, name: str, wheel: str, origin: Origin) -> None:
    """Let a terminal be told its outcomes by an automated wheel."""
    ref, wheel_ref = device.at(origin.venue, name), device.at(origin.venue, wheel)
    held = _load(list(dict.fromkeys([ref, wheel_ref])), origin)
    journal.append(held, {ref: [commissioning.link_to_wheel(held[ref], wheel=held[wheel_ref])]}, origin)


@journal.command
def seal_dice(*, name: str, book: str, dice_set: str, seal: str, dice: tuple[Die, ...], origin: Origin) -> None:
    """Seal a set of dice within a tumbler."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    sealed = commissioning.seal_dice(held[ref], book=book, dice_set=dice_set, seal=seal, dice=dice)
    journal.append(held, {ref: [sealed]}, origin)


@journal.command
def register_ball(*, name: str, ball: str, material: Material, diameter_um: int, origin: Origin) -> None:
    """Note the ball a wheel spins, measured in whole micrometres."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    registered = commissioning.register_ball(held[ref], ball=ball, material=material, diameter_um=diameter_um)
    journal.append(held, {ref: [registered]}, origin)


@journal.command
def register_wheel(
    *, name: str, housing_mm: int, insert_mm: int, order: tuple[int, ...], colours: tuple[str, ...], origin: Origin
) -> None:
    """Note the measures of a wheel and its compartments, clockwise from zero."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    registered = commissioning.register_wheel(held[ref], housing_mm=housing_mm, insert_mm=insert_mm, order=order, colours=colours)
    journal.append(held, {ref: [registered]}, origin)


@journal.command
def fit_entry_terminal(*, name: str, book: str, table: str, lights: str, keys: tuple[int, ...], origin: Origin) -> None:
    """Attach an entry terminal to a table, linked to the equipment that lights the winning areas."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    fitted = commissioning.fit_entry_terminal(held[ref], book=book, table=table, lights=lights, keys=keys)
    journal.append(held, {ref: [fitted]}, origin)


@journal.command
def put_in_service(*, name: str, origin: Origin) -> None:
    """Let a machine be played, if nothing of what its book demands is missing."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    journal.append(held, {ref: [commissioning.put_in_service(held[ref])]}, origin)


@journal.command
def take_out_of_service(*, name: str, reason: str, origin: Origin) -> None:
    """Let a machine no longer be played."""
    ref = device.at(origin.venue, name)
    held = _load([ref], origin)
    journal.append(held, {ref: [commissioning.take_out_of_service(held[ref], reason=reason)]}, origin)


def _load(refs: Sequence[Ref[Any]], origin: Origin) -> Held:
    held = journal.load(write=refs, guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.KEEP_DEVICES)
    return held
