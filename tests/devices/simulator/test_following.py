"""A terminal's credit meter beside the house's record: whatever comes first, and however late, both end at the same cents."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.simulator.terminal import Terminal
from devices.wire.feed_messages import CreditMeter
from devices.wire.sas.meters import Meter

NOTES = st.sampled_from([500, 1_000, 2_000, 5_000, 10_000])
MOVES = st.one_of(
    st.tuples(st.just("note"), NOTES),
    st.tuples(st.just("read"), st.just(0)),
    st.tuples(st.just("stake"), st.integers(1, 3_000)),
    st.tuples(st.just("pay"), st.integers(1, 9_000)),
    st.tuples(st.just("say"), st.integers(0, 3)),
)


@dataclass
class House:
    """What the house has on record of one terminal, and everything it has said, in any order."""

    cents: int = 0
    notes_in: int = 0
    version: int = 0
    staked: int = 0
    paid: int = 0
    said: list[CreditMeter] = field(default_factory=list)

    def read(self, terminal: Terminal) -> None:
        more = terminal.meters[Meter.NOTES_IN] - self.notes_in
        self.notes_in += more
        self._move(more)

    def stake(self, cents: int) -> None:
        if cents <= self.cents:
            self.staked += cents
            self._move(-cents)

    def pay(self, cents: int) -> None:
        self.paid += cents
        self._move(cents)

    def say(self, terminal: Terminal, back: int) -> None:
        """Its last word, or an older one once more."""
        if self.said:
            terminal.following.hear(self.said[max(0, len(self.said) - 1 - back)], play="a round")

    def _move(self, cents: int) -> None:
        self.cents += cents
        self.version += 1
        self.said.append(CreditMeter("T1", Cents(self.cents), self.version, Cents(self.notes_in), Cents(0)))


@given(moves=st.lists(MOVES, max_size=40))
def test_whatever_was_said_when_meter_and_record_agree_once_everything_is_read_and_said(moves: list[tuple[str, int]]) -> None:
    terminal, house = Terminal("T1"), House()
    for what, value in moves:
        match what:
            case "note":
                terminal.insert_note(Cents(value))
            case "read":
                house.read(terminal)
            case "stake":
                house.stake(value)
            case "pay":
                house.pay(value)
            case _:
                house.say(terminal, back=value)
        meters = terminal.meters
        assert terminal.cabinet.credits == meters[Meter.NOTES_IN] + meters[Meter.COIN_OUT] - meters[Meter.COIN_IN]
    house.read(terminal)
    house.say(terminal, back=0)
    assert terminal.cabinet.credits == house.cents == terminal.meters[Meter.NOTES_IN] + house.paid - house.staked


def test_a_note_the_house_has_not_counted_stays_beside_its_word() -> None:
    terminal = Terminal("T1")
    terminal.insert_note(Cents(2_000))
    terminal.following.hear(CreditMeter("T1", Cents(2_000), 1, Cents(2_000), Cents(0)), play="a round")
    terminal.insert_note(Cents(500))
    terminal.following.hear(CreditMeter("T1", Cents(1_200), 2, Cents(2_000), Cents(0)), play="a round")
    assert terminal.cabinet.credits == 1_700


def test_nothing_is_collected_before_the_house_has_said_what_came_of_a_wager() -> None:
    terminal = Terminal("T1")
    terminal.insert_note(Cents(2_000))
    terminal.following.ask()
    assert not terminal.collect(1.0)
    terminal.following.answered(version=3)
    assert not terminal.collect(2.0)
    terminal.following.hear(CreditMeter("T1", Cents(1_500), 3, Cents(2_000), Cents(0)), play="a round")
    assert terminal.collect(3.0)
