"""A whole floor at work, struck in the middle of its rounds: web server, PostgreSQL, Valkey, worker and poller; it plays on.

Terminals wager over HTTP without pause, a tumbler rolls on a real feed, a real worker and beat close, settle and open rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import psutil
import pytest
from django.db import InterfaceError, OperationalError, connections

from casino import selectors as ground
from casino.domain.powers import SB
from casino.domain.refusals import Refusal
from casino.stack.process import wait_until
from games import services
from games.domain.round_of_play import Stage
from games.models import Round
from tests.casino.asking import due
from tests.databases import Database
from tests.factories import OriginFactory, open_house
from tests.faults.crowds import Crowd, crowd
from tests.faults.floors import Web, asked_by, plain_credits, require_each_wager_once, web
from tests.faults.proofs import Proof
from tests.faults.strikes import strike_down, strike_one
from tests.faults.terminals import AREAS, equipped, play, tell_round
from tests.faults.valkeys import Broker, Worker, beat, poller, worker
from tests.games.electronic import Electronic
from tests.games.floor import Floor, check, credits_of
from tests.scale import sized

TERMINALS = sized(ci=16, full=64)
ROUNDS_OF_BLOWS = sized(ci=1, full=20)
AREAS_OF_EACH = len(AREAS[SB])
WAGERING_SECONDS = 2
LATE_SECONDS = 60.0


@dataclass
class Struck:
    """Everything that runs, and may be struck."""

    database: Database
    broker: Broker
    floor: Floor
    table: Electronic
    web: Web
    worker: Worker
    beat: Worker
    poller: Worker
    terminals: Crowd
    dice: Random
    round: str = field(default="")

    def kill_the_web_server(self) -> None:
        """In mid-placement: there is always somebody who waits for an answer."""
        strike_down(self.web)
        self.web.answer()

    def kill_the_database(self) -> None:
        strike_down(self.database.servers.postgres)
        self.database.servers.postgres.start(max_connections="400")
        connections.close_all()

    def empty_valkey(self) -> None:
        self.broker.valkey.flush()

    def kill_the_worker(self) -> None:
        strike_down(self.worker)
        self.worker.start()

    def kill_a_process_of_the_worker(self) -> None:
        """Its master starts another."""
        assert wait_until(lambda: strike_one(psutil.Process(self.worker.pid).children()), LATE_SECONDS)

    def kill_the_poller(self) -> None:
        strike_down(self.poller)
        self.poller.start()

    def turn(self) -> None:
        """What the table and its shooter do: the terminals learn which round is played, the button is pressed."""
        playing = self.floor.round
        if playing != self.round:
            self.round = playing
            tell_round(self.terminals, playing)
        with suppress(Refusal):  # it was shot, or is over, meanwhile
            self.table.press()

    def until(self, holds: Callable[[], bool]) -> float:
        """Play on until it is so; how long that took. While there is no database nothing is so."""
        began = monotonic()

        def is_so() -> bool:
            assert self.terminals.has_been_called_off or not self.terminals.is_over, "the terminals have gone home"
            try:
                self.turn()
                return holds()
            except (OperationalError, InterfaceError):
                connections.close_all()
                return False

        assert wait_until(is_so, LATE_SECONDS, every=0.05), self.told()
        return monotonic() - began

    def told(self) -> str:
        """How things stand, for whoever reads a failure."""
        logs = [each.log.read_text()[-1500:] for each in (self.web, self.worker, self.beat, self.poller) if each.log.exists()]
        return "\n".join([repr(self.floor.state), repr(self.floor.play() if self.floor.round else ""), repr(due()), *logs])


BLOWS: list[Callable[[Struck], None]] = [
    Struck.kill_the_web_server,
    Struck.kill_the_database,
    Struck.empty_valkey,
    Struck.kill_the_worker,
    Struck.kill_a_process_of_the_worker,
    Struck.kill_the_poller,
]

IN_MID_PLACEMENT = {Struck.kill_the_web_server}  # at another time it has nothing to lose


@pytest.fixture
def struck(fragile: Database, broker: Broker, proof: Proof, tmp_path: Path) -> Iterator[Struck]:
    """A table of Aruze Sic Bo with its terminals, played."""
    ground.forget()
    open_house()
    floor = Floor(SB, terminals=TERMINALS)
    keys = equipped(floor.terminals)
    with ExitStack() as running:
        table = running.enter_context(Electronic(floor, seconds=WAGERING_SECONDS))
        processes = worker(fragile, tmp_path), beat(fragile, tmp_path), poller(fragile, tmp_path)
        for each in processes:
            each.start()
            running.callback(each.kill)
        server = running.enter_context(web(fragile, tmp_path))
        terminals = running.enter_context(crowd(tmp_path / "terminals"))
        terminals.start(play, terminals, server.port, SB, keys)
        yield Struck(fragile, broker, floor, table, server, *processes, terminals, proof.dice)


@pytest.mark.slow(reason="starts everything and strikes it again and again")
def test_no_blow_in_the_middle_of_a_round_loses_or_doubles_a_wager_and_the_floor_plays_on(struck: Struck, proof: Proof) -> None:
    blows = [blow for _ in range(ROUNDS_OF_BLOWS) for blow in proof.dice.sample(BLOWS, len(BLOWS))]
    late: dict[str, list[float]] = {}
    for blow in blows:
        late.setdefault(blow.__name__, []).append(_strike(struck, blow))
    _finish(struck)
    asked = asked_by(struck.terminals)
    proof.sized(terminals=TERMINALS, blows=len(blows))
    for name, seconds in late.items():
        proof.timed(name, seconds)
    proof.found(placed=sum(each.is_placed for each in asked), asked_again=sum(each.tries > 1 for each in asked))
    require_each_wager_once(asked)
    assert max(each.tries for each in asked) > 1, "too tame: nobody had to ask again"
    assert set(Round.objects.values_list("stage", flat=True)) == {Stage.SETTLED}
    meters = plain_credits(SB, struck.floor.terminals, asked)
    assert struck.table.shows() == meters
    check(meters)


def _strike(struck: Struck, blow: Callable[[Struck], None]) -> float:
    """In a round in which everybody wagers; how long it takes from the blow until that round is settled."""
    last = struck.round
    struck.until(lambda: struck.round not in {"", last})
    played, before = struck.round, struck.terminals.length
    moment = _in_mid_placement if blow in IN_MID_PLACEMENT else struck.dice.choice([_in_mid_placement, _after_the_close])
    moment(struck, before)
    began = monotonic()
    blow(struck)
    struck.until(lambda: Round.objects.filter(id=played, stage=Stage.SETTLED).exists())
    return monotonic() - began


def _in_mid_placement(struck: Struck, before: int) -> None:
    enough = struck.dice.randint(TERMINALS, AREAS_OF_EACH * TERMINALS)
    struck.until(lambda: struck.terminals.length > before + enough)


def _after_the_close(struck: Struck, _: int) -> None:
    struck.until(lambda: struck.round == "" or struck.floor.play().stage is not Stage.WAGERING)


def _finish(struck: Struck) -> None:
    """The table plays its round to the end, nobody wagers any more, the workers go home."""
    services.suspend_table(name=struck.floor.name, reason="The end of the evening", origin=OriginFactory.build())
    struck.until(lambda: struck.floor.round == "" and due() == [])
    struck.terminals.call_off()
    struck.terminals.wait(LATE_SECONDS)
    struck.until(lambda: struck.table.shows() == {name: credits_of(name) for name in struck.floor.terminals})
    for each in (struck.beat, struck.worker, struck.poller, struck.web):
        each.kill()
