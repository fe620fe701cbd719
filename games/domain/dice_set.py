"""The set of dice at a dealer table: five of them, checked before they come into play (DF 2.5, CC 2.3)."""

from __future__ import annotations

from collections.abc import Sequence

from casino.domain.powers import BOOK_NAMES, CC, DF
from devices.domain.demands import FACES, OPPOSITE_FACES_SUM_TO
from games.domain.events import DiceSetIntroduced, DieFound, DieOffTable
from games.domain.setting import cite
from games.domain.table import WITH_LOOSE_DICE, Table, TableRefusal, at_hand, require_commissioned
from games.domain.vocabulary import Die

DICE = 5
SMALLEST_FACE_UM = {CC: 19_000}
SIZE_RULE = "2.3.2"
LOST_RULE = {DF: "3.4", CC: "5.4.2(a)"}
FOUND_RULE = {DF: "3.4.3", CC: "5.4.2(a)(iii)"}


class NotOfTheSet(TableRefusal):
    """That die is not there, or was not lost."""

    code = "dice-not-of-the-set"


class DiceRefused(TableRefusal):
    """The dice are not what the book demands."""

    code = "dice-set-refused"


def introduce(table: Table, *, dice_set: str, dice: Sequence[Die], checked_by: str) -> DiceSetIntroduced:
    """Bring a checked set of five dice to the table; the rest of an old set is removed (DF 3.5, CC 5.4.2(a)(iv))."""
    require_commissioned(table)
    if table.book_id not in WITH_LOOSE_DICE:
        raise DiceRefused(f"{BOOK_NAMES[table.book_id]} is not played with loose dice.")
    rule = cite(table.book_id, WITH_LOOSE_DICE[table.book_id])
    if len(dice) != DICE or len({die.id for die in dice}) != DICE:
        raise DiceRefused("A set has five dice, each with a number of its own.", rule=rule)
    for die in dice:
        _check_faces(die, rule)
        _check_size(table, die)
    return DiceSetIntroduced(dice_set=dice_set, dice=tuple(dice), checked_by=checked_by, instead_of=table.dice_set, rule=(rule,))


def lose(table: Table, *, die: str) -> DieOffTable:
    """A die has left the table and was not found at once: the shooter goes on with another of the set (DF 3.4, CC 5.4.2(a))."""
    require_commissioned(table)
    if die not in at_hand(table):
        raise NotOfTheSet(f"Die {die} is not one of the dice at this table.")
    return DieOffTable(die=die, rule=(cite(table.book_id, LOST_RULE[table.book_id]),))


def find(table: Table, *, die: str, is_sound: bool, to_shooter: bool, checked_by: str) -> DieFound:
    """A found die is checked, and goes back to the shooter who asks for it or into the bowl (DF 3.4.3, CC 5.4.2(a)(iii))."""
    require_commissioned(table)
    if die not in table.lost:
        raise NotOfTheSet(f"Die {die} was not lost.")
    rule = cite(table.book_id, FOUND_RULE[table.book_id])
    if to_shooter and not is_sound:
        raise DiceRefused(f"Die {die} did not pass its check: nobody throws it.", rule=rule)
    return DieFound(die=die, is_sound=is_sound, to_shooter=to_shooter, checked_by=checked_by, rule=(rule,))


def _check_faces(die: Die, rule: str) -> None:
    if sorted(face for pair in die.faces for face in pair) != list(FACES):
        raise DiceRefused(f"Die {die.id} does not show one to six.", rule=rule)
    if any(sum(pair) != OPPOSITE_FACES_SUM_TO for pair in die.faces):
        raise DiceRefused(f"Opposite faces of die {die.id} do not sum to seven.", rule=rule)


def _check_size(table: Table, die: Die) -> None:
    least = SMALLEST_FACE_UM.get(table.book_id)
    if least is not None and (die.face_um is None or die.face_um < least):
        raise DiceRefused(f"The faces of die {die.id} must be at least 19 mm square.", rule=cite(table.book_id, SIZE_RULE))
