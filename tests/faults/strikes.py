"""Striking down what runs, and seeing that it fell: a proof that killed nothing has proven nothing."""

from __future__ import annotations

import signal
from collections.abc import Sequence

import psutil

from casino.stack import Postgres, Valkey
from casino.stack.process import Child, Identity, wait_until

FALLEN = f"was ended by {signal.SIGKILL.name}"
SEEN_SECONDS = 30


def strike_down(struck: Child | Postgres | Valkey) -> None:
    """Kill a process that ran until now, and all it had started."""
    child = struck if isinstance(struck, Child) else struck.child
    assert child is not None, "it was never started"
    assert child.is_running, f"{child.name} does not run: there is nothing to kill"
    family = _identities([psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)])
    struck.kill()
    assert child.ending == FALLEN
    _require_gone(family)


def strike_one(processes: Sequence[psutil.Process]) -> bool:
    """Kill the first of these that lives, and see it gone; a body that nobody has fetched yet cannot be killed again."""
    for process in processes:
        if identities := _identities([process]):
            process.kill()
            _require_gone(identities)
            return True
    return False


def _identities(processes: Sequence[psutil.Process]) -> list[Identity]:
    return [identity for process in processes if (identity := Identity.of(process.pid))]


def _require_gone(family: list[Identity]) -> None:
    assert family, "there was nobody to kill"
    assert wait_until(lambda: not any(each.is_alive for each in family), SEEN_SECONDS), "somebody lives on"
