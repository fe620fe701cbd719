"""Verification: every entry, chain, head, command row and folded state is checked against the lines themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from psycopg import sql

from casino.domain import venue
from casino.domain.accounts import Posting
from casino.domain.aggregate import AGGREGATES, Aggregate
from casino.domain.gaming_day import Calendar, day_at, start_of
from casino.domain.instant import Instant
from casino.journal import codec, reading
from casino.journal.database import still
from casino.journal.line import Line, genesis, leaf

BATCH = 5000
CHECKS: list[Callable[[str | None], Iterator[tuple[str, int, str]]]] = []
"""Checks that apps add in their `apps.py`, of one venue or of all: each yields stream, version and what is wrong."""

_INSTANT = sql.SQL("""'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'""")
_ENTRIES = sql.SQL(
    """COPY (SELECT position, to_char(recorded_at AT TIME ZONE 'UTC', {instant}), request_id, correlation_id, version, gaming_day,
                    venue, stream, type, encode(hash, 'hex'), line
               FROM journal.entry WHERE (stream, version) > ({stream}, {version}) AND {venue}
              ORDER BY stream, version LIMIT {limit}) TO STDOUT"""
)
_HEADS = sql.SQL(
    """COPY (SELECT stream, venue, version, encode(hash, 'hex'), to_char(recorded_at AT TIME ZONE 'UTC', {instant}),
                    state_version, state
               FROM journal.head WHERE stream > {stream} AND {venue} ORDER BY stream LIMIT {limit}) TO STDOUT"""
)
_COMMANDS = """
    SELECT coalesce(told.stream, 'command'), coalesce(told.version, 0), coalesce(command.request_id, told.request_id)
      FROM journal.command FULL JOIN (
           SELECT request_id, min(position) AS first, max(position) AS last, count(*) AS entries, sum(position) AS positions,
                  min(stream) AS stream, min(version) AS version, min(recorded_at) AS earliest, max(recorded_at) AS latest
             FROM journal.entry WHERE venue = coalesce(%(venue)s, venue) GROUP BY request_id) AS told USING (request_id)
     WHERE (%(venue)s::text IS NULL OR told.request_id IS NOT NULL)
       AND (first_position, last_position, command.entries, recorded_at, recorded_at, hash)
           IS DISTINCT FROM
           (told.first, told.last, told.entries, told.earliest, told.latest,
            journal.command_hash(command.request_id, request_hash, recorded_at, first_position, last_position,
                                 command.entries, told.positions, answer))
     LIMIT 100"""


class Wrong(NamedTuple):
    """Something that is not as it must be."""

    stream: str
    version: int
    what: str


class Row(NamedTuple):
    """An entry as its columns have it."""

    position: int
    recorded_at: str
    request_id: str
    correlation_id: str
    version: int
    gaming_day: str
    venue: str
    stream: str
    type: str
    hash: str
    line: bytes


class Head(NamedTuple):
    """A head as its columns have it."""

    stream: str
    venue: str
    version: int
    hash: str
    recorded_at: str
    state_version: int
    state: bytes


@dataclass
class Found:
    """What a verification has come to."""

    events: int = 0
    streams: int = 0
    wrong: list[Wrong] = field(default_factory=list)


@dataclass
class _Stream:
    """How far one stream has been followed."""

    name: str
    aggregate: Aggregate[Any] | None
    state: Any
    version: int = 0
    hash: str = ""
    recorded_at: str = ""
    position: int = 0
    venue: str = ""


def verify(venue_id: str | None = None, *, progress: Callable[[int], None] = lambda _: None) -> Found:
    """Check everything, or one venue, in one snapshot of the database; memory does not grow with the journal."""
    found = Found()
    with still():
        _verify_streams(found, venue_id, progress)
        _verify_commands(found, venue_id)
        for check in CHECKS:
            found.wrong.extend(Wrong(*each) for each in check(venue_id))
    return found


def _verify_streams(found: Found, venue_id: str | None, progress: Callable[[int], None]) -> None:
    heads = _heads(venue_id)
    days = _Days()
    stream: _Stream | None = None
    head = next(heads, None)
    for row in _rows(venue_id):
        if stream is None or row.stream != stream.name:
            head = _close(found, stream, head, heads)
            stream = _open(row.stream)
            found.streams += 1
        found.wrong.extend(Wrong(row.stream, row.version, what) for what in _verify_entry(stream, row, days))
        found.events += 1
        if found.events % BATCH == 0:
            progress(BATCH)
    head = _close(found, stream, head, heads)
    while head:
        found.wrong.append(Wrong(head.stream, head.version, "a head without entries"))
        head = next(heads, None)
    progress(found.events % BATCH)


def _open(name: str) -> _Stream:
    aggregate = AGGREGATES.get(name.partition("-")[0])
    return _Stream(name, aggregate, aggregate.start if aggregate else None, hash=genesis(name))


def _verify_entry(stream: _Stream, row: Row, days: _Days) -> Iterator[str]:
    """What is wrong with an entry, by itself and after the one before it; then go on from it."""
    if leaf(row.line) != row.hash:
        yield "its hash is not the hash of its line"
    try:
        line = _line.decode(row.line)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        yield f"its line cannot be read: {error}"
        return
    yield from _verify_columns(row, line)
    if (line.version, line.prev) != (stream.version + 1, stream.hash):
        yield "it does not follow the entry before it"
    if line.recorded_at < stream.recorded_at or row.position <= stream.position or (stream.venue and line.venue != stream.venue):
        yield "its time or position runs backwards, or its venue changes"
    if line.gaming_day != days.of(line.venue, line.recorded_at):
        yield f"{line.gaming_day} is not its gaming day"
    if _posted(line.postings) != 0:
        yield "its postings do not sum to zero"
    yield from _verify_fold(stream, line)
    stream.version, stream.hash, stream.recorded_at = row.version, row.hash, line.recorded_at
    stream.position, stream.venue = row.position, line.venue


def _verify_columns(row: Row, line: Line) -> Iterator[str]:
    if codec.encode(line) != row.line:
        yield "its line is not written exactly"
    columns = (row.recorded_at, row.request_id, row.correlation_id, row.version, row.gaming_day, row.venue, row.stream, row.type)
    told = (
        line.recorded_at,
        line.request_id,
        line.correlation_id,
        line.version,
        line.gaming_day,
        line.venue,
        line.stream,
        line.type,
    )
    if columns != told:
        yield "its columns are not what its line says"


def _verify_fold(stream: _Stream, line: Line) -> Iterator[str]:
    if stream.aggregate is None:
        yield "no aggregate of this build has such a stream"
        return
    try:
        event = codec.join(line.type, line.type_version, line.rule, line.readings, line.data)
    except (codec.UnknownEvent, msgspec.ValidationError, ValueError) as error:
        yield str(error)
        return
    try:
        stream.state = stream.aggregate.evolve(stream.state, event)
    except Exception as error:  # noqa: BLE001 - what was forged may break whatever reads it, and is to be named all the same
        yield f"it cannot follow the entries before it: {error!r}"


def _close(found: Found, stream: _Stream | None, head: Head | None, heads: Iterator[Head]) -> Head | None:
    """Compare a stream that has been followed to its end with its head; give back the next head."""
    if stream is None:
        return head
    while head and head.stream < stream.name:
        found.wrong.append(Wrong(head.stream, head.version, "a head without entries"))
        head = next(heads, None)
    if head is None or head.stream != stream.name:
        found.wrong.append(Wrong(stream.name, stream.version, "entries without a head"))
        return head
    if (head.version, head.hash, head.recorded_at, head.venue) != (stream.version, stream.hash, stream.recorded_at, stream.venue):
        found.wrong.append(Wrong(stream.name, stream.version, "its head is not its last entry"))
    if stream.aggregate and (head.state_version, head.state) != (stream.aggregate.state_version, codec.encode(stream.state)):
        found.wrong.append(
            Wrong(stream.name, stream.version, "its folded state is not what its entries fold into (rebuild --states)")
        )
    return next(heads, None)


def _verify_commands(found: Found, venue_id: str | None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_nestloop = off")
        cursor.execute(_COMMANDS, {"venue": venue_id})
        for stream, version, request_id in cursor.fetchall():
            found.wrong.append(Wrong(stream, version, f"command {request_id} does not agree with its entries"))


class _Days:
    """The gaming day of any moment at any venue, remembered for as long as the day lasts."""

    def __init__(self) -> None:
        self.calendars: dict[str, Calendar] = {}
        self.spans: dict[str, tuple[str, str, str]] = {}

    def of(self, venue_id: str, recorded_at: str) -> str:
        first, end, day = self.spans.get(venue_id, ("", "", ""))
        if not first <= recorded_at < end:
            first, end, day = self.spans[venue_id] = self._span(venue_id, recorded_at)
        return day

    def _span(self, venue_id: str, recorded_at: str) -> tuple[str, str, str]:
        """The day's beginning, end and name; nothing if the venue's calendar or the time itself has been tampered with."""
        if venue_id not in self.calendars:
            self.calendars[venue_id] = _calendar(venue_id)
        calendar = self.calendars[venue_id]
        if not calendar:
            return "", "", ""
        try:
            day = day_at(calendar, Instant.parse(recorded_at))
            return str(start_of(calendar, day)), str(start_of(calendar, day.next)), day.isoformat()
        except (ValueError, KeyError):  # no such moment, hour or zone
            return "", "", ""


def _calendar(venue_id: str) -> Calendar:
    """A venue's calendar as its entries tell it; none if they cannot be read or their beginning is missing."""
    try:
        ref = venue.AGGREGATE.at(venue_id)
        state = ref.aggregate.fold(venue.Venue(), (each.event for each in reading.history(ref)))
    except (codec.UnknownEvent, msgspec.MsgspecError, ValueError):
        return ()
    return state.calendar if state.is_open else ()


def _posted(postings: msgspec.Raw) -> int | None:
    if bytes(postings) == b"[]":
        return 0
    try:
        return sum(each.cents for each in _postings.decode(postings))
    except msgspec.ValidationError:
        return None


def _rows(venue_id: str | None) -> Iterator[Row]:
    stream, version = "", 0
    while rows := _copied(_ENTRIES, venue_id, stream=stream, version=version):
        for row in rows:
            (position, recorded_at, request_id, correlation_id, number, day, venue_name, name, kind, digest), line = (
                _texts(row[:10]),
                row[10],
            )
            yield Row(
                int(position), recorded_at, request_id, correlation_id, int(number), day, venue_name, name, kind, digest, line
            )
            stream, version = name, int(number)


def _heads(venue_id: str | None) -> Iterator[Head]:
    stream = ""
    while rows := _copied(_HEADS, venue_id, stream=stream):
        for row in rows:
            (stream, venue_name, version, digest, recorded_at, state_version), state = _texts(row[:6]), row[6]
            yield Head(stream, venue_name, int(version), digest, recorded_at, int(state_version), state)


def _copied(query: sql.SQL, venue_id: str | None, **keys: Any) -> list[list[bytes]]:
    one = sql.SQL("venue = {}").format(venue_id) if venue_id else sql.SQL("true")
    rows = reading.copied(query.format(instant=_INSTANT, venue=one, limit=BATCH, **keys))
    return [_unescape(row) for row in rows]


def _unescape(row: bytes) -> list[bytes]:
    columns = row.removesuffix(b"\n").split(b"\t")
    return [column.replace(b"\\\\", b"\\") for column in columns] if b"\\" in row else columns


def _texts(columns: list[bytes]) -> list[str]:
    return [column.decode() for column in columns]


_line = msgspec.json.Decoder(Line)
_postings = msgspec.json.Decoder(list[Posting])
