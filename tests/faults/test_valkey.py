"""Proof 6, on the real Valkey: stopped, frozen and slow, it fails no commit and delays none for long; the sweeper catches up."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psutil
import pytest

from casino import tasks
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.bells import answers_of_every_ring, due, let_time_pass
from tests.faults.proofs import Proof
from tests.faults.strikes import strike_down
from tests.faults.valkeys import Broker, disconnect

RINGS_BEFORE, RINGS_WHILE_DOWN = 5, 5
# Stopped, it refuses at once. Frozen or slow, one nudge waits for its time limit of two seconds, then nobody does for a while.
# What the same commit takes with Valkey well, in the same minute, is the machine's part.
AS_BUSY_AS_THE_MACHINE = 20
LONGEST_COMMIT_SECONDS = {"stopped": 1.0, "frozen": 3.0, "slow": 3.0}


@contextmanager
def stopped(broker: Broker) -> Iterator[None]:
    strike_down(broker.valkey)
    yield
    broker.valkey.start()


@contextmanager
def frozen(broker: Broker) -> Iterator[None]:
    assert broker.valkey.child is not None
    process = psutil.Process(broker.valkey.child.pid)
    process.suspend()
    yield
    process.resume()


@contextmanager
def slow(broker: Broker) -> Iterator[None]:
    with broker.valkey.client() as client:
        client.execute_command("CLIENT", "PAUSE", "60000", "ALL")
    yield
    broker.valkey.kill()
    broker.valkey.start()


@pytest.mark.slow(reason="waits for the time limits of a Valkey that does not answer")
@pytest.mark.parametrize("trouble", [stopped, frozen, slow])
@pytest.mark.parametrize("is_connected", [True, False])
def test_a_commit_neither_fails_nor_hangs_while_valkey_is_in_trouble(
    fragile: Database, broker: Broker, proof: Proof, trouble: Callable[[Broker], object], is_connected: bool
) -> None:
    open_star()
    unhindered = [_ring() for _ in range(RINGS_BEFORE)]
    if not is_connected:
        disconnect()
    with trouble(broker):  # type: ignore[attr-defined]
        took = [_ring() for _ in range(RINGS_WHILE_DOWN)]
    proof.timed("commit", took)
    proof.timed("unhindered", unhindered)
    assert max(took) < LONGEST_COMMIT_SECONDS[trouble.__name__] + AS_BUSY_AS_THE_MACHINE * statistics.median(unhindered)
    _sweep()
    assert answers_of_every_ring() == {1: RINGS_BEFORE + RINGS_WHILE_DOWN}


def _ring() -> float:
    """How long a commit takes."""
    started = time.monotonic()
    domain.ring(bell="star.0", origin=OriginFactory.build())
    return time.monotonic() - started


def _sweep() -> None:
    """What beat has a worker do every five seconds, and the worker with what it is sent."""
    tasks.sweep_reactions()
    let_time_pass()
    tasks.sweep_reactions()
    for name, position in due():
        tasks.do_reaction(name, position)
