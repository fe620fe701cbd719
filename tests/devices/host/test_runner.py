"""Many lines at once, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC
from time import monotonic

import pytest

from casino.domain.money import Cents
from devices.host.findings import Counted, Finding, Kind, LinkDown, LinkUp, MetersRead
from devices.host.line import Line as HostLine
from devices.host.pace import Pace
from devices.host.runner import Gateway, Runner, local_clock, moment
from devices.host.station import Station
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


def test_a_moment_of_the_line_is_a_time_of_day() -> None:
    assert abs((moment(monotonic()) - moment(monotonic() - 60)).total_seconds() - 60) < 1
    assert local_clock(UTC)(monotonic()).tzinfo is None
