"""Who may do something at a table and by which rule, as it is said before anybody does it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from casino.domain import authority
from casino.domain.powers import BOOK_LETTERS, EQUIPMENT, HOUSE, Power
from casino.sessions import Person


@dataclass(frozen=True)
class Standing:
    """Whether somebody holds a power, in which role; else who does; and by which rule."""

    may: bool
    who: str
    rule: str

    @property
    def words(self) -> str:
        """As a line of a form says it."""
        return f"you, as {self.who}" if self.may else f"the {self.who}" if self.who else "nobody"


def standing(person: Person, power: Power, book_id: str = HOUSE, *, variant: str = "") -> Standing:
    """What a person may, or who may instead."""
    found = person.member.standing(power, book_id, variant=variant)
    if found:
        role, stands = found
        return Standing(may=True, who=role.value, rule=_cited(book_id, stands.rule or ""))
    grants = [each for each in authority.granted(book_id, power, variant=variant) if set(each.roles) - EQUIPMENT]
    who = dict.fromkeys(role.value for grant in grants for role in grant.roles if role not in EQUIPMENT)
    return Standing(may=False, who=" or ".join(who), rule=_cited(book_id, grants[0].rule) if grants else "")


def under(stands: Standing) -> list[dict[str, Any]]:
    """The lines of a form that say by which power it is sent."""
    return [{"label": "By", "value": stands.words}, {"label": "Under", "value": stands.rule}]


def grouped(acts: Iterable[tuple[str, str, Standing]]) -> Sequence[dict[str, Any]]:
    """Acts of one power together: what there is to do, or for whom it is."""
    groups: dict[Standing, list[dict[str, str]]] = {}
    for label, url, stands in acts:
        groups.setdefault(stands, []).append({"label": label, "url": url})
    return [{"standing": stands, "acts": each} for stands, each in groups.items()]


def _cited(book_id: str, rule: str) -> str:
    return f"{BOOK_LETTERS[book_id]} {rule}" if book_id in BOOK_LETTERS and rule[:1].isdigit() else rule
