"""One player's bets on a sequence of rolls, settled by crapssim and by us: placed again as soon as they are decided."""

from __future__ import annotations

from random import Random

from crapssim.bet import AnyCraps, Bet, Big6, Big8, CAndE, DontPass, Field, HardWay, Hop, PassLine, Place
from crapssim.strategy.tools import AddIfNotBet, AggregateStrategy, NullStrategy
from crapssim.table import Table, TableUpdate

from games.rules import books

Rolls = list[tuple[int, int]]

STAKE = 12
BETS: dict[str, Bet] = {
    "pass_line": PassLine(STAKE),
    "dont_pass": DontPass(STAKE),
    "field": Field(STAKE),
    "any_craps": AnyCraps(STAKE),
    "c_and_e": CAndE(STAKE),
    "big6": Big6(STAKE),
    "big8": Big8(STAKE),
    "hard:4": HardWay(4, STAKE),
    "hard:8": HardWay(8, STAKE),
    "hop:1-6": Hop((1, 6), STAKE),
    "hop:3-3": Hop((3, 3), STAKE),
    **{f"place:{number}": Place(number, STAKE) for number in (4, 5, 6, 8, 9, 10)},
}
AT_THE_COME_OUT = {"pass_line", "dont_pass"}


def bets_and_rolls(dice: Random, count: int) -> tuple[list[str], Rolls]:
    """Every bet above, and so many rolls."""
    return list(BETS), [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(count)]


def crapssim_settles(bets: list[str], rolls: Rolls) -> int:
    """By crapssim, in its own way of keeping bets on the table; how many bets met a roll."""
    table = Table()
    table.settings["come_out_working_policy"] = "legacy"  # always working, and a win closes the bet
    table.add_player(bankroll=10**9, strategy=AggregateStrategy(*(AddIfNotBet(BETS[name]) for name in bets)))
    table.fixed_run(rolls)
    return len(bets) * len(rolls)


def crapssim_settles_alone(bets: list[str], rolls: Rolls) -> int:
    """By crapssim with no strategy: bets are put straight onto its table, and only their settlement is left to it."""
    table = Table()
    table.settings["come_out_working_policy"] = "legacy"
    player = table.add_player(bankroll=10**9, strategy=NullStrategy())
    kinds = [BETS[name] for name in bets]
    update = TableUpdate()
    for roll in rolls:
        on_layout = {bet._placed_key for bet in player.bets}  # noqa: SLF001  (how crapssim itself tells bets apart)
        player.bets += [bet for bet in kinds if bet._placed_key not in on_layout]  # noqa: SLF001
        update.run(table, roll)
    return len(bets) * len(rolls)


def we_settle(bets: list[str], rolls: Rolls) -> int:
    """By the compiled book of Aruze Craps; how many wagers met a roll."""
    table = books.current("aruze_craps")
    first = {name: table.wagers[name].first for name in bets}
    at_once = {name: None if name in AT_THE_COME_OUT else first[name] for name in bets}  # where a decided bet is placed again
    states: dict[str, str | None] = dict(first)
    settle, point, balance = table.settle, None, 10**11 - STAKE * 100 * len(bets)
    for low, high in rolls:
        outcome = f"{low}-{high}" if low <= high else f"{high}-{low}"
        for name, state in states.items():
            if state is None:
                continue
            settled = settle(name, state, outcome, STAKE * 100)
            following = settled.row.following
            if following is None:
                balance += settled.paid_cents - STAKE * 100
                following = at_once[name]
            states[name] = following
        point = table.point_after(point, outcome)
        if point is None:
            states.update({name: first[name] for name in AT_THE_COME_OUT})
    return len(bets) * len(rolls)
