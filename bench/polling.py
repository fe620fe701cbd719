"""How late a terminal can be polled: one poller process, so one core, that puts on record what it hears; machines in another."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from threading import Event
from typing import Any

import uvloop
from django.db import connections
from django.db.models import Sum

from bench import tally
from bench.ground import Ground
from bench.registry import Measured, benchmark
from casino.domain.money import Cents
from casino.domain.powers import AC
from casino.journal import Actor, Origin
from devices import polling, services
from devices.domain.device import Kind
from devices.domain.reports import REPORTS_LOST
from devices.host.pace import AS_USUAL
from devices.models import Alert, CreditMeter, WireCount
from devices.simulator.cable import Cable
from devices.simulator.line import Line, serve
from devices.simulator.port import Port
from devices.simulator.terminal import Terminal

LINES, TERMINALS_A_LINE = 4, 125
MORE_LINES = range(6, 25, 2)
BAR_MS = 400
SECONDS = 60
LEAST_SECONDS = 5
MS = 1000
NOTES_A_SECOND = 25  # a note at each terminal every twenty seconds
NOTE = Cents(2_000)
BANK = "floor"
FITTED = {"stacker": "NS", "printer": "TP", "game_system": "GS", "software": "1", "diagram": "A", "approval": "bench"}
_fork = get_context("fork")


@benchmark(bar=BAR_MS, aim=250, better="lower", unit="ms")
def poll_500(ground: Ground) -> Measured:
    """The latest any of 500 terminals was polled after its last poll, at the cycle of 200 ms; and how many there could be."""
    with ground.database():
        told = _measure(ground, LINES, max(LEAST_SECONDS, round(SECONDS * ground.size)))
        latest = told.pop("latest_ms")
        held = _held(ground, told["terminals"] if latest <= BAR_MS else 0)
    return Measured([(latest, 1.0)], told | {"holds_at_least": held})


def _held(ground: Ground, terminals: int) -> int:
    """How many were polled in time when there were ever more; machines and database share the cores, so it may be more."""
    for lines in MORE_LINES:
        if _measure(ground, lines, LEAST_SECONDS)["latest_ms"] > BAR_MS:
            break
        terminals = lines * TERMINALS_A_LINE
    return terminals


def _measure(ground: Ground, lines: int, seconds: float) -> dict[str, Any]:
    machines, ports = _start(lambda pipe: _be_machines(pipe, lines, ground.seed))
    _wire(ports.recv())
    counted = _counted()
    poller, results = _start(lambda pipe: _poll(pipe, seconds))
    told: dict[str, Any] = results.recv()
    poller.join()
    machines.terminate()
    machines.join()
    if Alert.objects.filter(name=REPORTS_LOST, is_open=True).exists():  # somebody was left alone for a while
        told["latest_ms"] = max(told["latest_ms"], AS_USUAL.silent_pause * MS)
    return told | {"notes_counted": _counted() - counted, "silences": _silences()}


def _wire(ports: list[int]) -> None:
    """Put every terminal on the books, at the address at which it answers now."""
    known = set(CreditMeter.objects.values_list("terminal", flat=True))
    for line, port in enumerate(ports):
        for address in range(1, TERMINALS_A_LINE + 1):
            name = _name(line, address)
            if name not in known:
                services.register_device(name=name, kind=Kind.PLAYER_TERMINAL, origin=_origin())
                services.commission_terminal(name=name, book=AC, **FITTED, origin=_origin())
            services.wire_device(name=name, bank=BANK, host="127.0.0.1", port=port, address=address, origin=_origin())


def _origin() -> Origin:
    """The register is kept by the system here."""
    return replace(tally.origin(), actor=Actor("system/bench"))


def _counted() -> int:
    return (CreditMeter.objects.aggregate(Sum("notes_cents"))["notes_cents__sum"] or 0) // NOTE


def _silences() -> int:
    return WireCount.objects.filter(kind="silent").aggregate(Sum("times"))["times__sum"] or 0


def _start(work: Callable[[Connection], Coroutine[Any, Any, None]]) -> tuple[Any, Connection]:
    receiver, sender = _fork.Pipe(duplex=False)

    def run() -> None:
        gc.freeze()  # what was there before is not looked through again and again
        uvloop.run(work(sender))

    process = _fork.Process(target=run, daemon=True)
    process.start()
    sender.close()
    return process, receiver


async def _be_machines(pipe: Connection, lines: int, seed: int) -> None:
    cables = [_cables(line) for line in range(lines)]
    servers = [await serve(Line(each)) for each in cables]
    pipe.send([server.sockets[0].getsockname()[1] for server in servers])
    terminals, dice = [cable.port.terminal for each in cables for cable in each], Random(seed)
    while True:
        dice.choice(terminals).insert_note(NOTE)
        await asyncio.sleep(1 / NOTES_A_SECOND)


def _cables(line: int) -> list[Cable]:
    now = time.monotonic()
    return [Cable(Port(address, Terminal(_name(line, address)), now=now)) for address in range(1, TERMINALS_A_LINE + 1)]


async def _poll(pipe: Connection, seconds: float) -> None:
    ended = Event()
    with polling.held(BANK) as lock, ThreadPoolExecutor(1) as books:
        assert lock is not None, "nobody else polls"
        plan = books.submit(polling.plan_of, BANK).result()
        poller = polling.Poller(plan, lock=lock, books=books, ended=ended, pace=AS_USUAL)
        asyncio.get_running_loop().call_later(seconds, ended.set)
        used = time.process_time()
        await poller.run()
        pipe.send(_told(poller, share=(time.process_time() - used) / seconds))
        books.submit(connections.close_all).result()


def _told(poller: polling.Poller, *, share: float) -> dict[str, Any]:
    stations = [station for line in poller.lines.values() for station in line.stations.values()]
    answering = sum(station.is_up for station in stations)
    assert answering == len(stations), f"only {answering} of {len(stations)} terminals answer"
    waited = max(time.monotonic() - station.polled_at for station in stations)  # when the time was up
    latest = max(poller.widest_gap, waited)
    return {"latest_ms": latest * MS, "terminals": answering, "core_used": round(share, 3)}


def _name(line: int, address: int) -> str:
    return f"T{line * TERMINALS_A_LINE + address:04d}"
