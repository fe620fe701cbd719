"""How long commands took, counted in steps of a tenth: enough for a median and a 99th percentile, small enough to send about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, log
from threading import Lock

STEP = 1.1  # a figure is right to within five in a hundred
_lock = Lock()
_counted: Counter[tuple[str, int]] = Counter()


@dataclass(frozen=True)
class Timing:
    """How often a command was given, and how many milliseconds it took: half, nearly all, the slowest."""

    command: str
    times: int
    p50_ms: float
    p99_ms: float
    slowest_ms: float


def count(command: str, seconds: float) -> None:
    """Count one command that has ended."""
    with _lock:
        _counted[command, step_of(seconds * 1000)] += 1


def take() -> Counter[tuple[str, int]]:
    """What was counted since it was taken last."""
    with _lock:
        taken = _counted.copy()
        _counted.clear()
    return taken


def put_back(taken: Mapping[tuple[str, int], int]) -> None:
    """Keep what could not be told, for the next time."""
    with _lock:
        _counted.update(taken)


def forget() -> None:
    """Begin with nothing: what the process that we were forked from has counted is its own to tell."""
    global _lock  # noqa: PLW0603 - a lock that a thread of another process held is never given back
    _lock = Lock()
    _counted.clear()


def summed(counted: Mapping[tuple[str, int], int]) -> list[Timing]:
    """Median, 99th percentile and slowest of each command, the slowest command first."""
    by_command: dict[str, Counter[int]] = defaultdict(Counter)
    for (command, step), times in counted.items():
        by_command[command][step] += times
    found = [_timing(command, steps) for command, steps in by_command.items()]
    return sorted(found, key=lambda each: (-each.p99_ms, each.command))


def step_of(milliseconds: float) -> int:
    """The step a time falls into."""
    return floor(log(max(milliseconds, 0.01), STEP))


def _timing(command: str, steps: Counter[int]) -> Timing:
    times = sum(steps.values())
    return Timing(command, times, _at(steps, times, 0.5), _at(steps, times, 0.99), _middle(max(steps)))


def _at(steps: Counter[int], times: int, part: float) -> float:
    wanted = ceil(times * part)
    for step in sorted(steps):
        wanted -= steps[step]
        if wanted <= 0:
            break
    return _middle(step)


def _middle(step: int) -> float:
    return float(STEP ** (step + 0.5))
