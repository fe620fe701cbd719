"""The sentence that says why a wager came to what it did: rule, odds and arithmetic, in all five books."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.domain.refusals import Refusal
from games.domain import placing, settlement
from games.domain.grounds import GROUNDS as DECLARED
from games.domain.position import AGGREGATE, Position
from games.domain.setting import Setting
from games.domain.vocabulary import Selection, WagerNumber
from games.domain.wager_events import WagerSettled
from games.explaining import GROUNDS, because, exactly
from games.rules import books
from tests.games.domain.playing import rolled, seated, setting_of

ONE = WagerNumber(1)
SAID: list[tuple[str, str, int, list[str], dict[str, Any], str]] = [
    (AC, "any_seven", 2_000, ["3-4"], {},
     "Any Seven, dice 3 and 4, rule AC 3.9.17: 9 to 2 (AC 3.10) on $20.00 is $90.00, and the stake."),
    (AC, "place:6", 1_000, ["2-4"], {},
     ("Place 6, dice 2 and 4, rule AC 3.9.7.1, reading AC-04: 7 to 6 (AC 3.10) on $10.00 is $11.66 and 2/3 of a cent, and the"
     " stake; $21.66 and 2/3 of a cent in all is paid up to $21.67 (X-01).")),
    (AC, "horn", 2_000, ["1-1"], {},
     ("Horn Bet, dice 1 and 1, rule AC 3.9.22, reading AC-08: 33 to 4 (AC 3.10) on $20.00 is $165.00, and $5.00 of the stake"
     " for the part that wins.")),
    (AC, "buy:4", 2_000, ["2-2"], {},
     ("Buy 4, dice 2 and 2, rule AC 3.9.8, readings AC-04, AC-06 and AC-07: 2 to 1 (AC 3.10) on $20.00 is $40.00, and the"
     " stake; commission of $1.00 is kept.")),
    (AC, "buy:4", 2_000, ["3-4"], {},
     ("Buy 4, dice 3 and 4, rule AC 3.9.8, readings AC-04, AC-06 and AC-07: it loses its stake of $20.00; commission of $1.00"
     " is kept.")),
    (AC, "pass_line", 500, ["2-4"], {}, "Pass Line, dice 2 and 4, rule AC 3.9.1: it stands on 6 and is not decided yet."),
    (AC, "pass_line", 500, ["2-4", "1-2"], {}, "Pass Line, dice 1 and 2, rule AC 3.9.1: it stands on 6 and is not decided yet."),
    (AC, "dont_pass", 500, ["6-6"], {},
     ("Don't Pass Line, dice 6 and 6, rule AC 3.9.10.3, reading AC-05: it neither wins nor loses, and the stake of $5.00 is"
     " returned.")),
    (AC, "place:6", 500, ["2-3"], {}, "Place 6, dice 2 and 3, rule AC 3.9.7: it stays on the layout, undecided."),
    (IR, "straight:17", 500, ["17"], {},
     "Straight Up 17, number 17, rule IR 3.9.1.1: 35 to 1 (IR 3.9.3) on $5.00 is $175.00, and the stake."),
    (IR, "zero_game", 2_000, ["0"], {},
     ("Zero Game, number 0, rule IR 3.9.2.1, reading IR-10: 17 to 4 (IR 3.9.3) on $20.00 is $85.00, and $5.00 of the stake for"
     " the part that wins.")),
    (IR, "red", 500, ["0"], {}, "Red, number 0, rule IR 3.9.1.12, readings IR-11 and IR-08: it loses its stake of $5.00."),
    (SB, "small", 500, ["1-2-3"], {},
     "Small, dice 1, 2 and 3, rule SB 3.9.1.1, reading SB-05: 1 to 1 (SB 3.9.10) on $5.00 is $5.00, and the stake."),
    (SB, "big", 500, ["6-6-6"], {}, "Big, dice 6, 6 and 6, rule SB 3.9.2.2, reading SB-05: it loses its stake of $5.00."),
    (DF, "dragon", 500, ["1-6"], {},
     "Dragon, dice 1 and 6, rule DF 6.1.1.2: it is frozen until a further roll decides it."),
    (DF, "dragon", 2_000, ["1-1"], {"maximum": 1_000},
     ("Dragon, dice 1 and 1, rules DF 6.1.1.1 and DF 7.3: 1 to 1 (DF 9.3) on $10.00 is $10.00, and the stake of $20.00, of which"
     " $10.00 lies above the maximum.")),
    (DF, "dragon", 2_000, ["2-6"], {"maximum": 1_000},
     ("Dragon, dice 2 and 6, rules DF 6.1.1.3 and DF 7.3: it loses $10.00 of its stake of $20.00; the $10.00 above the maximum"
     " is returned.")),
    (CC, "place:6", 1_000, ["2-4"], {"point": 8, "chip_unit": Cents(100)},
     ("Place Bet 6, dice 2 and 4, rule CC 3.6.9(a): 7 to 6 (CC 6.1) on $10.00 is $11.66 and 2/3 of a cent, and the stake;"
     " $21.66 and 2/3 of a cent in all is paid up to $22.00 (CC 4.2.3 and X-10).")),
    (CC, "horn", 2_000, ["1-1"], {},
     ("Horn Bet, dice 1 and 1, rule CC 3.6.19(a), reading CC-08: 33 to 4 (CC 6.1) on $20.00 is $165.00, and $5.00 of the stake"
     " for the part that wins.")),
]  # fmt: skip
WIN = re.compile(r": (\d+) to (\d+) \([A-Z]{2} [\d.()a-z]+\) on (\$[\d,.]+) is (\$[\d,.]+)(?: and (\d+/\d+) of a cent)?[,;]")


def _placed(selection: str, cents: int, setting: Setting) -> Position:
    chips = seated()
    return AGGREGATE.fold(chips, placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting))


@pytest.mark.parametrize(("game", "selection", "cents", "outcomes", "there", "sentence"), SAID)
def test_what_a_wager_came_to_is_told_with_rule_odds_and_arithmetic(
    *, game: str, selection: str, cents: int, outcomes: list[str], there: dict[str, Any], sentence: str
) -> None:
    setting = setting_of(game, **there)
    chips = _placed(selection, cents, setting)
    for outcome in outcomes[:-1]:
        chips = rolled(chips, outcome, setting)
    [event] = settlement.settle(chips, outcome=outcomes[-1], setting=setting)
    assert because(event, book=setting.book) == sentence


@pytest.mark.parametrize("game", [AC, IR, SB, DF, CC])
def test_every_wager_of_every_book_is_explained_at_every_outcome_and_the_arithmetic_is_right(game: str) -> None:
    setting, won = setting_of(game), 0
    for selection, wager in setting.book.wagers.items():
        cents = 700 * wager.shares[2]
        try:
            chips = _placed(selection, cents, setting)
        except Refusal:  # odds without their flat wager, and what is placed only at another time
            continue
        for outcome in setting.book.ways:
            [event] = settlement.settle(chips, outcome=outcome, setting=setting)
            said = because(event, book=setting.book)
            assert said.startswith(f"{wager.name}, ")
            assert said[-1] == "."
            if isinstance(event, WagerSettled) and event.result == "win":
                assert _recounted(said) == event.figures.winnings
                won += 1
    assert won > len(setting.book.ways)


def _recounted(said: str) -> Fraction:
    """What the odds in the sentence give on the amount in the sentence, which must be what it says."""
    told = WIN.search(said)
    assert told, said
    won, for_each, stake, is_, part = told.groups()
    exact = Fraction(int(won), int(for_each)) * _cents(stake)
    assert exact == _cents(is_) + Fraction(part or 0), said
    return exact


def _cents(amount: str) -> int:
    return int(amount.translate(str.maketrans("", "", "$,.")))


def test_a_wager_taken_down_says_what_came_back() -> None:
    setting = setting_of(AC)
    chips = _placed("buy:4", 2_000, setting)
    [taken] = placing.cancel(chips, wager=ONE, setting=setting)
    assert because(taken, book=setting.book) == (
        "Buy 4, rule AC 1.1 wagering period: it was taken down, the stake of $20.00 is returned; commission of $1.00 is returned."
    )


def test_x_03_a_void_wager_says_why_and_that_its_stake_comes_back_or_is_forfeited() -> None:
    setting = setting_of(IR)
    chips = _placed("red", 500, setting)
    [void] = settlement.void(chips, ground="ball_early", setting=setting)
    assert because(void, book=setting.book) == (
        "Red, rule IR 3.12, reading IR-06: it is void because the ball was at rest before the wagering period was complete, and"
        " the stake of $5.00 is returned."
    )
    [kept] = settlement.forfeit(chips, ground="invalidate", setting=setting)
    assert because(kept, book=setting.book).endswith(
        ": it is void because the outcome was invalidated, and the stake of $5.00 is forfeited."
    )


def test_df_5_2_a_wager_that_a_ground_spares_stays_where_it_is() -> None:
    setting = setting_of(DF)
    [spared] = settlement.void(_placed("dragons_tail", 500, setting), ground="no_roll", setting=setting)
    assert (
        because(spared, book=setting.book) == "Dragon's Tail, no roll was called, rule DF 5.2: it stays on the layout, undecided."
    )


def test_every_ground_of_every_book_has_its_words() -> None:
    declared = {ground for game in DECLARED for ground in books.current(game).grounds}
    assert declared <= GROUNDS.keys()


def test_an_exact_amount_is_told_to_the_last_fraction() -> None:
    assert [exactly(Fraction(*each)) for each in ((9_000, 1), (350, 3), (1, 2))] == [
        "$90.00",
        "$1.16 and 2/3 of a cent",
        "$0.00 and 1/2 of a cent",
    ]
