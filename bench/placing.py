"""How fast wagers are placed over HTTP: 64 terminals at once, each request signed, against the empty signed request."""

from __future__ import annotations

import asyncio
import json
import re
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain, count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from typing import NamedTuple
from uuid import uuid4

import uvloop
from django.db import connections

from bench.ground import ROUNDS, Ground
from bench.processes import percentile
from bench.registry import Measured, benchmark
from bench.requests import Server, served
from casino import selectors
from casino.domain.powers import IR
from casino.stack.ports import LOOPBACK
from devices import keyring
from devices import services as devices
from devices.wire.signing import SignedRequest, authorize
from games import services
from games.rules import books
from tests.casino.asking import react
from tests.factories import OriginFactory, open_house
from tests.games.floor import Floor, insert

TERMINALS = 64
CREDITS = 100_000_00
STAKE = 500
WAGERING_SECONDS = 600
PING = "/api/device/ping"
LENGTH, LONGEST = re.compile(rb"content-length: (\d+)"), 1000
SLOW = 0.99
_fork = get_context("fork")


class Side(NamedTuple):
    """What one side came to in a round: requests a second, milliseconds they took, and what each cost the web server."""

    per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us: int


@benchmark(bar=0.25, aim=0.4, better="higher", unit="of empty signed requests")
def place_http(ground: Ground) -> Measured:
    """Wagers a second placed by 64 terminals over HTTP, against empty signed requests of the same terminals."""
    sides = _sides(ground)
    told = {f"{name}_cpu_us": median(each[at].cpu_us for each in sides) for at, name in enumerate(("place", "empty"))}
    return Measured([(placed.per_second, empty.per_second) for placed, empty in sides], {"terminals": TERMINALS, **told})


@benchmark(bar=4.0, aim=2.5, better="lower", unit="of the p99 of empty signed requests")
def place_http_p99(ground: Ground) -> Measured:
    """How long 99 in 100 of the same wagers take at most, against the same of the empty requests, in milliseconds."""
    sides = _sides(ground)
    told = {"place_p50_ms": median(each[0].p50_ms for each in sides), "empty_p50_ms": median(each[1].p50_ms for each in sides)}
    return Measured([(placed.p99_ms, empty.p99_ms) for placed, empty in sides], told)


@cache
def _sides(ground: Ground) -> list[tuple[Side, Side]]:
    """Both sides in turn, round after round of play; both benchmarks tell of the same run."""
    with ground.empty_database() as database, _floor() as floor, served("casino.asgi", database.environment) as web:
        terminals = [_Terminal(name) for name in floor.terminals]
        with _clients(web.port, terminals) as clients:
            for warming in (floor.open, lambda: ""):
                _side(web, clients, warming(), ground.seconds)
            _finish(floor)
            return [
                (_placing(web, clients, floor, ground.seconds), _side(web, clients, "", ground.seconds)) for _ in range(ROUNDS)
            ]


def _placing(web: Server, clients: Connection, floor: Floor, seconds: float) -> Side:
    """A round of play in which everybody wagers without pause."""
    side = _side(web, clients, floor.open(), seconds)
    _finish(floor)
    return side


def _finish(floor: Floor) -> None:
    floor.drop()
    floor.sense(0)
    react()
    react()


def _side(web: Server, clients: Connection, play: str, seconds: float) -> Side:
    """Let the clients place wagers in this round, or ask for nothing."""
    before = web.cpu_seconds
    clients.send((play, seconds))
    took = array("d", clients.recv_bytes())
    cpu_us = round((web.cpu_seconds - before) / len(took) * 1e6)
    return Side(len(took) / seconds, percentile(took, 0.5) * 1000, percentile(took, SLOW) * 1000, cpu_us)


@contextmanager
def _floor() -> Iterator[Floor]:
    """A roulette table with 64 terminals that hold credits."""
    selectors.forget()
    open_house()
    floor = Floor(IR, terminals=TERMINALS)
    services.configure_wagering_period(name=floor.name, seconds=WAGERING_SECONDS, origin=OriginFactory.build())
    for terminal in floor.terminals:
        insert(terminal, CREDITS)
    yield floor


class _Terminal:
    """A terminal's key and count, and the areas it wagers on one after the other."""

    def __init__(self, name: str) -> None:
        self.key_id = devices.issue_key(name=name, origin=OriginFactory.build())
        key = keyring.show_once(self.key_id)
        assert key is not None
        self.key, self.sequence = key, 0
        self._wagers = [each.id for each in books.current(IR).wagers.values() if each.shares[2] == 1]
        self._placed = count()

    def placement(self, play: str) -> bytes:
        """A wager on the next area, under the next number."""
        self.sequence += 1
        selection = self._wagers[next(self._placed) % len(self._wagers)]
        body = json.dumps({"selection": selection, "stake_cents": STAKE}).encode()
        return self._signed("POST", f"/api/device/rounds/{play}/wagers", body, str(uuid4()))

    def ping(self) -> bytes:
        """Nothing, signed."""
        return self._signed("GET", PING, b"", "")

    def _signed(self, method: str, path: str, body: bytes, key: str) -> bytes:
        header = authorize(SignedRequest(method, path, self.sequence, key, body), key_id=self.key_id, key=self.key)
        given = f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}\r\nAuthorization: {header}\r\n{given}\r\n".encode() + body


@contextmanager
def _clients(port: int, terminals: Sequence[_Terminal]) -> Iterator[Connection]:
    """The terminals in a process of their own, each on a connection that it keeps."""
    connections.close_all()
    here, there = _fork.Pipe()
    process = _fork.Process(target=lambda: uvloop.run(_serve(port, terminals, there)), daemon=True)
    process.start()
    there.close()
    yield here
    here.send(None)
    process.join()


async def _serve(port: int, terminals: Sequence[_Terminal], pipe: Connection) -> None:
    while (order := await asyncio.to_thread(pipe.recv)) is not None:
        play, seconds = order
        lines = [await asyncio.open_connection(LOOPBACK, port) for _ in terminals]
        end = time.perf_counter() + seconds
        pairs = zip(terminals, lines, strict=True)
        took = await asyncio.gather(*(_ask(terminal, play, *line, end) for terminal, line in pairs))
        pipe.send_bytes(array("d", chain.from_iterable(took)).tobytes())
        for _, writer in lines:
            writer.close()


async def _ask(
    terminal: _Terminal, play: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, end: float
) -> list[float]:
    """Ask again when it is answered: how long each took."""
    took, well = [], b" 201 " if play else b" 204 "
    while (asked := time.perf_counter()) < end:
        writer.write(terminal.placement(play) if play else terminal.ping())
        head = await reader.readuntil(b"\r\n\r\n")
        assert well in head[:20], head + await reader.read(LONGEST)
        told = LENGTH.search(head)
        await reader.readexactly(int(told[1]) if told else 0)
        took.append(time.perf_counter() - asked)
    return took
