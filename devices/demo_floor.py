"""The machines of the demo, and how the house learns of simulated ones: everything the simulator says to the services.

Nothing else of the simulator knows the house. What is on the books already is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings

from casino import edge
from casino.demo import NotTheDemo
from casino.domain.events import VenueId
from casino.domain.powers import AC, IR, SB
from casino.journal import Actor, Origin, PlaceId, Role, reading
from devices import keyring, selectors, services
from devices.domain import credit_meter, device, requests
from devices.domain.demands import COMPARTMENT_COLOURS, COMPARTMENTS, DIAGRAMS, Material
from devices.domain.device import Kind
from devices.domain.equipment import Die
from devices.models import Device
from devices.simulator.plan import TablePlan, table
from devices.simulator.signer import Signer

TERMINALS_OF_TABLE = 8
HOST = "127.0.0.1"
BOOKS = {"AC": AC, "IR": IR, "SB": SB}
SOFTWARE = "2.14.7"
DIE: Die = ((1, 6), (2, 5), (3, 4))
WHEEL: dict[str, Any] = {"housing_mm": 720, "insert_mm": 550, "order": COMPARTMENTS, "colours": COMPARTMENT_COLOURS}
BALL: dict[str, Any] = {"ball": "B-1", "material": Material.PTFE, "diameter_um": 18_000}


_REQUESTS = UUID("5d0a0c47-5d0a-4a8e-8b3c-3d5d7f1c9a11")


def _table(name: str, book: str) -> TablePlan:
    return table(name, book, tuple(f"{name}-{number:02d}" for number in range(1, TERMINALS_OF_TABLE + 1)))


TABLES: dict[VenueId, tuple[TablePlan, ...]] = {
    VenueId("star"): (_table("AC1", "AC"), _table("AC2", "AC"), _table("IR1", "IR"), _table("SB1", "SB")),
    VenueId("crown"): (),  # dealer tables only
    VenueId("practice"): (table("AC1", "AC", ()), table("IR1", "IR", ()), table("SB1", "SB", ())),  # its terminals are browsers
}
"""The electronic tables of the demo's venues: Aruze Craps, MiniStar Roulette, Sic Bo."""


def require_demo() -> None:
    """Refuse to put invented machines among real ones."""
    if not settings.IS_DEMO:
        raise NotTheDemo("Machines are simulated in the demo environment only (ENVIRONMENT=demo).")


def fit_out(venue: VenueId, plan: Sequence[TablePlan]) -> None:
    """Put every machine of a floor in service as its book demands; where it is reached is said when it is switched on."""
    in_service = {row.name for row in selectors.devices(venue) if row.is_in_service}
    for each in plan:
        for name in (each.machine, *each.terminals):
            if name not in in_service:
                _commission(name, each, venue)
                services.put_in_service(name=name, origin=_once(venue, f"put-in-service:{name}"))


def open_floor(venue: VenueId, plan: Sequence[TablePlan], ports: Mapping[str, int]) -> dict[str, bytes]:
    """Put every machine of a floor on the books as its book demands, and say where it is reached; the keys of those that sign."""
    known = {row.name: row for row in selectors.devices(venue)}
    for each in plan:
        feed_port = ports[each.feed] if each.has_wheel else None
        machines = [(each.machine, ports[each.machine], 1, feed_port)]
        machines += [(name, ports[each.name], address, None) for address, name in enumerate(each.terminals, start=1)]
        for name, port, address, feed in machines:
            row = known.get(name)
            is_unfinished = row is None or not row.is_in_service
            if is_unfinished:
                _commission(name, each, venue)
            _wire(name, row, port=port, address=address, feed_port=feed, venue=venue)
            if is_unfinished:
                services.put_in_service(name=name, origin=_once(venue, f"put-in-service:{name}"))
    return {each.machine: _new_key(each.machine, venue)[1] for each in plan}


def signers(venue: VenueId, plan: Sequence[TablePlan]) -> dict[str, Signer]:
    """Terminals that ask for themselves: each with a key of its own, counting on from the request that was heard last."""
    return {name: _signer(name, venue) for each in plan for name in each.terminals}


def _signer(name: str, venue: VenueId) -> Signer:
    key_id, key = _new_key(name, venue)
    machine, meter = reading.state(device.at(venue, name)), reading.state(credit_meter.at(venue, name))
    return Signer(key_id, key=key, sequence=requests.last_heard(machine, meter))


def _commission(name: str, table: TablePlan, venue: VenueId) -> None:
    """Fit a machine out, as far as that was not done; what makes a table's outcomes comes before the terminals linked to it."""
    if name != table.machine:
        _commission_terminal(name, table, venue)
    elif table.has_wheel:
        services.register_device(name=name, kind=Kind.WHEEL, origin=_once(venue, f"register:{name}"))
        services.register_wheel(name=name, **WHEEL, origin=_once(venue, f"wheel:{name}"))
        services.register_ball(name=name, **BALL, origin=_once(venue, f"ball:{name}"))
    else:
        services.register_device(name=name, kind=Kind.DICE_TUMBLER, origin=_once(venue, f"register:{name}"))
        services.seal_dice(
            name=name,
            book=BOOKS[table.book],
            dice_set=f"D-{table.name}",
            seal=f"S-{table.name}",
            dice=(DIE,) * table.dice,
            origin=_once(venue, f"dice:{name}"),
        )
    services.move_device(name=name, place=f"Table {table.name}", origin=_once(venue, f"move:{name}"))


def _commission_terminal(name: str, table: TablePlan, venue: VenueId) -> None:
    services.register_device(name=name, kind=Kind.PLAYER_TERMINAL, origin=_once(venue, f"register:{name}"))
    services.commission_terminal(
        name=name,
        book=BOOKS[table.book],
        stacker=f"NS-{name}",
        printer=f"TP-{name}",
        game_system=f"GS-{table.name}",
        software=SOFTWARE,
        diagram=DIAGRAMS[BOOKS[table.book]][0],
        approval="invented for the demo",
        origin=_once(venue, f"commission:{name}"),
    )
    if table.has_wheel:
        services.link_to_wheel(name=name, wheel=table.machine, origin=_once(venue, f"link:{name}"))


def _wire(name: str, known: Device | None, *, port: int, address: int, feed_port: int | None, venue: VenueId) -> None:
    """Say where a machine is reached, if that is not on record."""
    if known and (known.host, known.port, known.address, known.feed_port) == (HOST, port, address, feed_port):
        return
    where: dict[str, Any] = {"host": HOST, "port": port, "address": address, "feed_port": feed_port}
    services.wire_device(name=name, bank=f"{venue}-1", **where, origin=origin(venue))


def _new_key(name: str, venue: VenueId) -> tuple[str, bytes]:
    """A machine that starts gets a key of its own; those it had before are of no further use."""
    for key_id in reading.state(device.at(venue, name)).keys:
        services.revoke_key(name=name, key_id=key_id, origin=origin(venue))
    key_id = services.issue_key(name=name, origin=origin(venue))
    key = keyring.show_once(key_id)
    assert key is not None, "nobody has seen it"
    return key_id, key


def _once(venue: VenueId, request: str) -> Origin:
    """A request that is made once, however often the floor is opened or its opening breaks off."""
    return replace(origin(venue), request_id=uuid5(_REQUESTS, f"{venue}:{request}"))


def origin(venue: VenueId) -> Origin:
    """A request of whoever simulates the floor."""
    return Origin(
        request_id=uuid4(),
        venue=venue,
        actor=Actor("system/simulator"),
        role=Role("system"),
        place=PlaceId("demo"),
        received_at=edge.received_at(),
    )
