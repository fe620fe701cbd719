"""Where a device stands, and at which address of which line it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from casino.domain.events import VenueId
from casino.domain.refusals import Refusal
from devices.domain.device import NAME, Device, Kind, require_at_rest, require_registered
from devices.domain.events import DeviceMoved, DeviceWired

ADDRESSES = range(1, 128)  # a machine set to 0 is deaf
PORTS = range(1, 65_536)
LONGEST_PLACE = 100
HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?\Z")


class PlaceUnnamed(Refusal):
    """A machine stands somewhere that has a name."""

    code = "device-place-unnamed"


class AlreadyThere(Refusal):
    """The machine stands there."""

    code = "device-already-there"


class BankRefused(Refusal):
    """That cannot name a bank, or it names one of another venue."""

    code = "device-bank-refused"


class GatewayRefused(Refusal):
    """There can be no gateway at such a host or port."""

    code = "device-gateway-refused"


class FeedRefused(Refusal):
    """Only a wheel has a feed beside its line."""

    code = "device-feed-refused"


class AddressRefused(Refusal):
    """A machine answers to an address from 1 to 127."""

    code = "device-address-refused"


class AddressTaken(Refusal):
    """Another machine answers to this address on the same line."""

    code = "device-address-taken"


class Neighbour(NamedTuple):
    """Another machine behind the same host, and where it answers."""

    name: str
    kind: str
    bank: str
    port: int | None
    address: int | None
    feed_port: int | None


def move(device: Device, *, place: str) -> DeviceMoved:
    """Note where a machine stands from now on; while it is in service it stays where it is."""
    require_at_rest(device)
    if not place.strip() or len(place) > LONGEST_PLACE:
        raise PlaceUnnamed(f"Say where it stands, in at most {LONGEST_PLACE} characters.")
    if place == device.place:
        raise AlreadyThere(f"{device.name} stands there already.")
    return DeviceMoved(place=place)


def wire(
    device: Device,
    *,
    bank: str,
    host: str,
    port: int,
    address: int,
    venue: VenueId,
    bank_venue: str | None,
    neighbours: Sequence[Neighbour] = (),
    feed_port: int | None = None,
) -> DeviceWired:
    """Note at which address of a gateway's line a machine answers, and with which bank it is polled."""
    require_registered(device)
    if not NAME.match(bank):
        raise BankRefused("A bank is named with letters, digits and hyphens, at most 32 of them.")
    if bank_venue not in {None, venue}:
        raise BankRefused(f"{bank} is a bank of another venue: a bank is polled as one, so its name is given once.")
    if not HOST.match(host) or port not in PORTS:
        raise GatewayRefused("A gateway is a host's name or address, with a port from 1 to 65535.")
    if address not in ADDRESSES:
        raise AddressRefused(f"A machine answers to an address from {ADDRESSES[0]} to {ADDRESSES[-1]}, not to {address}.")
    if feed_port is not None:
        _require_feed(device, port=port, feed_port=feed_port)
    wired = DeviceWired(bank=bank, host=host, port=port, address=address, feed_port=feed_port)
    for each in neighbours:
        _require_apart(device, wired, each)
    return wired


def _require_feed(device: Device, *, port: int, feed_port: int) -> None:
    if device.kind != Kind.WHEEL:
        raise FeedRefused(f"{device.name} is no wheel: it has one line and no feed beside it.")
    if feed_port not in PORTS or feed_port == port:
        raise GatewayRefused("The feed of a wheel's table has a port of its own from 1 to 65535.")


def _require_apart(device: Device, wired: DeviceWired, other: Neighbour) -> None:
    """Only player terminals of one bank share a line; whatever else there is has its ports to itself."""
    shared = [port for port in (wired.port, wired.feed_port) if port and port in {other.port, other.feed_port}]
    if not shared:
        return
    if device.kind != Kind.PLAYER_TERMINAL or other.kind != Kind.PLAYER_TERMINAL:
        raise GatewayRefused(f"{other.name} has {wired.host}:{shared[0]} to itself: only player terminals share a line.")
    if other.address == wired.address:
        raise AddressTaken(f"{other.name} answers to address {wired.address} behind {wired.host}:{wired.port} already.")
    if other.bank != wired.bank:
        raise GatewayRefused(f"The line behind {wired.host}:{wired.port} is polled with bank {other.bank}, as {other.name} is.")
