"""What the machines of electronic tables are told of their rounds: opened, closed, shoot, the outcome; and who sits there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from devices import outbox
from devices.outbox import Listening, Told
from devices.wire.feed_messages import Down, OutcomeConfirmed, RoundOpened, ShootDice, WageringClosed
from games import selectors
from games.domain.outcome import faces_of
from games.domain.round_of_play import Stage
from games.domain.vocabulary import TableId
from games.models import Position, Round, Table


def rounds_played(listening: Listening) -> Iterator[Told]:
    """The latest round of each table that listens."""
    for there in _tables(listening).values():
        if play := selectors.rounds_of(TableId(there.id)).first():
            yield from _tell(listening, there, play)


def rounds(listening: Listening, ids: Collection[str]) -> Iterator[Told]:
    """How these rounds stand, each for its own table, in the order in which they are played."""
    tables = _tables(listening)
    for play in Round.objects.filter(id__in=ids, table__in=tables).order_by("gaming_day", "number"):
        yield from _tell(listening, tables[play.table], play)


def seated(listening: Listening) -> dict[str, str]:
    """Which terminals have their place at the tables that listen."""
    tables = _tables(listening)
    taken = Position.objects.filter(table__in=tables, is_taken=True).values_list("seat", "table")
    return {seat: _machine(listening, tables[table]) for seat, table in taken}


def positions(listening: Listening, ids: Collection[str]) -> Iterable[Told]:
    """What stands on the meter of a terminal that takes its place."""
    tables = _tables(listening)
    taken = Position.objects.filter(id__in=ids, table__in=tables, is_taken=True).values_list("seat", "table")
    return outbox.credit_meters(listening, {seat: _machine(listening, tables[table]) for seat, table in taken})


def _tell(listening: Listening, there: Table, play: Round) -> Iterator[Told]:
    return (Told(_machine(listening, there), message) for message in _messages(there, play))


def _messages(there: Table, play: Round) -> Iterator[Down]:
    """How a round stands; of one that the next has followed only its outcome is of interest."""
    if there.round in {"", play.id}:
        yield RoundOpened(play.id)
        if play.stage != Stage.WAGERING:
            yield WageringClosed(play.id)
        if play.stage == Stage.CLOSED and play.shot_at:
            yield ShootDice(play.id)
    if play.stage in {Stage.DECIDED, Stage.SETTLED}:
        yield OutcomeConfirmed(play.id, faces_of(play.outcome))


def _tables(listening: Listening) -> dict[str, Table]:
    found = Table.objects.filter(venue=listening.venue, equipment__overlap=list(listening.machines))
    return {there.id: there for there in found}


def _machine(listening: Listening, there: Table) -> str:
    return next(machine for machine in there.equipment if machine in listening.machines)
