r"""The status line of the Cammegh Slingshot 2 wheel, every half second in mode 128, and what really arrives of it.

    *X;<state>;<spin 3 digits>;<number 2>;<warning hex 1>;<rotor speed 3>;<direction 0|1>\r\n
    *Y;<bonus 1-6>;<nnn>\r\n        a bonus win
    <nn>\r\n                        a lone winning number, unless mode 16 is on

Lines are cut, lose their end, stay away for minutes and come in a burst. Every field has a fixed width, so a line that has
its whole shape is whole; anything else is handed on as `Garbled` and never completed by guessing.
"""

from __future__ import annotations

import re
from enum import IntEnum, IntFlag

import msgspec

from devices.wire.errors import BadLine

HIGHEST_NUMBER = 36
LONGEST = 64
STATUS = re.compile(rb"\*X;([1-6]);(\d{3});(\d{2});([0-9A-Fa-f]);(\d{3});([01])")
BONUS = re.compile(rb"\*Y;([1-6]);(\d{3})")
NUMBER = re.compile(rb"\d{2}")
BREAK = re.compile(rb"[\r\n]|(?=\*)")


class State(IntEnum):
    """Where the wheel is in its game."""

    GAME_START = 1
    PLACE_YOUR_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    WINNING_NUMBER = 5
    TABLE_CLOSED = 6


class Warnings(IntFlag):
    """What the wheel complains of, several at a time."""

    NONE = 0
    BALL_NOT_SENSED = 1
    BALL_WITH_ROTOR = 2
    SENSOR_FAILURE = 4
    VOID_GAME = 8


class Direction(IntEnum):
    """Which way the rotor turns."""

    CLOCKWISE = 0
    ANTICLOCKWISE = 1


class Status(msgspec.Struct, frozen=True):
    """One status line."""

    state: State
    spin: int
    number: int
    warnings: Warnings
    rotor_speed: int
    direction: Direction


class BonusWin(msgspec.Struct, frozen=True):
    """A bonus line."""

    bonus: int
    number: int


class LoneNumber(msgspec.Struct, frozen=True):
    """A winning number without a status."""

    number: int


class Garbled(msgspec.Struct, frozen=True):
    """What cannot be read, as it came, and why."""

    line: bytes
    why: str


Line = Status | BonusWin | LoneNumber


def decode(line: bytes) -> Line:
    """One whole line, with or without its end."""
    line = line.removesuffix(b"\r\n")
    if match := STATUS.fullmatch(line):
        state, spin, number, warnings, speed, direction = match.groups()
        return Status(
            State(int(state)),
            int(spin),
            _on_the_wheel(number),
            Warnings(int(warnings, 16)),
            int(speed),
            Direction(int(direction)),
        )
    if match := BONUS.fullmatch(line):
        return BonusWin(int(match[1]), int(match[2]))
    if NUMBER.fullmatch(line):
        return LoneNumber(_on_the_wheel(line))
    raise BadLine(f"{line!r} is no line of the wheel.")


def encode(line: Line) -> bytes:
    """The line as the wheel sends it; a value too big for its field raises."""
    match line:
        case Status():
            fields = f"{line.spin:03};{line.number:02};{line.warnings.value:X};{line.rotor_speed:03};{line.direction.value}"
            text = f"*X;{line.state.value};{fields}"
        case BonusWin():
            text = f"*Y;{line.bonus};{line.number:03}"
        case LoneNumber():
            text = f"{line.number:02}"
    data = text.encode()
    decode(data)
    return data + b"\r\n"


class Reader:
    """Lines from whatever pieces arrive. Before the first break it may have joined in the middle of a line."""

    def __init__(self) -> None:
        self._pending = b""
        self._is_in_step = False

    def feed(self, data: bytes) -> list[Line | Garbled]:
        """The lines these bytes end: at CR or LF, or where the next line begins without either."""
        *ended, pending = BREAK.split(self._pending + data)
        self._pending = pending
        lines = []
        for line in ended:
            lines += [self._read(line)] if line else []
            self._is_in_step = True
        return lines + self.flush() if len(pending) > LONGEST else lines

    def flush(self) -> list[Line | Garbled]:
        """What is pending when the wheel has been quiet for longer than a line takes."""
        line, self._pending = self._pending, b""
        return [self._read(line)] if line else []

    def _read(self, line: bytes) -> Line | Garbled:
        if not (self._is_in_step or line.startswith(b"*")):
            return Garbled(line, f"{line!r} may be the rest of a line whose beginning was not heard.")
        try:
            return decode(line)
        except BadLine as error:
            return Garbled(line, str(error))


def _on_the_wheel(number: bytes) -> int:
    if int(number) > HIGHEST_NUMBER:
        raise BadLine(f"{number.decode()} is no number of the wheel.")
    return int(number)
