"""Practice: a venue of its own whose terminals and seats are browsers, each with a key of its own like any machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid5

import msgspec

from casino import edge, journal
from casino import selectors as ground
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.domain.powers import BOOK_NAMES
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, PlaceId, Role
from devices import demo_floor, keyring, services
from devices.domain import credit_meter, device, requests
from devices.domain.device import Device
from devices.domain.readings import DENOMINATIONS, Meter
from devices.simulator.plan import TablePlan
from games.domain import position
from games.domain.vocabulary import SeatId, TableId
from games.practice_tables import DEALT, VENUE, seats_of

TERMINALS_OF_TABLE = 8
IDLE = timedelta(minutes=10)  # after which somebody else may sit down at a terminal


class NoTerminalFree(Refusal):
    """Somebody plays at every terminal of the table."""

    code = "practice-no-terminal-free"


@dataclass(frozen=True)
class Seat:
    """A terminal as its browser is told of it: the key it signs with, and where its count and its own meters stand."""

    terminal: str
    key_id: str
    key: str
    sequence: int
    notes_in_cents: int
    notes: Mapping[str, int]


def _with_terminals(plan: TablePlan) -> TablePlan:
    names = tuple(f"{plan.name}-P{number}" for number in range(1, TERMINALS_OF_TABLE + 1))
    return msgspec.structs.replace(plan, terminals=names)


WITH_TERMINALS = tuple(_with_terminals(plan) for plan in demo_floor.TABLES[VENUE])
TABLES: Mapping[str, TablePlan] = {plan.name: plan for plan in WITH_TERMINALS}


def is_table(name: str) -> bool:
    """Whether there is such a practice table."""
    return name in TABLES or name in DEALT


def book_of(table: str) -> str:
    """Which game is played at a practice table."""
    return DEALT[table].book if table in DEALT else demo_floor.BOOKS[TABLES[table].book]


def game_of(table: str) -> str:
    """What that game is called."""
    return DEALT[table].game if table in DEALT else BOOK_NAMES[book_of(table)]


def sit_down(table: str, *, request_id: UUID) -> Seat:
    """Give a browser a free terminal or seat: a key made for it, and none that any browser had before."""
    names, called = (seats_of(table), "seats") if table in DEALT else (TABLES[table].terminals, "terminals")
    free = [name for name in names if _is_free(name)]
    if not free:
        raise NoTerminalFree(f"Somebody plays at each of the {len(names)} {called} of {table}: try again in a while.")
    terminal = free[0]
    ref = device.at(VENUE, terminal)
    for key_id in journal.state(ref).keys:
        services.revoke_key(name=terminal, key_id=key_id, origin=_origin(uuid5(request_id, key_id)))
    key_id = services.issue_key(name=terminal, origin=_origin(request_id))
    return _seat(terminal, key_id, keyring.show_once(key_id), journal.state(ref))


def stand_up(terminal: str, key_id: str, *, request_id: UUID) -> None:
    """Take the key back from a browser that leaves."""
    services.revoke_key(name=terminal, key_id=key_id, origin=_origin(request_id))


def _is_free(terminal: str) -> bool:
    """Whether no browser has its key, or nothing was heard of it for a while."""
    ref = device.at(VENUE, terminal)
    if not journal.state(ref).keys:
        return True
    return ground.now() - max(_heard_of(terminal, ref)) > IDLE


def _heard_of(terminal: str, ref: Ref[Device]) -> list[Instant]:
    """When something was last heard of a machine, or done with its credits or its chips."""
    table, _, place = terminal.rpartition("-")
    chips = position.at(TableId(f"{VENUE}.{table}"), SeatId(place))
    moved = chips if table in DEALT else credit_meter.at(VENUE, terminal)
    return [last.recorded_at for each in (ref, moved) for last in journal.latest(each, at_most=1)]


def _seat(terminal: str, key_id: str, key: bytes | None, machine: Device) -> Seat:
    meter = journal.state(credit_meter.at(VENUE, terminal))
    return Seat(
        terminal=terminal,
        key_id=key_id,
        key=key.hex() if key else "",
        sequence=requests.last_heard(machine, meter),
        notes_in_cents=meter.read.get(Meter.NOTES_IN, 0),
        notes={str(cents): meter.read.get(name, 0) for name, cents in DENOMINATIONS.items()},
    )


def _origin(request_id: UUID) -> Origin:
    return Origin(
        request_id=request_id,
        venue=VENUE,
        actor=Actor("system/practice"),
        role=Role("system"),
        place=PlaceId("practice"),
        received_at=edge.received_at(),
    )
