from __future__ import annotations

from games.domain import settlement
from games.domain.grounds import Ground
from tests.games.domain.at_the_table import DF
from tests.games.domain.test_story import Evening


def test_df_09_an_area_stays_closed_however_many_rolls_have_no_result() -> None:
    evening = Evening(DF)
    evening.open()
    evening.place("dragons_tail", 500)
    evening.finish(4, 4)
    for _ in range(3):
        evening.open()
        before = evening.chips
        evening.no_roll(Ground.OFF_TABLE)
        events = [event for event in evening.events if getattr(event, "round_id", "") == evening.play.id]
        assert settlement.still_frozen(before, events) == {"dragons_tail"}  # type: ignore[arg-type]
    evening.open()
    before = evening.chips
    decided = settlement.settle(before, outcome="1-1", setting=evening.setting(is_closed=True))
    assert settlement.still_frozen(before, decided) == frozenset()
