"""Craps is the game at one gaming table: what happens at another is another game."""

from __future__ import annotations

import pytest

from casino.domain.powers import CC
from tests.databases import Database
from tests.games import dealer_table
from tests.games.dealer_table import P1, P2, DealerTable
from tests.games.floor import put_on


def test_cc_1_3_each_table_has_its_own_round_point_dice_and_wagers(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    put_on(committed)
    one = DealerTable(CC)
    monkeypatch.setitem(dealer_table.NAMES, CC, "CC02")
    two = DealerTable(CC)
    for there, shooter in ((one, P1), (two, P2)):
        there.start()
        there.place(shooter, "win_line", 500)
        there.give_dice()
    one.throw(4, 2)
    assert (one.state.point, one.state.shooter, one.round, one.lying(P1)) == (6, P1, "", {"win_line": 500})
    assert (two.state.point, two.state.shooter, two.lying(P1), two.lying(P2)) == (None, P2, {}, {"win_line": 500})
    two.throw(3, 4)
    assert (two.won(P2), one.won(P1), one.state.point) == (500, -500, 6)
