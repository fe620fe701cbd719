"""The signs of tables: minimum and maximum, and how much must be wagered to shoot the dice."""

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
from games.domain import naming, table
from games.domain.table import Table
from games.domain.vocabulary import Limit
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


def _load(name: str, origin: Origin) -> tuple[Ref[Table], Held]:
    """The table, held for whoever may change its limits."""
    ref = table.at(naming.table_id(origin.venue, name))
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    table.require_commissioned(held[ref])
    staff.require(held, origin, Power.CHANGE_LIMITS, book=held[ref].book_id, variant=held[ref].variant)
    return ref, held


def _minutes(held: Held, origin: Origin) -> int:
    """How long the law of the day has a sign stand before a higher minimum."""
    return ground.in_force(origin.venue, Name.HIGHER_MINIMUM_NOTICE, on=held.gaming_day).value
