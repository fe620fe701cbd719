"""What a dealer does with a player's chips: placed, added to, taken down, moved; called ON and OFF; refused.

A placement guards its round and its table and writes the player's position, as at a terminal. At Crown wagers come down until
there is a result, and late ones are let in if confirmed; who confirms is named by staff number and must be on duty there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.money import Cents
from casino.domain.powers import CC, Power
from casino.journal import Held, Origin
from games.domain import (
    between_rounds,
    calling,
    confirming,
    naming,
    permission,
    places,
    placing,
    position,
    round_of_play,
    settlement,
    table,
)
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.setting import Setting, cite
from games.domain.table import Table
from games.domain.vocabulary import Instrument, RoundId, SeatId, Selection, StakeKind, TableId, WagerNumber
from games.domain.wager_events import Oral, PositionEvent, WagerPlaced
from games.rules import books


class Place(NamedTuple):
    """The streams of a player's place in a round, held."""

    chips: Ref[Position]
    play: Ref[RoundOfPlay]
    table: Ref[Table]
    held: Held

    @property
    def there(self) -> Table:
        """The table as it stands."""
        return self.held[self.table]

    @property
    def player(self) -> Position:
        """The player's chips as they lie."""
        return self.held[self.chips]


@journal.command
def place_for_player(
    *,
    seat: SeatId,
    round_id: RoundId,
    selection: Selection,
    stake_cents: Cents,
    stake_kind: StakeKind = StakeKind.CHIP,
    confirmed_by: str = "",
    origin: Origin,
) -> WagerNumber:
    """Put a player's chips or tokens on an area; at Crown late ones if confirmed (DF 6.3, DF 6.4, CC 3.1, CC 3.2, DF-17)."""
    place = _load(seat, round_id, origin, confirmed_by)
    _require(place, Power.DEAL_GAME)
    table.require_taking_wagers(place.there, now=place.held.now)
    setting = _setting(place, confirmed_by)
    placed = placing.place(place.player, selection=selection, stake_cents=stake_cents, stake_kind=stake_kind, setting=setting)
    return _append_placed(place, placed)


@journal.command
def place_oral_wager(
    *,
    seat: SeatId,
    round_id: RoundId,
    selection: Selection,
    stake_cents: Cents,
    words: str,
    instrument: Instrument,
    confirmed_by: str = "",
    origin: Origin,
) -> WagerNumber:
    """Place what a player said: accepted by the dealer, at Crown announced and confirmed by a Boxperson (DF 6.7, CC 3.3.1)."""
    place = _load(seat, round_id, origin, confirmed_by)
    is_crowns = place.there.book_id == CC
    _require(place, Power.ANNOUNCE_ORAL_WAGER if is_crowns else Power.ACCEPT_ORAL_WAGER)
    table.require_taking_wagers(place.there, now=place.held.now)
    confirmer = _confirmed(place, confirmed_by, Power.ACCEPT_ORAL_WAGER) if is_crowns else ""
    confirming.require_another(confirmer, origin.actor, rule=cite(place.there.book_id, permission.ORAL[place.there.book_id]))
    is_token = instrument is Instrument.TOKEN and not is_crowns  # at Crown it becomes chips at once (CC 3.3.2)
    placed = placing.place(
        place.player,
        selection=selection,
        stake_cents=stake_cents,
        stake_kind=StakeKind.TOKEN if is_token else StakeKind.CHIP,
        oral=Oral(words=words, instrument=instrument, announced_by=origin.actor, confirmed_by=confirmer),
        setting=_setting(place, confirmed_by),
    )
    return _append_placed(place, placed)


@journal.command
def increase_for_player(
    *, seat: SeatId, round_id: RoundId, wager: WagerNumber, by_cents: Cents, confirmed_by: str = "", origin: Origin
) -> None:
    """Add a player's chips to a wager (DF 6.4, CC 3.2)."""
    place = _load(seat, round_id, origin, confirmed_by)
    _require(place, Power.DEAL_GAME)
    table.require_taking_wagers(place.there, now=place.held.now)
    setting = _setting(place, confirmed_by)
    _append(place, [placing.increase(place.player, wager=wager, by_cents=by_cents, setting=setting)])


@journal.command
def reduce_for_player(*, seat: SeatId, round_id: RoundId, wager: WagerNumber, to_cents: Cents, origin: Origin) -> None:
    """Take a part of a player's wager down; at Crown until there is a result (DF 6.4, CC 3.4, CC-30)."""
    place = _load(seat, round_id, origin)
    _require(place, Power.DEAL_GAME)
    _append(place, placing.reduce(place.player, wager=wager, to_cents=to_cents, setting=_setting(place)))


@journal.command
def take_down_for_player(*, seat: SeatId, round_id: RoundId, wager: WagerNumber, origin: Origin) -> None:
    """Take a player's wager down; at Crown until there is a result (DF 6.4, CC 3.4, CC-30)."""
    place = _load(seat, round_id, origin)
    _require(place, Power.DEAL_GAME)
    _append(place, placing.cancel(place.player, wager=wager, setting=_setting(place)))


@journal.command
def move_for_player(
    *, seat: SeatId, round_id: RoundId, wager: WagerNumber, to: Selection, confirmed_by: str = "", origin: Origin
) -> WagerNumber:
    """Move a player's chips to another area: taken down here, placed there (DF 6.4, CC 3.2, CC 3.4)."""
    place = _load(seat, round_id, origin, confirmed_by)
    _require(place, Power.DEAL_GAME)
    table.require_taking_wagers(place.there, now=place.held.now)
    return _append_placed(place, placing.move(place.player, wager=wager, to=to, setting=_setting(place, confirmed_by)))


@journal.command
def call_wager(*, seat: SeatId, round_id: RoundId, wager: WagerNumber, to: str, confirmed_by: str, origin: Origin) -> None:
    """A player calls a wager and its like ON or OFF; it counts once Dealer or Boxperson has confirmed it (CC 3.5, CC-04)."""
    place = _load(seat, round_id, origin, confirmed_by)
    _require(place, Power.DEAL_GAME)
    confirmer = _confirmed(place, confirmed_by, Power.CONFIRM_CALL)
    _append(place, calling.call(place.player, wager=wager, to=to, confirmed_by=confirmer, setting=_setting(place)))


@journal.command
def advise_below_minimum(*, seat: SeatId, round_id: RoundId, origin: Origin) -> None:
    """Tell a player that further wagers below the minimum will be returned whatever the result (CC 4.2.1, CC-11)."""
    place = _load(seat, round_id, origin)
    _require(place, Power.DEAL_GAME)
    _append(place, [calling.advise_below_minimum(place.player, advised_by=origin.actor, setting=_setting(place))])


@journal.command
def refuse_wager(*, seat: SeatId, round_id: RoundId, wager: WagerNumber, reason: str, origin: Origin) -> None:
    """A casino supervisor refuses a wager on reasonable grounds and has it removed (DF 11.11)."""
    place = _load(seat, round_id, origin)
    _require(place, Power.REFUSE_WAGER)
    _append(place, [settlement.refuse(place.player, wager=wager, reason=reason, setting=_setting(place))])


def _load(seat: SeatId, round_id: RoundId, origin: Origin, confirmed_by: str = "") -> Place:
    """A player's place, held together with its round and whoever acts and confirms."""
    places.require_place(seat)
    there, play = table.at(naming.table_of(round_id, venue=origin.venue)), round_of_play.at(round_id)
    chips = position.at(TableId(there.id), seat)
    people = dict.fromkeys([*staff.acting(origin.actor), *([staff.at(confirmed_by)] if confirmed_by else [])])
    held = journal.load(write=[chips], guard=[play, there, *people])
    return Place(chips, play, there, held)


def _require(place: Place, power: Power) -> None:
    """A dealer runs this table, whoever asks may do this there, and wagers may still be changed."""
    places.require_dealt(place.there)
    staff.require(place.held, place.held.origin, power, book=place.there.book_id, variant=place.there.variant)
    round_of_play.require_changeable(place.held[place.play], now=place.held.now)


def _setting(place: Place, confirmed_by: str = "") -> Setting:
    """What the player's wagers meet; while the dice are out, who has confirmed a late one (CC 3.2)."""
    play = place.held[place.play]
    is_closed = play.stage is not Stage.WAGERING
    return between_rounds.setting(
        place.there,
        book=books.get(play.book),
        seat=place.player.seat,
        round_id=play.id,
        is_closed=is_closed,
        confirmed_by=_confirmed(place, confirmed_by, Power.MODIFY_CLOSING_RULE) if is_closed else "",
    )


def _confirmed(place: Place, number: str, power: Power) -> str:
    """Whoever confirms, if anybody does and may."""
    if not number:
        return ""
    return confirming.require_confirmer(place.held[staff.at(number)], number=number, power=power, table=place.there)


def _append_placed(place: Place, events: Sequence[PositionEvent]) -> WagerNumber:
    number = next(event.wager for event in events if isinstance(event, WagerPlaced))
    _append(place, events, answer=number)
    return number


def _append(place: Place, events: Sequence[PositionEvent], *, answer: WagerNumber | None = None) -> None:
    journal.append(place.held, {place.chips: events}, place.held.origin, answer=answer)
