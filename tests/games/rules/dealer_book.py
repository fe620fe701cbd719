"""A small book of a dealer table, made up for the tests, that uses every word a book can be written in."""

from games.rules.book import (
    ACTIONS,
    EVENS,
    Book,
    Entry,
    Ground,
    Limits,
    OddsLimit,
    State,
    Wager,
    allows,
    anything,
    goes_to,
    handed_back,
    loses,
    refuses,
    wins,
)
from games.rules.dice import TWO_DICE, totals
from games.rules.one_roll import one_roll, split_over

AT_ANY_TIME = (refuses(ACTIONS, "3.2", closed=True), allows(ACTIONS, "3.1"))

HIGH = one_roll(
    "high",
    "High",
    wins(lambda roll: roll.total > 7, EVENS, "1.1(a)"),
    rule="1.1",
    odds_rule="9",
    permits=AT_ANY_TIME,
    lose_rule="1.1(b)",
)
TWO = one_roll("two", "Two", wins(totals(2), (30, 1)), rule="1.2", odds_rule="9", permits=AT_ANY_TIME)
TWELVE = one_roll("twelve", "Twelve", wins(totals(12), (30, 1)), rule="1.3", odds_rule="9", permits=AT_ANY_TIME)
ENDS = split_over(
    "ends", "Ends", [TWO, TWO, TWELVE], TWO_DICE, rule="1.4", odds_rule="9", permits=AT_ANY_TIME, limited_by_piece=True
)
RUN = Wager(
    "run",
    "Run",
    "2.1",
    "9",
    (
        State("fresh", (goes_to("frozen", totals(7), "2.1.1"),), otherwise=loses(anything, "2.1.2")),
        State("frozen", (wins(totals(7), (5, 1), "2.1.3"),), otherwise=loses(anything, "2.1.4"), shows="frozen", moved=True),
    ),
    (refuses(ACTIONS, "2.1", moved=True), *AT_ANY_TIME),
    entries=(Entry({"frozen": True}, "frozen"),),
)
SIX = Wager(
    "six",
    "Six",
    "2.2",
    "9",
    (
        State("on", (wins(totals(6), (7, 6), "2.2(a)"), loses(totals(7), "2.2(b)")), calls={"ON": "on", "OFF": "off"}),
        State("off", (handed_back(totals(7), "2.3"),), calls={"ON": "on", "OFF": "off"}),
    ),
    AT_ANY_TIME,
    entries=(Entry({"call": "OFF"}, "off"),),
    number=6,
    commission=(1, 20),
    odds_limit=OddsLimit((12, 5), "2.2"),
)

BOOK = Book(
    id="dealer_book",
    revision="2026-01-01.1",
    title="A book for tests",
    approved_by="nobody",
    ordered_on="2026-01-01",
    effective_on="2026-01-01",
    outcomes=TWO_DICE,
    wagers=(HIGH, TWO, TWELVE, ENDS, RUN, SIX),
    limits=Limits(below="4.1", above="4.2", refuses=False, once_warned=True),
    correction="5.1",
    grounds={
        "no_roll": Ground("5.2", spares=("run",)),
        "cocked": Ground(None, voids=False),
        "invalidate": Ground("5.3", forfeits=True),
    },
    shooter=None,
    rounding_rule="4.3",
)
