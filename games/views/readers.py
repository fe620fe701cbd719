"""Who may look at the floor: whoever has business at the tables or terminals of any game."""

from __future__ import annotations

from casino.domain.powers import Power
from casino.people import AskedBy, require
from casino.sessions import Person

WATCHING = (
    Power.ATTEND_DEVICES,
    Power.CALL_RESULT,
    Power.DECIDE_UPPERMOST_FACE,
    Power.DECLARE_ROLL_INVALID,
    Power.MODIFY_CLOSING_RULE,
    Power.CHANGE_LIMITS,
    Power.CLOSE_TABLE,
    Power.REVIEW_DISPUTE,
    Power.HEAR_COMPLAINT,
)
"""Any of these at the games of any book."""


def watches(person: Person) -> bool:
    """Whether somebody has business on the floor."""
    return any(person.may_somewhere(power) for power in WATCHING)


def require_reader(request: AskedBy) -> None:
    """Refuse the floor to whoever has no business there."""
    if not watches(request.person):
        require(request, Power.ATTEND_DEVICES)
