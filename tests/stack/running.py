"""A whole stack started the way `make run` starts it, in a directory of its own."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import psutil

from casino.environment import ROOT
from casino.stack.layout import Layout
from casino.stack.ports import free_port
from casino.stack.process import Identity, wait_until

PARTS = ("postgres", "valkey", "web", "worker", "beat")


class RunningStack:
    """Everything at once, as a person at a terminal has it."""

    def __init__(self, var: Path, port: int | None = None) -> None:
        self.layout = Layout(var)
        self.port = port or free_port()
        self.output = var.parent / f"{var.name}.out"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment_extra: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the tests' own servers reaches it. Without a demo floor it starts faster."""
        ours = {
            "PITLEDGER_VAR": str(self.layout.var),
            "PORT": str(self.port),
            "ENVIRONMENT": "production",
            "STOP_GRACE_SECONDS": "0.5",
        }
        hidden = {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ENV_FILE"}
        return {name: value for name, value in os.environ.items() if name not in hidden} | ours | self.environment_extra

    def start(self) -> "RunningStack":
        """Start it and wait for the address."""
        self.begin()
        assert wait_until(lambda: "Pitledger runs at" in self.said or self.process_has_ended, 60), self.said
        assert not self.process_has_ended, self.said
        return self

    def begin(self) -> None:
        """Start it and wait for nothing."""
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(self._command("run"), env=self.environment, stdout=output, stderr=output, cwd=ROOT)

    def call(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Another command in the same directory, to its end."""
        return subprocess.run(
            self._command(*arguments), env=self.environment, capture_output=True, text=True, timeout=90, check=False, cwd=ROOT
        )

    def signal(self, number: signal.Signals) -> None:
        """Signal the runner and wait until it is gone."""
        assert self.process is not None
        self.process.send_signal(number)
        self.process.wait(60)

    def stop(self) -> None:
        """Leave nothing behind, whatever the test did."""
        self.call("stop")
        if self.process is not None:
            self.process.wait(60)

    @property
    def said(self) -> str:
        return self.output.read_text()

    @property
    def process_has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def part(self, name: str) -> Identity:
        """A process of the stack as its record names it."""
        identity = Identity.load(self.layout.record(name))
        assert identity is not None, f"no record of {name}"
        return identity

    def family(self) -> list[psutil.Process]:
        """Every process the runner has started, and theirs."""
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def ready(self) -> tuple[int, dict[str, str]]:
        """What `/readyz` says."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)

    def is_ready(self) -> bool:
        try:
            return self.ready()[0] == 200
        except OSError:
            return False

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "casino.stack", *arguments]


def are_gone(processes: Sequence[psutil.Process], seconds: float = 5) -> bool:
    """Whether none of them runs any more; one that was killed a moment ago may have to be let go of by the kernel first."""
    return wait_until(lambda: not any(lives(process) for process in processes), seconds)


def lives(process: psutil.Process) -> bool:
    """Whether it still runs; a body that its new parent has yet to fetch does not."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
