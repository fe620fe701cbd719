"""Proofs 2 and 6, on a real worker, beat, Valkey and PostgreSQL: whatever is struck, no reaction is lost or done twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil
import pytest
from django.db import connections

from casino.domain.parameters import LAW, Jurisdiction
from casino.journal import reactions
from casino.journal.verification import verify
from casino.stack.process import wait_until
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.bells import answers_of_every_ring, count_of, due, slowest_answer_seconds
from tests.faults.proofs import Proof
from tests.faults.strikes import strike_down, strike_one
from tests.faults.valkeys import Broker, Worker, beat, worker
from tests.scale import sized

ROUNDS = sized(ci=1, full=12)
RINGS_PER_BLOW = 4
CATCH_UP_SECONDS = 90


@dataclass
class Floor:
    """Everything that runs, and may be struck."""

    database: Database
    broker: Broker
    worker: Worker
    beat: Worker
    dice: Random

    def keep_running(self) -> None:
        """Start again what has ended by itself, as whoever started it does in earnest."""
        for process in (self.worker, self.beat):
            if not process.is_running:
                process.start()

    def empty_valkey(self) -> None:
        self.broker.valkey.flush()

    def restart_valkey(self) -> None:
        strike_down(self.broker.valkey)
        domain.ring(bell="star.dark", origin=OriginFactory.build())
        self.broker.valkey.start()

    def kill_a_process_of_the_worker(self) -> None:
        """In the middle of whatever it does."""
        _wait(self, lambda: strike_one(self.processes_of_the_worker()))

    def processes_of_the_worker(self) -> list[psutil.Process]:
        """In any order."""
        children = psutil.Process(self.worker.pid).children()
        return self.dice.sample(children, len(children))

    def kill_the_worker(self) -> None:
        self.keep_running()
        strike_down(self.worker)
        self.worker.start()

    def kill_beat(self) -> None:
        self.keep_running()
        strike_down(self.beat)
        self.beat.start()

    def kill_the_database(self) -> None:
        strike_down(self.database.servers.postgres)
        self.database.servers.postgres.start(max_connections="400")
        connections.close_all()

    def deliver_again(self) -> None:
        """The same tasks once more, and some that make no sense any more."""
        for name, position in [*due(), ("tests.answer-bell", 2), ("casino.adopt-law", 1)] * 3:
            reactions._send("casino.tasks.do_reaction", name, position)


BLOWS: list[Callable[[Floor], None]] = [
    Floor.empty_valkey,
    Floor.restart_valkey,
    Floor.kill_a_process_of_the_worker,
    Floor.kill_the_worker,
    Floor.kill_beat,
    Floor.kill_the_database,
    Floor.deliver_again,
]


@pytest.fixture
def floor(fragile: Database, broker: Broker, proof: Proof, tmp_path: Path) -> Iterator[Floor]:
    """A worker with two processes, and beat."""
    running = Floor(fragile, broker, worker(fragile, tmp_path), beat(fragile, tmp_path), proof.dice)
    running.worker.start()
    running.beat.start()
    yield running
    running.worker.kill()
    running.beat.kill()


@pytest.mark.slow(reason="starts a worker and beat and strikes them and their servers again and again")
def test_no_blow_loses_or_doubles_a_reaction(floor: Floor, proof: Proof) -> None:
    proof.sized(blows=ROUNDS * len(BLOWS), rings_per_blow=RINGS_PER_BLOW)
    open_star()
    _ring(proof.dice)
    for _ in range(ROUNDS):
        for blow in proof.dice.sample(BLOWS, len(BLOWS)):
            _wait_for_an_answer(floor)
            _strike_while_ringing(floor, blow)
    rung = count_of("tests.bell-rung")
    _wait(floor, lambda: 0 not in answers_of_every_ring() and due() == [])
    proof.found(rung=rung, done_once=rung, slowest_answer_seconds=slowest_answer_seconds())
    assert answers_of_every_ring() == {1: rung}
    assert count_of("casino.parameter-set") == len(LAW[Jurisdiction.NEW_SOUTH_WALES]), "the law is adopted, once"
    assert verify().wrong == []


def _strike_while_ringing(floor: Floor, blow: Callable[[Floor], None]) -> None:
    moment = floor.dice.randrange(RINGS_PER_BLOW)
    for n in range(RINGS_PER_BLOW):
        _ring(floor.dice)
        if n == moment:
            blow(floor)


def _ring(dice: Random) -> None:
    domain.ring(bell=f"star.{dice.randrange(5)}", origin=OriginFactory.build())


def _wait_for_an_answer(floor: Floor) -> None:
    """The worker works: it answers a ring of its own time."""
    before = count_of("tests.bell-answered")
    _wait(floor, lambda: count_of("tests.bell-answered") > before or 0 not in answers_of_every_ring())


def _wait(floor: Floor, condition: Callable[[], bool]) -> None:
    def is_so() -> bool:
        floor.keep_running()
        return condition()

    assert wait_until(is_so, CATCH_UP_SECONDS, every=0.05), (
        f"{answers_of_every_ring()}, due {due()}: {floor.worker.log.read_text()[-3000:]}"
    )
