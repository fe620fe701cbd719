"""Valkey as Celery's broker, in this process and in workers that a proof starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kombu import pools

from casino.celery import app
from casino.environment import ROOT
from casino.journal import reactions
from casino.stack import Valkey, processes
from casino.stack.process import Child
from tests.databases import Database


class Broker:
    """The Valkey of a proof."""

    def __init__(self, valkey: Valkey) -> None:
        self.valkey = valkey

    @contextmanager
    def in_use(self) -> Iterator[Broker]:
        """Point this process's Celery here, empty, and back afterwards."""
        before = app.conf.broker_url
        if not self.valkey.is_running:
            self.valkey.start()
        self.valkey.flush()
        _point(self.valkey.url())
        try:
            yield self
        finally:
            _point(before)


class Worker(Child):
    """A real Celery process with the reactions of the proofs."""

    def __init__(self, database: Database, folder: Path, kind: str, *options: str, name: str = "") -> None:
        ours = {"DJANGO_SETTINGS_MODULE": "casino.settings", "LOG_LEVEL": "WARNING"}
        super().__init__(
            name or kind,
            [sys.executable, "-m", "celery", "-A", "tests.faults.worker:app", kind, *options],
            log=folder / f"{name or kind}.log",
            record=folder / f"{name or kind}.json",
            environment=dict(os.environ) | database.environment | ours,
            folder=ROOT,
        )


def worker(database: Database, folder: Path, *, children: int = 2) -> Worker:
    """A worker with so many processes."""
    options = (f"--concurrency={children}", "--hostname=worker@%h", "--without-gossip", "--without-mingle")
    return Worker(database, folder, "worker", *options)


def poller(database: Database, folder: Path, name: str = "poller") -> Worker:
    """What polls banks, started as the stack starts it."""
    return Worker(database, folder, "worker", *processes.POLLER_OPTIONS, "--concurrency=4", f"--hostname={name}@%h", name=name)


def beat(database: Database, folder: Path) -> Worker:
    """What sweeps every five seconds."""
    return Worker(database, folder, "beat", f"--schedule={folder / 'schedule'}", "--pidfile=")


def disconnect() -> None:
    """Whoever sends next connects anew."""
    reactions._silent_until = 0.0
    pools.reset()
    app._after_fork()  # type: ignore[attr-defined]


def _point(url: str) -> None:
    app.conf.update(broker_url=url)
    disconnect()
