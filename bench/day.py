"""A day of electronic tables, all at once: every wager a command of its own, every round closed, settled and followed by another.

Two processes play half of the tables each and do whatever reaction is due, step by step together. The clock is the database's,
moved for everybody at once from one round to the next.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from django.db import connections

from bench.ground import Ground, output_of
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from games.models import Round, Wager
from tests.casino.asking import due, react
from tests.databases import Database
from tests.games.floor import SECONDS, Clock, Floor, insert, put_on

OUT = Path("var/soak/results.json")
PROCESSES = 2
SEATS = 8
DAY_SECONDS = 24 * 60 * 60
CREDITS = 100_000_000
STAKES = (500, 600, 1_000, 2_500)
GAMES = (AC, IR, SB)
DICE = {AC: 2, SB: 3}
AREAS = {
    AC: ("pass_line", "field", "any_seven", "place:6", "hard:8", "big6", "buy:4", "lay:10"),
    IR: ("red", "straight:17", "split:17-20", "dozen:2", "column:3", "odd", "low", "corner:16-17-19-20"),
    SB: ("small", "big", "number:3", "total:9", "double:4", "combo:1-6", "triple:5", "number:1"),
}
CHECKS = (["verify"], ["reconcile"], ["rebuild", "--check"], ["rebuild", "--states", "--check"])
Step = Callable[[], object]


@dataclass(frozen=True)
class Size:
    """How many tables, how many rounds of each, and how many wagers of each terminal in a round."""

    tables: int
    rounds: int
    wagers: int


SIZES = {"ci": Size(tables=6, rounds=4, wagers=3), "full": Size(tables=100, rounds=300, wagers=5)}


def soak(scale: str, *, seed: int) -> int:
    """Play the day, check it, write down what came of it; 1 if anything is wrong."""
    ground = Ground(size=1, seed=seed)
    try:
        told = _day(ground, SIZES[scale], seed)
    finally:
        ground.stop()
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(f"{json.dumps(told, indent=1)}\n")
    print(OUT.read_text())
    return 0 if all(check["ok"] for check in told["checks"].values()) else 1


def _day(ground: Ground, size: Size, seed: int) -> dict[str, Any]:
    with ground.empty_database() as database:
        put_on(database)
        floors = [_furnish(GAMES[number % len(GAMES)], f"TABLE{number}") for number in range(size.tables)]
        began = time.monotonic()
        _together(database, floors, size, seed)
        seconds = time.monotonic() - began
        counted = {
            "rounds": Round.objects.exclude(finished_at=None).count(),
            "wagers": Wager.objects.count(),
            "still_due": len(due()),
        }
        checks = {" ".join(check): _checked(check) for check in CHECKS}
    return {"size": size.__dict__, "seconds": round(seconds), **counted, "checks": checks}


def _furnish(game: str, name: str) -> Floor:
    floor = Floor(game, terminals=SEATS, name=name)
    for terminal in floor.terminals:
        insert(terminal, CREDITS)
    floor.open()
    return floor


def _together(database: Database, floors: Sequence[Floor], size: Size, seed: int) -> None:
    connections.close_all()
    fork = get_context("fork")
    barrier = fork.Barrier(PROCESSES)
    mine = [floors[number::PROCESSES] for number in range(PROCESSES)]
    children = [fork.Process(target=_play, args=(database, each, size, seed + n, barrier.wait)) for n, each in enumerate(mine)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert not any(child.exitcode for child in children), "a process has failed"


def _play(database: Database, floors: Sequence[Floor], size: Size, seed: int, meet: Step) -> None:
    dice, clock = Random(seed), Clock(database)
    clock.show()
    for number in range(size.rounds):
        for floor in floors:
            _wager(floor, dice, size.wagers)
        meet()
        clock.move(max(SECONDS + 1, DAY_SECONDS / size.rounds))
        for floor in floors:
            floor.close()
            floor.sense(*_shown(floor.game, dice))
        meet()
        _react_until_done(meet)
        if number % 10 == 0:
            print(f"round {number + 1} of {size.rounds}", file=sys.stderr)
    connections.close_all()


def _wager(floor: Floor, dice: Random, wagers: int) -> None:
    """Each terminal plays some areas; what the book refuses as things stand is refused."""
    for terminal in floor.terminals:
        for selection in dice.sample(AREAS[floor.game], wagers):
            with suppress(Refusal):
                floor.place(terminal, selection, dice.choice(STAKES))


def _shown(game: str, dice: Random) -> tuple[int, ...]:
    return (dice.randrange(37),) if game == IR else tuple(dice.choices(range(1, 7), k=DICE[game]))


def _react_until_done(meet: Step) -> None:
    """Freezing, settling and the next round follow one another."""
    for _ in range(3):
        react()
        meet()


def _checked(check: list[str]) -> dict[str, Any]:
    """What a check says, and its peak of memory in megabytes."""
    began = time.monotonic()
    try:
        lines = output_of([sys.executable, "-m", "bench.peak", *check]).splitlines()
    except RuntimeError as failed:
        return {"ok": False, "said": str(failed)}
    return {"ok": True, "seconds": round(time.monotonic() - began), "peak_mb": round(float(lines[-1])), "said": lines[:-1]}
