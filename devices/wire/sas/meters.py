"""Meters: the six of one poll, the credit meter, selected ones, long ones."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec

from devices.wire.errors import FieldOverflow, TruncatedFrame, UnknownMeter
from devices.wire.sas.fields import Bcd, Binary, Count, Game
from devices.wire.sas.layouts import Answer, Request, answer, request
from devices.wire.sas.pieces import Rest, Several, at_most


class Meter(IntEnum):
    """The meters the back office reads. Codes above 24, and all sizes but four bytes, are not verified."""

    COIN_IN = 0x00
    COIN_OUT = 0x01
    JACKPOT = 0x02
    HAND_PAID_CANCELLED = 0x03
    CANCELLED = 0x04
    GAMES_PLAYED = 0x05
    GAMES_WON = 0x06
    GAMES_LOST = 0x07
    NOTES_IN = 0x0B
    CREDITS = 0x0C
    TICKETS_IN = 0x15
    TICKETS_OUT = 0x16
    DROP = 0x24
    NOTES_OF_5 = 0x42
    NOTES_OF_10 = 0x43
    NOTES_OF_20 = 0x44
    NOTES_OF_50 = 0x46
    NOTES_OF_100 = 0x47
    CASHABLE_TICKETS_IN_CENTS = 0x80
    CASHABLE_TICKETS_IN = 0x81
    RESTRICTED_TICKETS_IN_CENTS = 0x82
    RESTRICTED_TICKETS_IN = 0x83
    CASHABLE_TICKETS_OUT_CENTS = 0x86
    CASHABLE_TICKETS_OUT = 0x87
    RESTRICTED_TICKETS_OUT_CENTS = 0x88
    RESTRICTED_TICKETS_OUT = 0x89
    TRANSFERS_IN_CENTS = 0xA0
    TRANSFERS_IN = 0xA1
    TRANSFERS_OUT_CENTS = 0xB8
    TRANSFERS_OUT = 0xB9


class Sizes(dict[int, int]):
    """How many bytes a meter has in a short answer."""

    def __missing__(self, meter: int) -> int:
        raise UnknownMeter(f"The size of meter {meter:02X} is not known.")


SHORT, LONG = 4, 5
OLD_TICKET_AMOUNTS = range(0x0D, 0x11)
AMOUNTS_AND_QUANTITIES = (*range(0x80, 0x94), *range(0xA0, 0xBE))  # of tickets, of transfers; by turns
SIZES = Sizes(
    dict.fromkeys(range(0x79), SHORT)
    | dict.fromkeys(OLD_TICKET_AMOUNTS, LONG)
    | {meter: SHORT if meter % 2 else LONG for meter in AMOUNTS_AND_QUANTITIES}
)


class Reading(msgspec.Struct, frozen=True):
    """One meter and where it stands."""

    meter: int
    value: int


class LongReading(msgspec.Struct, frozen=True):
    """One meter, where it stands, and in how many bytes; without bytes and value where the machine does not keep it."""

    meter: int
    value: int | None
    size: int


class Readings(Rest):
    """To the end: a code and a number whose size the meter table says."""

    most = 10

    def read(self, piece: bytes) -> tuple[Reading, ...]:
        readings, at, end = [], 0, len(piece)
        while at < end:
            meter, start = piece[at], at + 1
            at = start + SIZES[meter]
            if at > end:
                raise TruncatedFrame(f"Meter {meter:02X} is cut short at the end of {piece.hex(' ')}.")
            readings.append(Reading(meter, int(piece[start:at].hex())))
        return tuple(at_most(self.most, readings))

    def write(self, value: tuple[Reading, ...]) -> bytes:
        return b"".join(
            Binary(1).write(each.meter) + Bcd(SIZES[each.meter]).write(each.value) for each in at_most(self.most, value)
        )


class LongReadings(Rest):
    """To the end: a code of two bytes, a size and a number of that size."""

    most = 12
    largest = 9

    def read(self, piece: bytes) -> tuple[LongReading, ...]:
        readings, at, end = [], 0, len(piece)
        while at < end:
            start = at + 3
            size = piece[start - 1] if start <= end else end
            if start + size > end:
                raise TruncatedFrame(f"A meter is cut short at the end of {piece.hex(' ')}.")
            self._hold(size)
            value = int(piece[start : start + size].hex()) if size else None
            readings.append(LongReading(piece[at] | piece[at + 1] << 8, value, size))
            at = start + size
        return tuple(at_most(self.most, readings))

    def write(self, value: tuple[LongReading, ...]) -> bytes:
        return b"".join(map(self._write_one, at_most(self.most, value)))

    def _write_one(self, reading: LongReading) -> bytes:
        self._hold(reading.size)
        if (reading.value is None) != (reading.size == 0):
            raise FieldOverflow(f"{reading} has a value without a size or a size without a value.")
        number = b"" if reading.value is None else Bcd(reading.size).write(reading.value)
        return Binary(2).write(reading.meter) + Binary(1).write(reading.size) + number

    def _hold(self, size: int) -> None:
        if size > self.largest:
            raise FieldOverflow(f"A meter has at most {self.largest} bytes, not {size}.")


@request(0x0F, "R")
class ReadMeters(Request, frozen=True):
    """Ask for the six meters of turnover and win."""


@answer(0x0F)
class Meters(Answer, frozen=True):
    """In credits, the games in games."""

    cancelled: Count
    coin_in: Count
    coin_out: Count
    drop: Count
    jackpot: Count
    games: Count


@request(0x52, "M")
class ReadGameMeters(Request, frozen=True):
    """Ask for the meters of one game of several."""

    game: Game


@answer(0x52)
class GameMeters(Answer, frozen=True):
    """In credits, the games in games."""

    game: Game
    coin_in: Count
    coin_out: Count
    jackpot: Count
    games: Count


@request(0x1A, "R")
class ReadCredits(Request, frozen=True):
    """Ask what the credit meter shows."""


@answer(0x1A)
class Credits(Answer, frozen=True):
    """Current credits on the meter."""

    credits: Count


@request(0x2F, "M", is_sized=True)
class ReadSelectedMeters(Request, frozen=True):
    """Ask for up to ten meters by their short code."""

    game: Game
    meters: Annotated[tuple[int, ...], Several(Binary(1), most=10)]


@answer(0x2F, is_sized=True)
class SelectedMeters(Answer, frozen=True):
    """The meters asked for."""

    game: Game
    readings: Annotated[tuple[Reading, ...], Readings()]


@request(0x6F, "M", is_sized=True)
class ReadLongMeters(Request, frozen=True):
    """Ask for up to twelve meters by their long code (some machines take eleven)."""

    game: Game
    meters: Annotated[tuple[int, ...], Several(Binary(2), most=12)]


@answer(0x6F, is_sized=True)
class LongMeters(Answer, frozen=True):
    """The meters asked for, each with its size."""

    game: Game
    readings: Annotated[tuple[LongReading, ...], LongReadings()]
