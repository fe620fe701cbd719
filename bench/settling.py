"""How fast a round is settled: ten thousand wagers against COPY of the same rows, and how its cost grows with their number."""

from __future__ import annotations

import time
from dataclasses import replace

import psycopg

from bench import tally
from bench.ground import ROUNDS, Ground
from bench.hall import Hall
from bench.limits import seconds_to_copy_in
from bench.registry import Measured, benchmark
from casino.journal import Actor
from games import services
from games.domain.vocabulary import RoundId
from tests.databases import Database

TERMINALS = 1_000
MORE = 10  # times


@benchmark(bar=5.0, aim=3.0, better="lower", unit="times COPY of the same rows")
def settle_round(ground: Ground) -> Measured:
    """10,000 wagers on 1,000 terminals settled, credited and projected, against COPY of the same journal rows (L2)."""
    with ground.database() as database:
        hall = Hall(terminals=TERMINALS)
        _settle(hall.play())
        rounds = [_against_copy(database, hall.play()) for _ in range(ROUNDS)]
    return Measured(rounds, {"microseconds_a_wager": 1e6 * sorted(ours for ours, _ in rounds)[ROUNDS // 2] / hall.wagers})


@benchmark(bar=1.2, aim=1.0, better="lower", unit="times the cost of each of 10,000")
def settle_scaling(ground: Ground) -> Measured:
    """What a wager costs in a round of 100,000, against one in a round of 10,000."""
    small, large = [], []
    for terminals, costs in ((TERMINALS, small), (MORE * TERMINALS, large)):
        with ground.database():
            hall = Hall(terminals=terminals)
            _settle(hall.play())
            costs += [_settle(hall.play())[0] / hall.wagers for _ in range(3)]
    return Measured(list(zip(large, small, strict=True)))


def _against_copy(database: Database, play: RoundId) -> tuple[float, float]:
    took, request_id = _settle(play)
    with psycopg.connect(database.url) as connection, connection.cursor() as cursor:
        query = f"COPY (SELECT * FROM journal.entry WHERE request_id = '{request_id}' ORDER BY position) TO STDOUT"
        with cursor.copy(query) as copy:
            rows = b"".join(copy)
    return took, seconds_to_copy_in(database, rows)


def _settle(play: RoundId) -> tuple[float, str]:
    """Seconds it took, and the request under which it was done."""
    origin = replace(tally.origin(), actor=Actor("system/settlement"))
    start = time.perf_counter()
    services.settle_round(round_id=play, origin=origin)
    return time.perf_counter() - start, str(origin.request_id)
