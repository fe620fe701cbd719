"""Rounds of electronic tables: the system opens them and closes their wagering, their machines say what they sense."""

from __future__ import annotations

from collections.abc import Sequence

from casino import journal
from casino.domain.aggregate import Event, Ref
from casino.journal import Held, Origin
from devices.domain import device
from games import selectors
from games.domain import between_rounds, naming, outcome, period, round_of_play, table, terminal
from games.domain.outcome import Doubt
from games.domain.round_of_play import Cause, RoundOfPlay, Stage
from games.domain.vocabulary import RoundId
from games.rules import books


@journal.command
def open_next_round(*, name: str, origin: Origin) -> RoundId | None:
    """Begin the next round of an electronic table that is ready for one; else nothing is done (AC 1.1, IR 3.10, SB 1.1)."""
    period.require_system(origin.actor)
    there = naming.table_id(origin.venue, name)
    day, number = selectors.next_round(origin.venue, there)
    ref, play = table.at(there), round_of_play.at(naming.round_id(there, day, number))
    held = journal.load(write=[ref, play])
    table.require_commissioned(held[ref])
    if not period.is_to_begin(held[ref], wagers_lying=selectors.wagers_lying(there), now=held.now):
        return None
    if held[play].id or held.gaming_day != day:
        raise journal.Stale
    book = books.get(held[ref].book)
    begun, opened = between_rounds.open_next(held[ref], held[play], round_id=RoundId(play.id), book=book, now=held.now)
    journal.append(held, {ref: [begun], play: [opened]}, origin, answer=begun.round_id)
    return begun.round_id


@journal.command
def close_wagering(*, round_id: RoundId, origin: Origin) -> None:
    """End a wagering period that has expired; one that has ended is left as it is (AC 3.3.6, IR 3.3.6, SB 3.8.1)."""
    period.require_system(origin.actor)
    naming.table_of(round_id, venue=origin.venue)
    play = round_of_play.at(round_id)
    held = journal.load(write=[play])
    round_of_play.require_opened(held[play])
    if held[play].stage is Stage.WAGERING:
        journal.append(held, {play: [round_of_play.close(held[play], cause=Cause.EXPIRY, now=held.now)]}, origin)


@journal.command
def sense_imminent_drop(*, round_id: RoundId, machine: str, spin: int | None = None, origin: Origin) -> None:
    """The wheel detects the imminent drop of the ball: no more bets, if they have not ended before (IR 3.14, IR-13)."""
    play, held = _told(round_id, machine, origin)
    if held[play].stage is Stage.WAGERING:
        journal.append(held, {play: [round_of_play.close(held[play], cause=Cause.WHEEL, now=held.now, spin=spin)]}, origin)


@journal.command
def sense_outcome(*, round_id: RoundId, machine: str, shown: Sequence[int], spin: int | None = None, origin: Origin) -> None:
    """The table's tumbler or wheel has read the outcome (AC 3.12, IR 3.15, SB 3.11); told again, nothing is done."""
    play, held = _told(round_id, machine, origin)
    book = books.get(held[play].book)
    by = device.at(origin.venue, machine).id
    if sensed := outcome.sense(held[play], shown=shown, device=by, now=held.now, book=book, spin=spin):
        journal.append(held, {play: sensed}, origin)


@journal.command
def sense_doubt(*, round_id: RoundId, machine: str, doubt: Doubt, origin: Origin) -> None:
    """The table's machine says that dice are cocked, or that it fails: the round waits (AC 1.1, IR 7.4.1.2, SB 1.1)."""
    play, held = _told(round_id, machine, origin)
    if outcome.is_in_doubt(held[play], because=doubt):
        return
    uncertain: list[Event] = []
    state = held[play]
    if state.stage is Stage.WAGERING:
        closed = round_of_play.close(state, cause=Cause.EXPIRY, now=held.now)
        uncertain, state = [closed], round_of_play.evolve(state, closed)
    uncertain.append(outcome.doubt(state, what=doubt, reported_by=origin.actor))
    journal.append(held, {play: uncertain}, origin)


@journal.command
def note_missing_outcome(*, round_id: RoundId, origin: Origin) -> None:
    """The equipment should long have sensed something: the round waits for people (AC 6.2.2, IR 7.2.2, SB 7.2.2)."""
    period.require_system(origin.actor)
    naming.table_of(round_id, venue=origin.venue)
    play = round_of_play.at(round_id)
    held = journal.load(write=[play])
    round_of_play.require_opened(held[play])
    if period.is_outcome_missing(held[play], now=held.now):
        missing = outcome.doubt(held[play], what=Doubt.MISSING, reported_by=origin.actor)
        journal.append(held, {play: [missing]}, origin)


def _told(round_id: RoundId, machine: str, origin: Origin) -> tuple[Ref[RoundOfPlay], Held]:
    """The round of which a machine speaks: it speaks for itself, and of its own table."""
    device.require_itself(origin.actor, device.at(origin.venue, machine))
    there = table.at(naming.table_of(round_id, venue=origin.venue))
    play = round_of_play.at(round_id)
    held = journal.load(write=[play], guard=[there])
    terminal.require_sensing(held[there], machine)
    round_of_play.require_opened(held[play])
    return play, held
