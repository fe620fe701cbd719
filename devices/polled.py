"""What is known of the polling itself: who polls which bank, when each terminal was heard, and what came that was no answer."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec
import redis
from django.db import connection

from casino import valkey
from casino.domain.instant import Instant
from devices import selectors
from devices.host.findings import Chirped, Counted, RecordsMissing

LIVES_SECONDS = 10
MOST_AGAIN = 1000
_KEY, _AGAIN = "pitledger:polled:", "pitledger:read-again:"
_COUNT = """
    INSERT INTO devices_wirecount (id, device, kind, times, last_at, detail)
    SELECT told.device || ' ' || told.kind, told.*
      FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::timestamptz[], %s::text[])
           AS told (device, kind, times, last_at, detail)
    ON CONFLICT (id) DO UPDATE SET times = devices_wirecount.times + excluded.times, last_at = excluded.last_at,
                                   detail = excluded.detail"""
LONGEST_DETAIL = 200
NOBODY, SIGNATURE = "nobody", "signature refused"


class Counts:
    """How often what came over the wire was no answer, since it was last written down."""

    def __init__(self, bank: str) -> None:
        self._bank = bank
        self._told: dict[tuple[str, str], tuple[int, datetime, str]] = {}

    def add(self, found: Counted | Chirped | RecordsMissing, device: str, at: datetime) -> None:
        """One more of its kind."""
        kind, detail = _kind(found)
        times, *_ = self._told.get((device, kind), (0,))
        self._told[device, kind] = times + 1, at, detail

    def write(self) -> None:
        """Write them all down in one statement; what belongs to no terminal stands under the bank."""
        if not self._told:
            return
        _write([(device or self._bank, kind, *told) for (device, kind), told in self._told.items()])
        self._told.clear()


def count_refused(device: str, *, key_id: str, at: datetime) -> None:
    """One more request that its signature did not prove: of the machine whose key it named, or of nobody."""
    _write([(device or NOBODY, SIGNATURE, 1, at, f"key {key_id}"[:LONGEST_DETAIL])])


def _write(rows: list[tuple[str, str, int, datetime, str]]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [list(column) for column in zip(*rows, strict=True)])


def _kind(found: Counted | Chirped | RecordsMissing) -> tuple[str, str]:
    match found:
        case Chirped():
            return "chirp", ""
        case RecordsMissing():
            return "record missing", ", ".join(map(str, found.indexes))
        case Counted():
            return found.kind.value.replace("-", " "), found.detail.replace("\0", "")[:LONGEST_DETAIL]


class Sign(msgspec.Struct, frozen=True):
    """A sign of life of a poller: when it was given, and when each terminal was last heard and read, in seconds of that clock."""

    host: str
    number: int
    told_at: float
    widest_gap_seconds: float
    heard_at: dict[str, float]
    read_at: dict[str, float]

    def heard(self, device: str) -> Instant | None:
        """When a terminal was last heard."""
        return _instant(self.heard_at.get(device))

    def read(self, device: str) -> Instant | None:
        """When a terminal was last read."""
        return _instant(self.read_at.get(device))


def _instant(seconds: float | None) -> Instant | None:
    return None if seconds is None else Instant.of(datetime.fromtimestamp(seconds, tz=UTC))


def tell(
    bank: str, *, now: float, widest_gap_seconds: float, heard_at: Mapping[str, float], read_at: Mapping[str, float]
) -> None:
    """Give a sign of life; without Valkey nobody hears it, and the polling goes on."""
    sign = Sign(socket.gethostname(), os.getpid(), now, widest_gap_seconds, dict(heard_at), dict(read_at))
    try:
        with valkey.connect() as client:
            client.set(f"{_KEY}{bank}", msgspec.json.encode(sign), ex=LIVES_SECONDS)
    except redis.exceptions.RedisError:
        return


def glance() -> object:
    """Pages that say when a terminal was last read may have changed when this has."""
    return [(bank, sign.read_at) for bank in selectors.banks() if (sign := sign_of(bank))]


def ask_to_read(bank: str, device: str) -> bool:
    """Let a terminal be read again soon, if there is somebody who polls it; otherwise it is read in its turn."""
    try:
        with valkey.connect() as client:
            client.sadd(f"{_AGAIN}{bank}", device)
            client.expire(f"{_AGAIN}{bank}", LIVES_SECONDS)
            return bool(client.exists(f"{_KEY}{bank}"))
    except redis.exceptions.RedisError:
        return False


def to_read(bank: str) -> list[str]:
    """The terminals that somebody wants to be read again: asked once, each is told once."""
    try:
        with valkey.connect() as client:
            told = client.spop(f"{_AGAIN}{bank}", MOST_AGAIN)
    except redis.exceptions.RedisError:
        return []
    return [each.decode() for each in told] if isinstance(told, list | set) else []


def sign_of(bank: str) -> Sign | None:
    """The last sign of life of whoever polls a bank; None if nobody was heard of lately."""
    try:
        with valkey.connect() as client:
            told = client.get(f"{_KEY}{bank}")
    except redis.exceptions.RedisError:
        return None
    return msgspec.json.decode(told, type=Sign) if isinstance(told, bytes) else None
