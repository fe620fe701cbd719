"""The commands of the ground: the only way to change anything."""

from casino.services.approvals import approve, decline, lapse_approval, request_approval
from casino.services.law import adopt_law, set_parameter
from casino.services.patrons import (
    amend_patron,
    end_exclusion,
    exclude_from_game,
    exclude_patron,
    forget_patron,
    record_identification,
    record_read,
    register_patron,
)
from casino.services.refused import tell_refused
from casino.services.staff import (
    begin_duty,
    change_password,
    end_duty,
    engage,
    let_leave,
    lock_out,
    log_in,
    log_out,
    set_pin,
    unlock_staff,
)
from casino.services.system import retry_reaction
from casino.services.venues import move_gaming_day, name_desk, open_venue

__all__ = [
    "adopt_law",
    "amend_patron",
    "approve",
    "begin_duty",
    "change_password",
    "decline",
    "end_duty",
    "end_exclusion",
    "engage",
    "exclude_from_game",
    "exclude_patron",
    "forget_patron",
    "lapse_approval",
    "let_leave",
    "lock_out",
    "log_in",
    "log_out",
    "move_gaming_day",
    "name_desk",
    "open_venue",
    "record_identification",
    "record_read",
    "register_patron",
    "request_approval",
    "retry_reaction",
    "set_parameter",
    "set_pin",
    "tell_refused",
    "unlock_staff",
]
