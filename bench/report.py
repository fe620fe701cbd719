"""What a run has shown: a table for a person, a file for a machine."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.registry import Benchmark, Measured

FILE = Path("var/bench/results.json")
WIDTH = 140  # where nobody looks at a terminal


def result(benchmark: Benchmark, measured: Measured) -> dict[str, Any]:
    """One benchmark's result: the ratio, the bar it is held to, and the two figures behind it."""
    value = measured.ours / measured.baseline
    return {
        "name": benchmark.name,
        "value": round(value, 4),
        "limit": benchmark.bar,
        "better": benchmark.better,
        "unit": benchmark.unit,
        "measured": round(measured.ours, 3),
        "baseline": round(measured.baseline, 3),
        "ok": benchmark.is_reached(value),
        "aim": benchmark.aim,
        "rounds": len(measured.rounds),
        "spread": [round(ratio, 4) for ratio in measured.spread],
        **measured.told,
    }


def write(results: list[dict[str, Any]], *, seed: int, size: float) -> None:
    """Keep the results where they are looked for."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    whole = {"commit": _commit(), "machine": _machine(), "seed": seed, "size": size, "results": results}
    FILE.write_text(json.dumps(whole, indent=2) + "\n")


def show(results: list[dict[str, Any]]) -> None:
    """The table."""
    table = Table("benchmark", "ratio", "bar", "aim", "rounds from … to", "measured", "baseline", "unit", "")
    for each in results:
        sign = "≥" if each["better"] == "higher" else "≤"
        low, high = each["spread"]
        table.add_row(
            each["name"], f"{each['value']:.2f}", f"{sign} {each['limit']:g}", f"{each['aim']:g}", f"{low:.2f} … {high:.2f}",
            f"{each['measured']:,.0f}", f"{each['baseline']:,.0f}", each["unit"], "reached" if each["ok"] else "MISSED",
        )  # fmt: skip
    Console(width=None if sys.stdout.isatty() else WIDTH).print(table)


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "uncommitted"


def _machine() -> str:
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.machine()
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} × {model}, {memory:.0f} GiB, {system}"


def _lines(file: str) -> list[str]:
    return Path(file).read_text().splitlines()
