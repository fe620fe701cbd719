"""A plain table of any book in memory: what its players may do, the chips that lie there, and everybody's money to the cent."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from casino.domain.powers import AC, CC, DF
from tests.games.domain.plain_chips import Chips, Finished, Place
from tests.games.domain.plain_pays import NOTHING, POINTS, Shown, meet, pieces_of

DEALT = {DF, CC}  # played with chips; what lies above a limit is accepted there, and goes back in the end
FLAT = {
    (AC, "odds"): "pass_line",
    (AC, "come_odds"): "come",
    (AC, "dont_odds"): "dont_pass",
    (AC, "dont_come_odds"): "dont_come",
    (CC, "win_line_odds"): "win_line",
    (CC, "come_odds"): "come",
    (CC, "dont_win_lay_odds"): "dont_win_line",
    (CC, "dont_come_lay_odds"): "dont_come",
}
ON_THE_LINE = {"odds", "dont_odds", "win_line_odds", "dont_win_lay_odds"}
BEFORE_THE_POINT = {(AC, "pass_line"), (AC, "dont_pass"), (CC, "win_line"), (CC, "dont_win_line")}
AFTER_THE_POINT = {(AC, "dont_come"), (CC, "come"), (CC, "dont_come")}
CONTRACTS = {"pass_line", "win_line", "come"}
ADDED_TO_AT_ANY_TIME = {(AC, "pass_line"), (AC, "come")}  # AC-02
NOT_REPLACED = {(CC, "dont_win_line"), (CC, "dont_come")}  # CC 3.4.3
CALLED = {"buy", "place", "come_odds", "hard"}  # CC 3.5
TAIL = "dragons_tail"


@dataclass
class PlainTable:
    """A table with its places. What a player asks for is done or not; the answer says which."""

    book: str
    variant: str
    unit: int
    least: int
    most: int
    places: list[Place]
    point: int | None = None
    points: int = 0  # so many were established so far
    closed: set[str] = field(default_factory=set)
    kept: int = 0  # commission that is the house's
    is_late: bool = False  # no more bets

    def place(self, seat: int, selection: str, cents: int) -> bool:
        """Put chips on an area."""
        there = self.places[seat]
        chips = Chips(self.book, selection)
        chips.base = self._base(there, chips)
        if self.is_late or not self._is_free(there, chips) or not self._is_in_limits(chips, cents, chips.base):
            return False
        there.last += 1
        there.chips[there.last] = chips
        self._lay(there, chips, cents)
        return True

    def increase(self, seat: int, number: int, cents: int) -> bool:
        """Add chips."""
        there = self.places[seat]
        chips = there.chips[number]
        base = self._base(there, chips)
        if self.is_late or not self._may_be_added_to(there, chips) or not self._is_in_limits(chips, chips.cents + cents, base):
            return False
        chips.base = base
        self._lay(there, chips, chips.cents + cents)
        return True

    def reduce(self, seat: int, number: int, cents: int) -> bool:
        """Leave so much there."""
        there = self.places[seat]
        chips = there.chips[number]
        if not self._may_be_taken(chips) or cents >= chips.cents or not self._is_signed(chips, cents):
            return False
        if self.book not in DEALT and any(odds.cents > odds.most_behind(cents) for _, odds in self._behind(there, chips)):
            return False
        self._lay(there, chips, cents, bearing=chips.bearing)
        chips.exposed = min(chips.exposed, cents)
        chips.was_reduced = True
        self._bar(there, chips)
        return True

    def take_down(self, seat: int, number: int) -> bool:
        """Take a wager off the layout, and the odds behind it."""
        there = self.places[seat]
        chips = there.chips[number]
        if not self._may_be_taken(chips):
            return False
        for each, gone in [(number, chips), *self._behind(there, chips)]:
            self._hand_back(there, each, kept=gone.kept + gone.bearing)
            self._bar(there, gone)
        return True

    def move(self, seat: int, number: int, selection: str) -> bool:
        """Take the chips of a wager to another area."""
        before, kept = deepcopy(self.places[seat]), self.kept
        cents = before.chips[number].cents
        done = self.take_down(seat, number) and self.place(seat, selection, cents)
        if not done:
            self.places[seat], self.kept = before, kept
        return done

    def call(self, seat: int, number: int, to: str) -> bool:
        """Call a wager, and all of its kind, ON or OFF."""
        there = self.places[seat]
        kind = there.chips[number].kind
        if self.book != CC or kind not in CALLED or (self.is_late and self.variant):
            return False
        for each in there.chips.values():
            each.called = to if each.kind == kind else each.called
        return True

    def finish(self, shown: Shown) -> Finished:
        """The outcome, for everybody."""
        met = Finished()
        for there in self.places:
            for number, chips in list(there.chips.items()):
                had_moved = chips.has_moved
                pays = meet(chips, shown, self.point)
                if pays is not None:
                    met = met.and_with(self._settle(there, number, pays))
                    continue
                chips.exposed = chips.cents
                chips.came_with = chips.came_with if had_moved else chips.cents
        self._go_on(shown)
        return met

    def finish_without_result(self) -> Finished:
        """Everything goes back; but a Dragon's Tail stands, and at Crown all does (X-03, DF 5.2, CC-15)."""
        met = Finished()
        for there in self.places:
            for number, chips in list(there.chips.items()):
                if self.book != CC and chips.selection != TAIL:
                    met = met.and_with(Finished(1, chips.cents, NOTHING, Fraction(chips.cents), chips.cents))
                    self._hand_back(there, number, kept=chips.kept)
        self.closed &= {TAIL}
        return met

    # May they

    def _is_free(self, there: Place, chips: Chips) -> bool:
        key = self.book, chips.kind
        if key in FLAT:
            is_there = chips.base is not None and (chips.kind not in ON_THE_LINE or self.point == chips.on)
        else:
            is_there = not (key in BEFORE_THE_POINT and self.point) and not (key in AFTER_THE_POINT and not self.point)
        is_taken = any(not each.has_moved for each in there.on(chips.selection))
        return is_there and not is_taken and chips.selection not in self.closed and not self._is_barred(there, chips)

    def _may_be_added_to(self, there: Place, chips: Chips) -> bool:
        key = self.book, chips.kind
        if key in ADDED_TO_AT_ANY_TIME:
            return True
        if key in FLAT:
            return chips.kind not in ON_THE_LINE or self.point == chips.on
        if chips.has_moved or (key in NOT_REPLACED and chips.was_reduced) or self._is_barred(there, chips):
            return False
        return not (key in BEFORE_THE_POINT and self.point) and not (key in AFTER_THE_POINT and not self.point)

    def _may_be_taken(self, chips: Chips) -> bool:
        if self.is_late and (self.book != CC or self.variant):
            return False
        return not (chips.has_moved and (chips.kind in CONTRACTS or chips.is_frozen))

    def _is_barred(self, there: Place, chips: Chips) -> bool:
        is_same_point = self.point is not None and there.barred.get(chips.selection) == self.points
        return (self.book, chips.kind) in NOT_REPLACED and is_same_point

    def _is_in_limits(self, chips: Chips, cents: int, base: int | None) -> bool:
        """A terminal refuses what lies outside the sign, and odds above their limit; a dealer takes it."""
        is_behind = self.book in DEALT or base is None or cents <= chips.most_behind(base)
        return is_behind and self._is_signed(chips, cents)

    def _is_signed(self, chips: Chips, cents: int) -> bool:
        """In equal pieces, none on an area too small or too large."""
        pieces = pieces_of(self.book, chips.selection)
        one = Fraction(cents, sum(pieces))
        is_within = one * min(pieces) >= self.least and one * max(pieces) <= self.most
        return self.book in DEALT or (is_within and one.denominator == 1)

    # How it is done

    def _base(self, there: Place, chips: Chips) -> int | None:
        """The flat amount behind which odds lie: as it is, or as it came to its number (AC-03, CC-26)."""
        flat = FLAT.get((self.book, chips.kind))
        if flat is None:
            return None
        on_it = [each for each in there.on(flat) if each.number == chips.on]
        return (on_it[0].came_with if self.book == CC else on_it[0].cents) if on_it else None

    def _behind(self, there: Place, flat: Chips) -> list[tuple[int, Chips]]:
        kinds = {kind for (book, kind), its in FLAT.items() if (book, its) == (self.book, flat.kind)}
        return [(n, each) for n, each in there.chips.items() if each.kind in kinds and each.on == flat.number]

    def _lay(self, there: Place, chips: Chips, cents: int, *, bearing: Fraction = NOTHING) -> None:
        """So much lies there now; stake and commission go to and fro."""
        caps = [Fraction(self.most), *([chips.most_behind(chips.base)] if chips.base else [])]
        before, held = chips.cents, chips.held
        chips.cents, chips.playing = cents, min(Fraction(cents), *caps) if self.book in DEALT else Fraction(cents)
        chips.kept += max(bearing - chips.playing, NOTHING)
        chips.held = self._down((chips.playing + chips.kept) * chips.rate)
        there.gained -= cents - before + chips.held - held

    def _hand_back(self, there: Place, number: int, *, kept: Fraction) -> None:
        """The stake goes back, and of the commission what was not paid for a roll (AC-07)."""
        chips = there.chips.pop(number)
        stays = min(self._down(kept * chips.rate), chips.held)
        self.kept += stays
        there.gained += chips.cents + chips.held - stays

    def _settle(self, there: Place, number: int, pays: tuple[Fraction, Fraction]) -> Finished:
        """A win is paid up to the cent, or up to the chip; what lay above a maximum goes back (X-01, X-10, DF 7.3)."""
        chips = there.chips.pop(number)
        won, back = (part * chips.playing for part in pays)
        back += chips.cents - chips.playing
        unit = self.unit if won else 1
        paid = ceil((won + back) / unit) * unit
        there.gained += paid
        self.kept += chips.held
        return Finished(1, chips.cents, won, back, paid, paid - floor(won + back))

    def _down(self, commission: Fraction) -> int:
        return floor(commission / self.unit) * self.unit

    def _bar(self, there: Place, chips: Chips) -> None:
        if self.point is not None:
            there.barred[chips.selection] = self.points

    def _go_on(self, shown: Shown) -> None:
        """To the next round: the point, and the areas on which nobody may place while chips are frozen there."""
        total = sum(shown)
        if self.book == DF:
            froze = {"dragon", "fire"} if total == 7 and "dragon" not in self.closed else set()
            self.closed = froze | {TAIL for there in self.places for _ in there.on(TAIL)}
        elif self.book in {AC, CC} and self.point is None:
            self.point = total if total in POINTS else None
            self.points += bool(self.point)
        elif total in {7, self.point} and self.book in {AC, CC}:
            self.point = None
            for chips in (each for there in self.places for each in there.chips.values()):
                chips.was_reduced = False
