"""Practice seats: what a browser at a dealer table wishes the dealer of the table does, asked from the place of the seat."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Sum
from django.utils.crypto import salted_hmac

from casino import journal
from casino.domain.money import Cents, dollars
from casino.domain.powers import Power
from casino.domain.refusals import MoneyRefusal, Refusal
from casino.journal import Origin, PlaceId
from games import selectors, services
from games.domain import naming, position, table
from games.domain.table import DICE_THROWN, Table, remaining
from games.domain.vocabulary import PositionId, RoundId, SeatId, Selection, TableId, WagerNumber
from games.practice_tables import VENUE, Dealt, device_of
from games.simulated_dealers.people import Staffed

STACK = Cents(1_000_00)  # in chips, whenever somebody sits down
FACES = 6


class NotEnoughChips(MoneyRefusal):
    """Nobody wagers chips they do not have."""

    code = "practice-not-enough-chips"


class NotTheShooter(Refusal):
    """Only the shooter throws."""

    code = "practice-not-the-shooter"


@dataclass(frozen=True)
class Seat:
    """A practice seat that wishes something, under which request."""

    table: Dealt
    place: SeatId
    request_id: UUID

    @property
    def table_id(self) -> TableId:
        """As events name its table."""
        return naming.table_id(VENUE, self.table.name)

    @property
    def there(self) -> Table:
        """Its table as it stands."""
        return journal.state(table.at(self.table_id))

    def origin(self, power: Power) -> Origin:
        """The dealer, or whoever the book names, asks from this seat."""
        staffed = Staffed(VENUE, self.table.name, self.table.book, self.table.variant, self.table.turn)
        at = PlaceId(f"{VENUE}.{device_of(self.table.name, self.place)}")
        return staffed.origin(power, place=at, request_id=self.request_id)

    def number_of(self, power: Power) -> str:
        """The staff number of whoever confirms something here."""
        staffed = Staffed(VENUE, self.table.name, self.table.book, self.table.variant, self.table.turn)
        return staffed.who(power)[0]


def take_place(seat: Seat) -> None:
    """Sit down with a stack of chips."""
    services.open_place(name=seat.table.name, seat=seat.place, origin=seat.origin(Power.DEAL_GAME))


def give_up_place(seat: Seat) -> None:
    """Leave; refused while wagers lie there."""
    services.end_place(name=seat.table.name, seat=seat.place, origin=seat.origin(Power.DEAL_GAME))


def place(seat: Seat, round_id: RoundId, *, selection: Selection, stake_cents: Cents) -> WagerNumber:
    """Put chips on an area."""
    _require_chips(seat, stake_cents)
    return services.place_for_player(
        seat=seat.place, round_id=round_id, selection=selection, stake_cents=stake_cents, origin=seat.origin(Power.DEAL_GAME)
    )


def increase(seat: Seat, round_id: RoundId, *, wager: WagerNumber, by_cents: Cents) -> None:
    """Put more chips on a wager."""
    _require_chips(seat, by_cents)
    asking = seat.origin(Power.DEAL_GAME)
    services.increase_for_player(seat=seat.place, round_id=round_id, wager=wager, by_cents=by_cents, origin=asking)


def reduce(seat: Seat, round_id: RoundId, *, wager: WagerNumber, to_cents: Cents) -> None:
    """Take a part of a wager down."""
    asking = seat.origin(Power.DEAL_GAME)
    services.reduce_for_player(seat=seat.place, round_id=round_id, wager=wager, to_cents=to_cents, origin=asking)


def take_down(seat: Seat, round_id: RoundId, *, wager: WagerNumber) -> None:
    """Take a wager down."""
    asking = seat.origin(Power.DEAL_GAME)
    services.take_down_for_player(seat=seat.place, round_id=round_id, wager=wager, origin=asking)


def call(seat: Seat, round_id: RoundId, *, wager: WagerNumber, to: str) -> None:
    """Call a wager and its like ON or OFF; the dealer confirms it (CC 3.5)."""
    confirmer, asking = seat.number_of(Power.CONFIRM_CALL), seat.origin(Power.DEAL_GAME)
    services.call_wager(seat=seat.place, round_id=round_id, wager=wager, to=to, confirmed_by=confirmer, origin=asking)


def accept_dice(seat: Seat) -> None:
    """Take the dice that are offered: the first two of those at the table."""
    dice = remaining(seat.there)[:DICE_THROWN]
    services.accept_dice(name=seat.table.name, seat=seat.place, dice=dice, origin=seat.origin(Power.CONTROL_DICE))


def decline_dice(seat: Seat) -> None:
    """Leave the dice to others."""
    services.decline_dice(name=seat.table.name, seat=seat.place, origin=seat.origin(Power.CONTROL_DICE))


def throw(seat: Seat, round_id: RoundId) -> None:
    """Throw the dice; whoever calls the result keys what they show. Asked again, the same dice lie there."""
    if seat.there.shooter != seat.place:
        raise NotTheShooter("Only the shooter throws the dice.")
    chance = salted_hmac("practice dice", str(seat.request_id)).digest()
    shown = tuple(int.from_bytes(part) % FACES + 1 for part in (chance[:8], chance[8:16]))
    services.enter_result(round_id=round_id, shown=shown, origin=seat.origin(Power.CALL_RESULT))


def in_hand(seat: Seat) -> Cents:
    """The chips a player holds: the stack, less what was put down, and what was handed back since the place was taken."""
    chips = position.at(seat.table_id, seat.place)
    row = next((each for each in selectors.places_of(VENUE, seat.place) if each.id == chips.id and each.is_taken), None)
    if row is None:
        return STACK
    moved = F("paid_cents") + F("refunded_cents") - F("stake_cents") - F("commission_cents")
    since = selectors.wagers_at(PositionId(row.id)).filter(venue=VENUE, placed_at__gte=row.taken_at)
    return Cents(STACK + (since.aggregate(cents=Sum(moved))["cents"] or 0))


def _require_chips(seat: Seat, cents: Cents) -> None:
    held = in_hand(seat)
    if cents > held:
        raise NotEnoughChips(f"You hold {dollars(held)} in chips: not {dollars(cents)}. Whoever sits down anew has a new stack.")
