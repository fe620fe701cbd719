"""Settlement by workers: killed anywhere it is done again, once; delivered often it is done once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from django.db import connection

from casino import selectors
from casino.domain.powers import IR
from casino.environment import ROOT
from casino.journal import reactions
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from games.models import Round, Wager
from tests.casino.asking import due, entries, react
from tests.databases import Database
from tests.factories import open_house
from tests.games.floor import Floor, check, credits_of, insert

POINTS = (
    "before_reaction",
    "before_load",
    "after_load",
    "before_append",
    "after_append",
    "before_commit",
    "after_commit",
    "after_reaction",
)
DO = "import django; django.setup(); from casino.journal import reactions; reactions.do('{}', {})"


class Spun:
    """A round at a roulette table whose ball has come to rest on 32 red, and nothing done about it yet."""

    def __init__(self) -> None:
        selectors.forget()
        open_house()
        self.floor = Floor(IR, terminals=3)
        for terminal in self.floor.terminals:
            insert(terminal, 5_000)
        self.round: RoundId = self.floor.open()
        for terminal in self.floor.terminals:
            self.floor.place(terminal, "red", 1_000)
            self.floor.place(terminal, "straight:1", 500)
        react()
        self.floor.drop()
        self.floor.sense(32)
        reactions.note()

    def is_settled(self) -> None:
        """Each stake on red has come back with its winnings, once."""
        assert due() == []
        assert Round.objects.get(id=self.round).stage == Stage.SETTLED
        assert set(Wager.objects.values_list("selection", "result", "is_open")) == {
            ("red", "win", False),
            ("straight:1", "lose", False),
        }
        check(dict.fromkeys(self.floor.terminals, 5_000 - 500 + 1_000))


@pytest.mark.slow(reason="starts a process that is killed")
@pytest.mark.parametrize("point", POINTS)
def test_killed_at_any_point_a_settlement_is_done_again_once(committed: Database, point: str) -> None:
    spun = Spun()
    settle = due()[-1]
    before = entries()
    killed = subprocess.run(
        [sys.executable, "-c", DO.format(*settle)],
        env=os.environ | committed.environment | {"PITLEDGER_FAULT": f"{point}:1:1.0"},
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert killed.returncode == -signal.SIGKILL
    is_done = point in {"after_commit", "after_reaction"}
    assert (entries() > before, credits_of(spun.floor.terminals[0]) == 5_500) == (is_done, is_done)
    react()
    spun.is_settled()


def test_delivered_in_any_order_and_often_a_round_is_settled_once(committed: Database) -> None:
    spun = Spun()
    waiting = due()
    assert [name for name, _ in waiting] == ["games.freeze-layout", "games.settle-round-sensed"]
    for name, position in [*reversed(waiting), *waiting]:
        reactions.do(name, position)
    spun.is_settled()


def test_noted_anew_after_the_work_tables_were_emptied_nothing_is_settled_twice(committed: Database) -> None:
    spun = Spun()
    react()
    react()  # the next round begins
    before = entries()
    _empty()
    react()
    assert entries() == before
    spun.is_settled()


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM journal.due")
        cursor.execute("DELETE FROM journal.cursor")
