"""The puck and the marker buttons of a Crown table, which follow the point and what was called (CC 2.6, CC 2.7)."""

from __future__ import annotations

from casino.domain.powers import CC
from games.domain.table import Table
from games.domain.vocabulary import kind_of
from games.domain.wager import Wager

KINDS = {"buy": "Buy", "lay": "Lay", "dont_place": "D.P"}
CALLED = ("ON", "OFF")


def puck(table: Table) -> str:
    """What the puck shows: `ON 6` on the point, `OFF` before a Come Out Roll; nothing where there is none (CC 2.6)."""
    if table.book_id != CC:
        return ""
    return f"ON {table.point}" if table.point else "OFF"


def buttons(table: Table, wager: Wager) -> tuple[str, ...]:
    """The marker buttons on a wager: what it is, and whether it was called ON or OFF (CC 2.7, CC 3.5)."""
    if table.book_id != CC:
        return ()
    kind, call = KINDS.get(kind_of(wager.selection)), wager.lying.state.rpartition(", ")[2]
    return tuple(button for button in (kind, call if call in CALLED else None) if button)
