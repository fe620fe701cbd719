"""What machines keep while they are switched off: meters, and what waits to be paid by hand."""

from __future__ import annotations

import msgspec

from devices.simulator.floor import Floor
from devices.simulator.hand_pays import Waiting
from devices.simulator.terminal import Terminal
from devices.wire.sas.meters import Meter


class BadMemory(Exception):
    """A file that is no memory of machines."""


class Kept(msgspec.Struct, frozen=True):
    """Of one terminal; meters that stand at zero are left out."""

    meters: dict[int, int] = {}
    hand_pays: tuple[Waiting, ...] = ()
    follows: bool = False  # the house has said before what stands on its credit meter, and will again


class Memory(msgspec.Struct, frozen=True):
    """Of a whole floor, and the ports its lines were reached at."""

    terminals: dict[str, Kept] = {}
    ports: dict[str, int] = {}


def read(data: bytes) -> Memory:
    """As it was written."""
    try:
        return msgspec.json.decode(data, type=Memory)
    except msgspec.DecodeError as error:
        raise BadMemory(f"That is no memory of machines: {error}.") from error


def written(floor: Floor, *, ports: dict[str, int]) -> bytes:
    """As it stands."""
    return msgspec.json.encode(Memory({terminal.device: _kept(terminal) for terminal in floor.terminals}, ports))


def restore(floor: Floor, memory: Memory) -> None:
    """Go on from there; terminals it does not know of are new."""
    for terminal in floor.terminals:
        kept = memory.terminals.get(terminal.device, Kept())
        for code, value in kept.meters.items():
            terminal.meters.preset(Meter(code), value)
        terminal.hand_pays.take_up(kept.hand_pays)
        terminal.following.was_told = kept.follows


def _kept(terminal: Terminal) -> Kept:
    counted = {code: value for code, value in terminal.meters.values().items() if value}
    return Kept(counted, terminal.hand_pays.waiting, terminal.following.was_told)
