"""What each book demands of its machines before they may be played, and what it lets a credit meter be incremented by. Data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.powers import AC, CC, DF, IR, SB
from devices.domain.credit_meter import Source
from devices.domain.device import Kind


class Part(StrEnum):
    """What a machine is fitted with or linked to, as a sentence names it."""

    STACKER = "a note stacker"
    PRINTER = "a ticket printer"
    GAME_SYSTEM = "a game system"
    SOFTWARE = "a software version"
    LAYOUT = "an approved layout"
    LINK = "a link to an automated wheel"
    DICE = "a set of sealed dice"
    BALL = "a ball"
    WHEEL = "a wheel of 37 compartments"
    EQUIPMENT = "the equipment that lights the winning areas"
    KEYS = "keys numbered 1 to 6"


@dataclass(frozen=True)
class Demand:
    """A part that must be there, and the rule that says so."""

    part: Part
    rule: RuleId


class Material(StrEnum):
    """What balls are made of."""

    ACETAL = "acetal"
    CERAMIC = "ceramic"
    NYLON = "nylon"
    PHENOLIC_RESIN = "phenolic resin"
    PTFE = "PTFE"
    ALUMINIUM = "aluminium"
    BRASS = "brass"
    STEEL = "steel"
    METAL_CORE = "plastic around a metal core"


def _of(**rules: str) -> tuple[Demand, ...]:
    return tuple(Demand(Part[part.upper()], RuleId(rule)) for part, rule in rules.items())


DEMANDS: Mapping[str, Mapping[Kind, tuple[Demand, ...]]] = {
    AC: {
        Kind.PLAYER_TERMINAL: _of(
            stacker="AC 2.2.2", printer="AC 2.2.3", game_system="AC 2.2.5", software="AC 2.2.5", layout="AC 2.3"
        ),
        Kind.DICE_TUMBLER: _of(dice="AC 2.2.4"),
    },
    IR: {
        Kind.PLAYER_TERMINAL: _of(
            stacker="IR 2.5.3", printer="IR 2.5.4", game_system="IR 2.5.5", software="IR 2.5.5", layout="IR 2.6", link="IR 2.4"
        ),
        Kind.WHEEL: _of(wheel="IR 2.4", ball="IR 2.2"),
    },
    SB: {  # it names neither stacker nor printer nor game system: they are recorded if fitted
        Kind.PLAYER_TERMINAL: _of(software="SB 2.1", layout="SB 2.3"),
        Kind.DICE_TUMBLER: _of(dice="SB 2.2"),
    },
    DF: {Kind.ENTRY_TERMINAL: _of(equipment="DF 2.3", keys="DF 2.4")},
    CC: {Kind.ENTRY_TERMINAL: ()},  # it names no electronic equipment: recorded if fitted
}
WITHOUT_A_BOOK = frozenset({Kind.KIOSK})

DIAGRAMS: Mapping[str, tuple[str, ...]] = {AC: ("A",), IR: ("B", "C", "D"), SB: ("A",)}  # of what a terminal may show
DICE: Mapping[str, int] = {AC: 2, SB: 3}  # sealed within a tumbler
FACES = range(1, 7)
OPPOSITE_FACES_SUM_TO = 7
ENTRY_KEYS = tuple(FACES)

BALL = RuleId("IR 2.2")
BALL_UM = range(17_000, 23_000 + 1)
METALLIC = frozenset({Material.ALUMINIUM, Material.BRASS, Material.STEEL, Material.METAL_CORE})

HOUSING, INSERT = RuleId("IR 2.3.1"), RuleId("IR 2.3.2")
HOUSING_MM = range(1, 730 + 1)
INSERT_MM = range(1, 560 + 1)
COLOURS, ORDER = RuleId("IR 2.4.1"), RuleId("IR 2.4.2")
COMPARTMENTS = (  # diagram A, clockwise from zero
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
COMPARTMENT_COLOURS = ("green", *("red", "black") * 18)
AS_DRAWN = ReadingId("IR-08")  # diagram A is missing

SOURCES: Mapping[str, Mapping[Source, RuleId]] = {
    AC: {
        Source.NOTES: RuleId("AC 3.4.1"),
        Source.TICKETS: RuleId("AC 3.4.2"),
        Source.WINNINGS: RuleId("AC 3.4.3"),
        Source.TRANSFER: RuleId("AC 3.4.4"),
    },
    IR: {
        Source.NOTES: RuleId("IR 3.4.1"),
        Source.TICKETS: RuleId("IR 3.4.2"),
        Source.WINNINGS: RuleId("IR 3.4.3"),
        Source.TRANSFER: RuleId("IR 3.4.4"),
    },
    SB: {
        Source.NOTES: RuleId("SB 3.4.1"),
        Source.WINNINGS: RuleId("SB 3.4.2"),
        Source.JACKPOT: RuleId("SB 3.4.3"),
        Source.TRANSFER: RuleId("SB 3.4.4"),
    },
}
INCREMENTED = {AC: RuleId("AC 3.4"), IR: RuleId("IR 3.4"), SB: RuleId("SB 3.4")}
READINGS_OF_SOURCES = {SB: (ReadingId("SB-01"),)}  # it takes no tickets


def rule_of(book: str, kind: Kind, part: Part) -> RuleId:
    """The rule by which a book demands a part."""
    return next(demand.rule for demand in DEMANDS[book][kind] if demand.part is part)


def books_of(kind: Kind) -> tuple[str, ...]:
    """The books whose games are played with this kind of machine."""
    return tuple(book for book, kinds in DEMANDS.items() if kind in kinds)
