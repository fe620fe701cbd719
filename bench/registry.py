"""What a benchmark is: a function registered under a name, with the bar it must reach and the aim it goes for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Literal

from bench.ground import Ground

Better = Literal["higher", "lower"]


@dataclass(frozen=True)
class Measured:
    """What came of a benchmark: one pair of figures a round, ours and the limit's, and what else there is to tell."""

    rounds: Sequence[tuple[float, float]]
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def ours(self) -> float:
        """The median of our own figures."""
        return median(ours for ours, _ in self.rounds)

    @property
    def baseline(self) -> float:
        """The median of the limit's figures."""
        return median(limit for _, limit in self.rounds)

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest ratio of one round: how noisy the machine was."""
        ratios = [ours / limit for ours, limit in self.rounds]
        return min(ratios), max(ratios)


@dataclass(frozen=True)
class Benchmark:
    """A function that measures, and what its ratio is held to."""

    name: str
    measure: Callable[[Ground], Measured]
    bar: float
    aim: float
    better: Better
    unit: str

    def is_reached(self, value: float) -> bool:
        """Whether a ratio reaches the bar."""
        return value >= self.bar if self.better == "higher" else value <= self.bar


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(
    *, bar: float, aim: float, better: Better, unit: str
) -> Callable[[Callable[[Ground], Measured]], Callable[[Ground], Measured]]:
    """Register a function as the benchmark of its own name."""

    def declare(measure: Callable[[Ground], Measured]) -> Callable[[Ground], Measured]:
        name = measure.__name__
        BENCHMARKS[name] = Benchmark(name, measure, bar, aim, better, unit)
        return measure

    return declare
