"""The kinds of fields a frame is made of. BCD and text come most significant first, binary least significant first."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum
from typing import Annotated, Any

from casino.domain.money import Cents
from devices.wire.errors import BadMoment, BadText, FieldOverflow, NotDecimal, TruncatedFrame, UnknownCode


class Field:
    """So many bytes and what they mean."""

    is_fixed = True

    def __init__(self, size: int) -> None:
        self.size = size

    def read(self, piece: bytes) -> Any:
        """The value in exactly these bytes."""
        raise NotImplementedError

    def write(self, value: Any) -> bytes:
        """The bytes of a value; one that does not fit raises."""
        raise NotImplementedError

    def take(self, data: bytes, at: int) -> tuple[Any, int]:
        """The value that begins here, and where the next one does."""
        end = at + self.size
        if end > len(data):
            raise TruncatedFrame(f"{self} needs {self.size} bytes at {at}, there are {len(data) - at}.")
        return self.read(data[at:end]), end

    def source(self, at: int, name: str) -> str:
        """The expression that reads this field at its place in `frame`; `digits` is the frame in hexadecimal."""
        return f"{name}(frame[{at}:{at + self.size}])"

    def meaning(self) -> Any:
        """What the name in that expression stands for."""
        return self.read

    def __str__(self) -> str:
        return f"A {type(self).__name__} field"


class Bcd(Field):
    """A whole number, two decimal digits a byte. `int` itself refuses A to F, and then the whole frame is refused."""

    def read(self, piece: bytes) -> int:
        return int(piece.hex())

    def write(self, value: int) -> bytes:
        if not 0 <= value < 100**self.size:
            raise FieldOverflow(f"{value} does not fit into {2 * self.size} decimal digits.")
        return bytes.fromhex(f"{value:0{2 * self.size}d}")

    def source(self, at: int, name: str) -> str:  # noqa: ARG002 - needs no name
        return f"int(digits[{2 * at}:{2 * (at + self.size)}])"


class Digits(Field):
    """A number that is a name: its leading zeros count."""

    def read(self, piece: bytes) -> str:
        return decimal(piece.hex())

    def write(self, value: str) -> bytes:
        if len(value) != 2 * self.size:
            raise FieldOverflow(f"{value!r} has {len(value)} digits, its field has {2 * self.size}.")
        return bytes.fromhex(decimal(value))

    def source(self, at: int, name: str) -> str:  # noqa: ARG002 - needs no name
        return f"(these if (these := digits[{2 * at}:{2 * (at + self.size)}]).isdecimal() else decimal(these))"


class Binary(Field):
    """A whole number, least significant byte first."""

    def read(self, piece: bytes) -> int:
        return int.from_bytes(piece, "little")

    def write(self, value: int) -> bytes:
        if not 0 <= value < 1 << 8 * self.size:
            raise FieldOverflow(f"{value} does not fit into {self.size} binary bytes.")
        return value.to_bytes(self.size, "little")

    def source(self, at: int, name: str) -> str:  # noqa: ARG002 - needs no name
        return " | ".join(f"frame[{at + byte}] << {8 * byte}" for byte in range(self.size)).replace(" << 0", "")


class Raw(Field):
    """Bytes that mean something only to others, such as a registration key."""

    def read(self, piece: bytes) -> bytes:
        return piece

    def write(self, value: bytes) -> bytes:
        if len(value) != self.size:
            raise FieldOverflow(f"{len(value)} bytes do not fit into a field of {self.size}.")
        return value


class Text(Field):
    """ASCII that fills its field."""

    def read(self, piece: bytes) -> str:
        return ascii_text(piece)

    def write(self, value: str) -> bytes:
        if len(value) != self.size:
            raise FieldOverflow(f"{value!r} has {len(value)} characters, its field has {self.size}.")
        return ascii_bytes(value)


class Code(Field):
    """One byte out of a list of meanings."""

    def __init__(self, meanings: type[IntEnum]) -> None:
        super().__init__(1)
        self.meanings = Meanings(meanings)

    def read(self, piece: bytes) -> IntEnum:
        return self.meanings[piece[0]]

    def write(self, value: int) -> bytes:
        return bytes((self.meanings[value],))

    def source(self, at: int, name: str) -> str:
        return f"{name}[frame[{at}]]"

    def meaning(self) -> Meanings:
        return self.meanings


class Meanings(dict[int, IntEnum]):
    """Code to meaning; a code without one raises."""

    def __init__(self, meanings: type[IntEnum]) -> None:
        super().__init__({int(each): each for each in meanings})
        self.name = meanings.__name__

    def __missing__(self, code: int) -> IntEnum:
        raise UnknownCode(f"{code:02X} is no {self.name}.")


class Moment(Field):
    """MMDDYYYY HHMMSS on the machine's own clock; all zeros where nothing has happened."""

    never = "00" * 7

    def __init__(self) -> None:
        super().__init__(7)

    def read(self, piece: bytes) -> datetime | None:
        digits = piece.hex()
        if digits == self.never:
            return None
        try:
            return datetime.fromisoformat(f"{digits[4:8]}{digits[:4]}T{digits[8:]}")
        except ValueError as error:
            raise BadMoment(f"{digits} is no date and time.") from error

    def write(self, value: datetime | None) -> bytes:
        if value is None:
            return bytes(self.size)
        if value.tzinfo or value.microsecond:
            raise BadMoment(f"{value} is not whole seconds of the machine's own clock.")
        return bytes.fromhex(f"{value:%m%d}{value.year:04d}{value:%H%M%S}")


def decimal(digits: str) -> str:
    """The digits, all of them decimal."""
    if digits.isdecimal() and digits.isascii():
        return digits
    raise NotDecimal(f"{digits!r} holds something other than decimal digits.")


def ascii_text(piece: bytes) -> str:
    """The characters of a text field."""
    try:
        return piece.decode("ascii")
    except UnicodeDecodeError as error:
        raise BadText(f"{piece!r} is not ASCII.") from error


def ascii_bytes(text: str) -> bytes:
    """The bytes of a text."""
    try:
        return text.encode("ascii")
    except UnicodeEncodeError as error:
        raise BadText(f"{text!r} is not ASCII.") from error


Byte = Annotated[int, Binary(1)]
Game = Annotated[int, Bcd(2)]
Count = Annotated[int, Bcd(4)]
Amount = Annotated[Cents, Bcd(5)]
LocalTime = Annotated[datetime | None, Moment()]
ValidationNumber = Annotated[str, Digits(9)]  # system id and 16 digits
