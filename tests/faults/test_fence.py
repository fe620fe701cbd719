"""Proof 8: transactions that do not end. The fence waits for those that write, never passes them, and recovers within a tick."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from casino import journal
from casino.domain.money import Cents
from casino.journal import following
from casino.journal.fence import fence, lag_seconds
from casino.journal.verification import verify
from casino.stack.postgres import SUPERUSER
from casino.stack.process import wait_until
from casino.stack.roles import APP, TIMEOUTS
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.crowds import Diary, crowd
from tests.faults.proofs import Proof
from tests.scale import IS_FULL, sized

FOLLOWER = "fence"
LATCH = 7
PATIENCE_SECONDS = 30
# The fence looks every 5 ms; the rest is how soon a busy machine lets a process have its turn, so the middle of many is judged.
TIMES = sized(ci=5, full=50)
ONE_TICK_SECONDS = 0.05 if IS_FULL else 0.25
IDLE_TIMEOUT = TIMEOUTS["idle_in_transaction_session_timeout"] if IS_FULL else "500ms"
Session = psycopg.Connection[tuple[object, ...]]


@pytest.mark.slow(reason="waits for a writer that does not commit")
def test_the_fence_never_passes_a_writer_that_has_its_position(committed: Database, proof: Proof, tmp_path: Path) -> None:
    open_star()
    assert len(_followed()) == 1
    before = following.position(FOLLOWER)
    with psycopg.connect(committed.superuser_url, autocommit=True) as watcher, crowd(tmp_path) as writers:
        watcher.execute("SELECT pg_advisory_lock(%s)", [LATCH])
        writers.start(_add_and_wait)
        assert wait_until(lambda: _is_waiting(watcher), PATIENCE_SECONDS)
        tally.add_cents(tally="star.quick", cents=Cents(1), origin=OriginFactory.build())
        assert fence(after=before, wait_seconds=0.3) == before
        assert _followed(wait_seconds=0.1) == []
        proof.found(lag_seen_seconds=lag_seconds(before))
        assert 0.3 < lag_seconds(before) < 30, "the lag is to be seen"
        watcher.execute("SELECT pg_advisory_unlock(%s)", [LATCH])
        writers.wait(PATIENCE_SECONDS)
        assert _followed() == ["tally-star.slow", "tally-star.quick"], "in the order of their positions, the late one too"
    assert lag_seconds(following.position(FOLLOWER)) == 0.0
    assert verify().wrong == []


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_transaction_that_may_still_write_holds_the_fence_wherever_it_runs(
    committed: Database, proof: Proof, is_elsewhere: bool
) -> None:
    """Transaction ids are the cluster's, so a writer in another database counts too: late, never wrong."""
    open_star()
    where = "postgres" if is_elsewhere else committed.name
    with psycopg.connect(committed.servers.postgres.url(SUPERUSER, where)) as early:
        early.execute("SELECT pg_current_xact_id()")
        assert fence(wait_seconds=0.2) == 0
        early.rollback()
    assert fence(wait_seconds=PATIENCE_SECONDS) == 1


@pytest.mark.slow(reason="lets many transactions end while a follower waits")
def test_a_follower_that_waits_goes_on_within_a_tick_of_the_end(committed: Database, proof: Proof, tmp_path: Path) -> None:
    proof.sized(times=TIMES)
    open_star()
    took = []
    with psycopg.connect(committed.superuser_url) as early:
        for n in range(TIMES):
            with crowd(tmp_path / str(n)) as readers:
                early.execute("SELECT pg_current_xact_id()")
                readers.start(_wait_for_the_fence)
                assert wait_until(lambda: readers.length == 1, PATIENCE_SECONDS)
                ended = time.monotonic()
                early.rollback()
                readers.wait(PATIENCE_SECONDS)
                _, [limit, at] = readers.lines()
            assert (limit, at > ended) == (1, True)
            took.append(at - ended)
    proof.timed("recovery", took)
    assert statistics.median(took) < ONE_TICK_SECONDS


def test_a_long_reader_does_not_hold_the_fence(committed: Database, proof: Proof) -> None:
    with psycopg.connect(committed.superuser_url) as reader:
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT count(*) FROM journal.entry")
        open_star()
        assert fence(wait_seconds=PATIENCE_SECONDS) == 1


@pytest.mark.slow(reason="waits until the server ends an idle session")
def test_a_session_that_idles_in_a_transaction_is_ended_and_the_fence_goes_on(committed: Database, proof: Proof) -> None:
    open_star()
    with _idle(committed) as idler:
        started = time.monotonic()
        assert fence(wait_seconds=0.1) == 0
        assert wait_until(lambda: fence(wait_seconds=0.1) == 1, PATIENCE_SECONDS)
        proof.found(ended_after_seconds=time.monotonic() - started)
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            idler.execute("SELECT 1")


def test_the_processes_have_time_limits_and_nobody_prepares_transactions(committed: Database, proof: Proof) -> None:
    """A transaction prepared and forgotten would hold the fence for ever."""
    with psycopg.connect(committed.url) as session:
        told = {name: session.execute(f"SHOW {name}").fetchone() for name in (*TIMEOUTS, "max_prepared_transactions")}
    assert committed.role == APP
    assert told == {name: (value,) for name, value in (TIMEOUTS | {"max_prepared_transactions": "0"}).items()}


def _followed(*, wait_seconds: float = 5.0) -> list[str]:
    return [each.line.stream for batch in journal.follow(FOLLOWER, wait_seconds=wait_seconds) for each in batch]


def _add_and_wait(diary: Diary) -> None:
    domain.add_and_wait(tally="star.slow", latch=LATCH, origin=OriginFactory.build())


def _wait_for_the_fence(diary: Diary) -> None:
    fence(wait_seconds=0)
    diary.write("ready")
    diary.write(fence(wait_seconds=PATIENCE_SECONDS), time.monotonic())


def _is_waiting(watcher: Session) -> bool:
    row = watcher.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchone()
    return row == (1,)


@contextmanager
def _idle(database: Database) -> Iterator[Session]:
    """A process that forgot its transaction; at full size it waits for the role's own limit."""
    with psycopg.connect(database.url) as session:
        session.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_TIMEOUT}'")
        session.commit()
        session.execute("SELECT pg_current_xact_id()")
        yield session
