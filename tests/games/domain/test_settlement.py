"""What a round does to a player's wagers: an outcome, or a ground."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.accounts import Account
from casino.domain.aggregate import RuleId
from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from casino.journal import codec
from games.domain import placing, settlement
from games.domain.position import AGGREGATE, Position
from games.domain.setting import Setting
from games.domain.vocabulary import Figures, Layout, Limit, PositionId, RoundId, Selection, StakeKind, Totals, WagerNumber
from games.domain.wager_events import WagerCarriedForward, WagerSettled, WagerVoided
from games.rules import books
from tests.games.domain.playing import balances, holding, limited, rolled, seated, setting_of
from tests.scale import sized

AC, IR, SB, DF, CC = "aruze_craps", "interblock_roulette", "aruze_sicbo", "dragon_fire", "crown_craps"
FIRST = WagerNumber(1)
LONG = pytest.mark.slow(reason="at full size, hundreds of evenings")
PLAIN = settings(deadline=None, max_examples=sized(ci=60, full=600))


def _settled(game: str, selection: str, cents: int, *outcomes: str, setting: Setting | None = None) -> WagerSettled:
    at = setting or setting_of(game)
    chips = seated()
    chips = AGGREGATE.fold(chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=at))
    for outcome in outcomes[:-1]:
        chips = rolled(chips, outcome, at)
    (event,) = settlement.settle(chips, outcome=outcomes[-1], setting=at)
    assert isinstance(event, WagerSettled)
    return event


def test_3_10_a_settled_wager_carries_rule_odds_exact_amounts_and_what_is_paid() -> None:
    (settled,) = settlement.settle(holding(AC, "place:6", 1_000), outcome="2-4", setting=setting_of(AC))
    assert settled == WagerSettled(
        position=PositionId("star.AC01.T1"),
        round_id=RoundId("star.AC01.20260822.0001"),
        wager=FIRST,
        selection=Selection("place:6"),
        stake_kind=StakeKind.CHIP,
        purse=Account("credit-meter:star.T0417"),
        book="aruze_craps@2016-06-02.1",
        outcome="2-4",
        state="undecided",
        result="win",
        odds_rule=RuleId("AC 3.10"),
        rounding_rule=None,
        figures=Figures(
            stake_cents=Cents(1_000),
            effective=Fraction(1_000),
            winnings=Fraction(3_500, 3),
            returned=Fraction(1_000),
            paid_cents=Cents(2_167),
            rounding_cents=Cents(1),
            commission=Fraction(0),
            commission_refunded=Fraction(0),
            commission_refunded_cents=Cents(0),
        ),
        rule=(RuleId("AC 3.9.7.1"),),
        readings=settled.readings,
    )
    assert settled.readings == ("AC-04", "X-01")


def test_3_9_1_an_undecided_wager_is_carried_forward_with_the_number_it_came_to() -> None:
    (carried,) = settlement.settle(holding(AC, "pass_line", 500), outcome="2-4", setting=setting_of(AC))
    assert isinstance(carried, WagerCarriedForward)
    assert (carried.met, carried.lying.state, carried.lying.point, carried.lying.exposed_cents) == ("2-4", "6", 6, 500)
    assert carried.lying.established_cents == 500


def test_6_5_a_win_at_a_dealer_table_is_paid_up_to_the_chip() -> None:
    setting = setting_of(CC, chip_unit=Cents(100))
    won = _settled(CC, "horn", 500, "1-2", setting=setting)
    assert (won.figures.winnings, won.figures.returned) == (Fraction(2_000), Fraction(125))
    assert (won.figures.paid_cents, won.figures.rounding_cents) == (2_200, 75)
    assert (won.rounding_rule, "X-10" in won.readings) == ("CC 4.2.3", True)


def test_7_3_above_the_maximum_it_is_paid_to_the_maximum_and_the_excess_returned() -> None:
    setting = limited(DF, Limit(minimum=Cents(500), maximum=Cents(1_000)))
    won = _settled(DF, "dragon", 1_500, "1-2", setting=setting)
    assert (won.figures.winnings, won.figures.returned, won.rule) == (Fraction(1_000), Fraction(1_500), ("DF 6.1.1.1", "DF 7.3"))
    lost = _settled(DF, "dragon", 1_500, "5-5", setting=setting)
    assert (lost.figures.returned, lost.figures.paid_cents, lost.rule) == (Fraction(500), 500, ("DF 6.1.1.3", "DF 7.3"))


def test_6_1_a_corrected_outcome_adds_the_rule_of_the_correction() -> None:
    (settled,) = settlement.settle_corrected(holding(AC, "field", 500), outcome="1-2", setting=setting_of(AC))
    assert settled.rule == ("AC 3.9.16", "AC 6.1")


def test_df_17_a_token_goes_back_as_a_token_and_its_winnings_are_paid_in_chips() -> None:
    setting, chips = setting_of(DF), seated(None)
    placed = placing.place(
        chips, selection=Selection("dragon"), stake_cents=Cents(1_000), setting=setting, stake_kind=StakeKind.TOKEN
    )
    held = AGGREGATE.fold(chips, placed)
    assert balances([*placed, *settlement.settle(held, outcome="1-2", setting=setting)]) == {
        "promotion:star.AC01.T1": 0,
        "chips:star.AC01.T1": -1_000,
        "at-stake:star.AC01.T1": 0,
        "house:star.AC01.T1": 1_000,
    }
    lost = balances([*placed, *settlement.settle(held, outcome="5-6", setting=setting)])
    assert (lost[Account("promotion:star.AC01.T1")], lost[Account("house:star.AC01.T1")]) == (1_000, -1_000)


def test_5_2_a_no_roll_returns_every_wager_but_the_tail() -> None:
    setting, chips = setting_of(DF), seated(None)
    for selection in ("dragon", "dragons_tail", "total:7"):
        chips = AGGREGATE.fold(
            chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(500), setting=setting)
        )
    voided = settlement.void(chips, ground="no_roll", setting=setting)
    assert [(type(event), event.selection, event.rule) for event in voided] == [
        (WagerVoided, "dragon", ("DF 5.2",)),
        (WagerCarriedForward, "dragons_tail", ("DF 5.2",)),
        (WagerVoided, "total:7", ("DF 5.2",)),
    ]
    left = AGGREGATE.fold(chips, voided)
    assert [wager.selection for wager in left.wagers.values()] == ["dragons_tail"]


def test_cc_15_after_an_invalid_throw_every_wager_stands() -> None:
    assert settlement.void(holding(CC, "field", 500), ground="no_roll", setting=setting_of(CC)) == []


def test_3_12_a_ball_at_rest_early_returns_all_bets() -> None:
    (returned,) = settlement.void(holding(IR, "red", 500), ground="ball_early", setting=setting_of(IR))
    assert (returned.rule, returned.readings) == (("IR 3.12",), ("IR-06",))
    assert balances([returned])[Account("credit-meter:star.T0417")] == -500


@pytest.mark.parametrize(("game", "rule", "forfeited"), [(AC, "AC 7.9", True), (CC, "CC 9.4", False)])
def test_7_9_forfeiture_is_directed_where_the_book_has_it_and_nowhere_else(game: str, rule: str, forfeited: bool) -> None:
    (voided,) = settlement.forfeit(holding(game, "field", 500), ground="invalidate", setting=setting_of(game))
    assert isinstance(voided, WagerVoided)
    assert (voided.is_forfeited, voided.figures.paid_cents, voided.rule) == (forfeited, 0 if forfeited else 500, (rule,))


def test_11_11_a_supervisor_has_a_wager_removed_where_the_book_lets_one() -> None:
    refused = settlement.refuse(holding(DF, "fire", 500), wager=FIRST, reason="Chips of another house", setting=setting_of(DF))
    assert (refused.ground, refused.reason, refused.rule) == ("refused", "Chips of another house", ("DF 11.11",))
    assert refused.figures.paid_cents == 500
    with pytest.raises(settlement.NotRefusable) as without:
        settlement.refuse(holding(DF, "fire", 500), wager=FIRST, reason=" ", setting=setting_of(DF))
    assert without.value.rule == "DF 11.11"
    with pytest.raises(settlement.NotRefusable):
        settlement.refuse(holding(CC, "field", 500), wager=FIRST, reason="x", setting=setting_of(CC))


def test_a_wager_is_settled_by_the_version_it_was_placed_under() -> None:
    with pytest.raises(AssertionError):
        settlement.settle(holding(AC, "field", 500), outcome="1-2", setting=setting_of(CC))


def test_3_3_7_the_layout_is_told_by_count_total_and_hash_whoever_asks_first() -> None:
    one, two = holding(AC, "field", 500), holding(AC, "big6", 700).but(id=PositionId("star.AC01.T2"))
    told = settlement.layout_of([one, two])
    assert told == settlement.layout_of([two, one])
    assert (told.wagers, told.total_cents) == (2, 1_200)
    assert told.sha256 != settlement.layout_of([one, two.but(id=PositionId("star.AC01.T3"))]).sha256
    assert settlement.layout_of([]) == Layout(wagers=0, total_cents=Cents(0), sha256=settlement.layout_of([]).sha256)


def test_totals_of_a_round_are_added_up_from_its_events() -> None:
    chips = holding(AC, "field", 500)
    for selection in ("pass_line", "any_seven"):
        chips = AGGREGATE.fold(
            chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(100), setting=setting_of(AC))
        )
    assert settlement.totals_of(settlement.settle(chips, outcome="2-2", setting=setting_of(AC))) == Totals(
        settled=2,
        carried=1,
        stakes_cents=Cents(600),
        winnings=Fraction(500),
        returned=Fraction(500),
        paid_cents=Cents(1_000),
        rounding_cents=Cents(0),
    )


COMPOSITES = [
    (book_id, wager.id, dict(wager.pieces))
    for book_id, book in books.BOOKS.items()
    for wager in book.wagers
    if wager.pieces and {each.id for each in book.wagers} >= wager.pieces.keys()
]


@LONG
@PLAIN
@given(st.sampled_from(COMPOSITES), st.integers(1, 50), st.data())
def test_a_composite_comes_to_what_its_parts_come_to(composite: tuple[str, str, dict[str, int]], each: int, data: Any) -> None:
    game, selection, pieces = composite
    setting = setting_of(game)
    outcome = data.draw(st.sampled_from(sorted(setting.book.ways)))
    whole = _settled(game, selection, each * 100 * sum(pieces.values()), outcome).figures
    parts = [_settled(game, piece, each * 100 * count, outcome).figures for piece, count in pieces.items()]
    assert whole.winnings == sum(figures.winnings for figures in parts)
    assert whole.returned == sum(figures.returned for figures in parts)
    assert whole.paid_cents == sum(figures.paid_cents for figures in parts)


@st.composite
def _evenings(draw: st.DrawFn) -> tuple[str, list[Any]]:
    game = draw(st.sampled_from(sorted(books.BOOKS)))
    table = books.current(game)
    place = st.tuples(st.just("place"), st.sampled_from(sorted(table.wagers)), st.integers(1, 5_000))
    number = st.integers(1, 8)
    change = st.tuples(st.sampled_from(["increase", "reduce"]), number, st.integers(1, 5_000))
    cancel = st.tuples(st.just("cancel"), number, st.just(0))
    move = st.tuples(st.just("move"), number, st.sampled_from(sorted(table.wagers)))
    roll = st.tuples(st.just("roll"), st.sampled_from(sorted(table.ways)), st.just(0))
    ground = st.tuples(st.just("void"), st.sampled_from(sorted(table.grounds)), st.just(0))
    steps = st.one_of(place, place, place, change, cancel, move, roll, roll, ground)
    return game, draw(st.lists(steps, min_size=4, max_size=25))


@LONG
@PLAIN
@given(_evenings())
def test_no_evening_of_play_creates_or_destroys_money(evening: tuple[str, list[Any]]) -> None:
    game, steps = evening
    chips, point, events = seated(), None, []
    book = books.current(game)
    for step, what, amount in steps:
        setting = setting_of(game, point=point, point_since="R1" if point else "")
        try:
            happened = _step(chips, step, what, amount, setting)
        except Refusal:
            continue
        if step == "roll":
            point = book.point_after(point, what)
        events += happened
        chips = AGGREGATE.fold(chips, happened)
        _require_adds_up(chips, balances(events))
    assert chips == AGGREGATE.fold(seated(), events)
    assert codec.exact([*events, chips])


def _step(chips: Position, step: str, what: Any, amount: Any, setting: Setting) -> list[Any]:
    if type(what) is int and chips.wagers:
        what = list(chips.wagers)[what % len(chips.wagers)]
    match step:
        case "place":
            return list(placing.place(chips, selection=what, stake_cents=Cents(amount), setting=setting))
        case "increase":
            return [placing.increase(chips, wager=what, by_cents=Cents(amount), setting=setting)]
        case "reduce":
            return list(placing.reduce(chips, wager=what, to_cents=Cents(amount), setting=setting))
        case "cancel":
            return list(placing.cancel(chips, wager=what, setting=setting))
        case "move":
            return list(placing.move(chips, wager=what, to=amount, setting=setting))
        case "roll":
            return list(settlement.settle(chips, outcome=what, setting=setting))
        case _:
            return list(settlement.void(chips, ground=what, setting=setting))


def _require_adds_up(chips: Position, moved: dict[Account, int]) -> None:
    """Everything moved sums to nothing; at stake is what lies on the layout, and no wager is of nothing."""
    assert sum(moved.values()) == 0
    assert -moved[Account(f"at-stake:{chips.id}")] == sum(wager.lying.stake_cents for wager in chips.wagers.values())
    assert all(wager.lying.stake_cents > 0 for wager in chips.wagers.values())
    assert all(wager.lying.commission_cents >= 0 for wager in chips.wagers.values())
    assert moved[Account(f"commission:{chips.id}")] <= 0
