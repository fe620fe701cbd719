"""What people at the terminals want of the game, turn after turn, from a seed; and a count of what came of it."""

from __future__ import annotations

from collections import Counter
from enum import Enum

import msgspec

MOST_WISHES = 4


class Want(Enum):
    """What somebody wants to do."""

    PLACE = "place"
    INCREASE = "increase"
    REDUCE = "reduce"
    MOVE = "move"
    CANCEL = "cancel"


class Wish(msgspec.Struct, frozen=True):
    """One thing wanted; where and how much is chosen by chance from what the terminal shows by then."""

    want: Want
    chance: int


class Habit(msgspec.Struct, frozen=True):
    """How people play: what part of them in a turn, how many wagers at most, how often they change one, how they shoot."""

    plays: float
    most_wagers: int
    changes: float
    shoots: float  # how often the shooter presses the button at all
    shoots_within_seconds: float


CALMLY = Habit(plays=0.85, most_wagers=2, changes=0.25, shoots=0.85, shoots_within_seconds=6.0)
QUICKLY = Habit(plays=1.0, most_wagers=3, changes=0.9, shoots=1.0, shoots_within_seconds=0.0)


class Tally(msgspec.Struct):
    """What a terminal has asked for: what was done, what was refused and by which code, what should not have come back."""

    done: Counter[str] = msgspec.field(default_factory=Counter)
    refused: Counter[str] = msgspec.field(default_factory=Counter)
    unexpected: Counter[str] = msgspec.field(default_factory=Counter)
    unanswered: int = 0  # attempts to which no answer came
