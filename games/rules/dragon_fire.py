"""Dragon Fire (The Star, order of 17 August 2016), in the book's order."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.rules.book import (
    ACTIONS,
    EVENS,
    Book,
    Clause,
    Entry,
    Ground,
    Limits,
    Odds,
    Shooter,
    State,
    Wager,
    allows,
    anything,
    goes_to,
    loses,
    refuses,
    wins,
)
from games.rules.dice import TWO_DICE, Roll, faces, totals
from games.rules.one_roll import one_roll
from games.rules.turns import first_after, place, places

# 3: who is offered the dice


def shooter(question: Mapping[str, Any]) -> Shooter:
    """The first player with a Dragon or Fire wager to accept, from the dealer's right or from the previous shooter (DF-05)."""
    order = places(question, "order_anticlockwise_from_dealer_right")
    willing = set(places(question, "eligible")) & set(places(question, "accepts"))
    previous = place(question, "current", order)
    accepting = first_after(order, previous, willing)
    if accepting is None:
        return None, "3.8"
    return accepting, "3.2" if previous is None else "3.7"


# 5.2: a "no roll" voids every wager, a frozen Dragon or Fire too (DF-06), but the Tail, whose run goes on (DF-07)

NO_ROLL = Ground("5.2", spares=("dragons_tail",), readings=("DF-06", "DF-07", "DF-08"))

# 6.4: wagers change until "no more bets"; 6.2.4 and 6.4.1: not where they are frozen

CHANGEABLE = (refuses(ACTIONS, "6.4", closed=True), allows(ACTIONS, "6.4"))
CHANGEABLE_UNTIL_FROZEN = (
    refuses(ACTIONS, "6.4", closed=True),
    refuses(ACTIONS, "6.4.1", moved=True, readings=("DF-09",)),
    allows(ACTIONS, "6.4"),
)
CHANGEABLE_UNTIL_A_7 = (
    refuses(ACTIONS, "6.4", closed=True),
    refuses(("place",), "6.2.4", moved=True, readings=("DF-09",)),
    refuses(ACTIONS, "6.4.1", moved=True),
    allows(ACTIONS, "6.4"),
)

# 9: the settlement odds

PAIRS_ODDS: Odds = (10, 1)
TOTAL_ODDS = {3: (15, 1), 4: (10, 1), 5: (7, 1), 6: (6, 1), 7: (4, 1), 8: (6, 1), 9: (7, 1), 10: (10, 1), 11: (15, 1)}
SPECIFIC_PAIR_ODDS: Odds = (33, 1)
RUN_ODDS = {1: (2, 1), 2: (10, 1), 3: (100, 1)}


# 6.1.1, 6.1.2 with 6.2: Dragon and Fire

BELOW_7 = totals(2, 3, 4, 5, 6)
ABOVE_7 = totals(8, 9, 10, 11, 12)
Clauses = tuple[Clause, ...]
_frozen = partial(State, shows="frozen", moved=True)


def _around_7(wager_id: str, name: str, rule: str, *, odds_rule: str, first: Clauses, after_a_7: Clauses) -> Wager:
    """A wager on one side of 7: frozen by a 7, and decided by the roll that follows it (DF-03), whoever throws (DF-12)."""
    states = (
        State("first roll", (*first, goes_to("frozen", totals(7), f"{rule}.2"))),
        _frozen("frozen", (*after_a_7, loses(totals(7), "6.2.5.1", readings=("DF-12", "DF-13")))),
    )
    return Wager(wager_id, name, rule, odds_rule, states, CHANGEABLE_UNTIL_A_7, (Entry({"frozen": True}, "frozen"),))


DRAGON = _around_7(
    "dragon",
    "Dragon",
    "6.1.1",
    odds_rule="9.3",
    first=(wins(BELOW_7, EVENS, "6.1.1.1"), loses(ABOVE_7, "6.1.1.3")),
    after_a_7=(
        wins(BELOW_7, EVENS, "6.2.6.2", readings=("DF-03", "DF-12")),
        loses(ABOVE_7, "6.2.7.1", readings=("DF-03", "DF-12")),
    ),
)
FIRE = _around_7(
    "fire",
    "Fire",
    "6.1.2",
    odds_rule="9.4",
    first=(wins(ABOVE_7, EVENS, "6.1.2.1"), loses(BELOW_7, "6.1.2.3", readings=("DF-04",))),
    after_a_7=(
        wins(ABOVE_7, EVENS, "6.2.7.2", readings=("DF-03", "DF-12")),
        loses(BELOW_7, "6.2.6.1", readings=("DF-03", "DF-12")),
    ),
)


# 6.1.3 to 6.1.6: wagers on the next roll, whatever is frozen (DF-15)


def _is_low_pair(roll: Roll) -> bool:
    return roll.is_same and roll[0] in {1, 2, 3}


def _is_high_pair(roll: Roll) -> bool:
    return roll.is_same and roll[0] in {4, 5, 6}


_next_roll = partial(one_roll, permits=CHANGEABLE)

LOW_PAIR = _next_roll(
    "low_pair",
    "Low Pair",
    wins(_is_low_pair, PAIRS_ODDS, "6.1.3.1"),
    rule="6.1.3",
    lose_rule="6.1.3.2",
    odds_rule="9.2",
    readings=("DF-15",),
)
HIGH_PAIR = _next_roll(
    "high_pair",
    "High Pair",
    wins(_is_high_pair, PAIRS_ODDS, "6.1.4.1"),
    rule="6.1.4",
    lose_rule="6.1.4.2",
    odds_rule="9.1",
    readings=("DF-15",),
)
SPECIFIC_PAIRS = tuple(
    _next_roll(
        f"pair:{number}",
        f"Specific Pair {number}",
        wins(faces(number, number), SPECIFIC_PAIR_ODDS, "6.1.5.1"),
        rule="6.1.5",
        lose_rule="6.1.5.2",
        odds_rule="9.6",
        readings=("DF-01", "DF-15"),
    )
    for number in range(1, 7)
)
DICE_TOTALS = tuple(
    _next_roll(
        f"total:{total}",
        f"Dice Total {total}",
        wins(totals(total), pays, "6.1.6.1"),
        rule="6.1.6",
        lose_rule="6.1.6.2",
        odds_rule=f"9.5.{position}",
        readings=("DF-02",),
    )
    for position, (total, pays) in enumerate(TOTAL_ODDS.items(), start=1)
)


# 6.1.7: Dragon's Tail, paid once for the run it came to (DF-10), whoever throws (DF-12)

EIGHT = totals(8)

DRAGONS_TAIL = Wager(
    "dragons_tail",
    "Dragon's Tail",
    "6.1.7",
    "9.7",
    states=(
        State("no 8", (goes_to("one 8", EIGHT),), otherwise=loses(anything, "6.1.7.4")),
        _frozen("one 8", (goes_to("two 8s", EIGHT),), otherwise=wins(anything, RUN_ODDS[1], "6.1.7.1")),
        _frozen("two 8s", (wins(EIGHT, RUN_ODDS[3], "6.1.7.3"),), otherwise=wins(anything, RUN_ODDS[2], "6.1.7.2")),
    ),
    permits=CHANGEABLE_UNTIL_FROZEN,
    entries=(Entry({"eights": 1}, "one 8"), Entry({"eights": 2}, "two 8s")),
    readings=("DF-10", "DF-12", "DF-15"),
)


# 10 and 11: irregularities and general provisions

GROUNDS = {
    "no_roll": NO_ROLL,
    "cocked": NO_ROLL,  # 5.4.6: "no roll" shall be called
    "contravention": Ground("11.3.1", readings=("X-07",)),
    "invalidate": Ground("11.5", forfeits=True, readings=("X-06",)),
}

BOOK = Book(
    id="dragon_fire",
    revision="2016-08-17.1",
    title="Dragon Fire",
    approved_by="Independent Liquor and Gaming Authority",
    ordered_on="2016-08-17",
    effective_on="on publication on the Authority's website",
    outcomes=TWO_DICE,
    wagers=(DRAGON, FIRE, LOW_PAIR, HIGH_PAIR, *SPECIFIC_PAIRS, *DICE_TOTALS, DRAGONS_TAIL),  # 6.1.1 to 6.1.7
    limits=Limits(below="7.2", above="7.3", refuses=False, readings=("DF-16",)),
    correction="10.2",
    grounds=GROUNDS,
    shooter=shooter,
    rounding_rule="6.5",
)
