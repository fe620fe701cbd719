"""What every wager of the five books comes to on what is shown, written from the rule books and from nothing else here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from casino.domain.powers import AC, CC, DF, IR, SB
from tests.games.domain.plain_roulette import areas_of

Shown = tuple[int, ...]
Pays = tuple[Fraction, Fraction] | None
"""For each cent that plays: what is won, and what goes back of the stake. None: the wager stands."""

NOTHING, WHOLE = Fraction(0), Fraction(1)
LOST, BACK = (NOTHING, NOTHING), (NOTHING, WHOLE)
POINTS = (4, 5, 6, 8, 9, 10)
TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6), 8: Fraction(7, 6), 9: Fraction(7, 5), 10: Fraction(9, 5)}
TO_LOSE = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5), 8: Fraction(4, 5), 9: Fraction(5, 8), 10: Fraction(5, 11)}
HARD = {AC: {4: Fraction(15, 2), 6: Fraction(9)}, CC: {4: Fraction(15, 2), 6: Fraction(19, 2)}}
HARD = {book: {**odds, 8: odds[6], 10: odds[4]} for book, odds in HARD.items()}
ANY_SEVEN = {AC: Fraction(9, 2), CC: Fraction(4)}
HORN = {2: 33, 3: 16, 11: 16, 12: 33}
CRAPS = Fraction(15, 2)

WITH_THE_DICE = {"pass_line", "come", "win_line"}
AGAINST_THE_DICE = {"dont_pass", "dont_come", "dont_win_line"}
FOR_THE_NUMBER = {"odds": TRUE, "come_odds": TRUE, "win_line_odds": TRUE, "buy": TRUE, "place": PLACE}
LAYS = ("dont_odds", "dont_come_odds", "dont_win_lay_odds", "dont_come_lay_odds", "lay")
FOR_THE_SEVEN = {lay: {number: 1 / odds for number, odds in TRUE.items()} for lay in LAYS} | {
    "place_to_lose": TO_LOSE,
    "dont_place": TO_LOSE,
}
OFF_ON_A_COME_OUT_ROLL = {"place", "buy", "hard", "come_odds"}  # CC 3.5

DICE_TOTALS = {3: 15, 4: 10, 5: 7, 6: 6, 7: 4, 8: 6, 9: 7, 10: 10, 11: 15}  # DF 9.5
RUNS = (0, 2, 10, 100)  # DF 9.7, by the eights of the run
SUMS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}  # SB 3.9.10
TIMES = (0, 1, 2, 12)  # SB 3.9.10, by the dice that show the number


@dataclass
class Line:
    """One wager on the layout: the area, and all that its result depends on."""

    book: str
    selection: str
    number: int | None = None  # to which a flat wager has travelled
    eights: int = 0
    is_frozen: bool = False
    called: str = ""

    @property
    def kind(self) -> str:
        """The area without what is written after the colon."""
        return self.selection.partition(":")[0]

    @property
    def on(self) -> int:
        """The number in the area's name."""
        return int(self.selection.partition(":")[2])

    def is_off(self, point: int | None) -> bool:
        """Whether nothing decides it: on a come out roll unless called on, and whenever called off (CC 3.5)."""
        is_listed = self.book == CC and self.kind in OFF_ON_A_COME_OUT_ROLL
        return is_listed and (self.called == "OFF" or (point is None and self.called != "ON"))


def meet(line: Line, shown: Shown, point: int | None) -> Pays:
    """What a wager comes to; one that stands remembers what it has met."""
    return BOOKS[line.book](line, shown, point)


def pieces_of(book: str, selection: str) -> list[int]:
    """How many equal pieces lie on each of its areas."""
    if book != IR:
        return [1]
    areas = areas_of(selection)
    return [areas.count(area) for area in dict.fromkeys(areas)]


def _won(odds: Fraction | int) -> Pays:
    return Fraction(odds), WHOLE


def _if(holds: bool, odds: Fraction | int) -> Pays:
    return _won(odds) if holds else LOST


def _split(odds: Iterable[Fraction | int], pieces: int) -> Pays:
    """Of equal pieces those that win are paid and go back, the others are lost."""
    paid = [Fraction(each) for each in odds]
    return sum(paid, NOTHING) / pieces, Fraction(len(paid), pieces)


# Both craps books


def _craps(line: Line, shown: Shown, point: int | None) -> Pays:
    total, kind = sum(shown), line.kind
    if kind in WITH_THE_DICE:
        return _flat(line, total, first_won={7, 11}, first_lost={2, 3, 12}, with_the_dice=True)
    if kind in AGAINST_THE_DICE:
        return _against(line, total)
    if kind in FOR_THE_NUMBER:
        return _before(line, point, total, wins_on={line.on}, loses_on={7}, odds=FOR_THE_NUMBER[kind][line.on])
    if kind in FOR_THE_SEVEN:
        return _before(line, point, total, wins_on={7}, loses_on={line.on}, odds=FOR_THE_SEVEN[kind][line.on])
    if kind in {"big6", "big8"}:
        return _before(line, point, total, wins_on={int(kind[3:])}, loses_on={7}, odds=1)
    if kind == "hard":
        return _hard(line, shown, point)
    return _on_the_next_roll(line, shown, total)


def _against(line: Line, total: int) -> Pays:
    """A 12 is barred by the one book, a 2 leaves the wager where it is by the other (AC 3.9.10, CC 3.6.3)."""
    if line.number is None and line.book == AC and total == 12:
        return BACK
    if line.number is None and line.book == CC and total == 2:
        return None
    first_won = {2, 3} if line.book == AC else {3, 12}
    return _flat(line, total, first_won=first_won, first_lost={7, 11}, with_the_dice=False)


def _flat(line: Line, total: int, *, first_won: set[int], first_lost: set[int], with_the_dice: bool) -> Pays:
    if line.number is not None:
        if total not in {7, line.number}:
            return None
        return _if((total == line.number) == with_the_dice, 1)
    if total in first_won | first_lost:
        return _if(total in first_won, 1)
    line.number = total
    return None


def _before(line: Line, point: int | None, total: int, *, wins_on: set[int], loses_on: set[int], odds: Fraction | int) -> Pays:
    if total not in wins_on | loses_on:
        return None
    if line.is_off(point):
        return BACK if line.kind == "come_odds" else None
    return _if(total in wins_on, odds)


def _hard(line: Line, shown: Shown, point: int | None) -> Pays:
    if sum(shown) not in {7, line.on} or line.is_off(point):
        return None
    return _if(sum(shown) == line.on and shown[0] == shown[1], HARD[line.book][line.on])


def _on_the_next_roll(line: Line, shown: Shown, total: int) -> Pays:
    match line.kind:
        case "field":
            return _if(total in {2, 3, 4, 9, 10, 11, 12}, 2 if total in {2, 12} else 1)
        case "any_seven":
            return _if(total == 7, ANY_SEVEN[line.book])
        case "any_craps" | "craps_c":
            return _if(total in {2, 3, 12}, CRAPS)
        case "c_and_e":
            return _if(total in {2, 3, 11, 12}, CRAPS if total == 11 else Fraction(13, 4))
        case "eleven_e" | "eleven" | "two_crap" | "three_crap" | "twelve_crap":
            on = {"two_crap": 2, "three_crap": 3, "twelve_crap": 12}.get(line.kind, 11)
            return _if(total == on, HORN[on])
        case "horn":
            return _split([HORN[on] for on in HORN if on == total], 4)
        case "horn_high":
            return _split([HORN[on] for on in [*HORN, line.on] if on == total], 5)
        case _:
            low, high = map(int, line.selection.removeprefix("hop:").split("-"))
            return _if(sorted(shown) == [low, high], 33 if low == high else 16)


# Dragon Fire


def _dragon_fire(line: Line, shown: Shown, _: int | None) -> Pays:
    total, is_pair = sum(shown), shown[0] == shown[1]
    match line.kind:
        case "dragon" | "fire" as side:
            if total == 7 and not line.is_frozen:
                line.is_frozen = True
                return None
            return _if(total < 7 if side == "dragon" else total > 7, 1)
        case "low_pair":
            return _if(is_pair and shown[0] <= 3, 10)
        case "high_pair":
            return _if(is_pair and shown[0] >= 4, 10)
        case "pair":
            return _if(is_pair and shown[0] == line.on, 33)
        case "total":
            return _if(total == line.on, DICE_TOTALS[line.on])
        case _:
            return _tail(line, total)


def _tail(line: Line, total: int) -> Pays:
    """A run of eights is paid once, when it ends or has come to three (DF 6.1.7)."""
    if total == 8:
        line.eights += 1
        line.is_frozen = True
    return None if total == 8 and line.eights < 3 else _if(line.eights > 0, RUNS[line.eights])


# Aruze Sic Bo


def _sicbo(line: Line, shown: Shown, _: int | None) -> Pays:
    total, is_triple, times = sum(shown), len(set(shown)) == 1, shown.count
    match line.kind:
        case "small":
            return _if(4 <= total <= 10 and not is_triple, 1)
        case "big":
            return _if(11 <= total <= 17 and not is_triple, 1)
        case "triple":
            return _if(times(line.on) == 3, 190)
        case "double":
            return _if(times(line.on) >= 2, 12)
        case "any_triple":
            return _if(is_triple, 31)
        case "total":
            return _if(total == line.on, SUMS[line.on])
        case "number":
            return _if(line.on in shown, TIMES[times(line.on)])
        case _:
            return _if(set(map(int, line.selection.removeprefix("combo:").split("-"))) <= set(shown), 6)


# MiniStar Roulette


def _roulette(line: Line, shown: Shown, _: int | None) -> Pays:
    """Every area pays 36 for its numbers, the stake counted (IR 3.9.3)."""
    areas = areas_of(line.selection)
    return _split([Fraction(36, len(area)) - 1 for area in areas if shown[0] in area], len(areas))


BOOKS: dict[str, Callable[[Line, Shown, int | None], Pays]] = {
    AC: _craps,
    CC: _craps,
    DF: _dragon_fire,
    SB: _sicbo,
    IR: _roulette,
}
