"""What every device of a floor has done: to hold the books against. Counts only, so that it does not grow with time."""

from __future__ import annotations

from typing import Any

import msgspec

from devices.simulator.floor import Floor
from devices.simulator.player import Player
from devices.simulator.table import Table
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import Wheel
from devices.wire.sas.meters import Meter


def report(floor: Floor) -> dict[str, Any]:
    """One object: tables, terminals, wheels, tumblers, faults; and who was not heard to the end."""
    machines = {table.plan.machine: table.machine for table in floor.tables}
    return {
        "seed": floor.seed,
        "tables": {table.plan.name: {"book": table.plan.book, "rounds": table.rounds} for table in floor.tables},
        "terminals": {device: _terminal(table, player) for table in floor.tables for device, player in table.players.items()},
        "wheels": {name: _wheel(machine) for name, machine in machines.items() if isinstance(machine, Wheel)},
        "tumblers": {name: _tumbler(machine) for name, machine in machines.items() if isinstance(machine, Tumbler)},
        "faults": [
            {**msgspec.to_builtins(fault), "is_inflicted": is_inflicted}
            for fault, is_inflicted in zip(floor.faults, floor.inflicted, strict=True)
        ],
        "unheard": floor.unheard,
    }


def notes_cents(player: Player) -> int:
    """What was inserted at a terminal, whatever its meters say."""
    return sum(cents * count for cents, count in player.notes.items())


def _terminal(table: Table, player: Player) -> dict[str, Any]:
    terminal, cable = player.terminal, table.cables[player.terminal.device]
    return {
        "table": table.plan.name,
        "address": cable.address,
        "notes_cents": notes_cents(player),
        "notes": {str(cents): count for cents, count in sorted(player.notes.items())},
        "credits_cents": terminal.cabinet.credits,
        "hand_pays_raised": msgspec.to_builtins(terminal.hand_pays.raised),
        "hand_pays_paid": msgspec.to_builtins(terminal.hand_pays.paid),
        "credits_paid_by_hand": msgspec.to_builtins(terminal.hand_pays.credits_paid),
        "tickets_out": msgspec.to_builtins(terminal.cash_outs.printed),
        "tickets_inserted": player.tickets,
        "collects": player.collects,
        "doors_opened": player.doors,
        "tilts": player.tilts,
        "requests": msgspec.to_builtins(player.tally),
        "is_fault_to_come": cable.is_faulty,
        "meters": {Meter(code).name.lower().replace("_", "-"): value for code, value in terminal.meters.values().items()},
    }


def _wheel(wheel: Wheel) -> dict[str, Any]:
    return {"games": wheel.games, "last_number": wheel.status.number, "lines": wheel.lines}


def _tumbler(tumbler: Tumbler) -> dict[str, Any]:
    return {"shots": tumbler.shots, "outcomes": tumbler.outcomes}
