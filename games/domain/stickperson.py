"""At Mini Craps the dealer runs the game alone, unless a Pit Boss lets a Boxperson act as Stickperson (CC 7.3)."""

from __future__ import annotations

from casino.domain import authority
from casino.domain.events import VenueId
from casino.domain.powers import CC, Power, Role
from casino.domain.staff import ACTOR, Duty, StaffMember
from games.domain.events import StickpersonAppointed, StickpersonRelieved
from games.domain.setting import cite
from games.domain.table import Table, TableRefusal, require_commissioned

RULE = "7.3.3"


class NotAtThisTable(TableRefusal):
    """Only at Mini Craps does a boxperson act as stickperson."""

    code = "stickperson-not-here"


class NoBoxperson(TableRefusal):
    """Only a boxperson on duty acts as stickperson."""

    code = "stickperson-no-boxperson"


class StickpersonThere(TableRefusal):
    """One boxperson acts as stickperson."""

    code = "stickperson-there"


class NoStickperson(TableRefusal):
    """Nobody acts as stickperson."""

    code = "stickperson-none"


def require_at_home(home: VenueId | None, venue: VenueId, *, number: str) -> None:
    """Refuse a boxperson of another venue."""
    if home not in (None, venue):
        raise NoBoxperson(f"{number} works at another venue.", rule=cite(CC, RULE))


def appoint(table: Table, member: StaffMember, *, number: str, allowed_by: str) -> StickpersonAppointed:
    """Let a Boxperson assume the responsibilities of the Stickperson (CC 7.3.3)."""
    require_commissioned(table)
    if not authority.granted(table.book_id, Power.LET_BOXPERSON_ACT_AS_STICKPERSON, variant=table.variant):
        raise NotAtThisTable("Only at Mini Craps does a Boxperson act as Stickperson.", rule=cite(CC, RULE))
    if Duty(Role.BOXPERSON, CC) not in member.duties:
        raise NoBoxperson(f"{number} is not on duty as a Boxperson.", rule=cite(CC, RULE))
    if table.stickperson:
        raise StickpersonThere(f"{table.stickperson.removeprefix(ACTOR)} acts as Stickperson already.", rule=cite(CC, RULE))
    return StickpersonAppointed(boxperson=f"{ACTOR}{number}", allowed_by=allowed_by, rule=(cite(CC, RULE),))


def relieve(table: Table) -> StickpersonRelieved:
    """Let the Boxperson no longer act as Stickperson."""
    require_commissioned(table)
    if not table.stickperson:
        raise NoStickperson("Nobody acts as Stickperson.", rule=cite(CC, RULE))
    return StickpersonRelieved(boxperson=table.stickperson)
