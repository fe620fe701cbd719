"""The tables themselves: put on the books, opened, suspended, released, closed; the dice of those where dice are thrown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from casino import journal
from casino import selectors as ground
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.parameters import Name
from casino.domain.powers import Power
from casino.journal import Held, Origin
from devices.domain import device
from games import selectors
from games.domain import commissioning, dice_set, limits, naming, suspension, table
from games.domain.setting import ONE_CENT
from games.domain.table import Table
from games.domain.vocabulary import Die, TableId
from games.rules import books


@journal.command
def commission_table(
    *,
    name: str,
    book: str,
    layout: str,
    variant: str = "",
    equipment: tuple[str, ...] = (),
    chip_unit: Cents = ONE_CENT,
    origin: Origin,
) -> TableId:
    """Put a table on the books, for the book as it is in force and with the machines that sense its outcomes."""
    ref = table.at(naming.table_id(origin.venue, name))
    machines = {each: device.at(origin.venue, each) for each in dict.fromkeys(equipment)}
    held = journal.load(write=[ref, *machines.values()], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.KEEP_DEVICES)
    commissioning.require_book(book)
    commissioning.require_equipment({each: held[at] for each, at in machines.items()}, book=book)
    commissioning.require_unshared(machines, taken=_taken(origin, machines, ref))  # final: we hold them
    commissioned = table.commission(
        held[ref],
        id=TableId(ref.id),
        book=books.current(book),
        variant=variant,
        layout=layout,
        equipment=tuple(machines),
        chip_unit=chip_unit,
    )
    journal.append(held, {ref: [commissioned]}, origin, answer=commissioned.table)
    return commissioned.table


@journal.command
def adopt_book_version(*, name: str, origin: Origin) -> None:
    """Let the next rounds of a table be settled by its book as it is in force now."""
    ref, held = _load(name, origin)
    staff.require(held, origin, Power.KEEP_DEVICES)
    table.require_commissioned(held[ref])
    lying = selectors.wagers_lying(held[ref].id)
    adopted = table.adopt_version(held[ref], book=books.current(held[ref].book_id), wagers_lying=lying)
    journal.append(held, {ref: [adopted]}, origin)


@journal.command
def configure_wagering_period(*, name: str, seconds: int, origin: Origin) -> None:
    """Determine for how long wagers may be placed at an electronic table, from the next round on (IR 3.10)."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.CHANGE_LIMITS)
    journal.append(held, {ref: [table.configure_period(held[ref], seconds=seconds)]}, origin)


@journal.command
def open_table(*, name: str, origin: Origin) -> None:
    """Let rounds be played at a table."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.CLOSE_TABLE)
    journal.append(held, {ref: [table.open_table(held[ref], now=held.now)]}, origin)


@journal.command
def suspend_table(*, name: str, reason: str, origin: Origin) -> None:
    """Let no further round begin until what is wrong is put right."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.ATTEND_DEVICES)
    journal.append(held, {ref: [suspension.suspend(held[ref], reason=reason)]}, origin)


@journal.command
def release_table(*, name: str, rectified: str, origin: Origin) -> None:
    """Let rounds begin again."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.ATTEND_DEVICES)
    journal.append(held, {ref: [suspension.release(held[ref], rectified=rectified)]}, origin)


@journal.command
def notice_closure(*, name: str, in_minutes: int, origin: Origin) -> None:
    """Display when a table closes, or the close of play warning (AC 7.2, IR 8.2, SB 8.2, DF 11.8, CC 9.7)."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.CLOSE_TABLE)
    closes_at = Instant.of(held.now + timedelta(minutes=in_minutes))
    noticed = limits.notice_closure(held[ref], closes_at=closes_at, now=held.now, minutes=_minutes(held, origin))
    journal.append(held, {ref: [noticed]}, origin)


@journal.command
def close_table(*, name: str, origin: Origin) -> None:
    """Close a table between two rounds, once no wager lies there (AC 7.2, IR 8.2, SB 8.2, DF 11.8, CC 9.7)."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.CLOSE_TABLE)
    id_ = held[ref].id  # nobody takes a place or wagers there as long as we hold it
    closed = limits.close_table(
        held[ref],
        players=selectors.players(id_),
        wagers_lying=selectors.wagers_lying(id_),
        now=held.now,
        minutes=_minutes(held, origin),
    )
    journal.append(held, {ref: [closed]}, origin)


@journal.command
def introduce_dice_set(*, name: str, dice: str, checked: Sequence[Die], origin: Origin) -> None:
    """Bring a checked set of five dice to a table where dice are thrown (DF 2.5, CC 2.3)."""
    ref, held = _load(name, origin)
    _require(held, ref, origin, Power.CHECK_FOUND_DICE)
    introduced = dice_set.introduce(held[ref], dice_set=dice, dice=checked, checked_by=origin.actor)
    journal.append(held, {ref: [introduced]}, origin)


def _taken(origin: Origin, machines: Collection[str], ref: Ref[Table]) -> dict[str, str]:
    """Which of these machines other tables of the venue have."""
    others = selectors.tables_of(origin.venue).filter(equipment__overlap=list(machines)).exclude(id=ref.id)
    return {machine: other.name for other in others for machine in other.equipment}


def _load(name: str, origin: Origin) -> tuple[Ref[Table], Held]:
    ref = table.at(naming.table_id(origin.venue, name))
    return ref, journal.load(write=[ref], guard=staff.acting(origin.actor))


def _require(held: Held, ref: Ref[Table], origin: Origin, power: Power) -> None:
    """There is such a table, and whoever asks may do this at its game."""
    table.require_commissioned(held[ref])
    staff.require(held, origin, power, book=held[ref].book_id, variant=held[ref].variant)


def _minutes(held: Held, origin: Origin) -> int:
    """How long the law of the day has a sign stand before a table closes."""
    return ground.in_force(origin.venue, Name.TABLE_CLOSING_NOTICE, on=held.gaming_day).value
