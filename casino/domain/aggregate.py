"""What the journal is made of: events, the aggregates they fold into, and the streams they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, ClassVar, Generic, NewType, Self, TypeVar

import msgspec

RuleId = NewType("RuleId", str)
ReadingId = NewType("ReadingId", str)
Data = dict[str, Any]
S = TypeVar("S", bound="State")

EVENT_TYPES: dict[str, type[Event]] = {}
AGGREGATES: dict[str, Aggregate[Any]] = {}
UPCASTS: dict[tuple[str, int], Callable[[Data], Data]] = {}
_STREAM_ID = re.compile(r"[A-Za-z0-9._:-]{1,100}\Z")


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A fact. Stored as `<app>.<class-name-with-dashes>` under its version, for ever."""

    version: ClassVar[int] = 1
    type_name: ClassVar[str]
    rule: tuple[RuleId, ...] = ()
    readings: tuple[ReadingId, ...] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Name the type after its app and class, once."""
        super().__init_subclass__(**options)
        words = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        cls.type_name = f"{cls.__module__.partition('.')[0]}.{words}"
        EVENT_TYPES[cls.type_name] = cls


class State(msgspec.Struct, frozen=True, kw_only=True):
    """What an aggregate's events amount to. Data only."""

    def but(self, **changes: Any) -> Self:
        """The same state with some fields changed."""
        return msgspec.structs.replace(self, **changes)


@dataclass(frozen=True, slots=True, order=True)
class Ref(Generic[S]):
    """The name of one stream: `venue-star`, `round-star.AC01.20260822.0417`."""

    stream: str

    @property
    def aggregate(self) -> Aggregate[S]:
        """The kind of stream this is."""
        return AGGREGATES[self.stream.partition("-")[0]]

    @property
    def id(self) -> str:
        """The name without its kind."""
        return self.stream.partition("-")[2]

    def __str__(self) -> str:
        return self.stream


class Aggregate(Generic[S]):
    """One kind of stream: where its state starts and how an event changes it."""

    def __init__(
        self, name: str, start: S, evolve: Callable[[S, Any], S], *, state_version: int = 1, guardable: bool = False
    ) -> None:
        self.name = name
        self.start = start
        self.evolve = evolve
        self.state_version = state_version
        self.guardable = guardable
        AGGREGATES[name] = self

    def at(self, id: str) -> Ref[S]:  # noqa: A002 - it is the stream's id
        """The stream of this kind with that id."""
        if not _STREAM_ID.match(id):
            raise ValueError(f"{id!r} cannot name a {self.name} stream.")
        return Ref(f"{self.name}-{id}")

    def fold(self, state: S, events: Iterable[Event]) -> S:
        """The state after these events."""
        return reduce(self.evolve, events, state)


def upcast(type_name: str, from_version: int) -> Callable[[Callable[[Data], Data]], Callable[[Data], Data]]:
    """Declare, beside an event, how data stored under an older version reads today."""

    def declare(convert: Callable[[Data], Data]) -> Callable[[Data], Data]:
        UPCASTS[type_name, from_version] = convert
        return convert

    return declare
