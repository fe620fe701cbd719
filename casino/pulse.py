"""The pulse of each process: every few seconds it tells Valkey that it runs, and how long its commands took.

Nothing of it matters: without Valkey nobody hears of the processes, and they do their work all the same.
"""

from __future__ import annotations

import os
import platform
import socket
import time
from collections import Counter
from collections.abc import Mapping
from threading import Event, Thread

import msgspec
import redis
from django.conf import settings

from casino import timings, valkey

EVERY_SECONDS = 5
LIVES_SECONDS = 3 * EVERY_SECONDS
HOUR_SECONDS = 3600
SPAN_SECONDS = 300  # commands are counted by spans of five minutes
_PROCESS, _TIMINGS = "pitledger:process:", "pitledger:timings:"


class Process(msgspec.Struct, frozen=True, kw_only=True):
    """A process as it tells of itself."""

    kind: str
    host: str
    number: int
    build: str
    python: str
    began_at: float
    told_at: float


class Heart:
    """What beats in this process; in a process forked from it, another."""

    def __init__(self) -> None:
        self.kind = ""
        self.began_at = time.time()
        self.thread: Thread | None = None
        self.stopped = Event()


_heart = Heart()


def begin(kind: str) -> None:
    """Let this process be heard of from now on, as what it is."""
    _heart.kind = kind
    _beat_from_now_on()


def count(command: str, seconds: float) -> None:
    """Count a command that has ended, to be told with the next beat."""
    timings.count(command, seconds)
    if _heart.thread is None:
        _beat_from_now_on()


def beat(*, now: float | None = None) -> bool:
    """Tell Valkey once; whether it heard."""
    moment = time.time() if now is None else now
    taken = timings.take()
    try:
        with valkey.connect() as client:
            _tell(client, taken, moment)
    except redis.exceptions.RedisError:
        timings.put_back(taken)
        return False
    return True


def processes() -> list[Process]:
    """Every process heard of lately."""
    with valkey.connect() as client:
        names = sorted(client.scan_iter(f"{_PROCESS}*", count=1000))
        told = client.mget(names) if names else []
    return sorted((msgspec.json.decode(each, type=Process) for each in told if each), key=lambda each: (each.kind, each.host))


def last_hour(*, now: float | None = None) -> list[timings.Timing]:
    """The commands of the last hour, of every process, as far as Valkey has heard of them."""
    moment = time.time() if now is None else now
    spans = range(int(moment - HOUR_SECONDS) // SPAN_SECONDS, int(moment) // SPAN_SECONDS + 1)
    counted: Counter[tuple[str, int]] = Counter()
    with valkey.connect() as client:
        for span in spans:
            told: Mapping[bytes, bytes] = client.hgetall(f"{_TIMINGS}{span}")
            for field, times in told.items():
                command, _, step = field.decode().rpartition(" ")
                counted[command, int(step)] += int(times)
    return timings.summed(counted)


def _tell(client: redis.Redis, taken: Mapping[tuple[str, int], int], moment: float) -> None:
    lines = client.pipeline(transaction=False)
    if _heart.kind:
        name = f"{_PROCESS}{_heart.kind}:{socket.gethostname()}:{os.getpid()}"
        lines.set(name, msgspec.json.encode(_ourselves(moment)), ex=LIVES_SECONDS)
    span = f"{_TIMINGS}{int(moment) // SPAN_SECONDS}"
    for (command, step), times in taken.items():
        lines.hincrby(span, f"{command} {step}", times)
    if taken:
        lines.expire(span, HOUR_SECONDS + 2 * SPAN_SECONDS)
    lines.execute()


def _ourselves(moment: float) -> Process:
    return Process(
        kind=_heart.kind,
        host=socket.gethostname(),
        number=os.getpid(),
        build=settings.BUILD,
        python=platform.python_version(),
        began_at=_heart.began_at,
        told_at=moment,
    )


def _beat_from_now_on() -> None:
    if _heart.thread is None and settings.REDIS_URL:
        _heart.thread = Thread(target=_beat_on, args=[_heart.stopped], name="pulse", daemon=True)
        _heart.thread.start()


def _beat_on(stopped: Event) -> None:
    while True:
        beat()
        if stopped.wait(EVERY_SECONDS):
            return


def _begin_anew() -> None:
    global _heart  # noqa: PLW0603 - a forked process has a heart of its own
    _heart = Heart()
    timings.forget()


os.register_at_fork(after_in_child=_begin_anew)
