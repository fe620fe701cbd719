"""An evening at the dealer tables of a venue: one dealer after the other does what is due, at real pace or as fast as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import inf
from threading import Event
from time import monotonic
from typing import Any

import psycopg
import structlog
from django.db import InterfaceError, OperationalError, connections

from casino.domain.events import VenueId
from games import demo_tables
from games.demo_tables import DemoTable
from games.simulated_dealers import faults
from games.simulated_dealers.dealer import Dealer
from games.simulated_dealers.faults import Script
from games.simulated_dealers.people import Staffed

APART_SECONDS = 8.0  # so that not all tables do the same at the same time
RECONNECT_SECONDS = 1.0
GONE = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
_log = structlog.get_logger("games.simulated_dealers")


@dataclass(frozen=True)
class Way:
    """How an evening goes: for how many rounds, how long others are waited for, and who is told of rounds that were dealt."""

    rounds: int | None = None
    patience_seconds: float = inf  # of no consequence while it has no end
    dealt: Callable[[int], object] = lambda _: None


ENDLESSLY = Way()


class Dealers:
    """The simulated dealers of a venue; where there are no dealer tables there are none, and nothing is done."""

    def __init__(
        self,
        venue: VenueId,
        *,
        tables: Iterable[DemoTable] = demo_tables.DEALERS,
        seed: int = 1,
        is_fast: bool = False,
        faults: Iterable[str] = (),
    ) -> None:
        self.venue = venue
        self.seed = seed
        self._is_fast = is_fast
        self._left_standing: set[str] = set()
        staffed = _staffed(venue, tables)
        script = _script(staffed, faults)
        self.dealers = [
            Dealer(each, seed=seed, is_fast=is_fast, script=Script([fault for fault in script if fault.device == each.name]))
            for each in staffed
        ]

    @property
    def tables(self) -> list[str]:
        """At which tables they deal: what `device` of a fault may name."""
        return [dealer.at.name for dealer in self.dealers]

    @property
    def left_standing(self) -> list[str]:
        """The tables that stood still for longer than anybody wanted to wait."""
        return [dealer.at.name for dealer in self.dealers if dealer.at.name in self._left_standing]

    def run(self, until: Event, way: Way = ENDLESSLY) -> dict[str, Any]:
        """Deal until that is set, or so many rounds at each table; the report."""
        apart = 0.0 if self._is_fast else APART_SECONDS
        due = [(monotonic() + number * apart, number) for number in range(len(self.dealers))]
        heapify(due)
        try:
            while due and not until.wait(max(0.0, due[0][0] - monotonic())):
                _, number = heappop(due)
                seconds = self._step(self.dealers[number], way)
                if seconds is not None:
                    heappush(due, (monotonic() + seconds, number))
        finally:
            connections.close_all()
        return self.report()

    def report(self) -> dict[str, Any]:
        """What was done at every table."""
        tables = {dealer.at.name: dealer.report() for dealer in self.dealers}
        script = [each for dealer in self.dealers for each in dealer.script.told()]
        return {"venue": self.venue, "seed": self.seed, "tables": tables, "faults": script, "left_standing": self.left_standing}

    def _step(self, dealer: Dealer, way: Way) -> float | None:
        """One step; a database that does not answer is waited for."""
        before = dealer.rounds
        try:
            seconds = dealer.step(way.rounds)
        except GONE as error:
            _log.warning("the database does not answer", table=dealer.at.name, error=str(error))
            connections.close_all()
            return RECONNECT_SECONDS
        way.dealt(dealer.rounds - before)
        if way.rounds is not None and dealer.stands_seconds > way.patience_seconds:
            self._left_standing.add(dealer.at.name)
            return None
        return seconds


def _staffed(venue: VenueId, tables: Iterable[DemoTable]) -> list[Staffed]:
    """The tables of the venue, each with the next of those who may deal its game."""
    here = [each for each in tables if each.venue == venue]
    books = [each.book for each in here]
    turns = [books[:place].count(book) for place, book in enumerate(books)]
    return [Staffed(venue, each.name, each.book, each.variant, turn) for each, turn in zip(here, turns, strict=True)]


def _script(staffed: list[Staffed], lines: Iterable[str]) -> list[faults.Scripted]:
    can_have = {each.name: faults.possible(each.book, each.variant) for each in staffed}
    return faults.parse_for(can_have, lines)
