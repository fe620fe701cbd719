"""Aruze Craps Electronic Table Game (The Star, order of 2 June 2016), in the book's order."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations_with_replacement
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
    OddsLimit,
    Permit,
    Readings,
    Shooter,
    State,
    Wager,
    allows,
    draws,
    goes_to,
    loses,
    refuses,
    wins,
)
from games.rules.dice import TWO_DICE, Roll, easy, faces, hard, totals
from games.rules.one_roll import one_roll, split_over
from games.rules.turns import first_after, is_true, place, places

ODDS_TABLE = "3.10"
POINTS = (4, 5, 6, 8, 9, 10)

# 1.1 and 3.3.6: wagers are placed, moved and cancelled in the wagering period, and never after it

PERIOD = "1.1 wagering period"
NOT_AFTER_THE_PERIOD = refuses(ACTIONS, "3.3.6", closed=True)
CANCELLED_IN_THE_PERIOD = allows(("reduce", "remove"), PERIOD)
AT_ANY_TIME = (NOT_AFTER_THE_PERIOD, allows(("place", "increase")), CANCELLED_IN_THE_PERIOD)

# 3.10: the settlement odds

TRUE_ODDS = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
LAY_ODDS = {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)}
PLACE_ODDS = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
PLACE_TO_LOSE_ODDS = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}
HARDWAY_ODDS = {4: (15, 2), 6: (9, 1), 8: (9, 1), 10: (15, 2)}
CRAPS_ODDS: Odds = (15, 2)
ELEVEN_ODDS: Odds = (16, 1)
PAIR_ODDS: Odds = (33, 1)


# 3.9.1, 3.9.3: Pass Line and Come

FIRST_ROLL = "first roll"
ON_ITS_NUMBER = tuple(Entry({"wager_point": point}, str(point)) for point in POINTS)
ON_THE_POINT = tuple(Entry({"point": point}, str(point)) for point in POINTS)


def _with_the_dice(wager_id: str, name: str, rule: str, entries: tuple[Entry, ...], permits: tuple[Permit, ...]) -> Wager:
    """Pass Line and Come: the same words under 3.9.1 and 3.9.3."""
    first = State(
        FIRST_ROLL,
        (
            wins(totals(7, 11), EVENS, f"{rule}.1.1"),
            loses(totals(2, 3, 12), f"{rule}.2.1"),
            *(goes_to(str(point), totals(point)) for point in POINTS),
        ),
    )
    numbers = (
        State(str(point), (wins(totals(point), EVENS, f"{rule}.1.2"), loses(totals(7), f"{rule}.2.2")), moved=True)
        for point in POINTS
    )
    return Wager(wager_id, name, rule, ODDS_TABLE, (first, *numbers), permits, entries)


CONTRACT = (refuses(("reduce", "remove"), exposed=True, readings=("AC-02",)), CANCELLED_IN_THE_PERIOD)

PASS_LINE = _with_the_dice(
    "pass_line",
    "Pass Line",
    "3.9.1",
    entries=(*ON_ITS_NUMBER, *ON_THE_POINT),
    permits=(
        NOT_AFTER_THE_PERIOD,
        allows(("place",), come_out=True),
        refuses(("place",)),
        allows(("increase",), readings=("AC-02",)),
        *CONTRACT,
    ),
)
COME = _with_the_dice(
    "come",
    "Come",
    "3.9.3",
    entries=ON_ITS_NUMBER,
    permits=(NOT_AFTER_THE_PERIOD, allows(("place", "increase"), readings=("AC-01", "AC-02")), *CONTRACT),
)


# 3.9.2, 3.9.4: Odds and Come Odds

ON_ITS_POINT = (  # the number established on the come out roll
    allows(("place", "increase"), has_base=True, own_point=True),
    refuses(("place", "increase")),
    CANCELLED_IN_THE_PERIOD,
)
BEHIND_ITS_WAGER = (
    allows(("place", "increase"), has_base=True),
    refuses(("place", "increase")),
    CANCELLED_IN_THE_PERIOD,
)
UNDECIDED = "undecided"


def _odds(prefix: str, name: str, rule: str, permits: tuple[Permit, ...], readings: Readings) -> tuple[Wager, ...]:
    """An additional wager of at most double the flat one, won and lost with it (3.9.2, 3.9.4)."""
    return tuple(
        Wager(
            f"{prefix}:{number}",
            f"{name} {number}",
            rule,
            ODDS_TABLE,
            (State(UNDECIDED, (wins(totals(number), TRUE_ODDS[number], f"{rule}.2"), loses(totals(7), f"{rule}.3"))),),
            (NOT_AFTER_THE_PERIOD, *permits),
            number=number,
            odds_limit=OddsLimit((2, 1), f"{rule}.1", ("AC-03",)),
            readings=readings,
        )
        for number in POINTS
    )


ODDS = _odds("odds", "Odds", "3.9.2", ON_ITS_POINT, readings=("AC-18",))
COME_ODDS = _odds("come_odds", "Come Odds", "3.9.4", BEHIND_ITS_WAGER, readings=("AC-04", "AC-18"))


# 3.9.5 to 3.9.9: a number before a seven; no rule turns them off on a come out roll (AC-04)


def _undecided(
    wager_id: str, name: str, rule: str, *clauses: Clause, commission: Odds | None = None, readings: Readings = ()
) -> Wager:
    """A wager made at any time that stays until one of its clauses decides it."""
    return Wager(
        wager_id, name, rule, ODDS_TABLE, (State(UNDECIDED, clauses),), AT_ANY_TIME, commission=commission, readings=readings
    )


BIG_6 = _undecided("big6", "Big 6", "3.9.5", wins(totals(6), EVENS), loses(totals(7)), readings=("AC-04",))
BIG_8 = _undecided("big8", "Big 8", "3.9.6", wins(totals(8), EVENS), loses(totals(7)), readings=("AC-04",))

PLACE = tuple(
    _undecided(
        f"place:{number}",
        f"Place {number}",
        "3.9.7",
        wins(totals(number), PLACE_ODDS[number], "3.9.7.1"),
        loses(totals(7), "3.9.7.2"),
        readings=("AC-04",),
    )
    for number in POINTS
)
BUY = tuple(
    _undecided(
        f"buy:{number}",
        f"Buy {number}",
        "3.9.8",
        wins(totals(number), TRUE_ODDS[number]),
        loses(totals(7)),
        commission=(1, 20),
        readings=("AC-04", "AC-06", "AC-07"),
    )
    for number in POINTS
)
HARDWAYS = tuple(
    _undecided(
        f"hard:{number}",
        f"Hard {number}",
        "3.9.9",
        wins(hard(number), pays),
        loses(easy(number), readings=("AC-11",)),
        loses(totals(7), readings=("AC-11",)),
        readings=("AC-04",),
    )
    for number, pays in HARDWAY_ODDS.items()
)


# 3.9.10, 3.9.11: Don't Pass Line and Don't Come


def _against_the_dice(wager_id: str, name: str, rule: str, entries: tuple[Entry, ...], permits: tuple[Permit, ...]) -> Wager:
    """Don't Pass Line and Don't Come: the same words under 3.9.10 and 3.9.11."""
    first = State(
        FIRST_ROLL,
        (
            wins(totals(2, 3), EVENS, f"{rule}.1.1"),
            loses(totals(7, 11), f"{rule}.2.1"),
            draws(totals(12), f"{rule}.3", readings=("AC-05",)),
            *(goes_to(str(point), totals(point)) for point in POINTS),
        ),
    )
    numbers = (
        State(str(point), (wins(totals(7), EVENS, f"{rule}.1.2"), loses(totals(point), f"{rule}.2.2")), moved=True)
        for point in POINTS
    )
    return Wager(wager_id, name, rule, ODDS_TABLE, (first, *numbers), (NOT_AFTER_THE_PERIOD, *permits), entries)


DONT_PASS = _against_the_dice(
    "dont_pass",
    "Don't Pass Line",
    "3.9.10",
    entries=(*ON_ITS_NUMBER, *ON_THE_POINT),
    permits=(
        allows(("place", "increase"), come_out=True, moved=False),
        refuses(("place", "increase"), readings=("AC-15",)),
        CANCELLED_IN_THE_PERIOD,
    ),
)
DONT_COME = _against_the_dice(
    "dont_come",
    "Don't Come",
    "3.9.11",
    entries=ON_ITS_NUMBER,
    permits=(
        allows(("place", "increase"), come_out=False, moved=False, readings=("AC-17",)),
        refuses(("place", "increase"), readings=("AC-15", "AC-17")),
        CANCELLED_IN_THE_PERIOD,
    ),
)


# 3.9.12, 3.9.13: Don't Odds and Don't Come Odds


def _dont_odds(prefix: str, name: str, rule: str, permits: tuple[Permit, ...]) -> tuple[Wager, ...]:
    """An additional wager that wins at most double the flat one, won and lost with it (3.9.12, 3.9.13)."""
    return tuple(
        Wager(
            f"{prefix}:{number}",
            f"{name} {number}",
            rule,
            ODDS_TABLE,
            (State(UNDECIDED, (wins(totals(7), (x, y), f"{rule}.2"), loses(totals(number), f"{rule}.3"))),),
            (NOT_AFTER_THE_PERIOD, *permits),
            number=number,
            odds_limit=OddsLimit((2 * y, x), f"{rule}.1", ("AC-16",)),
            readings=("AC-18",),
        )
        for number, (x, y) in LAY_ODDS.items()
    )


DONT_ODDS = _dont_odds("dont_odds", "Don't Odds", "3.9.12", ON_ITS_POINT)
DONT_COME_ODDS = _dont_odds("dont_come_odds", "Don't Come Odds", "3.9.13", BEHIND_ITS_WAGER)


# 3.9.14, 3.9.15: a seven before a number

PLACE_TO_LOSE = tuple(
    _undecided(
        f"place_to_lose:{number}",
        f"Place to Lose {number}",
        "3.9.14",
        wins(totals(7), PLACE_TO_LOSE_ODDS[number], "3.9.14.1"),
        loses(totals(number), "3.9.14.2"),
    )
    for number in POINTS
)
LAY = tuple(
    _undecided(
        f"lay:{number}",
        f"Lay {number}",
        "3.9.15",
        wins(totals(7), (x, y)),
        loses(totals(number)),
        commission=(x, 20 * y),
        readings=("AC-06", "AC-07"),
    )
    for number, (x, y) in LAY_ODDS.items()
)


# 3.9.16 to 3.9.23: one roll wagers

_next_roll = partial(one_roll, odds_rule=ODDS_TABLE, permits=AT_ANY_TIME)
ON_CRAPS = wins(totals(2, 3, 12), CRAPS_ODDS)
ON_ELEVEN = wins(totals(11), ELEVEN_ODDS)

FIELD = _next_roll("field", "Field", wins(totals(3, 4, 9, 10, 11), EVENS), wins(totals(2, 12), (2, 1)), rule="3.9.16")
ANY_SEVEN = _next_roll("any_seven", "Any Seven", wins(totals(7), (9, 2)), rule="3.9.17")
ANY_CRAPS = _next_roll("any_craps", "Any Craps", ON_CRAPS, rule="3.9.18", readings=("AC-10",))
CRAPS_C = _next_roll("craps_c", "C (Craps)", ON_CRAPS, rule="3.9.19", readings=("AC-10",))
ELEVEN_E = _next_roll("eleven_e", "E (Eleven)", ON_ELEVEN, rule="3.9.20")
C_AND_E = _next_roll(
    "c_and_e",
    "C&E (Craps & Eleven)",
    wins(totals(2, 3, 12), (13, 4)),
    wins(totals(11), (15, 2)),
    rule="3.9.21",
    readings=("AC-09",),
)
HORN = split_over(
    "horn",
    "Horn Bet",
    [
        _next_roll("2", "Horn on 2", wins(totals(2), PAIR_ODDS), rule="3.9.22"),
        _next_roll("3", "Horn on 3", wins(totals(3), ELEVEN_ODDS), rule="3.9.22"),
        _next_roll("11", "Horn on 11", wins(totals(11), ELEVEN_ODDS), rule="3.9.22"),
        _next_roll("12", "Horn on 12", wins(totals(12), PAIR_ODDS), rule="3.9.22"),
    ],
    TWO_DICE,
    rule="3.9.22",
    odds_rule=ODDS_TABLE,
    permits=AT_ANY_TIME,
    readings=("AC-08",),
)
HOPS = tuple(
    _next_roll(
        f"hop:{low}-{high}",
        f"Hop Bet {low}-{high}",
        wins(faces(low, high), PAIR_ODDS if low == high else ELEVEN_ODDS),
        rule="3.9.23",
    )
    for low, high in combinations_with_replacement(range(1, 7), 2)
)


# 1.1: the come out roll and the point, which move with the dice whether or not anybody has a line wager (AC-13)


def next_point(point: int | None, roll: Roll) -> int | None:
    """The table's point after a roll; none: the next is a come out roll."""
    if point is None:
        return roll.total if roll.total in POINTS else None
    return None if roll.total in {point, 7} else point


# 3.11: the shooter


def shooter(question: Mapping[str, Any]) -> Shooter:
    """In turn, clockwise, among terminals with a line wager; the dice pass when Pass loses or Don't Pass wins (AC-14)."""
    order = places(question, "order_clockwise")
    eligible = places(question, "eligible")
    current = place(question, "current", order)
    pass_lost, dont_won = is_true(question, "pass_lost"), is_true(question, "dont_won")
    if current in eligible and not (pass_lost or dont_won):
        return current, "3.11"
    following = first_after(order, current, eligible)
    return following, "3.11.2" if following is None else "3.11"


# 6 and 7: irregularities and general provisions

GROUNDS = {
    "wagers_unconfirmed": Ground("6.3"),
    "cocked": Ground("6.4.1", readings=("AC-12",)),
    "tumbler_malfunction": Ground("6.4.2", readings=("AC-12",)),
    "system_malfunction": Ground("6.6", readings=("AC-19",)),
    "contravention": Ground("7.7.1", readings=("X-07",)),
    "invalidate": Ground("7.9", forfeits=True, readings=("X-06",)),
}

BOOK = Book(
    id="aruze_craps",
    revision="2016-06-02.1",
    title="Aruze Craps Electronic Table Game",
    approved_by="Independent Liquor and Gaming Authority",
    ordered_on="2016-06-02",
    effective_on="on publication on the Authority's website",
    outcomes=TWO_DICE,
    wagers=(
        *(PASS_LINE, *ODDS, COME, *COME_ODDS, BIG_6, BIG_8, *PLACE, *BUY, *HARDWAYS),  # 3.9.1 to 3.9.9
        *(DONT_PASS, DONT_COME, *DONT_ODDS, *DONT_COME_ODDS, *PLACE_TO_LOSE, *LAY),  # 3.9.10 to 3.9.15
        *(FIELD, ANY_SEVEN, ANY_CRAPS, CRAPS_C, ELEVEN_E, C_AND_E, HORN, *HOPS),  # 3.9.16 to 3.9.23
    ),
    limits=Limits(below="3.1", above="3.1", refuses=True, readings=("X-05",)),
    correction="6.1",
    grounds=GROUNDS,
    shooter=shooter,
    next_point=next_point,
)
