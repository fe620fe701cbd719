"""The layouts of the dealer's tables as keys to touch: every area with its odds, and whether chips may go there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.domain.money import Cents
from casino.domain.powers import CC, DF
from casino.domain.refusals import MoneyRefusal
from games import telling
from games.domain import placing
from games.domain.position import Position
from games.domain.setting import ONE_CENT, Setting
from games.domain.vocabulary import Selection
from games.names import kind_name

CHIPS = (100, 500, 2_500, 10_000, 50_000)
POINTS = (4, 5, 6, 8, 9, 10)
ROWS = {  # of kinds that have a key for each number
    DF: (("pair", tuple(range(1, 7))), ("total", tuple(range(3, 12)))),
    CC: tuple(
        (kind, POINTS)
        for kind in (
            "win_line_odds", "dont_win_lay_odds", "come_odds", "dont_come_lay_odds", "place", "buy", "dont_place", "lay"
        )
    ),
}  # fmt: skip
SINGLE = {
    DF: ("dragon", "fire", "dragons_tail", "low_pair", "high_pair"),
    CC: (
        "win_line", "dont_win_line", "come", "dont_come", "field", "big6", "big8",
        "hard:4", "hard:6", "hard:8", "hard:10", "any_seven", "any_craps", "two_crap", "three_crap", "twelve_crap", "eleven",
        "horn", "horn_high:2", "horn_high:3", "horn_high:11", "horn_high:12",
    ),
}  # fmt: skip
HEADS = {
    "win_line_odds": "Win odds",
    "dont_win_lay_odds": "Don’t Win lay",
    "come_odds": "Come odds",
    "dont_come_lay_odds": "Don’t Come lay",
}


@dataclass(frozen=True)
class Area:
    """What is touched to say where chips go."""

    id: str
    name: str
    short: str
    odds: str
    refused: str  # by which rule chips may not go there now; nothing: they may
    is_taken: bool


@dataclass(frozen=True)
class Line:
    """A kind of wager with a key for each of its numbers."""

    head: str
    areas: Sequence[Area]


@dataclass(frozen=True)
class Board:
    """All areas of a book."""

    single: Sequence[Area]
    lines: Sequence[Line]

    @property
    def closed(self) -> Mapping[str, list[str]]:
        """By which rules which areas take no chips now."""
        found: dict[str, list[str]] = {}
        for area in [*self.single, *(area for line in self.lines for area in line.areas)]:
            if area.refused and not area.is_taken:
                found.setdefault(area.refused, []).append(area.name)
        return found


def board(player: Position, *, setting: Setting) -> Board:
    """The areas as they are open to one player now."""
    book_id = setting.book.book_id
    odds = {line.id: line.odds for line in telling.lines(book_id)}

    def area(selection: str, short: str) -> Area:
        refused, is_taken = _refused(player, selection, setting)
        return Area(selection, setting.book.wagers[selection].name, short, odds[selection], refused, is_taken)

    return Board(
        [area(each, setting.book.wagers[each].name) for each in SINGLE[book_id]],
        [
            Line(HEADS.get(kind, kind_name(kind, book_id)), [area(f"{kind}:{number}", str(number)) for number in numbers])
            for kind, numbers in ROWS[book_id]
        ],
    )


def names(setting: Setting) -> Mapping[str, str]:
    """Every area by its name."""
    return {wager.id: wager.name for wager in setting.book.wagers.values()}


def chips(unit: Cents) -> list[Cents]:
    """The chips that are touched to make an amount: the smallest of the table, and those above it."""
    least = unit if unit > ONE_CENT else Cents(CHIPS[0])
    return [least, *(Cents(each) for each in CHIPS if each > least)]


def _refused(player: Position, selection: str, setting: Setting) -> tuple[str, bool]:
    """By which rule a wager there would be refused, whatever its amount; and whether there is one to add to."""
    least = setting.limit(selection).minimum
    try:
        placing.place(player, selection=Selection(selection), stake_cents=least, setting=setting)
    except placing.AlreadyThere:
        return "", True
    except MoneyRefusal as refusal:
        return refusal.rule, False
    return "", False
