"""What is to happen later, on a clock that somebody else reads."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from math import inf

Happening = Callable[[float], None]


class Timers:
    """Happenings in the order of their times; each is told the time at which it happens."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Happening]] = []
        self._numbers = count()

    @property
    def next_at(self) -> float:
        """When the next one is due."""
        return self._heap[0][0] if self._heap else inf

    def at(self, moment: float, happening: Happening) -> None:
        """Have something happen at that moment."""
        heapq.heappush(self._heap, (moment, next(self._numbers), happening))

    def run_next(self, now: float) -> None:
        """Let the earliest of those that are due happen."""
        _, _, happening = heapq.heappop(self._heap)
        happening(now)
