"""What an entry would do, told before it is made: each kind of wager on the layout, what is to be lit, the point and the dice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casino.domain.money import Cents, dollars
from casino.domain.powers import CC, DF
from games.domain import foreseeing
from games.domain.foreseeing import Lies
from games.domain.grounds import Ground
from games.domain.outcome import label_of
from games.domain.position import Position
from games.domain.setting import cite
from games.domain.shooter import ELIGIBLE_WITH, MUST_ROLL_AGAIN, PASSED_BY_RULE, is_seven_out
from games.domain.table import Table
from games.domain.turn import DEALER_ROLLS
from games.rules.interpreter import Row, WagerTable
from games.rules.interpreter import Table as Book
from games.rules.readings import Reading, readings
from games.telling import odds
from games.told import listed

FEW = 3  # so many that lose stand each in a line of its own
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
STANDS_AS = {"frozen": "frozen since the 7", "one 8": "after one 8", "two 8s": "after two 8s"}
HOLDS_AS = {
    "one 8": "first 8: freeze, do not pay",
    "two 8s": "second 8: stays frozen",
    "frozen": "freeze: neither paid nor taken",
}


@dataclass(frozen=True)
class Line:
    """What becomes of one kind of wager, or of several of which the same becomes."""

    shape: str
    name: str
    words: str
    what: str  # the odds, or what to do with the chips
    rules: tuple[str, ...]
    readings: tuple[str, ...] = ()
    wagers: int = 0
    cents: Cents = foreseeing.NOTHING

    @property
    def read_with(self) -> list[Reading]:
        """How we read the rules."""
        return [readings()[each] for each in self.readings]

    @property
    def lies(self) -> str:
        """How much of it lies there."""
        return f"{self.wagers} wager{'' if self.wagers == 1 else 's'}, {dollars(self.cents)}" if self.wagers else ""


def call(book_id: str, faces: Sequence[int]) -> str:
    """What is called out: the faces from low to high and the total, at Crown the sum (DF 4.4.1, CC 5.3.1(a))."""
    told = [*sorted(faces), sum(faces)] if book_id == DF else [sum(faces)]
    return ", ".join(NUMBERS[number] for number in told)


def lines(lying: Iterable[Lies], *, shown: Sequence[int], book: Book) -> list[Line]:
    """Every kind of wager that lies there: first what wins, then what holds, what goes back, and what loses."""
    outcome = label_of(book, shown)
    met = [_met(lies, book.wagers[lies.selection], outcome, book.book_id) for lies in lying]
    kept = [each for each in met if each.what != "collect"]
    lost = [each for each in met if each.what == "collect"]
    order = {"done": 0, "locked": 1, "pending": 1, "back": 2}
    return [*sorted(kept, key=lambda each: order[each.shape]), *(_together(lost) if len(lost) > FEW else lost)]


def lit(table: Table, lying: Iterable[Lies], *, shown: Sequence[int], book: Book) -> list[tuple[str, str]]:
    """The areas that win and are to be lit, whether or not a wager lies there, each with its odds (DF 2.3, DF 8.6)."""
    outcome, stands = label_of(book, shown), {lies.selection: lies.state for lies in lying}
    found = []
    for wager in book.wagers.values():
        state = stands.get(wager.id) or wager.enter({"frozen": wager.id in table.frozen})
        row = wager.rows[state][outcome]
        if row.result == "win":
            found.append((wager.name, odds(row.winnings, row.denominator)))
    return found


def also_lit(table: Table, lying: Collection[Lies], *, shown: Sequence[int], book: Book) -> str:
    """The winning areas without a wager: they are lit all the same."""
    taken = {book.wagers[lies.selection].name for lies in lying}
    return listed(
        (f"{name} ({pays})" for name, pays in lit(table, lying, shown=shown, book=book) if name not in taken), nothing=""
    )


def without_result(lying: Collection[Lies], *, ground: Ground, table: Table, book: Book) -> list[Line]:
    """What calling the roll invalid does to the wagers (DF 5.2, CC-15)."""
    found = foreseeing.without_result(lying, ground=ground, book=book)
    rules, read_with, told = (found.rule,), tuple(found.readings), []
    if void := found.void.wagers:
        words = "and go back to the players"
        told.append(Line("waits", "All wagers are void", words, "give back", rules, read_with, void, found.void.stakes_cents))
    frozen = [lies for lies in lying if lies.selection in ELIGIBLE_WITH[DF] and lies.state == "frozen"]
    if frozen and book.book_id == DF:
        wagers, cents = sum(lies.wagers for lies in frozen), Cents(sum(lies.stakes_cents for lies in frozen))
        told.append(Line("waits", "Frozen Dragon and Fire go back too", "of these", "give back", (), ("DF-06",), wagers, cents))
    if stands := found.stands.wagers:
        name = "Dragon’s Tail stays" if book.book_id == DF else "Every wager stands"
        words, cents = _standing(table, book), found.stands.stakes_cents
        told.append(Line("locked", name, words, "hold", rules, read_with, stands, cents))
    return told or [Line("idle", "No wager lies on the layout", "nothing moves", "", rules, read_with)]


def afterwards(table: Table, shooter: Position | None, *, shown: Sequence[int], book: Book) -> list[str]:
    """What the roll does to the point and to the shooter's turn (DF 3.6.1, DF-14, CC 5.2.2, CC-31)."""
    outcome = label_of(book, shown)
    return [*_point(table, outcome, book), *_turn(table, shooter, outcome, book)]


def _met(lies: Lies, wager: WagerTable, outcome: str, book_id: str) -> Line:
    row = wager.rows[lies.state][outcome]
    stood = _stood(lies.state, wager)
    shape, words, what = _fate(row, wager)
    rules, told = (cite(book_id, row.rule),), ", ".join(filter(None, [words, stood]))
    return Line(shape, wager.name, told, what, rules, tuple(row.readings), lies.wagers, lies.stakes_cents)


def _fate(row: Row, wager: WagerTable) -> tuple[str, str, str]:
    """The shape, the words, and what to do."""
    if row.following is not None:
        after = wager.states[row.following]
        shape = "locked" if after["shows"] == "frozen" else "pending"
        goes = f"goes to {row.following}" if after["moved"] else "stays"
        return shape, HOLDS_AS.get(row.following, goes), "hold"
    match row.result:
        case "win":
            part = "" if row.returned == row.denominator else ", the part that wins"
            return "done", f"wins{part}", odds(row.winnings, row.denominator) if not part else "by piece"
        case "lose":
            return "idle", "loses", "collect"
        case "draw":
            return "back", "neither wins nor loses", "give back"
        case _:
            return "back", "was not in play", "give back"


def _stood(state: str, wager: WagerTable) -> str:
    """How a wager lay until now, where that is worth saying."""
    if state in STANDS_AS:
        return STANDS_AS[state]
    called = state.rpartition(", ")[2]
    if called in {"ON", "OFF"}:
        return f"called {called}"
    return f"on {state}" if wager.states[state]["moved"] and state.isdigit() else ""


def _together(lost: Sequence[Line]) -> list[Line]:
    rules = tuple(dict.fromkeys(rule for each in lost for rule in each.rules))
    names = listed(dict.fromkeys(each.name for each in lost))
    cents = Cents(sum(each.cents for each in lost))
    return [Line("idle", names, "lose", "collect", rules, (), sum(each.wagers for each in lost), cents)]


def _standing(table: Table, book: Book) -> str:
    if book.book_id == CC:
        return f"for the next throw; the point stays {table.point}" if table.point else "for the next throw"
    return "with the 8s it has counted"


def _point(table: Table, outcome: str, book: Book) -> list[str]:
    after = book.point_after(table.point, outcome)
    if after == table.point:
        return []
    return [f"The point is {after}: puck ON {after}." if after else "The point is over: puck OFF."]


def _turn(table: Table, shooter: Position | None, outcome: str, book: Book) -> list[str]:
    if book.book_id == CC:
        rule = f"{cite(CC, PASSED_BY_RULE[CC])}, CC-31"
        out = table.shooter and is_seven_out(table, outcome=outcome, book=book)
        return [f"7-out: the dice pass on from {table.shooter} ({rule})."] if out else []
    if table.shooter is None:
        return [f"The dealer rolls: nobody takes the dice ({cite(DF, DEALER_ROLLS)})."] if table.has_no_taker else []
    rule = cite(DF, MUST_ROLL_AGAIN)
    fates = _of_the_shooter(shooter, outcome, book)
    if ("frozen", "lose") in fates:
        return [f"{table.shooter} rolled after the 7, and a frozen wager of the shooter loses: the dice pass on ({rule}, DF-14)."]
    if any(state == "frozen" for state, _ in fates):
        return [f"{table.shooter} rolled after the 7, and the frozen wager wins: the dice may stay ({rule})."]
    return [f"{table.shooter} must roll again after the 7 ({rule})."] if ("first roll", "frozen") in fates else []


def _of_the_shooter(shooter: Position | None, outcome: str, book: Book) -> set[tuple[str, str]]:
    """How the shooter's wagers on Dragon and Fire lie, and what becomes of them."""
    held: Mapping[Any, Any] = shooter.wagers if shooter else {}
    theirs = [wager for wager in held.values() if wager.selection in ELIGIBLE_WITH[DF]]
    return {(each.lying.state, book.wagers[each.selection].rows[each.lying.state][outcome].result) for each in theirs}
