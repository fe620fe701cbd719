"""What the house makes of a table's feed: each line counts once, none is lost, and a table always learns how things stand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.host.feed import LOST_AFTER_SECONDS, MOST_WAITING, Feed
from devices.host.findings import (
    BallInRimTold,
    CockedTold,
    Counted,
    CreditsShown,
    FeedLost,
    FeedRestored,
    Finding,
    Kind,
    OutcomeTold,
    ShotTold,
    SnapshotTold,
    TableTold,
    WagerTold,
)
from devices.simulator.feed import Table
from devices.wire import feed
from devices.wire.feed_messages import (
    Ack,
    BallInRim,
    CreditMeter,
    DiceCocked,
    DiceShot,
    Direction,
    Down,
    Lock,
    MeterSnapshot,
    OutcomeConfirmed,
    OutcomeSensed,
    RoundOpened,
    Said,
    ShootDice,
    WageringClosed,
    WagerRecorded,
)

KEY, OLD_KEY, OTHER_KEY = b"k" * 32, b"o" * 32, b"x" * 32
STARTED_AT = datetime(2026, 7, 1, tzinfo=UTC)
STEP_SECONDS = 0.1
UP: list[tuple[Said, Callable[[Finding], bool]]] = [
    (DiceShot("R1"), lambda each: isinstance(each, ShotTold) and each.round == "R1"),
    (DiceCocked("R1"), lambda each: isinstance(each, CockedTold) and each.round == "R1"),
    (BallInRim(None), lambda each: isinstance(each, BallInRimTold) and each.round is None),
    (OutcomeSensed("R1", (3, 4)), lambda each: isinstance(each, OutcomeTold) and each.outcome == (3, 4)),
    (
        MeterSnapshot("T1", Cents(1), 2, Cents(3), Cents(4), Cents(5), Cents(6), Cents(7)),
        lambda each: isinstance(each, SnapshotTold) and each.snapshot.wagered_cents == 6,
    ),
    (
        WagerRecorded("T1", "R1", "r", "red", Cents(500)),
        lambda each: isinstance(each, WagerTold) and each.wager.stake_cents == 500,
    ),
]


def meter(cents: int, version: int, terminal: str = "T1") -> CreditMeter:
    return CreditMeter(terminal, Cents(cents), version)


class Wire:
    """House and table with a connection between them, in time that is only counted."""

    def __init__(self, *keys: bytes, of_table: bytes = KEY) -> None:
        self.now = 0.0
        self.feed = Feed("D1", keys=keys or [KEY], clock=lambda at: STARTED_AT + timedelta(seconds=at), now=0.0)
        self.table = Table("D1", key=of_table, started_at=STARTED_AT)
        self.is_keeping = True
        self.lost_down = 0
        self.found: list[Finding] = []
        self.heard: list[Down] = []
        self.is_connected = False

    def connect(self) -> Wire:
        self.feed.connect(self.now)
        self.table.connect(self.now)
        self.is_connected = True
        return self.run(0.1)

    def disconnect(self) -> None:
        self.feed.disconnect(self.now)
        self.is_connected = False

    def run(self, seconds: float) -> Wire:
        """Let time pass; what the table says is kept, unless nobody does."""
        for _ in range(round(seconds / STEP_SECONDS)):
            self.now += STEP_SECONDS
            down = self.feed.turn(self.table.take_out(self.now) if self.is_connected else b"", self.now)
            self.keep()
            for line in down.splitlines(keepends=True):
                if self.lost_down:
                    self.lost_down -= 1
                else:
                    self.heard += self.table.hear(line, self.now)
        return self

    def keep(self) -> None:
        found = self.feed.take_findings()
        self.found += found
        for each in found:
            if isinstance(each, TableTold) and self.is_keeping:
                self.feed.keep(each)

    def tell(self, *messages: Down) -> Wire:
        for message in messages:
            self.feed.tell(message, self.now)
        return self.run(0.3)

    def say(self, *messages: Said) -> Wire:
        for message in messages:
            self.table.say(message, self.now)
        return self.run(0.3)

    def told(self) -> list[TableTold]:
        return [each for each in self.found if isinstance(each, TableTold)]

    def counted(self) -> list[Kind]:
        return [each.kind for each in self.found if isinstance(each, Counted)]

    @property
    def is_quiet(self) -> bool:
        """Whether each end has acknowledged everything."""
        return not self.feed._end.waiting and not self.table._end.waiting  # type: ignore[union-attr]


# As it goes every evening


@pytest.mark.parametrize(("message", "is_told"), UP)
def test_what_a_table_says_is_told_once_and_acknowledged_once_it_is_kept(
    message: Said, is_told: Callable[[Finding], bool]
) -> None:
    wire = Wire().connect()
    wire.is_keeping = False
    wire.say(message)
    assert [is_told(each) for each in wire.told()] == [True]
    assert not wire.is_quiet
    wire.feed.keep(wire.told()[0])
    wire.run(0.3)
    assert wire.is_quiet


def test_a_table_is_told_each_step_of_a_round_once() -> None:
    wire = Wire().connect()
    steps: list[Down] = [
        RoundOpened("R1"),
        WageringClosed("R1"),
        ShootDice("R1"),
        OutcomeConfirmed("R1", (3, 4)),
        RoundOpened("R2"),
    ]
    for step in steps:
        wire.tell(step)
        wire.tell(step)
    assert wire.heard == steps
    assert (wire.table.round, wire.table.outcome, wire.is_quiet) == ("R2", (), True)


def test_a_credit_meter_is_told_when_the_table_shows_it() -> None:
    wire = Wire().connect().tell(meter(500, 3))
    [shown] = [each for each in wire.found if isinstance(each, CreditsShown)]
    assert (shown.device, shown.terminal, shown.cents, shown.version) == ("D1", "T1", 500, 3)
    wire.tell(meter(400, 2))
    assert wire.table.credits["T1"].cents == 500


def test_what_is_told_while_nobody_is_connected_is_told_with_the_next_connection_as_it_stands_then() -> None:
    wire = Wire()
    for message in (RoundOpened("R1"), WageringClosed("R1"), meter(100, 1), RoundOpened("R2"), meter(200, 2)):
        wire.feed.tell(message, wire.now)
    wire.feed.tell(Lock("T1", is_locked=True, reason="Door"), wire.now)
    wire.connect().run(1.0)
    assert wire.heard == [meter(200, 2), RoundOpened("R2"), Lock("T1", is_locked=True, reason="Door")]
    assert wire.is_quiet


# What goes wrong


def test_a_line_of_the_table_that_gets_lost_is_counted_and_asked_for_again() -> None:
    wire = Wire().connect()
    wire.table.lines_to_lose = 1
    wire.say(DiceShot("R1"), OutcomeSensed("R1", (3, 4))).run(0.5)
    assert [type(each) for each in wire.told()] == [ShotTold, OutcomeTold]
    assert wire.counted() == [Kind.LOST_LINE]
    assert wire.is_quiet


def test_the_last_line_of_all_that_gets_lost_is_said_again_by_itself() -> None:
    wire = Wire().connect()
    wire.table.lines_to_lose = 1
    wire.say(OutcomeSensed("R1", (3, 4)))
    assert wire.told() == []
    wire.run(3.0)
    assert [type(each) for each in wire.told()] == [OutcomeTold]
    assert wire.is_quiet


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_lines_to_the_table_that_get_lost_are_sent_again(lost: int) -> None:
    wire = Wire().connect().tell(RoundOpened("R0"))
    wire.lost_down = lost
    wire.tell(RoundOpened("R1"), WageringClosed("R1"), meter(500, 3)).run(5.0)
    assert wire.heard[1:] == [RoundOpened("R1"), WageringClosed("R1"), meter(500, 3)]
    assert wire.is_quiet


def test_an_acknowledgement_that_gets_lost_is_given_again_and_nothing_counts_twice() -> None:
    wire = Wire().connect()
    wire.lost_down = 1
    wire.say(OutcomeSensed("R1", (3, 4)))
    assert not wire.is_quiet
    wire.run(3.0)
    assert len(wire.told()) == 1
    assert wire.is_quiet


def test_while_nobody_keeps_what_a_table_says_it_is_heard_no_further_and_says_it_again() -> None:
    wire = Wire().connect()
    sent = [feed.encode(feed.Line("D1", n, STARTED_AT, DiceShot("R1")), direction=Direction.UP, key=KEY) for n in range(1, 3_001)]
    for line in sent:
        wire.feed.turn(line, wire.now)
    assert wire.feed.is_broken
    assert len(wire.feed.findings) == MOST_WAITING + 1
    wire.disconnect()
    wire.keep()
    wire.feed.connect(wire.now)
    for line in sent[:MOST_WAITING]:
        wire.feed.turn(line, wire.now)
    assert not wire.feed.is_broken


def test_a_line_that_is_signed_by_nobody_who_may_is_counted_and_changes_nothing() -> None:
    wire = Wire().connect()
    forged = feed.encode(feed.Line("D1", 1, STARTED_AT, OutcomeSensed("R1", (6, 6))), direction=Direction.UP, key=OTHER_KEY)
    wire.feed.turn(forged, wire.now)
    wire.feed.turn(b"no line at all\n", wire.now)
    foreign = feed.encode(feed.Line("D2", 1, STARTED_AT, OutcomeSensed("R1", (6, 6))), direction=Direction.UP, key=KEY)
    wire.feed.turn(foreign, wire.now)
    wire.say(OutcomeSensed("R1", (3, 4)))
    assert wire.counted() == [Kind.BAD_MAC, Kind.GARBLED, Kind.GARBLED]
    assert [each.outcome for each in wire.told() if isinstance(each, OutcomeTold)] == [(3, 4)]


def test_an_acknowledgement_of_what_was_never_said_is_counted() -> None:
    wire = Wire().connect()
    line = feed.Line("D1", 1, STARTED_AT, Ack(99))
    wire.feed.turn(feed.encode(line, direction=Direction.UP, key=KEY), wire.now)
    wire.keep()
    assert wire.counted() == [Kind.GARBLED]


def test_a_key_is_replaced_without_a_break() -> None:
    wire = Wire(KEY, OLD_KEY, of_table=OLD_KEY).connect().tell(RoundOpened("R1"))
    wire.run(3.0)
    assert wire.heard == [RoundOpened("R1")]
    wire.disconnect()
    wire.table = Table("D1", key=KEY, started_at=STARTED_AT)
    wire.connect().run(1.0)
    assert wire.heard == [RoundOpened("R1"), RoundOpened("R1")]
    wire.say(DiceShot("R1"))
    assert wire.is_quiet


def test_after_a_break_the_table_learns_how_everything_stands_and_says_again_what_nobody_has_kept() -> None:
    wire = Wire().connect().tell(RoundOpened("R1"), meter(500, 3))
    wire.is_keeping = False
    wire.say(DiceShot("R1"))
    wire.disconnect()
    wire.run(1.0)
    wire.table.say(OutcomeSensed("R1", (3, 4)), wire.now)
    wire.tell(WageringClosed("R1"), meter(400, 4))
    wire.heard.clear()
    wire.is_keeping = True
    wire.connect().run(1.0)
    assert wire.heard == [RoundOpened("R1"), meter(400, 4), WageringClosed("R1")]
    assert [type(each) for each in wire.told()] == [ShotTold, ShotTold, OutcomeTold]
    assert wire.is_quiet


def test_what_was_kept_of_an_earlier_connection_acknowledges_nothing_of_the_present_one() -> None:
    wire = Wire().connect()
    wire.is_keeping = False
    wire.say(DiceShot("R1"))
    wire.disconnect()
    wire.connect()
    wire.feed.keep(wire.told()[0])
    wire.run(0.3)
    assert not wire.is_quiet


def test_another_house_takes_over_and_nothing_is_lost() -> None:
    wire = Wire().connect().tell(RoundOpened("R1"), WageringClosed("R1"))
    wire.is_keeping = False
    wire.say(DiceShot("R1"), OutcomeSensed("R1", (3, 4)))
    wire.feed = Feed("D1", keys=[KEY], clock=lambda at: STARTED_AT + timedelta(seconds=at), now=wire.now)
    wire.feed.tell(RoundOpened("R1"), wire.now)
    wire.found.clear()
    wire.is_keeping = True
    wire.connect().run(1.0)
    assert [type(each) for each in wire.told()] == [ShotTold, OutcomeTold]
    assert wire.is_quiet


# The link


def test_a_table_that_does_not_acknowledge_is_lost_and_restored_when_it_does() -> None:
    wire = Wire().connect().tell(RoundOpened("R1"))
    wire.lost_down = 1_000
    wire.tell(WageringClosed("R1")).run(LOST_AFTER_SECONDS + 2)
    wire.lost_down = 0
    wire.run(3.0)
    assert [type(each) for each in wire.found if isinstance(each, FeedLost | FeedRestored)] == [
        FeedRestored,
        FeedLost,
        FeedRestored,
    ]


def test_a_table_with_nothing_to_say_is_not_lost() -> None:
    wire = Wire().connect().tell(RoundOpened("R1")).run(60.0).tell(WageringClosed("R1"))
    assert not [each for each in wire.found if isinstance(each, FeedLost)]


def test_a_table_that_cannot_be_reached_is_lost_once() -> None:
    wire = Wire().run(20.0)
    assert [type(each) for each in wire.found] == [FeedLost]
    assert not wire.feed.is_up


def test_a_table_that_never_acknowledges_is_hung_up_on() -> None:
    wire = Wire().connect()
    for number in range(MOST_WAITING + 1):
        wire.feed.tell(meter(number, number + 1), wire.now)
    wire.feed.turn(b"", wire.now)
    assert wire.feed.is_broken
    wire.connect()
    assert not wire.feed.is_broken


@given(st.lists(st.binary(max_size=80)))
def test_any_bytes_at_all_are_survived(pieces: list[bytes]) -> None:
    wire = Wire().connect()
    for piece in pieces:
        wire.feed.turn(piece, wire.now)
    wire.feed.turn(b"\n", wire.now)
    wire.say(OutcomeSensed("R1", (3, 4)))
    assert [each.outcome for each in wire.told() if isinstance(each, OutcomeTold)] == [(3, 4)]


@given(st.data())
def test_whatever_gets_lost_each_end_hears_everything_once_in_its_order(data: st.DataObject) -> None:
    wire = Wire().connect()
    lost = st.integers(0, 2)
    for number in range(1, 6):
        wire.lost_down, wire.table.lines_to_lose = data.draw(lost), data.draw(lost)
        wire.tell(meter(number, number)).say(DiceShot(f"R{number}"))
        if data.draw(st.booleans()):
            wire.disconnect()
            wire.connect()
    wire.lost_down = wire.table.lines_to_lose = 0
    wire.run(10.0)
    rounds = [each.round for each in wire.told() if isinstance(each, ShotTold)]
    assert list(dict.fromkeys(rounds)) == [f"R{number}" for number in range(1, 6)]
    assert wire.table.credits["T1"].version == 5
    assert wire.is_quiet
