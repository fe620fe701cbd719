"""A snapshot every thousand versions, so that any past state costs at most a thousand entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from casino.domain.aggregate import Event, Ref
from casino.journal import codec
from casino.journal.locking import Head

EVERY = 1000


def take(events: Mapping[Ref[Any], Sequence[Event]], heads: Sequence[Head]) -> None:
    """Keep the state of each stream that has just passed a full thousand."""
    for (ref, written), head in zip(events.items(), heads, strict=True):
        last = (head.version + len(written)) // EVERY * EVERY
        if last > head.version:
            _keep(ref, last, ref.aggregate.fold(head.state, written[: last - head.version]))


def _keep(ref: Ref[Any], version: int, state: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO journal.snapshot
               SELECT stream, version, position, recorded_at, %s, %s FROM journal.entry WHERE stream = %s AND version = %s
               ON CONFLICT (stream, version) DO UPDATE SET state_version = excluded.state_version, state = excluded.state""",
            [ref.aggregate.state_version, codec.encode(state).decode(), ref.stream, version],
        )
