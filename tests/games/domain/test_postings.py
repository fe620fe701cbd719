"""What each event of a position moves: whole cents, each movement once, every event to nothing."""

from __future__ import annotations

from casino.domain.accounts import Posting, postings_of
from casino.domain.aggregate import Event
from casino.domain.money import Cents
from games.domain import calling, placing, settlement
from games.domain.position import AGGREGATE, Position
from games.domain.vocabulary import Limit, Selection, WagerNumber
from tests.games.domain.playing import holding, limited, rolled, seated, setting_of

AC, IR, DF, CC = "aruze_craps", "interblock_roulette", "dragon_fire", "crown_craps"
FIRST = WagerNumber(1)
COMING_OUT = setting_of(AC)


def _moved(event: Event) -> dict[str, int]:
    postings = postings_of(event)
    assert all(isinstance(posting, Posting) for posting in postings)
    assert sum(posting.cents for posting in postings) == 0
    moved = {posting.account.removesuffix(":star.AC01.T1"): int(posting.cents) for posting in postings}
    assert len(moved) == len(postings)
    return moved


def _buy() -> Position:
    return holding(AC, "buy:4", 2_000)


def test_a_stake_and_its_commission_leave_the_credit_meter() -> None:
    (placed,) = placing.place(seated(), selection=Selection("buy:4"), stake_cents=Cents(2_000), setting=COMING_OUT)
    assert _moved(placed) == {"credit-meter:star.T0417": 2_100, "at-stake": -2_000, "commission": -100}


def test_at_a_dealer_table_they_leave_the_chips_of_the_position() -> None:
    (placed,) = placing.place(seated(None), selection=Selection("fire"), stake_cents=Cents(500), setting=setting_of(DF))
    assert _moved(placed) == {"chips": 500, "at-stake": -500}


def test_what_is_added_leaves_and_what_is_taken_down_comes_back() -> None:
    added = placing.increase(_buy(), wager=FIRST, by_cents=Cents(1_000), setting=COMING_OUT)
    assert _moved(added) == {"credit-meter:star.T0417": 1_050, "at-stake": -1_000, "commission": -50}
    (reduced,) = placing.reduce(_buy(), wager=FIRST, to_cents=Cents(500), setting=COMING_OUT)
    assert _moved(reduced) == {"credit-meter:star.T0417": -1_575, "at-stake": 1_500, "commission": 75}


def test_ac_07_a_wager_taken_down_comes_back_with_commission_before_a_roll_and_without_after() -> None:
    (at_once,) = placing.cancel(_buy(), wager=FIRST, setting=COMING_OUT)
    assert _moved(at_once) == {"credit-meter:star.T0417": -2_100, "at-stake": 2_000, "commission": 100}
    (later,) = placing.cancel(rolled(_buy(), "1-2", COMING_OUT), wager=FIRST, setting=COMING_OUT)
    assert _moved(later) == {"credit-meter:star.T0417": -2_000, "at-stake": 2_000}


def test_x_01_a_win_comes_from_the_stake_and_the_house_and_the_last_part_of_a_cent_from_rounding() -> None:
    (won,) = settlement.settle(holding(AC, "place:6", 1_000), outcome="2-4", setting=COMING_OUT)
    assert _moved(won) == {"credit-meter:star.T0417": -2_167, "at-stake": 1_000, "house": 1_166, "rounding": 1}


def test_x_10_at_a_dealer_table_rounding_is_what_lies_between_the_last_whole_cent_and_the_chip() -> None:
    setting = setting_of(CC, chip_unit=Cents(100))
    (won,) = settlement.settle(holding(CC, "horn", 500, meter=None), outcome="1-2", setting=setting)
    assert _moved(won) == {"chips": -2_200, "at-stake": 500, "house": 1_625, "rounding": 75}


def test_a_loss_goes_to_the_house_but_for_what_lies_above_a_maximum() -> None:
    (lost,) = settlement.settle(holding(IR, "red", 500), outcome="0", setting=setting_of(IR))
    assert _moved(lost) == {"at-stake": 500, "house": -500}
    setting, chips = limited(DF, Limit(minimum=Cents(100), maximum=Cents(300))), seated(None)
    placed = placing.place(chips, selection=Selection("fire"), stake_cents=Cents(500), setting=setting)
    (capped,) = settlement.settle(AGGREGATE.fold(chips, placed), outcome="1-1", setting=setting)
    assert _moved(capped) == {"chips": -200, "at-stake": 500, "house": -300}


def test_x_03_a_void_wager_comes_back_whole_and_a_forfeited_one_goes_to_the_house_with_its_commission() -> None:
    (voided,) = settlement.void(_buy(), ground="cocked", setting=COMING_OUT)
    assert _moved(voided) == {"credit-meter:star.T0417": -2_100, "at-stake": 2_000, "commission": 100}
    (forfeited,) = settlement.forfeit(_buy(), ground="invalidate", setting=COMING_OUT)
    assert _moved(forfeited) == {"at-stake": 2_000, "house": -2_000}


def test_a_wager_that_is_carried_forward_or_called_moves_nothing() -> None:
    (carried,) = settlement.settle(_buy(), outcome="1-2", setting=COMING_OUT)
    assert postings_of(carried) == ()
    (called,) = calling.call(holding(CC, "place:6", 500), wager=FIRST, to="ON", confirmed_by="staff/7", setting=setting_of(CC))
    assert postings_of(called) == ()
