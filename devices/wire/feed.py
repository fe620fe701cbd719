"""The feed between server and table: JSON lines, both ways, each with a sequence, a device time and a code of its own.

    {"device":"T0003","sequence":12,"at":"2026-07-01T03:45:09Z","message":{"type":"ball-in-rim","round":"R77"},"mac":"…"}

`device` is the first member and `mac` the last. The code is HMAC-SHA-256, in lower-case hexadecimal, over the word `down`
or `up`, a line feed, and the line as it would be without its `mac`. It is checked on the bytes before they are read as JSON.

Sequences count from 1 per connection and direction and take in every line. A line that does not follow is answered with
`resend`; `ack` covers all lines up to its own and is not itself answered. With a new connection both ends begin anew: the
server says how things stand, the table says again what was not acknowledged. So neither has to remember how far the other
had come, and whoever polls can be replaced. That something is heard twice, or once more by somebody who has kept it, changes
nothing: what is said names its round, or the version of what is shown.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from datetime import datetime
from enum import Enum, auto
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta

from devices.wire.errors import BadLine, BadMac, LineGone
from devices.wire.feed_messages import GOES, Direction, Name, Resend, Said, Sequence

LONGEST = 4096
BEGINNING = re.compile(rb'\{"device":"([A-Za-z0-9._-]{1,64})","sequence":')
ENDING = re.compile(rb',"mac":"([0-9a-f]{64})"\}\Z')


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing said, by or to whom, as which in the row, and when on that clock."""

    device: Name
    sequence: Sequence
    at: Annotated[datetime, Meta(tz=True)]
    message: Said


_decoder = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()


def encode(line: Line, *, direction: Direction, key: bytes) -> bytes:
    """The line as it goes out, with its code and its line feed."""
    body = _encoder.encode(line)
    if _read(body, direction) != line:
        raise BadLine(f"{line} does not come back as it was.")
    return body[:-1] + f',"mac":"{_mac(body, direction, key)}"}}\n'.encode()


def device_of(line: bytes) -> str:
    """The device a line claims to belong to, which says whose keys it is checked with."""
    beginning = BEGINNING.match(line)
    if beginning is None:
        raise BadLine(f"{line[:80]!r} does not begin with its device.")
    return beginning[1].decode()


def decode(line: bytes, *, direction: Direction, keys: Iterable[bytes]) -> Line:
    """One line without its line feed; compared in constant time with each of the device's valid keys."""
    ending = ENDING.search(line)
    if ending is None or len(line) > LONGEST:
        raise BadLine(f"{line[:80]!r} is too long or does not end with its code.")
    device, body = device_of(line), line[: ending.start()] + b"}"
    matches = [hmac.compare_digest(_mac(body, direction, key).encode(), ending[1]) for key in keys]
    if not any(matches):
        raise BadMac(f"The code is not that of a line of {device} going {direction.value}.")
    return _read(body, direction)


def _read(body: bytes, direction: Direction) -> Line:
    try:
        line = _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadLine(f"{body[:80]!r} is no line of the feed: {error}.") from error
    if not isinstance(line.message, GOES[direction]):
        raise BadLine(f"{type(line.message).__name__} does not go {direction.value}.")
    return line


def _mac(body: bytes, direction: Direction, key: bytes) -> str:
    return hmac.new(key, direction.value.encode() + b"\n" + body, sha256).hexdigest()


class Reader:
    """Lines from whatever pieces arrive."""

    def __init__(self) -> None:
        self._pending = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines these bytes complete, without their line feeds; pieces longer than any line are cut and cannot be read."""
        *lines, self._pending = (self._pending + data).split(b"\n")
        if len(self._pending) > LONGEST:
            lines.append(self._pending)
            self._pending = b""
        return [line for line in lines if line]


class Sender:
    """Numbers what goes out and keeps it until it is acknowledged."""

    def __init__(self, device: str, *, last: int = 0) -> None:
        self.device = device
        self.last = last
        self._kept: dict[int, Line] = {}

    def number(self, message: Said, *, at: datetime) -> Line:
        """The next line."""
        self.last += 1
        line = self._kept[self.last] = Line(self.device, self.last, at, message)
        return line

    def acknowledge(self, sequence: int) -> None:
        """Every line up to this one is kept at the other end."""
        if sequence > self.last:
            raise BadLine(f"{self.device} was sent lines up to {self.last}, not {sequence}.")
        self._kept = {kept: line for kept, line in self._kept.items() if kept > sequence}

    def again(self, sequence: int) -> list[Line]:
        """Every line from this one on, once more."""
        if sequence <= self.last and sequence not in self._kept:
            raise LineGone(f"Line {sequence} of {self.device} has been acknowledged and is no longer kept here.")
        return [line for kept, line in self._kept.items() if kept >= sequence]


class Arrival(Enum):
    """How a line stands to those before it."""

    NEXT = auto()
    AGAIN = auto()
    AFTER_A_GAP = auto()


class Receiver:
    """Sees that every line counts once and that none is missing."""

    def __init__(self, *, last: int = 0) -> None:
        self.last = last

    def receive(self, line: Line) -> Arrival:
        """Take the next line; one that came before changes nothing, one after a gap has to come again."""
        if line.sequence <= self.last:
            return Arrival.AGAIN
        if line.sequence > self.last + 1:
            return Arrival.AFTER_A_GAP
        self.last = line.sequence
        return Arrival.NEXT

    def missing(self) -> Resend:
        """What to ask for after a gap."""
        return Resend(self.last + 1)
