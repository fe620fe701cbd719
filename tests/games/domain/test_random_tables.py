"""Random tables of many players of every book, against a plain table in memory: same wagers, same money, same totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.domain.accounts import Account, AccountKind
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.domain.refusals import MoneyRefusal
from games.domain import between_rounds, calling, placing, settlement
from games.domain.placing import Change
from games.domain.position import AGGREGATE, Position, take
from games.domain.setting import MINI, Setting
from games.domain.vocabulary import RoundId, SeatId, Selection, WagerNumber, kind_of
from games.domain.wager_events import PositionEvent
from games.rules import books
from tests.games.domain.at_the_table import SIGN, TABLE, in_play, then
from tests.games.domain.plain_chips import Finished, Place
from tests.games.domain.plain_pays import pieces_of
from tests.games.domain.plain_table import FLAT, PlainTable
from tests.games.domain.playing import balances
from tests.scale import sized

SEATS = 4
BUSY = [0, 0, 0, 0, *range(SEATS)]  # one player does as much as all others
CHIP = {DF: 100, CC: 50}
GROUND = {DF: "no_roll", CC: "no_roll", IR: "ball_early", AC: "cocked", SB: "cocked"}
STAKES = [300, 500, 500, 625, 1_000, 1_250, 2_500, 3_300, 20_000, 90_000]
DOES = ["place"] * 5 + ["odds"] * 4 + ["increase", "reduce", "reduce", "take_down", "move", "ON", "OFF"]
[LIMIT] = SIGN.values()


class Act(NamedTuple):
    """What a player wants done: with chips on an area, or with one of the wagers that lie there."""

    seat: int
    does: str
    which: int
    selection: str
    cents: int
    is_late: bool


class Round(NamedTuple):
    """What is done in a round, and the outcome; none: the round has no result."""

    acts: list[Act]
    outcome: str | None


class SideBySide:
    """A table of a book as the product has it, and beside it the plain one."""

    def __init__(self, game: str, variant: str) -> None:
        unit = CHIP.get(game, 1)
        self.book = books.current(game)
        self.table = in_play(game, chip_unit=Cents(unit), variant=variant)
        self.positions = [_taken(SeatId(f"P{seat}")) for seat in range(SEATS)]
        self.moved: Counter[Account] = Counter()
        self.rounds = 0
        self.plain = PlainTable(game, variant, unit, LIMIT.minimum, LIMIT.maximum, [Place() for _ in range(SEATS)])

    def play(self, played: Round) -> None:
        """A round from its first wager to its last cent."""
        self.rounds += 1
        begun = between_rounds.begin_round(self.table, round_id=RoundId(f"{TABLE}.20260822.{self.rounds:04}"))
        self.table = then(self.table, begun)
        for act in played.acts:
            self._do(act)
            self._require_the_same_chips_and_money()
        if played.outcome is None:
            self._finish_without_result()
        else:
            self._finish(played.outcome)
        self._require_the_same_chips_and_money()

    def _do(self, act: Act) -> None:
        """Both are asked for the same, and both do it or neither does."""
        wanted = self._wanted(act)
        if wanted is None:
            return
        events = self._of_the_product(wanted)
        assert self._of_the_plain_table(wanted) is (events is not None), (wanted, self.plain)
        self._note(act.seat, events or [])

    def _wanted(self, act: Act) -> Act | None:
        """The act with a number of a wager, or the amount for all areas; none: there is no such wager."""
        wagers = self.positions[act.seat].wagers
        if act.does in {"place", "odds"}:
            selection = self._odds(act) if act.does == "odds" else act.selection
            stake = act.cents * sum(pieces_of(self.plain.book, selection))
            return act._replace(does="place", selection=selection, cents=stake)
        return act._replace(which=sorted(wagers)[act.which % len(wagers)]) if wagers else None

    def _odds(self, act: Act) -> str:
        """The odds behind one of the wagers that lie on a number; else what was drawn."""
        behind = {flat: kind for (book, kind), flat in FLAT.items() if book == self.plain.book}
        lying = self.plain.places[act.seat].chips.values()
        odds = [f"{behind[each.kind]}:{each.number}" for each in lying if each.number is not None]
        return odds[act.which % len(odds)] if odds else act.selection

    def _of_the_product(self, wanted: Act) -> Sequence[PositionEvent] | None:
        """What it makes of it; none: it was refused."""
        position, setting = self.positions[wanted.seat], self._setting(is_closed=wanted.is_late)
        number, to = WagerNumber(wanted.which), wanted.does
        try:
            if to in {"ON", "OFF"}:
                return calling.call(position, wager=number, to=to, confirmed_by="staff/7", setting=setting)
            return placing.change(position, _change(wanted), setting=setting)
        except MoneyRefusal as refused:
            if not (refused.code and refused.sentence.endswith(".")):
                raise
            return None

    def _of_the_plain_table(self, wanted: Act) -> bool:
        self.plain.is_late = wanted.is_late
        match wanted:
            case Act(seat, "place", _, selection, cents):
                return self.plain.place(seat, selection, cents)
            case Act(seat, "increase", number, _, cents):
                return self.plain.increase(seat, number, cents)
            case Act(seat, "reduce", number, _, cents):
                return self.plain.reduce(seat, number, cents)
            case Act(seat, "take_down", number):
                return self.plain.take_down(seat, number)
            case Act(seat, "move", number, selection):
                return self.plain.move(seat, number, selection)
            case Act(seat, to, number):
                return self.plain.call(seat, number, to)

    def _finish(self, outcome: str) -> None:
        setting = self._setting(is_closed=True)
        met = [settlement.settle(position, outcome=outcome, setting=setting) for position in self.positions]
        frozen = self._still_frozen(met)
        self._require_the_same_totals(met, self.plain.finish(tuple(map(int, outcome.split("-")))))
        finished = between_rounds.finish_round(self.table, outcome=outcome, book=self.book, lying_frozen=frozen)
        self.table = then(self.table, finished)
        assert self.table.point == self.plain.point

    def _finish_without_result(self) -> None:
        setting = self._setting(is_closed=True)
        met = [settlement.void(position, ground=GROUND[self.plain.book], setting=setting) for position in self.positions]
        frozen = self._still_frozen(met)
        self._require_the_same_totals(met, self.plain.finish_without_result())
        self.table = then(self.table, between_rounds.finish_round_without_result(self.table, lying_frozen=frozen))

    def _still_frozen(self, met: Sequence[Sequence[PositionEvent]]) -> set[str]:
        each = zip(self.positions, met, strict=True)
        return {area for position, events in each for area in settlement.still_frozen(position, events)}

    def _require_the_same_totals(self, met: Sequence[Sequence[PositionEvent]], plain: Finished) -> None:
        said = settlement.totals_of([event for events in met for event in events])
        paid = said.paid_cents, said.rounding_cents
        assert Finished(said.settled, said.stakes_cents, said.winnings, said.returned, *paid) == plain
        for seat, events in enumerate(met):
            self._note(seat, events)

    def _require_the_same_chips_and_money(self) -> None:
        for position, there in zip(self.positions, self.plain.places, strict=True):
            lying = {number: (wager.selection, wager.lying.stake_cents) for number, wager in position.wagers.items()}
            assert lying == there.lying
            assert self.moved[position.purse] == -there.gained
            assert self.moved[AccountKind.AT_STAKE.of(position.id)] == -there.at_stake
        commission = sum(self.moved[AccountKind.COMMISSION.of(position.id)] for position in self.positions)
        assert -commission == self.plain.kept + sum(there.held for there in self.plain.places)
        assert set(self.table.frozen) == self.plain.closed

    def _setting(self, *, is_closed: bool) -> Setting:
        round_id = RoundId(str(self.table.round))
        return between_rounds.setting(self.table, book=self.book, seat=SeatId("P0"), round_id=round_id, is_closed=is_closed)

    def _note(self, seat: int, events: Sequence[PositionEvent]) -> None:
        self.moved.update(balances(list(events)))
        self.positions[seat] = AGGREGATE.fold(self.positions[seat], events)


def _taken(seat: SeatId) -> Position:
    return AGGREGATE.fold(AGGREGATE.start, [take(Position(), table=TABLE, seat=seat, meter=f"star.{seat}")])


def _change(wanted: Act) -> Change:
    number, selection, cents = WagerNumber(wanted.which), Selection(wanted.selection), Cents(wanted.cents)
    match wanted.does:
        case "place":
            return Change("place", selection=selection, cents=cents)
        case "increase":
            return Change("increase", wager=number, cents=cents)
        case "reduce":
            return Change("reduce", wager=number, cents=cents)
        case "take_down":
            return Change("cancel", wager=number)
        case _:
            return Change("move", wager=number, selection=selection)


def _placed(selection: str, cents: int) -> Act:
    return Act(0, "place", 0, selection, cents, is_late=False)


def _with_the_first(does: str, cents: int = 0) -> Act:
    return Act(0, does, 0, "", cents, is_late=False)


def _evenings(game: str) -> st.SearchStrategy[list[Round]]:
    """Round after round; every kind of wager is as likely as any other, however many areas; those with odds are likelier."""
    book = books.current(game)
    kinds: dict[str, list[str]] = {}
    for selection in book.wagers:
        kinds.setdefault(kind_of(selection), []).append(selection)
    flat = [kinds[its] for (of, _), its in FLAT.items() if of == game]
    selections = st.sampled_from([*kinds.values(), *flat * 3]).flatmap(st.sampled_from)
    late = st.sampled_from([False] * 11 + [True])
    act = st.builds(
        Act, st.sampled_from(BUSY), st.sampled_from(DOES), st.integers(0, 7), selections, st.sampled_from(STAKES), late
    )
    outcome = st.sampled_from(sorted(book.ways) * 2 + [None])
    return st.lists(st.builds(Round, st.lists(act, min_size=4, max_size=30), outcome), min_size=4, max_size=16)


@pytest.mark.slow(reason="plays whole evenings; at full size, thousands")
@pytest.mark.parametrize(("game", "variant"), [(AC, ""), (IR, ""), (SB, ""), (DF, ""), (CC, ""), (CC, MINI)])
def test_at_a_random_table_everybody_has_what_a_plain_one_says(game: str, variant: str) -> None:
    @settings(max_examples=sized(ci=120, full=3_000))
    @given(_evenings(game))
    def plays(evening: list[Round]) -> None:
        there = SideBySide(game, variant)
        for played in evening:
            there.play(played)

    plays()


SELDOM_BY_CHANCE: dict[str, tuple[str, list[Round]]] = {
    "cc_26_lay_odds_are_held_to_what_the_flat_wager_came_with": (
        CC,
        [
            Round([_placed("dont_win_line", 2_500)], "2-4"),
            Round([_with_the_first("reduce", 500), _placed("dont_win_lay_odds:6", 20_000)], "3-4"),
        ],
    ),
    "cc_04_a_call_is_for_all_of_its_kind": (
        CC,
        [
            Round([_placed("place:6", 600), _placed("place:8", 600)], "2-2"),
            Round([_with_the_first("OFF")], "4-4"),
            Round([_with_the_first("ON")], "2-6"),
        ],
    ),
    "ac_18_odds_come_down_with_their_wager": (
        AC,
        [
            Round([_placed("dont_pass", 1_000)], "4-5"),
            Round([_placed("dont_odds:9", 2_500), _with_the_first("take_down")], "3-4"),
        ],
    ),
    "df_6_1_7_a_third_eight_is_paid_once": (
        DF,
        [Round([_placed("dragons_tail", 625)], "4-4"), Round([], "2-6"), Round([], None), Round([], "3-5")],
    ),
}


@pytest.mark.parametrize("story", SELDOM_BY_CHANCE)
def test_what_chance_seldom_brings_comes_to_what_a_plain_table_says(story: str) -> None:
    game, rounds = SELDOM_BY_CHANCE[story]
    there = SideBySide(game, "")
    for played in rounds:
        there.play(played)
