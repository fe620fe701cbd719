"""The words events and states share: ids, limits, dice, how a wager lies on the layout and what it came to."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NewType

import msgspec

from casino.domain.money import Cents

TableId = NewType("TableId", str)
RoundId = NewType("RoundId", str)
PositionId = NewType("PositionId", str)
SeatId = NewType("SeatId", str)
"""A player terminal or a player's place at a dealer table."""
Selection = NewType("Selection", str)
"""A wager of the book's catalogue: `place:6`."""
WagerNumber = NewType("WagerNumber", int)
"""The running number of a wager in its position, never given twice."""

EVERY_KIND = "every selection"
NONE = Fraction(0)


class StakeKind(StrEnum):
    """What lies on the layout: chips (credits at a terminal), or a casino promotional token (DF 1.1)."""

    CHIP = "chip"
    TOKEN = "token"  # noqa: S105 - a promotional token, no secret


class Instrument(StrEnum):
    """What an oral wager is accompanied by (DF 6.7, CC 3.3.1)."""

    CHIPS = "chips"
    CASH = "cash"
    VOUCHER = "voucher"
    TOKEN = "token"  # noqa: S105 - a promotional token, no secret


class Scope(StrEnum):
    """What a limit is held against (CC 4.4, X-08)."""

    BETTING_AREA = "betting area"
    PLAYER = "player"


class Limit(msgspec.Struct, frozen=True):
    """What the sign says of one kind of selection."""

    minimum: Cents
    maximum: Cents
    unit: Cents = Cents(1)  # in which a wager may go above the minimum
    multiples: bool = False  # only multiples of the minimum
    scope: str = Scope.BETTING_AREA


class Lying(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """How a wager lies on the layout. What is nothing is not written down: there are many of these."""

    state: str  # in the compiled book
    shows: str  # inactive or frozen
    rule: str  # the clause that keeps it there
    point: int | None = None  # the table's
    stake_cents: Cents
    effective: Fraction  # the part that is paid or collected; the rest lies above a maximum (DF 7.3, CC 4.2.2)
    exposed_cents: Cents = Cents(0)  # the part that has met a roll
    kept: Fraction = NONE  # taken down after a roll: its commission is kept (AC-07)
    commission_cents: Cents = Cents(0)  # charged and not refunded
    was_reduced: bool = False  # since the current point was established (CC 3.4.3)
    minimum: Cents  # of the sign when it was last touched
    maximum: Cents
    base_cents: Cents | None = None  # the flat wager it is held to, if it is odds
    established_cents: Cents = Cents(0)  # the stake with which it came to its number (CC-26)


class Figures(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a closed wager came to: exactly, and as it was paid. What is nothing is not written down."""

    stake_cents: Cents
    effective: Fraction
    winnings: Fraction = NONE  # without the stake
    returned: Fraction = NONE
    paid_cents: Cents = Cents(0)  # winnings and returned stake, rounded up once
    rounding_cents: Cents = Cents(0)  # of what was paid, from the last whole cent up
    commission: Fraction = NONE
    commission_refunded: Fraction = NONE
    commission_refunded_cents: Cents = Cents(0)


class Die(msgspec.Struct, frozen=True):
    """One die of a set, as it was checked: its three pairs of opposite faces, and how wide a face is."""

    id: str
    faces: tuple[tuple[int, int], ...]
    face_um: int | None = None


class Layout(msgspec.Struct, frozen=True):
    """All wagers of a round as they stand: how many, how much, and their hash."""

    wagers: int
    total_cents: Cents
    sha256: str


class Totals(msgspec.Struct, frozen=True):
    """What a round came to over all positions."""

    settled: int = 0
    carried: int = 0
    stakes_cents: Cents = Cents(0)
    winnings: Fraction = Fraction(0)
    returned: Fraction = Fraction(0)
    paid_cents: Cents = Cents(0)
    rounding_cents: Cents = Cents(0)


def kind_of(selection: str) -> str:
    """The kind of a selection: `place` of `place:6`."""
    return selection.partition(":")[0]
