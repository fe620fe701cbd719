"""A real poller process, killed at random: it is replaced, there are never two, and money is counted once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from casino import journal
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.journal.reconciliation import reconcile
from casino.journal.verification import verify
from casino.stack.process import wait_until
from devices import tasks
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter
from tests.databases import Database
from tests.devices.hall import Hall
from tests.factories import open_house
from tests.faults.proofs import Proof
from tests.faults.strikes import strike_down
from tests.faults.valkeys import Broker, Worker, poller
from tests.scale import sized

BLOWS = sized(ci=2, full=40)
TERMINALS = 8
NOTE = Cents(2_000)
REPLACED_SECONDS = 10.0
CATCH_UP_SECONDS = 60.0
_HOLDERS = (
    "SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ExclusiveLock' AND pid IN"
)
_POLLERS = "(SELECT pid FROM pg_stat_activity WHERE datname = %s AND application_name LIKE 'poller of %%')"


@dataclass
class Polled:
    """Terminals, and two pollers of which one has the bank."""

    hall: Hall
    database: Database
    broker: Broker
    pollers: list[Worker]
    inserted: int = 0

    def insert(self, terminal: int) -> None:
        """A note, at one of them."""
        assert self.hall.do(lambda: self.hall.terminals[terminal].insert_note(NOTE))
        self.inserted += 1

    def counted(self) -> int:
        """All notes on the books."""
        return sum(journal.state(self._meter(n)).notes_cents for n in range(TERMINALS))

    def is_read(self) -> bool:
        """Whether every terminal was read."""
        return all(journal.state(self._meter(n)).read_at is not None for n in range(TERMINALS))

    def holders(self) -> int:
        """How many hold the bank."""
        with psycopg.connect(self.database.superuser_url, autocommit=True) as cluster:
            row = cluster.execute(f"{_HOLDERS} {_POLLERS}", [self.database.name]).fetchone()
        assert row is not None
        return int(row[0])

    def _meter(self, n: int) -> Ref[CreditMeter]:
        return credit_meter.at(VenueId("star"), self.hall.terminals[n].device)


@pytest.fixture
def polled(fragile: Database, broker: Broker, tmp_path: Path) -> Iterator[Polled]:
    """Two poller processes; the second waits for the bank."""
    open_house()
    with ExitStack() as running:
        hall = running.enter_context(Hall(TERMINALS))
        pollers = [poller(fragile, tmp_path, name) for name in ("poller", "second")]
        for each in pollers:
            each.start()
            running.callback(each.kill)
        floor = Polled(hall, fragile, broker, pollers)
        _until(floor.is_read)
        yield floor


@pytest.mark.slow(reason="starts poller processes and kills them")
def test_a_poller_that_is_killed_is_replaced_and_every_note_is_counted_once(polled: Polled, proof: Proof) -> None:
    proof.sized(blows=BLOWS, terminals=TERMINALS)
    replaced = []
    for _ in range(BLOWS):
        first, second = polled.pollers
        for n in proof.dice.sample(range(TERMINALS), 3):
            polled.insert(n)
            time.sleep(proof.dice.random() * 0.1)
        strike_down(first)
        began = time.monotonic()
        polled.insert(proof.dice.randrange(TERMINALS))
        _until(lambda: polled.counted() == polled.inserted * NOTE)
        replaced.append(time.monotonic() - began)
        assert polled.holders() == 1
        first.start()
        polled.pollers = [second, first]
    proof.timed("replaced", replaced)
    assert max(replaced) < REPLACED_SECONDS
    assert verify().wrong == []
    assert reconcile().wrong == []


@pytest.mark.slow(reason="starts poller processes")
def test_an_emptied_valkey_and_tasks_that_come_again_and_again_never_make_two(polled: Polled, proof: Proof) -> None:
    proof.sized(terminals=TERMINALS)
    seen = set()
    for _ in range(sized(ci=5, full=50)):
        polled.broker.valkey.flush()
        for _ in range(5):
            tasks.poll_banks.apply_async(queue=tasks.QUEUE)
        polled.insert(proof.dice.randrange(TERMINALS))
        time.sleep(0.3)
        seen.add(polled.holders())
    _until(lambda: polled.counted() == polled.inserted * NOTE)
    assert seen == {1}
    assert verify().wrong == []


def _until(holds: Callable[[], bool]) -> None:
    def nudged() -> bool:
        tasks.poll_banks.apply_async(queue=tasks.QUEUE, expires=tasks.EVERY_SECONDS)  # as the beat does
        return wait_until(holds, 1.0)

    assert wait_until(nudged, CATCH_UP_SECONDS), "it did not come on the books"
