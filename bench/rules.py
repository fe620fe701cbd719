"""How fast the rule books settle: against a bare look-up, against crapssim, and against parsing and writing the same lines.

All but memory is counted in processor time: one process on one core, whatever else the machine is doing.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

from bench.crapssim_table import Rolls, bets_and_rolls, crapssim_settles, crapssim_settles_alone, we_settle
from bench.ground import ROUNDS, Ground
from bench.registry import Measured, benchmark
from games.management.commands.whatif import answer_lines, arriving
from games.rules import books

Key = tuple[str, str, str]

SETTLEMENTS = 200_000
ROLLS = 5_000
LINES = 40_000
FEW, MANY = 100_000, 1_000_000
PLAYS = (we_settle, crapssim_settles, crapssim_settles_alone)
EXAMPLES = Path("tests/games/rules/what_if_examples.jsonl")


@benchmark(bar=20, aim=8, better="lower", unit="times a dictionary look-up")
def settle_one_roll(ground: Ground) -> Measured:
    """One-roll wagers of all five books, settled and paid."""
    dice = Random(ground.seed)
    rounds = [_settled(book_id, "one", dice) for _ in range(ROUNDS) for book_id in books.BOOKS]
    return Measured(rounds)


@benchmark(bar=30, aim=12, better="lower", unit="times a dictionary look-up")
def settle_multi_roll(ground: Ground) -> Measured:
    """Wagers of several rolls, each followed from step to step and placed anew when it is closed."""
    dice = Random(ground.seed)
    rounds = [
        _settled(book_id, "multi", dice) for _ in range(ROUNDS) for book_id in ("aruze_craps", "dragon_fire", "crown_craps")
    ]
    return Measured(rounds)


@benchmark(bar=20, aim=40, better="higher", unit="times crapssim")
def settle_vs_crapssim(ground: Ground) -> Measured:
    """The same bets on the same rolls, placed again as they are decided: wagers that met a roll, a second.

    crapssim places them by its own strategies, and that is most of its time; its settlement alone is told beside it.
    """
    bets, rolls = bets_and_rolls(Random(ground.seed), ROLLS)
    rounds = [[_per_second(play, bets, rolls) for play in PLAYS] for _ in range(ROUNDS)]
    ours, theirs, alone = zip(*rounds, strict=True)
    return Measured(list(zip(ours, theirs, strict=True)), {"of_its_settlement_alone": round(median(ours) / median(alone), 4)})


@benchmark(bar=0.25, aim=0.5, better="higher", unit="of parsing and writing, json")
def whatif_lines(ground: Ground) -> Measured:
    """Questions answered a second, against a loop that only parses the same lines and writes them back."""
    lines = list(_lines(ground.sized(LINES)))
    _answer(lines)
    ours, by_json, by_msgspec = [], [], []
    for _ in range(ROUNDS):
        ours.append(len(lines) / _timed(lambda: _answer(lines))[0])
        by_json.append(len(lines) / _timed(lambda: _echo(lines, json.loads, lambda said: json.dumps(said).encode()))[0])
        by_msgspec.append(len(lines) / _timed(lambda: _echo(lines, msgspec.json.decode, msgspec.json.encode))[0])
    told = {"of_msgspec": round(median(ours) / median(by_msgspec), 4), "msgspec_lines": round(median(by_msgspec))}
    return Measured(list(zip(ours, by_json, strict=True)), told)


@benchmark(bar=1.1, aim=1.0, better="lower", unit="times the peak at a tenth")
def whatif_memory(ground: Ground) -> Measured:
    """Peak memory of the command at 1,000,000 lines against 100,000, in megabytes."""
    few, many = ground.sized(FEW), ground.sized(MANY)
    return Measured([(_peak_mb(many), _peak_mb(few))])


def _settled(book_id: str, rolls: str, dice: Random) -> tuple[float, float]:
    """Nanoseconds for one settlement, and for one bare look-up of the same keys in the same order."""
    table = books.current(book_id)
    keys = _keys(book_id, rolls, dice)
    asked = [(wager, state, outcome, dice.randrange(1, 1000) * 100) for wager, state, outcome in keys]
    bare = dict.fromkeys(keys, 1)
    settle = table.settle
    start = time.process_time_ns()
    for wager, state, outcome, stake in asked:
        settle(wager, state, outcome, stake)
    settled = time.process_time_ns()
    for key in keys:
        bare[key]
    looked_up = time.process_time_ns()
    return (settled - start) / len(keys), (looked_up - settled) / len(keys)


def _keys(book_id: str, rolls: str, dice: Random) -> list[Key]:
    """Random wagers met by random outcomes; a wager still open meets the next in the state it came to."""
    table = books.current(book_id)
    wagers = [wager for wager in table.wagers.values() if wager.rolls == rolls]
    states = {wager.id: wager.first for wager in wagers}
    outcomes, ways = list(table.ways), list(table.ways.values())
    keys = []
    for wager, outcome in zip(dice.choices(wagers, k=SETTLEMENTS), dice.choices(outcomes, ways, k=SETTLEMENTS), strict=True):
        keys.append((wager.id, states[wager.id], outcome))
        states[wager.id] = wager.rows[states[wager.id]][outcome].following or wager.first
    return keys


def _per_second(play: Callable[[list[str], Rolls], int], bets: list[str], rolls: Rolls) -> float:
    took, met = _timed(lambda: play(bets, rolls))
    return float(met / took)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    done = work()
    return time.process_time() - start, done


def _lines(count: int) -> Iterable[bytes]:
    """The examples that can be answered, over and over."""
    examples = map(json.loads, EXAMPLES.read_text().splitlines())
    answerable = [each["question"] for each in examples if "error" not in each["answer"]]
    return islice(cycle([json.dumps(question).encode() + b"\n" for question in answerable]), count)


def _answer(lines: list[bytes]) -> None:
    """As the command does."""
    for arrived in arriving(io.BufferedReader(io.BytesIO(b"".join(lines)))):
        answer_lines(arrived, io.BytesIO())


def _echo(lines: list[bytes], parse: Callable[[bytes], object], write: Callable[[object], bytes]) -> None:
    out = io.BytesIO()
    for line in lines:
        out.write(write(parse(line)))
        out.write(b"\n")


def _peak_mb(lines: int) -> float:
    """The highest resident memory of the command in a process of its own; its answers are read and thrown away."""
    peak = [sys.executable, "-m", "bench.peak", "whatif"]
    with (
        subprocess.Popen(peak, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as command,
        subprocess.Popen(["tail", "-n", "1"], stdin=command.stdout, stdout=subprocess.PIPE, text=True) as last,
    ):
        assert command.stdin
        assert last.stdout
        command.stdin.writelines(_lines(lines))
        command.stdin.close()
        return float(last.stdout.read())
