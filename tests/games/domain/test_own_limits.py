"""Limits of one player by agreement, where the book knows them."""

from __future__ import annotations

import pytest

from casino.domain.money import Cents
from games.domain import between_rounds, limits
from games.domain.vocabulary import EVERY_KIND, Limit, SeatId
from games.rules import books
from tests.games.domain.at_the_table import CC, DF, ROUND, SIGN, in_play, then

P1, P2 = SeatId("P1"), SeatId("P2")
OWN = {EVERY_KIND: Limit(minimum=Cents(2_500), maximum=Cents(900_000))}


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 7.6"), (CC, "CC 4.3")])
def test_7_6_and_4_3_the_limits_agreed_with_one_player_are_marked_and_nobody_elses(game: str, rule: str) -> None:
    book, there = books.current(game), in_play(game)
    asked = {"seat": P1, "limits": OWN, "granted_by": "staff/1", "book": book}
    with pytest.raises(limits.NoPersonalLimits) as unmarked:
        limits.grant_personal_limits(there, marker="", **asked)  # type: ignore[arg-type]
    assert unmarked.value.rule == rule
    granted = limits.grant_personal_limits(there, marker="sign 4", **asked)  # type: ignore[arg-type]
    assert (granted.marker, granted.rule) == ("sign 4", (rule,))
    met = [
        between_rounds.setting(then(there, granted), book=book, seat=seat, round_id=ROUND, is_closed=False).limits
        for seat in (P1, P2)
    ]
    assert met == [OWN, SIGN]
