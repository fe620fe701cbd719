"""From events to rows: fold, chain, lines, one call to the database, then the read models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from django.conf import settings

from casino.domain import approval, venue
from casino.domain.accounts import postings_of
from casino.domain.aggregate import Event, Ref
from casino.domain.gaming_day import Calendar, day_at
from casino.domain.instant import Instant
from casino.domain.refusals import PreviewChanged
from casino.journal import calendars, codec, projections, snapshots
from casino.journal.database import Statement, array, execute, gathering
from casino.journal.line import LONGEST, Recorded, leaf, new_ids
from casino.journal.locking import Head, Held, new_head
from casino.journal.origin import Origin

Chosen = Mapping[Ref[Any], Sequence[Event]]
MINUTE = len("2026-08-22T05:12")
_APPEND_ONE = b"SELECT journal.append_one($1, decode($2, 'hex'), $3, $4, $5, $6, $7, $8, $9)"
_APPEND_MANY = (
    b"SELECT journal.append_many($1, decode($2, 'hex'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
)


@dataclass(frozen=True)
class Request:
    """The command being written: its name, its arguments, who asks, and the answer to keep."""

    command: str
    arguments: bytes
    origin: Origin
    hash: str
    answer: bytes


class Envelope(NamedTuple):
    """What is the same for all entries of a command, as bytes of the line."""

    text: bytes
    occurred_at: bytes


class Kind(NamedTuple):
    """What is the same for many entries of a command: their type and what they are about; `middle` is that part of the line."""

    number: int
    type_name: str
    about: bytes
    middle: bytes


class Parts(NamedTuple):
    """What the entries have of their own, part by part: objects kept for each entry would have the garbage collector at work."""

    kinds: list[int]
    prevs: list[str]
    ids: list[str]
    postings: list[bytes]
    data: list[bytes]


class Composed(NamedTuple):
    """What a command is about to write: its streams with their heads and new states, its entries in parts and as lines."""

    chosen: Chosen
    heads: Sequence[Head]
    states: Sequence[Any]
    around: Envelope
    kinds: Sequence[Kind]
    parts: Parts
    lines: Sequence[bytes]


def write(held: Held, events: Chosen, request: Request) -> list[Recorded]:
    """Write a command's entries, heads, states, own row and inline read models."""
    chosen = {**events, **_approval_used(held, events, request)}
    composed = compose(held, chosen, request.origin)
    lines = iter(composed.lines)
    recorded = [
        Recorded(None, next(lines), event, ref.stream, version)
        for (ref, written), head in zip(composed.chosen.items(), composed.heads, strict=True)
        for version, event in enumerate(written, start=head.version + 1)
    ]
    with gathering() as rows:  # of read models: they go along with the append
        projections.project_inline(recorded)
    for each, position in zip(recorded, store(held, composed, request, along=rows), strict=True):
        each.stands_at(position)
    snapshots.take(composed.chosen, composed.heads)
    return recorded


def compose(held: Held, events: Chosen, origin: Origin) -> Composed:
    """Fold the new states and put the lines together, each following the one before it."""
    chosen = {ref: events[ref] for ref in sorted(events) if events[ref]}
    heads = [_head(held, ref) for ref in chosen]
    states = [ref.aggregate.fold(head.state, chosen[ref]) for ref, head in zip(chosen, heads, strict=True)]
    calendar = _calendar(dict(zip(chosen, states, strict=True)), origin)
    around = _envelope(origin, held.recorded_at, _gaming_day(calendar, held.recorded_at[:MINUTE]))
    return Composed(chosen, heads, states, around, *_chain(chosen, heads, around, held.recorded_at))


def store(held: Held, composed: Composed, request: Request, *, along: Sequence[Statement] = ()) -> list[int]:
    """Append what was composed, in one round trip with what goes along; the positions it got."""
    append = _append_one if len(composed.lines) == 1 else _append_many
    return append(held, composed, request, along)


def preview(events: Chosen) -> str:
    """The hash a person signs: streams, types and data, no times and no ids."""
    told = [
        [ref.stream, event.type_name, event.version, msgspec.Raw(data)]
        for ref in sorted(events)
        for event, data in zip(events[ref], codec.split(events[ref])[1], strict=True)
    ]
    return sha256(codec.encode(told)).hexdigest()


def _approval_used(held: Held, chosen: Chosen, request: Request) -> dict[Ref[Any], list[Event]]:
    """Hold the command to what a person has signed: their own preview, or one that somebody else approved."""
    origin = request.origin
    if origin.preview is None and origin.approval is None:
        return {}
    about_to_write = preview(chosen)
    if origin.preview not in (None, about_to_write):
        raise PreviewChanged("What would be done now differs from what was shown: look at it again.")
    if origin.approval is None:
        return {}
    used = approval.use(
        held[origin.approval],
        command=request.command,
        arguments=request.arguments.decode(),
        request_id=str(origin.request_id),
        preview=about_to_write,
        now=held.now,
    )
    return {origin.approval: [used]}


def _head(held: Held, ref: Ref[Any]) -> Head:
    known = held.heads.get(ref.stream)
    assert ref not in held.guards, f"{ref} is guarded, not held for writing"
    assert known or not ref.aggregate.guardable, f"{ref} may be guarded by others: load it before writing it"
    return known or new_head(ref)


def _calendar(states: Mapping[Ref[Any], Any], origin: Origin) -> Calendar:
    itself = states.get(venue.AGGREGATE.at(origin.venue))
    return itself.calendar if itself else calendars.of(origin.venue)


@lru_cache
def _gaming_day(calendar: Calendar, minute: str) -> str:
    """The gaming day of a minute: days begin on the hour, so no minute belongs to two."""
    return day_at(calendar, Instant.parse(f"{minute}:00Z")).isoformat()


def _envelope(origin: Origin, recorded_at: str, gaming_day: str) -> Envelope:
    request_id = str(origin.request_id)
    fields = {
        "request_id": request_id,
        "correlation_id": str(origin.correlation_id) if origin.correlation_id else request_id,
        "cause": str(origin.cause) if origin.cause else None,
        "actor": origin.actor,
        "role": origin.role,
        "place": origin.place,
        "venue": origin.venue,
        "received_at": origin.received_at,
        "recorded_at": recorded_at,
        "gaming_day": gaming_day,
        "reason": origin.reason,
        "build": settings.BUILD,
    }
    return Envelope(codec.encode(fields)[1:-1], codec.encode(origin.occurred_at))


def _chain(
    chosen: Chosen, heads: Sequence[Head], around: Envelope, recorded_at: str
) -> tuple[Sequence[Kind], Parts, Sequence[bytes]]:
    """The entries' kinds, parts and lines, each line following the one before it."""
    events = [event for written in chosen.values() for event in written]
    abouts, data = codec.split(events)
    parts = Parts([], [], new_ids(len(events), recorded_at), codec.encode_each(map(postings_of, events)), data)
    kinds: dict[tuple[str, bytes], Kind] = {}
    lines: list[bytes] = []
    each = zip(events, abouts, parts.ids, parts.postings, data, strict=True)
    for (ref, written), head in zip(chosen.items(), heads, strict=True):
        prev = head.hash
        for version, (event, about, id_, postings, own) in enumerate(islice(each, len(written)), start=head.version + 1):
            name = event.type_name, about
            kind = kinds.get(name) or kinds.setdefault(name, _kind(len(kinds) + 1, event, about, around))
            front = f'{{"stream":"{ref.stream}","version":{version},"prev":"{prev}","id":"{id_}'
            line = b'%b%b%b,"data":%b}' % (front.encode(), kind.middle, postings, own)
            _require_short(line, kind)
            parts.kinds.append(kind.number)
            parts.prevs.append(prev)
            lines.append(line)
            prev = leaf(line)
    return list(kinds.values()), parts, lines


def _kind(number: int, event: Event, rules: bytes, around: Envelope) -> Kind:
    about = b'"type_version":%d,"occurred_at":%b,%b' % (event.version, around.occurred_at, rules)
    middle = b'","type":"%b",%b,%b,"postings":' % (event.type_name.encode(), about, around.text)
    return Kind(number, event.type_name, about, middle)


def _require_short(line: bytes, kind: Kind) -> None:
    if len(line) > LONGEST:
        message = f"{kind.type_name} is {len(line)} bytes long; an entry has at most {LONGEST}."
        raise codec.Unwritable(message)


def _append_one(held: Held, composed: Composed, request: Request, along: Sequence[Statement]) -> list[int]:
    [ref], [head], [state], [line] = composed.chosen, composed.heads, composed.states, composed.lines
    result = execute(
        _APPEND_ONE,
        [
            *_command(held, composed, request),
            ref.stream.encode(),
            b"%d" % head.version,
            b"%d" % ref.aggregate.state_version,
            codec.encode(state),
            line,
        ],
        along=along,
    )
    return [int(result.get_value(0, 0) or b"")]


def _append_many(held: Held, composed: Composed, request: Request, along: Sequence[Statement]) -> list[int]:
    parts = composed.parts
    result = execute(
        _APPEND_MANY,
        [
            *_command(held, composed, request),
            array(ref.stream for ref in composed.chosen),
            array(head.version for head in composed.heads),
            array(map(len, composed.chosen.values())),
            array(ref.aggregate.state_version for ref in composed.chosen),
            b"\n".join(codec.encode_each(composed.states)),
            composed.around.text,
            array(kind.type_name for kind in composed.kinds),
            b"\n".join(kind.about for kind in composed.kinds),
            array(parts.kinds),
            "\n".join(parts.prevs).encode(),
            "\n".join(parts.ids).encode(),
            b"\n".join(parts.postings),
            b"\n".join(parts.data),
        ],
        along=along,
    )
    return [int(position) for position in (result.get_value(0, 0) or b"").strip(b"{}").split(b",")]


def _command(held: Held, composed: Composed, request: Request) -> list[bytes]:
    """What is the same for every append: the request, its answer, and the streams it relies on without writing them."""
    return [
        str(request.origin.request_id).encode(),
        request.hash.encode(),
        request.answer,
        array(held.heads.keys() - {ref.stream for ref in composed.chosen}),
    ]
