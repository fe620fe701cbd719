"""The floor at one moment: every table with its round and its terminals, and what needs somebody, found in a few questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from casino import journal
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from devices import selectors as machines
from devices.domain.reports import LINK_LOST
from games import selectors, waiting
from games.domain import position, table
from games.domain.table import Table
from games.domain.vocabulary import PositionId, SeatId, TableId
from games.models import Round
from games.models import Table as Row
from games.waiting import Waiting

NUMBERED = re.compile(r"-0*([1-9]\d{0,3})\Z")
At = Mapping[TableId, Sequence[SeatId]]


@dataclass(frozen=True)
class Reported:
    """What a machine reports that goes on."""

    device: str
    book_id: str  # empty: it is fitted out for none
    name: str
    since: Instant
    taken_by: str  # the actor who took it up; empty: nobody yet
    taken_at: Instant | None


@dataclass(frozen=True)
class Terminal:
    """A player terminal as the floor sees it."""

    name: str
    book_id: str
    is_in_service: bool
    cents: Cents
    shows_cents: Cents
    is_locked: bool
    differs_by: Cents
    differs_since: Instant | None
    hand_pay_cents: Cents
    hand_pay_since: Instant | None
    reported: tuple[Reported, ...]

    @property
    def silent_since(self) -> Instant | None:
        """Since when it does not answer on its line."""
        return next((each.since for each in self.reported if each.name == LINK_LOST), None)


@dataclass(frozen=True)
class Place:
    """A terminal of a table: whether it has its place there, and how much it has on the layout."""

    terminal: Terminal
    is_taken: bool
    on_cents: Cents


@dataclass(frozen=True)
class TableSeen:
    """A table, what is played there, and its terminals, each always in the same column."""

    row: Row
    state: Table
    play: Round | None
    last: Round | None
    wait: Waiting | None
    seats: Sequence[SeatId]
    stake_cents: Cents
    places: Mapping[int, Place]  # by column, from 1

    @property
    def name(self) -> str:
        """What it is called in the house."""
        return self.row.name

    @property
    def machines(self) -> set[str]:
        """The machines that stand there, by name."""
        return {*self.state.equipment, *(place.terminal.name for place in self.places.values())}


@dataclass(frozen=True)
class Floor:
    """The floor of a venue at one moment."""

    tables: Sequence[TableSeen]
    terminals: Sequence[Terminal]
    reported: Sequence[Reported]
    waiting: Sequence[Waiting]


def look(venue_id: VenueId, now: Instant) -> Floor:
    """The floor of a venue as it is, with the same few questions however many tables there are."""
    rows = selectors.tables_shown(venue_id)
    states = journal.states([table.at(TableId(row.id)) for row, _, _ in rows])
    stakes, taken = selectors.stakes_lying(venue_id), selectors.seats_taken(venue_id)
    (terminals, reported), waits = _found(venue_id), waiting.rounds(venue_id, now)
    homes = _homes([row for row, _, _ in rows], terminals, taken)
    tables = []
    for row, play, last in rows:
        there = TableId(row.id)
        on, seats = stakes.get(there, {}), taken.get(there, [])
        wait = next((each for each in waits if each.table == there), None)
        places = _places(row, homes.get(there, []), seats, on)
        tables.append(TableSeen(row, states[table.at(there)], play, last, wait, seats, Cents(sum(on.values())), places))
    return Floor(tables, terminals, reported, waits)


def _reported(venue_id: VenueId, books: Mapping[str, str]) -> list[Reported]:
    return [
        Reported(
            device=each.device.partition(".")[2],
            book_id=books.get(each.device, ""),
            name=each.name,
            since=Instant.of(each.since),
            taken_by=each.acknowledged_by,
            taken_at=_instant(each.acknowledged_at),
        )
        for each in machines.alerts(venue_id)
    ]


def _found(venue_id: VenueId) -> tuple[list[Terminal], list[Reported]]:
    """The commissioned terminals of a venue by name, each with its credit meter; and what its machines report."""
    rows, meters = list(machines.devices(venue_id)), machines.credit_meters(venue_id)
    reported = _reported(venue_id, {row.id: row.book for row in rows})
    terminals = [
        Terminal(
            name=row.name,
            book_id=row.book,
            is_in_service=row.is_in_service,
            cents=Cents(meter.cents),
            shows_cents=Cents(meter.terminal_cents or 0),
            is_locked=meter.is_locked,
            differs_by=Cents(meter.differs_by),
            differs_since=_instant(meter.differs_since),
            hand_pay_cents=Cents(meter.hand_pay_cents),
            hand_pay_since=_instant(meter.hand_pay_since),
            reported=tuple(each for each in reported if each.device == row.name),
        )
        for row in rows
        if (meter := meters.get(row.id))
    ]
    return terminals, reported


def _homes(rows: Iterable[Row], terminals: Iterable[Terminal], taken: At) -> dict[TableId, list[Terminal]]:
    """The terminals of each table: those that have a place there, and those named after it that have a place nowhere."""
    of_seat = {seat: there for there, seats in taken.items() for seat in seats}
    of_name = {row.name: TableId(row.id) for row in rows}
    homes: dict[TableId, list[Terminal]] = {}
    for terminal in terminals:
        there = of_seat.get(SeatId(terminal.name)) or of_name.get(NUMBERED.sub("", terminal.name))
        if there:
            homes.setdefault(there, []).append(terminal)
    return homes


def _places(row: Row, terminals: Sequence[Terminal], seats: Sequence[SeatId], on: Mapping[PositionId, Cents]) -> dict[int, Place]:
    """Its terminals in their columns: by their number where they are named after the table, the others behind them."""
    columns: dict[int, Place] = {}
    for terminal in sorted(terminals, key=lambda each: not _number(each, row)):
        column = _number(terminal, row)
        if not column or column in columns:
            column = max(columns, default=0) + 1
        lying = on.get(PositionId(position.at(TableId(row.id), SeatId(terminal.name)).id), Cents(0))
        columns[column] = Place(terminal, is_taken=terminal.name in seats, on_cents=lying)
    return columns


def _number(terminal: Terminal, row: Row) -> int:
    """Its number at the table it is named after; none if it is not."""
    numbered = NUMBERED.search(terminal.name)
    return int(numbered[1]) if numbered and terminal.name.startswith(f"{row.name}-") else 0


def _instant(moment: datetime | None) -> Instant | None:
    return Instant.of(moment) if moment else None
