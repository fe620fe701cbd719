"""The poller of a bank: one loop asks its terminals, one thread beside it writes down what they say.

The bank is held by a session lock of the database that dies with the process, so there are never two pollers. What is heard while
the database does not answer waits for it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from time import monotonic, time
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4
from zoneinfo import ZoneInfo

import psycopg
import uvloop
from django.db import connections

from casino import own_connection
from casino import selectors as ground
from casino.domain.events import VenueId
from devices import inbox, keyring, polled, selectors
from devices.delivery import Delivery
from devices.domain.credit_meter import Order
from devices.hearing import ORDERS
from devices.host.feed import Feed
from devices.host.findings import Finding, Question, TableTold
from devices.host.line import Line
from devices.host.pace import AS_USUAL, Pace
from devices.host.runner import Gateway, Runner, local_clock, moment
from devices.host.station import Station
from devices.host.wheel import WheelLine
from devices.inbox import Decision, Machine, Number, Reply
from devices.outbox import Listening
from devices.recording import NO_ANSWER, Heard, Recording

LOOK_SECONDS = 0.5
PATIENCE_SECONDS = 30.0
Lock = psycopg.Connection[tuple[Any, ...]]
R = TypeVar("R")


@dataclass(frozen=True)
class Seat:
    """A terminal at its address, and what it may ask."""

    machine: Machine
    address: int
    may_ask: frozenset[Question]


@dataclass(frozen=True)
class TableFeed:
    """The machine that speaks for a table, and the keys it may sign with, the latest first."""

    machine: Machine
    keys: list[bytes]


@dataclass(frozen=True)
class Plan:
    """What a poller has to know of its bank before it begins."""

    bank: str
    wiring: str  # differs whenever anything below does
    zone: ZoneInfo
    seats: Mapping[Gateway, tuple[Seat, ...]]
    wheels: Mapping[Gateway, Machine]
    tables: Mapping[Gateway, TableFeed]


class Seen(NamedTuple):
    """What a look has shown: whether the bank is wired as it was, what terminals are to be told, which are to be read."""

    is_as_planned: bool
    orders: list[tuple[str, Order]]
    to_read: list[str]


def poll(bank: str, *, ended: Event, pace: Pace = AS_USUAL) -> None:
    """Poll a bank until that is ended or nothing is wired there, unless somebody else does; anew when it is wired otherwise."""
    with held(bank) as lock:
        if lock is None:
            return
        with ThreadPoolExecutor(1, f"books of {bank}") as books:
            try:
                while not ended.is_set():
                    plan = books.submit(plan_of, bank).result()
                    if not (plan.seats or plan.wheels or plan.tables):
                        return
                    uvloop.run(Poller(plan, lock=lock, books=books, ended=ended, pace=pace).run())
            finally:
                books.submit(connections.close_all).result()


def plan_of(bank: str) -> Plan:
    """The lines of a bank with their terminals, and its wheels; a terminal without a credit meter has nothing to say yet."""
    seats: dict[Gateway, tuple[Seat, ...]] = {}
    wiring, owner = selectors.wiring_of(bank), selectors.venue_of_bank(bank)
    if owner is None:
        return Plan(bank, wiring, ZoneInfo("UTC"), {}, {}, {})
    venue = VenueId(owner)
    for wired, meter in selectors.terminals_of_bank(bank):
        machine = Machine(venue, wired.name, meter.book, meter.credit_cents)
        seat = Seat(machine, wired.address or 0, inbox.may_ask(meter.book))
        gateway = Gateway(wired.host, wired.port or 0)
        seats[gateway] = (*seats.get(gateway, ()), seat)
    wheels = {Gateway(each.host, each.port or 0): Machine(venue, each.name, each.book) for each in selectors.wheels_of_bank(bank)}
    return Plan(bank, wiring, ground.zone(venue, ground.now()), seats, wheels, _tables(bank, venue))


def _tables(bank: str, venue: VenueId) -> dict[Gateway, TableFeed]:
    """The feeds of the tables whose machines stand in a bank; one without a key cannot be believed, and is not asked."""
    return {
        Gateway(each.host, port): TableFeed(Machine(venue, each.name, each.book), keys)
        for each, port in selectors.feeds_of_bank(bank)
        if (keys := keyring.keys_of(venue, each.name))
    }


@contextmanager
def held(bank: str) -> Iterator[Lock | None]:
    """A connection that holds the bank as long as it lives; None if another process does."""
    with psycopg.connect(**own_connection.parameters(f"poller of {bank}")) as connection:
        row = connection.execute("SELECT pg_try_advisory_lock(hashtextextended('poller of ' || %s, 0))", [bank]).fetchone()
        yield connection if row == (True,) else None


class Poller:
    """One run over a plan: ends when the bank is wired otherwise or somebody wants it to, and fails with its lock."""

    def __init__(self, plan: Plan, *, lock: Lock, books: ThreadPoolExecutor, ended: Event, pace: Pace) -> None:
        self._plan = plan
        self._lock = lock
        self._books = books
        self._ended = ended
        machines = {seat.machine.name: seat.machine for seats in plan.seats.values() for seat in seats}
        machines |= {machine.name: machine for machine in plan.wheels.values()}
        machines |= {table.machine.name: table.machine for table in plan.tables.values()}
        self._recording = Recording(plan.bank, machines)
        self._wheels = {gateway: WheelLine(machine.name, now=monotonic()) for gateway, machine in plan.wheels.items()}
        self.lines = {
            gateway: Line(
                [Station(seat.machine.name, seat.address, may_ask=seat.may_ask) for seat in seats],
                local_time=local_clock(plan.zone),
                now=monotonic(),
                pace=pace,
                answering=inbox.answering(),
            )
            for gateway, seats in plan.seats.items()
        }
        self._line_of = {name: line for line in self.lines.values() for name in line.stations}
        self._feeds = {
            gateway: Feed(table.machine.name, keys=table.keys, clock=moment, now=monotonic())
            for gateway, table in plan.tables.items()
        }
        self._feed_of = {feed.device: feed for feed in self._feeds.values()}
        self._runner = Runner({**self._wheels, **self._feeds, **self.lines}, self._take)

    async def run(self) -> None:
        """Poll, look, and tell tables what has changed, until one of these ends."""
        working = [asyncio.create_task(work) for work in (self._runner.run(), self._look_on(), *self._deliveries())]
        await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
        for task in working:
            task.cancel()
        for result in await asyncio.gather(*working, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    def _deliveries(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What keeps the tables of the bank told, if it has any."""
        for venue in {table.machine.venue for table in self._plan.tables.values()}:
            listening = Listening(venue, frozenset(self._feed_of))
            yield Delivery(self._plan.bank, listening, self._feed_of, self._runner.stir).run()

    async def _take(self, findings: list[Finding]) -> None:
        """Put findings on record, in their order, and pass the answers on; a database that does not answer is waited for."""
        waiting, deadline = deque(Heard(found, uuid4()) for found in findings), monotonic() + PATIENCE_SECONDS
        while waiting:
            try:
                replies = await self._in_books(self._recording.take, waiting)
            except NO_ANSWER:
                if monotonic() > deadline:
                    raise
                await asyncio.sleep(LOOK_SECONDS)
            else:
                deadline = monotonic() + PATIENCE_SECONDS
                for found, reply in replies:
                    self._reply(found, reply)

    def _reply(self, found: Finding, reply: Reply) -> None:
        """Tell a terminal what the house says to its question, and a table that what it has said is kept."""
        if isinstance(found, TableTold):
            feed = self._feed_of[found.device]
            feed.keep(found)
            self._runner.stir(feed)
            return
        line, now = self._line_of[found.device], monotonic()
        match reply:
            case Number(number):
                line.give_number(found.device, number, now=now)
            case Decision(decision, number, cents):
                line.decide_ticket(found.device, decision, number=number, cents=cents, now=now)
            case None:
                line.refuse(found.device, inbox.QUESTIONS[type(found)], now=now)

    async def _look_on(self) -> None:
        """Twice a second see whether the bank is still ours and wired as it was, and what terminals are to be told."""
        while not self._ended.is_set():
            seen = await self._in_books(self._look)
            if not seen.is_as_planned:
                return
            for device, order in seen.orders:
                self._line_of[device].ask(device, ORDERS[order], now=monotonic())
            for device in seen.to_read:
                if line := self._line_of.get(device):  # a wheel or a tumbler has no meters to be read
                    line.read_money(device)
            await asyncio.sleep(LOOK_SECONDS)

    def _look(self) -> Seen:
        self._lock.execute("SELECT 1")  # whoever has lost the lock is no longer the poller
        self._give_sign()
        try:
            self._recording.write_counts()
            is_as_planned = selectors.wiring_of(self._plan.bank) == self._plan.wiring
            return Seen(is_as_planned, self._recording.orders(), self._recording.to_read())
        except NO_ANSWER:  # it is looked again soon
            connections.close_all()
            return Seen(is_as_planned=True, orders=[], to_read=[])

    def _give_sign(self) -> None:
        began = time() - monotonic()
        stations = [station for line in self.lines.values() for station in line.stations.values()]
        feeds = {each.device: began + each.heard_at for each in self._feeds.values() if each.is_up}
        wheels = {each.device: began + each.heard_at for each in self._wheels.values() if each.is_up}
        polled.tell(
            self._plan.bank,
            now=time(),
            widest_gap_seconds=self.widest_gap,
            heard_at=feeds | wheels | {each.device: began + each.heard_at for each in stations if each.is_up},
            read_at={each.device: began + each.read_at for each in stations if each.read_at is not None},
        )

    @property
    def widest_gap(self) -> float:
        """The longest any terminal that answers has waited for its next poll, in seconds."""
        return max((line.widest_gap for line in self.lines.values()), default=0.0)

    async def _in_books(self, work: Callable[..., R], *arguments: Any) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._books, work, *arguments)
