"""What every benchmark stands on: throw-away servers, databases of its own, sizes, and the limits to measure against."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import psycopg
from django.db import connections

from bench import tally
from casino import services
from casino.domain.money import Cents
from casino.domain.parameters import Jurisdiction
from casino.journal import calendars
from tests.databases import Database, Servers

BATCH = 10_000
ROUNDS = 5


class Ground:
    """The servers of a run and how large it is."""

    def __init__(self, *, size: float, seed: int) -> None:
        self.servers = Servers()
        self.size = size
        self.seed = seed

    @property
    def seconds(self) -> int:
        """How long one round of load lasts."""
        return max(1, round(2 * self.size))

    def sized(self, entries: int) -> int:
        """So many entries at size 1, whole batches of them in any case."""
        return max(BATCH, round(entries * self.size / BATCH) * BATCH)

    @contextmanager
    def database(self) -> Iterator[Database]:
        """A database of its own with one open venue, used as the processes use theirs."""
        with self.empty_database() as database:
            services.open_venue(
                name="Star", jurisdiction=next(iter(Jurisdiction)), zone="Australia/Brisbane", hour=6, origin=tally.origin()
            )
            yield database

    @contextmanager
    def empty_database(self) -> Iterator[Database]:
        """A database of its own with nothing in it."""
        database = self.servers.copy()
        with database.in_use():
            with connections["owner"].schema_editor() as editor:
                editor.create_model(tally.TallyRow)
            calendars.forget()
            yield database
        self.servers.drop(database)

    def fill(self, entries: int, *, streams: int, first: int = 0) -> None:
        """Write so many entries, whole batches of them, each over so many streams of its own."""
        for batch in range(first, first + entries // BATCH):
            tally.tally_many(amounts=self.amounts(names(streams, batch)), origin=tally.origin())

    def amounts(self, tallies: Sequence[str]) -> dict[str, list[Cents]]:
        """A batch of amounts, spread evenly over these tallies."""
        dice = Random(self.seed)
        return {name: [Cents(dice.randrange(1, 10_000)) for _ in range(BATCH // len(tallies))] for name in tallies}

    def program(self, name: str) -> Path:
        """One of PostgreSQL's own programs."""
        return Path(self.servers.postgres.programs) / name

    def stop(self) -> None:
        """Leave nothing behind."""
        self.servers.stop()


def names(streams: int, batch: int = 0) -> list[str]:
    """The tallies of a batch."""
    return [f"b{batch:04}.{number:05}" for number in range(streams)]


def as_superuser(database: Database, *statements: str) -> None:
    """Prepare a limit: what the application itself may not do."""
    with psycopg.connect(database.superuser_url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def output_of(command: list[str | Path]) -> str:
    """What a program says; if it fails, what went wrong."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout
