"""The fence: up to which position nothing can be committed any more. Every follower computes it for itself.

Every position up to the ceiling was drawn by a transaction whose id was assigned before ours. When no transaction older than
ours runs, each of them has committed, and is visible, or is gone for ever.
"""

from __future__ import annotations

import time

from django.db import connections

_CEILING = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM journal.position_seq"
_OLDEST = (
    "SELECT extract(epoch FROM journal.now() - recorded_at) FROM journal.entry WHERE position > %s ORDER BY position LIMIT 1"
)
_TICK_SECONDS = 0.005


def fence(*, after: int = 0, wait_seconds: float = 1.0, using: str = "default") -> int:
    """The highest position that is final, as far as that is known within the wait; `after` if nothing newer is."""
    connection = connections[using]
    assert not connection.in_atomic_block, "the fence is sought outside of any transaction"
    with connection.cursor() as cursor:
        cursor.execute(_CEILING)
        ceiling = int(cursor.fetchone()[0])
        if ceiling <= after:
            return after
        cursor.execute("SELECT pg_current_xact_id()::text")
        own = cursor.fetchone()[0]
        deadline = time.monotonic() + wait_seconds
        while True:
            cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot()) >= %s::xid8", [own])
            if cursor.fetchone()[0]:
                return ceiling
            if time.monotonic() > deadline:
                return after
            time.sleep(_TICK_SECONDS)


def lag_seconds(after: int, *, using: str = "default") -> float:
    """How long the oldest entry after a follower's position has been waiting: for a running transaction, or for the follower."""
    with connections[using].cursor() as cursor:
        cursor.execute(_OLDEST, [after])
        row = cursor.fetchone()
    return max(0.0, float(row[0])) if row else 0.0
