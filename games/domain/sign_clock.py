"""How long a sign has stood, and from when on what it says may hold or happen (DF 7.5, DF 11.8, CC 4.1, CC 9.7, X-12)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from casino.domain.instant import Instant
from casino.domain.powers import Power
from games.domain.limits import notice_of, raises_a_minimum
from games.domain.table import Sign, Table


@dataclass(frozen=True)
class SignClock:
    """A sign that stands: since when without a gap, how long it must, and from when on it may be acted upon."""

    counts_from: Instant
    needed: timedelta
    due: Instant
    is_gone: bool  # it cannot be seen at the moment

    def is_over(self, now: Instant) -> bool:
        """Whether it has stood long enough."""
        return not self.is_gone and now >= self.due


def of_change(table: Table, *, minutes: int) -> SignClock | None:
    """The clock of the limits that are announced; a sign that raises no minimum needs no time (DF 7.5, CC 4.1)."""
    if table.change is None:
        return None
    is_higher = raises_a_minimum(table.limits, table.change.limits)
    return _clock(table, table.change, notice_of(table, Power.CHANGE_LIMITS, minutes=minutes) if is_higher else timedelta())


def of_closure(table: Table, *, minutes: int) -> SignClock | None:
    """The clock of a closure that is announced (DF 11.8, CC 9.7)."""
    if table.closure is None:
        return None
    return _clock(table, table.closure, notice_of(table, Power.CLOSE_TABLE, minutes=minutes))


def _clock(table: Table, sign: Sign, needed: timedelta) -> SignClock:
    due = max(Instant.of(sign.counts_from + needed), sign.comes_at) if needed else sign.counts_from
    return SignClock(counts_from=sign.counts_from, needed=needed, due=due, is_gone=table.sign_gone_at is not None)
