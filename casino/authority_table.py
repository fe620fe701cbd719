"""The table of powers as people read it: who may do what, by which rule, at which game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from casino.domain import authority
from casino.domain.powers import BOOK_LETTERS, BOOK_NAMES, CONTROLS, GRANTS, HOUSE, Grant, Power, Role
from casino.domain.staff import StaffMember

SHORT = {**BOOK_LETTERS, HOUSE: "House"}


def duties(member: StaffMember) -> list[dict[str, Any]]:
    """The roles somebody holds, each with where."""
    return [
        {"role": role.value.capitalize(), "books": [BOOK_NAMES[duty.book] for duty in member.duties if duty.role == role]}
        for role in member.roles
    ]


def of(member: StaffMember) -> list[dict[str, Any]]:
    """Every power somebody holds: one row a power, one line a game."""
    rows = [{"power": power.value.capitalize(), "lines": list(_lines(member, power))} for power in Power]
    return [row for row in rows if row["lines"]]


def _lines(member: StaffMember, power: Power) -> Iterator[dict[str, Any]]:
    for book in GRANTS[power]:
        found = member.standing(power, book)
        if found:
            role, standing = found
            acting = f"acting for the {standing.acts_for}" if standing.acts_for else ""
            by = f", {_cited(book, standing.acting_rule)}" if standing.acting_rule else ""
            yield {
                "book": BOOK_NAMES[book],
                "rule": _cited(book, standing.rule or ""),
                "role": role.value,
                "acting": acting + by,
                "readings": standing.readings,
            }


def whole() -> dict[str, Any]:
    """Every power, book by book."""
    rows = [
        {"power": power.value.capitalize(), "anchor": anchor(power), "cells": [_cell(book, power) for book in SHORT]}
        for power in Power
    ]
    return {"books": [{"short": short, "name": BOOK_NAMES[book]} for book, short in SHORT.items()], "rows": rows}


def anchor(power: Power) -> str:
    """Where a power stands on the page of all powers."""
    return f"power-{power.name.lower().replace('_', '-')}"


def _cell(book: str, power: Power) -> list[dict[str, Any]]:
    return [_shown(book, grant) for grant in GRANTS[power].get(book, ())]


def _shown(book: str, grant: Grant) -> dict[str, Any]:
    who = " or ".join(role.value for role in grant.roles) or "nobody"
    notes = [
        grant.terms,
        f"{grant.notice_minutes} minutes' notice" if grant.notice_minutes else "",
        f"{grant.variant} only" if grant.variant else "",
    ]
    return {"who": who, "rule": _cited(book, grant.rule), "note": "; ".join(filter(None, notes)), "readings": grant.readings}


def _cited(book: str, rule: str) -> str:
    return rule if book == HOUSE or rule == CONTROLS else f"{SHORT[book]} {rule}"


def terms(power: Power, book: str = HOUSE) -> str:
    """How a power is exercised, and by which law."""
    return "; ".join(grant.terms for grant in authority.granted(book, power))


def cited(power: Power, book: str = HOUSE) -> str:
    """The first rule that gives a power, as a reader finds it."""
    return next((_cited(book, grant.rule) for grant in authority.granted(book, power)), "")


def holders(power: Power, book: str = HOUSE) -> tuple[Role, ...]:
    """The roles a power is given to."""
    return tuple(dict.fromkeys(role for grant in authority.granted(book, power) for role in grant.roles))
