"""The practice tables that dealers run, with the dealers of each doing one thing after the other as the test wants."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection

from casino import demo, journal, selectors
from games.demo_tables import open_tables
from games.domain import naming, position, round_of_play, table
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.table import Table
from games.domain.vocabulary import RoundId, SeatId
from games.practice_seats import STACK
from games.practice_tables import VENUE
from games.simulated_dealers import Dealers
from games.simulated_dealers.dealer import Dealer
from tests.casino.asking import react

MOST_STEPS = 300
P1 = SeatId("P1")


class PracticeHouse:
    """The venue Practice, open, with its people."""

    def __init__(self, *, seed: int = 1) -> None:
        selectors.forget()
        for venue in demo.VENUES:
            demo.open_venue(venue)
        for person in (each for each in demo.PEOPLE if each.venue == VENUE):
            demo.engage(person)
        open_tables()
        react()
        self.dealers = {dealer.at.name: dealer for dealer in Dealers(VENUE, seed=seed, is_fast=True).dealers}

    def dealer(self, name: str) -> Dealer:
        """Who deals at a table."""
        return self.dealers[name]

    def table(self, name: str) -> Table:
        """A table as it stands."""
        return journal.state(table.at(naming.table_id(VENUE, name)))

    def play(self, name: str) -> RoundOfPlay | None:
        """The round that is played there."""
        played = self.table(name).round
        return journal.state(round_of_play.at(played)) if played else None

    def chips(self, name: str, seat: SeatId = P1) -> Position:
        """What lies there for a player."""
        return journal.state(position.at(naming.table_id(VENUE, name), seat))

    def deal_until(self, name: str, holds: Callable[[], bool]) -> None:
        """The dealer does one thing after the other, and the workers what is due."""
        for _ in range(MOST_STEPS):
            if holds():
                return
            self.dealer(name).step()
            react()
        raise AssertionError(f"not so after {MOST_STEPS} steps: {self.table(name)} {self.play(name)}")

    def place_your_bets(self, name: str) -> RoundId:
        """The next round begins."""
        played = self.table(name).round
        self.deal_until(name, lambda: self.table(name).round not in {"", played} and self.is_at(name, Stage.WAGERING))
        return self.table(name).round

    def finish(self, name: str) -> None:
        """The round comes to its end."""
        played = self.table(name).round
        self.deal_until(name, lambda: self.table(name).round != played)

    def is_at(self, name: str, *stages: Stage) -> bool:
        """Whether the round that is played there is at one of these stages."""
        play = self.play(name)
        return play is not None and play.stage in stages

    def holds(self, name: str) -> int:
        """The chips in hand of the player at the first place, by the postings of the journal: a new stack, and what was won."""
        return STACK + won(name)


def won(name: str) -> int:
    """What the player at the first place of a table has gained or lost in chips, by the postings of the journal."""
    asked = """SELECT coalesce(sum((posting->>'cents')::bigint), 0)::bigint
                 FROM journal.entry, json_array_elements(line::json->'postings') AS posting WHERE posting->>'account' = %s"""
    with connection.cursor() as cursor:
        cursor.execute(asked, [f"chips:{VENUE}.{name}.{P1}"])
        return -int(cursor.fetchone()[0])
