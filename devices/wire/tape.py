r"""What was heard on every wire, one JSON line each, so that frames, wheel lines and feed lines replay together from one file.

    {"type":"sas","at":"2026-07-01T03:45:09Z","device":"T0003","way":"down","frame":"011a","wakes":true}
    {"type":"wheel","at":"2026-07-01T03:45:09.5Z","device":"W1","way":"up","text":"*X;2;151;23;0;161;0\r\n"}

Bytes are kept as they came, whole or not: frames in hexadecimal, text with one character for each byte.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from devices.wire.errors import BadLine
from devices.wire.feed_messages import Direction, Name
from devices.wire.records import Record

ONE_CHARACTER_A_BYTE = "latin-1"
Hexadecimal = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})+\Z")]
Characters = Annotated[str, Meta(pattern=r"^[\x00-\xff]+\Z")]


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Something on a wire, when, of which device, and which way."""

    at: Annotated[datetime, Meta(tz=True)]
    device: Name
    way: Direction


class SasFrame(Heard, frozen=True, tag="sas"):
    """A frame to or from a player terminal."""

    frame: Hexadecimal
    wakes: bool

    @classmethod
    def of(cls, record: Record, *, at: datetime, device: str, way: Direction) -> Self:
        """What goes over TCP as a record."""
        return cls(at, device, way, record.frame.hex(), record.wakes)

    @property
    def record(self) -> Record:
        """The record to send once more."""
        return Record(bytes.fromhex(self.frame), self.wakes)


class Text(Heard, frozen=True):
    """Bytes that are mostly text."""

    text: Characters

    @classmethod
    def of(cls, data: bytes, *, at: datetime, device: str, way: Direction) -> Self:
        """The bytes as they came."""
        return cls(at, device, way, data.decode(ONE_CHARACTER_A_BYTE))

    @property
    def data(self) -> bytes:
        """The bytes to send once more."""
        return self.text.encode(ONE_CHARACTER_A_BYTE)


class WheelLine(Text, frozen=True, tag="wheel"):
    """What a wheel sent."""


class FeedLine(Text, frozen=True, tag="feed"):
    """A line of the feed, with its own sequence and code."""


Entry = SasFrame | WheelLine | FeedLine
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    """One line of the file."""
    line = _encoder.encode(entry)
    if decode(line) != entry:
        raise BadLine(f"{entry} does not come back as it was.")
    return line + b"\n"


def decode(line: bytes) -> Entry:
    """What one line says was heard."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine(f"{line[:80]!r} is no line of a tape: {error}.") from error
