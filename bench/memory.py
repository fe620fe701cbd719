"""Whether memory stays flat: `verify` and `rebuild` at ten times the entries."""

from __future__ import annotations

import sys

from bench.ground import Ground, output_of
from bench.registry import Measured, benchmark

FEW, MANY = 100_000, 1_000_000
STREAMS = 100  # a batch of 10,000 entries
COMMANDS = (["verify"], ["rebuild"], ["rebuild", "--states"])


@benchmark(bar=1.1, aim=1.0, better="lower", unit="times the peak at a tenth")
def memory_flat(ground: Ground) -> Measured:
    """Peak memory at 1,000,000 entries against 100,000, the worst of the three commands."""
    with ground.database():
        few, many = ground.sized(FEW), ground.sized(MANY)
        ground.fill(few, streams=STREAMS)
        before = {" ".join(command): _peak_mb(command) for command in COMMANDS}
        ground.fill(many - few, streams=STREAMS, first=few)
        after = {" ".join(command): _peak_mb(command) for command in COMMANDS}
    worst = max(before, key=lambda command: after[command] / before[command])
    return Measured([(after[worst], before[worst])], {"worst": worst, "peaks_mb": {"few": before, "many": after}})


def _peak_mb(command: list[str]) -> float:
    """The highest resident memory of a management command in a process of its own."""
    return float(output_of([sys.executable, "-m", "bench.peak", *command]).splitlines()[-1])
