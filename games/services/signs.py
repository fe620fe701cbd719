"""The signs of tables: minimum and maximum, a player's own, and how much must be wagered to shoot the dice."""

from __future__ import annotations

from collections.abc import Mapping
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
from games.domain import limits as signs
from games.domain import naming, places, position, table
from games.domain.position import Position
from games.domain.table import Table
from games.domain.vocabulary import Limit, SeatId
from games.rules import books


@journal.command
def display_limits(*, name: str, limits: Mapping[str, Limit], origin: Origin) -> None:
    """Display the first sign of a table (AC 3.1, IR 3.1, SB 3.2, DF 7.1, CC 4.1)."""
    ref, held = _load(name, origin)
    displayed = signs.display_limits(held[ref], limits=limits, book=books.get(held[ref].book))
    journal.append(held, {ref: [displayed]}, origin)


@journal.command
def notice_limits(*, name: str, limits: Mapping[str, Limit], in_minutes: int, origin: Origin) -> None:
    """Display beside the present sign which limits will hold, and from when (DF 7.5, CC 4.1)."""
    ref, held = _load(name, origin)
    noticed = signs.notice_change(
        held[ref],
        limits=limits,
        effective_at=Instant.of(held.now + timedelta(minutes=in_minutes)),
        now=held.now,
        minutes=_minutes(held, origin),
        book=books.get(held[ref].book),
    )
    journal.append(held, {ref: [noticed]}, origin)


@journal.command
def change_limits(*, name: str, limits: Mapping[str, Limit], origin: Origin) -> None:
    """Let other limits hold; a higher minimum only after its sign has stood long enough (DF 7.5, CC 4.1, X-12)."""
    ref, held = _load(name, origin)
    changed = signs.change_limits(
        held[ref], limits=limits, now=held.now, minutes=_minutes(held, origin), book=books.get(held[ref].book)
    )
    journal.append(held, {ref: [changed]}, origin)


@journal.command
def set_dice_shooting_value(*, name: str, cents: Cents | None, origin: Origin) -> None:
    """Set how much must be wagered to shoot the dice; none: there is no minimum (AC 3.11.2, SB 3.10.2)."""
    ref, held = _load(name, origin)
    value = signs.set_dice_shooting_value(held[ref], cents=cents, book=books.get(held[ref].book))
    journal.append(held, {ref: [value]}, origin)


@journal.command
def grant_personal_limits(*, name: str, seat: SeatId, limits: Mapping[str, Limit], marker: str, origin: Origin) -> None:
    """Let a player wager within limits of their own, with a sign or distinctive marker at their place (DF 7.6, CC 4.3)."""
    places.require_place(seat)
    chips = position.at(naming.table_id(origin.venue, name), seat)
    ref, held = _load(name, origin, chips, power=Power.GRANT_PERSONAL_LIMITS)
    position.require_taken(held[chips])
    granted = signs.grant_personal_limits(
        held[ref], seat=seat, limits=limits, marker=marker, granted_by=origin.actor, book=books.get(held[ref].book)
    )
    journal.append(held, {ref: [granted]}, origin)


@journal.command
def end_personal_limits(*, name: str, seat: SeatId, origin: Origin) -> None:
    """Let a player have the limits of the table again (DF 7.6, CC 4.3)."""
    ref, held = _load(name, origin, power=Power.GRANT_PERSONAL_LIMITS)
    journal.append(held, {ref: [signs.end_personal_limits(held[ref], seat=seat)]}, origin)


@journal.command
def disconnect_sign(*, name: str, origin: Origin) -> None:
    """The table's sign is no longer to be seen."""
    ref, held = _load(name, origin, power=Power.ATTEND_DEVICES)
    journal.append(held, {ref: [signs.disconnect_sign(held[ref], now=held.now)]}, origin)


@journal.command
def reconnect_sign(*, name: str, origin: Origin) -> None:
    """The table's sign is to be seen again; after more than a minute away its minutes begin anew (DF 7.5, CC 4.1)."""
    ref, held = _load(name, origin, power=Power.ATTEND_DEVICES)
    reconnected = signs.reconnect_sign(held[ref], now=held.now, gap_seconds=signs.SIGN_GAP_SECONDS)
    journal.append(held, {ref: [reconnected]}, origin)


def _load(name: str, origin: Origin, *players: Ref[Position], power: Power = Power.CHANGE_LIMITS) -> tuple[Ref[Table], Held]:
    """The table, held for whoever has the power over its signs."""
    ref = table.at(naming.table_id(origin.venue, name))
    held = journal.load(write=[ref, *players], guard=staff.acting(origin.actor))
    table.require_commissioned(held[ref])
    staff.require(held, origin, power, book=held[ref].book_id, variant=held[ref].variant)
    return ref, held


def _minutes(held: Held, origin: Origin) -> int:
    """How long the law of the day has a sign stand before a higher minimum."""
    return ground.in_force(origin.venue, Name.HIGHER_MINIMUM_NOTICE, on=held.gaming_day).value
