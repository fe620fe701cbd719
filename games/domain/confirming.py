"""Whoever confirms at a dealer table what another has entered: on duty there, and with the power to."""

from __future__ import annotations

from casino.domain import authority
from casino.domain.powers import Power
from casino.domain.refusals import MoneyRefusal
from casino.domain.staff import ACTOR, StaffMember
from games.domain.setting import cite
from games.domain.table import Table


class NotConfirmed(MoneyRefusal):
    """What somebody else must confirm was not confirmed by such a person."""

    code = "confirmer-not-allowed"


def require_confirmer(member: StaffMember, *, number: str, power: Power, table: Table) -> str:
    """Whoever has this staff number, if they hold the power at this table."""
    if member.standing(power, table.book_id, variant=table.variant) is None:
        grants = authority.granted(table.book_id, power, variant=table.variant)
        may = " or ".join(role.value for grant in grants for role in grant.roles)
        rule = cite(table.book_id, grants[0].rule) if grants else ""
        raise NotConfirmed(f"{number} may not {power}. {f'That is for the {may}.' if may else 'Nobody may.'}", rule=rule)
    return f"{ACTOR}{number}"


def require_another(confirmed_by: str, actor: str, *, rule: str) -> None:
    """Refuse that one person both announces and confirms (CC 3.3.1)."""
    if confirmed_by == actor:
        raise NotConfirmed("What one person has announced another confirms.", rule=rule)
