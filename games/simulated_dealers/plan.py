"""What is to happen in a round, from a seed: who wishes something when, what the dice show, what goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from casino.domain.powers import CC, DF
from games.domain.grounds import Ground
from games.domain.vocabulary import SeatId
from games.simulated_dealers.faults import Fault

BETS_SECONDS = 25.0
LATEST_WISH = 20.0
TROUBLE = 0.09  # of the rounds something goes wrong in without a script
WISHES = {"wager": 10, "change": 3, "call": 2}
BY_CHANCE = {
    DF: (Ground.NOT_TOGETHER, Ground.NO_END_STRUCK, Ground.IRREGULAR, Ground.DIE_ON_DIE, Ground.ON_FLOAT, Ground.COCKED),
    CC: (Ground.NOT_TOGETHER, Ground.NO_END_STRUCK, Ground.IRREGULAR, Ground.ON_RAIL, Ground.IN_BOWL, Ground.COCKED),
}
FACES = range(1, 7)


@dataclass
class Plan:
    """One round. What has been done of it is taken out."""

    shown: tuple[int, int]
    wrong: tuple[int, int]  # what is keyed, lit or displayed instead, if something is
    ground: Ground
    fault: Fault | None = None
    wishes: list[tuple[float, SeatId, str]] = field(default_factory=list)


def make(chance: Random, *, book: str, seats: Sequence[SeatId], fault: Fault | None) -> Plan:
    """A round for these players."""
    shown = (chance.choice(FACES), chance.choice(FACES))
    others = [(a, b) for a in FACES for b in FACES if sorted((a, b)) != sorted(shown)]
    wrong, ground = chance.choice(others), chance.choice(BY_CHANCE[book])
    wishes = [] if fault is Fault.NOBODY_WAGERS else sorted(_wishes(chance, seats))
    return Plan(shown, wrong, ground, fault, wishes)


def trouble(chance: Random, possible: frozenset[Fault]) -> Fault | None:
    """What goes wrong by itself, now and then."""
    goes_wrong, what = chance.random() < TROUBLE, chance.choice(sorted(possible, key=lambda fault: fault.value))
    return what if goes_wrong else None


def _wishes(chance: Random, seats: Sequence[SeatId]) -> list[tuple[float, SeatId, str]]:
    wishes = [(chance.uniform(1, 4), seat, "line") for seat in seats if chance.random() < 0.6]  # noqa: PLR2004 - most of them
    for seat in seats:
        for _ in range(chance.randint(0, 3)):
            kind = chance.choices(list(WISHES), weights=list(WISHES.values()))[0]
            wishes.append((chance.uniform(2, LATEST_WISH), seat, kind))
    return wishes
