"""The commands of games: the only way to change anything about tables, rounds of play and wagers."""

from games.services.deciding import call_no_roll, determine_outcome, override_result
from games.services.late import accept_late_change
from games.services.rounds import (
    close_wagering,
    note_missing_outcome,
    open_next_round,
    sense_doubt,
    sense_imminent_drop,
    sense_outcome,
)
from games.services.settling import end_without_result, freeze_layout, settle_round
from games.services.shooting import shoot_dice, shoot_for_the_shooter
from games.services.signs import change_limits, display_limits, notice_limits, set_dice_shooting_value
from games.services.tables import (
    adopt_book_version,
    close_table,
    commission_table,
    configure_wagering_period,
    introduce_dice_set,
    notice_closure,
    open_table,
    release_table,
    suspend_table,
)
from games.services.wagers import (
    cancel_wager,
    increase_wager,
    leave_position,
    move_wager,
    place_wager,
    reduce_wager,
    take_position,
)

__all__ = [
    "accept_late_change",
    "adopt_book_version",
    "call_no_roll",
    "cancel_wager",
    "change_limits",
    "close_table",
    "close_wagering",
    "commission_table",
    "configure_wagering_period",
    "determine_outcome",
    "display_limits",
    "end_without_result",
    "freeze_layout",
    "increase_wager",
    "introduce_dice_set",
    "leave_position",
    "move_wager",
    "note_missing_outcome",
    "notice_closure",
    "notice_limits",
    "open_next_round",
    "open_table",
    "override_result",
    "place_wager",
    "reduce_wager",
    "release_table",
    "sense_doubt",
    "sense_imminent_drop",
    "sense_outcome",
    "set_dice_shooting_value",
    "settle_round",
    "shoot_dice",
    "shoot_for_the_shooter",
    "suspend_table",
    "take_position",
]
