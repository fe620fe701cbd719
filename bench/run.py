"""One run: the benchmarks one after the other, on one pair of throw-away servers."""

from __future__ import annotations

import sys
import time
from typing import Any

from bench import report
from bench.ground import Ground
from bench.registry import BENCHMARKS


def run(names: list[str], *, size: float, seed: int) -> int:
    """Measure, write, show; 0 if every bar is reached, 1 if not, 2 if there is no such benchmark."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}. There are: {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    results = _measure(names or list(BENCHMARKS), Ground(size=size, seed=seed))
    report.write(results, seed=seed, size=size)
    report.show(results)
    return 0 if all(each["ok"] for each in results) else 1


def _measure(names: list[str], ground: Ground) -> list[dict[str, Any]]:
    results = []
    try:
        for name in names:
            start = time.monotonic()
            print(f"{name} …", end=" ", file=sys.stderr, flush=True)
            results.append(report.result(BENCHMARKS[name], BENCHMARKS[name].measure(ground)))
            print(f"{results[-1]['value']:.3f} ({time.monotonic() - start:.0f} s)", file=sys.stderr)
    finally:
        ground.stop()
    return results
