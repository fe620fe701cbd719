"""The turn of a shooter at a dealer table: who may throw, how the turn is kept and lost, and which dice are thrown."""

from __future__ import annotations

import pytest

from games.domain import round_of_play, shooter, turn
from games.domain.events import DiceOffered, DicePassed, DieFound, DieOffTable, RoundFinished, ShooterDesignated
from games.domain.round_of_play import Cause, RoundOfPlay
from games.domain.table import Table
from games.domain.vocabulary import SeatId
from tests.games.domain.at_the_table import CC, DF, ROUND, after, at, in_play, opened, then
from tests.games.domain.playing import holding, seated

P1 = SeatId("P1")
NOBODY = ShooterDesignated(seat=None)


def _shooting(game: str, *dice: str) -> Table:
    return then(in_play(game), ShooterDesignated(seat=P1, dice=dice or ("d1", "d2"), thrower="a friend"))


def _closed(game: str) -> RoundOfPlay:
    play = opened(game)
    return after(play, round_of_play.close(play, cause=Cause.NO_MORE_BETS, now=at(5)))


@pytest.mark.parametrize(
    ("game", "right", "wrong", "rule"), [(DF, "fire", "total:7", "4.1"), (CC, "win_line", "field", "5.1.1(b)")]
)
def test_4_1_and_5_1_1_only_a_player_with_the_wager_for_it_takes_the_dice(game: str, right: str, wrong: str, rule: str) -> None:
    turn.require_eligible(in_play(game), holding(game, right, 500))
    with pytest.raises(turn.NotEligible) as refused:
        turn.require_eligible(in_play(game), holding(game, wrong, 500))
    assert refused.value.rule.endswith(rule)


def test_df_3_8_the_dealer_rolls_only_when_nobody_takes_the_dice_and_a_wager_is_undetermined() -> None:
    there = in_play(DF)
    turn.require_somebody(there, DiceOffered(seat=P1), play=None, eligible=1, wagers_lying=1)
    turn.require_somebody(there, NOBODY, play=_closed(DF), eligible=0, wagers_lying=1)
    for play, lying in ((opened(DF), 1), (_closed(DF), 0), (None, 1)):
        with pytest.raises(turn.DealerMayNotRoll) as refused:
            turn.require_somebody(there, NOBODY, play=play, eligible=0, wagers_lying=lying)
        assert refused.value.rule == "DF 3.8"


def test_cc_5_1_1_at_crown_somebody_has_a_line_wager_before_nobody_takes_the_dice() -> None:
    turn.require_somebody(in_play(CC), NOBODY, play=_closed(CC), eligible=1, wagers_lying=1)
    with pytest.raises(turn.NotEligible, match="Nobody has a wager on the Win Line"):
        turn.require_somebody(in_play(CC), NOBODY, play=_closed(CC), eligible=0, wagers_lying=1)


def test_a_result_was_thrown_by_the_shooter_or_at_dragon_fire_by_the_dealer() -> None:
    turn.require_thrower(_shooting(DF))
    turn.require_thrower(then(in_play(DF), NOBODY))
    finished = RoundFinished(round_id=ROUND, outcome=None, point=None, point_since="", frozen=())
    for there in (in_play(DF), in_play(CC), then(in_play(CC), NOBODY), then(in_play(DF), NOBODY, finished)):
        with pytest.raises(shooter.NoShooter, match="offer them"):
            turn.require_thrower(there)


@pytest.mark.parametrize(("game", "rule"), [(DF, "DF 3.4.2"), (CC, "CC 5.4.2(a)(ii)")])
def test_3_4_2_and_5_4_2_after_a_die_is_lost_the_shooter_selects_anew_or_takes_the_original_back(game: str, rule: str) -> None:
    there = _shooting(game)
    with pytest.raises(shooter.DiceTaken, match="d1 and d2"):
        turn.select_dice(there, dice=("d3", "d4"))
    there = then(there, DieOffTable(die="d2"))
    assert there.in_hand == ("d1",)
    with pytest.raises(shooter.TwoDice, match="selects dice anew") as refused:
        turn.require_thrower(there)
    assert refused.value.rule == rule
    for dice in (("d2", "d3"), ("d3",), ("d3", "d3")):
        with pytest.raises(shooter.TwoDice):
            turn.select_dice(there, dice=dice)
    selected = turn.select_dice(there, dice=("d3", "d4"))
    assert selected == ShooterDesignated(seat=P1, thrower="a friend", dice=("d3", "d4"), rule=(rule,))  # type: ignore[arg-type]
    assert then(there, selected).in_hand == ("d3", "d4")
    asked_for = DieFound(die="d2", is_sound=True, to_shooter=True, checked_by="staff/4")
    back = then(there, asked_for)
    assert (back.in_hand, back.lost) == (("d1", "d2"), ())
    turn.require_thrower(back)
    assert then(there, selected, asked_for).in_hand == ("d3", "d4")


def test_df_4_3_a_shooter_without_dragon_or_fire_at_no_more_bets_does_not_roll_and_at_crown_one_goes_on() -> None:
    shooters, without = holding(DF, "dragon", 500).but(seat=P1), holding(DF, "total:7", 500).but(seat=P1)
    passed = turn.at_no_more_bets(_shooting(DF), without)
    assert passed == [DicePassed(seat=P1, reason=turn.WITHOUT_A_WAGER, rule=("DF 4.3",))]  # type: ignore[arg-type]
    assert turn.at_no_more_bets(_shooting(DF), shooters) == []
    assert turn.at_no_more_bets(_shooting(DF), without.but(seat=SeatId("P2"))) == []
    assert turn.at_no_more_bets(_shooting(CC), seated().but(seat=P1)) == []


def test_4_5_and_5_3_1_no_dice_change_hands_between_a_throw_and_its_settlement() -> None:
    turn.require_before_the_result(None)
    turn.require_before_the_result(_closed(DF))
    with pytest.raises(round_of_play.WrongStage):
        turn.require_before_the_result(_closed(DF).but(stage=round_of_play.Stage.ENTERED))


def test_when_the_turn_ends_the_dice_are_nobodys() -> None:
    over = then(_shooting(CC), DicePassed(seat=P1, reason="7-out"))
    assert (over.shooter, over.in_hand, over.thrower, over.has_passed, over.last_shooter) == (None, (), "", True, P1)
