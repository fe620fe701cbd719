"""The record itself, read for programs: the entries of one stream, and what waits for a signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import connection
from psycopg import sql

from casino.domain import approval
from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.journal import codec, reading

_ASKED = """
    SELECT e.position, e.stream, h.state_version, h.state
      FROM journal.entry e JOIN journal.head h ON h.stream = e.stream
     WHERE e.type = 'casino.approval-requested' AND e.venue = %s AND """
_KNOWN = """
    EXISTS (SELECT FROM casino_approval a WHERE a.id = substr(e.stream, length('approval-') + 1) AND (
        a.requested_by = %s OR (a.power, a.book) IN (SELECT * FROM unnest(%s::text[], %s::text[]))))"""


@dataclass(frozen=True)
class Asked:
    """A request for approval, where it stands in the journal, and what became of it."""

    position: int
    id: str
    approval: Approval

    def became(self, now: Instant) -> str:
        """What became of it, in a word."""
        state = self.approval
        is_over = state.expires_at is not None and now >= state.expires_at
        words = {"used": state.is_used, "lapsed": state.lapsed, "declined": state.declined_by, "approved": state.approved_by}
        decided = next((word for word, is_so in words.items() if is_so), "")
        return decided or ("expired" if is_over else "open")


def lines(venue_id: VenueId, stream: str, *, after: int, at_most: int) -> list[dict[str, Any]]:
    """Entries of one stream of a venue, key by key as their lines have them."""
    where = sql.SQL("stream = {} AND version > {} AND venue = {}").format(stream, after, venue_id)
    found = reading.entries(where, order="version", limit=at_most)
    return [msgspec.json.decode(msgspec.json.encode(each.line)) for each in found]


def approvals(venue_id: VenueId, *, by: str, held: Sequence[tuple[str, str]], before: int | None, at_most: int) -> list[Asked]:
    """What somebody asked to be approved at a venue, or was asked under a power that they hold at its book, the newest first."""
    earlier = "e.position < %s" if before is not None else "%s::bigint IS NULL"
    powers, books = [power for power, _ in held], [book for _, book in held]
    return _asked(f"{_KNOWN} AND {earlier} ORDER BY e.position DESC LIMIT %s", [venue_id, by, powers, books, before, at_most])


def approval_asked(venue_id: VenueId, approval_id: str) -> Asked | None:
    """One request for approval of a venue."""
    found = _asked("e.stream = %s", [venue_id, approval.AGGREGATE.at(approval_id).stream])
    return found[0] if found else None


def _asked(rest: str, values: list[Any]) -> list[Asked]:
    with connection.cursor() as cursor:
        cursor.execute(_ASKED + rest, values)
        rows = cursor.fetchall()
    return [_one(*row) for row in rows]


def _one(position: int, stream: str, state_version: int, state: str) -> Asked:
    ref: Ref[Approval] = Ref(stream)
    is_fresh = state_version == approval.AGGREGATE.state_version
    return Asked(position, ref.id, codec.decode(Approval, state) if is_fresh else reading.state(ref))
