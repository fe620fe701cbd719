"""The limits: what PostgreSQL does with the same rows when nothing is checked, folded or chained."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from pathlib import Path

import psycopg

from bench import tally
from bench.ground import Ground, as_superuser, output_of
from casino.domain.gaming_day import day_at
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.journal import calendars
from tests.databases import Database

SQL = Path(__file__).parent / "sql"
CLIENTS = 16
STREAMS = 50  # of each client's own, so that no client waits for another
APART = 10_000_000  # versions between two rounds of raw inserts


class Pgbench:
    """Sixteen clients, prepared, autocommit. pgbench cannot hash: both sides build the same line and its hash in SQL."""

    def __init__(self, ground: Ground, database: Database) -> None:
        self.ground = ground
        self.database = database
        self.rounds = 0
        for client in range(CLIENTS):
            tally.tally_many(amounts={f"c{client}.{n}": [Cents(500)] for n in range(1, STREAMS + 1)}, origin=tally.origin())
        as_superuser(database, (SQL / "limits.sql").read_text())

    def insert(self) -> float:
        """L1: raw rows a second."""
        self.rounds += 1
        return self._run("insert", v=self.rounds * APART)

    def append(self) -> float:
        """Entries a second through `journal.append_one`."""
        return self._run("append")

    def _run(self, script: str, **variables: object) -> float:
        day = day_at(calendars.of(tally.VENUE), Instant.of(datetime.now(UTC)))
        given = [f"--define={name}={value}" for name, value in {"day": day, **variables}.items()]
        how = ["--no-vacuum", "--protocol=prepared", f"--client={CLIENTS}", "--jobs=2", f"--random-seed={self.ground.seed}"]
        what = [f"--time={self.ground.seconds}", f"--file={SQL / script}.sql", *given, self.database.url]
        said = output_of([self.ground.program("pgbench"), *how, *what])
        rate = re.search(r"tps = ([0-9.]+) \(without initial", said)
        assert rate, said
        return float(rate[1])


def seconds_to_copy_in(database: Database, rows: bytes) -> float:
    """L2: rows copied in one transaction into an empty clone with the same indexes and triggers."""
    as_superuser(
        database,
        "DROP TABLE IF EXISTS limits.clone",
        "CREATE SCHEMA IF NOT EXISTS limits",
        "CREATE TABLE limits.clone (LIKE journal.entry INCLUDING ALL)",
        "CREATE TRIGGER immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON limits.clone"
        " FOR EACH STATEMENT EXECUTE FUNCTION journal.forbid()",
        "ALTER TABLE limits.clone ENABLE ALWAYS TRIGGER immutable",
    )
    with psycopg.connect(database.superuser_url) as connection:
        start = time.perf_counter()
        with connection.cursor() as cursor, cursor.copy("COPY limits.clone FROM STDIN") as copy:
            copy.write(rows)
        connection.commit()
        return time.perf_counter() - start


def seconds_to_copy_out(database: Database) -> float:
    """L4: every line copied out in the order of positions, read through libpq and thrown away."""
    with psycopg.connect(database.url) as connection, connection.cursor() as cursor:
        start = time.perf_counter()
        with cursor.copy("COPY (SELECT line FROM journal.entry ORDER BY position) TO STDOUT") as copy:
            for _ in copy:
                pass
        return time.perf_counter() - start
