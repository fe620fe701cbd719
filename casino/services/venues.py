"""The venues: their gaming day and their desks."""

from __future__ import annotations

from casino import journal
from casino.domain import staff, venue
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import Power
from casino.journal import Origin


@journal.command
def open_venue(*, name: str, jurisdiction: Jurisdiction, zone: str, hour: int, origin: Origin) -> VenueId:
    """Put a casino on the books: its stream is the origin's venue."""
    ref = venue.AGGREGATE.at(origin.venue)
    held = journal.load(write=[ref])
    opened = venue.open_venue(held[ref], name=name, jurisdiction=jurisdiction, zone=zone, hour=hour)
    journal.append(held, {ref: [opened]}, origin, answer=origin.venue)
    return origin.venue


@journal.command
def move_gaming_day(*, from_day: GamingDay, zone: str, hour: int, origin: Origin) -> None:
    """Let a venue's day change at another hour, from a later gaming day on."""
    ref = venue.AGGREGATE.at(origin.venue)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.MOVE_GAMING_DAY)
    moved = venue.move_gaming_day(held[ref], from_day=from_day, zone=zone, hour=hour, today=held.gaming_day, now=held.now)
    journal.append(held, {ref: [moved]}, origin)


@journal.command
def name_desk(*, desk: str, name: str, origin: Origin) -> None:
    """Name a place at which people of the house work."""
    ref = venue.AGGREGATE.at(origin.venue)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.KEEP_STAFF)
    journal.append(held, {ref: [venue.name_desk(held[ref], desk=desk, name=name)]}, origin)
