"""What a terminal does at an electronic table: it takes a place, and changes its wagers within the wagering period.

Chips and credits move in one append. The round is only guarded, so a thousand terminals wager at once; closing waits for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casino import journal
from casino.domain.aggregate import Ref
from casino.domain.money import Cents
from casino.journal import Held, Origin
from devices.domain import credit_meter, device, requests
from devices.domain.credit_meter import CreditMeter
from devices.domain.device import Device
from games.domain import between_rounds, crediting, naming, placing, position, round_of_play, table
from games.domain import terminal as terminals
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import RoundId, SeatId, Selection, TableId, WagerNumber
from games.domain.wager_events import PositionEvent, WagerPlaced
from games.rules import books


class Seat(NamedTuple):
    """The streams of a terminal's place at a table."""

    chips: Ref[Position]
    meter: Ref[CreditMeter]
    machine: Ref[Device]
    table: Ref[Table]


@journal.command
def take_position(*, terminal: str, name: str, origin: Origin) -> None:
    """A terminal takes its place at a table; its wagers are staked from its credit meter (AC 3.3, IR 3.3, SB 3.3)."""
    seat, held = _hold(terminal, naming.table_id(origin.venue, name), origin)
    terminals.require_playable(held[seat.machine], held[seat.meter], held[seat.table])
    taken = position.take(held[seat.chips], table=held[seat.table].id, seat=SeatId(terminal), meter=seat.meter.id)
    _append(held, seat, [taken], origin)


@journal.command
def leave_position(*, terminal: str, name: str, origin: Origin) -> None:
    """A terminal gives its place up; no wager of it may lie on the layout."""
    seat, held = _hold(terminal, naming.table_id(origin.venue, name), origin)
    _append(held, seat, [position.leave(held[seat.chips])], origin)


@journal.command
def place_wager(*, terminal: str, round_id: RoundId, selection: Selection, stake_cents: Cents, origin: Origin) -> WagerNumber:
    """A player touches an area of the layout within the wagering period (AC 3.3.4, IR 3.3.4, SB 3.3.4)."""
    seat, held, setting = _load(terminal, round_id, origin)
    table.require_taking_wagers(held[seat.table], now=held.now)
    placed = placing.place(held[seat.chips], selection=selection, stake_cents=stake_cents, setting=setting)
    number = _number(placed)
    _append(held, seat, placed, origin, answer=number)
    return number


@journal.command
def increase_wager(*, terminal: str, round_id: RoundId, wager: WagerNumber, by_cents: Cents, origin: Origin) -> None:
    """A player adds chips to a wager (AC 3.9.1, IR 3.5.1, SB 3.5)."""
    seat, held, setting = _load(terminal, round_id, origin)
    table.require_taking_wagers(held[seat.table], now=held.now)
    increased = placing.increase(held[seat.chips], wager=wager, by_cents=by_cents, setting=setting)
    _append(held, seat, [increased], origin)


@journal.command
def reduce_wager(*, terminal: str, round_id: RoundId, wager: WagerNumber, to_cents: Cents, origin: Origin) -> None:
    """A player takes a part of a wager down (AC 3.5.1.1, IR 3.5.1.1)."""
    seat, held, setting = _load(terminal, round_id, origin)
    reduced = placing.reduce(held[seat.chips], wager=wager, to_cents=to_cents, setting=setting)
    _append(held, seat, reduced, origin)


@journal.command
def cancel_wager(*, terminal: str, round_id: RoundId, wager: WagerNumber, origin: Origin) -> None:
    """A player takes a wager down, and the odds behind it with it (AC 3.5.1.1, IR 3.5.1.1, AC-18)."""
    seat, held, setting = _load(terminal, round_id, origin)
    _append(held, seat, placing.cancel(held[seat.chips], wager=wager, setting=setting), origin)


@journal.command
def move_wager(*, terminal: str, round_id: RoundId, wager: WagerNumber, to: Selection, origin: Origin) -> WagerNumber:
    """A player moves the chips of a wager to another area (AC 3.5.1.2, IR 3.5.1.2)."""
    seat, held, setting = _load(terminal, round_id, origin)
    table.require_taking_wagers(held[seat.table], now=held.now)
    moved = placing.move(held[seat.chips], wager=wager, to=to, setting=setting)
    number = _number(moved)
    _append(held, seat, moved, origin, answer=number)
    return number


def _seat(terminal: str, at_table: TableId, origin: Origin) -> Seat:
    """The place of the terminal that asks: it asks for no other."""
    machine = device.at(origin.venue, terminal)
    device.require_itself(origin.actor, machine)
    chips = position.at(at_table, SeatId(terminal))
    return Seat(chips, credit_meter.at(origin.venue, terminal), machine, table.at(at_table))


def _hold(terminal: str, at_table: TableId, origin: Origin, *plays: Ref[RoundOfPlay]) -> tuple[Seat, Held]:
    """The place of the terminal that asks, held; what it has asked before is refused."""
    seat = _seat(terminal, at_table, origin)
    held = journal.load(write=[seat.chips, seat.meter], guard=[*plays, seat.table, seat.machine])
    requests.require_next(held[seat.machine], held[seat.meter], origin.sequence)
    return seat, held


def _load(terminal: str, round_id: RoundId, origin: Origin) -> tuple[Seat, Held, Setting]:
    """The place of a terminal, held while the round is open by the database's clock, and what its wagers meet there."""
    there = naming.table_of(round_id, venue=origin.venue)
    play = round_of_play.at(round_id)
    seat, held = _hold(terminal, there, origin, play)
    terminals.require_playable(held[seat.machine], held[seat.meter], held[seat.table])
    round_of_play.require_open(held[play], now=held.now)
    return seat, held, _setting(held[play], held[seat.table], SeatId(terminal))


def _setting(play: RoundOfPlay, there: Table, seat: SeatId) -> Setting:
    return between_rounds.setting(there, book=books.get(play.book), seat=seat, round_id=play.id, is_closed=False)


def _number(events: Sequence[PositionEvent]) -> WagerNumber:
    """The number of the wager that was placed."""
    return next(event.wager for event in events if isinstance(event, WagerPlaced))


def _append(
    held: Held, seat: Seat, changed: Sequence[PositionEvent], origin: Origin, *, answer: WagerNumber | None = None
) -> None:
    """The chips on the layout and the credits of the terminal move together, under the number of the request."""
    machine, meter = held[seat.machine], held[seat.meter]
    moved = requests.number(machine, meter, crediting.change(meter, changed), sequence=origin.sequence)
    journal.append(held, {seat.chips: changed, seat.meter: moved}, origin, answer=answer)
