"""How a dealer runs a round: place your bets, no more bets, the result from the dice, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Event, Ref
from casino.domain.powers import Power
from casino.journal import Held, Origin
from games import selectors
from games.domain import (
    between_rounds,
    naming,
    outcome,
    places,
    position,
    round_of_play,
    settlement,
    suspension,
    table,
    turn,
)
from games.domain.outcome import Doubt
from games.domain.round_of_play import Cause, RoundOfPlay
from games.domain.table import Table
from games.domain.vocabulary import RoundId, TableId
from games.rules import books

LIGHTS = "The winning areas are not lit, or the wrong ones are."


@journal.command
def start_game(*, name: str, origin: Origin) -> RoundId:
    """The dealer calls "place your bets": the next round begins, once the last is settled (DF 8.1, DF 4.5, CC 5.3.1)."""
    there = naming.table_id(origin.venue, name)
    day, number = selectors.next_round(origin.venue, there)
    ref, play = table.at(there), round_of_play.at(naming.round_id(there, day, number))
    held = journal.load(write=[ref, play], guard=staff.acting(origin.actor))
    _require(held, ref, Power.DEAL_GAME)
    if not selectors.wagers_lying(there):
        table.require_taking_wagers(held[ref], now=held.now)
    if held[play].id or held.gaming_day != day:
        raise journal.Stale
    book = books.get(held[ref].book)
    begun, opened = between_rounds.open_next(held[ref], held[play], round_id=RoundId(play.id), book=book, now=held.now)
    journal.append(held, {ref: [begun], play: [opened]}, origin, answer=begun.round_id)
    return begun.round_id


@journal.command
def call_no_more_bets(*, round_id: RoundId, origin: Origin) -> None:
    """The dealer calls "no more bets"; a shooter without the wager that 4.3 asks for loses the dice (DF 8.2, DF 4.3, CC 3.2)."""
    there, play = table.at(naming.table_of(round_id, venue=origin.venue)), round_of_play.at(round_id)
    shooter = journal.state(there).shooter
    chips = [position.at(TableId(there.id), shooter)] if shooter else []
    held = journal.load(write=[there, play, *chips], guard=staff.acting(origin.actor))
    _require(held, there, Power.DEAL_GAME)
    if held[there].shooter != shooter:
        raise journal.Stale
    closed = round_of_play.close(held[play], cause=Cause.NO_MORE_BETS, now=held.now)
    passed = [event for each in chips for event in turn.at_no_more_bets(held[there], held[each])]
    journal.append(held, {play: [closed], there: passed}, origin)


@journal.command
def enter_result(*, round_id: RoundId, shown: Sequence[int], origin: Origin) -> None:
    """The dealer enters what the two dice show (DF 8.5, CC 5.3.1(a))."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.CALL_RESULT)
    entered = outcome.enter(held[play], shown=shown, entered_by=origin.actor, book=books.get(held[play].book))
    turn.require_thrower(held[there])
    journal.append(held, {play: [entered]}, origin)


@journal.command
def confirm_result(*, round_id: RoundId, origin: Origin) -> None:
    """The winning areas are lit, or the sum was announced: the entry stands and is settled (DF 8.6, CC 5.3.1(a))."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.CALL_RESULT)
    journal.append(held, {play: [outcome.confirm(held[play], confirmed_by=origin.actor)]}, origin)


@journal.command
def report_lights(*, round_id: RoundId, shown: Sequence[int], lit: Sequence[int] = (), origin: Origin) -> None:
    """Areas are not lit, or wrongly: the round goes by the dice, and no other is played until it is put right (DF 10.2, 10.3)."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.CALL_RESULT)
    book = books.get(held[play].book)
    faulted = outcome.settle_by_the_dice(held[play], shown=shown, lit=lit, reported_by=origin.actor, book=book)
    if faulted.outcome != held[play].outcome:  # a wrong entry is another's to put right (DF 10.1)
        _require(held, there, Power.OVERRIDE_RESULT)
    suspended: list[Event] = [] if held[there].suspended else [suspension.suspend(held[there], reason=LIGHTS)]
    journal.append(held, {play: [faulted], there: suspended}, origin)


@journal.command
def dispute_face(*, round_id: RoundId, origin: Origin) -> None:
    """Which face of a die is uppermost is disputed: the round waits for whoever decides it (DF 4.4.4, CC 5.3.1(b)(i))."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.CALL_RESULT)
    journal.append(held, {play: [outcome.doubt(held[play], what=Doubt.DISPUTED, reported_by=origin.actor)]}, origin)


@journal.command
def note_display(*, round_id: RoundId, shown: Sequence[int], display: str, origin: Origin) -> None:
    """The winning number display shows something else than the dice: it is on record, and disregarded (DF 10.4)."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.CALL_RESULT)
    displayed = outcome.display(held[play], shown=shown, device=display, book=books.get(held[play].book))
    journal.append(held, {play: [displayed]}, origin)


@journal.command
def end_idle_round(*, round_id: RoundId, origin: Origin) -> None:
    """The dealer ends a round in which no wager lies on the layout: nothing is thrown."""
    there, play, held = _load(round_id, origin)
    _require(held, there, Power.DEAL_GAME)
    lying = selectors.wagers_lying(TableId(there.id))  # nobody places any more: we hold the round
    voided = round_of_play.end_idle(held[play], wagers_lying=lying, layout=settlement.layout_of([]))
    finished = between_rounds.finish_round_without_result(held[there])
    journal.append(held, {play: [voided], there: [finished]}, origin)


def _load(round_id: RoundId, origin: Origin) -> tuple[Ref[Table], Ref[RoundOfPlay], Held]:
    there, play = table.at(naming.table_of(round_id, venue=origin.venue)), round_of_play.at(round_id)
    held = journal.load(write=[play, there], guard=staff.acting(origin.actor))
    round_of_play.require_opened(held[play])
    return there, play, held


def _require(held: Held, there: Ref[Table], power: Power) -> None:
    """A dealer runs this table, and whoever asks may do this there."""
    places.require_dealt(held[there])
    staff.require(held, held.origin, power, book=held[there].book_id, variant=held[there].variant)
