"""`make stop` and `make reset`."""

import shutil
import signal

from casino.stack.account import Account
from casino.stack.layout import Layout
from casino.stack.process import Identity, sweep

RUNNER_GRACE_SECONDS = 60


def stop(layout: Layout) -> list[str]:
    """Ask the runner to stop; end what a killed one left behind. Returns what was ended."""
    runner = Identity.load(layout.runner)
    ended = []
    if runner is not None and runner.is_alive:
        runner.end(signal.SIGTERM, RUNNER_GRACE_SECONDS)
        ended.append("runner")
    layout.runner.unlink(missing_ok=True)
    return ended + sweep(layout.run)


def reset(layout: Layout) -> None:
    """Stop, and delete everything the stack keeps but its backups."""
    stop(layout)
    data = Account.for_postgres(layout.postgres_data).place(layout.postgres_data)
    shutil.rmtree(data, ignore_errors=True)
    for entry in layout.var.glob("*"):
        if entry == layout.backups:
            continue
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
