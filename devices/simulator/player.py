"""What the people at the terminals do, one thing after the other, from a seed: money in, doors, tilts, hand-pays, collecting."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from random import Random

import msgspec

from casino.domain.money import Cents
from devices.simulator.terminal import Terminal
from devices.simulator.wishes import MOST_WISHES, Tally, Wish
from devices.wire.sas import ExceptionCode

NOTES = (500, 1_000, 2_000, 5_000, 10_000)
PLAYED_WITH = (5_000, 10_000)
STAKES = (100, 200, 500, 1_000)
TILTS = (ExceptionCode.GENERAL_TILT, ExceptionCode.NOTE_JAM, ExceptionCode.PRINTER_PAPER_LOW)
LARGE_WINS = (1_500_000, 2_500_000)
ENOUGH_CREDITS = 200_000
"""Whoever has so many credits inserts no further note."""


class Manner(msgspec.Struct, frozen=True):
    """How often somebody at a terminal does what, of all these together. Games are the server's, but for a terminal by itself."""

    notes: int
    collects: int
    doors: int
    tilts: int
    large_wins: int
    waits: int
    games: int = 0


CALM = Manner(notes=260, collects=8, doors=10, tilts=3, large_wins=1, waits=718)
BUSY = Manner(notes=500, collects=60, doors=30, tilts=20, large_wins=10, waits=380)
BY_ITSELF = Manner(notes=30, collects=6, doors=1, tilts=1, large_wins=1, waits=10, games=50)


class Player:
    """One person at one terminal. The same seed does the same things, whatever the clock says."""

    def __init__(self, terminal: Terminal, *, seed: int, manner: Manner = BUSY) -> None:
        self.terminal = terminal
        self.notes: Counter[int] = Counter()
        self.collects = self.doors = self.tilts = self.tickets = 0
        self.wishes: deque[Wish] = deque(maxlen=MOST_WISHES)
        self.tally = Tally()
        self._chance = Random(f"{seed} {terminal.device}")
        self._acts: dict[Callable[[float], object], int] = {
            self._insert_some_note: manner.notes,
            self.collect: manner.collects,
            self.open_door: manner.doors,
            self._tilt: manner.tilts,
            self._large_win: manner.large_wins,
            self._wait: manner.waits,
            self._play: manner.games,
        }

    def act(self, now: float) -> None:
        """One thing, at a moment."""
        act = self._chance.choices(list(self._acts), weights=list(self._acts.values()))[0]
        act(now)

    def insert_note(self, cents: Cents) -> None:
        """A note, counted if the terminal takes it."""
        if self.terminal.insert_note(cents):
            self.notes[cents] += 1

    def put_money_in(self, _: float, *, least: int) -> None:
        """A note, if there is too little left to play with."""
        note = Cents(self._chance.choice(PLAYED_WITH))
        if self.terminal.cabinet.available < least:
            self.insert_note(note)

    def wish(self, wish: Wish, _: float) -> None:
        """Something wanted of the game; of too much the oldest is forgotten."""
        self.wishes.append(wish)

    def insert_ticket(self, number: str, cents: Cents, now: float) -> None:
        """A ticket, whatever the house says to it."""
        self.tickets += self.terminal.insert_ticket(number, cents, now)

    def collect(self, now: float) -> None:
        """Everything that is on the credit meter."""
        self.collects += self.terminal.collect(now)

    def open_door(self, _: float) -> None:
        """The main door; nothing is played until an attendant has closed it."""
        self.terminal.open_door()
        self.doors += 1

    def _insert_some_note(self, _: float) -> None:
        note = Cents(self._chance.choice(NOTES))
        if self.terminal.cabinet.credits < ENOUGH_CREDITS:
            self.insert_note(note)

    def _tilt(self, _: float) -> None:
        self.terminal.tilt(self._chance.choice(TILTS))
        self.tilts += 1

    def _large_win(self, _: float) -> None:
        self.terminal.hand_pay(Cents(self._chance.choice(LARGE_WINS)))

    def _wait(self, _: float) -> None:
        """Somebody looks on."""

    def _play(self, _: float) -> None:
        stake, wins = self._chance.choice(STAKES), self._chance.random() < 18 / 37
        if self.terminal.wager(Cents(stake)):
            self.terminal.win(Cents(2 * stake if wins else 0))


def attend(terminal: Terminal, _: float) -> None:
    """An attendant closes what is open."""
    for door in terminal.open_doors:
        terminal.close_door(door)


def pay(terminal: Terminal, _: float) -> None:
    """An attendant pays what waits to be paid by hand, and turns the key."""
    while terminal.hand_pays.is_pending and terminal.cabinet.is_powered:
        terminal.hand_pays.reset()
