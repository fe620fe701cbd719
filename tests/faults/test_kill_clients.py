"""Proof 2: processes that run commands or reactions are killed at every point; all or nothing, and once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from casino.journal import reactions
from casino.journal.verification import verify
from casino.stack.process import wait_until
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.bells import answers_of_every_ring, count_of, due
from tests.faults.crowds import FROM_OUTSIDE, Crowd, Diary, crowd, doom
from tests.faults.proofs import Proof
from tests.faults.requests import Request, entries_of_tallies, heads_that_are_not_the_last_version
from tests.faults.told import Told
from tests.scale import sized

TALLIES = 12
AT_ONCE = 4
BEFORE = ["before_load", "after_load", "before_append", "after_append", "before_commit"]
POINTS = [*BEFORE, "after_commit", FROM_OUTSIDE]
REACTION_POINTS = [*BEFORE, "before_nudge", "after_commit", "before_reaction", "after_reaction"]
KILLS_PER_POINT = sized(ci=3, full=170)
REACTION_KILLS_PER_POINT = sized(ci=2, full=115)
BELLS = 5


@pytest.mark.slow(reason="kills many clients")
def test_a_killed_client_has_done_all_or_nothing_and_may_ask_again(committed: Database, proof: Proof, tmp_path: Path) -> None:
    told, deaths = Told(), Counter[str]()
    open_star()
    for batch, points in enumerate(_dealt(POINTS, KILLS_PER_POINT, AT_ONCE, proof.dice)):
        with crowd(tmp_path / str(batch)) as clients:
            _kill_clients(clients, points, proof.dice)
            _require_as_the_point_says(told.settle(clients), clients, points)
        deaths.update(points)
        assert heads_that_are_not_the_last_version() == []
    assert deaths == dict.fromkeys(POINTS, KILLS_PER_POINT)
    assert entries_of_tallies() == told.entries
    assert verify().wrong == []
    proof.sized(kills=deaths.total(), kills_at_fault_points=deaths.total() - deaths[FROM_OUTSIDE], points=len(POINTS))
    proof.found(
        acknowledged=len(told.acknowledged),
        ambiguous=told.ambiguous,
        done_but_ambiguous=told.done_but_ambiguous,
        entries=told.entries,
    )


def _dealt(points: list[str], times: int, at_once: int, dice: Random) -> Iterator[list[str]]:
    """Every point as often as every other, in an order nobody has chosen, a few at a time."""
    deck = points * times
    dice.shuffle(deck)
    for n in range(0, len(deck), at_once):
        yield deck[n : n + at_once]


def _kill_clients(clients: Crowd, points: Sequence[str], dice: Random) -> None:
    for point in points:
        clients.start(_ask, dice.getrandbits(32), point)
    for process, diary, point in zip(clients.processes, clients.diaries, points, strict=True):
        if point == FROM_OUTSIDE:
            enough = dice.randint(1, 30)
            assert wait_until(lambda diary=diary, enough=enough: diary.length >= enough, 60, every=0.0005)  # type: ignore[misc]
            process.kill()
    assert wait_until(lambda: clients.is_over, 60), "a client that should have died lives"
    clients.require_deaths(points)


def _ask(diary: Diary, seed: int, point: str) -> None:
    doom(diary, f"{point}:{seed}:0.2")
    dice = Random(seed)
    while True:
        request = Request.draw(dice, tallies=TALLIES)
        diary.write("ask", *request.words)
        diary.write("ack", request.id, request.send())


def _require_as_the_point_says(was_there: dict[str, bool], clients: Crowd, points: Sequence[str]) -> None:
    """Before the commit there is nothing, after it there is everything, whatever the client was told."""
    for diary, point in zip(clients.diaries, points, strict=True):
        if point != FROM_OUTSIDE:
            [*_, (word, request_id, *_), _last_words] = diary.read()
            assert word == "ask", "it dies within a request"
            assert was_there[request_id] == (point == "after_commit")


@pytest.mark.slow(reason="kills many processes that do reactions")
def test_a_reaction_whose_process_is_killed_is_done_once(committed: Database, proof: Proof, tmp_path: Path) -> None:
    asked: dict[str, str] = {}
    answers: dict[str, int] = {}
    deaths = Counter[str]()
    open_star()
    for batch, points in enumerate(_dealt(REACTION_POINTS, REACTION_KILLS_PER_POINT, 2, proof.dice)):
        with crowd(tmp_path / str(batch)) as workers:
            for point in points:
                workers.start(_ring_and_react, proof.dice.getrandbits(32), point)
            assert wait_until(lambda: workers.is_over, 60), "a process that should have died lives"
            workers.require_deaths(points)
            asked |= {line[1]: line[2] for line in workers.lines() if line[0] == "ring"}
            answers |= {line[1]: line[2] for line in workers.lines() if line[0] == "rung"}
        deaths.update(points)
    _require_each_ring_once(asked, answers)
    _react()
    assert (answers_of_every_ring(), due()) == ({1: len(asked)}, [])
    assert verify().wrong == []
    proof.sized(kills=deaths.total(), points=len(REACTION_POINTS))
    proof.found(rung=len(asked), done_once=len(asked), ambiguous=len(asked) - len(answers))


def _ring_and_react(diary: Diary, seed: int, point: str) -> None:
    """Ring, and do everything that is due, each row twice, as duplicate deliveries do; die when the dice say so."""
    doom(diary, f"{point}:{seed}:0.2")
    dice = Random(seed)
    while True:
        request_id, bell = UUID(int=dice.getrandbits(128), version=4), f"star.{dice.randrange(BELLS)}"
        diary.write("ring", str(request_id), bell)
        diary.write("rung", str(request_id), domain.ring(bell=bell, origin=OriginFactory.build(request_id=request_id)))
        _react()


def _react() -> None:
    reactions.note()
    for name, position in due():
        reactions.do(name, position)
        reactions.do(name, position)


def _require_each_ring_once(asked: dict[str, str], answers: dict[str, int]) -> None:
    """Who rang is told the same again, who does not know rings once more under the same id: there is one ring for each."""
    for request_id, bell in asked.items():
        answer = domain.ring(bell=bell, origin=OriginFactory.build(request_id=UUID(request_id)))
        assert answer == answers.get(request_id, answer)
    assert count_of("tests.bell-rung") == len(asked)
