"""The line: one entry as exact JSON. The stored bytes are the hashed bytes are the exported bytes."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec

from casino.domain.accounts import Posting
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.journal import codec
from casino.journal.origin import Actor, Origin, PlaceId, Role

LONGEST = 64 * 1024


class Line(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The keys of a line, in their order. Of the entry, of its command, then what moved and what happened."""

    stream: str
    version: int
    prev: str
    id: str
    type: str
    type_version: int
    occurred_at: str | None
    rule: msgspec.Raw
    readings: msgspec.Raw
    request_id: str
    correlation_id: str
    cause: str | None
    actor: str
    role: str
    place: str
    venue: str
    received_at: str
    recorded_at: str
    gaming_day: str
    reason: str | None
    build: str
    postings: msgspec.Raw
    data: msgspec.Raw


class Recorded(msgspec.Struct, gc=False, eq=False):
    """An entry as a reader gets it: where it stands, what happened, and on demand who, when and what moved.

    The garbage collector passes it over, for it is never part of a ring: watching all of a batch cost a third of reading it.
    """

    _position: int | None
    _line: Line | bytes
    event: Any
    stream: str
    version: int

    @property
    def position(self) -> int:
        """Its place in the journal."""
        assert self._position is not None, "an inline projector runs before the positions are known"
        return self._position

    @property
    def line(self) -> Line:
        """The keys of its line, taken apart when first asked for."""
        if isinstance(self._line, bytes):
            self._line = _lines.decode(self._line)
        return self._line

    def stands_at(self, position: int) -> None:
        """Say where it has been appended."""
        self._position = position

    @property
    def ref(self) -> Ref[Any]:
        """The stream it stands in."""
        return Ref(self.stream)

    @property
    def venue(self) -> VenueId:
        """The venue it belongs to."""
        return VenueId(self.line.venue)

    @property
    def recorded_at(self) -> Instant:
        """When the database recorded it."""
        return Instant.parse(self.line.recorded_at)

    @property
    def gaming_day(self) -> GamingDay:
        """The venue's day on which it was recorded."""
        return GamingDay.fromisoformat(self.line.gaming_day)

    @property
    def postings(self) -> list[Posting]:
        """What it moved."""
        return codec.decode(list[Posting], self.line.postings)

    @property
    def origin(self) -> Origin:
        """Who asked for it, from where and why."""
        line = self.line
        return Origin(
            request_id=UUID(line.request_id),
            venue=VenueId(line.venue),
            actor=Actor(line.actor),
            role=Role(line.role),
            place=PlaceId(line.place),
            received_at=Instant.parse(line.received_at),
            occurred_at=Instant.parse(line.occurred_at) if line.occurred_at else None,
            cause=UUID(line.cause) if line.cause else None,
            correlation_id=UUID(line.correlation_id),
            reason=line.reason,
        )


def genesis(stream: str) -> str:
    """What the first entry of a stream has for its predecessor."""
    return sha256(b"genesis:" + stream.encode()).hexdigest()


def leaf(line: bytes) -> str:
    """The hash of an entry."""
    return sha256(b"\x00" + line).hexdigest()


def new_ids(count: int, at: str) -> list[str]:
    """So many UUIDs of version 7, of the moment they are recorded."""
    random = os.urandom(10 * count).hex()
    milliseconds = f"{int(Instant.parse(at).timestamp() * 1000):012x}"
    front = f"{milliseconds[:8]}-{milliseconds[8:]}-7"
    return [
        f"{front}{random[n : n + 3]}-{_VARIANT[random[n + 3]]}{random[n + 4 : n + 7]}-{random[n + 7 : n + 19]}"
        for n in range(0, 20 * count, 20)
    ]


_lines = msgspec.json.Decoder(Line)
_VARIANT = {digit: "89ab"[int(digit, 16) % 4] for digit in "0123456789abcdef"}
