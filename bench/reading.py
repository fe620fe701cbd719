"""How fast the journal is read: followed, folded anew, and one stream loaded however long it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from bench import tally
from bench.ground import BATCH, ROUNDS, Ground, as_superuser
from bench.limits import seconds_to_copy_out
from bench.registry import Measured, benchmark
from casino import journal
from casino.journal import rebuilding
from casino.journal.projections import PROJECTIONS
from tests.databases import Database

ENTRIES = 200_000
LONG = 1_000_000
LOADS = 500


@benchmark(bar=0.30, aim=0.50, better="higher", unit="of COPY TO")
def follow(ground: Ground) -> Measured:
    """Reading, decoding and handing on, one process, against COPY of the same lines (L4)."""
    with ground.database() as database:
        entries = _filled(ground, database)
        rounds = []
        for number in range(ROUNDS):
            took = _seconds(lambda: sum(map(len, journal.follow(f"bench-{number}"))))  # noqa: B023 - called at once
            rounds.append((entries / took, entries / seconds_to_copy_out(database)))
    return Measured(rounds)


@benchmark(bar=0.35, aim=0.55, better="higher", unit="of COPY TO")
def rebuild(ground: Ground) -> Measured:
    """Every stream folded anew and compared with its head, one process, against COPY of the same lines (L4)."""
    with ground.database() as database:
        entries = _filled(ground, database)
        rounds, tables = [], []
        for _ in range(ROUNDS):
            took = _seconds(lambda: rebuilding.states(is_check=True, progress=lambda _: None))
            tables.append(
                _seconds(lambda: rebuilding.read_model(PROJECTIONS["bench.tallies"], is_check=True, progress=lambda _: None))
            )
            rounds.append((entries / took, entries / seconds_to_copy_out(database)))
    return Measured(rounds, {"read_model_ratio": entries / median(tables) / median(limit for _, limit in rounds)})


@benchmark(bar=1.2, aim=1.05, better="lower", unit="times a stream of ten")
def load_long_stream(ground: Ground) -> Measured:
    """Loading a stream of a million entries against one of ten."""
    with ground.database():
        long, short = "long", "short"
        for _ in range(ground.sized(LONG) // BATCH):
            tally.tally_many(amounts=ground.amounts([long]), origin=tally.origin())
        tally.tally_many(amounts={short: ground.amounts([short])[short][:10]}, origin=tally.origin())
        return Measured([(_load(long), _load(short)) for _ in range(3 * ROUNDS)])


def _filled(ground: Ground, database: Database) -> int:
    """Fill the journal and let PostgreSQL look at it, as autovacuum does within a minute; the number of entries."""
    ground.fill(ground.sized(ENTRIES), streams=1_000)
    as_superuser(database, "VACUUM ANALYZE")
    return ground.sized(ENTRIES)


def _load(name: str) -> float:
    """The median time of a load, in microseconds."""
    return median(_seconds(lambda: tally.look(name=name, origin=tally.origin())) for _ in range(LOADS)) * 1e6


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
