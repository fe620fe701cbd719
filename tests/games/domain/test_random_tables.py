"""Random tables of several players of every book: each player's money is that of a plain model, which asks the what-if."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.aggregate import Event
from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from games.domain import behind, between_rounds, placing, settlement
from games.domain.placing import Change
from games.domain.position import AGGREGATE, Position, take
from games.domain.setting import Setting
from games.domain.vocabulary import RoundId, SeatId, Selection, WagerNumber
from games.domain.wager_events import PositionEvent, WagerCancelled, WagerIncreased, WagerPlaced, WagerReduced
from games.rules import books, whatif
from tests.games.domain.at_the_table import SIGN, TABLE, in_play, then
from tests.games.domain.playing import balances
from tests.games.rules.any_question import outcome as as_asked
from tests.scale import sized

SEATS = ("P1", "P2", "P3")
CHIP_UNIT = {"dragon_fire": Cents(100), "crown_craps": Cents(50)}
[LIMIT] = SIGN.values()


@dataclass
class Line:
    """One wager of the plain model: the question it is, and what lies there."""

    question: dict[str, Any]
    stake_cents: int

    def gain(self, unit: int) -> int:
        """What the player has gained by it so far: paid, less stake and the commission that was kept."""
        said = whatif.answer(self.question)
        kept = Fraction(said["commission_cents"]) - Fraction(said["commission_refunded_cents"])
        return int(said["paid_total_cents"]) - self.stake_cents - floor(kept / unit) * unit


@dataclass
class Player:
    """A place at the table, and the model beside it."""

    chips: Position
    events: list[Event] = field(default_factory=list)
    lines: dict[WagerNumber, Line] = field(default_factory=dict)

    def note(self, events: Sequence[PositionEvent]) -> None:
        """Let these have happened."""
        self.events += events
        self.chips = AGGREGATE.fold(self.chips, events)


class Model:
    """A table of some book with its players, round after round."""

    def __init__(self, game: str) -> None:
        self.book = books.current(game)
        self.unit = CHIP_UNIT.get(game, Cents(1))
        self.table = in_play(game, chip_unit=self.unit)
        self.players = [Player(_taken(seat)) for seat in SEATS]
        self.rounds = 0

    def begin(self) -> None:
        """The next round."""
        self.rounds += 1
        begun = between_rounds.begin_round(self.table, round_id=RoundId(f"{TABLE}.20260822.{self.rounds:04}"))
        self.table = then(self.table, begun)

    def change(self, seat: int, wanted: Change) -> None:
        """What a player wants done; what the book or its sign refuses leaves everything as it was."""
        player, setting = self.players[seat], self._setting(is_closed=False)
        before = player.chips
        try:
            events = placing.change(player.chips, wanted, setting=setting)
        except Refusal as refused:
            assert (player.chips, bool(refused.code)) == (before, True)
            return
        player.note(events)
        for event in events:
            self._mirror(player, event, setting)

    def finish(self, label: str) -> None:
        """The outcome, for everybody."""
        setting = self._setting(is_closed=True)
        frozen: set[str] = set()
        for player in self.players:
            for number in player.chips.wagers:
                player.lines[number].question["outcomes"].append(as_asked(label, self.book))
            met = settlement.settle(player.chips, outcome=label, setting=setting)
            frozen |= settlement.still_frozen(player.chips, met)
            player.note(met)
        finished = between_rounds.finish_round(self.table, outcome=label, book=self.book, lying_frozen=frozen)
        self.table = then(self.table, finished)

    def check(self) -> None:
        """Everybody has what the model says, and on the layout lies what it says."""
        for player in self.players:
            moved = balances(player.events)
            assert -moved[player.chips.purse] == sum(line.gain(self.unit) for line in player.lines.values())
            lying = {number: wager.lying.stake_cents for number, wager in player.chips.wagers.items()}
            open_lines = {n: line.stake_cents for n, line in player.lines.items() if not whatif.answer(line.question)["closed"]}
            assert lying == open_lines

    def _setting(self, *, is_closed: bool) -> Setting:
        round_id = RoundId(str(self.table.round))
        return between_rounds.setting(self.table, book=self.book, seat=SeatId("P1"), round_id=round_id, is_closed=is_closed)

    def _mirror(self, player: Player, event: PositionEvent, setting: Setting) -> None:
        """The same in the model's words."""
        match event:
            case WagerPlaced():
                player.lines[event.wager] = Line(self._question(player, event, setting), event.stake_cents)
            case WagerIncreased():
                self._more(player, event.wager, {"ev": "increase", "by": event.by_cents}, event.by_cents)
            case WagerReduced():
                self._more(player, event.wager, {"ev": "reduce", "to": event.lying.stake_cents}, -event.by_cents)
            case WagerCancelled():
                self._more(player, event.wager, {"ev": "remove"}, 0)

    def _more(self, player: Player, number: WagerNumber, happened: dict[str, Any], cents: int) -> None:
        line = player.lines[number]
        line.question["outcomes"].append(happened)
        line.stake_cents += cents

    def _question(self, player: Player, event: WagerPlaced, setting: Setting) -> dict[str, Any]:
        context: dict[str, Any] = {
            "point": setting.point,
            "min": LIMIT.minimum,
            "max": LIMIT.maximum,
            "chip_unit": int(self.unit),
        }
        if behind.is_odds(self.book.book_id, event.selection):
            context["base_stake"] = event.lying.base_cents
        return {
            "id": "t",
            "kind": "settle",
            "game": self.book.book_id,
            "wager": event.selection,
            "stake_cents": event.stake_cents,
            "context": {key: said for key, said in context.items() if said is not None},
            "outcomes": [],
        }


def _taken(seat: str) -> Position:
    return AGGREGATE.fold(AGGREGATE.start, [take(Position(), table=TABLE, seat=SeatId(seat), meter=f"star.{seat}")])


@st.composite
def _evenings(draw: st.DrawFn) -> tuple[str, list[tuple[list[tuple[int, str, int, str, int]], str]]]:
    """A game, and what happens round after round: who wants what done, and the outcome."""
    book = books.current(draw(st.sampled_from(sorted(books.BOOKS))))
    act = st.tuples(
        st.sampled_from(range(len(SEATS))),
        st.sampled_from(["place", "place", "place", "increase", "reduce", "cancel"]),
        st.integers(0, 5),
        st.sampled_from(sorted(book.wagers)),
        st.sampled_from([500, 600, 1_000, 1_250, 2_500, 3_300, 90_000]),
    )
    rounds = st.lists(st.tuples(st.lists(act, max_size=12), st.sampled_from(sorted(book.ways))), min_size=1, max_size=8)
    return book.book_id, draw(rounds)


def _wanted(chips: Position, do: str, which: int, selection: str, cents: int) -> Change | None:
    """The change in the words of a position; none: there is no wager to change."""
    if do == "place":
        return Change("place", selection=Selection(selection), cents=Cents(cents))
    numbers = sorted(chips.wagers)
    if not numbers:
        return None
    number = numbers[which % len(numbers)]
    if do == "cancel":
        return Change("cancel", wager=number)
    return Change("increase" if do == "increase" else "reduce", wager=number, cents=Cents(cents))


@pytest.mark.slow(reason="plays whole evenings; at full size, thousands")
@settings(max_examples=sized(ci=150, full=3_000))
@given(_evenings())
def test_at_random_tables_of_every_book_everybody_has_what_a_plain_model_says(
    evening: tuple[str, list[tuple[Iterable[tuple[int, str, int, str, int]], str]]],
) -> None:
    game, rounds = evening
    model = Model(game)
    for acts, label in rounds:
        model.begin()
        for seat, *act in acts:
            wanted = _wanted(model.players[seat].chips, *act)
            if wanted is not None:
                model.change(seat, wanted)
        model.finish(label)
        model.check()
