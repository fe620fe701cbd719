"""SAS frames over TCP, which has no ninth bit: each frame is one record `length (2, high byte first) flags (1) frame`.

The length counts the frame alone. Flag bit 0 says that the first byte carries the wake-up bit: set by the host on every
question, and by a machine only when it chirps. The other flags are reserved and must be 0. The frame's own bytes are the
same as on a serial line.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from devices.wire.errors import BadRecord

HEAD = 3
WAKES = 0x01
LONGEST = 260  # address, command, length, 255 bytes, check sum


class Record(msgspec.Struct, frozen=True):
    """One frame, and whether its first byte wakes the machines on the line."""

    frame: bytes
    wakes: bool


def encode(record: Record) -> bytes:
    """The bytes of a record."""
    if not 1 <= len(record.frame) <= LONGEST:
        raise BadRecord(f"A record has 1 to {LONGEST} bytes, not {len(record.frame)}.")
    return len(record.frame).to_bytes(2, "big") + bytes((WAKES if record.wakes else 0,)) + record.frame


class Reader:
    """Puts records together from whatever pieces arrive. After a bad one the connection is of no further use."""

    def __init__(self) -> None:
        self._pending = bytearray()

    @property
    def is_empty(self) -> bool:
        """Whether the next byte is the first of a record."""
        return not self._pending

    def feed(self, data: bytes) -> Iterator[Record]:
        """The records these bytes complete."""
        self._pending += data
        return self._complete()

    def _complete(self) -> Iterator[Record]:
        pending = self._pending
        while len(pending) >= HEAD:
            size, flags = int.from_bytes(pending[:2], "big"), pending[2]
            if not 1 <= size <= LONGEST or flags & ~WAKES:
                raise BadRecord(f"{pending[:HEAD].hex(' ')} is no beginning of a record.")
            if len(pending) < HEAD + size:
                return
            frame = bytes(pending[HEAD : HEAD + size])
            del pending[: HEAD + size]
            yield Record(frame, flags == WAKES)
