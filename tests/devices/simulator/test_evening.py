"""A floor on real ports, polled by the house's runner: afterwards both say the same, or the difference was found."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest

from casino.domain.aggregate import Event
from devices.domain.events import MeterRanBackwards, MeterRolledOver, MetersCleared
from devices.host.findings import (
    Counted,
    Finding,
    HandPayPending,
    Kind,
    LinkDown,
    Question,
    TicketPrinted,
    TicketWanted,
)
from devices.host.line import Line as HostLine
from devices.host.pace import Pace
from devices.host.runner import Gateway, Runner, local_clock
from devices.host.station import Station
from devices.simulator import plan
from devices.simulator.evening import LOOPBACK, Evening, Way, plugged_in, ports_of
from devices.simulator.faults import OF_TERMINALS, Fault, Scripted
from devices.simulator.floor import Floor
from devices.simulator.player import BUSY, Manner
from devices.simulator.report import report
from devices.wire import slingshot
from devices.wire.feed_end import End
from devices.wire.feed_messages import DiceShot, Direction, OutcomeSensed, RoundOpened, ShootDice, WageringClosed
from tests.devices.books import Books

QUICK = Pace(cycle=0.005, slack=0.0, reply_within=0.05, silent_pause=0.05, down_pause=0.05, link_down_after=0.5, meters_every=0.2)
OPENED_AT = datetime(2026, 7, 1, tzinfo=UTC)
KEY = b"k" * 32
PATIENCE_SECONDS = 30.0
NOTES_ONLY = Manner(notes=1, collects=0, doors=0, tilts=0, large_wins=0, waits=0)
LASTS_LONG = {Fault.LINK_DOWN}


class House:
    """The polling end: keeps what it found, and gives a number to whoever wants a ticket."""

    def __init__(self, floor: Floor, ports: dict[str, int]) -> None:
        self.found: list[Finding] = []
        self.books = Books()
        self._numbers = 0
        self.lines = {
            Gateway(LOOPBACK, ports[table.plan.name]): HostLine(
                [Station(device, cable.address) for device, cable in table.cables.items()],
                local_time=local_clock(UTC),
                now=monotonic(),
                pace=QUICK,
                answering=frozenset(Question),
            )
            for table in floor.tables
        }

    async def take(self, findings: list[Finding]) -> None:
        self.found += findings
        self.books.take(findings)
        for each in findings:
            if isinstance(each, TicketWanted):
                self._numbers += 1
                self._line(each.device).give_number(each.device, f"01{self._numbers:016d}", now=monotonic())

    def notes_cents(self, device: str) -> int:
        return self.books[device].notes_cents

    def printed_cents(self, device: str) -> int:
        printed = {each.record.number: each for each in self.found if isinstance(each, TicketPrinted) and each.device == device}
        return sum(each.record.amount_cents for each in printed.values())

    def meters(self, device: str) -> dict[int, int]:
        return self._line(device).stations[device].meters

    def _line(self, device: str) -> HostLine:
        return next(line for line in self.lines.values() if device in line.stations)


def evening(
    *, rounds: int, tables: int = 2, terminals: int = 3, faults: Sequence[Scripted] = (), manner: Manner = BUSY
) -> tuple[Floor, House]:
    """All of it as fast as the house hears it."""
    of = plan.numbered(tables, terminals)
    floor = Floor(of, seed=417, opened_at=OPENED_AT, manner=manner, faults=faults)

    async def play() -> House:
        with plugged_in(of, {}) as sockets:
            house = House(floor, ports_of(sockets))
            polling = asyncio.create_task(Runner(house.lines, house.take).run())
            floor.plug_in()
            await Evening(floor, sockets, Way(rounds=rounds, is_fast=True, patience_seconds=PATIENCE_SECONDS * 2)).run()
            polling.cancel()
            await asyncio.gather(polling, return_exceptions=True)
            return house

    return floor, asyncio.run(play())


def assert_agreed(floor: Floor, house: House) -> None:
    told = report(floor)
    assert told["unheard"] == []
    for terminal in floor.terminals:
        of_it = told["terminals"][terminal.device]
        assert house.notes_cents(terminal.device) == of_it["notes_cents"]
        assert house.printed_cents(terminal.device) == of_it["tickets_out"]["cents"]
        seen = house.meters(terminal.device)
        assert {meter: terminal.meters[meter] for meter in seen} == seen


@pytest.mark.slow(reason="waits for tickets to be printed and a whole floor to be heard")
def test_house_and_machines_agree_after_an_evening() -> None:
    floor, house = evening(rounds=12)
    assert_agreed(floor, house)
    assert sum(told["notes_cents"] for told in report(floor)["terminals"].values()) > 0
    raised = sum(terminal.hand_pays.raised.count for terminal in floor.terminals)
    assert (raised > 0) == any(isinstance(each, HandPayPending) for each in house.found)


FOUND: dict[Fault, Callable[[Finding], bool]] = {
    Fault.SILENCE: lambda each: isinstance(each, Counted) and each.kind is Kind.SILENT,
    Fault.BAD_CRC: lambda each: isinstance(each, Counted) and each.kind is Kind.BAD_CRC,
    Fault.BUSY: lambda each: isinstance(each, Counted) and each.kind is Kind.BUSY,
    Fault.TRUNCATED: lambda each: isinstance(each, Counted) and each.kind is Kind.TRUNCATED,
    Fault.FOREIGN_ADDRESS: lambda each: isinstance(each, Counted) and each.kind is Kind.FOREIGN_ADDRESS,
    Fault.NOT_DECIMAL: lambda each: isinstance(each, Counted) and each.kind is Kind.NOT_DECIMAL,
    Fault.UNKNOWN_EXCEPTION: lambda each: isinstance(each, Counted) and each.kind is Kind.UNKNOWN_EXCEPTION,
    Fault.LINK_DOWN: lambda each: isinstance(each, LinkDown),
    Fault.POWER_LOSS: lambda each: isinstance(each, LinkDown),
}
RECORDED: dict[Fault, type[Event]] = {
    Fault.METER_ROLL_OVER: MeterRolledOver,
    Fault.RAM_CLEAR: MetersCleared,
    Fault.METER_RUNS_BACKWARDS: MeterRanBackwards,
}


@pytest.mark.slow(reason="outages last three seconds, and a link is down for 35")
@pytest.mark.parametrize("inflicted", [OF_TERMINALS - LASTS_LONG, LASTS_LONG], ids=["short", "long"])
def test_after_every_fault_house_and_machines_agree(inflicted: set[Fault]) -> None:
    """Each at a terminal of its own, and one terminal that has none."""
    suffering = {f"T{number:04d}": fault for number, fault in enumerate(sorted(inflicted, key=lambda each: each.value), start=1)}
    script = [Scripted(3, device, fault) for device, fault in suffering.items()]
    floor, house = evening(rounds=4, tables=1, terminals=len(script) + 1, faults=script, manner=NOTES_ONLY)
    assert_agreed(floor, house)
    for device, fault in suffering.items():
        found = FOUND.get(fault)
        assert found is None or any(each.device == device and found(each) for each in house.found), fault
        assert fault not in RECORDED or house.books[device].all_of(RECORDED[fault]), fault
        assert not report(floor)["terminals"][device]["is_fault_to_come"] or fault is Fault.POWER_LOSS_AFTER_71, fault


def test_an_evening_nobody_listens_to_is_the_same_every_time() -> None:
    def told() -> dict[str, Any]:
        of = plan.numbered(3, 4)
        floor = Floor(of, seed=417, opened_at=OPENED_AT)

        async def play() -> None:
            with plugged_in(of, {}) as sockets:
                await Evening(floor, sockets, Way(rounds=50, is_fast=True, patience_seconds=0)).run()

        asyncio.run(play())
        return report(floor)

    assert told() == told()


def test_it_ends_when_asked_however_long_it_was_to_last() -> None:
    of = plan.numbered(1, 2)
    floor = Floor(of, seed=417, opened_at=OPENED_AT)

    async def play() -> bool:
        with plugged_in(of, {}) as sockets:
            evening = Evening(floor, sockets, Way(patience_seconds=0))
            asyncio.get_running_loop().call_later(0.05, evening.end)
            await asyncio.wait_for(evening.run(), PATIENCE_SECONDS)
            return evening.was_asked_to_end

    assert asyncio.run(play())
    assert floor.tables[0].rounds == 1


def test_a_line_keeps_its_port_if_it_is_free() -> None:
    of = plan.numbered(1, 1)
    with plugged_in(of, {}) as sockets:
        ports = ports_of(sockets)
        with plugged_in(of, ports) as others:
            assert not set(ports_of(others).values()) & set(ports.values())
    with plugged_in(of, ports) as sockets:
        assert ports_of(sockets) == ports


async def _connected(table: int, talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]], way: Way) -> None:
    of = plan.numbered(3, 1)
    floor = Floor(of, seed=417, opened_at=OPENED_AT, keys={"TABLE1-DICE": KEY})
    with plugged_in(of, {}) as sockets:
        evening = Evening(floor, sockets, way)
        running = asyncio.create_task(evening.run())
        reader, writer = await asyncio.open_connection(LOOPBACK, ports_of(sockets)[of[table].machine])
        await asyncio.wait_for(talk(reader, writer), PATIENCE_SECONDS)
        writer.close()
        evening.end()
        await running


def test_a_wheel_sends_its_status_line_to_whoever_connects() -> None:
    async def listen(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        assert isinstance(slingshot.decode(await reader.readline()), slingshot.Status)

    asyncio.run(_connected(1, listen, Way(patience_seconds=0)))


@pytest.mark.slow(reason="dice take four seconds to come to rest")
def test_a_tumbler_that_is_told_to_shoot_does_so_and_says_what_it_senses() -> None:
    heard: list[object] = []

    async def shoot(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        end = End("TABLE1-DICE", says=Direction.DOWN, keys=[KEY], clock=lambda _: OPENED_AT)
        for message in (RoundOpened("R1"), WageringClosed("R1"), ShootDice("R1")):
            end.say(message, 0.0)
        while len(heard) < 2:
            writer.write(end.take_out(0.0))
            for line in end.hear(await reader.read(4096), 0.0):
                heard.append(line.message)
                end.keep(line.sequence)
        assert end.waiting == {}

    asyncio.run(_connected(0, shoot, Way(patience_seconds=0)))
    assert heard[0] == DiceShot("R1")
    assert isinstance(heard[1], OutcomeSensed)
    assert len(heard[1].outcome) == 2


def test_whoever_comes_last_has_the_feed_of_a_table() -> None:
    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, other = await asyncio.open_connection(*writer.get_extra_info("peername")[:2])
        assert await reader.read() == b""
        other.close()

    asyncio.run(_connected(0, come, Way(patience_seconds=0)))
