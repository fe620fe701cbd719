"""An automatic wheel: a status line every half second, and what really arrives of it; and the feed of its table."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime
from math import inf
from random import Random

from devices.simulator.faults import Fault
from devices.simulator.feed import Table
from devices.wire.feed_messages import BallInRim
from devices.wire.slingshot import HIGHEST_NUMBER, Direction, LoneNumber, State, Status, Warnings, encode

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LINE_EVERY_SECONDS = 0.5
SILENT_LINES = 268  # two minutes and fourteen seconds of them
MOST_SPINS = 1000
SECONDS_IN = {
    State.GAME_START: 2.0,
    State.PLACE_YOUR_BETS: 15.0,
    State.BALL_IN_RIM: 8.0,
    State.NO_MORE_BETS: 4.0,
    State.WINNING_NUMBER: 5.0,
}
WARNING_OF = {
    Fault.BALL_NOT_SENSED: Warnings.BALL_NOT_SENSED,
    Fault.BALL_WITH_ROTOR: Warnings.BALL_WITH_ROTOR,
    Fault.SENSOR_FAILURE: Warnings.SENSOR_FAILURE,
    Fault.VOID_GAME: Warnings.VOID_GAME,
}
OF_LINES = frozenset({Fault.LINE_CUT, Fault.LINE_WITHOUT_END})


class Wheel:
    """Game after game by itself, in mode 1157: the rotor turns the other way and at another speed each game."""

    def __init__(
        self,
        device: str,
        *,
        seed: int,
        now: float = 0.0,
        key: bytes = b"",
        started_at: datetime = LONG_AGO,
        faster: float = 1.0,
    ) -> None:
        self.device = device
        self.table = Table(device, key=key, started_at=started_at)
        self._chance = Random(f"{seed} {device}")
        self._faster = faster
        self._line_at = now
        self._state = State.GAME_START
        self._until = now + SECONDS_IN[self._state] / faster
        self._spin, self._number = 0, 0
        self._speed, self._direction = 160, Direction.CLOCKWISE
        self._warnings = self._warnings_to_come = Warnings.NONE
        self._faults: deque[Fault] = deque()
        self._held_back: list[bytes] = []
        self._silent_for = 0
        self._skips_close = self._is_to_rest = False
        self.games = self.lines = 0

    @property
    def status(self) -> Status:
        """What the next line says."""
        return Status(self._state, self._spin, self._number, self._warnings, self._speed, self._direction)

    def inflict(self, fault: Fault, *, times: int = 1) -> None:
        """Have something go wrong with this game, with the next if this one is over, or with the next lines."""
        if fault in WARNING_OF and self._state is State.WINNING_NUMBER:
            self._warnings_to_come |= WARNING_OF[fault]
        elif fault in WARNING_OF:
            self._warnings |= WARNING_OF[fault]
        elif fault in OF_LINES:
            self._faults.extend([fault] * times)
        elif fault is Fault.WHEEL_SILENCE:
            self._silent_for = SILENT_LINES
        elif fault is Fault.BALL_AT_REST_BEFORE_CLOSE:
            self._skips_close = True
        else:
            raise ValueError(f"{fault.value} is no fault of a wheel.")

    def rest(self) -> None:
        """Begin no further game."""
        self._is_to_rest = True

    def hear(self, data: bytes, now: float) -> None:
        """What its table is told; the wheel plays on by itself."""
        self.table.hear(data, now)

    def advance(self, now: float) -> None:
        """It plays as its states are told."""

    def send(self, now: float) -> bytes:
        """The lines due by now, one after the other."""
        sent = b""
        while self._line_at <= now:
            sent += self._on_the_wire(self._next_line(self._line_at))
            self._line_at += LINE_EVERY_SECONDS / self._faster
            self.lines += 1
        return sent

    def _next_line(self, at: float) -> bytes:
        announced = b""
        if at >= self._until:
            self._go_on(at)
            announced = encode(LoneNumber(self._number)) if self._state is State.WINNING_NUMBER else b""
        return announced + encode(self.status)

    def _go_on(self, at: float) -> None:
        if self._is_to_rest and self._state is State.WINNING_NUMBER:
            self._state, self._until = State.TABLE_CLOSED, inf
            return
        states = list(SECONDS_IN)
        step = states.index(self._state) + 1
        if self._skips_close and states[step % len(states)] is State.NO_MORE_BETS:
            step, self._skips_close = step + 1, False
        self._state = states[step % len(states)]
        self._until = at + SECONDS_IN[self._state] / self._faster
        if self._state is State.WINNING_NUMBER:
            self._number = self._chance.randint(0, HIGHEST_NUMBER)
            self.games += 1
        elif self._state is State.GAME_START:
            self._start_game()
        elif self._state is State.BALL_IN_RIM and self.table.round:
            self.table.say(BallInRim(self.table.round), at)

    def _start_game(self) -> None:
        self._spin = (self._spin + 1) % MOST_SPINS
        self._speed = self._chance.randint(150, 170)
        self._direction = Direction(1 - self._direction)
        self._warnings, self._warnings_to_come = self._warnings_to_come, Warnings.NONE

    def _on_the_wire(self, line: bytes) -> bytes:
        if self._silent_for:
            self._silent_for -= 1
            self._held_back.append(line)
            return b""
        line, self._held_back = b"".join((*self._held_back, line)), []
        fault = self._faults.popleft() if self._faults else None
        if fault is Fault.LINE_CUT:
            return line[: self._chance.randrange(2, len(line) - 4)]
        return line.removesuffix(b"\r\n") if fault is Fault.LINE_WITHOUT_END else line
