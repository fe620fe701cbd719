"""Why a roll or a round has no result, book by book: whether it may or must be called, and what it does to the wagers. Data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino.domain.powers import AC, CC, DF, IR, SB


class Ground(StrEnum):
    """What was wrong with a throw, a spin or the equipment, as it is said aloud."""

    NOT_TOGETHER = "the dice were not released together"
    NO_END_STRUCK = "a die failed to strike an end of the table"
    IRREGULAR = "the roll is considered irregular"
    OTHER = "another irregularity"
    OFF_TABLE = "a die left the table"
    DIE_ON_DIE = "a die came to rest on the other"
    IN_WAGERING_AREA = "a die came to rest in the electronic wagering area"
    ON_FLOAT = "a die came to rest on the chips of the float"
    IN_BOWL_OR_ON_RAIL = "a die came to rest in the dice bowl or on a rail"
    IN_BOWL = "a die came to rest in the dice bowl"
    ON_RAIL = "a die came to rest on a rail"
    COCKED = "a die is cocked"
    WRONG_THROWER = "the dice were thrown by somebody else than the shooter"
    FRAUD = "a fraudulent device or technique was used"
    UNAPPROVED_DICE = "the dice are not approved"
    NO_MORE_BETS_NOT_PRESSED = "no more bets was not pressed"
    TUMBLER_MALFUNCTION = "the dice tumbler malfunctioned"
    SYSTEM_MALFUNCTION = "the game system malfunctioned"


@dataclass(frozen=True)
class Provision:
    """The rule that gives a ground, whether it leaves a choice, and the table event it is in the compiled book."""

    rule: str
    declares: str
    is_mandatory: bool = True


WITHOUT_A_THROW = frozenset({Ground.NO_MORE_BETS_NOT_PRESSED, Ground.TUMBLER_MALFUNCTION, Ground.SYSTEM_MALFUNCTION})


def _may(rule: str) -> Provision:
    return Provision(rule, "no_roll", is_mandatory=False)


def _must(rule: str) -> Provision:
    return Provision(rule, "no_roll")


GROUNDS: Mapping[str, Mapping[Ground, Provision]] = {
    AC: {
        Ground.COCKED: Provision("6.4.1", "cocked"),
        Ground.TUMBLER_MALFUNCTION: Provision("6.4.2", "tumbler_malfunction"),
        Ground.SYSTEM_MALFUNCTION: Provision("6.6", "system_malfunction"),
    },
    IR: {Ground.SYSTEM_MALFUNCTION: Provision("7.4", "system_malfunction")},
    SB: {
        Ground.COCKED: Provision("7.4.1", "cocked"),
        Ground.TUMBLER_MALFUNCTION: Provision("7.4.2", "tumbler_malfunction"),
        Ground.SYSTEM_MALFUNCTION: Provision("7.6", "system_malfunction"),
    },
    DF: {
        Ground.NOT_TOGETHER: _may("5.3.1"),
        Ground.NO_END_STRUCK: _may("5.3.2"),
        Ground.IRREGULAR: _may("5.3.3"),
        Ground.OTHER: _may("5.3.4"),
        Ground.OFF_TABLE: _must("5.4.1"),
        Ground.DIE_ON_DIE: _must("5.4.2"),
        Ground.IN_WAGERING_AREA: _must("5.4.3"),
        Ground.ON_FLOAT: _must("5.4.4"),
        Ground.IN_BOWL_OR_ON_RAIL: _must("5.4.5"),
        Ground.COCKED: Provision("5.4.6", "cocked"),
        Ground.WRONG_THROWER: _must("5.4.7"),
        Ground.FRAUD: _must("5.4.8"),
        Ground.UNAPPROVED_DICE: _must("5.4.9"),
        Ground.NO_MORE_BETS_NOT_PRESSED: _must("10.5"),
    },
    CC: {
        Ground.NOT_TOGETHER: _may("5.4.1(a)"),
        Ground.NO_END_STRUCK: _may("5.4.1(b)"),
        Ground.IRREGULAR: _may("5.4.1(c)"),
        Ground.OFF_TABLE: _must("5.4.2(a)"),
        Ground.DIE_ON_DIE: _must("5.4.2(b)"),
        Ground.ON_FLOAT: _must("5.4.2(c)"),
        Ground.IN_BOWL: _must("5.4.2(d)"),
        Ground.ON_RAIL: _must("5.4.2(e)"),
        Ground.COCKED: Provision("5.4.2(f)", "cocked"),
        Ground.FRAUD: _must("5.4.2(g)"),
        Ground.UNAPPROVED_DICE: _must("5.4.2(h)"),
    },
}
