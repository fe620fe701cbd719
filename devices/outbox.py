"""What tables are told on their feeds: the app that owns a kind of stream says what a change of it means to whom.

The other side of the inbox. An app registers, in its `apps.py`, what tables that begin to listen are told, and for a kind of
stream what they are told when some of these streams have changed. Credit meters and locks are told here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from casino.domain.events import VenueId
from casino.domain.money import Cents
from devices import selectors
from devices.domain import credit_meter
from devices.domain.readings import Meter
from devices.wire.feed_messages import CreditMeter, Down, Lock

LONGEST_REASON = 200
COUNTED_IN = (Meter.NOTES_IN, Meter.HAND_PAID)  # what a reading moves our credit meter by


class Listening(NamedTuple):
    """The machines that listen for their tables, by name, and the venue they stand in."""

    venue: VenueId
    machines: frozenset[str]


class Told(NamedTuple):
    """Which machine's table is told what."""

    machine: str
    message: Down


Present = Callable[[Listening], Iterable[Told]]
Changed = Callable[[Listening, Collection[str]], Iterable[Told]]
PRESENT: list[Present] = []
CHANGED: dict[str, Changed] = {}
SEATED: list[Callable[[Listening], Mapping[str, str]]] = []  # which terminals are seated at the tables of whom, by name


def present(listening: Listening) -> list[Told]:
    """How everything stands, for tables that begin to listen."""
    told = [each for tell in PRESENT for each in tell(listening)]
    return [*told, *credit_meters(listening, seated(listening))]


def changed(listening: Listening, streams: Iterable[str]) -> list[Told]:
    """What has become of streams that were written to; of any other kind nobody is told."""
    by_kind: dict[str, list[str]] = defaultdict(list)
    for stream in dict.fromkeys(streams):
        kind, _, id_ = stream.partition("-")
        by_kind[kind].append(id_)
    return [each for kind, ids in by_kind.items() if kind in CHANGED for each in CHANGED[kind](listening, ids)]


def seated(listening: Listening) -> dict[str, str]:
    """The terminals at the tables that listen, each with the machine that hears for it."""
    return {terminal: machine for find in SEATED for terminal, machine in find(listening).items()}


def credit_meters(listening: Listening, places: Mapping[str, str]) -> Iterator[Told]:
    """What stands on the meters of these terminals and whether they are locked, each for the machine that hears for it."""
    for terminal, version, meter in selectors.meters_shown(credit_meter.at(listening.venue, each).id for each in places):
        counted = [Cents(meter.read[name]) if name in meter.read else None for name in COUNTED_IN]
        yield Told(places[terminal], CreditMeter(terminal, meter.cents, version, *counted))
        yield Told(places[terminal], Lock(terminal, bool(meter.locked_because), meter.locked_because[:LONGEST_REASON]))


def _meters_changed(listening: Listening, ids: Collection[str]) -> Iterable[Told]:
    names = {id_.rpartition(".")[2] for id_ in ids}
    return credit_meters(listening, {name: machine for name, machine in seated(listening).items() if name in names})


CHANGED[credit_meter.AGGREGATE.name] = _meters_changed
