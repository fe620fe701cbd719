"""Against the `eventsourcing` library: appending alone, with nothing loaded and no read model on either side."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from bench import tally
from bench.ground import ROUNDS, Ground
from bench.processes import Step, run
from bench.registry import Measured, benchmark
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.environment import ServerUrl
from casino.journal import writing
from casino.journal.line import leaf
from casino.journal.locking import Head, Held, new_head
from tests.databases import Database

PROCESSES = 8
STATE = b"x" * 700  # as long as the line of our own entry


@benchmark(bar=2.5, aim=5.0, better="higher", unit="times the eventsourcing recorder")
def append_vs_eventsourcing(ground: Ground) -> Measured:
    """Appending one event at a time by eight processes, the head known to the writer."""
    with ground.database() as database:
        _recorder(database).create_table()
        rounds = [
            (
                run(PROCESSES, _ours, seconds=ground.seconds).per_second,
                run(PROCESSES, lambda _: _theirs(database), seconds=ground.seconds).per_second,
            )
            for _ in range(ROUNDS)
        ]
    return Measured(rounds)


def _ours(number: int) -> Step:
    ref = tally.AGGREGATE.at(f"e{number}.{uuid4()}")
    head = new_head(ref)

    def append() -> None:
        nonlocal head
        origin = tally.origin()
        held = Held(origin, [ref], [], str(Instant.of(datetime.now(UTC))), {ref.stream: head})
        composed = writing.compose(held, {ref: [tally.count(head.state, Cents(500))]}, origin)
        writing.store(held, composed, writing.Request("bench.append", b"{}", origin, "00", b"{}"))
        head = Head(head.version + 1, leaf(composed.lines[0]), composed.states[0])

    return append


def _theirs(database: Database) -> Step:
    recorder, originator, version = _recorder(database), uuid4(), count(1)
    return lambda: recorder.insert_events([StoredEvent(originator, next(version), "bench:Tallied", STATE)])


def _recorder(database: Database) -> PostgresApplicationRecorder:
    server = ServerUrl.parse(database.owner_url)
    return PostgresApplicationRecorder(
        PostgresDatastore(server.name, server.host, str(server.port), server.role, server.password)
    )
