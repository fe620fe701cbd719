"""Whether a player terminal may be played at a table, and whether a machine senses its outcomes."""

from __future__ import annotations

from casino.domain.powers import BOOK_NAMES
from casino.domain.refusals import MoneyRefusal
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter
from devices.domain.device import Device
from games.domain.table import Table, require_commissioned


class TerminalIsLocked(MoneyRefusal):
    """Nothing is played at a terminal that was told to lock play."""

    code = "terminal-is-locked"


class TerminalNotInService(MoneyRefusal):
    """Nothing is played at a terminal that is out of service."""

    code = "terminal-not-in-service"


class TerminalOfAnotherGame(MoneyRefusal):
    """A terminal is played at tables of the book, and the wheel, it was fitted out for."""

    code = "terminal-of-another-game"


class NotOfThisTable(MoneyRefusal):
    """A table is told its outcomes by its own machines only."""

    code = "table-not-its-equipment"


def require_playable(machine: Device, meter: CreditMeter, table: Table) -> None:
    """Refuse a terminal that is locked, out of service, or of another game or wheel."""
    require_commissioned(table)
    credit_meter.require_open(meter)
    if meter.book != table.book_id or (machine.link and machine.link.wheel not in table.equipment):
        raise TerminalOfAnotherGame(f"{machine.name} is not a terminal of this table of {BOOK_NAMES[table.book_id]}.")
    if not machine.is_in_service:
        raise TerminalNotInService(f"{machine.name} is out of service: nothing is played there.")
    if meter.locked_because:
        raise TerminalIsLocked(f"{machine.name} is locked: nothing is played there until play is enabled.")


def require_sensing(table: Table, name: str) -> None:
    """Refuse what a machine says of a table that is not its own."""
    require_commissioned(table)
    if name not in table.equipment:
        raise NotOfThisTable(f"{name} does not sense the outcomes of {table.id}.")
