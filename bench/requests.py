"""How fast a request is answered: an empty one of somebody at work, against bare Django; and how much the home page asks."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.ground import ROUNDS, Ground
from bench.registry import Measured, benchmark
from casino import selectors
from casino.environment import ROOT
from casino.people import COOKIE
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from tests.asking import sit
from tests.factories import open_house

CLIENTS = 8
MOST_QUERIES = 12
WHO_ASKS = 1  # a prepared statement, which Django does not count


@benchmark(bar=0.5, aim=0.8, better="higher", unit="of bare Django")
def empty_request(ground: Ground) -> Measured:
    """Empty requests a second of somebody at work, through the whole middleware, against bare Django without log-in."""
    with ground.empty_database() as database:
        cookie = _somebody()
        with served("casino.asgi", database.environment) as ours, served("bench.bare", {}) as bare:
            for warming in ((ours, cookie), (bare, "")):
                _load(*warming, ground.seconds)
            loads = [(_load(ours, cookie, ground.seconds), _load(bare, "", ground.seconds)) for _ in range(2 * ROUNDS)]
    cpu = {"ours_cpu_us": median(mine.cpu_us for mine, _ in loads), "bare_cpu_us": median(peer.cpu_us for _, peer in loads)}
    return Measured([(mine.per_second, peer.per_second) for mine, peer in loads], {"clients": CLIENTS, **cpu})


@benchmark(bar=1.0, aim=0.75, better="lower", unit=f"of {MOST_QUERIES} queries")
def page_home(ground: Ground) -> Measured:
    """Queries of the home page of a casino operator."""
    with ground.empty_database():
        client = Client(SERVER_NAME=LOOPBACK)
        client.cookies[COOKIE] = _somebody()
        client.get("/home/")  # what a process keeps is kept
        with CaptureQueriesContext(connection) as asked:
            assert client.get("/home/").status_code == 200
    return Measured([(len(asked) + WHO_ASKS, MOST_QUERIES)])


@dataclass(frozen=True)
class Server:
    """A web server under load."""

    port: int
    process: psutil.Process

    @property
    def cpu_seconds(self) -> float:
        """What it has worked so far: the same whatever else the machine does."""
        times = self.process.cpu_times()
        return float(times.user + times.system)


@dataclass(frozen=True)
class Load:
    """What came of a round: requests a second, and what each cost the server."""

    per_second: float
    cpu_us: int


def _somebody() -> str:
    """A casino operator at a desk of The Star; the token of their browser."""
    selectors.forget()
    open_house()
    return sit("812")


@contextmanager
def served(application: str, environment: dict[str, str]) -> Iterator[Server]:
    """One uvicorn process, as the stack starts it."""
    port = free_port()
    options = ["--lifespan=off", "--no-access-log", "--log-level=warning"]
    with tempfile.TemporaryDirectory() as folder:
        server = Child(
            "web",
            [sys.executable, "-m", "uvicorn", f"{application}:application", f"--host={LOOPBACK}", f"--port={port}", *options],
            log=Path(folder) / "web.log",
            record=Path(folder) / "web.json",
            environment=os.environ | environment,
            folder=ROOT,
            grace_seconds=2,
        )
        server.start()
        assert wait_until(lambda: _answers(port), 20), (Path(folder) / "web.log").read_text()
        yield Server(port, psutil.Process(server.pid))
        server.stop()


def _answers(port: int) -> bool:
    try:
        return asyncio.run(_count(port, _asked(port, ""), time.perf_counter())) > 0
    except OSError:
        return False


def _load(server: Server, token: str, seconds: float) -> Load:
    """Several clients, each asking again when it is answered."""
    before = server.cpu_seconds
    answered = asyncio.run(_ask(server.port, token, seconds))
    return Load(answered / seconds, round((server.cpu_seconds - before) / answered * 1e6))


async def _ask(port: int, token: str, seconds: float) -> int:
    end = time.perf_counter() + seconds
    return sum(await asyncio.gather(*(_count(port, _asked(port, token), end, token) for _ in range(CLIENTS))))


def _asked(port: int, token: str) -> bytes:
    cookie = f"Cookie: {COOKIE}={token}\r\n" if token else ""
    return f"GET /api/ping HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\n{cookie}\r\n".encode()


async def _count(port: int, asked: bytes, end: float, token: str = "") -> int:
    """How many requests one connection gets answered until then, at least one."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    answered = 0
    while answered == 0 or time.perf_counter() < end:
        writer.write(asked)
        head = await reader.readuntil(b"\r\n\r\n")
        assert not token or b" 204 " in head[:20], head
        answered += 1
        if b" 204 " not in head[:20]:
            break
    writer.close()
    return answered
