"""Proof 6, in this process: delivered often or in disorder, a reaction is done once; one that always fails is parked."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from casino import tasks
from casino.journal import reactions
from casino.journal.verification import verify
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.bells import answers_of_every_ring, database_clock, due, due_since, let_time_pass, tries
from tests.faults.crowds import Diary, crowd
from tests.faults.proofs import Proof
from tests.scale import sized

RINGS = sized(ci=10, full=200)
DELIVERIES = 8
ANSWER = "tests.answer-bell"


@pytest.mark.slow(reason="delivers every task eight times at once")
def test_a_task_delivered_many_times_at_once_is_done_once(committed: Database, proof: Proof, tmp_path: Path) -> None:
    proof.sized(rings=RINGS, deliveries=DELIVERIES)
    open_star()
    _ring(RINGS)
    reactions.note()
    with crowd(tmp_path) as workers:
        for _ in range(DELIVERIES):
            workers.start(_note_and_do_all, proof.dice.getrandbits(32))
        workers.wait(120)
        proof.found(deliveries=workers.length, done_once=RINGS)
    assert answers_of_every_ring() == {1: RINGS}
    assert due() == []
    assert verify().wrong == []


def _note_and_do_all(diary: Diary, seed: int) -> None:
    """As a worker does, in its own order."""
    reactions.note()
    rows = due()
    Random(seed).shuffle(rows)
    for name, position in rows:
        diary.write(name, position)
        tasks.do_reaction(name, position)


def test_a_reaction_that_always_fails_is_parked_after_five_tries_and_delays_no_other(committed: Database, proof: Proof) -> None:
    open_star()
    domain.ring(bell="star.0", is_heavy=True, origin=OriginFactory.build())
    _ring(5)
    reactions.note()
    heavy = min(position for name, position in due() if name == ANSWER)
    for expected in range(1, reactions.TRIES + 1):
        let_time_pass()
        for name, position in due():
            tasks.do_reaction(name, position)
        assert answers_of_every_ring() == {0: 1, 1: 5}, "the others are done in the first round"
        assert tries(heavy) == (expected, "RopeBroken: The rope is broken.", expected == reactions.TRIES)
    let_time_pass()
    reactions.do(ANSWER, heavy)
    assert tries(heavy)[0] == reactions.TRIES, "parked is parked"


def test_a_parked_reaction_is_taken_up_again_when_a_person_wishes(committed: Database, proof: Proof) -> None:
    open_star()
    domain.ring(bell="star.0", is_heavy=True, origin=OriginFactory.build())
    reactions.note()
    [heavy] = [position for name, position in due() if name == ANSWER]
    for _ in range(reactions.TRIES):
        let_time_pass()
        reactions.do(ANSWER, heavy)
    domain.mend_rope(origin=OriginFactory.build())
    reactions.do(ANSWER, heavy)
    assert answers_of_every_ring() == {0: 1}
    reactions.retry(ANSWER, heavy)
    reactions.do(ANSWER, heavy)
    assert answers_of_every_ring() == {1: 1}


def test_a_task_delivered_again_before_its_time_is_not_another_try(committed: Database, proof: Proof) -> None:
    open_star()
    domain.ring(bell="star.0", is_heavy=True, origin=OriginFactory.build())
    reactions.note()
    [heavy] = [position for name, position in due() if name == ANSWER]
    before = database_clock()
    reactions.do(ANSWER, heavy)
    assert due_since(heavy, before) >= timedelta(seconds=1)
    let_time_pass(-60)  # however long this test takes, its time has not come
    for _ in range(reactions.TRIES):
        reactions.do(ANSWER, heavy)
    assert tries(heavy) == (1, "RopeBroken: The rope is broken.", False)


def test_what_is_due_is_noted_again_if_the_work_tables_are_emptied(committed: Database, proof: Proof) -> None:
    """Work may be emptied: the journal tells what is due, and what was done is not done again."""
    open_star()
    _ring(5)
    reactions.note()
    for name, position in due()[:3]:
        reactions.do(name, position)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal.due")
        cursor.execute("DELETE FROM journal.cursor")
    reactions.note()
    for name, position in due():
        reactions.do(name, position)
    assert answers_of_every_ring() == {1: 5}
    assert due() == []


def _ring(times: int) -> None:
    for n in range(times):
        domain.ring(bell=f"star.{n % 7}", origin=OriginFactory.build())
