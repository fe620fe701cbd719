"""The dice at a dealer table: offered, accepted, passed, off the table and found; and who acts as stickperson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casino import journal
from casino import selectors as ground
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.powers import Power
from casino.journal import Held, Origin
from games import selectors
from games.domain import dice_set, naming, places, position, round_of_play, shooter, stickperson, table, turn
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay
from games.domain.table import Table
from games.domain.turn import PassingGround
from games.domain.vocabulary import SeatId, TableId
from games.rules import books


class AtTheTable(NamedTuple):
    """A table, the round that is played there, and the players the command is about."""

    table: Ref[Table]
    play: Ref[RoundOfPlay] | None
    chips: Sequence[Ref[Position]]
    held: Held

    @property
    def state(self) -> Table:
        """The table as it stands."""
        return self.held[self.table]

    @property
    def round(self) -> RoundOfPlay | None:
        """The round as it stands; none: nothing is played."""
        return self.held[self.play] if self.play else None

    @property
    def players(self) -> list[Position]:
        """The players as they stand."""
        return list(self.held.many(self.chips).values())


@journal.command
def offer_dice(*, name: str, origin: Origin) -> None:
    """Offer the dice to the next player with the wager for it; if nobody takes them the dealer rolls (DF 3.2, 3.8, CC 5.1.1)."""
    wagered = selectors.purses_with_wagers(naming.table_id(origin.venue, name))
    there = _load(name, origin, chips=[position.AGGREGATE.at(id_) for id_ in wagered])
    _require(there, Power.CONTROL_DICE)
    if selectors.purses_with_wagers(TableId(there.table.id)).keys() != wagered.keys():
        raise journal.Stale
    turn.require_before_the_result(there.round)
    eligible = [player.seat for player in there.players if shooter.is_eligible(there.state, player)]
    book_id = there.state.book_id
    offered = shooter.offer(there.state, book=books.BOOKS[book_id], order=places.in_turn(book_id), eligible=eligible)
    turn.require_somebody(there.state, offered, play=there.round, eligible=len(eligible), wagers_lying=len(wagered))
    journal.append(there.held, {there.table: [offered]}, origin)


@journal.command
def decline_dice(*, name: str, seat: SeatId, origin: Origin) -> None:
    """The player does not take the dice (DF 3.2.2, CC 5.1.1(a))."""
    there = _load(name, origin)
    _require(there, Power.CONTROL_DICE)
    journal.append(there.held, {there.table: [shooter.decline(there.state, seat=seat)]}, origin)


@journal.command
def accept_dice(*, name: str, seat: SeatId, dice: Sequence[str], thrower: str = "", origin: Origin) -> None:
    """The player takes the dice and selects two; at Crown another person may throw for them (DF 3.3, CC 5.1.2, CC-20)."""
    places.require_place(seat)
    there = _load(name, origin, chips=[position.at(naming.table_id(origin.venue, name), seat)])
    _require(there, Power.CONTROL_DICE)
    turn.require_before_the_result(there.round)
    accepted = shooter.accept(there.state, seat=seat, dice=dice, thrower=thrower)
    turn.require_eligible(there.state, *there.players)
    journal.append(there.held, {there.table: [accepted]}, origin)


@journal.command
def select_dice(*, name: str, dice: Sequence[str], origin: Origin) -> None:
    """The shooter selects dice anew after one has left the table (DF 3.4.2, CC 5.4.2(a)(ii))."""
    there = _load(name, origin)
    _require(there, Power.CONTROL_DICE)
    journal.append(there.held, {there.table: [turn.select_dice(there.state, dice=dice)]}, origin)


@journal.command
def pass_dice(*, name: str, origin: Origin) -> None:
    """The shooter does not go on; after a 7 with frozen wagers the shooter must (DF 3.6, DF 3.6.1, CC 5.2.2)."""
    there = _load(name, origin)
    _require(there, Power.CONTROL_DICE)
    turn.require_before_the_result(there.round)
    journal.append(there.held, {there.table: [shooter.pass_dice(there.state)]}, origin)


@journal.command
def order_dice_passed(*, name: str, ground: PassingGround, origin: Origin) -> None:
    """A casino supervisor orders the shooter to pass the dice (DF 3.6.2)."""
    there = _load(name, origin)
    _require(there, Power.ORDER_DICE_PASSED)
    turn.require_before_the_result(there.round)
    journal.append(there.held, {there.table: [turn.order_to_pass(there.state, ground=ground)]}, origin)


@journal.command
def lose_die(*, name: str, die: str, origin: Origin) -> None:
    """A die has left the table and was not found at once (DF 3.4, CC 5.4.2(a))."""
    there = _load(name, origin)
    _require(there, Power.CONTROL_DICE)
    journal.append(there.held, {there.table: [dice_set.lose(there.state, die=die)]}, origin)


@journal.command
def return_die(*, name: str, die: str, is_sound: bool, to_shooter: bool, origin: Origin) -> None:
    """A die was found and checked: it goes to the shooter who asks for it, or into the bowl (DF 3.4.3, CC 5.4.2(a)(iii))."""
    there = _load(name, origin)
    _require(there, Power.CHECK_FOUND_DICE)
    found = dice_set.find(there.state, die=die, is_sound=is_sound, to_shooter=to_shooter, checked_by=origin.actor)
    journal.append(there.held, {there.table: [found]}, origin)


@journal.command
def appoint_stickperson(*, name: str, number: str, origin: Origin) -> None:
    """A Pit Boss lets a Boxperson act as Stickperson at Mini Craps (CC 7.3.3)."""
    there, boxperson = table.at(naming.table_id(origin.venue, name)), staff.at(number)
    held = journal.load(write=[there], guard=dict.fromkeys([boxperson, *staff.acting(origin.actor)]))
    table.require_commissioned(held[there])
    power = Power.LET_BOXPERSON_ACT_AS_STICKPERSON
    staff.require(held, origin, power, book=held[there].book_id, variant=held[there].variant)
    stickperson.require_at_home(ground.home_of(number), origin.venue, number=number)
    appointed = stickperson.appoint(held[there], held[boxperson], number=number, allowed_by=origin.actor)
    journal.append(held, {there: [appointed]}, origin)


@journal.command
def relieve_stickperson(*, name: str, origin: Origin) -> None:
    """The Boxperson no longer acts as Stickperson at Mini Craps (CC 7.3.3)."""
    there = _load(name, origin)
    _require(there, Power.LET_BOXPERSON_ACT_AS_STICKPERSON)
    journal.append(there.held, {there.table: [stickperson.relieve(there.state)]}, origin)


def _load(name: str, origin: Origin, *, chips: Sequence[Ref[Position]] = ()) -> AtTheTable:
    """The table and these players, held together with the round that is played there: it does not come to a result meanwhile."""
    there = table.at(naming.table_id(origin.venue, name))
    played = journal.state(there).round
    play = round_of_play.at(played) if played else None
    held = journal.load(write=[there, *chips], guard=[*([play] if play else []), *staff.acting(origin.actor)])
    if held[there].round != played:
        raise journal.Stale
    return AtTheTable(there, play, chips, held)


def _require(there: AtTheTable, power: Power) -> None:
    """A dealer runs this table, and whoever asks may do this there."""
    places.require_dealt(there.state)
    staff.require(there.held, there.held.origin, power, book=there.state.book_id, variant=there.state.variant)
