"""Who contravenes the rules of a game can be excluded from it: by whom, and under which rule, says its book."""

from __future__ import annotations

from typing import Any

import pytest

from casino import journal, services
from casino.domain import patron
from casino.domain.exclusion import CASINO
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import NotAdmitted
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.journal import Personal
from tests.factories import asked_by, engage, open_house, register_patron
from tests.games.floor import refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("book", "role", "rule"),
    [
        (AC, "assistant gaming manager", "AC 7.7.2"),
        (IR, "assistant gaming manager", "IR 8.7.2"),
        (SB, "electronic gaming supervisor", "SB 8.7.2"),
        (DF, "casino supervisor", "DF 11.3.2"),
        (CC, "pit boss", "CC 9.2.2"),
    ],
)
def test_7_7_2_8_7_2_11_3_2_and_9_2_2_each_book_excludes_from_its_own_game(book: str, role: str, rule: str) -> None:
    open_house()
    duty: dict[str, Any] = {role.replace(" ", "_"): (book,)}
    engage("900", **duty)
    who = register_patron()
    asked: dict[str, Any] = {"patron_id": who, "book": book, "reference": Personal("R 1")}
    assert refused(services.exclude_from_game, **asked, origin=asked_by("812")) == "authority-not-held"
    services.exclude_from_game(**asked, origin=asked_by("900", role))
    (entry,) = [each for each in journal.history(patron.at(who)) if each.line.type == "casino.patron-excluded"]
    assert entry.event.rule == (rule,)
    excluded, today = journal.state(patron.at(who)), GamingDay.fromisoformat(entry.line.gaming_day)
    with pytest.raises(NotAdmitted) as kept_out:
        patron.require_admitted(excluded, scope=book, on=today)
    assert kept_out.value.rule == rule
    for elsewhere in {AC, IR, SB, DF, CC, CASINO} - {book}:
        patron.require_admitted(excluded, scope=elsewhere, on=today)
