"""What a table is made of before anything is played at it: a book that is there, and machines fitted out for it."""

from __future__ import annotations

from collections.abc import Mapping

from casino.domain.powers import BOOK_NAMES
from devices.domain.device import Device, Kind
from games.domain.table import TableRefusal

SENSING = (Kind.DICE_TUMBLER, Kind.WHEEL, Kind.ENTRY_TERMINAL)


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
    """Refuse a machine that senses nothing, or is fitted out for another game (AC 2.2, IR 2.2, SB 2.2, DF 2.3)."""
    for name, machine in machines.items():
        if machine.kind not in SENSING:
            raise EquipmentUnfit(f"{name} is no tumbler, no wheel and no entry terminal: it senses no outcome.")
        if machine.book != book:
            raise EquipmentUnfit(f"{name} is not fitted out for {BOOK_NAMES[book]}.")
