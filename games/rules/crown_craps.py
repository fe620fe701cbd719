"""Craps and Mini Craps (Crown Melbourne, approved by the VCGR, undated), in the book's order."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

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
    Shooter,
    State,
    Wager,
    allows,
    anything,
    goes_to,
    handed_back,
    loses,
    refuses,
    stays,
    wins,
)
from games.rules.dice import TWO_DICE, Roll, hard, totals
from games.rules.one_roll import one_roll, split_over
from games.rules.turns import first_after, place, places

ODDS_TABLE = "6.1"
POINTS = (4, 5, 6, 8, 9, 10)

Clauses: TypeAlias = tuple[Clause, ...]
States: TypeAlias = tuple[State, ...]
Outcomes: TypeAlias = Callable[[Roll], bool]


# 1.1: the Come Out Roll and the Point; a change of shooter alone does not clear it (CC-29)


def next_point(point: int | None, roll: Roll) -> int | None:
    """The table's point after a roll; none: the next is a come out roll."""
    if point is None:
        return roll.total if roll.total in POINTS else None
    return None if roll.total in {point, 7} else point


# 3.2 and 7.4.1: while the dice are out; a late wager, orally confirmed, must be lawful otherwise too

NOT_AT_MINI_CRAPS = refuses(ACTIONS, "7.4.1", closed=True, mini=True, readings=("CC-19",))
NOT_AFTER_THE_THROW = refuses(("place", "increase"), "3.2", closed=True, confirmed=False, readings=("CC-17",))
DICE_OUT = (NOT_AT_MINI_CRAPS, NOT_AFTER_THE_THROW)

# 3.4: taken down at any time before the result that decides it

TAKEN_DOWN = allows(("reduce", "remove"), "3.4", readings=("CC-30",))
AT_ANY_TIME = (*DICE_OUT, allows(("place", "increase")), TAKEN_DOWN)


# 3.5: Buy Bets, Place Bets, Come Odds and Hardways are off on a come out roll unless called on, and may be called off

CALLS = ("ON", "OFF")
SITUATIONS = tuple((point, call) for point in (None, *POINTS) for call in (None, *CALLS))
NAMES = {(point, call): f"{point or 'come out'}, {call or 'not called'}" for point, call in SITUATIONS}
ON_OR_OFF = tuple(Entry({"point": point, "call": call}, NAMES[point, call]) for point, call in SITUATIONS)


def _on_and_off(decided: Clauses, inactive: str) -> States:
    """A wager that 3.5 lists: when it is off, nothing decides it."""
    return tuple(_called(point, call, decided, (), inactive) for point, call in SITUATIONS)


def _on_and_off_behind(decided: Clauses, inactive: str) -> States:
    """Come Odds: off when their Come wager is decided, they are handed back (CC-02)."""
    returned = tuple(clause.on for clause in decided)
    return tuple(_called(point, call, decided, returned, inactive) for point, call in SITUATIONS)


def _called(point: int | None, call: str | None, decided: Clauses, returned: tuple[Outcomes, ...], inactive: str) -> State:
    """With this point on the table and the player's last call, which lasts until changed (CC-04)."""
    off = _off_under(point, call)
    clauses = tuple(handed_back(on, off, ("CC-02",)) for on in returned) if off else decided
    follows = goes_to(lambda roll: NAMES[next_point(point, roll), call], anything, off or inactive, ("CC-04",))
    return State(NAMES[point, call], clauses, follows, calls={to: NAMES[point, to] for to in CALLS})


def _off_under(point: int | None, call: str | None) -> str | None:
    """The rule by which it is off; none: it is active."""
    if call == "OFF":
        return "3.5.2"
    return "3.5.1" if point is None and call is None else None


# 6.1: the settlement odds; the asterisks there lead to no note (CC-10)

TRUE_ODDS = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
LAY_ODDS = {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)}
PLACE_ODDS = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
DONT_PLACE_ODDS = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}
HARDWAY_ODDS = {4: (15, 2), 6: (19, 2), 8: (19, 2), 10: (15, 2)}
CRAPS_ODDS: Odds = (15, 2)
ELEVEN_ODDS: Odds = (16, 1)
PAIR_ODDS: Odds = (33, 1)


# 3.6: what its wagers share: (a) win, (b) lose, (c) be inactive


def _for_the_number(rule: str, number: int, pays: Odds, limb: str = "") -> Clauses:
    return wins(totals(number), pays, f"{rule}(a){limb}"), loses(totals(7), f"{rule}(b){limb}")


def _for_the_seven(rule: str, number: int, pays: Odds, limb: str = "") -> Clauses:
    return wins(totals(7), pays, f"{rule}(a){limb}"), loses(totals(number), f"{rule}(b){limb}")


def _always_active(decided: Clauses, inactive: str) -> States:
    """A wager that 3.5 does not list: active on a come out roll too (CC-03)."""
    return (State("undecided", decided, stays(anything, inactive, ("CC-03",))),)


# 3.6.1, 3.6.3, 3.6.5, 3.6.7: the Lines and the Comes; a Come is active on a come out roll too (CC-24)

ON_ITS_NUMBER = tuple(Entry({"wager_point": point}, str(point)) for point in POINTS)
ON_THE_POINT = tuple(Entry({"point": point}, str(point)) for point in POINTS)

BEFORE_THE_COME_OUT_ROLL = (
    allows(("place", "increase"), come_out=True, moved=False),
    refuses(("place", "increase"), readings=("CC-05",)),
)
AFTER_THE_COME_OUT_ROLL = (
    allows(("place", "increase"), come_out=False, moved=False, readings=("CC-23",)),
    refuses(("place", "increase"), readings=("CC-05", "CC-23")),
)
LINE_IS_A_CONTRACT = refuses(("reduce", "remove"), "3.4.1", moved=True)
COME_IS_FIXED = refuses(("reduce", "remove"), "3.4.2", moved=True)
NOT_REPLACED = refuses(("place", "increase"), "3.4.3", was_reduced=True)
DONT_TAKEN_DOWN = allows(("reduce", "remove"), "3.4.3", readings=("CC-06", "CC-30"))


def _with_the_dice(wager_id: str, name: str, rule: str, entries: tuple[Entry, ...], *permits: Permit) -> Wager:
    """Win Line and Come: the same words under 3.6.1 and 3.6.5."""
    first = (wins(totals(7, 11), EVENS, f"{rule}(a)(i)"), loses(totals(2, 3, 12), f"{rule}(b)(i)"))
    states = _travelling(rule, first, _for_the_number)
    return Wager(wager_id, name, rule, ODDS_TABLE, states, (*DICE_OUT, *permits, TAKEN_DOWN), entries)


def _against_the_dice(wager_id: str, name: str, rule: str, entries: tuple[Entry, ...], *permits: Permit) -> Wager:
    """Don't Win Line and Don't Come: the same words under 3.6.3 and 3.6.7; a 2 leaves it there for a first roll (CC-01)."""
    first = (
        wins(totals(3, 12), EVENS, f"{rule}(a)(i)"),
        loses(totals(7, 11), f"{rule}(b)(i)"),
        stays(totals(2), f"{rule}(c)", readings=("CC-01", "CC-25")),
    )
    states = _travelling(rule, first, _for_the_seven)
    permits = (*DICE_OUT, NOT_REPLACED, *permits, DONT_TAKEN_DOWN)
    return Wager(wager_id, name, rule, ODDS_TABLE, states, permits, entries)


def _travelling(rule: str, first: Clauses, decided: Callable[..., Clauses]) -> States:
    """A first roll, then the number it travelled to; neither won nor lost, it is inactive."""
    travels = goes_to(lambda roll: str(roll.total), anything, f"{rule}(c)")
    inactive = stays(anything, f"{rule}(c)")
    numbers = (State(str(point), decided(rule, point, EVENS, "(ii)"), inactive, moved=True) for point in POINTS)
    return State("first roll", first, travels), *numbers


ON_A_LINE = (*ON_ITS_NUMBER, *ON_THE_POINT)
WIN_LINE = _with_the_dice("win_line", "Win Line", "3.6.1", ON_A_LINE, *BEFORE_THE_COME_OUT_ROLL, LINE_IS_A_CONTRACT)
DONT_WIN_LINE = _against_the_dice("dont_win_line", "Don't Win Line", "3.6.3", ON_A_LINE, *BEFORE_THE_COME_OUT_ROLL)
COME = _with_the_dice("come", "Come", "3.6.5", ON_ITS_NUMBER, *AFTER_THE_COME_OUT_ROLL, COME_IS_FIXED)
DONT_COME = _against_the_dice("dont_come", "Don't Come", "3.6.7", ON_ITS_NUMBER, *AFTER_THE_COME_OUT_ROLL)


# 3.6.2, 3.6.4, 3.6.6, 3.6.8: odds, held to the flat wager as first placed (CC-26); what lies above is returned (CC-12)

BEHIND_ITS_WAGER = (allows(("place", "increase"), has_base=True), refuses(("place", "increase")), TAKEN_DOWN)
ON_ITS_POINT = (refuses(("place", "increase"), own_point=False), *BEHIND_ITS_WAGER)


def _odds(
    prefix: str, name: str, rule: str, *permits: Permit, states: Callable[[Clauses, str], States], entries: tuple[Entry, ...] = ()
) -> tuple[Wager, ...]:
    """Win Line Odds and Come Odds: at most two times the original wager."""
    return tuple(
        Wager(
            f"{prefix}:{number}",
            f"{name} {number}",
            rule,
            ODDS_TABLE,
            states(_for_the_number(rule, number, pays), f"{rule}(c)"),
            (*DICE_OUT, *permits),
            entries,
            number=number,
            odds_limit=OddsLimit((2, 1), rule, ("CC-12", "CC-26")),
        )
        for number, pays in TRUE_ODDS.items()
    )


def _lay_odds(prefix: str, name: str, rule: str, *permits: Permit) -> tuple[Wager, ...]:
    """Lay Odds: winnings of at most two times the amount originally placed; the 2 in 3.6.8(c) decides nothing (CC-07)."""
    return tuple(
        Wager(
            f"{prefix}:{number}",
            f"{name} {number}",
            rule,
            ODDS_TABLE,
            _always_active(_for_the_seven(rule, number, (x, y)), f"{rule}(c)"),
            (*DICE_OUT, *permits),
            number=number,
            odds_limit=OddsLimit((2 * y, x), rule, ("CC-12", "CC-26")),
        )
        for number, (x, y) in LAY_ODDS.items()
    )


WIN_LINE_ODDS = _odds("win_line_odds", "Win Line Odds", "3.6.2", *ON_ITS_POINT, states=_always_active)
DONT_WIN_LAY_ODDS = _lay_odds("dont_win_lay_odds", "Lay Odds behind the Don't Win Line", "3.6.4", *ON_ITS_POINT)
COME_ODDS = _odds("come_odds", "Come Odds", "3.6.6", *BEHIND_ITS_WAGER, states=_on_and_off_behind, entries=ON_OR_OFF)
DONT_COME_LAY_ODDS = _lay_odds("dont_come_lay_odds", "Lay Odds on the Don't Come", "3.6.8", *BEHIND_ITS_WAGER)


# 3.6.9 to 3.6.13: a number or a seven; Buy and Lay borrow the clauses of the bets they stand in lieu of (CC-28)


def _at_any_time(
    wager_id: str, name: str, rule: str, *states: State, entries: tuple[Entry, ...] = (), commission: Odds | None = None
) -> Wager:
    """Placed at any time; its commission is exact, and kept or refunded with the part it was paid for (CC-18)."""
    readings = ("CC-18", "CC-28") if commission else ()
    return Wager(wager_id, name, rule, ODDS_TABLE, states, AT_ANY_TIME, entries, commission=commission, readings=readings)


def _easy_or_seven(number: int) -> Outcomes:
    return lambda roll: roll.total == 7 or (roll.total == number and not roll.is_same)


PLACE = tuple(
    _at_any_time(
        f"place:{number}",
        f"Place Bet {number}",
        "3.6.9",
        *_on_and_off(_for_the_number("3.6.9", number, pays), "3.6.9(c)"),
        entries=ON_OR_OFF,
    )
    for number, pays in PLACE_ODDS.items()
)
BUY = tuple(
    _at_any_time(
        f"buy:{number}",
        f"Buy Bet {number}",
        "3.6.10",
        *_on_and_off((wins(totals(number), pays), loses(totals(7))), "3.6.10"),
        entries=ON_OR_OFF,
        commission=(1, 20),
    )
    for number, pays in TRUE_ODDS.items()
)
DONT_PLACE = tuple(
    _at_any_time(
        f"dont_place:{number}",
        f"Don't Place Bet {number}",
        "3.6.11",
        *_always_active(_for_the_seven("3.6.11", number, pays), "3.6.11(c)"),
    )
    for number, pays in DONT_PLACE_ODDS.items()
)
LAY = tuple(
    _at_any_time(
        f"lay:{number}",
        f"Lay Bet {number}",
        "3.6.12",
        *_always_active((wins(totals(7), (x, y)), loses(totals(number))), "3.6.12"),
        commission=(x, 20 * y),
    )
    for number, (x, y) in LAY_ODDS.items()
)
HARDWAYS = tuple(
    _at_any_time(
        f"hard:{number}",
        f"Hardway {number}",
        "3.6.13",
        *_on_and_off((wins(hard(number), pays, "3.6.13(a)"), loses(_easy_or_seven(number), "3.6.13(b)")), "3.6.13(c)"),
        entries=ON_OR_OFF,
    )
    for number, pays in HARDWAY_ODDS.items()
)


# 3.6.14 to 3.6.22: decided by the roll immediately following placement


def _next_roll(wager_id: str, name: str, rule: str, *paying: tuple[tuple[int, ...], Odds]) -> Wager:
    won = (wins(totals(*numbers), pays, f"{rule}(a)") for numbers, pays in paying)
    return one_roll(wager_id, name, *won, rule=rule, odds_rule=ODDS_TABLE, permits=AT_ANY_TIME, lose_rule=f"{rule}(b)")


def _horn(wager_id: str, name: str, rule: str, pieces: list[Wager], reading: str) -> Wager:
    """Paid as if separate wagers were placed; limits are held against the whole."""
    return split_over(
        wager_id,
        name,
        pieces,
        TWO_DICE,
        rule=rule,
        odds_rule=ODDS_TABLE,
        permits=AT_ANY_TIME,
        win_rule=f"{rule}(a)",
        lose_rule=f"{rule}(b)",
        readings=(reading, "X-10"),
    )


ANY_CRAPS = _next_roll("any_craps", "Any Craps", "3.6.14", ((2, 3, 12), CRAPS_ODDS))
TWO_CRAP = _next_roll("two_crap", "Two Crap", "3.6.15", ((2,), PAIR_ODDS))
THREE_CRAP = _next_roll("three_crap", "Three Crap", "3.6.16", ((3,), ELEVEN_ODDS))
TWELVE_CRAP = _next_roll("twelve_crap", "Twelve Crap", "3.6.17", ((12,), PAIR_ODDS))
ELEVEN = _next_roll("eleven", "Eleven", "3.6.18", ((11,), ELEVEN_ODDS))
HORN_PIECES = {2: TWO_CRAP, 3: THREE_CRAP, 11: ELEVEN, 12: TWELVE_CRAP}
HORN = _horn("horn", "Horn Bet", "3.6.19", [*HORN_PIECES.values()], "CC-08")
HORN_HIGH = tuple(
    _horn(f"horn_high:{number}", f"Horn High Bet {number}", "3.6.20", [*HORN_PIECES.values(), nominated], "CC-09")
    for number, nominated in HORN_PIECES.items()
)
FIELD = _next_roll("field", "Field", "3.6.21", ((3, 4, 9, 10, 11), EVENS), ((2, 12), (2, 1)))
ANY_SEVEN = _next_roll("any_seven", "Any Seven", "3.6.22", ((7,), (4, 1)))


# 3.6.23, 3.6.24: Big 6 and Big 8, which lose on a come out 7 where a Place Bet is safe (CC-03)

BIG_6 = _at_any_time("big6", "Big 6", "3.6.23", *_always_active(_for_the_number("3.6.23", 6, EVENS), "3.6.23(c)"))
BIG_8 = _at_any_time("big8", "Big 8", "3.6.24", *_always_active(_for_the_number("3.6.24", 8, EVENS), "3.6.24(c)"))


# 5.1, 5.2: the shooter


def shooter(question: Mapping[str, Any]) -> Shooter:
    """Offered in turn, clockwise, to players with a line wager until one accepts; after a 7-out likewise (CC-31)."""
    order = places(question, "order_clockwise_from_boxperson_left")
    current = place(question, "current", order)
    accepting = set(places(question, "eligible")) & set(places(question, "accepts"))
    return first_after(order, current, accepting), "5.1.1" if current is None else "5.2.2"


# 5.4 and 9: invalid throws and general provisions

GROUNDS = {
    "no_roll": Ground(None, voids=False, readings=("CC-15",)),  # 5.4.1
    "cocked": Ground(None, voids=False, readings=("CC-15",)),  # 5.4.2
    "contravention": Ground("9.2.1", readings=("X-07",)),
    "invalidate": Ground("9.4", readings=("CC-21",)),
}

BOOK = Book(
    id="crown_craps",
    revision="undated.1",
    title="Craps and Mini Craps",
    approved_by="Victorian Commission for Gambling Regulation",
    ordered_on="undated",
    effective_on="undated",
    outcomes=TWO_DICE,
    wagers=(
        *(WIN_LINE, *WIN_LINE_ODDS, DONT_WIN_LINE, *DONT_WIN_LAY_ODDS),  # 3.6.1 to 3.6.4
        *(COME, *COME_ODDS, DONT_COME, *DONT_COME_LAY_ODDS),  # 3.6.5 to 3.6.8
        *(*PLACE, *BUY, *DONT_PLACE, *LAY, *HARDWAYS),  # 3.6.9 to 3.6.13
        *(ANY_CRAPS, TWO_CRAP, THREE_CRAP, TWELVE_CRAP, ELEVEN, HORN, *HORN_HIGH, FIELD, ANY_SEVEN),  # 3.6.14 to 3.6.22
        *(BIG_6, BIG_8),  # 3.6.23, 3.6.24
    ),
    limits=Limits(below="4.2.1", above="4.2.2", refuses=False, once_warned=True, readings=("CC-11",)),
    correction="5.3.1(a)",
    grounds=GROUNDS,
    shooter=shooter,
    rounding_rule="4.2.3",
    next_point=next_point,
)
