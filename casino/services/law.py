"""Dated law, and the limits the house sets itself."""

from __future__ import annotations

from collections import defaultdict

from casino import journal
from casino.domain import parameters, staff
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import LAW, Jurisdiction, Name, Provision
from casino.domain.powers import Power
from casino.journal import Origin


@journal.command
def adopt_law(*, jurisdiction: Jurisdiction, origin: Origin) -> None:
    """Take a jurisdiction's dated law onto a venue's books, wherever a parameter has no value yet."""
    provisions: dict[Name, list[Provision]] = defaultdict(list)
    for provision in LAW[jurisdiction]:
        provisions[provision.name].append(provision)
    refs = {parameters.at(origin.venue, name): name for name in provisions}
    held = journal.load(write=refs)
    adopted = {ref: parameters.adopt(held[ref], provisions[name]) for ref, name in refs.items()}
    if any(adopted.values()):
        journal.append(held, adopted, origin)


@journal.command
def set_parameter(*, name: Name, value: int, from_day: GamingDay, source: str, origin: Origin) -> None:
    """Set a parameter of dated law from a later gaming day on; another person has approved it."""
    ref = parameters.at(origin.venue, name)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, Power.SET_LAW)
    journal.require_approval()
    changed = parameters.set_value(held[ref], name=name, value=value, from_day=from_day, source=source, today=held.gaming_day)
    journal.append(held, {ref: [changed]}, origin)
