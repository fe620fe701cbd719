"""A table that stands still until what is wrong with it is put right."""

from __future__ import annotations

from casino.domain.aggregate import RuleId
from casino.domain.powers import DF
from games.domain.events import TableReleased, TableSuspended
from games.domain.setting import cite
from games.domain.table import Table, TableIsSuspended, TableRefusal, require_commissioned


class NotSuspended(TableRefusal):
    """The table is not suspended."""

    code = "table-not-suspended"


class ReasonMissing(TableRefusal):
    """Why a table stands still, and what was put right, stays on its record."""

    code = "table-reason-missing"


def suspend(table: Table, *, reason: str) -> TableSuspended:
    """Let no further round begin until what is wrong is put right (DF 10.3)."""
    require_commissioned(table)
    if table.suspended:
        raise TableIsSuspended(f"{table.id} is suspended already: {table.suspended}")
    if not reason.strip():
        raise ReasonMissing("Say why the table stands still.")
    return TableSuspended(reason=reason, rule=malfunction_rule(table))


def release(table: Table, *, rectified: str) -> TableReleased:
    """Let rounds begin again (DF 10.3)."""
    require_commissioned(table)
    if not table.suspended:
        raise NotSuspended(f"{table.id} is not suspended.")
    if not rectified.strip():
        raise ReasonMissing("Say what was put right.")
    return TableReleased(rectified=rectified, rule=malfunction_rule(table))


def malfunction_rule(table: Table) -> tuple[RuleId, ...]:
    """The rule that stops play until a malfunction is rectified, where the book has one (DF 10.3)."""
    return (cite(DF, "10.3"),) if table.book_id == DF else ()
