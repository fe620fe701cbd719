"""Progressive jackpots: the host tells what they stand at, the machine which was won. Group first, level 1 is the top."""

from __future__ import annotations

from typing import Annotated

import msgspec

from casino.domain.money import Cents
from devices.wire.errors import FieldOverflow
from devices.wire.sas.fields import Amount, Bcd, Binary, Byte, Field
from devices.wire.sas.layouts import Answer, Request, answer, request
from devices.wire.sas.pieces import Rest, Several

MOST_LEVELS = 32
BYTE = Binary(1)
AMOUNT = Bcd(5)


class Level(msgspec.Struct, frozen=True):
    """One level and its amount."""

    level: int
    amount_cents: Cents


class LevelField(Field):
    """A level and its amount, six bytes."""

    def read(self, piece: bytes) -> Level:
        return Level(piece[0], Cents(AMOUNT.read(piece[1:])))

    def write(self, value: Level) -> bytes:
        return BYTE.write(value.level) + AMOUNT.write(value.amount_cents)


class CountedLevels(Rest):
    """The number of levels and then each of them."""

    levels = Several(LevelField(6), most=MOST_LEVELS)

    def read(self, piece: bytes) -> tuple[Level, ...]:
        levels: tuple[Level, ...] = self.levels.read(piece[1:])
        if piece[:1] != bytes((len(levels),)):
            raise FieldOverflow(f"The number of levels is not that of {piece.hex(' ')}.")
        return levels

    def write(self, value: tuple[Level, ...]) -> bytes:
        return BYTE.write(len(value)) + self.levels.write(value)


@request(0x80, "G")
class TellProgressive(Request, frozen=True):
    """One level of one group."""

    group: Byte
    level: Byte
    amount_cents: Amount


@request(0x86, "G", is_sized=True)
class TellProgressives(Request, frozen=True):
    """Up to 32 levels of one group."""

    group: Byte
    levels: Annotated[tuple[Level, ...], Several(LevelField(6), most=MOST_LEVELS)]


@request(0x85, "R")
class ReadProgressiveWin(Request, frozen=True):
    """Ask which level was hit."""


@answer(0x85)
class ProgressiveWin(Answer, frozen=True):
    """The level that was hit and its amount."""

    group: Byte
    level: Byte
    amount_cents: Amount


@request(0x87, "R")
class ReadProgressiveWins(Request, frozen=True):
    """Ask which levels were hit."""


@answer(0x87, is_sized=True)
class ProgressiveWins(Answer, frozen=True):
    """All levels that were hit. The count before them is not verified against public material."""

    group: Byte
    levels: Annotated[tuple[Level, ...], CountedLevels()]
