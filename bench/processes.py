"""Work done by several processes at once, counted and timed."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from django.db import connections

Step = Callable[[], object]
_fork = get_context("fork")
WARMING = 20


@dataclass(frozen=True)
class Load:
    """What several processes did in so many seconds, and how long each piece took."""

    seconds: float
    by_process: Sequence[array[float]]

    @property
    def took(self) -> list[float]:
        """All durations, the shortest first."""
        return sorted(chain.from_iterable(self.by_process))

    @property
    def per_second(self) -> float:
        """How much was done."""
        return len(self.took) / self.seconds

    def percentile_ms(self, share: float) -> float:
        """How long a piece took at that share of all, in milliseconds."""
        return percentile(self.took, share) * 1000


def percentile(took: Sequence[float], share: float) -> float:
    """The duration that so large a share of all does not exceed."""
    return sorted(took)[int(len(took) * share)]


def run(processes: int, prepare: Callable[[int], Step], *, seconds: float, per_second: float | None = None) -> Load:
    """Let each process prepare its step and take it over and over; at most so often a second in all, if that is said."""
    connections.close_all()
    barrier = _fork.Barrier(processes)
    pause = processes / per_second if per_second else 0.0
    pipes = [_fork.Pipe(duplex=False) for _ in range(processes)]
    children = [
        _fork.Process(target=_work, args=(lambda number=number: prepare(number), barrier, seconds, pause, sender))
        for number, (_, sender) in enumerate(pipes)
    ]
    for child in children:
        child.start()
    by_process = [array("d", receiver.recv_bytes()) for receiver, _ in pipes]
    for child in children:
        child.join()
    return Load(seconds, by_process)


def _work(prepare: Callable[[], Step], barrier: Barrier, seconds: float, pause: float, sender: Connection) -> None:
    step = prepare()
    for _ in range(WARMING):
        step()
    barrier.wait()
    sender.send_bytes(_repeat(step, seconds, pause).tobytes())
    connections.close_all()


def _repeat(step: Step, seconds: float, pause: float) -> array[float]:
    took = array("d")
    due = time.perf_counter()
    end = due + seconds
    while (start := time.perf_counter()) < end:
        step()
        took.append(time.perf_counter() - start)
        due += pause
        if pause and (rest := due - time.perf_counter()) > 0:
            time.sleep(rest)
    return took
