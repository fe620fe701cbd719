"""Players who place, add, take a part down, take all down and move at random: the money is that of a plain model."""

from __future__ import annotations

from random import Random

import pytest

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, IR, SB
from games import services
from games.domain import position
from games.domain.vocabulary import SeatId, Selection, WagerNumber
from games.models import Wager
from tests.databases import Database
from tests.games.floor import Clock, Floor, by, check, credits_of, insert, put_on
from tests.games.plain import Plain
from tests.scale import sized

ROUNDS = sized(ci=6, full=100)
AREAS = {
    IR: ["red", *(f"straight:{number}" for number in range(5))],
    SB: ["small", "big", "number:1", "number:6"],
    AC: ["field", "any_seven"],
}
DICE = {AC: 2, SB: 3}


class Player:
    """One terminal that acts by chance, and the model beside it."""

    def __init__(self, floor: Floor, plain: Plain, terminal: str, dice: Random) -> None:
        self.floor, self.plain, self.terminal, self.dice = floor, plain, terminal, dice

    def act(self) -> None:
        """Do something that the book allows as things stand."""
        lying, free = self._lying(), self._free()
        does = self.dice.choice([self._place] * 3 + [self._add, self._take_part, self._take_down, self._move] * bool(lying))
        if does not in (self._place, self._move) or free:
            does()

    def _lying(self) -> dict[WagerNumber, tuple[str, int]]:
        chips = journal.state(position.at(self.floor.id, SeatId(self.terminal)))
        return {number: (wager.selection, wager.lying.stake_cents) for number, wager in chips.wagers.items()}

    def _free(self) -> list[str]:
        taken = {selection for selection, _ in self._lying().values()}
        return [area for area in AREAS[self.floor.game] if area not in taken]

    def _one(self) -> tuple[WagerNumber, str, int]:
        number, (selection, cents) = self.dice.choice(list(self._lying().items()))
        return number, selection, cents

    def _place(self) -> None:
        selection, cents = self.dice.choice(self._free()), self.dice.randrange(500, 1_000)
        self.floor.place(self.terminal, selection, cents)
        self.plain.place(self.terminal, selection, cents)

    def _add(self) -> None:
        number, selection, cents = self._one()
        more = Cents(self.dice.randrange(1, 300))
        services.increase_wager(
            terminal=self.terminal, round_id=self.floor.round, wager=number, by_cents=more, origin=by(self.terminal)
        )
        self._becomes(selection, selection, cents + more)

    def _take_part(self) -> None:
        number, selection, cents = self._one()
        if cents > 500:
            left = Cents(self.dice.randrange(500, cents))
            services.reduce_wager(
                terminal=self.terminal, round_id=self.floor.round, wager=number, to_cents=left, origin=by(self.terminal)
            )
            self._becomes(selection, selection, left)

    def _take_down(self) -> None:
        number, selection, _ = self._one()
        services.cancel_wager(terminal=self.terminal, round_id=self.floor.round, wager=number, origin=by(self.terminal))
        self.plain.take_down(self.terminal, selection)

    def _move(self) -> None:
        number, selection, cents = self._one()
        to = Selection(self.dice.choice(self._free()))
        services.move_wager(terminal=self.terminal, round_id=self.floor.round, wager=number, to=to, origin=by(self.terminal))
        self._becomes(selection, to, cents)

    def _becomes(self, selection: str, to: str, cents: int) -> None:
        self.plain.take_down(self.terminal, selection)
        self.plain.place(self.terminal, to, cents)


@pytest.mark.slow(reason="plays round after round")
@pytest.mark.parametrize("game", [AC, IR, SB])
def test_random_play_comes_to_the_cent_to_what_a_plain_model_says(committed: Database, game: str) -> None:
    clock, dice = put_on(committed), Random(game)
    floor, plain = Floor(game, terminals=3), Plain(game)
    players = [Player(floor, plain, terminal, dice) for terminal in floor.terminals]
    for terminal in floor.terminals:
        insert(terminal, 100_000 * ROUNDS)
        plain.insert(terminal, 100_000 * ROUNDS)
    for _ in range(ROUNDS):
        _play(floor, plain, players, clock, dice)
    assert not Wager.objects.filter(is_open=True).exists()
    check(plain.credits)


def _play(floor: Floor, plain: Plain, players: list[Player], clock: Clock, dice: Random) -> None:
    floor.open()
    for _ in range(12):
        dice.choice(players).act()
    assert {terminal: credits_of(terminal) for terminal in floor.terminals} == plain.credits
    shown = (dice.randrange(37),) if floor.game == IR else tuple(dice.choices(range(1, 7), k=DICE[floor.game]))
    floor.finish(clock, *shown)
    plain.meet(*shown)
    assert {terminal: credits_of(terminal) for terminal in floor.terminals} == plain.credits
