"""The tables of simulated floors: on the books, with their signs, open. What stands so already is left as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casino import journal
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.powers import AC, IR, SB
from devices import demo_floor
from devices.domain.demands import DIAGRAMS
from devices.simulator.plan import TablePlan
from games import demo_tables, services
from games.domain import naming, table
from games.domain.table import Table
from games.rules import books

FAST_SECONDS = {AC: 1, SB: 1, IR: 2}  # a wheel ends the period itself: its ball drops before
"""Wagering periods of tables that are played as fast as it goes."""


def open_tables(venue: VenueId, plan: Sequence[TablePlan], *, is_fast: bool) -> None:
    """Open the table of every machine of a floor."""
    for each in plan:
        ref = table.at(naming.table_id(venue, each.name))
        _commission(ref, each, venue)
        _keep_time(ref, is_fast=is_fast, venue=venue)
        if not journal.state(ref).is_open:
            services.open_table(name=each.name, origin=demo_floor.origin(venue))


def areas(plan: Sequence[TablePlan]) -> Mapping[str, Mapping[str, int]]:
    """By table, every selection of its book and of how many equal pieces it is."""
    return {
        each.name: {wager.id: wager.shares[2] for wager in books.current(demo_floor.BOOKS[each.book]).wagers.values()}
        for each in plan
    }


def _commission(ref: Ref[Table], plan: TablePlan, venue: VenueId) -> None:
    book = demo_floor.BOOKS[plan.book]
    if not journal.state(ref).id:
        equipment = (plan.machine,)
        services.commission_table(
            name=plan.name, book=book, layout=DIAGRAMS[book][0], equipment=equipment, origin=demo_floor.origin(venue)
        )
    if not journal.state(ref).limits:
        services.display_limits(name=plan.name, limits=demo_tables.SIGNS[book], origin=demo_floor.origin(venue))


def _keep_time(ref: Ref[Table], *, is_fast: bool, venue: VenueId) -> None:
    """A period that somebody has configured stays, unless it was or is to be that of a fast game."""
    there = journal.state(ref)
    fast = FAST_SECONDS[there.book_id]
    if there.wagering_seconds is None or is_fast or there.wagering_seconds == fast:
        seconds = fast if is_fast else demo_tables.WAGERING_SECONDS
        if seconds != there.wagering_seconds:
            name = ref.id.rpartition(".")[2]
            services.configure_wagering_period(name=name, seconds=seconds, origin=demo_floor.origin(venue))
