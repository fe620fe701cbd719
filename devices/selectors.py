"""Reads of devices that are shared or not trivial."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from casino.domain.events import VenueId
from devices.domain.device import Kind
from devices.models import Device


def devices(venue_id: VenueId) -> QuerySet[Device]:
    """The devices of a venue, by name."""
    return Device.objects.filter(venue=venue_id).order_by("name", "id")


def named_or_placed(venue_id: VenueId, words: str) -> QuerySet[Device]:
    """The devices of a venue whose name or place has these words."""
    return devices(venue_id).filter(Q(name__icontains=words) | Q(place__icontains=words))


def banks() -> list[str]:
    """The banks of every venue, each of which is polled as one."""
    return list(Device.objects.exclude(bank="").order_by("bank").values_list("bank", flat=True).distinct())


def banks_of(venue_id: VenueId) -> list[str]:
    """The banks of a venue."""
    return list(devices(venue_id).exclude(bank="").order_by("bank").values_list("bank", flat=True).distinct())


def on_wire(bank: str) -> QuerySet[Device]:
    """Every machine of a bank, by its line and address."""
    return Device.objects.filter(bank=bank).order_by("host", "port", "address", "id")


def stations_of_bank(bank: str) -> QuerySet[Device]:
    """The player terminals of a bank, by their line and address."""
    return on_wire(bank).filter(kind=Kind.PLAYER_TERMINAL)


def venue_of_bank(bank: str) -> str | None:
    """Whose bank it is; nobody's if it is a new one."""
    return Device.objects.filter(bank=bank).values_list("venue", flat=True).first()


def answering_at(*, host: str, port: int, address: int) -> Device | None:
    """The machine that answers to this address on the line behind a gateway."""
    return Device.objects.filter(host=host, port=port, address=address).first()
