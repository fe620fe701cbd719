"""Host and terminals on one line, in time that is only counted: nothing sleeps."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import TypeVar

from devices.host.findings import Counted, Finding, Kind, Question
from devices.host.line import Line as HostLine
from devices.host.pace import Pace
from devices.host.station import Station
from devices.simulator.cable import Cable, Sending
from devices.simulator.faults import Fault
from devices.simulator.line import TICK_SECONDS, Line
from devices.simulator.port import Port
from devices.simulator.terminal import FEATURES, Terminal
from devices.wire.records import Reader, Record, encode
from tests.devices.books import Books

MIDNIGHT = datetime(2026, 7, 1)  # noqa: DTZ001 - the machine's own clock
ON_THE_WAY_SECONDS = 0.001
AS_USUAL = Pace()
EVERYBODY = frozenset(Question)
F = TypeVar("F", bound=Finding)


def local_time(at: float) -> datetime:
    return MIDNIGHT + timedelta(seconds=at)


class Floor:
    """So many terminals, `T1` and on; what they say reaches the host a millisecond later, or as late as a fault makes it."""

    def __init__(
        self,
        terminals: int = 2,
        *,
        answering: frozenset[Question] = EVERYBODY,
        features: int = FEATURES,
        pace: Pace = AS_USUAL,
        last_record: int | None = None,
    ) -> None:
        self.now = 0.0
        self.terminals = [Terminal(f"T{number}", asset=number, features=features) for number in range(1, terminals + 1)]
        self.cables = [Cable(Port(number, terminal)) for number, terminal in enumerate(self.terminals, start=1)]
        self.line = Line(self.cables)
        stations = [
            Station(terminal.device, cable.address, last_record=last_record)
            for terminal, cable in zip(self.terminals, self.cables, strict=True)
        ]
        self.host = HostLine(stations, local_time=local_time, now=self.now, pace=pace, answering=answering)
        self.host.connect(self.now)
        self.found: list[Finding] = []
        self.books = Books()
        self.numbers = 0
        self.asked: list[bytes] = []
        self._arriving: list[tuple[float, int, bytes]] = []
        self._number = 0
        self._tick_at = 0.0
        self._reader = Reader()

    @property
    def terminal(self) -> Terminal:
        return self.terminals[0]

    @property
    def cable(self) -> Cable:
        return self.cables[0]

    def settle(self) -> Floor:
        """Let everybody be introduced; what was found so far is forgotten."""
        self.run(8)
        self.found.clear()
        return self

    def run(self, seconds: float) -> list[Finding]:
        """Let time pass, and say what was found meanwhile."""
        before, end = len(self.found), self.now + seconds
        while (at := min(self._tick_at, self.host.wake_at, self._arriving[0][0] if self._arriving else end)) < end:
            self.now = max(self.now, at)
            self._step()
        self.now = end
        return self.found[before:]

    def inflict(self, fault: Fault, *, times: int = 1) -> None:
        self.cable.inflict(fault, self.now, times=times)

    def cut_all(self, *, seconds: float) -> None:
        """The whole line stands still."""
        for cable in self.cables:
            cable.cut(self.now, seconds=seconds)

    def say(self, frame: bytes, *, after_seconds: float) -> None:
        """Something arrives at the host, from wherever."""
        self._send([Sending(frame, after_seconds)])

    def all_of(self, kind: type[F]) -> list[F]:
        return [finding for finding in self.found if isinstance(finding, kind)]

    def counted(self) -> set[Kind]:
        return {finding.kind for finding in self.all_of(Counted)}

    def money_in(self, device: str = "T1") -> int:
        return self.books[device].notes_cents

    def seen(self, device: str = "T1") -> dict[int, int]:
        return self.host.stations[device].meters

    def differences(self, terminal: Terminal | None = None) -> dict[int, tuple[int, int]]:
        """Meters that the host believes to stand elsewhere."""
        terminal = terminal or self.terminal
        seen = self.seen(terminal.device)
        return {meter: (value, terminal.meters[meter]) for meter, value in seen.items() if value != terminal.meters[meter]}

    def _step(self) -> None:
        if self._tick_at <= self.now:
            self._tick_at = self.now + TICK_SECONDS
            self._send(self.line.tick(self.now))
        heard = b""
        while self._arriving and self._arriving[0][0] <= self.now:
            heard += heappop(self._arriving)[2]
        sent = self.host.turn(heard, self.now)
        found = self.host.take_findings()
        self.found += found
        self.books.take(found)
        for record in self._reader.feed(sent):
            assert record.wakes
            self.asked.append(record.frame)
            self._send(self.line.hear(record.frame, self.now))

    def _send(self, sendings: Iterable[Sending]) -> None:
        for sending in sendings:
            self._number += 1
            data = encode(Record(sending.frame, sending.wakes))
            heappush(self._arriving, (self.now + ON_THE_WAY_SECONDS + sending.after_seconds, self._number, data))
