"""The turn of a shooter at a dealer table: who may throw now, how the turn is kept, and how it is lost."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from casino.domain import authority
from casino.domain.powers import CC, DF, Power
from games.domain.events import DiceOffered, DicePassed, ShooterDesignated
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage, require_undecided
from games.domain.setting import cite
from games.domain.shooter import DiceTaken, NoShooter, TwoDice, is_eligible, require_shooter, require_two
from games.domain.table import DICE_THROWN, Table, TableRefusal, at_hand

WITHOUT_A_WAGER = "no wager of the shooter is on Dragon or Fire"
KEPT_BY_RULE = {DF: "4.3"}  # at Crown the wager is asked for only of whoever takes the dice (CC 5.1.1(b))
ELIGIBLE_BY_RULE = {DF: "4.1", CC: "5.1.1(b)"}
NEW_DICE_BY_RULE = {DF: "3.4.2", CC: "5.4.2(a)(ii)"}
DEALER_ROLLS = "3.8"


class PassingGround(StrEnum):
    """Why a shooter is ordered to pass the dice (DF 3.6.2)."""

    DELAY = "the shooter unreasonably delays the game"
    INVALID_ROLLS = "the shooter repeatedly makes invalid rolls"
    CONTRAVENTION = "the shooter contravenes the rules of the game"


class NotEligible(TableRefusal):
    """A shooter has the wager the book asks for."""

    code = "dice-not-eligible"


class NotOrdered(TableRefusal):
    """This book lets nobody order the dice passed."""

    code = "dice-not-ordered"


class DealerMayNotRoll(TableRefusal):
    """The dealer rolls only where nobody takes the dice and a wager is undetermined."""

    code = "dice-dealer-may-not-roll"


def require_before_the_result(play: RoundOfPlay | None) -> None:
    """Refuse to hand dice to anybody between a throw and the settlement of its wagers (DF 4.5, CC 5.3.1(e))."""
    if play is not None:
        require_undecided(play)


def require_eligible(table: Table, position: Position) -> None:
    """Refuse the dice to a player without the wager that makes a shooter (DF 4.1, CC 5.1.1(b))."""
    if not is_eligible(table, position):
        where = "Dragon or Fire" if table.book_id == DF else "the Win Line or the Don't Win Line"
        rule = cite(table.book_id, ELIGIBLE_BY_RULE[table.book_id])
        raise NotEligible(f"Only a player with a wager on {where} shoots.", rule=rule)


def require_somebody(
    table: Table, offered: DiceOffered | ShooterDesignated, *, play: RoundOfPlay | None, eligible: int, wagers_lying: int
) -> None:
    """Refuse that nobody takes the dice before everybody has been asked, and the dealer's roll before it is due (DF 3.8)."""
    if isinstance(offered, DiceOffered):
        return
    if table.book_id == DF and not (play and play.stage is Stage.CLOSED and wagers_lying):
        said = "Nobody takes the dice: after no more bets the dealer rolls, while a wager is undetermined."
        raise DealerMayNotRoll(said, rule=cite(DF, DEALER_ROLLS))
    if table.book_id == CC and not eligible:
        rule = cite(CC, ELIGIBLE_BY_RULE[CC])
        raise NotEligible("Nobody has a wager on the Win Line or the Don't Win Line: nobody can take the dice.", rule=rule)


def require_thrower(table: Table) -> None:
    """Refuse a result that nobody can have thrown (DF 3.8, DF 4.1, CC 5.1.1)."""
    if table.shooter is None:
        if table.book_id == DF and table.has_no_taker:
            return
        rule = cite(table.book_id, ELIGIBLE_BY_RULE[table.book_id])
        raise NoShooter("Nobody has the dice: offer them to a player first.", rule=rule)
    if len(table.in_hand) < DICE_THROWN:
        rule = cite(table.book_id, NEW_DICE_BY_RULE[table.book_id])
        raise TwoDice("A die is missing: the shooter selects dice anew.", rule=rule)


def select_dice(table: Table, *, dice: Sequence[str]) -> ShooterDesignated:
    """After a die has left the table the shooter selects new dice, or the original that was found (DF 3.4.2, CC 5.4.2(a)(ii))."""
    seat = require_shooter(table)
    rule = cite(table.book_id, NEW_DICE_BY_RULE[table.book_id])
    if len(table.in_hand) >= DICE_THROWN:
        raise DiceTaken(f"The shooter has two dice: {' and '.join(table.in_hand)}.", rule=rule)
    require_two(dice, of=at_hand(table), rule=rule)
    return ShooterDesignated(seat=seat, thrower=table.thrower, dice=tuple(dice), rule=(rule,))


def order_to_pass(table: Table, *, ground: PassingGround) -> DicePassed:
    """A supervisor orders the shooter to pass the dice, after a 7 as well (DF 3.6.2)."""
    seat = require_shooter(table)
    grants = authority.granted(table.book_id, Power.ORDER_DICE_PASSED)
    if not grants:
        raise NotOrdered("This book lets nobody order a shooter to pass the dice.")
    return DicePassed(seat=seat, reason=ground, rule=(cite(table.book_id, grants[0].rule),))


def at_no_more_bets(table: Table, position: Position) -> list[DicePassed]:
    """A shooter without a wager on Dragon or Fire when wagering ends does not roll (DF 4.3)."""
    rule = KEPT_BY_RULE.get(table.book_id)
    if rule is None or position.seat != table.shooter or is_eligible(table, position):
        return []
    return [DicePassed(seat=position.seat, reason=WITHOUT_A_WAGER, rule=(cite(table.book_id, rule),))]
