"""Many lines at once, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from socket import socket
from time import monotonic
from typing import cast

import pytest

from casino.domain.money import Cents
from devices.host import runner
from devices.host.findings import Counted, Finding, Kind, LinkDown, LinkUp, MetersRead
from devices.host.line import Line as HostLine
from devices.host.pace import Pace
from devices.host.runner import Gateway, Runner, local_clock, moment
from devices.host.station import Station
from devices.host.wheel import WheelLine
from devices.simulator.cable import Cable
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal
from tests.devices.books import Books

QUICK = Pace(cycle=0.005, slack=0.0, reply_within=1.0, link_down_after=0.3)
PATIENCE_SECONDS = 10


class Watched:
    """A runner whose findings are kept, until something holds of them."""

    def __init__(self, lines: dict[Gateway, HostLine]) -> None:
        self.found: list[Finding] = []
        self._changed = asyncio.Event()
        self.runner = Runner(lines, self._take)

    async def _take(self, findings: list[Finding]) -> None:
        self.found += findings
        self._changed.set()

    async def until(self, holds: Callable[[list[Finding]], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not holds(self.found):
                self._changed.clear()
                await self._changed.wait()


def host_line(*devices: str) -> HostLine:
    stations = [Station(device, address) for address, device in enumerate(devices, start=1)]
    return HostLine(stations, local_time=local_clock(UTC), now=monotonic(), pace=QUICK)


def simulated(*terminals: Terminal) -> Line:
    return Line(Cable(Port(address, terminal, now=monotonic())) for address, terminal in enumerate(terminals, start=1))


def gateway(server: asyncio.Server) -> Gateway:
    return Gateway(*server.sockets[0].getsockname()[:2])


def notes_cents(found: list[Finding]) -> int:
    books = Books()
    books.take(found)
    return sum(book.notes_cents for book in books.values())


async def end(running: asyncio.Task[None]) -> None:
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


def test_notes_at_terminals_of_several_lines_are_found() -> None:
    async def play() -> list[Finding]:
        terminals = [[Terminal(f"T{line}{number}") for number in range(3)] for line in range(3)]
        servers = [await serve(simulated(*of_line)) for of_line in terminals]
        lines = {
            gateway(server): host_line(*(terminal.device for terminal in of_line))
            for server, of_line in zip(servers, terminals, strict=True)
        }
        watched = Watched(lines)
        running = asyncio.create_task(watched.runner.run())
        await watched.until(lambda found: len({each.device for each in found if isinstance(each, MetersRead)}) == 9)
        for of_line in terminals:
            for terminal in of_line:
                terminal.insert_note(Cents(2_000))
        await watched.until(lambda found: notes_cents(found) == 9 * 2_000)
        await end(running)
        for server in servers:
            server.close()
            await server.wait_closed()
        return watched.found

    found = asyncio.run(play())
    assert notes_cents(found) == 9 * 2_000


def test_a_gateway_that_goes_away_is_a_link_down_and_comes_back() -> None:
    async def play() -> list[Finding]:
        line = simulated(Terminal("T1"))
        server = await serve(line)
        watched = Watched({gateway(server): host_line("T1")})
        running = asyncio.create_task(watched.runner.run())
        await watched.until(lambda found: any(isinstance(each, LinkUp) for each in found))
        port = gateway(server).port
        server.close()
        for transport in list(line.connections):
            transport.abort()
        await server.wait_closed()
        await watched.until(lambda found: any(isinstance(each, LinkDown) for each in found))
        server = await serve(line, port=port)
        await watched.until(lambda found: sum(isinstance(each, LinkUp) for each in found) == 2)
        await end(running)
        server.close()
        await server.wait_closed()
        return watched.found

    links = [type(each) for each in asyncio.run(play()) if isinstance(each, LinkUp | LinkDown)]
    assert links == [LinkUp, LinkDown, LinkUp]


class Deaf(asyncio.Protocol):
    """Takes one connection, and neither reads nor says anything."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.pause_reading()
        self._gone = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - why does not matter
        self._gone.set()

    async def hang_up(self, server: asyncio.Server) -> None:
        self._transport.abort()
        await self._gone.wait()
        server.close()
        await server.wait_closed()


def test_a_gateway_whose_power_fails_is_noticed_though_nobody_says_anything() -> None:
    """A cable that is pulled sends no farewell: only the kernel can find that nobody is there, and it is told to look."""

    async def play() -> str:
        deaf = Deaf()
        server = await asyncio.get_running_loop().create_server(lambda: deaf, "127.0.0.1", 0)
        there = gateway(server)
        running = asyncio.create_task(Runner({there: WheelLine("W", now=monotonic())}, _nobody).run())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (timer := _timer_of_connection_to(there.port)):  # noqa: ASYNC110 - the kernel tells nobody
                await asyncio.sleep(0.01)
        await end(running)
        await deaf.hang_up(server)
        return timer

    kind, _, ticks = asyncio.run(play()).partition(":")
    assert kind == "02", "no timer looks whether the other end is there"
    assert int(ticks, 16) <= 5 * 100


def _timer_of_connection_to(port: int) -> str:
    """What `/proc` says of the timer of an established connection."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, _, remote, state, _, timer, *_ = line.split()
        if remote == f"0100007F:{port:04X}" and state == "01":
            return timer
    return ""


async def _nobody(_: list[Finding]) -> None:
    """Takes what is found."""


def test_a_gateway_that_takes_no_connection_is_a_link_down_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CONNECT_SECONDS", 0.1)

    async def play() -> list[Finding]:
        with socket() as full, ExitStack() as crowd:
            full.bind(("127.0.0.1", 0))
            full.listen(0)
            for _ in range(3):
                waiting = crowd.enter_context(socket())
                waiting.setblocking(False)
                waiting.connect_ex(full.getsockname())
            watched = Watched({Gateway(*full.getsockname()): host_line("T1")})
            running = asyncio.create_task(watched.runner.run())
            await watched.until(bool)
            await end(running)
        return watched.found

    assert [type(each) for each in asyncio.run(play())] == [LinkDown]


class Talkative(WheelLine):
    """Says more than anybody reads."""

    def __init__(self) -> None:
        super().__init__("W", now=monotonic())
        self.ended = asyncio.Event()

    def turn(self, data: bytes, now: float) -> bytes:
        super().turn(data, now)
        self.wake_at = now
        return bytes(100_000)

    def disconnect(self, now: float) -> None:
        super().disconnect(now)
        self.ended.set()


def test_who_does_not_read_is_hung_up_on_before_memory_is_full() -> None:
    async def play() -> None:
        deaf = Deaf()
        server = await asyncio.get_running_loop().create_server(lambda: deaf, "127.0.0.1", 0)
        line = Talkative()
        running = asyncio.create_task(Runner({gateway(server): line}, _nobody).run())
        try:
            await asyncio.wait_for(line.ended.wait(), PATIENCE_SECONDS)
        finally:
            await end(running)
            await deaf.hang_up(server)

    asyncio.run(play())


def test_a_gateway_that_speaks_nonsense_is_counted_and_tried_again() -> None:
    async def play() -> list[Finding]:
        async def babble(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()
            writer.close()

        server = await asyncio.start_server(babble, "127.0.0.1", 0)
        watched = Watched({gateway(server): host_line("T1")})
        running = asyncio.create_task(watched.runner.run())
        await watched.until(lambda found: sum(isinstance(each, Counted) for each in found) >= 2)
        await end(running)
        server.close()
        await server.wait_closed()
        return watched.found

    assert {each.kind for each in asyncio.run(play()) if isinstance(each, Counted)} == {Kind.BROKEN_FRAMING}


def test_a_hand_over_that_fails_ends_the_run() -> None:
    async def play() -> None:
        async def take(findings: list[Finding]) -> None:
            raise RuntimeError(f"{len(findings)} could not be kept")

        server = await serve(simulated(Terminal("T1")))
        try:
            await asyncio.wait_for(Runner({gateway(server): host_line("T1")}, take).run(), PATIENCE_SECONDS)
        finally:
            server.close()
            await server.wait_closed()

    with pytest.raises(RuntimeError, match="could not be kept"):
        asyncio.run(play())


def test_what_was_found_before_the_end_is_handed_over() -> None:
    async def play() -> list[Finding]:
        taken: list[Finding] = []
        is_first, may_go_on = asyncio.Event(), asyncio.Event()

        async def take(findings: list[Finding]) -> None:
            is_first.set()
            await may_go_on.wait()
            taken.extend(findings)

        server = await serve(simulated(Terminal("T1")))
        running = asyncio.create_task(Runner({gateway(server): host_line("T1")}, take).run())
        await is_first.wait()
        running.cancel()
        await asyncio.sleep(0)
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await running
        server.close()
        await server.wait_closed()
        return taken

    assert isinstance(asyncio.run(play())[0], LinkUp)


def test_what_was_found_while_the_last_was_handed_over_is_handed_over_too() -> None:
    async def play() -> list[Finding]:
        taken: list[Finding] = []
        is_first, may_go_on = asyncio.Event(), asyncio.Event()

        async def take(findings: list[Finding]) -> None:
            is_first.set()
            await may_go_on.wait()
            taken.extend(findings)

        server = await serve(simulated(Terminal("T1")))
        line = host_line("T1")
        running = asyncio.create_task(Runner({gateway(server): line}, take).run())
        await is_first.wait()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not any(isinstance(each, MetersRead) for each in line.findings):  # noqa: ASYNC110 - nobody is told of it
                await asyncio.sleep(0.005)
        running.cancel()
        while line.is_connected:  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.02)  # it waits for nothing but the hand-over now
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await running
        server.close()
        await server.wait_closed()
        return taken

    assert any(isinstance(each, MetersRead) for each in asyncio.run(play()))


def test_a_moment_of_the_line_is_a_time_of_day() -> None:
    assert abs((moment(monotonic()) - moment(monotonic() - 60)).total_seconds() - 60) < 1
    assert local_clock(UTC)(monotonic()).tzinfo is None
