"""What the house tells a terminal to show, as far as somebody who plays there looks at it."""

from __future__ import annotations

from typing import Any

import msgspec

EVERY_KIND = "every selection"
WAGERING, CLOSED = "place your bets", "no more bets"


class Limit(msgspec.Struct, frozen=True):
    """What the sign says of a kind of selection."""

    minimum_cents: int
    maximum_cents: int
    unit_cents: int
    multiples: bool


class Credits(msgspec.Struct, frozen=True):
    """What stands on the credit meter, as of a version."""

    cents: int
    version: int


class Lying(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    number: int
    selection: str
    stake_cents: int
    round: str


class Round(msgspec.Struct, frozen=True):
    """The round that is played."""

    id: str
    stage: str
    shooter: str | None
    shoot_by: str | None


class Changed(msgspec.Struct, frozen=True):
    """How credits and wagers stand after what was asked for."""

    credits: Credits
    wagers: tuple[Lying, ...]


class Shown(msgspec.Struct, frozen=True):
    """All of it."""

    round: Round | None
    limits: dict[str, Limit]
    closed: dict[str, Any]
    credits: Credits
    wagers: tuple[Lying, ...]

    def limit(self, selection: str) -> Limit:
        """What the sign says of a selection."""
        return self.limits.get(kind_of(selection)) or self.limits[EVERY_KIND]

    def after(self, changed: Changed) -> Shown:
        """With credits and wagers as they stand now."""
        return msgspec.structs.replace(self, credits=changed.credits, wagers=changed.wagers)


class Problem(msgspec.Struct, frozen=True):
    """Why something is refused."""

    code: str


def kind_of(selection: str) -> str:
    """The kind of a selection: `place` of `place:6`."""
    return selection.partition(":")[0]
