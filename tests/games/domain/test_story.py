"""Rounds from beginning to end: table, round and positions together, as the services will put them together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from casino.domain.accounts import Account
from casino.domain.aggregate import Event
from casino.domain.money import Cents
from casino.journal import codec
from games.domain import between_rounds, outcome, placing, round_of_play, settlement
from games.domain.grounds import Ground
from games.domain.position import AGGREGATE, Position
from games.domain.round_of_play import Cause, Kind, RoundOfPlay, Stage
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import RoundId, SeatId, Selection, WagerNumber
from games.domain.wager_events import PositionEvent
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, ENDS, IR, SB, START, TABLE, after, at, in_play, then
from tests.games.domain.playing import balances, seated


class Evening:
    """One table, one player, round after round."""

    def __init__(self, game: str) -> None:
        self.book = books.current(game)
        self.is_dealt = game in {DF, CC}
        self.table: Table = in_play(game)
        self.chips: Position = seated(None if self.is_dealt else "star.T0417")
        self.events: list[Event] = []
        self.rounds = 0
        self.play = RoundOfPlay()

    def open(self) -> None:
        """Begin the next round."""
        self.rounds += 1
        number = RoundId(f"star.AC01.20260822.{self.rounds:04}")
        self.table = then(self.table, between_rounds.begin_round(self.table, round_id=number))
        opening = round_of_play.open_round(
            RoundOfPlay(),
            id=number,
            table=TABLE,
            book=self.book,
            kind=Kind.DEALER if self.is_dealt else Kind.ELECTRONIC,
            variant=self.table.variant,
            point=self.table.point,
            now=START,
            ends_at=None if self.is_dealt else ENDS,
        )
        self.play = after(RoundOfPlay(), opening)

    def setting(self, *, is_closed: bool = False) -> Setting:
        """What the player's wagers meet now."""
        return between_rounds.setting(self.table, book=self.book, seat=SeatId("T1"), round_id=self.play.id, is_closed=is_closed)

    def place(self, selection: str, cents: int) -> None:
        """The player puts chips down."""
        round_of_play.require_open(self.play, now=at(5))
        self._note(placing.place(self.chips, selection=Selection(selection), stake_cents=Cents(cents), setting=self.setting()))

    def finish(self, *shown: int) -> None:
        """Close, find the outcome, settle, and leave the table ready for the next round."""
        self._decide(*shown)
        layout = settlement.layout_of([self.chips])
        self.play = after(self.play, round_of_play.freeze_layout(self.play, layout=layout))
        settled = settlement.settle(self.chips, outcome=self.play.outcome, setting=self.setting(is_closed=True))
        totals = settlement.totals_of(settled)
        self.play = after(self.play, round_of_play.settle(self.play, layout=layout, totals=totals))
        frozen = settlement.still_frozen(self.chips, settled)
        self._note(settled)
        finished = between_rounds.finish_round(self.table, outcome=self.play.outcome, book=self.book, lying_frozen=frozen)
        self.table = then(self.table, finished)

    def no_roll(self, ground: Ground) -> None:
        """Close, call no roll, return what it reaches, and leave the table ready for the next round."""
        self._close()
        called = outcome.call_no_roll(self.play, ground=ground, called_by="staff/7", book=self.book)
        self.play, layout = after(self.play, called), settlement.layout_of([self.chips])
        voided = settlement.void(self.chips, ground=called.declares, setting=self.setting(is_closed=True))
        totals = settlement.totals_of(voided)
        self.play = after(self.play, round_of_play.end_without_result(self.play, layout=layout, totals=totals))
        frozen = settlement.still_frozen(self.chips, voided)
        self._note(voided)
        self.table = then(self.table, between_rounds.finish_round_without_result(self.table, lying_frozen=frozen))

    def _decide(self, *shown: int) -> None:
        if not self.is_dealt:
            sensed = outcome.sense(self.play, shown=shown, device="D1", now=ENDS, book=self.book)
            self.play = after(self.play, *sensed)
            return
        self._close()
        self.play = after(self.play, outcome.enter(self.play, shown=shown, entered_by="staff/7", book=self.book))
        self.play = after(self.play, outcome.confirm(self.play, confirmed_by="staff/7"))

    def _close(self) -> None:
        cause = Cause.NO_MORE_BETS if self.is_dealt else Cause.EXPIRY
        self.play = after(self.play, round_of_play.close(self.play, cause=cause, now=ENDS))

    def _note(self, events: Sequence[PositionEvent]) -> None:
        self.events += events
        self.chips = AGGREGATE.fold(self.chips, events)

    def purse(self) -> int:
        """What the player has gained or lost so far; credits and chips are the house's debt."""
        return -balances(self.events)[self.chips.purse]


def test_aruze_craps_from_the_come_out_roll_to_the_point() -> None:
    evening = Evening(AC)
    evening.open()
    evening.place("pass_line", 1_000)
    evening.place("buy:4", 2_000)
    evening.finish(4, 2)
    assert (evening.table.point, evening.chips.wagers[WagerNumber(1)].lying.state) == (6, "6")
    evening.open()
    evening.place("odds:6", 2_000)
    evening.finish(2, 2)
    evening.open()
    evening.finish(5, 1)
    assert evening.play.stage is Stage.SETTLED
    assert evening.chips.wagers == {}
    assert evening.purse() == -100 + 4_000 + 1_000 + 2_400
    assert codec.exact([evening.table, evening.play, evening.chips, *evening.events])


def test_dragon_fire_with_a_no_roll_between_two_eights() -> None:
    evening = Evening(DF)
    evening.open()
    evening.place("dragons_tail", 500)
    evening.place("dragon", 500)
    evening.finish(4, 4)
    assert evening.table.frozen == ("dragons_tail",)
    evening.open()
    evening.place("fire", 500)
    evening.no_roll(Ground.OFF_TABLE)
    assert (evening.play.stage, evening.table.frozen) == (Stage.VOIDED, ("dragons_tail",))
    evening.open()
    evening.finish(3, 5)
    evening.open()
    evening.finish(1, 1)
    assert evening.purse() == -500 + 5_000
    assert codec.exact([evening.table, evening.play, evening.chips, *evening.events])


@pytest.mark.parametrize(
    ("game", "selection", "shown", "gained"),
    [(IR, "red", (32,), 500), (SB, "number:2", (2, 2, 5), 1_000), (CC, "hard:6", (3, 3), 0), (CC, "big6", (3, 3), 500)],
)
def test_one_round_of_every_other_game(game: str, selection: str, shown: tuple[int, ...], gained: int) -> None:
    evening = Evening(game)
    evening.open()
    evening.place(selection, 500)
    evening.finish(*shown)
    lying = sum(wager.lying.stake_cents for wager in evening.chips.wagers.values())
    assert evening.purse() == gained - lying
    assert -balances(evening.events)[Account(f"at-stake:{evening.chips.id}")] == lying
    assert codec.exact([evening.table, evening.play, evening.chips, *evening.events])
