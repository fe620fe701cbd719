"""How late a terminal can be polled: one poller process of one thread, so one core, and the machines in another process."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine
from datetime import UTC
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from bench.ground import Ground
from bench.registry import Measured, benchmark
from devices.host.findings import Counted, ExceptionsLost, Finding, Kind, LinkUp
from devices.host.line import Line as HostLine
from devices.host.pace import AS_USUAL
from devices.host.runner import Gateway, Runner, local_clock
from devices.host.station import Station
from devices.simulator.cable import Cable
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal

LINES, TERMINALS_A_LINE = 4, 125
MORE_LINES = range(6, 33, 2)
BAR_MS = 400
SECONDS = 60
LEAST_SECONDS = 5
MS = 1000
_fork = get_context("fork")


@benchmark(bar=BAR_MS, aim=250, better="lower", unit="ms")
def poll_500(ground: Ground) -> Measured:
    """The latest any of 500 terminals was polled after its last poll, at the cycle of 200 ms; and how many there could be."""
    told = _measure(LINES, max(LEAST_SECONDS, round(SECONDS * ground.size)))
    latest = told.pop("latest_ms")
    return Measured([(latest, 1.0)], told | {"holds_at_least": _held(told["terminals"] if latest <= BAR_MS else 0)})


def _held(terminals: int) -> int:
    """How many were polled in time when there were ever more; the machines share one process, so a poller may hold more."""
    for lines in MORE_LINES:
        if _measure(lines, LEAST_SECONDS)["latest_ms"] > BAR_MS:
            break
        terminals = lines * TERMINALS_A_LINE
    return terminals


def _measure(lines: int, seconds: float) -> dict[str, Any]:
    machines, ports = _start(lambda pipe: _be_machines(pipe, lines))
    poller, results = _start(lambda pipe: _poll(pipe, ports.recv(), seconds))
    told: dict[str, Any] = results.recv()
    poller.join()
    machines.terminate()
    machines.join()
    return told


def _start(work: Callable[[Connection], Coroutine[Any, Any, None]]) -> tuple[Any, Connection]:
    receiver, sender = _fork.Pipe(duplex=False)

    def run() -> None:
        gc.freeze()  # what was there before is not looked through again and again
        uvloop.run(work(sender))

    process = _fork.Process(target=run, daemon=True)
    process.start()
    sender.close()
    return process, receiver


async def _be_machines(pipe: Connection, lines: int) -> None:
    servers = [await serve(Line(_cables(line))) for line in range(lines)]
    pipe.send([server.sockets[0].getsockname()[1] for server in servers])
    await asyncio.gather(*(server.serve_forever() for server in servers))


def _cables(line: int) -> list[Cable]:
    now = time.monotonic()
    return [Cable(Port(address, Terminal(_name(line, address)), now=now)) for address in range(1, TERMINALS_A_LINE + 1)]


async def _poll(pipe: Connection, ports: list[int], seconds: float) -> None:
    lines = {
        Gateway("127.0.0.1", port): HostLine(
            [Station(_name(line, address), address) for address in range(1, TERMINALS_A_LINE + 1)],
            local_time=local_clock(UTC),
            now=time.monotonic(),
        )
        for line, port in enumerate(ports)
    }
    found: list[Finding] = []

    async def take(findings: list[Finding]) -> None:
        found.extend(findings)

    running = asyncio.create_task(Runner(lines, take).run())
    await asyncio.sleep(seconds)
    used, ended_at = time.process_time(), time.monotonic()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    pipe.send(_told(list(lines.values()), found, share=used / seconds, ended_at=ended_at))


def _told(lines: list[HostLine], found: list[Finding], *, share: float, ended_at: float) -> dict[str, Any]:
    answering = len({finding.device for finding in found if isinstance(finding, LinkUp)})
    assert answering == len(lines) * TERMINALS_A_LINE, f"only {answering} terminals answered"
    return {
        "latest_ms": _latest(lines, found, ended_at) * MS,
        "terminals": answering,
        "core_used": round(share, 3),
        "silences": sum(isinstance(finding, Counted) and finding.kind is Kind.SILENT for finding in found),
    }


def _latest(lines: list[HostLine], found: list[Finding], ended_at: float) -> float:
    """Seconds; those waited when the time was up count too, and so does the pause after one was wrongly taken for silent."""
    waited = max(ended_at - station.polled_at for line in lines for station in line.stations.values())
    paused = AS_USUAL.silent_pause if any(isinstance(finding, ExceptionsLost) for finding in found) else 0.0
    return max(waited, paused, *(line.widest_gap for line in lines))


def _name(line: int, address: int) -> str:
    return f"T{line * TERMINALS_A_LINE + address:04d}"
