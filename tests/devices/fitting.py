"""Machines fitted out as their books demand, and what they are fitted with."""

from __future__ import annotations

from typing import Any

from casino.domain.powers import AC, DF, IR
from devices import services
from devices.domain.demands import COMPARTMENT_COLOURS, COMPARTMENTS, ENTRY_KEYS, Material
from devices.domain.device import Kind
from devices.domain.equipment import Die
from tests.factories import OriginFactory

DIE: Die = ((1, 6), (2, 5), (3, 4))
FITTED: dict[str, Any] = {"stacker": "NS-4410", "printer": "TP-0921", "game_system": "GS-1", "software": "2.14.7"}
LAYOUT: dict[str, Any] = {"diagram": "A", "approval": "ILGA 2016/118"}
IR_LAYOUT: dict[str, Any] = {"diagram": "C", "approval": "ILGA 2018/007", "features": ("history of 20 numbers",)}
DICE: dict[str, Any] = {"dice_set": "D-77", "seal": "S-1203", "dice": (DIE, DIE)}
BALL: dict[str, Any] = {"ball": "B-5", "material": Material.PTFE, "diameter_um": 18_000}
WHEEL: dict[str, Any] = {"housing_mm": 720, "insert_mm": 550, "order": COMPARTMENTS, "colours": COMPARTMENT_COLOURS}
ENTRY: dict[str, Any] = {"table": "DF1", "lights": "EL-3", "keys": ENTRY_KEYS}
GATEWAY: dict[str, Any] = {"bank": "AC1", "host": "gateway1.floor", "port": 10_001}
COMPARTMENTS_TYPED = ", ".join(f"{number} {colour}" for number, colour in zip(COMPARTMENTS, COMPARTMENT_COLOURS, strict=True))


def register(name: str, kind: Kind = Kind.PLAYER_TERMINAL) -> str:
    """A machine on the books."""
    return services.register_device(name=name, kind=kind, origin=OriginFactory.build())


def terminal(name: str, book: str = AC, **layout: Any) -> str:
    """A player terminal of a book, commissioned."""
    register(name)
    services.commission_terminal(name=name, book=book, **FITTED, **(layout or LAYOUT), origin=OriginFactory.build())
    return name


def wheel(name: str) -> str:
    """A wheel with its measures and its ball."""
    register(name, Kind.WHEEL)
    services.register_wheel(name=name, **WHEEL, origin=OriginFactory.build())
    services.register_ball(name=name, **BALL, origin=OriginFactory.build())
    return name


def roulette_terminal(name: str) -> str:
    """A terminal of MiniStar Roulette, not linked yet."""
    return terminal(name, IR, **IR_LAYOUT)


def tumbler(name: str, book: str = AC, dice: int = 2) -> str:
    """A tumbler with sealed dice."""
    register(name, Kind.DICE_TUMBLER)
    services.seal_dice(name=name, book=book, **(DICE | {"dice": (DIE,) * dice}), origin=OriginFactory.build())
    return name


def entry_terminal(name: str) -> str:
    """The entry terminal of a Dragon Fire table."""
    register(name, Kind.ENTRY_TERMINAL)
    services.fit_entry_terminal(name=name, book=DF, **ENTRY, origin=OriginFactory.build())
    return name


def put_in_service(name: str) -> str:
    """A machine that may be played."""
    services.put_in_service(name=name, origin=OriginFactory.build())
    return name
