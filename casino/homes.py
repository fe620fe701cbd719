"""What needs somebody now: apps add what they have to ask, in `apps.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta

from casino.domain.instant import Instant
from casino.sessions import Person


@dataclass(frozen=True)
class Need:
    """Something that waits for a person: what, why, since when, and the verb that answers it."""

    title: str
    words: str
    verb: str
    url: str
    shape: str = "waits"
    rule: str = ""
    since: Instant | None = None
    holds_up_play: bool = False
    about: str = ""  # which of several needs with one address this is


@dataclass(frozen=True)
class Clock:
    """A promise with a time."""

    title: str
    words: str
    due: str
    url: str


@dataclass(frozen=True)
class Figure:
    """A figure that opens."""

    label: str
    value: str
    words: str
    url: str


NEEDS: list[Callable[[Person], Iterable[Need]]] = []
CLOCKS: list[Callable[[Person], Iterable[Clock]]] = []
FIGURES: list[Callable[[Person], Iterable[Figure]]] = []
KINDS: list[str] = ["approval", "staff"]  # of streams: an entry in one may change what needs somebody


def needs(person: Person) -> list[Need]:
    """What needs this person, first what holds up play, then what waits longest."""
    found = [need for ask in NEEDS for need in ask(person)]
    return sorted(found, key=lambda need: (not need.holds_up_play, need.since or person.now))


def age(since: Instant, now: Instant) -> str:
    """How long ago, as pages say it: `4:50`, `1:02:33`."""
    seconds = max(0, int((now - since) / timedelta(seconds=1)))
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
