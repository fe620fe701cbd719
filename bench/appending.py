"""How fast entries are appended: one by one, by whole commands, in batches, and all onto one stream."""

from __future__ import annotations

import time
from itertools import chain, cycle
from statistics import median

import psycopg

from bench import tally
from bench.ground import BATCH, ROUNDS, Ground, names
from bench.limits import Pgbench, seconds_to_copy_in
from bench.processes import Load, Step, percentile, run
from bench.registry import Measured, benchmark
from casino.domain.money import Cents
from casino.journal.fence import fence
from tests.databases import Database

PROCESSES = 8
BATCH_STREAMS = 1_000


@benchmark(bar=0.50, aim=0.60, better="higher", unit="of raw INSERT, 16 clients")
def append_one(ground: Ground) -> Measured:
    """One entry, one call, against a raw INSERT of the same row with the same indexes (L1)."""
    with ground.database() as database:
        pgbench = Pgbench(ground, database)
        return Measured([(pgbench.append(), pgbench.insert()) for _ in range(ROUNDS)])


@benchmark(bar=0.15, aim=0.25, better="higher", unit="of raw INSERT, 16 clients")
def append_command(ground: Ground) -> Measured:
    """The whole command in Django: load, decide, append, one inline read model, commit (against L1)."""
    with ground.database() as database:
        pgbench = Pgbench(ground, database)
        loads, rounds = [], []
        for _ in range(ROUNDS):
            loads.append(run(PROCESSES, _own_streams, seconds=ground.seconds))
            rounds.append((loads[-1].per_second, pgbench.insert()))
        told = _percentiles(loads) | _under_way(0.8 * median(ours for ours, _ in rounds), ground)
    return Measured(rounds, told)


@benchmark(bar=0.75, aim=0.90, better="higher", unit="of one writer")
def hot_stream(ground: Ground) -> Measured:
    """Useful commits of eight writers on one stream, against one writer's."""
    with ground.database():
        loads, rounds, of_32 = [], [], []
        for _ in range(ROUNDS):
            loads.append(run(PROCESSES, _one_stream, seconds=ground.seconds))
            rounds.append((loads[-1].per_second, run(1, _one_stream, seconds=ground.seconds).per_second))
            of_32.append(run(32, _one_stream, seconds=ground.seconds).per_second / rounds[-1][1])
    return Measured(rounds, {**_percentiles(loads), "ratio_of_32_writers": median(of_32)})


@benchmark(bar=0.33, aim=0.50, better="higher", unit="of COPY")
def append_batch(ground: Ground) -> Measured:
    """One command of 10,000 entries over 1,000 streams, Python included, against COPY of the same rows (L2)."""
    with ground.database() as database:
        amounts = ground.amounts(names(BATCH_STREAMS))
        tally.count_many(amounts=amounts, origin=tally.origin())
        return Measured([_batch(database, amounts) for _ in range(ROUNDS + 2)])


def _batch(database: Database, amounts: dict[str, list[Cents]]) -> tuple[float, float]:
    origin = tally.origin()
    start = time.perf_counter()
    tally.count_many(amounts=amounts, origin=origin)
    took = time.perf_counter() - start
    with psycopg.connect(database.url) as connection, connection.cursor() as cursor:
        query = f"COPY (SELECT * FROM journal.entry WHERE request_id = '{origin.request_id}' ORDER BY position) TO STDOUT"
        with cursor.copy(query) as copy:
            rows = b"".join(copy)
    return BATCH / took, BATCH / seconds_to_copy_in(database, rows)


def _percentiles(loads: list[Load]) -> dict[str, float]:
    return {f"p{share}_ms": median(load.percentile_ms(share / 100) for load in loads) for share in (50, 99)}


def _under_way(per_second: float, ground: Ground) -> dict[str, float]:
    """At four fifths of the load: the tail of the whole command, and how long a follower waits for the fence."""
    load = run(
        PROCESSES + 1, _own_streams_and_a_fence, seconds=4 * ground.seconds, per_second=per_second * (PROCESSES + 1) / PROCESSES
    )
    writers = list(chain.from_iterable(load.by_process[:PROCESSES]))
    return {
        "p99_over_p50_at_80_percent": percentile(writers, 0.99) / percentile(writers, 0.50),
        "fence_wait_p99_ms": percentile(load.by_process[PROCESSES], 0.99) * 1000,
    }


def _own_streams_and_a_fence(number: int) -> Step:
    return fence if number == PROCESSES else _own_streams(number)


def _own_streams(number: int) -> Step:
    own = cycle([f"p{number}.{each}" for each in range(50)])
    return lambda: tally.tally(name=next(own), cents=Cents(500), origin=tally.origin())


def _one_stream(_: int) -> Step:
    return lambda: tally.tally(name="hot", cents=Cents(500), origin=tally.origin())
