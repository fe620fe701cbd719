"""What every open terminal of a wheel is told: how long wagers may still be placed, and then the outcome."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain.instant import Instant
from casino.domain.powers import IR
from tests.databases import Database
from tests.games.floor import SECONDS
from tests.games.seated import STATE, Seated


@pytest.fixture
def seated(committed: Database) -> Seated:
    return Seated(committed, IR)


def test_ir_3_11_each_terminal_is_told_how_much_of_the_wagering_period_remains(seated: Seated) -> None:
    seated.clock.move(12)
    for terminal in seated.terminals:
        shown = terminal.get(STATE).json()
        left = Instant.parse(shown["round"]["ends_at"]) - Instant.parse(shown["now"])
        assert timedelta(0) < left <= timedelta(seconds=SECONDS - 12)
        assert shown["round"]["ends_at"] == str(seated.floor.play().ends_at)


def test_ir_4_1_the_outcome_is_shown_on_each_terminal_whether_or_not_it_wagered(seated: Seated) -> None:
    seated.place("straight:17", 500)
    seated.finish(17)
    one, two = (terminal.get(STATE).json() for terminal in seated.terminals)
    assert (one["outcomes"], two["outcomes"]) == (["17"], ["17"])
    assert (one["last"]["outcome"], two["last"]["outcome"]) == ("17", "17")
    assert (one["last"]["won_cents"], two["last"]["won_cents"]) == (35 * 500, 0)
    assert (one["wagers"], one["credits"]["cents"]) == ([], 50_000 + 35 * 500)
