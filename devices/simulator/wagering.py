"""What the players of a table ask of the house, one terminal after the other: they sit down, wager, and the shooter shoots."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from time import monotonic

from devices.simulator.choosing import Areas
from devices.simulator.seat import Seat
from devices.simulator.shown import CLOSED
from devices.simulator.signer import Signer
from devices.simulator.table import Table
from devices.simulator.web import Web
from devices.simulator.wishes import Habit

LOOK_SECONDS = 0.05
SHOOTER_LOOKS, LOOK_AGAIN_SECONDS = 5, 0.4
SIT_DOWN_EVERY_SECONDS = 5.0


class Wagering:
    """At one table, over one connection. Without a house to ask nothing is asked; the machines run on."""

    def __init__(self, table: Table, *, web: Web, signers: Mapping[str, Signer], areas: Areas, habit: Habit, seed: int) -> None:
        self._table = table
        self._feed = table.machine.table
        self._web = web
        self._habit = habit
        self._chance = Random(f"{seed} {table.plan.name} shooter")
        name = table.plan.name
        self._seats = {
            device: Seat(player, table=name, signer=signers[device], web=web, areas=areas)
            for device, player in table.players.items()
        }
        self._shot_in = self._looked_in = ""
        self._looks = 0
        self._look_at = self._sit_down_at = 0.0
        self._press: tuple[str, str, float] | None = None  # whose button, in which round, when

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            while True:
                await self._step()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._web.close()

    async def _step(self) -> None:
        play = self._feed.round
        if monotonic() >= self._sit_down_at:
            self._sit_down_at = monotonic() + SIT_DOWN_EVERY_SECONDS
            await self._sit_down()
        if play and not self._feed.is_closed:
            await self._wager(play)
        elif play and not self._table.plan.has_wheel and self._feed.told_to_shoot != play:
            await self._see_to_the_dice(play)

    async def _sit_down(self) -> None:
        for seat in self._seats.values():
            if not seat.is_taken:
                await seat.sit_down()

    async def _wager(self, play: str) -> None:
        """Everybody in turn, one thing each."""
        for seat in self._seats.values():
            if self._feed.round != play or self._feed.is_closed:
                return
            if seat.is_taken and seat.player.wishes:
                await seat.play(play)

    async def _see_to_the_dice(self, play: str) -> None:
        """Find out who the shooter is; one of ours presses the button after a while, or lets the dice be shot (AC 3.11)."""
        if self._press and self._press[1] == play:
            await self._press_when_due()
        elif self._shot_in != play and monotonic() >= self._look_at:
            await self._look_for_the_shooter(play)

    async def _press_when_due(self) -> None:
        assert self._press is not None, "somebody is to press it"
        device, play, at = self._press
        if monotonic() >= at:
            self._press, self._shot_in = None, play
            await self._seats[device].shoot(play)

    async def _look_for_the_shooter(self, play: str) -> None:
        """Who shoots is known once the wagers are fixed, which is a moment after they are over."""
        self._looks = self._looks + 1 if self._looked_in == play else 1
        self._looked_in, self._look_at = play, monotonic() + LOOK_AGAIN_SECONDS
        looker = next((seat for seat in self._seats.values() if seat.is_taken), None)
        shown = await looker.look() if looker else None
        if shown and shown.round and shown.round.id == play and shown.round.stage == CLOSED and shown.round.shoot_by:
            self._decide_to_shoot(shown.round.shooter or "", play)
        elif self._looks >= SHOOTER_LOOKS:
            self._shot_in = play

    def _decide_to_shoot(self, shooter: str, play: str) -> None:
        shoots = self._chance.random() < self._habit.shoots
        after = self._chance.uniform(0.0, self._habit.shoots_within_seconds)
        if shoots and shooter in self._seats:
            self._press = shooter, play, monotonic() + after
        else:
            self._shot_in = play
