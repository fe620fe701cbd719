"""Watches what was started and starts again what dies, a little later each time."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from casino.stack.faults import StackFault
from casino.stack.process import Child

FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 30.0
STEADY_SECONDS = 60.0


class Runnable(Protocol):
    """A child, or a server that has one."""

    @property
    def is_running(self) -> bool:
        """Whether it lives."""

    def start(self) -> None:
        """Start it, again if need be."""


@dataclass
class Watch:
    """One thing under watch and its record of falls."""

    name: str
    what: Runnable
    started_at: float = field(default_factory=time.monotonic)
    wait_seconds: float = FIRST_WAIT_SECONDS
    again_at: float | None = None


class Supervisor:
    """Looks at everything five times a second."""

    def __init__(self, watched: Sequence[Watch], say: Callable[[str], None]) -> None:
        self.watched = watched
        self.say = say

    def look(self) -> None:
        """Start what is due, note what has fallen."""
        for watch in self.watched:
            if watch.again_at is not None:
                self._start_when_due(watch)
            elif not watch.what.is_running:
                self._note_fall(watch)

    def _note_fall(self, watch: Watch) -> None:
        now = time.monotonic()
        if now - watch.started_at > STEADY_SECONDS:
            watch.wait_seconds = FIRST_WAIT_SECONDS
        watch.again_at = now + watch.wait_seconds
        self.say(f"{watch.name} {_ending(watch.what)}; it is started again in {watch.wait_seconds:.0f} s.")
        watch.wait_seconds = min(watch.wait_seconds * 2, LONGEST_WAIT_SECONDS)

    def _start_when_due(self, watch: Watch) -> None:
        if watch.again_at is None or time.monotonic() < watch.again_at:
            return
        watch.again_at, watch.started_at = None, time.monotonic()
        try:
            watch.what.start()
        except StackFault as fault:
            self.say(str(fault))


def _ending(what: Runnable) -> str:
    child = what if isinstance(what, Child) else getattr(what, "child", None)
    return child.ending if isinstance(child, Child) else "ended"
