"""A table's end of the feed: it acknowledges what it is told, shows it, and says what its machine senses until that is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from devices.wire.feed import Line
from devices.wire.feed_end import End
from devices.wire.feed_messages import (
    CreditMeter,
    Direction,
    Down,
    Lock,
    OutcomeConfirmed,
    RoundOpened,
    Said,
    ShootDice,
    WageringClosed,
)


class Table:
    """What the screens of a table show, and what it has to say. Whoever connects last is spoken to, and hears it all."""

    def __init__(self, device: str, *, key: bytes, started_at: datetime) -> None:
        self.device = device
        self.round = ""
        self.is_closed = False
        self.outcome: tuple[int, ...] = ()
        self.told_to_shoot = ""
        self.credits: dict[str, CreditMeter] = {}
        self.locked: dict[str, str] = {}
        self.lines_to_lose = 0
        self.listeners: list[Callable[[Down], object]] = []
        self._key = key
        self._started_at = started_at
        self._end: End | None = None
        self._unsaid: list[Said] = []  # while nobody listened

    def connect(self, now: float) -> None:
        """Somebody listens from now on: both ends begin anew, and what was not acknowledged is said again."""
        unsaid, self._unsaid = [*(self._end.waiting.values() if self._end else ()), *self._unsaid], []
        self._end = _End(self, key=self._key, started_at=self._started_at)
        for message in unsaid:
            self._end.say(message, now)

    def hear(self, data: bytes, now: float) -> list[Down]:
        """What is new of what the house says; it is shown and acknowledged. Anything else is passed over."""
        if self._end is None:
            return []
        heard = self._end.hear(data, now)
        self._end.faults.clear()
        self._end.acknowledged.clear()
        for line in heard:
            self._show(line)
            self._end.keep(line.sequence)
        told = [line.message for line in heard if isinstance(line.message, Down)]
        for message in told:
            for listen in self.listeners:
                listen(message)
        return told

    def say(self, message: Said, now: float) -> None:
        """What the machine has to say; kept until somebody listens."""
        if self._end:
            self._end.say(message, now)
        else:
            self._unsaid.append(message)

    def take_out(self, now: float) -> bytes:
        """The lines due by now."""
        return self._end.take_out(now) if self._end else b""

    def _show(self, line: Line) -> None:
        match line.message:
            case RoundOpened(play):
                self.round, self.is_closed, self.outcome = play, False, ()
            case WageringClosed(play) if play == self.round:
                self.is_closed = True
            case ShootDice(play):
                self.told_to_shoot = play
            case OutcomeConfirmed(play, outcome) if play == self.round:
                self.outcome = outcome
            case CreditMeter() as meter if meter.version > self._version_shown(meter.terminal):
                self.credits[meter.terminal] = meter
            case Lock() as lock:
                self.locked.pop(lock.terminal, None)
                self.locked |= {lock.terminal: lock.reason} if lock.is_locked else {}
            case _:
                pass  # what is old, or for the machine

    def _version_shown(self, terminal: str) -> int:
        return self.credits[terminal].version if terminal in self.credits else 0


class _End(End):
    """An end of which lines can get lost."""

    def __init__(self, table: Table, *, key: bytes, started_at: datetime) -> None:
        super().__init__(table.device, says=Direction.UP, keys=[key], clock=lambda now: started_at + timedelta(seconds=now))
        self._table = table

    def send(self, line: Line) -> None:
        """On its way, or lost."""
        if self._table.lines_to_lose:
            self._table.lines_to_lose -= 1
        else:
            super().send(line)
