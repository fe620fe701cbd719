"""Proof 10: whatever is altered, removed or added by hand, `verify` finds it and names the stream; put back, all is well."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from casino import services
from casino.domain.gaming_day import GamingDay
from casino.domain.money import Cents
from casino.domain.parameters import Jurisdiction, Name
from casino.journal.line import leaf
from casino.journal.verification import verify
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults.proofs import Proof
from tests.faults.tampering import KEYS, Forger, Row, flipped, flipped_at, forger
from tests.scale import IS_FULL, sized

PLACES_PER_LINE = sized(ci=20, full=0)
COLUMNS = {
    "entry": [
        "position",
        "recorded_at",
        "request_id",
        "correlation_id",
        "version",
        "gaming_day",
        "venue",
        "stream",
        "type",
        "hash",
        "line",
    ],
    "head": ["stream", "venue", "version", "hash", "recorded_at", "state_version", "state"],
    "command": ["request_id", "request_hash", "recorded_at", "first_position", "last_position", "entries", "answer", "hash"],
}


@pytest.fixture
def evidence(committed: Database) -> Iterator[Forger]:
    """A small history of every kind: one entry, many, several streams, dated law, a moved day, a refused attempt."""
    open_star()
    services.adopt_law(jurisdiction=Jurisdiction.NEW_SOUTH_WALES, origin=OriginFactory.build())
    services.move_gaming_day(from_day=GamingDay(2030, 1, 1), zone="Australia/Sydney", hour=5, origin=OriginFactory.build())
    services.set_parameter(
        name=Name.CASH_PER_DAY, value=1, from_day=GamingDay(2030, 1, 1), source="§ \\ 1", origin=OriginFactory.build()
    )
    tally.fill(tallies=["star.1", "star.2"], times=2, origin=OriginFactory.build())
    tally.move_cents(source="star.1", target="star.2", cents=Cents(1), origin=OriginFactory.build())
    tally.add_cents(tally="star.3", cents=Cents(7), note='a "note"\\', origin=OriginFactory.build())
    tally.open_gate(gate="star.1", origin=OriginFactory.build())
    with pytest.raises(tally.NotEnough):
        tally.take_cents(tally="star.3", cents=Cents(99), origin=OriginFactory.build())
    with forger(committed.superuser_url) as found:
        yield found
        assert verify().wrong == [], "put back, all is well again"


@pytest.mark.slow(reason="verifies once for each thing that is altered")
@pytest.mark.parametrize("table", KEYS)
def test_one_altered_value_in_any_column_is_found_and_its_stream_named(evidence: Forger, proof: Proof, table: str) -> None:
    rows = evidence.rows(table)
    assert list(rows[0]) == COLUMNS[table], "a new column wants to be verified"
    streams = _streams_by_request(evidence)
    tried = 0
    for column in COLUMNS[table]:
        for row in rows:
            value = _another(row, column, rows, proof)
            with evidence.altered(table, row, column, value):
                near = (
                    streams[str(row["request_id"])] if column == "position" else _streams_of(table, row, streams)
                )  # only their sum is kept
                _require_found(near, f"{table}.{column} {row[column]!r} → {value!r}")
            tried += 1
    proof.sized(columns=len(COLUMNS[table]), rows=len(rows))
    proof.found(altered=tried, found=tried)


@pytest.mark.slow(reason="verifies once for each byte that is altered")
def test_a_flipped_byte_anywhere_in_a_line_is_found(evidence: Forger, proof: Proof) -> None:
    tried, started = 0, time.monotonic()
    rows = evidence.rows("entry")
    for row in rows:
        places = range(len(row["line"]))
        for at in places if IS_FULL else proof.dice.sample(places, PLACES_PER_LINE):
            line = flipped_at(row["line"], at, proof.dice)
            with evidence.altered("entry", row, "line", line):
                _require_found({row["stream"]}, f"{row['line']} → {line}")
            tried += 1
    proof.sized(lines=len(rows), places_per_line=PLACES_PER_LINE)
    proof.found(altered=tried, found=tried, seconds=time.monotonic() - started)


@pytest.mark.slow(reason="verifies once for each row that is forged")
def test_a_line_rewritten_with_its_own_hash_is_found(evidence: Forger, proof: Proof) -> None:
    """The clever forger: the line's hash is right again, but no longer what the next entry, the head or the day says."""
    forgeries = {
        "actor": "staff/1",
        "recorded_at": "2026-02-30T00:00:00.000000Z",
        "gaming_day": "2026-01-01",
        "venue": "crown",
        "type": "x.y",
        "version": 9,
    }
    rows = evidence.rows("entry")
    for row in rows:
        for key, value in forgeries.items():
            line = msgspec.json.encode(msgspec.json.decode(row["line"]) | {key: value}).decode()
            forged = row | {"line": line, "hash": bytes.fromhex(leaf(line.encode()))}
            with evidence.removed("entry", row), evidence.inserted("entry", forged):
                _require_found({row["stream"]}, f"{row['stream']} v{row['version']}: {key} = {value}")
    proof.sized(rows=len(rows), keys=len(forgeries))


@pytest.mark.slow(reason="verifies once for each row that is forged")
def test_a_removed_row_is_found(evidence: Forger, proof: Proof) -> None:
    streams = _streams_by_request(evidence)
    for table in KEYS:
        for row in evidence.rows(table):
            with evidence.removed(table, row):
                _require_found(_streams_of(table, row, streams), f"{table} {row[KEYS[table]]} removed")


def test_an_added_entry_is_found_even_if_it_continues_its_stream(evidence: Forger, proof: Proof) -> None:
    for last in _last_of_each_stream(evidence):
        told = msgspec.json.decode(last["line"]) | {
            "version": last["version"] + 1,
            "prev": last["hash"].hex(),
            "id": str(uuid4()),
        }
        line = msgspec.json.encode(told).decode()
        added = {
            "position": last["position"] + 1000,
            "version": last["version"] + 1,
            "line": line,
            "hash": bytes.fromhex(leaf(line.encode())),
        }
        with evidence.inserted("entry", last | added):
            _require_found({last["stream"]}, f"{last['stream']} continued")


def test_an_added_head_and_an_added_command_are_found(evidence: Forger, proof: Proof) -> None:
    with evidence.inserted("head", evidence.rows("head")[0] | {"stream": "tally-star.99"}):
        _require_found({"tally-star.99"}, "a head of nothing")
    command = evidence.rows("command")[0]
    with evidence.inserted("command", command | {"request_id": uuid4(), "hash": sha256(b"forged").digest()}):
        _require_found({"command"}, "a command of nothing")


def test_a_recorded_time_that_runs_backwards_is_found_even_if_every_column_agrees(evidence: Forger, proof: Proof) -> None:
    row = next(row for row in evidence.rows("entry") if row["stream"] == "tally-star.1" and row["version"] == 2)
    earlier = row["recorded_at"] - timedelta(minutes=1)
    line = msgspec.json.encode(msgspec.json.decode(row["line"]) | {"recorded_at": f"{earlier:%Y-%m-%dT%H:%M:%S.%fZ}"}).decode()
    changed = {"recorded_at": earlier, "line": line, "hash": bytes.fromhex(leaf(line.encode()))}
    with evidence.removed("entry", row), evidence.inserted("entry", row | changed):
        wrong = verify().wrong
    assert "its time or position runs backwards, or its venue changes" in {
        each.what for each in wrong if each.stream == "tally-star.1"
    }


def _require_found(streams: set[str], what: str) -> None:
    named = {wrong.stream for wrong in verify().wrong}
    assert named & streams, f"not found: {what}; named were {named}"


def _streams_of(table: str, row: Row, by_request: dict[str, set[str]]) -> set[str]:
    return by_request[str(row["request_id"])] if table == "command" else {row["stream"]}


def _streams_by_request(evidence: Forger) -> dict[str, set[str]]:
    streams: dict[str, set[str]] = {}
    for row in evidence.rows("entry"):
        streams.setdefault(str(row["request_id"]), set()).add(row["stream"])
    return streams


def _last_of_each_stream(evidence: Forger) -> list[Row]:
    return list({row["stream"]: row for row in evidence.rows("entry")}.values())


def _another(row: Row, column: str, rows: list[Row], proof: Proof) -> Any:
    """Another value, and if it names a stream, one that nobody has: two entries in one place the table itself refuses."""
    value = flipped(row[column], proof.dice)
    while column == "stream" and any(value == other[column] for other in rows):
        value = flipped(row[column], proof.dice)
    return value
