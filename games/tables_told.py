"""A table as people read it: its state in chips, what it is made of, whose dice they are, and what may be done there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from casino.domain import authority
from casino.domain.instant import Instant
from casino.domain.money import dollars
from casino.domain.powers import AC, HOUSE, IR, SB, Power
from casino.sessions import Person
from games import floor_told
from games.domain.setting import ONE_CENT
from games.domain.suspension import malfunction_rule
from games.domain.table import WITH_LOOSE_DICE, Table, remaining
from games.models import Round
from games.models import Table as Row
from games.names import wager_name
from games.powers_told import grouped, standing
from games.rules import books
from games.told import at_time, book_said, listed, short, shown

Facts = list[dict[str, Any]]
SHOT_FROM_TERMINALS = (AC, SB)


def chips(table: Table) -> Facts:
    """Whether it is open, suspended or about to close."""
    told = [_open(is_open=table.is_open)]
    if table.suspended:
        told.append({"kind": "chip", "shape": "refused", "value": "Suspended"})
    if table.closure:
        told.append({"kind": "chip", "shape": "waits", "value": f"Closes at {at_time(table.closure.comes_at)[:-3]}"})
    if table.sign_gone_at:
        told.append({"kind": "chip", "shape": "no-link", "value": "Sign not to be seen"})
    return told


def suspended(table: Table) -> dict[str, str] | None:
    """What stands above a table that stands still."""
    if not table.suspended:
        return None
    rule = ", ".join(malfunction_rule(table))
    words = f"No further round begins until what is wrong is put right{f' ({rule})' if rule else ''}."
    return {"tone": "stop", "shape": "refused", "strong": f"Suspended: {table.suspended}", "words": words}


def state(row: Row) -> dict[str, Any]:
    """What a list says of a table: the worst of it."""
    if row.suspended:
        return {"kind": "chip", "shape": "refused", "value": "Suspended", "note": row.suspended}
    return _open(is_open=row.is_open)


def _open(*, is_open: bool) -> dict[str, Any]:
    if is_open:
        return {"kind": "chip", "shape": "running", "value": "Open"}
    return {"kind": "chip", "shape": "idle", "value": "Closed"}


def stage(play: Round) -> dict[str, Any]:
    """How far a round has come."""
    shape, words = floor_told.stage(play)
    return {"kind": "chip", "shape": shape, "value": words}


def countdown(play: Round, now: Instant) -> dict[str, Any] | None:
    """Until the wagering period ends, as a bar."""
    counted = floor_told.countdown(play, now)
    return counted and {"what": "Wagering period", **counted, "as": "bar"}


def made_of(table: Table) -> Facts:
    """Book and version, variant, machines and settings."""
    facts: Facts = [
        {"label": "Book", "value": book_said(table.book), "url": reverse("rules-book", args=[table.book_id])},
        {"label": "Variant", "value": f"{table.variant.capitalize()} Craps" if table.variant else ""},
        {"label": "Machines", "value": listed(table.equipment)},
        {"label": "Wagering period", "value": f"{table.wagering_seconds} seconds" if table.wagering_seconds else ""},
        {"label": "Smallest chip", "value": dollars(table.chip_unit) if table.chip_unit > ONE_CENT else ""},
    ]
    return [fact for fact in facts if fact["value"]]


def has_dice(table: Table) -> bool:
    """Whether there is anything to say of dice: a wheel has none."""
    return table.book_id != IR


def dice(table: Table) -> Facts:
    """Whose dice they are, and which there are."""
    facts: Facts = [{"label": "Shooter", "value": table.shooter or "nobody", "decides": True}]
    if table.offered_to:
        facts.append({"label": "Offered to", "value": table.offered_to})
    if table.declined:
        facts.append({"label": "Declined by", "value": listed(table.declined)})
    if table.book_id in WITH_LOOSE_DICE:
        facts += _dice_set(table)
    else:
        least = dollars(table.shooting_cents) if table.shooting_cents else "no minimum"
        facts.append({"label": "Shooting value", "value": least})
    return facts


def _dice_set(table: Table) -> Facts:
    if not table.dice_set:
        return [{"label": "Dice set", "value": "none at the table"}]
    left = remaining(table)
    return [
        {"label": "Dice set", "value": table.dice_set},
        {"label": "At the table", "value": f"{len(left)} of {len(table.dice)}", "note": listed(left)},
        {"label": "Lost", "value": listed(table.lost)},
    ]


def standing_at(table: Table) -> Facts:
    """The point, and the areas that are frozen."""
    since = f"since round {short(table.point_since)}" if table.point_since else ""
    point = {"label": "Point", "value": str(table.point or "none"), "note": since, "decides": bool(table.point)}
    facts: Facts = [point] if books.get(table.book).points else []
    if table.frozen:
        facts.append({"label": "Frozen", "value": listed(wager_name(area, table.book_id) for area in table.frozen)})
    return facts


def came_to(play: Round) -> str:
    """What a round came to, in a few words."""
    if play.outcome:
        faces = [int(face) for face in play.outcome.split("-")]
        total = f", total {sum(faces)}" if len(faces) > 1 else ""
        return f"{shown(play.outcome)}{total}{', corrected' if play.is_corrected else ''}"
    return play.why or "not yet"


def rounds(plays: Sequence[Round]) -> dict[str, Any]:
    """The last rounds of a table with what they came to."""
    return {
        "name": "Last rounds",
        "columns": [
            {"label": "Round", "kind": "text"},
            {"label": "Outcome", "kind": "text"},
            {"label": "State", "kind": "text"},
            {"label": "Wagers", "kind": "figure"},
            {"label": "Staked", "kind": "figure"},
            {"label": "Paid", "kind": "figure"},
        ],
        "rows": [{"cells": _round(play), "key": play.id} for play in plays],
        "empty": {"title": "No round has been played here.", "words": "Each stands here once it has begun."},
    }


def _round(play: Round) -> Facts:
    return [
        {"value": floor_told.label(play), "url": reverse("round", args=[play.id])},
        {"value": came_to(play)},
        {**stage(play), "is_quiet": True},
        {"value": "not yet" if play.wagers is None else f"{play.wagers:,}", "side": "figure"},
        _cents(play.wagered_cents),
        _cents(play.paid_cents),
    ]


def _cents(cents: int | None) -> dict[str, Any]:
    return {"value": "not yet", "side": "figure"} if cents is None else {"kind": "money", "value": cents, "side": "figure"}


# What may be done at a table, where it is said


def on_the_sign(person: Person, table: Table, name: str) -> Sequence[dict[str, Any]]:
    """What may be done about the limits."""
    if not table.limits:
        return _offered(person, table, name, Power.CHANGE_LIMITS, [("Display the sign", "table-sign")])
    pages = [("Notice new limits", "table-notice"), ("Change the limits", "table-limits")]
    sight = (
        ("It is to be seen again", "table-sign-back") if table.sign_gone_at else ("The sign cannot be seen", "table-sign-gone")
    )
    return [
        *_offered(person, table, name, Power.CHANGE_LIMITS, pages),
        *_offered(person, table, name, Power.ATTEND_DEVICES, [sight]),
    ]


def on_players(person: Person, table: Table, name: str) -> Sequence[dict[str, Any]]:
    """What may be done about limits of one player, where the book knows such (DF 7.6, CC 4.3)."""
    if not authority.granted(table.book_id, Power.GRANT_PERSONAL_LIMITS):
        return []
    return _offered(person, table, name, Power.GRANT_PERSONAL_LIMITS, [("Grant limits to a player", "table-personal")])


def on_the_state(person: Person, table: Table, name: str) -> Sequence[dict[str, Any]]:
    """What may be done about playing there at all."""
    warning = "Notice the closure" if table.book_id in WITH_LOOSE_DICE else "Warn of the close of play"
    pages = [(warning, "table-closure"), ("Close", "table-close")] if table.is_open else [("Open", "table-open")]
    attending = [("Release", "table-release")] if table.suspended else [("Suspend", "table-suspend")]
    dealing = [("Dealer’s screen", "dealer")] if table.book_id in WITH_LOOSE_DICE else []
    return [
        *_offered(person, table, name, Power.DEAL_GAME, dealing),
        *_offered(person, table, name, Power.CLOSE_TABLE, pages),
        *_offered(person, table, name, Power.ATTEND_DEVICES, attending),
    ]


def on_the_dice(person: Person, table: Table, name: str) -> Sequence[dict[str, Any]]:
    """What may be done about the dice."""
    if table.book_id in WITH_LOOSE_DICE:
        return _offered(person, table, name, Power.CHECK_FOUND_DICE, [("Introduce a dice set", "table-dice")])
    if table.book_id in SHOT_FROM_TERMINALS:
        return _offered(person, table, name, Power.CHANGE_LIMITS, [("Set the shooting value", "table-shooting-value")])
    return []


def on_the_table(person: Person, table: Table, name: str) -> Sequence[dict[str, Any]]:
    """What may be done about its book and its period."""
    period = [] if table.book_id in WITH_LOOSE_DICE else [("Set the wagering period", "table-period")]
    in_force = books.current(table.book_id).version
    adopted = [("Adopt the book in force", "table-adopt")] if in_force != table.book else []
    return [
        *_offered(person, table, name, Power.CHANGE_LIMITS, period),
        *_offered(person, table, name, Power.KEEP_DEVICES, adopted, book_id=HOUSE),
    ]


def _offered(
    person: Person, table: Table, name: str, power: Power, pages: Sequence[tuple[str, str]], *, book_id: str = ""
) -> Sequence[dict[str, Any]]:
    stands = standing(person, power, book_id or table.book_id, variant=table.variant)
    return grouped((label, reverse(page, args=[name]), stands) for label, page in pages)
