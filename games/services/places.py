"""Places at the tables that dealers run: a player takes one with chips, and gives it up."""

from __future__ import annotations

from casino import journal
from casino.domain import staff
from casino.domain.powers import Power
from casino.journal import Origin
from games.domain import naming, places, position, table
from games.domain.vocabulary import SeatId, TableId


@journal.command
def open_place(*, name: str, seat: SeatId, origin: Origin) -> None:
    """A dealer lets a player play at a place of the table, with chips (DF 6.3, CC 3.1)."""
    places.require_place(seat)
    there = table.at(naming.table_id(origin.venue, name))
    chips = position.at(TableId(there.id), seat)
    held = journal.load(write=[chips], guard=[there, *staff.acting(origin.actor)])
    places.require_dealt(held[there])
    staff.require(held, origin, Power.DEAL_GAME, book=held[there].book_id, variant=held[there].variant)
    journal.append(held, {chips: [places.take(held[chips], held[there], seat=seat)]}, origin)


@journal.command
def end_place(*, name: str, seat: SeatId, origin: Origin) -> None:
    """The player has left, without wagers on the layout; own limits and the dice go with them (DF 3.7, CC 5.2.2)."""
    places.require_place(seat)
    there = table.at(naming.table_id(origin.venue, name))
    chips = position.at(TableId(there.id), seat)
    held = journal.load(write=[chips, there], guard=staff.acting(origin.actor))
    places.require_dealt(held[there])
    staff.require(held, origin, Power.DEAL_GAME, book=held[there].book_id, variant=held[there].variant)
    left = position.leave(held[chips])
    journal.append(held, {chips: [left], there: places.vacate(held[there], seat=seat)}, origin)
