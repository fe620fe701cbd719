"""An electronic table with its machine, its terminals and their money; and a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from casino import journal, selectors
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, Role
from casino.journal.reconciliation import reconcile
from casino.journal.verification import verify
from casino.stack.roles import TEST
from devices import services as devices
from devices.domain import credit_meter, device
from devices.domain.readings import Meter, Reading
from games import services
from games.domain import naming, round_of_play, table
from games.domain.round_of_play import RoundOfPlay
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, Limit, RoundId, Selection, TableId, WagerNumber
from tests.casino.asking import react
from tests.databases import Database
from tests.devices import fitting
from tests.factories import OriginFactory, open_house

STAR = VenueId("star")
SIGN = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(100_000))}
NAMES = {AC: "AC01", IR: "IR01", SB: "SB01"}
SECONDS = 30
_readings = count(1)


class Clock:
    """The database's clock, as far ahead as the test has moved it."""

    def __init__(self, database: Database) -> None:
        database.log_in_as(TEST)
        self.ahead = timedelta()

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self.ahead += timedelta(seconds=seconds)
        self.show()

    def show(self) -> None:
        """Let the connection of this thread go by it too."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('journal.clock_shift', %s, false)", [f"{self.ahead.total_seconds()} seconds"])


class Floor:
    """One open table of a game."""

    def __init__(self, game: str, *, terminals: int = 2, name: str = "") -> None:
        self.game, self.name = game, name or NAMES[game]
        self.machine = machine(game, f"{self.name}-M")
        services.commission_table(name=self.name, book=game, layout="A", equipment=(self.machine,), origin=OriginFactory.build())
        services.display_limits(name=self.name, limits=SIGN, origin=OriginFactory.build())
        services.configure_wagering_period(name=self.name, seconds=SECONDS, origin=OriginFactory.build())
        services.open_table(name=self.name, origin=OriginFactory.build())
        self.terminals = [self.seat(f"{self.name}-{number}") for number in range(1, terminals + 1)]

    def seat(self, name: str) -> str:
        """A further terminal, in service and with its place at the table."""
        fitted(self.game, name, self.machine)
        self.seat_as(name)
        return name

    def seat_as(self, terminal: str) -> None:
        """A terminal takes its place here."""
        services.take_position(terminal=terminal, name=self.name, origin=by(terminal))

    @property
    def id(self) -> TableId:
        """As events name the table."""
        return naming.table_id(STAR, self.name)

    @property
    def state(self) -> Table:
        """The table as it stands."""
        return journal.state(table.at(self.id))

    @property
    def round(self) -> RoundId:
        """The round that is played."""
        return self.state.round

    def play(self, round_id: RoundId | None = None) -> RoundOfPlay:
        """A round as it stands."""
        return journal.state(round_of_play.at(round_id or self.round))

    def open(self) -> RoundId:
        """Begin the next round."""
        services.open_next_round(name=self.name, origin=OriginFactory.build())
        return self.round

    def place(self, terminal: str, selection: str, cents: int) -> WagerNumber:
        """A player puts chips down."""
        return services.place_wager(
            terminal=terminal,
            round_id=self.round,
            selection=Selection(selection),
            stake_cents=Cents(cents),
            origin=by(terminal),
        )

    def drop(self) -> None:
        """The wheel detects the imminent drop of the ball."""
        services.sense_imminent_drop(round_id=self.round, machine=self.machine, origin=by(self.machine))

    def close(self) -> None:
        """The system ends the wagering period."""
        services.close_wagering(round_id=self.round, origin=OriginFactory.build())

    def sense(self, *shown: int) -> None:
        """The table's machine reads the outcome."""
        services.sense_outcome(round_id=self.round, machine=self.machine, shown=shown, origin=by(self.machine))

    def finish(self, clock: Clock, *shown: int) -> RoundId:
        """The period expires and is closed, the outcome is sensed, the workers do what is due."""
        played = self.round
        clock.move(SECONDS + 1)
        self.close()
        self.sense(*shown)
        react()
        return played


def refused(ask: Callable[..., object], *args: Any, **asked: Any) -> str:
    """The code under which something is refused."""
    with pytest.raises(Refusal) as refusal:
        ask(*args, **asked)
    return refusal.value.code


def by(machine: str) -> Origin:
    """A request of a machine."""
    return OriginFactory.build(actor=Actor(f"device/{STAR}.{machine}"), role=Role("device"))


def fitted(game: str, name: str, wheel: str = "") -> str:
    """A terminal of a game in service."""
    if game == IR:
        fitting.roulette_terminal(name)
        devices.link_to_wheel(name=name, wheel=wheel, origin=OriginFactory.build())
    else:
        fitting.terminal(name, game)
    return fitting.put_in_service(name)


def machine(game: str, name: str) -> str:
    """What makes the outcomes of a table of this game."""
    return fitting.wheel(name) if game == IR else fitting.tumbler(name, game, dice=3 if game == SB else 2)


def insert(terminal: str, cents: int) -> None:
    """Notes go into a terminal."""
    meter = journal.state(credit_meter.at(STAR, terminal))
    before = meter.read.get(Meter.NOTES_IN)
    if before is None:
        _read(terminal, 0)
    _read(terminal, (before or 0) + cents)


def _read(terminal: str, notes_in: int) -> None:
    at = Instant.of(selectors.now() + timedelta(microseconds=next(_readings)))
    reading = Reading(values={Meter.NOTES_IN: notes_in}, full_at={Meter.NOTES_IN: 10**10}, at=at)
    devices.take_reading(terminal=terminal, reading=reading, origin=by(terminal))


def credits_of(terminal: str) -> int:
    """What stands on a credit meter."""
    return journal.state(credit_meter.at(STAR, terminal)).cents


def lock(terminal: str) -> None:
    """A terminal is told to lock play."""
    devices.order_terminal(terminal=terminal, order=credit_meter.Order.LOCK, reason="Door", origin=OriginFactory.build())


def take_out(name: str) -> None:
    """A machine is taken out of service."""
    assert journal.state(device.at(STAR, name)).is_in_service
    devices.take_out_of_service(name=name, reason="Screen dark", origin=OriginFactory.build())


def put_on(database: Database) -> Clock:
    """The Star under its law, and its clock."""
    selectors.forget()
    open_house()
    return Clock(database)


def check(meters: Mapping[str, int] | None = None) -> None:
    """Everything the three checks look at is well, and the meters stand where they should."""
    assert verify().wrong == []
    assert reconcile().wrong == []
    call_command("rebuild", "--check", stdout=StringIO())
    call_command("rebuild", "--states", "--check", stdout=StringIO())
    for terminal, cents in (meters or {}).items():
        assert credits_of(terminal) == cents, terminal
