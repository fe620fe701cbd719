"""A type that several threads meet for the first time at once: msgspec takes it apart once, and nobody reads by a half of it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from casino.journal import codec

WAIT_SECONDS = 0.3
_fork = multiprocessing.get_context("fork")
_is_taken_apart, _is_read = threading.Event(), threading.Event()


def _slowly() -> type[int]:
    """Whoever takes this apart stops in the middle, and lets others read if they can."""
    _is_taken_apart.set()
    _is_read.wait(WAIT_SECONDS)
    return int


class Part(msgspec.Struct, frozen=True):
    number: _slowly()  # type: ignore[valid-type]


class Whole(msgspec.Struct, frozen=True):
    part: Part
    name: str


def test_of_a_type_that_is_new_to_two_threads_neither_reads_by_a_half(tmp_path: Path) -> None:
    process = _fork.Process(target=_read_at_once, args=(tmp_path / "read",))
    process.start()
    process.join()
    assert process.exitcode == 0, "a thread that reads by half a type takes the whole process with it"
    assert (tmp_path / "read").read_text() == repr([Whole(Part(7), "seven")] * 2)


def _read_at_once(file: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(_read)
        assert _is_taken_apart.wait(10)
        second = threads.submit(_read)
        file.write_text(repr([first.result(), second.result()]))
    os._exit(0)


def _read() -> Whole:
    read = codec.decode(Whole, b'{"part":{"number":7},"name":"seven"}')
    _is_read.set()
    return read
