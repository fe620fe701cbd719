from __future__ import annotations

import pytest

from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from games.domain import naming
from games.domain.round_of_play import RoundNotOpened
from games.domain.vocabulary import RoundId, TableId

STAR = VenueId("star")


def test_a_round_names_its_table_its_gaming_day_and_its_number() -> None:
    named = naming.round_id(naming.table_id(STAR, "AC01"), GamingDay(2026, 8, 22), 417)
    assert named == "star.AC01.20260822.0417"
    assert (naming.table_of(named, venue=STAR), naming.number_of(named)) == ("star.AC01", 417)
    assert naming.number_of(naming.round_id(TableId("star.AC01"), GamingDay(2026, 8, 22), 10_000)) == 10_000


@pytest.mark.parametrize("name", ["", "a.b", "-1", "Ä1", "a" * 33, "a\n"])
def test_what_cannot_name_a_table_is_refused(name: str) -> None:
    with pytest.raises(naming.TableNameRefused):
        naming.table_id(STAR, name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "star.AC01",
        "crown.AC01.20260822.0417",
        "star.AC01.20260822.417",
        "star.a.b.20260822.0417",
        "star.AC01.20260822.0417\n",
    ],
)
def test_what_names_no_round_of_the_venue_is_refused(name: str) -> None:
    with pytest.raises(RoundNotOpened):
        naming.table_of(RoundId(name), venue=STAR)
