"""What a proof notes down: its sizes, its seed, what was measured. `make faults` keeps it in var/faults/results.json."""

from __future__ import annotations

import json
import os
import secrets
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random

from casino.environment import ROOT

RESULTS = ROOT / "var" / "faults" / "results.json"


@dataclass
class Proof:
    """One proof of one run."""

    name: str
    seed: int
    sizes: dict[str, int] = field(default_factory=dict)
    measured: dict[str, float] = field(default_factory=dict)
    ok: bool = False

    @property
    def dice(self) -> Random:
        """Everything that is left to chance comes from here."""
        return self._dice

    def __post_init__(self) -> None:
        self._dice = Random(self.seed)

    def sized(self, **sizes: int) -> None:
        """Note how large it was."""
        self.sizes |= sizes

    def found(self, **figures: float) -> None:
        """Note what came out."""
        self.measured |= {name: round(figure, 4) for name, figure in figures.items()}

    def timed(self, name: str, seconds: Sequence[float]) -> None:
        """Note the middle and the longest of many times."""
        self.found(**{f"{name}_median_ms": statistics.median(seconds) * 1000, f"{name}_max_ms": max(seconds) * 1000})


def new_proof(name: str) -> Proof:
    """A proof with the seed that was asked for (SEED=…), or a new one; it is said, so that a failure can be replayed."""
    seed = int(os.environ.get("SEED") or secrets.randbelow(2**31))
    print(f"replay with SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    return Proof(name, seed)


def keep(proofs: Sequence[Proof]) -> None:
    """Write down the proofs of this run; those that did not run keep what they had."""
    commit = _commit()
    known = {each["name"]: each for each in json.loads(RESULTS.read_text())["results"]} if RESULTS.exists() else {}
    known |= {proof.name: asdict(proof) | {"commit": commit} for proof in proofs}
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps({"results": list(known.values())}, indent=2) + "\n")


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else "none"
