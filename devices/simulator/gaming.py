"""Games as a script of a table: people wager in turns beside everything else they do, and put money in when they have none."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from random import Random

from devices.simulator.player import Player
from devices.simulator.table import QUIET_SECONDS, TURN_SECONDS, Act, MoneyAndDoors, Table
from devices.simulator.wishes import Habit, Want, Wish

CHANGES = (Want.INCREASE, Want.REDUCE, Want.MOVE, Want.CANCEL)
LEAST_TO_PLAY_WITH = 2_500
SEEDS = 2**32


class Gaming:
    """Somebody at most terminals wagers in every turn; what they wish is carried out when the round lets them."""

    def __init__(self, *, seed: int, table: str, habit: Habit) -> None:
        self._habit = habit
        self._chance = Random(f"{seed} {table} games")
        self._else = MoneyAndDoors(seed=seed, table=table)

    def turn(self, table: Table, *, apart_from: frozenset[str]) -> list[Act]:
        """In the order of their moments; chance does not depend on what goes wrong, or on what the house says."""
        acts = self._else.turn(table, apart_from=apart_from)
        for device, player in table.players.items():
            wished = self._of_one(player)
            if device not in apart_from:
                acts += wished
        return sorted(acts, key=attrgetter("after_seconds"))

    def _of_one(self, player: Player) -> list[Act]:
        chance, habit = self._chance, self._habit
        if chance.random() >= habit.plays:
            return []
        wants = [Want.PLACE] * chance.randint(1, habit.most_wagers)
        wants += [chance.choice(CHANGES)] if chance.random() < habit.changes else []
        moments = sorted(chance.uniform(1.0, TURN_SECONDS - QUIET_SECONDS) for _ in wants)
        wishes = [Wish(want, chance.randrange(SEEDS)) for want in wants]
        fed = Act(0.0, partial(player.put_money_in, least=LEAST_TO_PLAY_WITH))
        return [fed, *(Act(at, partial(player.wish, wish)) for at, wish in zip(moments, wishes, strict=True))]
