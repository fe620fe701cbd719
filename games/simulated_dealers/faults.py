"""What goes wrong at dealer tables, by script or by chance: `{"at_round": 3, "device": "DF1", "fault": "lights-wrong"}`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from casino.domain.powers import CC, DF
from devices.simulator import faults
from games.domain.setting import MINI


class Fault(Enum):
    """What can go wrong at a table, or is rarely done there; one in a round, `times` says in how many."""

    NO_ROLL = "no-roll"
    DIE_LOST = "die-lost"
    DIE_FOUND = "die-found"
    FACE_DISPUTED = "face-disputed"
    WRONG_ENTRY = "wrong-entry"
    LIGHTS_OUT = "lights-out"
    LIGHTS_WRONG = "lights-wrong"
    DISPLAY_WRONG = "display-wrong"
    NOT_PRESSED = "no-more-bets-not-pressed"
    ANOTHER_THROWS = "another-throws"
    NOBODY_TAKES = "nobody-takes-the-dice"
    DICE_PASSED = "dice-passed"
    ORDERED_TO_PASS = "ordered-to-pass"  # noqa: S105 - of dice
    ORAL_WAGER = "oral-wager"
    LATE_WAGER = "late-wager"
    BELOW_MINIMUM = "below-minimum"
    WAGER_REFUSED = "wager-refused"
    NOBODY_WAGERS = "nobody-wagers"


MEANINGS = {
    Fault.NO_ROLL: "a throw is called no roll, on a ground of the book",
    Fault.DIE_LOST: "a die leaves the table and is not found: no roll, and the shooter selects anew",
    Fault.DIE_FOUND: "a die leaves the table, is found, checked, and goes back to the shooter",
    Fault.FACE_DISPUTED: "the uppermost face is disputed; whoever the book names decides",
    Fault.WRONG_ENTRY: "the dice are keyed wrongly: overridden by the supervisor, at Crown disputed and decided",
    Fault.LIGHTS_OUT: "the winning areas are not lit: settled by the dice, suspended, released (DF 10.2)",
    Fault.LIGHTS_WRONG: "other areas are lit: settled by the dice, suspended, released (DF 10.2)",
    Fault.DISPLAY_WRONG: "the display shows another number: on record, and disregarded (DF 10.4)",
    Fault.NOT_PRESSED: "the dice are thrown before no more bets was pressed (DF 10.5)",
    Fault.ANOTHER_THROWS: "somebody else throws: for the shooter at Crown (CC 5.1.1), at Dragon Fire no roll (DF 5.4.7)",
    Fault.NOBODY_TAKES: "nobody takes the dice: the dealer rolls (DF 3.8)",
    Fault.DICE_PASSED: "the shooter passes the dice",
    Fault.ORDERED_TO_PASS: "the casino supervisor orders the shooter to pass the dice (DF 3.6.2)",
    Fault.ORAL_WAGER: "a player says a wager; at Mini Craps a boxperson acts as stickperson for it",
    Fault.LATE_WAGER: "a wager is placed after no more bets and confirmed (CC 3.2)",
    Fault.BELOW_MINIMUM: "a player stays below the minimum, is advised, and does it again (CC 4.2.1)",
    Fault.WAGER_REFUSED: "the casino supervisor refuses a wager (DF 11.11)",
    Fault.NOBODY_WAGERS: "nobody wagers: the round is ended without a throw",
}
_OF_EVERY_BOOK = frozenset(
    {Fault.NO_ROLL, Fault.DIE_LOST, Fault.DIE_FOUND, Fault.FACE_DISPUTED, Fault.WRONG_ENTRY}
    | {Fault.ANOTHER_THROWS, Fault.DICE_PASSED, Fault.ORAL_WAGER}
)
_OF_DRAGON_FIRE = frozenset(
    {Fault.LIGHTS_OUT, Fault.LIGHTS_WRONG, Fault.DISPLAY_WRONG, Fault.NOT_PRESSED, Fault.NOBODY_TAKES}
    | {Fault.ORDERED_TO_PASS, Fault.WAGER_REFUSED, Fault.NOBODY_WAGERS}
)


class Scripted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault, at which table, and from which round on."""

    at_round: Annotated[int, Meta(ge=0)]
    device: str
    fault: Fault
    times: Annotated[int, Meta(ge=1, le=1000)] = 1


class Script:
    """The faults of one table, and how often each is still to come."""

    def __init__(self, scripted: Sequence[Scripted] = ()) -> None:
        self._scripted = scripted
        self._left = [each.times for each in scripted]

    def due(self, at_round: int) -> list[Fault]:
        """Those whose round has come, and which have not happened as often as they are to."""
        return [each.fault for each, left in self._rows() if left and each.at_round <= at_round]

    def happened(self, fault: Fault, at_round: int) -> None:
        """One of those that are due has happened, or one that nobody has written."""
        due = [number for number, (each, left) in enumerate(self._rows()) if left and each.at_round <= at_round]
        for number in [number for number in due if self._scripted[number].fault is fault][:1]:
            self._left[number] -= 1

    def told(self) -> list[dict[str, Any]]:
        """As it was written, and whether it has happened as often."""
        return [{**msgspec.to_builtins(each), "is_inflicted": not left} for each, left in self._rows()]

    def _rows(self) -> list[tuple[Scripted, int]]:
        return list(zip(self._scripted, self._left, strict=True))


def possible(book: str, variant: str) -> frozenset[Fault]:
    """What can go wrong at a table of this book."""
    if book == DF:
        return _OF_EVERY_BOOK | _OF_DRAGON_FIRE
    assert book == CC, "no dealer runs another"
    late = frozenset() if variant == MINI else frozenset({Fault.LATE_WAGER})  # CC 7.4.1
    return _OF_EVERY_BOOK | late | {Fault.BELOW_MINIMUM}


def parse_for(can_have: Mapping[str, frozenset[Fault]], lines: Iterable[str]) -> list[Scripted]:
    """The script for these tables; the first line that cannot be played is named."""
    return faults.parsed(Scripted, faults.Of("dealer table", Fault), can_have, lines)
