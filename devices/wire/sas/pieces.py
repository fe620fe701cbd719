"""Fields without a fixed size: they say themselves how long they are, or go to the end of the frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from devices.wire.errors import FieldOverflow, TruncatedFrame
from devices.wire.sas.fields import Field, ascii_bytes, ascii_text, decimal

S = TypeVar("S", bound=Sequence[Any])


class Sized(Field):
    """A length byte and so many bytes after it."""

    is_fixed = False

    def __init__(self, most: int = 255) -> None:
        super().__init__(1)
        self.most = most

    def take(self, data: bytes, at: int) -> tuple[Any, int]:
        size, start = super().take(data, at)
        if size > len(data) - start:
            raise TruncatedFrame(f"{self} says {size} bytes, {len(data) - start} follow.")
        self._hold(size)
        return self.read_piece(data[start : start + size]), start + size

    def read(self, piece: bytes) -> int:
        return piece[0]

    def write(self, value: Any) -> bytes:
        piece = self.write_piece(value)
        self._hold(len(piece))
        return bytes((len(piece),)) + piece

    def read_piece(self, piece: bytes) -> Any:
        """The value in the bytes after the length."""
        raise NotImplementedError

    def write_piece(self, value: Any) -> bytes:
        """The bytes after the length."""
        raise NotImplementedError

    def _hold(self, size: int) -> None:
        if size > self.most:
            raise FieldOverflow(f"{self} has at most {self.most} bytes, not {size}.")


class SizedText(Sized):
    """ASCII of any length up to the most."""

    def read_piece(self, piece: bytes) -> str:
        return ascii_text(piece)

    def write_piece(self, value: str) -> bytes:
        return ascii_bytes(value)


class SizedDigits(Sized):
    """A BCD number of any length; empty where the machine does not keep it."""

    def read_piece(self, piece: bytes) -> str:
        return decimal(piece.hex()) if piece else ""

    def write_piece(self, value: str) -> bytes:
        if len(value) % 2:
            raise FieldOverflow(f"{value!r} does not fill whole bytes.")
        return bytes.fromhex(decimal(value)) if value else b""


class Rest(Field):
    """All that is left of the frame."""

    is_fixed = False

    def __init__(self) -> None:
        super().__init__(0)

    def source(self, at: int, name: str) -> str:
        return f"{name}(frame[{at}:-2])"


class RestOfText(Rest):
    """ASCII to the end, such as a serial number."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def read(self, piece: bytes) -> str:
        self._hold(len(piece))
        return ascii_text(piece)

    def write(self, value: str) -> bytes:
        self._hold(len(value))
        return ascii_bytes(value)

    def _hold(self, size: int) -> None:
        if size > self.most:
            raise FieldOverflow(f"A text of {size} characters does not fit: {self.most} is the most.")


class Several(Rest):
    """One kind of piece over and over, to the end."""

    def __init__(self, piece: Field, *, most: int) -> None:
        super().__init__()
        self.piece = piece
        self.most = most

    def read(self, piece: bytes) -> tuple[Any, ...]:
        values, at = [], 0
        while at < len(piece):
            value, at = self.piece.take(piece, at)
            values.append(value)
        return tuple(at_most(self.most, values))

    def write(self, value: tuple[Any, ...]) -> bytes:
        return b"".join(map(self.piece.write, at_most(self.most, value)))


def at_most(most: int, values: S) -> S:
    """The values, if they are not too many for one frame."""
    if len(values) > most:
        raise FieldOverflow(f"{len(values)} at once are too many: {most} is the most.")
    return values
