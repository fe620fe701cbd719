"""The bets of crapssim with our books' odds, and a seat at its table beside the same wager in ours."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from crapssim import bet as crapssim
from crapssim.strategy.tools import NullStrategy
from crapssim.table import Table as CrapsTable

from games.rules.interpreter import Table

Entry = tuple[str, Callable[[float], list[crapssim.Bet]], str | None]  # our wager, its bets, and whether the point is On or Off

POINTS = (4, 5, 6, 8, 9, 10)
BANKROLL = 10**7


class AnyCraps(crapssim.AnyCraps):
    payout_ratio = 7.5  # type: ignore[assignment]


class AnySeven(crapssim.Any7):
    payout_ratio = 4.5  # type: ignore[assignment]


class Two(crapssim.Two):
    payout_ratio = 33


class Three(crapssim.Three):
    payout_ratio = 16


class Eleven(crapssim.Yo):
    payout_ratio = 16


class Twelve(crapssim.Boxcars):
    payout_ratio = 33


class AruzeHardway(crapssim.HardWay):
    payout_ratios = {4: 7.5, 6: 9, 8: 9, 10: 7.5}  # type: ignore[dict-item]


class CrownHardway(crapssim.HardWay):
    payout_ratios = {4: 7.5, 6: 9.5, 8: 9.5, 10: 7.5}  # type: ignore[dict-item]


class Seat:
    """A player of crapssim with one kind of bet, or the parts of one wager of ours, placed again and again."""

    def __init__(self, craps: CrapsTable, table: Table, entry: Entry, stake_cents: int, context: Mapping[str, Any]) -> None:
        wager_id, self.bets, self.when = entry
        self.player = craps.add_player(bankroll=BANKROLL, strategy=NullStrategy())
        self.craps, self.table, self.wager = craps, table, table.wagers[wager_id]
        self.stake_cents, self.context = stake_cents, context
        self.bankroll_cents = Fraction(BANKROLL * 100)
        self.state: str | None = None

    def place(self) -> None:
        """Put the wager down again on both tables, where both allow it."""
        if self.when and self.craps.point.status != self.when:
            return
        if self.state is None:
            self.state = self.wager.enter({"point": self.craps.point.number, **self.context})
            self.bankroll_cents -= self.stake_cents * (1 + Fraction(*self.wager.commission))
        if not self.player.bets:
            for bet in self.bets(self.stake_cents / 100):
                self._put_down(bet)

    def _put_down(self, bet: crapssim.Bet) -> None:
        """Odds are put down without their flat bet, which has a seat of its own; all else as crapssim allows."""
        if isinstance(bet, crapssim.Odds):
            self.player.bets.append(bet)
            self.player.bankroll -= bet.cost(self.craps)
            return
        before = len(self.player.bets)
        self.player.add_bet(bet)
        assert len(self.player.bets) == before + 1, bet

    def meet(self, outcome: str) -> None:
        """What our book makes of the roll; crapssim has its own loop."""
        if self.state is None:
            return
        settled = self.table.settle(self.wager.id, self.state, outcome, self.stake_cents)
        self.state = settled.row.following
        self.bankroll_cents += Fraction(settled.winnings + settled.returned, settled.row.denominator)

    def agrees(self) -> bool:
        """Whether both bankrolls are the same, but for what floats cannot say."""
        return abs(self.player.bankroll * 100 - float(self.bankroll_cents)) < 0.01


def craps_table(*, always_working: bool) -> CrapsTable:
    """A table of crapssim with commission paid at placement and not rounded, double odds, and our odds on hops."""
    craps = CrapsTable()
    craps.settings |= {
        "hop_payouts": {"easy": 16, "hard": 33},
        "vig_rounding": "none",
        "vig_paid_on_win": False,
        "come_out_working_policy": "legacy" if always_working else "real_casino",
        "max_odds": dict.fromkeys(POINTS, 2),
        "max_dont_odds": {4: 4, 5: 3, 6: 12 / 5, 8: 12 / 5, 9: 3, 10: 4},  # type: ignore[dict-item]
    }
    return craps
