"""Proof 1: PostgreSQL is killed at random under eight writers; what was acknowledged is there, the rest is whole or absent."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from django.db import OperationalError

from casino.journal.verification import verify
from casino.stack.process import wait_until
from tests.databases import Database
from tests.factories import open_star
from tests.faults.crowds import Crowd, Diary, crowd
from tests.faults.proofs import Proof
from tests.faults.requests import Request, entries_of_tallies, heads_that_are_not_the_last_version
from tests.faults.strikes import strike_down
from tests.faults.told import Told
from tests.scale import sized

WRITERS = 8
TALLIES = 20
KILLS = sized(ci=3, full=100)
VERIFY_EVERY = 10


@pytest.mark.slow(reason="kills PostgreSQL and lets it recover, again and again")
def test_a_killed_database_has_everything_that_was_acknowledged_and_nothing_by_halves(
    fragile: Database, proof: Proof, tmp_path: Path
) -> None:
    proof.sized(kills=KILLS, writers=WRITERS, tallies=TALLIES)
    told = Told()
    open_star()
    for kill in range(KILLS):
        with crowd(tmp_path / str(kill)) as writers:
            _kill_under(writers, fragile, proof.dice)
            told.settle(writers)
            assert heads_that_are_not_the_last_version() == []
        if kill % VERIFY_EVERY == 0:
            assert verify().wrong == []
    assert verify().wrong == []
    assert entries_of_tallies() == told.entries
    proof.found(
        acknowledged=len(told.acknowledged),
        lost=0,
        ambiguous=told.ambiguous,
        done_but_ambiguous=told.done_but_ambiguous,
        entries=told.entries,
    )
    assert len(told.acknowledged) > KILLS * WRITERS, "too tame: hardly anything was written"


def _kill_under(writers: Crowd, database: Database, dice: Random) -> None:
    """Kill the server when the writers have come so far as the dice say; start it again."""
    for _ in range(WRITERS):
        writers.start(_write, dice.getrandbits(32))
    enough = dice.randint(2 * WRITERS, 60 * WRITERS)
    assert wait_until(lambda: writers.length >= enough, 60, every=0.001)
    strike_down(database.servers.postgres)
    writers.wait(60)
    assert [diary.read()[-1][0] for diary in writers.diaries] == ["gone"] * WRITERS, "each was at work when the server fell"
    database.servers.postgres.start(max_connections="400")


def _write(diary: Diary, seed: int) -> None:
    dice = Random(seed)
    while True:
        request = Request.draw(dice, tallies=TALLIES)
        diary.write("ask", *request.words)
        try:
            answer = request.send()
        except OperationalError as error:
            return diary.write("gone", str(error))
        diary.write("ack", request.id, answer)
