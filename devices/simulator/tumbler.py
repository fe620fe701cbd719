"""A dice tumbler: told to shoot, it shoots once a round and says on the feed of its table what it senses."""

from __future__ import annotations

from datetime import datetime
from random import Random

from devices.simulator.faults import Fault
from devices.simulator.feed import Table
from devices.simulator.timers import Timers
from devices.wire.feed_messages import DiceCocked, DiceShot, OutcomeSensed, ShootDice

SHOOT_SECONDS = 1.0
REST_SECONDS = 3.0
FACES = 6


class Tumbler:
    """Sealed dice. A cocked die is told as such, and somebody decides; the dice are shot again in the next round."""

    def __init__(self, device: str, *, dice: int, seed: int, key: bytes, started_at: datetime, faster: float = 1.0) -> None:
        self.device = device
        self.table = Table(device, key=key, started_at=started_at)
        self._dice = dice
        self._faster = faster
        self._is_at_rest = False
        self._chance = Random(f"{seed} {device}")
        self._timers = Timers()
        self._shot_in = ""
        self._cocked = 0
        self.shots = self.outcomes = 0

    def inflict(self, fault: Fault, *, times: int = 1) -> None:
        """Have the next shots end cocked, or the next lines get lost."""
        if fault is Fault.COCKED_DICE:
            self._cocked += times
        elif fault is Fault.LOST_LINE:
            self.table.lines_to_lose += times
        else:
            raise ValueError(f"{fault.value} is no fault of a tumbler.")

    def rest(self) -> None:
        """Shoot no more, whatever it is told."""
        self._is_at_rest = True

    def hear(self, data: bytes, now: float) -> None:
        """Lines from the server; what is none, or is not signed for this device, is passed over."""
        for message in self.table.hear(data, now):
            if isinstance(message, ShootDice) and message.round == self.table.round != self._shot_in and not self._is_at_rest:
                self._shot_in = message.round
                self._shoot_at(now + SHOOT_SECONDS / self._faster, message.round)

    def advance(self, now: float) -> None:
        """Dice are shot and come to rest, whether or not anybody listens."""
        while self._timers.next_at <= now:
            self._timers.run_next(now)

    def _shoot_at(self, moment: float, play: str) -> None:
        def shoot(now: float) -> None:
            self.shots += 1
            self.table.say(DiceShot(play), now)
            self._timers.at(now + REST_SECONDS / self._faster, rest)

        def rest(now: float) -> None:
            if self._cocked:
                self._cocked -= 1
                self.table.say(DiceCocked(play), now)
            else:
                self.outcomes += 1
                self.table.say(OutcomeSensed(play, tuple(self._chance.randint(1, FACES) for _ in range(self._dice))), now)

        self._timers.at(moment, shoot)
