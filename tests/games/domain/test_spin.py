"""Which round a number of the wheel belongs to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain.instant import Instant
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.spin import Drop, round_of
from games.domain.vocabulary import RoundId

NOW = Instant.parse("2026-11-17T10:42:00.000000Z")
LATER = Instant.of(NOW + timedelta(seconds=20))
OPEN = RoundOfPlay(id=RoundId("R2"), stage=Stage.WAGERING, ends_at=LATER)
EXPIRED = OPEN.but(ends_at=NOW)
CLOSED = OPEN.but(stage=Stage.CLOSED)
BEFORE = RoundOfPlay(id=RoundId("R1"), stage=Stage.SETTLED, spin=7)


def of(play: RoundOfPlay | None, before: RoundOfPlay | None = BEFORE, *, spin: int = 8, drop: Drop = Drop.TOLD) -> str:
    found = round_of(play, before, spin=spin, drop=drop, now=NOW)
    return found.id if found else ""


def test_a_round_that_a_spin_has_closed_is_decided_by_its_number_and_no_other() -> None:
    closed = CLOSED.but(spin=8)
    assert [of(closed, drop=drop) for drop in Drop] == ["R2"] * 3
    assert of(closed, spin=9) == ""


def test_the_number_of_the_round_before_told_again_is_that_rounds() -> None:
    for play in (None, OPEN, CLOSED):
        assert [of(play, spin=7, drop=drop) for drop in Drop] == ["R1"] * 3


def test_ir_3_12_a_number_without_a_word_of_its_drop_ends_the_round_that_is_open() -> None:
    assert of(OPEN, drop=Drop.NOT_TOLD) == "R2"
    assert of(OPEN, None, drop=Drop.NOT_TOLD) == "R2"


@pytest.mark.parametrize("drop", [Drop.TOLD, Drop.NOT_HEARD])
def test_a_ball_that_was_dropping_before_the_round_was_open_is_none_of_its_business(drop: Drop) -> None:
    assert of(OPEN, drop=drop) == ""
    assert of(None, drop=drop) == ""


@pytest.mark.parametrize("drop", list(Drop))
@pytest.mark.parametrize("play", [EXPIRED, CLOSED])
def test_a_round_whose_countdown_has_ended_is_decided_by_the_next_number(play: RoundOfPlay, drop: Drop) -> None:
    assert of(play, drop=drop) == "R2"
