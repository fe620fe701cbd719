"""Processes of a proof: forked from this one, which has everything loaded: a start costs milliseconds, a kill nothing."""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

from django.db import connections

from casino.journal import faults
from casino.stack.process import SET_PARENT_DEATH_SIGNAL, wait_until

DIES = "dies"
FROM_OUTSIDE = "from outside"
_fork = multiprocessing.get_context("fork")
_libc = ctypes.CDLL(None, use_errno=True)


class Diary:
    """What a process has done so far. Each line is with the kernel before the next step: a killed process has told the truth."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.file.touch()

    def write(self, *words: Any) -> None:
        """Add a line."""
        with self.file.open("ab", buffering=0) as file:
            file.write(json.dumps(words).encode() + b"\n")

    def read(self) -> list[list[Any]]:
        """Every whole line."""
        return [json.loads(line) for line in self.file.read_bytes().splitlines()]

    @property
    def length(self) -> int:
        """How many lines there are."""
        return self.file.read_bytes().count(b"\n")


class Crowd:
    """Processes at work, each with a diary."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.processes: list[ForkProcess] = []
        self.diaries: list[Diary] = []

    def start(self, work: Callable[..., None], *args: Any) -> ForkProcess:
        """One more: it is given its diary first."""
        connections.close_all()  # a connection that two processes share is none
        diary = Diary(self.folder / f"{len(self.processes)}.jsonl")
        process = _fork.Process(target=_work, args=(work, diary, *args), daemon=True)
        process.start()
        self.processes.append(process)
        self.diaries.append(diary)
        return process

    @property
    def is_over(self) -> bool:
        """Whether all have ended."""
        return not any(process.is_alive() for process in self.processes)

    @property
    def has_been_called_off(self) -> bool:
        """Whether those who ask are to come to an end."""
        return (self.folder / "over").exists()

    def call_off(self) -> None:
        """Ask all to come to an end."""
        (self.folder / "over").touch()

    def wait(self, seconds: float) -> None:
        """Until all have ended by themselves and well."""
        assert wait_until(lambda: self.is_over, seconds), "some did not end"
        assert {process.exitcode for process in self.processes} == {0}

    def require_deaths(self, points: Sequence[str]) -> None:
        """Each was killed, and at its point: a proof that killed nobody, or somewhere else, has proven nothing."""
        assert [process.exitcode for process in self.processes] == [-signal.SIGKILL] * len(points)
        told = [[line[1] for line in diary.read() if line[0] == DIES] for diary in self.diaries]
        assert told == [[] if point == FROM_OUTSIDE else [point] for point in points]

    def lines(self) -> Iterator[list[Any]]:
        """Everything that all have written."""
        for diary in self.diaries:
            yield from diary.read()

    @property
    def length(self) -> int:
        """How many lines all have written."""
        return sum(diary.length for diary in self.diaries)

    def end(self) -> None:
        """Nobody is left."""
        for process in self.processes:
            process.kill()
            process.join()
            process.close()


@contextmanager
def crowd(folder: Path) -> Iterator[Crowd]:
    """A crowd that is gone afterwards."""
    gathered = Crowd(folder)
    try:
        yield gathered
    finally:
        gathered.end()


def doom(diary: Diary, plan: str) -> None:
    """Let this process die as PITLEDGER_FAULT would have it: `after_append:7:0.2`; its last words are where."""

    def die(here: str) -> None:
        diary.write(DIES, here)
        os.kill(os.getpid(), signal.SIGKILL)

    faults.point = faults._killer(plan, die)


def _work(work: Callable[..., None], diary: Diary, *args: Any) -> None:
    _libc.prctl(SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work(diary, *args)
    connections.close_all()
