"""Further sections of a machine's page: apps add what they know of it, in `apps.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from casino.as_at import Moment
from casino.sessions import Person
from devices.domain.device import Device


@dataclass(frozen=True)
class Section:
    """A part of the page: its template with what it reads, its own name on the page, and the topics that change it."""

    template: str
    context: Mapping[str, Any]
    name: str
    topics: str


SECTIONS: list[Callable[[Person, Device, Moment | None], Section | None]] = []


def of(person: Person, machine: Device, moment: Moment | None) -> Iterator[Section]:
    """What is to be said of a machine, now or at a moment."""
    for ask in SECTIONS:
        if section := ask(person, machine, moment):
            yield section
