"""The practice tables that dealers run, and the places there that browsers take: the first of each table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from casino import demo
from casino.domain.events import VenueId
from casino.domain.powers import CC, DF
from casino.journal import PlaceId
from devices import services
from devices.domain.device import Kind
from games.domain.places import PLACES as ALL_PLACES
from games.domain.setting import MINI
from games.domain.vocabulary import SeatId

VENUE = VenueId("practice")
PLACES = ALL_PLACES[:6]
SIMULATED = ALL_PLACES[8:12]
"""Where simulated players sit, so that nobody plays alone."""


@dataclass(frozen=True)
class Dealt:
    """A practice table that a dealer runs."""

    name: str
    book: str
    game: str  # as a visitor is told
    variant: str = ""
    turn: int = 0  # which of the dealers who may deal it
    venue: VenueId = VENUE


DEALT: Mapping[str, Dealt] = {
    each.name: each
    for each in (Dealt("DF1", DF, "Dragon Fire"), Dealt("CC1", CC, "Crown Craps"), Dealt("MINI1", CC, "Mini Craps", MINI, turn=1))
}


def fit_out(table: Dealt) -> None:
    """Put the seats of a table in service: each stands for one place, and no book demands anything of it."""
    for name in seats_of(table.name):
        services.register_device(name=name, kind=Kind.KIOSK, origin=demo.origin(VENUE, f"seat:{name}"))
        services.move_device(name=name, place=f"Table {table.name}", origin=demo.origin(VENUE, f"seat-stands:{name}"))
        services.put_in_service(name=name, origin=demo.origin(VENUE, f"seat-in-service:{name}"))


def device_of(table: str, place: SeatId) -> str:
    """What the practice seat at a place is called: a machine with a key."""
    return f"{table}-{place}"


def place_of(device: str) -> SeatId:
    """The place at which a practice seat stands."""
    return SeatId(device.rpartition("-")[2])


def seats_of(table: str) -> list[str]:
    """The practice seats of a table."""
    return [device_of(table, place) for place in PLACES]


def places_of(venue: VenueId, table: str) -> frozenset[PlaceId]:
    """From where browsers ask what the dealer of a table does for them."""
    if venue != VENUE or table not in DEALT:
        return frozenset()
    return frozenset(PlaceId(f"{VENUE}.{seat}") for seat in seats_of(table))
