"""What a poller puts on record of what it hears, one finding after the other, and what its terminals have yet to be told."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import NamedTuple
from uuid import UUID

import structlog
from django.db import InterfaceError, InternalError, OperationalError, connections

from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, PlaceId, Role
from casino.journal.database import DatabaseRefused
from devices import inbox, polled, selectors, services
from devices.domain.credit_meter import Order
from devices.domain.device import ACTOR
from devices.domain.readings import Meter
from devices.host.findings import (
    Chirped,
    Counted,
    ExceptionHeard,
    Finding,
    Kind,
    LinkUp,
    MetersRead,
    RecordsMissing,
    TableTold,
)
from devices.host.meters import reading_of
from devices.host.runner import moment
from devices.inbox import Machine, Reply
from devices.wire.sas import ExceptionCode

ASK_AGAIN_SECONDS = 5.0
FORGETS_ORDERS = frozenset({ExceptionCode.POWER_APPLIED, ExceptionCode.METERS_RESET})
NO_ANSWER = (OperationalError, InterfaceError, InternalError, DatabaseRefused)
"""The database is gone, locked, full or only to be read: what was heard waits for it."""
_log = structlog.get_logger("devices.polling")
Pair = tuple[Cents, Cents]


class Heard(NamedTuple):
    """A finding, and the id under which it is put on record: once, however often that has to be tried."""

    found: Finding
    request_id: UUID


class Recording:
    """Of one bank. Used by one thread, which alone has the database."""

    def __init__(self, bank: str, machines: Mapping[str, Machine]) -> None:
        self.again: set[str] = set()  # terminals whose credits are to be read once more: they differ from ours
        self._bank = bank
        self._machines = machines
        self._counts = polled.Counts(bank)
        self._apart: dict[str, Pair] = {}
        self._asked: dict[tuple[str, Order], float] = {}
        self._forgetful: set[str] = set()

    # What was heard

    def take(self, waiting: deque[Heard]) -> list[tuple[Finding, Reply]]:
        """Put findings on record; what is there is taken off what waits. The answers to those that wait for one."""
        replies: list[tuple[Finding, Reply]] = []
        before = len(waiting)
        try:
            while waiting:
                found, _ = waiting[0]
                reply = self._hear(waiting[0])
                if type(found) in inbox.QUESTIONS or isinstance(found, TableTold):
                    replies.append((found, reply))
                waiting.popleft()
        except NO_ANSWER:
            connections.close_all()
            if len(waiting) == before:
                raise
        return replies

    def _hear(self, heard: Heard) -> Reply:
        found = heard.found
        if isinstance(found, Counted | Chirped | RecordsMissing):
            self._counts.add(found, self._stream_id(found.device), moment(found.at))
            return None
        if isinstance(found, LinkUp) or (isinstance(found, ExceptionHeard) and found.code in FORGETS_ORDERS):
            self._forgetful.add(found.device)
        if not isinstance(found, MetersRead):
            return self._answer(heard)
        if found.has_changed:
            self._answer(heard)
        self._compare(found, self._origin(heard))
        return None

    def _answer(self, heard: Heard) -> Reply:
        """What whoever owns this kind of finding says to it; a refusal is theirs to explain, is counted, stops nobody else."""
        found = heard.found
        handler = inbox.HANDLERS.get(type(found))
        if handler is None:
            if isinstance(found, TableTold):
                self._count(found, Kind.NOT_KEPT, type(found).__name__)
            return None
        try:
            return handler(self._machines[found.device], found, self._origin(heard))
        except Refusal as refusal:
            _log.warning("finding refused", device=found.device, found=type(found).__name__, code=refusal.code)
            self._count(found, Kind.REFUSED, f"{type(found).__name__}: {refusal.sentence}")
            return None

    def _count(self, found: Finding, kind: Kind, detail: str) -> None:
        counted = Counted(found.device, found.at, kind, detail)
        self._counts.add(counted, self._stream_id(found.device), moment(found.at))

    def _compare(self, found: MetersRead, origin: Origin) -> None:
        """A difference that has stood for two polls goes on record, and so does its end."""
        machine = self._machines[found.device]
        reading = reading_of(found, credit_cents=machine.credit_cents, at=Instant.of(moment(found.at)))
        meter = selectors.credit_meter(machine.venue, machine.name)
        if meter is None or Meter.CREDITS not in reading.values:
            return
        pair = Cents(reading.values[Meter.CREDITS]), Cents(meter.cents)
        before = self._apart.pop(found.device, None)
        if pair[0] - pair[1] == meter.differs_by:
            return
        if pair != before:
            self._apart[found.device] = pair
            self.again.add(found.device)
            return
        asked = replace(origin, request_id=origin.new_id("difference"))
        services.confirm_difference(terminal=machine.name, terminal_cents=pair[0], our_cents=pair[1], origin=asked)

    def _origin(self, heard: Heard) -> Origin:
        found, request_id = heard
        at, machine = Instant.of(moment(found.at)), self._machines[found.device]
        return Origin(
            request_id=request_id,
            venue=machine.venue,
            actor=Actor(f"{ACTOR}{self._stream_id(found.device)}"),
            role=Role("device"),
            place=PlaceId(self._bank),
            received_at=at,
            occurred_at=at,
        )

    def _stream_id(self, device: str) -> str:
        machine = self._machines.get(device)
        return f"{machine.venue}.{machine.name}" if machine else ""

    # What terminals are told

    def orders(self) -> list[tuple[str, Order]]:
        """What terminals have yet to say yes to, or may have forgotten; asked again now and then, never all the time."""
        now = monotonic()
        forgetful, self._forgetful = self._forgetful, set()
        due = selectors.orders_of(map(self._stream_id, self._machines), forgotten_by=map(self._stream_id, forgetful))
        self._asked = {
            (device, order): at
            for (device, order), at in self._asked.items()
            if (device, order) in due and now - at < ASK_AGAIN_SECONDS and device not in forgetful
        }
        given = [each for each in due if each not in self._asked]
        self._asked |= dict.fromkeys(given, now)
        return given

    def to_read(self) -> list[str]:
        """The terminals that are to be read once more: their credits differ from ours, or somebody wants to see them."""
        asked = {*self.again, *polled.to_read(self._bank)} & self._machines.keys()
        self.again.clear()
        return sorted(asked)

    def write_counts(self) -> None:
        """Keep how often what came was no answer."""
        self._counts.write()
