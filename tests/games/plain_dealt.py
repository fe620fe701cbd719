"""Plain in-memory models of wagers at Dragon Fire and Crown Craps, written from the rule books and from nothing else here."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

POINTS = {4, 5, 6, 8, 9, 10}
TOTALS = {3: 15, 4: 10, 5: 7, 6: 6, 7: 4, 8: 6, 9: 7, 10: 10, 11: 15}
RUNS = {1: 2, 2: 10, 3: 100}
PLACE = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6), 8: Fraction(7, 6), 9: Fraction(7, 5), 10: Fraction(9, 5)}
HARD = {4: Fraction(15, 2), 6: Fraction(19, 2), 8: Fraction(19, 2), 10: Fraction(15, 2)}
LOST, STANDS = -1, -2
"""Else: what the wager pays for each cent, beside the stake; a win is paid up to the next chip."""


@dataclass
class Laid:
    """A wager on the layout."""

    seat: str
    selection: str
    cents: int
    eights: int = 0
    is_frozen: bool = False
    number: int | None = None  # a Come wager's

    @property
    def on(self) -> int:
        """The number in its name."""
        return int(self.selection.partition(":")[2])


def dragon_fire(wager: Laid, shown: tuple[int, int], _: int | None) -> int | Fraction:
    """Dragon Fire 6 and 9."""
    total, is_pair = sum(shown), shown[0] == shown[1]
    match wager.selection.partition(":")[0]:
        case "dragon" | "fire" as side:
            return _around_7(wager, wins=total < 7 if side == "dragon" else total > 7, total=total)
        case "low_pair":
            return 10 if is_pair and shown[0] <= 3 else LOST
        case "high_pair":
            return 10 if is_pair and shown[0] >= 4 else LOST
        case "pair":
            return 33 if is_pair and shown[0] == wager.on else LOST
        case "total":
            return TOTALS[total] if total == wager.on else LOST
        case _:
            return _tail(wager, total)


def _around_7(wager: Laid, *, wins: bool, total: int) -> int:
    if total == 7 and not wager.is_frozen:
        wager.is_frozen = True
        return STANDS
    return 1 if wins else LOST


def _tail(wager: Laid, total: int) -> int:
    if total != 8:
        return RUNS.get(wager.eights, LOST)
    wager.eights += 1
    wager.is_frozen = True
    return RUNS[3] if wager.eights == 3 else STANDS


def crown_craps(wager: Laid, shown: tuple[int, int], point: int | None) -> int | Fraction:
    """Crown Craps 3.5, 3.6 and 6; Place Bets and Hardways are off on a Come Out Roll."""
    total, is_hard = sum(shown), shown[0] == shown[1]
    match wager.selection.partition(":")[0]:
        case "win_line":
            return _line(total, point)
        case "dont_win_line":
            return _dont(total, point)
        case "come":
            met = _line(total, wager.number)
            wager.number = total if met == STANDS and wager.number is None else wager.number
            return met
        case "place":
            return STANDS if point is None else PLACE[total] if total == wager.on else LOST if total == 7 else STANDS
        case "hard":
            decided = total in {7, wager.on} and point is not None
            return STANDS if not decided else HARD[total] if is_hard and total == wager.on else LOST
        case "field":
            return 2 if total in {2, 12} else 1 if total in {3, 4, 9, 10, 11} else LOST
        case _:
            return 1 if total == 6 else LOST if total == 7 else STANDS


def _line(total: int, number: int | None) -> int:
    if number is None:
        return 1 if total in {7, 11} else LOST if total in {2, 3, 12} else STANDS
    return 1 if total == number else LOST if total == 7 else STANDS


def _dont(total: int, point: int | None) -> int:
    if point is None:
        return 1 if total in {3, 12} else LOST if total in {7, 11} else STANDS
    return 1 if total == 7 else LOST if total == point else STANDS


GAMES = {"dragon_fire": dragon_fire, "crown_craps": crown_craps}


@dataclass
class PlainDealt:
    """Chips won and wagers lying of some players at one table."""

    game: str
    chip: int
    won: dict[str, int] = field(default_factory=dict)
    lying: list[Laid] = field(default_factory=list)
    point: int | None = None
    closed: set[str] = field(default_factory=set)

    def place(self, seat: str, selection: str, cents: int) -> None:
        self._hand_over(seat, -cents)
        self.lying.append(Laid(seat, selection, cents))

    def take_down(self, seat: str, selection: str) -> None:
        [there] = [each for each in self.lying if (each.seat, each.selection, each.number) == (seat, selection, None)]
        self.lying.remove(there)
        self._hand_over(seat, there.cents)

    def meet(self, *shown: int) -> None:
        faces = (shown[0], shown[1])
        met = [(wager, GAMES[self.game](wager, faces, self.point)) for wager in self.lying]
        for wager, pays in met:
            if pays not in {LOST, STANDS}:
                self._hand_over(wager.seat, ceil((wager.cents + wager.cents * pays) / self.chip) * self.chip)
        self.lying = [wager for wager, pays in met if pays == STANDS]
        self._move_on(sum(faces))

    def no_roll(self) -> None:
        """At Dragon Fire everything but the Tail goes back; at Crown everything stands."""
        if self.game != "dragon_fire":
            return
        for wager in self.lying:
            if wager.selection != "dragons_tail":
                self._hand_over(wager.seat, wager.cents)
        self.lying = [wager for wager in self.lying if wager.selection == "dragons_tail"]
        self.closed -= {"dragon", "fire"}

    def is_free(self, seat: str, selection: str) -> bool:
        """Whether the player may place there now."""
        is_taken = any((each.seat, each.selection, each.number) == (seat, selection, None) for each in self.lying)
        only_come_out = selection in {"win_line", "dont_win_line"}
        fits = self.game == "dragon_fire" or (
            self.point is None if only_come_out else selection != "come" or self.point is not None
        )
        return not is_taken and fits and selection not in self.closed

    def _hand_over(self, seat: str, cents: int) -> None:
        self.won[seat] = self.won.get(seat, 0) + cents

    def _move_on(self, total: int) -> None:
        if self.game == "dragon_fire":
            is_first_seven = total == 7 and "dragon" not in self.closed
            tail = {"dragons_tail"} if any(w.selection == "dragons_tail" for w in self.lying) else set()
            self.closed = tail | ({"dragon", "fire"} if is_first_seven else set())
        elif self.point is None:
            self.point = total if total in POINTS else None
        elif total in {7, self.point}:
            self.point = None
