"""The layouts of practice terminals, drawn from the compiled books: every wager is an area with its name, odds and rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from casino.domain.powers import AC, CC, DF, IR, SB
from games import telling
from games.domain.setting import cite
from games.domain.vocabulary import kind_of
from games.practice_roulette import board
from games.rules import books
from games.rules.aruze_craps import POINTS
from games.rules.interpreter import WagerTable
from games.telling import WagerLine

TRAVELS = ("come", "dont_come")  # a roll brings them from their area to a number, and the area is free again
FACES = range(1, 7)


@dataclass(frozen=True)
class Area:
    """What is touched to place a wager."""

    id: str
    name: str  # as the book calls it
    short: str  # as it stands on the layout
    odds: str
    rule: str
    pieces: int  # that a chip is put on each of
    travels: bool

    @property
    def said(self) -> str:
        """As it is read aloud."""
        pieces = f", {self.pieces} pieces" if self.pieces > 1 else ""
        return f"{self.name}, {self.odds}{pieces}"


@cache
def areas(book_id: str) -> Mapping[str, Area]:
    """Every permissible wager of a book, by its id."""
    table = books.current(book_id)
    return {line.id: _area(book_id, line, table.wagers[line.id]) for line in telling.lines(book_id)}


def _area(book_id: str, line: WagerLine, wager: WagerTable) -> Area:
    return Area(
        id=line.id,
        name=line.name,
        short=_short(line.name),
        odds=_odds(book_id, line, wager),
        rule=cite(book_id, line.rule),
        pieces=wager.shares[2],
        travels=line.id in TRAVELS,
    )


def layout_of(book_id: str) -> Mapping[str, Any]:
    """A layout as its template draws it."""
    return {AC: craps, IR: roulette, SB: sicbo, DF: dragon_fire, CC: crown}[book_id]()


def craps() -> Mapping[str, Any]:
    """Aruze Craps: a column for each number, the lines below, what one roll decides at the right."""
    of = areas(AC)
    kinds = ("lay", "place_to_lose", "come_odds", "dont_come_odds", "buy", "place")
    return {
        "numbers": [{"number": point, **{kind: of[f"{kind}:{point}"] for kind in kinds}} for point in POINTS],
        "odds": [of[f"odds:{point}"] for point in POINTS],
        "dont_odds": [of[f"dont_odds:{point}"] for point in POINTS],
        "hard": [(of[f"hard:{total}"], (total // 2, total // 2)) for total in (4, 6, 8, 10)],
        "hops": [(of[f"hop:{low}-{high}"], (low, high)) for low in FACES for high in range(low, 7)],
        "hop_odds": f"pair {of['hop:1-1'].odds}, others {of['hop:1-2'].odds}",
        **{each.id: each for each in of.values() if ":" not in each.id},
    }


def crown() -> Mapping[str, Any]:
    """Crown Craps: the same columns under the names of its own book, and the horns at the right."""
    of = areas(CC)
    kinds = ("lay", "dont_place", "come_odds", "dont_come_lay_odds", "buy", "place")
    return {
        "numbers": [{"number": point, **{kind: of[f"{kind}:{point}"] for kind in kinds}} for point in POINTS],
        "odds": [(of[f"win_line_odds:{point}"], f"Odds {point}") for point in POINTS],
        "dont_odds": [(of[f"dont_win_lay_odds:{point}"], f"Lay Odds {point}") for point in POINTS],
        "hard": [(of[f"hard:{total}"], (total // 2, total // 2)) for total in (4, 6, 8, 10)],
        "horns": [(of[f"horn_high:{number}"], f"Horn High {number}") for number in (2, 3, 11, 12)],
        **{each.id: each for each in of.values() if ":" not in each.id},
    }


def dragon_fire() -> Mapping[str, Any]:
    """Dragon Fire: the two sides of seven, the tail between them, pairs and totals below."""
    of = areas(DF)
    return {
        "pairs": [(of[f"pair:{face}"], (face, face)) for face in FACES],
        "totals": [(of[f"total:{total}"], total) for total in range(3, 12)],
        **{each.id: each for each in of.values() if ":" not in each.id},
    }


def sicbo() -> Mapping[str, Any]:
    """Aruze Sic Bo: totals in the middle, triples and doubles above, combinations and single numbers below."""
    of = areas(SB)
    kind = {name: [each for each in of.values() if kind_of(each.id) == name] for name in ("triple", "double", "total")}
    return {
        "small": of["small"],
        "big": of["big"],
        "any_triple": of["any_triple"],
        "doubles": _with_dice(kind["double"], 2),
        "triples": _with_dice(kind["triple"], 3),
        "totals": [(each, each.id.partition(":")[2]) for each in kind["total"]],
        "combos": [(of[f"combo:{low}-{high}"], (low, high)) for low in FACES for high in range(low + 1, 7)],
        "numbers": [(of[f"number:{face}"], (face,)) for face in FACES],
    }


def roulette() -> Mapping[str, Any]:
    """MiniStar Roulette: racetrack, numbers with the lines between them, what lies outside, and the special bets."""
    return board(areas(IR))


def _with_dice(found: Sequence[Area], dice: int) -> list[tuple[Area, tuple[int, ...]]]:
    return [(area, (int(area.id.partition(":")[2]),) * dice) for area in found]


def _short(name: str) -> str:
    """Without the number that its place on the layout says, and without its explanation."""
    words = name.partition(" (")[0].split()
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].isdigit() and words[0] != "Big" else " ".join(words)


def _odds(book_id: str, line: WagerLine, wager: WagerTable) -> str:
    """What it pays, and for which outcomes if not for all the same; with the commission, as a part of what can be won."""
    states = telling.wager_of(book_id, line.id)["states"]  # type: ignore[index]
    wins = {name: [row for row in state["rows"] if row[2] == "win"] for name, state in states.items()}
    won = wins[wager.first] or next(filter(None, wins.values()))  # what is off on a come out roll wins on others
    paid: dict[Fraction, list[str]] = {}
    for labels, _, _, winnings, returned, *_ in won:
        paid.setdefault(Fraction(winnings, returned), []).extend(labels)
    if len(paid) > 1 and book_id in {AC, CC} and wager.rolls == "one":
        return _by_outcome(paid, books.current(book_id).ways)
    if line.odds.startswith("by piece"):
        return telling.odds(*next(iter(paid)).as_integer_ratio()) if len(paid) == 1 else "each piece at its own odds"
    if wager.commission[0]:
        part = Fraction(*wager.commission) / min(Fraction(1), *paid)
        return f"{line.odds}, {100 * part} %"
    return line.odds


def _by_outcome(paid: Mapping[Fraction, Sequence[str]], ways: Mapping[str, int]) -> str:
    """`1 to 1 · 2, 12: 2 to 1`: what most outcomes pay, then what the others do."""
    usual, *others = sorted(paid, key=lambda odds: -sum(ways[label] for label in paid[odds]))
    totals = {odds: sorted({sum(map(int, label.split("-"))) for label in paid[odds]}) for odds in others}
    said = [f"{', '.join(map(str, totals[odds]))}: {telling.odds(*odds.as_integer_ratio())}" for odds in others]
    return " · ".join([telling.odds(*usual.as_integer_ratio()), *said])
