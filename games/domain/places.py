"""Places at a table that a dealer runs: P1 at the dealer's left, and on clockwise."""

from __future__ import annotations

from collections.abc import Sequence

from casino.domain.powers import BOOK_NAMES, DF
from games.domain import position
from games.domain.events import DiceDeclined, DicePassed, PersonalLimitsEnded
from games.domain.position import Position
from games.domain.setting import cite
from games.domain.shooter import PASSED_BY_RULE
from games.domain.table import WITH_LOOSE_DICE, Table, TableNotOpen, TableRefusal, require_commissioned
from games.domain.vocabulary import SeatId
from games.domain.wager_events import PositionTaken

PLACES = tuple(SeatId(f"P{number}") for number in range(1, 17))
HAS_LEFT = "the shooter has left the table"


class NotDealt(TableRefusal):
    """No dealer runs an electronic table."""

    code = "table-not-dealt"


class NoSuchPlace(TableRefusal):
    """There is no such place."""

    code = "table-no-such-place"


def require_dealt(table: Table) -> None:
    """Refuse what a dealer does where a machine senses the outcome."""
    require_commissioned(table)
    if table.book_id not in WITH_LOOSE_DICE:
        raise NotDealt(f"No dealer runs {BOOK_NAMES[table.book_id]}: it is played on terminals.")


def require_place(seat: SeatId) -> None:
    """Refuse a place there is not."""
    if seat not in PLACES:
        raise NoSuchPlace(f"The places are {PLACES[0]} to {PLACES[-1]}.")


def in_turn(book_id: str) -> Sequence[SeatId]:
    """How the dice go round: anti-clockwise from the dealer's right, at Crown clockwise from the left (DF 3.2, CC 5.1.1)."""
    return PLACES[::-1] if book_id == DF else PLACES


def take(position_: Position, table: Table, *, seat: SeatId) -> PositionTaken:
    """Let a player play at a place of an open table, with chips (DF 6.3, CC 3.1)."""
    require_dealt(table)
    if not table.is_open:
        raise TableNotOpen(f"{table.id} is not open.")
    return position.take(position_, table=table.id, seat=seat, meter=None)


def vacate(table: Table, *, seat: SeatId) -> list[PersonalLimitsEnded | DiceDeclined | DicePassed]:
    """What goes with a player who leaves: own limits, and the dice (DF 3.7, CC 5.2.2)."""
    gone: list[PersonalLimitsEnded | DiceDeclined | DicePassed] = []
    if seat in table.personal:
        gone.append(PersonalLimitsEnded(seat=seat))
    if table.offered_to == seat:
        gone.append(DiceDeclined(seat=seat))
    if table.shooter == seat:
        gone.append(DicePassed(seat=seat, reason=HAS_LEFT, rule=(cite(table.book_id, PASSED_BY_RULE[table.book_id]),)))
    return gone
