"""One end of one connection of a feed: what server and table do alike. Pure: time is handed in as seconds.

What is said is numbered, signed and kept until the other end has acknowledged it, and said again when it is asked for, or
when no answer comes. What is heard counts once, in its order; it is acknowledged when somebody has kept it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from devices.wire import feed
from devices.wire.errors import BadLine, BadMac, LineMissing, WireError
from devices.wire.feed import Arrival, Line
from devices.wire.feed_messages import Ack, Direction, Resend, Said

REPEAT_SECONDS = 2.0  # after which what was not acknowledged is said again
ASK_AGAIN_SECONDS = 1.0
Clock = Callable[[float], datetime]
OPPOSITE = {Direction.DOWN: Direction.UP, Direction.UP: Direction.DOWN}


class End:
    """Says and hears for one device. It signs with the key the other end has used last, at first with the first."""

    def __init__(self, device: str, *, says: Direction, keys: Sequence[bytes], clock: Clock) -> None:
        self.device = device
        self.heard_at = self.waits_since = float("-inf")
        self.waiting: dict[int, Said] = {}  # said, and not acknowledged
        self.acknowledged: list[Said] = []  # by the other end, since somebody last took them
        self.faults: list[WireError] = []  # since somebody last took them
        self._says = says
        self._keys = list(keys)
        self._clock = clock
        self._reader = feed.Reader()
        self._sender = feed.Sender(device)
        self._receiver = feed.Receiver()
        self._out = b""
        self._kept = 0
        self._owes_ack = False
        self._asked_at: float | None = None
        self._repeat_at = 0.0

    def say(self, message: Said, now: float) -> None:
        """Say something the other end has to acknowledge."""
        if not self.waiting:
            self.waits_since, self._repeat_at = now, now + REPEAT_SECONDS
        line = self._sender.number(message, at=self._clock(now))
        self.waiting[line.sequence] = message
        self.send(line)

    def hear(self, data: bytes, now: float) -> list[Line]:
        """What is new of what was heard, in its order."""
        news = []
        for line in self._reader.feed(data):
            try:
                news += self._take(self._read(line), now)
            except WireError as fault:
                self.faults.append(fault)
        return news

    def keep(self, sequence: int) -> None:
        """Everything heard up to this line is kept: it is acknowledged with what goes out next."""
        self._kept = max(self._kept, sequence)
        self._owes_ack = True

    def take_out(self, now: float) -> bytes:
        """What is to go out by now."""
        if self._owes_ack and self._kept:
            self._owes_ack = False
            self.send(self._sender.number(Ack(self._kept), at=self._clock(now)))
        if self._asked_at is not None and now - self._asked_at >= ASK_AGAIN_SECONDS:
            self._ask(now)
        if self.waiting and now >= self._repeat_at:
            self._keys.append(self._keys.pop(0))  # perhaps the machine has another by now, or not yet
            self._say_again(min(self.waiting), now)
        out, self._out = self._out, b""
        return out

    def send(self, line: Line) -> None:
        """Put a line on its way."""
        self._out += feed.encode(line, direction=self._says, key=self._keys[0])

    def _read(self, line: bytes) -> Line:
        for key in self._keys:
            try:
                read = feed.decode(line, direction=OPPOSITE[self._says], keys=[key])
            except BadMac:
                continue
            if read.device != self.device:
                raise BadLine(f"This is the feed of {self.device}, not of {read.device}.")
            self._keys.remove(key)
            self._keys.insert(0, key)
            return read
        raise BadMac(f"The code is not that of a line of {self.device}.")

    def _take(self, line: Line, now: float) -> list[Line]:
        self.heard_at = now
        arrival = self._receiver.receive(line)
        if arrival is Arrival.NEXT:
            self._asked_at = None
        elif arrival is Arrival.AFTER_A_GAP and self._asked_at is None:
            missing = self._receiver.last + 1
            self.faults.append(LineMissing(f"Line {missing} of {self.device} did not come before {line.sequence}."))
            self._ask(now)
        match line.message:
            case Ack(sequence):
                self._acknowledge(sequence, now)
            case Resend(first) if arrival is not Arrival.AGAIN:
                self._say_again(first, now)
            case Resend():
                pass
            case _ if arrival is Arrival.NEXT:
                return [line]
            case _ if arrival is Arrival.AGAIN:
                self._owes_ack = True  # the other end has not heard that it is kept
        return []

    def _ask(self, now: float) -> None:
        self._asked_at = now
        self.send(self._sender.number(self._receiver.missing(), at=self._clock(now)))

    def _acknowledge(self, sequence: int, now: float) -> None:
        self._sender.acknowledge(sequence)
        self.acknowledged += [message for number, message in self.waiting.items() if number <= sequence]
        self.waiting = {number: message for number, message in self.waiting.items() if number > sequence}
        self._repeat_at = now + REPEAT_SECONDS

    def _say_again(self, first: int, now: float) -> None:
        self._repeat_at = now + REPEAT_SECONDS
        for line in self._sender.again(first):
            self.send(line)
