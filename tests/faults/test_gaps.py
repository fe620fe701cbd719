"""Proof 3: a follower skips nothing and inverts nothing while forty writers commit out of order; simpler readers do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection

from casino import journal
from casino.journal.verification import verify
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.crowds import Crowd, Diary, crowd
from tests.faults.proofs import Proof
from tests.scale import sized

WRITERS = 40
TALLIES = 25
SECONDS = sized(ci=3, full=25)
LONGEST_MS = 40
Row = tuple[int, str, int]
Reader = Callable[[], Sequence[Row]]


@pytest.mark.slow(reason="forty writers need a while to get in each other's way")
def test_a_follower_skips_nothing_and_sees_no_stream_inverted(committed: Database, proof: Proof, tmp_path: Path) -> None:
    proof.sized(writers=WRITERS, tallies=TALLIES, seconds=SECONDS)
    open_star()
    with crowd(tmp_path / "writers") as writers, crowd(tmp_path / "readers") as readers:
        for reader in (_behind_the_fence, _naive, _by_transaction):
            readers.start(_read, readers, reader)
        for _ in range(WRITERS):
            writers.start(_write, proof.dice.getrandbits(32), time.monotonic() + SECONDS)
        writers.wait(SECONDS + 30)
        readers.call_off()
        readers.wait(30)
        fenced, naive, by_transaction = (_rows(diary) for diary in readers.diaries)
    there = _all_there()
    assert fenced == there
    proof.found(
        entries=len(there), missed=0, inverted=_inversions(fenced),
        naive_missed=len(set(there) - set(naive)), by_transaction_inverted=_inversions(by_transaction),
    )  # fmt: skip
    assert _inversions(fenced) == 0
    assert proof.measured["naive_missed"] > 0, "too tame: even the naive reader missed nothing"
    assert proof.measured["by_transaction_inverted"] > 0, "too tame: even the order of transactions inverted nothing"
    assert verify().wrong == []


def _write(diary: Diary, seed: int, until: float) -> None:
    """Slow and quick, early and late, some of them for nothing."""
    dice = Random(seed)
    while time.monotonic() < until:
        try:
            domain.add_slowly(
                tally=f"star.{dice.randrange(TALLIES)}",
                is_early=dice.random() < 0.5,
                is_aborted=dice.random() < 0.1,
                work_ms=dice.randrange(LONGEST_MS),
                idle_ms=dice.choice([0, 0, dice.randrange(LONGEST_MS)]),
                origin=OriginFactory.build(),
            )
        except domain.Aborted:
            continue


def _read(diary: Diary, readers: Crowd, reader: Callable[[], Iterator[Sequence[Row]]]) -> None:
    """Note down what a reader sees, in its order, until the writers are done and once more."""
    turn = reader()
    is_last = False
    while not is_last:
        is_last = readers.has_been_called_off
        for row in next(turn):
            diary.write(*row)


def _behind_the_fence() -> Iterator[Sequence[Row]]:
    while True:
        yield [(each.position, each.line.stream, each.version) for batch in journal.follow("gaps") for each in batch]


def _naive() -> Iterator[Sequence[Row]]:
    last = 0
    while True:
        rows = _query("SELECT position, stream, version FROM journal.entry WHERE position > %s ORDER BY position", last)
        yield rows
        last = rows[-1][0] if rows else last


def _by_transaction() -> Iterator[Sequence[Row]]:
    """Up to the oldest running transaction, in the order of transaction ids: it misses nothing either, but it inverts."""
    last = (0, 0)
    query = """SELECT xmin::text::bigint, position, stream, version FROM journal.entry
                WHERE (xmin::text::bigint, position) > (%s, %s)
                  AND xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint ORDER BY 1, 2"""
    while True:
        rows = _query(query, *last)
        yield [row[1:] for row in rows]
        last = rows[-1][:2] if rows else last


def _query(query: str, *parameters: int) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())


def _rows(diary: Diary) -> list[Row]:
    return [(position, stream, version) for position, stream, version in diary.read()]


def _all_there() -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, stream, version FROM journal.entry ORDER BY position")
        return list(cursor.fetchall())


def _inversions(rows: Sequence[Row]) -> int:
    """How often a stream's version is followed by an earlier one."""
    newest: dict[str, int] = {}
    count = 0
    for _, stream, version in rows:
        count += version < newest.get(stream, 0)
        newest[stream] = max(version, newest.get(stream, 0))
    return count
