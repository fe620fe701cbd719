"""A roulette table with as many terminals as are wanted: with credits, wagers on the layout, and an outcome to settle them by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bench import tally
from casino import journal
from casino.domain.aggregate import Event
from casino.domain.money import Cents
from casino.domain.powers import IR
from casino.journal import Origin
from devices.domain import credit_meter
from devices.domain.credit_meter import Source
from devices.domain.demands import SOURCES
from games.domain import between_rounds, crediting, limits, outcome, placing, position, round_of_play, settlement, table
from games.domain.position import Position
from games.domain.round_of_play import Cause, Kind
from games.domain.setting import Setting
from games.domain.vocabulary import EVERY_KIND, Limit, RoundId, SeatId, Selection, TableId
from games.rules import books

TABLE = TableId(f"{tally.VENUE}.IR1")
SIGN = {EVERY_KIND: Limit(minimum=Cents(1), maximum=Cents(1_000_000))}
OUTSIDE = ("red", "odd", "low", "dozen:2", "column:2")
INSIDE = ("straight:17", "split:17-20", "corner:16-17-19-20", "street:16-17-18", "sixline:13-18")
CREDITS = Cents(10_000_000)
STAKES = 200  # different ones
SHOWN = (17,)
AT_ONCE = 1_000  # terminals in one command
WAGERING_SECONDS = 600


class Hall:
    """One table, played round after round."""

    def __init__(self, *, terminals: int) -> None:
        self.seats = [SeatId(f"T{number:05}") for number in range(terminals)]
        self._numbers = count(1)
        _open_table(origin=tally.origin())
        for seats in _batches(self.seats):
            _seat(seats=seats, origin=tally.origin())

    @property
    def wagers(self) -> int:
        """How many lie on the layout once everybody has wagered."""
        return len(self.seats) * len(OUTSIDE + INSIDE)

    def play(self) -> RoundId:
        """A round up to its outcome: opened, every wager placed, closed, fixed, sensed; the next command settles it."""
        play = RoundId(f"{TABLE}.20260822.{next(self._numbers):04}")
        _open_round(round_id=play, origin=tally.origin())
        for seats in _batches(self.seats):
            _wager(round_id=play, seats=seats, origin=tally.origin())
        _decide(round_id=play, seats=self.seats, origin=tally.origin())
        return play


def _batches(seats: list[SeatId]) -> Iterator[list[SeatId]]:
    return (seats[first : first + AT_ONCE] for first in range(0, len(seats), AT_ONCE))


@journal.command
def _open_table(*, origin: Origin) -> None:
    ref, book = table.at(TABLE), books.current(IR)
    state = journal.load(write=[ref])
    now, events = state.now, [table.commission(table.Table(), id=TABLE, book=book, variant="", layout="B")]
    for decide in (
        lambda there: limits.display_limits(there, limits=SIGN, book=book),
        lambda there: table.configure_period(there, seconds=WAGERING_SECONDS),
        lambda there: table.open_table(there, now=now),
    ):
        events.append(decide(table.AGGREGATE.fold(state[ref], events)))
    journal.append(state, {ref: events}, origin)


@journal.command
def _seat(*, seats: list[SeatId], origin: Origin) -> None:
    """Terminals with credits take their places."""
    chips, meters = [position.at(TABLE, seat) for seat in seats], [credit_meter.at(tally.VENUE, seat) for seat in seats]
    held = journal.load(write=[*chips, *meters])
    taken = {
        ref: [position.take(held[ref], table=TABLE, seat=seat, meter=meter.id)]
        for ref, meter, seat in zip(chips, meters, seats, strict=True)
    }
    start, rule = held[meters[0]], tally.RULE[0]
    opened = credit_meter.open_meter(start, terminal="T", book=IR, sources=SOURCES[IR], credit_cents=1, rule=rule)
    meter = credit_meter.AGGREGATE.fold(start, [opened])
    filled = [opened, credit_meter.increment(meter, source=Source.TRANSFER, cents=CREDITS, cause="bench")]
    journal.append(held, {**taken, **dict.fromkeys(meters, filled)}, origin)


@journal.command
def _open_round(*, round_id: RoundId, origin: Origin) -> None:
    there, play = table.at(TABLE), round_of_play.at(round_id)
    held = journal.load(write=[there, play])
    begun = between_rounds.begin_round(held[there], round_id=round_id)
    opened = round_of_play.open_round(
        held[play],
        id=round_id,
        table=TABLE,
        book=books.get(held[there].book),
        kind=Kind.ELECTRONIC,
        variant="",
        point=None,
        now=held.now,
        ends_at=held.now,
    )
    journal.append(held, {there: [begun], play: [opened]}, origin)


@journal.command
def _wager(*, round_id: RoundId, seats: list[SeatId], origin: Origin) -> None:
    """What so many placements write, in one command."""
    chips, meters = [position.at(TABLE, seat) for seat in seats], [credit_meter.at(tally.VENUE, seat) for seat in seats]
    setting = Setting(book=books.current(IR), round_id=round_id, limits=SIGN)
    held = journal.load(write=[*chips, *meters])
    placed = {ref: _everywhere(held[ref], setting) for ref in chips}
    taken = {meter: crediting.change(held[meter], placed[ref]) for ref, meter in zip(chips, meters, strict=True)}
    journal.append(held, {**placed, **taken}, origin)


def _everywhere(chips: Position, setting: Setting) -> list[Event]:
    placed: list[Event] = []
    for number, selection in enumerate(OUTSIDE + INSIDE, start=int(chips.seat.removeprefix("T"))):
        stake = Cents(500 + 37 * (number % STAKES))
        now = position.AGGREGATE.fold(chips, placed)
        placed += placing.place(now, selection=Selection(selection), stake_cents=stake, setting=setting)
    return placed


@journal.command
def _decide(*, round_id: RoundId, seats: list[SeatId], origin: Origin) -> None:
    play, chips = round_of_play.at(round_id), [position.at(TABLE, seat) for seat in seats]
    held = journal.load(write=[play, *chips])
    book, state = books.current(IR), held[play]
    events: list[Event] = [round_of_play.close(state, cause=Cause.EXPIRY, now=held.now)]
    state = round_of_play.AGGREGATE.fold(state, events)
    events.append(round_of_play.freeze_layout(state, layout=settlement.layout_of(held.many(chips).values())))
    events += outcome.sense(state, shown=SHOWN, device="W1", now=held.now, book=book)
    journal.append(held, {play: events}, origin)
