"""What becomes of the wagers of a round: fixed when wagering ends, settled by the outcome, or returned without one.

Once wagering is closed nobody changes a wager, at Crown once there is a result, but by a late change that is let in: the streams
of a round are looked up before any lock, and once more under it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casino import journal
from casino.domain.accounts import Account, AccountKind
from casino.domain.aggregate import Event, Ref
from casino.domain.events import VenueId
from casino.journal import Held, Origin
from devices.domain import credit_meter
from devices.domain.credit_meter import CreditMeter
from games import selectors
from games.domain import between_rounds, crediting, naming, outcome, period, position, round_of_play, settlement, shooter, table
from games.domain.events import DiceShot, ShooterDesignated
from games.domain.position import Position
from games.domain.round_of_play import RoundNotOpened, RoundOfPlay, Stage, WageringStillOpen
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import Layout, RoundId, SeatId, TableId
from games.domain.wager_events import WagerCarriedForward, WagerSettled, WagerVoided
from games.rules import books

Met = Sequence[WagerSettled | WagerVoided | WagerCarriedForward]
Facts = Mapping[Ref[Any], Sequence[Event]]


@dataclass(frozen=True)
class Streams:
    """Every stream the end of a round is about: each position with wagers, and the credit meter it was staked from."""

    play: Ref[RoundOfPlay]
    table: Ref[Table]
    meters: Mapping[Ref[Position], Ref[CreditMeter] | None]

    @property
    def all(self) -> list[Ref[Any]]:
        """To be written, each once."""
        return [self.play, self.table, *self.meters, *(meter for meter in self.meters.values() if meter)]


@journal.command
def freeze_layout(*, round_id: RoundId, origin: Origin) -> None:
    """Fix the wagers as they stand when the wagering period is over; settlement goes by them (AC 3.3.7, IR 3.3.7, DF 6.8)."""
    period.require_system(origin.actor)
    if not round_of_play.is_fixed_by_its_close(journal.state(round_of_play.at(round_id))):
        return
    streams = _look_up(round_id, origin.venue)
    held = journal.load(write=[streams.play, streams.table, *streams.meters])
    if round_of_play.can_freeze(held[streams.play]):
        _require_final(streams)
        frozen = round_of_play.freeze_layout(held[streams.play], layout=_layout(held, streams))
        designated, shot = _give_the_dice(held, streams)
        journal.append(held, {streams.play: [frozen, *shot], streams.table: designated}, origin)


@journal.command
def settle_round(*, round_id: RoundId, origin: Origin) -> None:
    """Settle every wager the outcome decides, and credit the meters, once (AC 3.12, IR 4.1.3, SB 3.11)."""
    period.require_system(origin.actor)
    streams = _look_up(round_id, origin.venue)
    held = journal.load(write=streams.all)
    play = held[streams.play]
    if round_of_play.is_over(play):
        return
    _require_final(streams)
    layout = _layout(held, streams)
    frozen = [round_of_play.freeze_layout(play, layout=layout)] if round_of_play.can_freeze(play) else []
    decide = settlement.settle_corrected if play.is_corrected else settlement.settle
    met = _meet(held, streams, lambda chips, setting: decide(chips, outcome=play.outcome, setting=setting))
    totals = settlement.totals_of([event for events in met.values() for event in events])
    settled = round_of_play.settle(round_of_play.AGGREGATE.fold(play, frozen), layout=layout, totals=totals)
    finished = between_rounds.finish_round(
        held[streams.table], outcome=play.outcome, book=books.get(play.book), lying_frozen=_lying_frozen(held, met)
    )
    passed = shooter.lose_the_dice(
        held[streams.table], _of_the_shooter(held[streams.table], met), outcome=play.outcome, book=books.get(play.book)
    )
    _append(held, streams, met, {streams.play: [*frozen, settled], streams.table: [finished, *passed]})


@journal.command
def end_without_result(*, round_id: RoundId, origin: Origin) -> None:
    """Return what a round without a result does not leave on the layout, once (AC 6.4, IR 3.12, SB 7.4, DF 5.2)."""
    period.require_system(origin.actor)
    streams = _look_up(round_id, origin.venue)
    held = journal.load(write=streams.all)
    play = held[streams.play]
    if play.stage is Stage.VOIDED:
        return
    round_of_play.require_stage(play, Stage.NO_RESULT)
    met = _meet(held, streams, lambda chips, setting: settlement.void(chips, ground=play.ground, setting=setting))
    totals = settlement.totals_of([event for events in met.values() for event in events])
    voided = round_of_play.end_without_result(play, layout=_layout(held, streams), totals=totals)
    finished = between_rounds.finish_round_without_result(held[streams.table], lying_frozen=_lying_frozen(held, met))
    _append(held, streams, met, {streams.play: [voided], streams.table: [finished]})


def _look_up(round_id: RoundId, venue: VenueId) -> Streams:
    """The streams of a round whose wagering is over, as they are found before any lock."""
    there = naming.table_of(round_id, venue=venue)
    row = selectors.round_of_play(round_id)
    if row is None:
        raise RoundNotOpened("There is no such round.")
    if row.stage == Stage.WAGERING:
        raise WageringStillOpen("The wagering period of this round is not over yet.")
    purses = selectors.purses_with_wagers(there)
    meters = {position.AGGREGATE.at(id_): _meter(purse) for id_, purse in purses.items()}
    return Streams(round_of_play.at(round_id), table.at(there), meters)


def _require_final(streams: Streams) -> None:
    """A late change may have been let in before the locks were ours, at a further position: then look again (AC 3.3.8)."""
    lying = selectors.purses_with_wagers(TableId(streams.table.id))
    if not {position.AGGREGATE.at(id_) for id_ in lying} <= streams.meters.keys():
        raise journal.Stale


def _meter(purse: Account) -> Ref[CreditMeter] | None:
    """The credit meter a position is staked from; none: it is played with chips."""
    kind, _, owner = purse.partition(":")
    return credit_meter.AGGREGATE.at(owner) if kind == AccountKind.CREDIT_METER else None


def _layout(held: Held, streams: Streams) -> Layout:
    return settlement.layout_of(held.many(streams.meters).values())


def _give_the_dice(held: Held, streams: Streams) -> tuple[Sequence[ShooterDesignated], Sequence[DiceShot]]:
    """Who shoots the dice of an electronic table; where nobody may they are shot at once (AC 3.11, SB 3.10)."""
    play, there = held[streams.play], held[streams.table]
    if play.stage is not Stage.CLOSED or play.shot_at:
        return [], []
    positions = list(held.many(streams.meters).values())
    designated = shooter.next_shooter(
        there,
        positions,
        book=books.BOOKS[play.book_id],
        order=_clockwise(there),
        changes=selectors.changes_in_round(play.id, shooter.tied(there, positions)),
    )
    if designated is None:
        return [], []
    shot = [] if designated.seat else [outcome.shoot_automatically(play, shooter=None, now=held.now)]
    return [designated], shot


def _clockwise(there: Table) -> list[SeatId]:
    """The places in turn, with that of the last shooter who has left: the turn goes on from there (AC 3.11, SB 3.10.1)."""
    left = [there.last_shooter] if there.last_shooter else []
    return sorted({*selectors.seats(there.id), *left})


def _meet(held: Held, streams: Streams, decide: Callable[[Position, Setting], Met]) -> dict[Ref[Position], Met]:
    """What the end of the round makes of every position."""
    play, there = held[streams.play], held[streams.table]
    book = books.get(play.book)
    return {
        ref: decide(chips, between_rounds.setting(there, book=book, seat=chips.seat, round_id=play.id, is_closed=True))
        for ref, chips in held.many(streams.meters).items()
    }


def _of_the_shooter(there: Table, met: Mapping[Ref[Position], Met]) -> Met:
    """What became of the shooter's wagers."""
    return met.get(position.at(there.id, there.shooter), ()) if there.shooter else ()


def _lying_frozen(held: Held, met: Mapping[Ref[Position], Met]) -> frozenset[str]:
    """The areas on which somebody's wager is frozen after the round (DF-09)."""
    return frozenset().union(*(settlement.still_frozen(held[ref], events) for ref, events in met.items()))


def _append(held: Held, streams: Streams, met: Mapping[Ref[Position], Met], ending: Facts) -> None:
    """The round, its table, its positions and the meters of its terminals, all at once."""
    credited = {meter: crediting.settle(held[meter], met[ref]) for ref, meter in streams.meters.items() if meter}
    journal.append(held, {**ending, **met, **credited}, held.origin)
