"""A dice tumbler: told when wagering is closed, it shoots and says on the feed what it senses."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from random import Random

from devices.simulator.faults import Fault
from devices.simulator.timers import Timers
from devices.wire import feed
from devices.wire.errors import BadLine, BadMac, LineGone
from devices.wire.feed_messages import Ack, DiceCocked, DiceShot, Direction, OutcomeSensed, Resend, Said, WageringClosed

SHOOT_SECONDS = 1.0
REST_SECONDS = 3.0
FACES = 6


class Tumbler:
    """Sealed dice. A cocked die is told as such and the dice are shot again."""

    def __init__(self, device: str, *, dice: int, seed: int, key: bytes, started_at: datetime) -> None:
        self.device = device
        self._dice = dice
        self._chance = Random(f"{seed} {device}")
        self._key = key
        self._started_at = started_at
        self._timers = Timers()
        self._reader = feed.Reader()
        self._sender = feed.Sender(device)
        self._receiver = feed.Receiver()
        self._cocked = self._lost = 0
        self._out = b""
        self.shots = self.outcomes = 0

    def inflict(self, fault: Fault, *, times: int = 1) -> None:
        """Have the next shots end cocked, or the next lines get lost."""
        if fault is Fault.COCKED_DICE:
            self._cocked += times
        elif fault is Fault.LOST_LINE:
            self._lost += times
        else:
            raise ValueError(f"{fault.value} is no fault of a tumbler.")

    def hear(self, data: bytes, now: float) -> None:
        """Lines from the server; what is none, or is not signed for this device, is passed over."""
        for line in self._reader.feed(data):
            with suppress(BadLine, BadMac):
                self._receive(feed.decode(line, direction=Direction.DOWN, keys=[self._key]), now)

    def send(self, now: float) -> bytes:
        """The lines due by now."""
        while self._timers.next_at <= now:
            self._timers.run_next(now)
        out, self._out = self._out, b""
        return out

    def _receive(self, line: feed.Line, now: float) -> None:
        if line.device != self.device:
            return
        match line.message:
            case Ack(sequence):
                self._receiver.receive(line)
                self._sender.acknowledge(sequence)
                return
            case Resend(first):
                self._receiver.receive(line)
                self._send_again(first)
                return
        arrival = self._receiver.receive(line)
        if arrival is feed.Arrival.AFTER_A_GAP:
            self._say(self._receiver.missing(), now)
            return
        self._say(Ack(line.sequence), now)
        if arrival is feed.Arrival.NEXT and isinstance(line.message, WageringClosed):
            self._shoot_at(now + SHOOT_SECONDS, line.message.round)

    def _shoot_at(self, moment: float, play: str) -> None:
        def shoot(now: float) -> None:
            self.shots += 1
            self._say(DiceShot(play), now)
            self._timers.at(now + REST_SECONDS, rest)

        def rest(now: float) -> None:
            if self._cocked:
                self._cocked -= 1
                self._say(DiceCocked(play), now)
                self._shoot_at(now + SHOOT_SECONDS, play)
            else:
                self.outcomes += 1
                self._say(OutcomeSensed(play, tuple(self._chance.randint(1, FACES) for _ in range(self._dice))), now)

        self._timers.at(moment, shoot)

    def _say(self, message: Said, now: float) -> None:
        line = self._sender.number(message, at=self._started_at + timedelta(seconds=now))
        if self._lost:
            self._lost -= 1
        else:
            self._out += feed.encode(line, direction=Direction.UP, key=self._key)

    def _send_again(self, first: int) -> None:
        with suppress(LineGone):
            for line in self._sender.again(first):
                self._out += feed.encode(line, direction=Direction.UP, key=self._key)
