"""How long a win takes to the terminal: from the outcome on record to the credit meter that the table has acknowledged.

The tables of the demo floor with their machines on real sockets, a real poller, Celery workers and beat. Time passes twenty times
faster for the machines, so that each table plays a round every few seconds instead of every half minute.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import NamedTuple

from django.db import connection

from bench.ground import Ground
from bench.registry import Measured, benchmark
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from casino.journal import Origin
from devices import inbox, polling
from devices.host.findings import CreditsShown
from devices.host.runner import moment
from devices.inbox import Machine
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from tests.databases import Database
from tests.devices.polled import BANK
from tests.factories import open_house
from tests.faults.valkeys import Broker, beat, worker
from tests.games.electronic import Electronic
from tests.games.floor import Floor, insert

TABLES = (("AC1", AC), ("AC2", AC), ("IR1", IR), ("SB1", SB))
TERMINALS = 8
SELECTIONS = {AC: ("field", "any_seven"), IR: ("red", "black"), SB: ("small", "big")}
STAKE, CREDITS = 500, 10_000_000
SECONDS, LEAST_SECONDS = 60, 20
PERIOD_SECONDS = 2
LOOK_SECONDS = 0.05
BAR_SECONDS, PERCENTILE = 1.0, 0.99
_WON = """
    SELECT sensed.recorded_at, split_part(meter.stream, '.', 2), max(meter.version)
      FROM journal.entry sensed
      JOIN journal.entry settled ON settled.stream = sensed.stream AND settled.type = 'games.round-settled'
      JOIN journal.entry meter ON meter.request_id = settled.request_id AND meter.type = 'devices.credits-incremented'
     WHERE sensed.type = 'games.outcome-sensed' GROUP BY 1, 2"""


class Shown(NamedTuple):
    """When a terminal was known to show a version of its meter."""

    at: float
    terminal: str
    version: int


@benchmark(bar=BAR_SECONDS, aim=0.5, better="lower", unit="s")
def win(ground: Ground) -> Measured:
    """The slowest of a hundred wins, from the outcome's event to the `credit-meter` line acknowledged on the feed (p99)."""
    shown: list[Shown] = []
    with ground.empty_database() as database, Broker(ground.servers.valkey).in_use(), _listening(shown):
        _play(database, max(LEAST_SECONDS, round(SECONDS * ground.size)))
        took = sorted(_took(shown))
    assert took, "nobody has won"
    told = {"wins": len(took), "median_seconds": took[len(took) // 2], "slowest_seconds": took[-1]}
    return Measured([(took[int(len(took) * PERCENTILE)], 1.0)], told)


@contextmanager
def _listening(shown: list[Shown]) -> Iterator[None]:
    """Note what tables acknowledge, as the poller finds it."""

    def note(_: Machine, found: CreditsShown, __: Origin) -> None:
        shown.append(Shown(moment(found.at).timestamp(), found.terminal, found.version))

    inbox.HANDLERS[CreditsShown] = note
    try:
        yield
    finally:
        del inbox.HANDLERS[CreditsShown]


def _play(database: Database, seconds: float) -> None:
    open_house()
    floors = [Floor(game, terminals=TERMINALS, name=name) for name, game in TABLES]
    for terminal in (each for floor in floors for each in floor.terminals):
        insert(terminal, CREDITS)
    with TemporaryDirectory() as folder, ExitStack() as running:
        tables = [running.enter_context(Electronic(floor, seconds=PERIOD_SECONDS)) for floor in floors]
        for process in (worker(database, Path(folder)), beat(database, Path(folder))):
            process.start()
            running.callback(process.kill)
        running.enter_context(_polled())
        _wager(tables, until=time.monotonic() + seconds)


@contextmanager
def _polled() -> Iterator[None]:
    ended = Event()
    thread = Thread(target=polling.poll, args=[BANK], kwargs={"ended": ended})
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _wager(tables: list[Electronic], *, until: float) -> None:
    """Everybody wagers in every round, and whoever is the shooter presses the button at once."""
    wagered: set[RoundId] = set()
    while time.monotonic() < until:
        for table in tables:
            floor = table.floor
            play = floor.round
            if play and play not in wagered and floor.play(play).stage is Stage.WAGERING:
                wagered.add(play)
                _place(floor)
            with suppress(Refusal):  # it was shot meanwhile
                table.press()
        time.sleep(LOOK_SECONDS)


def _place(floor: Floor) -> None:
    for number, terminal in enumerate(floor.terminals):
        try:
            floor.place(terminal, SELECTIONS[floor.game][number % 2], STAKE)
        except Refusal:  # no more bets, meanwhile
            return


def _took(shown: list[Shown]) -> Iterator[float]:
    """Seconds of each win whose meter was shown; what was still under way at the end counts for nothing."""
    with connection.cursor() as cursor:
        cursor.execute(_WON)
        won = cursor.fetchall()
    for recorded_at, terminal, version in won:
        at = [each.at for each in shown if each.terminal == terminal and each.version >= version]
        if at:
            yield min(at) - recorded_at.timestamp()
