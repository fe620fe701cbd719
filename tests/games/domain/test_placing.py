"""What a player may do with chips: events in, the whole list of events out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from casino.domain.accounts import Account
from casino.domain.aggregate import ReadingId, RuleId
from casino.domain.money import Cents
from games.domain import permission, placing, position
from games.domain.position import AGGREGATE, Position
from games.domain.setting import Setting
from games.domain.vocabulary import (
    EVERY_KIND,
    Figures,
    Limit,
    Lying,
    PositionId,
    RoundId,
    Scope,
    SeatId,
    Selection,
    StakeKind,
    TableId,
    WagerNumber,
)
from games.domain.wager_events import (
    Oral,
    PositionLeft,
    PositionTaken,
    WagerCancelled,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerVoided,
)
from tests.games.domain.playing import METER, holding, limited, rolled, seated, setting_of

AC, IR, SB, DF, CC = "aruze_craps", "interblock_roulette", "aruze_sicbo", "dragon_fire", "crown_craps"
FIRST = WagerNumber(1)
SEAT = PositionId("star.AC01.T1")
COMING_OUT = setting_of(AC)
ON_SIX = setting_of(AC, point=6, point_since="R1")


def _place(chips: Position, selection: str, cents: int, setting: Setting) -> Position:
    return AGGREGATE.fold(chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting))


def test_a_position_is_taken_once_and_its_purse_is_the_terminals_credit_meter_or_chips() -> None:
    taken = position.take(Position(), table=TableId("star.AC01"), seat=SeatId("T1"), meter=METER)
    assert taken == PositionTaken(
        position=SEAT, table=TableId("star.AC01"), seat=SeatId("T1"), purse=Account("credit-meter:star.T0417")
    )
    at_the_table = position.take(Position(), table=TableId("star.DF01"), seat=SeatId("3"), meter=None)
    assert at_the_table.purse == "chips:star.DF01.3"
    with pytest.raises(position.AlreadyTaken):
        position.take(seated(), table=TableId("star.AC01"), seat=SeatId("T1"), meter=METER)


def test_nobody_leaves_wagers_behind_and_the_next_player_goes_on_counting() -> None:
    placed = _place(seated(), "field", 500, COMING_OUT)
    with pytest.raises(position.WagersLie):
        position.leave(placed)
    taken_down = AGGREGATE.fold(placed, placing.cancel(placed, wager=FIRST, setting=COMING_OUT))
    assert position.leave(taken_down) == PositionLeft(position=SEAT)
    left = AGGREGATE.fold(taken_down, [PositionLeft(position=SEAT)])
    assert left == Position(last_number=FIRST)
    with pytest.raises(position.NotTaken):
        placing.place(left, selection=Selection("field"), stake_cents=Cents(500), setting=COMING_OUT)


def test_3_3_4_a_wager_is_placed_with_its_commission_and_the_limits_it_is_held_to() -> None:
    setting = limited(AC, Limit(minimum=Cents(500), maximum=Cents(100_000)), point=6, point_since="R1")
    assert placing.place(seated(), selection=Selection("buy:4"), stake_cents=Cents(1_010), setting=setting) == [
        WagerPlaced(
            position=SEAT,
            round_id=RoundId("star.AC01.20260822.0001"),
            wager=FIRST,
            selection=Selection("buy:4"),
            stake_kind=StakeKind.CHIP,
            purse=Account("credit-meter:star.T0417"),
            book="aruze_craps@2016-06-02.1",
            stake_cents=Cents(1_010),
            commission_cents=Cents(50),  # 5% is 50 and a half
            lying=Lying(
                state="undecided",
                shows="inactive",
                rule="3.9.8",
                point=6,
                stake_cents=Cents(1_010),
                effective=Fraction(1_010),
                exposed_cents=Cents(0),
                kept=Fraction(0),
                commission_cents=Cents(50),
                was_reduced=False,
                minimum=Cents(500),
                maximum=Cents(100_000),
            ),
            rule=(RuleId("AC 3.9.8"),),
        )
    ]


@pytest.mark.parametrize(
    ("game", "selection", "cents", "code", "rule"),
    [
        (AC, "place:7", 1_000, "wager-not-permissible", "AC 3.9"),
        (DF, "total:2", 1_000, "wager-not-permissible", "DF 6.1"),
        (AC, "field", 499, "wager-below-minimum", "AC 3.1"),
        (IR, "red", 499, "wager-below-minimum", "IR 3.1"),
        (SB, "small", 499, "wager-below-minimum", "SB 3.2"),
        (AC, "field", 10_001, "wager-above-maximum", "AC 3.1"),
        (IR, "zero_game", 1_999, "wager-below-minimum", "IR 3.1"),
        (IR, "zero_game", 2_001, "wager-not-in-pieces", "IR 3.9.2.1"),
        (IR, "neighbours_of_zero", 49_500, "wager-above-maximum", "IR 3.1"),
        (AC, "field", 550, "wager-not-in-units", "AC 3.1"),
        (AC, "field", 0, "wager-of-nothing", "AC 3.1"),
        (DF, "dragon", -5, "wager-of-nothing", "DF 7.2"),
        (AC, "odds:6", 1_000, "wager-not-allowed-now", "AC 3.9.2"),
    ],
)
def test_what_the_book_or_the_sign_does_not_allow_is_refused(game: str, selection: str, cents: int, code: str, rule: str) -> None:
    setting = limited(game, Limit(minimum=Cents(500), maximum=Cents(10_000), unit=Cents(100)))
    with pytest.raises(permission.WagerRefusal) as refused:
        placing.place(seated(), selection=Selection(selection), stake_cents=Cents(cents), setting=setting)
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_3_1_multiples_of_the_minimum_are_required_only_where_the_sign_says_so() -> None:
    by_multiples = limited(AC, Limit(minimum=Cents(500), maximum=Cents(10_000), multiples=True))
    assert _place(seated(), "field", 1_500, by_multiples).wagers
    with pytest.raises(permission.NotInUnits, match=r"multiples of \$5\.00\."):
        _place(seated(), "field", 1_600, by_multiples)


def test_3_3_6_nothing_is_placed_or_changed_after_the_period() -> None:
    closed = setting_of(AC, is_closed=True)
    held = holding(AC, "field", 500)
    with pytest.raises(permission.WageringOver, match="Field can no longer be placed") as refused:
        placing.place(seated(), selection=Selection("field"), stake_cents=Cents(500), setting=closed)
    assert refused.value.rule == "AC 3.3.6"
    with pytest.raises(permission.WageringOver):
        placing.increase(held, wager=FIRST, by_cents=Cents(100), setting=closed)
    with pytest.raises(permission.WageringOver):
        placing.reduce(held, wager=FIRST, to_cents=Cents(100), setting=closed)
    with pytest.raises(permission.WageringOver):
        placing.cancel(held, wager=FIRST, setting=closed)
    with pytest.raises(permission.WageringOver):
        placing.move(held, wager=FIRST, to=Selection("big6"), setting=closed)


def test_chips_on_an_area_are_added_to_but_a_come_that_has_travelled_makes_room() -> None:
    with pytest.raises(placing.AlreadyThere, match=r"There is \$5\.00 on Field already: add to it\."):
        _place(holding(AC, "field", 500), "field", 500, COMING_OUT)
    travelled = rolled(_place(seated(), "come", 500, ON_SIX), "3-5", ON_SIX)
    assert [wager.lying.state for wager in _place(travelled, "come", 700, ON_SIX).wagers.values()] == ["8", "first roll"]


def test_3_9_1_a_pass_line_wager_is_added_to_on_the_point_and_never_cancelled() -> None:
    on_six = rolled(holding(AC, "pass_line", 500), "2-4", COMING_OUT)
    added = placing.increase(on_six, wager=FIRST, by_cents=Cents(300), setting=ON_SIX)
    assert isinstance(added, WagerIncreased)
    assert (added.by_cents, added.lying.stake_cents, added.readings) == (300, 800, ("AC-02",))
    with pytest.raises(permission.NotAllowedNow):
        placing.cancel(on_six, wager=FIRST, setting=ON_SIX)


def test_3_9_2_1_odds_are_at_most_double_the_pass_line_wager_as_it_is_then() -> None:
    on_six = rolled(holding(AC, "pass_line", 500), "2-4", COMING_OUT)
    with pytest.raises(permission.AboveOddsLimit, match=r"at most \$10\.00") as refused:
        _place(on_six, "odds:6", 1_001, ON_SIX)
    assert refused.value.rule == "AC 3.9.2.1"
    grown = AGGREGATE.fold(on_six, [placing.increase(on_six, wager=FIRST, by_cents=Cents(100), setting=ON_SIX)])
    assert _place(grown, "odds:6", 1_200, ON_SIX).wagers[WagerNumber(2)].lying.base_cents == 600


def test_ac_18_odds_come_down_with_their_flat_wager_which_cannot_shrink_beneath_them() -> None:
    on_six = rolled(holding(AC, "dont_pass", 500), "2-4", COMING_OUT)
    both = _place(on_six, "dont_odds:6", 1_200, ON_SIX)
    with pytest.raises(placing.OddsInTheWay, match=r"There is \$12\.00 on Don't Odds 6 behind this wager"):
        placing.reduce(both, wager=FIRST, to_cents=Cents(499), setting=ON_SIX)
    taken = placing.cancel(both, wager=FIRST, setting=ON_SIX)
    assert [(event.selection, event.figures.paid_cents, event.readings) for event in taken] == [
        ("dont_pass", 500, ()),
        ("dont_odds:6", 1_200, ("AC-18",)),
    ]
    assert AGGREGATE.fold(both, taken).wagers == {}


def test_cc_26_odds_are_held_to_the_flat_wager_as_it_was_established_and_what_lies_above_is_returned() -> None:
    coming_out, on_six = setting_of(CC), setting_of(CC, point=6, point_since="R1")
    flat = rolled(holding(CC, "dont_win_line", 500), "2-4", coming_out)
    less = AGGREGATE.fold(flat, placing.reduce(flat, wager=FIRST, to_cents=Cents(100), setting=on_six))
    odds = _place(less, "dont_win_lay_odds:6", 1_500, on_six).wagers[WagerNumber(2)].lying
    assert (odds.base_cents, odds.stake_cents, odds.effective) == (500, 1_500, Fraction(1_200))


def test_ac_07_commission_comes_back_in_the_period_of_placement_and_not_after_a_roll() -> None:
    at_once = placing.cancel(holding(AC, "buy:4", 1_010), wager=FIRST, setting=COMING_OUT)
    assert [event.figures for event in at_once] == [
        Figures(
            stake_cents=Cents(1_010),
            effective=Fraction(1_010),
            winnings=Fraction(0),
            returned=Fraction(1_010),
            paid_cents=Cents(1_010),
            rounding_cents=Cents(0),
            commission=Fraction(101, 2),
            commission_refunded=Fraction(101, 2),
            commission_refunded_cents=Cents(50),
        )
    ]
    after_a_roll = rolled(holding(AC, "buy:4", 1_010), "1-2", COMING_OUT)
    (later,) = placing.cancel(after_a_roll, wager=FIRST, setting=COMING_OUT)
    assert (later.figures.paid_cents, later.figures.commission_refunded_cents) == (1_010, 0)


def test_3_5_1_a_wager_is_reduced_and_the_rest_lies_there() -> None:
    held = holding(AC, "buy:4", 1_010)
    (reduced,) = placing.reduce(held, wager=FIRST, to_cents=Cents(400), setting=COMING_OUT)
    assert isinstance(reduced, WagerReduced)
    assert (reduced.by_cents, reduced.commission_refunded_cents, reduced.lying.commission_cents) == (610, 30, 20)
    with pytest.raises(placing.NotLess):
        placing.reduce(held, wager=FIRST, to_cents=Cents(1_010), setting=COMING_OUT)
    with pytest.raises(permission.NothingStaked):
        placing.reduce(held, wager=FIRST, to_cents=Cents(0), setting=COMING_OUT)
    least = limited(AC, Limit(minimum=Cents(500), maximum=Cents(9_999)))
    with pytest.raises(permission.BelowMinimum):
        placing.reduce(held, wager=FIRST, to_cents=Cents(499), setting=least)


def test_3_5_1_2_a_wager_is_moved_as_one_change_that_names_the_wager_it_was() -> None:
    held = holding(AC, "place:6", 600)
    taken, placed = placing.move(held, wager=FIRST, to=Selection("place:8"), setting=COMING_OUT)
    assert isinstance(taken, WagerCancelled)
    assert isinstance(placed, WagerPlaced)
    assert (placed.wager, placed.selection, placed.stake_cents, placed.moved_from) == (2, "place:8", 600, 1)
    assert list(AGGREGATE.fold(held, [taken, placed]).wagers) == [2]
    with pytest.raises(permission.NotAllowedNow):
        placing.move(held, wager=FIRST, to=Selection("pass_line"), setting=ON_SIX)


def test_a_wager_that_was_settled_or_taken_down_is_no_longer_there() -> None:
    with pytest.raises(position.NoSuchWager):
        placing.increase(seated(), wager=FIRST, by_cents=Cents(100), setting=COMING_OUT)


def test_6_2_4_and_df_09_nobody_places_on_a_frozen_area() -> None:
    after_a_seven = setting_of(DF, frozen=frozenset({"dragon", "fire", "dragons_tail"}))
    for selection, rule in (("dragon", "DF 6.2.4"), ("fire", "DF 6.2.4"), ("dragons_tail", "DF 6.4.1")):
        with pytest.raises(permission.NotAllowedNow) as refused:
            _place(seated(), selection, 500, after_a_seven)
        assert refused.value.rule == rule
    assert _place(seated(), "total:7", 500, after_a_seven).wagers


def test_7_3_a_dealer_table_accepts_what_lies_outside_its_limits_and_notes_what_counts() -> None:
    setting = limited(DF, Limit(minimum=Cents(500), maximum=Cents(1_000)))
    above = _place(seated(None), "dragon", 1_500, setting).wagers[FIRST].lying
    assert (above.stake_cents, above.effective) == (1_500, Fraction(1_000))
    assert _place(seated(None), "dragon", 100, setting).wagers[FIRST].lying.effective == 100


def test_4_2_1_below_the_minimum_after_advice_the_wager_is_returned_at_once() -> None:
    setting = limited(CC, Limit(minimum=Cents(2_000), maximum=Cents(9_000)))
    advised = seated(None).but(is_advised=True)
    placed, voided = placing.place(advised, selection=Selection("buy:4"), stake_cents=Cents(1_000), setting=setting)
    assert isinstance(placed, WagerPlaced)
    assert isinstance(voided, WagerVoided)
    assert (placed.commission_cents, voided.figures.commission_refunded_cents, voided.figures.paid_cents) == (50, 50, 1_000)
    assert (voided.rule, voided.readings) == (("CC 4.2.1",), ("CC-11",))
    assert AGGREGATE.fold(advised, [placed, voided]).wagers == {}


def test_cc_06_a_flat_wager_that_is_returned_below_the_minimum_takes_its_lay_odds_down_with_it() -> None:
    coming_out, on_six = setting_of(CC, minimum=500), setting_of(CC, minimum=500, point=6, point_since="R1")
    flat = rolled(holding(CC, "dont_win_line", 1_000), "2-4", coming_out)
    advised = _place(flat, "dont_win_lay_odds:6", 1_200, on_six).but(is_advised=True)
    above = placing.reduce(advised, wager=FIRST, to_cents=Cents(500), setting=on_six)
    assert [type(event) for event in above] == [WagerReduced]
    below = placing.reduce(advised, wager=FIRST, to_cents=Cents(400), setting=on_six)
    assert [type(event) for event in below] == [WagerReduced, WagerVoided, WagerCancelled]
    assert isinstance(odds := below[-1], WagerCancelled)
    assert (odds.selection, odds.figures.paid_cents, odds.readings) == ("dont_win_lay_odds:6", 1_200, ("CC-30", "CC-06"))
    assert AGGREGATE.fold(advised, below).wagers == {}


def test_cc_18_commission_is_charged_down_to_the_chip() -> None:
    setting = setting_of(CC, chip_unit=Cents(250))
    assert _place(seated(None), "buy:4", 9_000, setting).wagers[FIRST].lying.commission_cents == 250


def test_3_2_a_wager_after_the_throw_is_taken_only_if_confirmed_and_never_at_mini_craps() -> None:
    out = setting_of(CC, is_closed=True)
    with pytest.raises(permission.WageringOver) as refused:
        _place(seated(None), "field", 500, out)
    assert refused.value.rule == "CC 3.2"
    confirmed = setting_of(CC, is_closed=True, confirmed_by="staff/7")
    (placed,) = placing.place(seated(None), selection=Selection("field"), stake_cents=Cents(500), setting=confirmed)
    assert isinstance(placed, WagerPlaced)
    assert placed.confirmed_by == "staff/7"
    added = placing.increase(AGGREGATE.fold(seated(None), [placed]), wager=FIRST, by_cents=Cents(500), setting=confirmed)
    assert (added.lying.stake_cents, added.confirmed_by) == (1_000, "staff/7")
    with pytest.raises(permission.WageringOver, match="no longer") as mini:
        _place(seated(None), "field", 500, setting_of(CC, is_closed=True, confirmed_by="staff/7", variant="mini"))
    assert mini.value.rule == "CC 7.4.1"


def test_3_4_3_a_dont_come_taken_down_is_not_replaced_until_the_point_is_resolved() -> None:
    on_six, on_the_next = setting_of(CC, point=6, point_since="R1"), setting_of(CC, point=6, point_since="R9")
    held = _place(seated(None), "dont_come", 500, on_six)
    gone = AGGREGATE.fold(held, placing.cancel(held, wager=FIRST, setting=on_six))
    with pytest.raises(permission.NotAllowedNow) as refused:
        _place(gone, "dont_come", 500, on_six)
    assert refused.value.rule == "CC 3.4.3"
    assert _place(gone, "dont_come", 500, on_the_next).wagers


def test_df_17_tokens_are_wagered_only_where_the_book_takes_them() -> None:
    with pytest.raises(permission.StakeKindRefused, match="Crown Craps takes no promotional tokens"):
        placing.place(
            seated(None),
            selection=Selection("field"),
            stake_cents=Cents(500),
            setting=setting_of(CC),
            stake_kind=StakeKind.TOKEN,
        )


def test_4_4_per_player_the_wagers_of_one_kind_count_together() -> None:
    per_player = limited(AC, Limit(minimum=Cents(500), maximum=Cents(1_000), scope=Scope.PLAYER))
    held = _place(seated(), "place:6", 600, per_player)
    assert _place(held, "place:8", 400, per_player).wagers
    with pytest.raises(permission.AboveMaximum, match=r"is \$4\.00"):
        _place(held, "place:8", 401, per_player)
    assert _place(held, "field", 1_000, per_player).wagers


def test_4_4_per_player_a_further_wager_is_still_a_multiple_of_the_minimum_on_the_sign() -> None:
    sign = Limit(minimum=Cents(500), maximum=Cents(5_000), multiples=True, scope=Scope.PLAYER)
    held = _place(seated(), "place:6", 500, limited(AC, sign))
    assert _place(held, "place:8", 1_000, limited(AC, sign)).wagers
    with pytest.raises(permission.NotInUnits):
        _place(held, "place:8", 300, limited(AC, sign))


def test_limits_stand_by_kind_of_selection() -> None:
    limits = {
        EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(1_000)),
        "hop": Limit(minimum=Cents(100), maximum=Cents(200)),
    }
    setting = setting_of(AC, limits=limits)
    assert _place(seated(), "hop:1-1", 100, setting).wagers
    with pytest.raises(permission.AboveMaximum):
        _place(seated(), "hop:1-1", 500, setting)


def test_readings_of_a_permit_stand_on_the_event() -> None:
    (placed,) = placing.place(seated(), selection=Selection("come"), stake_cents=Cents(500), setting=ON_SIX)
    assert placed.readings == (ReadingId("AC-01"), ReadingId("AC-02"))


@pytest.mark.parametrize(
    ("game", "announced_by", "confirmed_by", "rule"),
    [
        (AC, "staff/7", "staff/1", "AC 3.9"),
        (DF, "", "", "DF 6.7"),
        (CC, "", "staff/1", "CC 3.3.1"),
        (CC, "staff/7", "", "CC 3.3.1"),
    ],
)
def test_6_7_and_3_3_1_an_oral_wager_counts_once_it_is_accepted(
    game: str, announced_by: str, confirmed_by: str, rule: str
) -> None:
    selection, setting = Selection("field" if game != DF else "fire"), setting_of(game)
    oral = Oral(words="ten on it", instrument="chips", announced_by=announced_by, confirmed_by=confirmed_by)
    with pytest.raises(permission.NotHeard) as refused:
        placing.place(seated(None), selection=selection, stake_cents=Cents(1_000), setting=setting, oral=oral)
    assert refused.value.rule == rule


def test_6_7_what_was_said_stands_on_the_event() -> None:
    oral = Oral(words="ten on fire", instrument="chips", announced_by="staff/7", confirmed_by="")
    (placed,) = placing.place(
        seated(None), selection=Selection("fire"), stake_cents=Cents(1_000), setting=setting_of(DF), oral=oral
    )
    assert isinstance(placed, WagerPlaced)
    assert placed.oral == oral
