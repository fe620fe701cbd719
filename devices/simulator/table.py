"""One table: its terminals and their players, its machine, and what is played at it, turn after turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from random import Random
from typing import NamedTuple, Protocol

from devices.simulator import provoking
from devices.simulator.cable import Cable
from devices.simulator.faults import Fault, Scripted
from devices.simulator.plan import TablePlan
from devices.simulator.player import Manner, Player, attend, pay
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import SECONDS_IN, Wheel
from devices.wire.feed_messages import CreditMeter, Down

TURN_SECONDS = sum(SECONDS_IN.values())  # one game of a wheel
QUIET_SECONDS = 10.0  # at the end of a turn, so that all doors are closed
DOOR_SECONDS = (4.0, 9.0)


class Act(NamedTuple):
    """Something that somebody does, so many seconds after the turn began."""

    after_seconds: float
    do: Callable[[float], object]


class Script(Protocol):
    """What is played at a table. Games are further scripts."""

    def turn(self, table: Table, *, apart_from: frozenset[str]) -> list[Act]:
        """One turn, in the order of its acts; at some terminals something else is being done."""


class Table:
    """A table with everything on it."""

    def __init__(
        self, plan: TablePlan, *, first_asset: int, seed: int, manner: Manner, machine: Wheel | Tumbler, script: Script
    ) -> None:
        self.plan = plan
        self.rounds = 0
        self.machine = machine
        self.script = script
        self._troubled: frozenset[str] = frozenset()
        terminals = [Terminal(name, asset=asset) for asset, name in enumerate(plan.terminals, start=first_asset)]
        self.players = {terminal.device: Player(terminal, seed=seed, manner=manner) for terminal in terminals}
        self.cables = {terminal.device: Cable(Port(address, terminal)) for address, terminal in enumerate(terminals, start=1)}
        machine.table.listeners.append(self._hear)

    @property
    def terminals(self) -> list[Terminal]:
        """In the order of their addresses."""
        return [player.terminal for player in self.players.values()]

    def turn(self, faults: list[Scripted]) -> list[Act]:
        """The next turn: an attendant first, then what is to go wrong, then what is played."""
        self.rounds += 1
        attended = [Act(0.0, partial(pay, terminal)) for terminal in self.terminals]
        wrong = [Act(0.0, partial(self.inflict, fault)) for fault in faults]
        before = {device for device in self._troubled if device in self.players and not self.players[device].terminal.is_heard}
        self._troubled = frozenset(before.union(fault.device for fault in faults))
        return [*attended, *wrong, *self.script.turn(self, apart_from=self._troubled)]

    def inflict(self, scripted: Scripted, now: float) -> None:
        """Have something go wrong, with what has to happen at a terminal for it to be seen."""
        if scripted.device in self.cables:
            cable, player = self.cables[scripted.device], self.players[scripted.device]
            provoking.inflict(scripted, cable, player, now)
        else:
            self.machine.inflict(scripted.fault, times=scripted.times)

    def _hear(self, told: Down) -> None:
        """Its terminals show what the house says of their credit meters."""
        if isinstance(told, CreditMeter) and told.terminal in self.players:
            self.players[told.terminal].terminal.following.hear(told, play=self.machine.table.round)

    def plug_in(self, faults: list[Scripted]) -> None:
        """Before anybody has read a meter: one that is to roll over has been running for years."""
        for scripted in faults:
            if scripted.fault is Fault.METER_ROLL_OVER and scripted.device in self.cables:
                self.cables[scripted.device].inflict(scripted.fault, 0.0)


class MoneyAndDoors:
    """Somebody at each terminal does one thing; an attendant closes the doors."""

    def __init__(self, *, seed: int, table: str) -> None:
        self._chance = Random(f"{seed} {table}")

    def turn(self, table: Table, *, apart_from: frozenset[str]) -> list[Act]:
        """In the order of the moments chance gives them, which does not depend on what goes wrong."""
        acts = []
        for device, player in table.players.items():
            at = self._chance.uniform(0.0, TURN_SECONDS - QUIET_SECONDS)
            closed_at = at + self._chance.uniform(*DOOR_SECONDS)
            if device not in apart_from:
                acts += [Act(at, player.act), Act(closed_at, partial(attend, player.terminal))]
        return sorted(acts, key=attrgetter("after_seconds"))
