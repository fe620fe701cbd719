"""A change begun in time and let in after the wagering period, where refusing it would be unfair (AC 3.3.8, IR 3.3.8)."""

from __future__ import annotations

from casino import journal
from casino.domain import staff
from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.journal import Origin
from devices.domain import credit_meter
from games import selectors
from games.domain import between_rounds, calling, crediting, naming, placing, position, round_of_play, settlement, table
from games.domain.placing import Change
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, SeatId, TableId
from games.rules import books


@journal.command
def accept_late_change(
    *, terminal: str, round_id: RoundId, change: Change, begun_at: Instant, reason: str, origin: Origin
) -> None:
    """Let in what a player had begun in time; the round is then settled by the wagers as they lie (AC 3.3.8, IR 3.3.8, AC-20)."""
    there, play = table.at(naming.table_of(round_id, venue=origin.venue)), round_of_play.at(round_id)
    chips, meter = position.at(TableId(there.id), SeatId(terminal)), credit_meter.at(origin.venue, terminal)
    others = [position.AGGREGATE.at(id_) for id_ in selectors.purses_with_wagers(TableId(there.id)) if id_ != chips.id]
    held = journal.load(write=[play, chips, meter, *others], guard=[there, *staff.acting(origin.actor)])
    round_of_play.require_opened(held[play])
    staff.require(held, origin, Power.MODIFY_CLOSING_RULE, book=held[play].book_id, variant=held[play].variant)
    round_of_play.require_stage(held[play], Stage.CLOSED, Stage.UNCERTAIN, Stage.DECIDED)
    closed_at = held[play].closed_at
    assert closed_at is not None, "its wagering is over"
    setting = between_rounds.setting(
        held[there], book=books.get(held[play].book), seat=SeatId(terminal), round_id=round_id, is_closed=True
    )
    if held[play].layout not in (None, settlement.layout_of([held[chips], *held.many(others).values()])):
        raise journal.Stale
    modified = calling.modify_closing_rule(held[chips], begun_at=begun_at, closed_at=closed_at, reason=reason, setting=setting)
    changed = placing.change(held[chips], change, setting=setting.reopened())
    layout = settlement.layout_of([position.AGGREGATE.fold(held[chips], changed), *held.many(others).values()])
    amended = [round_of_play.amend_layout(held[play], layout=layout)] if held[play].layout else []
    moved = crediting.change(held[meter], changed)
    journal.append(held, {chips: [modified, *changed], meter: moved, play: amended}, origin)
