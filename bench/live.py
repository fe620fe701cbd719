"""How soon news reaches the pages, and what it costs those who write."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import mean, median, stdev

import psutil
import psycopg
import websockets
from django.db import connections

from bench import tally
from bench.ground import ROUNDS, Ground
from bench.processes import Step, percentile, run
from bench.registry import Measured, benchmark
from casino import selectors, services, sessions
from casino.domain.money import Cents
from casino.domain.parameters import Jurisdiction
from casino.environment import ROOT
from casino.journal import Personal
from casino.people import COOKIE
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import WEB_OPTIONS, is_answering
from tests.databases import Database

PROCESSES = 8
SOCKETS = 50
ENTRIES = 100
TURNS, SLICE_SECONDS, SETTLE_SECONDS, BREATH_SECONDS = 48, 0.2, 0.05, 0.15
TOPIC = f"{tally.VENUE}/tally"
Session = psycopg.Connection[tuple[int]]
_fork = get_context("fork")


@benchmark(bar=250, aim=100, better="lower", unit="ms from commit to the last of 50 sockets, p99")
def live_fanout(ground: Ground) -> Measured:
    """From the commit of an entry to the moment the last of fifty sockets has been told of it."""
    with ground.database() as database, _web(database) as web:
        took = []
        for _ in range(ROUNDS):
            with _pages(web) as (pages, _), psycopg.connect(database.url, autocommit=True) as session:
                entries = range(max(10, round(ENTRIES * ground.size)))
                took.append([_told_after(pages, session, number) * 1000 for number in entries])
    told = {"p50_ms": median(percentile(each, 0.50) for each in took), "slowest_ms": max(map(max, took))}
    return Measured([(percentile(each, 0.99), 1.0) for each in took], told)


@benchmark(bar=0.97, aim=1.0, better="higher", unit="of appends while no page is told of them")
def live_cost(ground: Ground) -> Measured:
    """Commands a second while fifty sockets are told of every one of them, against the same while the web server stands still.

    The machine drifts and stutters more than the wire costs. So both sides take turns four times a second within one run; each
    round takes them there and back again, which cancels what drifts meanwhile; the ratio is the median of the rounds' own ratios.
    The standard error says what a run is worth: above 0.01 somebody else has used the machine.
    """
    rounds = max(2, round(TURNS * ground.size))
    lasts = rounds * (4 * (SLICE_SECONDS + SETTLE_SECONDS) + BREATH_SECONDS)
    with ground.database() as database, _web(database) as web, _pages(web) as (pages, listener):
        before = web.cpu_seconds
        with ThreadPoolExecutor(1) as executor:
            found = executor.submit(_in_turn, web, listener, database, rounds)
            run(PROCESSES, _own_streams, seconds=lasts + 5)
        worked = web.cpu_seconds - before
        with psycopg.connect(database.url, autocommit=True) as session:
            _told_after(pages, session, 0)  # all fifty have listened to the end
    pairs = found.result()
    ratios = [told / still for told, still in pairs]
    told = {
        "appends_a_second_told": round(mean(told for told, _ in pairs)),
        "appends_a_second_still": round(mean(still for _, still in pairs)),
        "standard_error": round(stdev(ratios) / len(ratios) ** 0.5, 4),
        "web_process_share_of_a_core": round(worked / (rounds * (2 * (SLICE_SECONDS + SETTLE_SECONDS) + BREATH_SECONDS)), 3),
    }
    return Measured([(ratio, 1.0) for ratio in ratios], told)


def _in_turn(web: Web, listener: int, database: Database, rounds: int) -> list[tuple[float, float]]:
    """Let the web server work and stand still in turn: told, still, still, told, and the other way round in the next."""
    found = []
    with psycopg.connect(database.url, autocommit=True) as session:
        start = _last_position(session)
        assert wait_until(lambda: _last_position(session) > start + 1_000, 30), "nobody writes"
        for number in range(rounds):
            _breathe(listener)
            rates: dict[bool, list[float]] = {True: [], False: []}
            for is_told in (True, False, False, True) if number % 2 else (False, True, True, False):
                os.kill(web.pid, signal.SIGCONT if is_told else signal.SIGSTOP)
                rates[is_told].append(_rate(session))
            os.kill(web.pid, signal.SIGCONT)
            found.append((mean(rates[True]), mean(rates[False])))
    os.kill(listener, signal.SIGCONT)
    return found


def _breathe(listener: int) -> None:
    """Let the pages read and answer, or they would be given up; else they stand still: their work is done on other machines."""
    os.kill(listener, signal.SIGCONT)
    time.sleep(BREATH_SECONDS)
    os.kill(listener, signal.SIGSTOP)


def _rate(session: Session) -> float:
    time.sleep(SETTLE_SECONDS)  # what waited while it stood still is told at once, and is not counted
    first, start = _last_position(session), time.perf_counter()
    time.sleep(SLICE_SECONDS)
    return (_last_position(session) - first) / (time.perf_counter() - start)


@dataclass(frozen=True)
class Web:
    """A web server, and the token of somebody at work."""

    port: int
    token: str
    pid: int

    @property
    def cpu_seconds(self) -> float:
        """How long it has worked."""
        times = psutil.Process(self.pid).cpu_times()
        return times.user + times.system


@contextmanager
def _web(database: Database) -> Iterator[Web]:
    selectors.forget()
    token = sessions.new_token()
    services.adopt_law(jurisdiction=next(iter(Jurisdiction)), origin=tally.origin())
    services.name_desk(desk="floor2", name="Floor office 2", origin=tally.origin())
    services.engage(number="812", name=Personal("Ruth Adeyemi"), password=Personal("of the benchmarks"), origin=tally.origin())
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=tally.origin())
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = Child(
            "web",
            [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", *WEB_OPTIONS],
            log=Path(folder) / "web.log",
            record=Path(folder) / "web.json",
            environment=os.environ | database.environment,
            folder=ROOT,
            grace_seconds=2,
        )
        server.start()
        assert wait_until(lambda: is_answering(f"http://{LOOPBACK}:{port}/healthz"), 20), server.log.read_text()
        yield Web(port, token, server.pid)
        server.stop()


@contextmanager
def _pages(web: Web) -> Iterator[tuple[Connection, int]]:
    """Fifty pages in a process of their own: asked for a position, it says when the last of them was told of it."""
    connections.close_all()
    here, there = _fork.Pipe()
    listener = _fork.Process(target=lambda: asyncio.run(_listen(web, there)))
    listener.start()
    assert here.recv() == SOCKETS
    assert listener.pid
    yield here, listener.pid
    here.send(0)
    listener.join()


def _own_streams(number: int) -> Step:
    own = cycle([f"p{number}.{each}" for each in range(50)])
    return lambda: tally.tally(name=next(own), cents=Cents(500), origin=tally.origin())


def _told_after(pages: Connection, session: Session, number: int) -> float:
    """Write one entry: how many seconds after its commit every page knew."""
    tally.tally(name=f"told.{number % 10}", cents=Cents(500), origin=tally.origin())
    committed = time.monotonic()
    pages.send(_last_position(session))
    told: float = pages.recv()
    time.sleep((number % 7) / 100)  # at every phase of the reader's round
    return max(0.0, told - committed)


def _last_position(session: Session) -> int:
    row = session.execute("SELECT last_value FROM journal.position_seq").fetchone()
    assert row
    return int(row[0])


async def _listen(web: Web, pipe: Connection) -> None:
    told: dict[int, list[float]] = {}
    ready, stirred = asyncio.Semaphore(0), asyncio.Event()

    async def page() -> None:
        address, origin = f"ws://{LOOPBACK}:{web.port}/live/", f"http://{LOOPBACK}:{web.port}"
        async with websockets.connect(address, origin=origin, additional_headers={"Cookie": f"{COOKIE}={web.token}"}) as socket:
            await socket.send(json.dumps({"watch": [TOPIC]}))
            await socket.recv()
            ready.release()
            async for message in socket:
                told.setdefault(json.loads(message)["version"], []).append(time.monotonic())
                stirred.set()

    pages = [asyncio.create_task(page()) for _ in range(SOCKETS)]
    for _ in pages:
        await ready.acquire()
    pipe.send(SOCKETS)
    while position := await asyncio.to_thread(pipe.recv):
        while len(told.get(position, ())) < SOCKETS:
            await stirred.wait()
            stirred.clear()
        pipe.send(max(told[position]))
    for each in pages:
        each.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
