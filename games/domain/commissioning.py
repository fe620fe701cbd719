"""What a table is made of before anything is played at it: a book that is there, and machines fitted out for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from casino.domain.powers import AC, BOOK_NAMES, IR, SB
from devices.domain.device import Device, Kind
from games.domain.setting import cite
from games.domain.table import TableRefusal

SENSING = (Kind.DICE_TUMBLER, Kind.WHEEL, Kind.ENTRY_TERMINAL)
DECIDED_BY = {AC: (Kind.DICE_TUMBLER, "2.2.4"), IR: (Kind.WHEEL, "2.5.1"), SB: (Kind.DICE_TUMBLER, "2.2")}


class NoSuchBook(TableRefusal):
    """There is no rule book of this name."""

    code = "table-no-such-book"


class EquipmentUnfit(TableRefusal):
    """The machines of a table are those its book demands."""

    code = "table-equipment-unfit"


def require_book(book: str) -> None:
    """Refuse a book that nobody has written."""
    if book not in BOOK_NAMES:
        raise NoSuchBook(f"There is no rule book called {book!r}.")


def require_equipment(machines: Mapping[str, Device], *, book: str) -> None:
    """Refuse a machine that senses nothing or is of another game, and an electronic table without its one (AC 2.2.4, DF 2.3)."""
    for name, machine in machines.items():
        if machine.kind not in SENSING:
            raise EquipmentUnfit(f"{name} is no tumbler, no wheel and no entry terminal: it senses no outcome.")
        if machine.book != book:
            raise EquipmentUnfit(f"{name} is not fitted out for {BOOK_NAMES[book]}.")
    if book in DECIDED_BY and len(machines) != 1:
        kind, rule = DECIDED_BY[book]
        raise EquipmentUnfit(f"A table of {BOOK_NAMES[book]} has one {kind}: name it.", rule=cite(book, rule))


def require_unshared(machines: Iterable[str], *, taken: Mapping[str, str]) -> None:
    """Refuse a machine that senses the outcomes of another table: what it says would be heard at one of them only."""
    for name in machines:
        if name in taken:
            raise EquipmentUnfit(f"{name} senses the outcomes of {taken[name]} already.")
