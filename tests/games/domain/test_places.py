"""Places at a dealer table; whoever confirms there, and whoever acts as stickperson; the puck and the marker buttons."""

from __future__ import annotations

import msgspec
import pytest

from casino.domain.events import Sealed
from casino.domain.money import Cents
from casino.domain.powers import Power, Role
from casino.domain.staff import Duty, StaffMember
from games.domain import calling, confirming, dice_set, markers, permission, places, placing, stickperson, table
from games.domain.events import (
    DiceDeclined,
    DiceOffered,
    DicePassed,
    PersonalLimitsEnded,
    PersonalLimitsGranted,
    ShooterDesignated,
    StickpersonAppointed,
    TableClosed,
)
from games.domain.position import AGGREGATE, Position
from games.domain.vocabulary import Instrument, SeatId, Selection, StakeKind, WagerNumber
from games.domain.wager_events import Oral, WagerPlaced
from tests.games.domain.at_the_table import AC, CC, DF, DICE, SIGN, START, commissioned, in_play, then
from tests.games.domain.playing import holding, setting_of

P2 = SeatId("P2")
FIRST = WagerNumber(1)
CHIPS = Oral(words="ten on it", instrument=Instrument.CHIPS, announced_by="staff/7", confirmed_by="staff/8")


def _member(*roles: Role, book: str = CC) -> StaffMember:
    return StaffMember(name=Sealed("x"), duties=tuple(Duty(role, book) for role in roles))


def test_6_3_and_3_1_a_place_at_an_open_dealer_table_is_played_with_chips() -> None:
    taken = places.take(Position(), in_play(DF), seat=P2)
    assert (taken.position, taken.purse) == ("star.AC01.P2", "chips:star.AC01.P2")
    with pytest.raises(places.NotDealt, match="played on terminals"):
        places.take(Position(), in_play(AC), seat=P2)
    with pytest.raises(table.TableNotOpen):
        places.take(Position(), commissioned(DF), seat=P2)
    places.require_place(SeatId("P16"))
    for seat in ("P0", "P17", "T1", ""):
        with pytest.raises(places.NoSuchPlace):
            places.require_place(SeatId(seat))


def test_3_2_and_5_1_1_the_dice_go_round_from_the_dealers_right_and_at_crown_from_the_left() -> None:
    assert places.in_turn(DF)[:2] == ("P16", "P15")
    assert places.in_turn(CC)[:2] == ("P1", "P2")


def test_whoever_leaves_gives_up_own_limits_and_the_dice() -> None:
    own = PersonalLimitsGranted(seat=P2, limits=SIGN, marker="m", granted_by="staff/1")
    assert places.vacate(then(in_play(DF), own, DiceOffered(seat=P2)), seat=P2) == [
        PersonalLimitsEnded(seat=P2),
        DiceDeclined(seat=P2),
    ]
    [passed] = places.vacate(then(in_play(CC), ShooterDesignated(seat=P2)), seat=P2)
    assert passed == DicePassed(seat=P2, reason="the shooter has left the table", rule=passed.rule)
    assert passed.rule == ("CC 5.2.2",)
    assert places.vacate(then(in_play(CC), ShooterDesignated(seat=P2)), seat=SeatId("P3")) == []


def test_a_confirmer_holds_the_power_at_the_game_as_themselves_or_for_a_lower_role() -> None:
    for role in (Role.BOXPERSON, Role.PIT_BOSS):
        confirmed = confirming.require_confirmer(_member(role), number="903", power=Power.CONFIRM_CALL, table=in_play(CC))
        assert confirmed == "staff/903"
    with pytest.raises(confirming.NotConfirmed, match=r"903 may not accept an oral wager\. That is for the boxperson") as refused:
        confirming.require_confirmer(_member(Role.DEALER), number="903", power=Power.ACCEPT_ORAL_WAGER, table=in_play(CC))
    assert refused.value.rule == "CC 3.3.1"
    elsewhere = _member(Role.BOXPERSON, book=DF)
    with pytest.raises(confirming.NotConfirmed):
        confirming.require_confirmer(elsewhere, number="903", power=Power.CONFIRM_CALL, table=in_play(CC))
    mini = in_play(CC, variant="mini")
    with pytest.raises(confirming.NotConfirmed, match="Nobody may") as late:
        confirming.require_confirmer(_member(Role.BOXPERSON), number="903", power=Power.MODIFY_CLOSING_RULE, table=mini)
    assert late.value.rule == "CC 7.4.1"
    with pytest.raises(confirming.NotConfirmed, match="Nobody may"):
        confirming.require_confirmer(_member(Role.DEALER, book=DF), number="9", power=Power.CONFIRM_CALL, table=in_play(DF))
    confirming.require_another("staff/8", "staff/7", rule="CC 3.3.1")
    with pytest.raises(confirming.NotConfirmed, match="another confirms"):
        confirming.require_another("staff/7", "staff/7", rule="CC 3.3.1")


def test_cc_7_3_3_at_mini_craps_one_boxperson_may_act_as_stickperson() -> None:
    mini, boxperson = in_play(CC, variant="mini"), _member(Role.BOXPERSON)
    appointed = stickperson.appoint(mini, boxperson, number="903", allowed_by="staff/906")
    assert appointed == StickpersonAppointed(boxperson="staff/903", allowed_by="staff/906", rule=appointed.rule)
    assert appointed.rule == ("CC 7.3.3",)
    with pytest.raises(stickperson.NotAtThisTable):
        stickperson.appoint(in_play(CC), boxperson, number="903", allowed_by="staff/906")
    with pytest.raises(stickperson.NoBoxperson):
        stickperson.appoint(mini, _member(Role.DEALER), number="903", allowed_by="staff/906")
    with pytest.raises(stickperson.NoStickperson):
        stickperson.relieve(mini)
    there = then(mini, appointed)
    with pytest.raises(stickperson.StickpersonThere, match="903 acts"):
        stickperson.appoint(there, boxperson, number="904", allowed_by="staff/906")
    assert then(there, stickperson.relieve(there)).stickperson == ""
    assert then(there, TableClosed(at=START, players=0)).stickperson == ""


def test_cc_7_4_2_at_mini_craps_an_oral_wager_needs_a_boxperson_as_stickperson() -> None:
    with pytest.raises(permission.NotHeard) as refused:
        permission.require_heard(setting_of(CC, variant="mini"), CHIPS)
    assert refused.value.rule == "CC 7.4.2"
    permission.require_heard(setting_of(CC, variant="mini", stickperson="staff/8"), CHIPS)
    permission.require_heard(setting_of(CC), CHIPS)


def test_6_7_and_3_3_1_an_oral_wager_is_accompanied_by_what_the_book_names() -> None:
    cash = Oral(words="ten on it", instrument=Instrument.CASH, announced_by="staff/7", confirmed_by="staff/8")
    with pytest.raises(permission.NotHeard, match="chips or token") as refused:
        permission.require_heard(setting_of(DF), cash)
    assert refused.value.rule == "DF 6.7"
    permission.require_heard(setting_of(CC), cash)


def test_cc_7_4_1_at_mini_craps_no_wager_is_handled_between_no_more_bets_and_the_decision() -> None:
    chips = holding(CC, "place:6", 500)
    with pytest.raises(calling.NotHandledNow):
        calling.call(chips, wager=FIRST, to="OFF", confirmed_by="staff/7", setting=setting_of(CC, variant="mini", is_closed=True))
    assert calling.call(chips, wager=FIRST, to="OFF", confirmed_by="staff/7", setting=setting_of(CC, is_closed=True))


def test_df_6_3_chips_and_tokens_lie_side_by_side_and_keep_to_one_maximum() -> None:
    setting, chips = setting_of(DF, maximum=1_000), holding(DF, "fire", 800, meter=None)
    tokens = {"selection": Selection("fire"), "stake_kind": StakeKind.TOKEN, "setting": setting}
    [placed] = placing.place(chips, stake_cents=Cents(500), **tokens)  # type: ignore[arg-type]
    assert isinstance(placed, WagerPlaced)
    assert [placed.stake_kind, placed.stake_cents, placed.lying.effective] == ["token", 500, 200]
    both = AGGREGATE.fold(chips, [placed])
    with pytest.raises(placing.AlreadyThere):
        placing.place(both, stake_cents=Cents(100), **tokens)  # type: ignore[arg-type]
    increased = placing.increase(both, wager=FIRST, by_cents=Cents(500), setting=setting)
    assert [increased.lying.stake_cents, increased.lying.effective] == [1_300, 500]


def test_cc_2_6_and_2_7_the_puck_follows_the_point_and_the_buttons_the_wager_and_its_call() -> None:
    there = in_play(CC)
    assert (markers.puck(there), markers.puck(there.but(point=6)), markers.puck(in_play(DF))) == ("OFF", "ON 6", "")
    for selection, button in (("buy:4", "Buy"), ("lay:4", "Lay"), ("dont_place:4", "D.P")):
        assert markers.buttons(there, holding(CC, selection, 500).wagers[FIRST]) == (button,)
    bought = holding(CC, "buy:4", 500)
    for to in ("ON", "OFF"):
        called = AGGREGATE.fold(bought, calling.call(bought, wager=FIRST, to=to, confirmed_by="staff/7", setting=setting_of(CC)))
        assert markers.buttons(there, called.wagers[FIRST]) == ("Buy", to)
    assert markers.buttons(there, holding(CC, "win_line", 500).wagers[FIRST]) == ()
    assert markers.buttons(in_play(DF), holding(DF, "fire", 500).wagers[FIRST]) == ()


def test_df_3_5_the_shooter_goes_on_with_dice_of_the_set_that_was_removed() -> None:
    there = then(in_play(DF), ShooterDesignated(seat=P2, dice=("d1", "d2")))
    new = [msgspec.structs.replace(die, id=f"e{number}") for number, die in enumerate(DICE)]
    replaced = then(there, dice_set.introduce(there, dice_set="S2", dice=new, checked_by="staff/4"))
    assert (replaced.dice_set, replaced.in_hand) == ("S2", ("d1", "d2"))
