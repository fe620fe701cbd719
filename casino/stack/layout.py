"""Where a stack keeps its things: all of it below one directory, `var/` unless PITLEDGER_VAR names another."""

import os
from dataclasses import dataclass
from pathlib import Path

from casino.environment import ROOT


@dataclass(frozen=True)
class Layout:
    """The directory and the places in it."""

    var: Path

    @classmethod
    def here(cls) -> "Layout":
        """The one this checkout uses."""
        return cls(Path(os.environ.get("PITLEDGER_VAR") or ROOT / "var").absolute())

    @property
    def env(self) -> Path:
        """What commands given by hand need to reach the servers; settings read it."""
        return self.var / "env"

    @property
    def secrets(self) -> Path:
        """Passwords and keys."""
        return self.var / "secrets" / "stack.env"

    @property
    def postgres_data(self) -> Path:
        """The cluster."""
        return self.var / "postgres" / "data"

    @property
    def valkey_data(self) -> Path:
        """Valkey's configuration; it keeps no data."""
        return self.var / "valkey"

    @property
    def run(self) -> Path:
        """Records of running processes."""
        return self.var / "run"

    @property
    def runner(self) -> Path:
        """Record of the runner itself, apart from those of its children."""
        return self.var / "runner.json"

    @property
    def lock(self) -> Path:
        """Held by the runner as long as it lives; holds the address it serves."""
        return self.var / "runner.lock"

    @property
    def backups(self) -> Path:
        """One directory each."""
        return self.var / "backups"

    def log(self, name: str) -> Path:
        """What a process says."""
        return self.var / "log" / f"{name}.log"

    def record(self, name: str) -> Path:
        """The record of one process."""
        return self.run / f"{name}.json"
