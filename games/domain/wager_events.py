"""Facts of a position: what happens to a player's chips at one table."""

from __future__ import annotations

import msgspec

from casino.domain.accounts import Account
from casino.domain.aggregate import Event, RuleId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain.vocabulary import Figures, Lying, PositionId, RoundId, SeatId, Selection, TableId, WagerNumber


class Oral(msgspec.Struct, frozen=True):
    """A wager made aloud: the words, what was handed over, and who announced and confirmed it (DF 6.7, CC 3.3.1)."""

    words: str
    instrument: str
    announced_by: str
    confirmed_by: str


class PositionTaken(Event, frozen=True):
    """A player has a place at a table: stakes come from this account, and what is paid goes to it."""

    position: PositionId
    table: TableId
    seat: SeatId
    purse: Account


class PositionLeft(Event, frozen=True):
    """The player has left the table."""

    position: PositionId


class WagerPlaced(Event, frozen=True):
    """A player has put chips on an area of the layout."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    book: str
    stake_cents: Cents
    commission_cents: Cents
    lying: Lying
    moved_from: WagerNumber | None = None  # the wager whose chips these were
    confirmed_by: str = ""  # after the dice were out (CC 3.2)
    oral: Oral | None = None


class WagerIncreased(Event, frozen=True):
    """A player has added to a wager."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    by_cents: Cents
    commission_cents: Cents  # below zero: given back, where the sign has come down meanwhile
    lying: Lying
    confirmed_by: str = ""


class WagerReduced(Event, frozen=True):
    """A player has taken a part of a wager down."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    by_cents: Cents
    commission_refunded_cents: Cents
    lying: Lying
    point_since: str = ""  # no increase or replacement until the point of this round is resolved (CC 3.4.3)


class WagerCancelled(Event, frozen=True):
    """A player has taken a wager down."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    figures: Figures
    point_since: str = ""


class WagerCalled(Event, frozen=True):
    """A player has called a wager ON or OFF, and it was confirmed (CC 3.5)."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    to: str
    confirmed_by: str
    lying: Lying


class WagerCarriedForward(Event, frozen=True):
    """A round has left a wager undecided; it lies there for the next."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    met: str  # the outcome, or the ground that spares it
    lying: Lying


class WagerSettled(Event, frozen=True):
    """An outcome has decided a wager."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    book: str
    outcome: str
    state: str  # in which the outcome found it
    result: str
    odds_rule: RuleId
    rounding_rule: RuleId | None
    figures: Figures


class WagerVoided(Event, frozen=True):
    """A wager has no result: its stake is returned, unless forfeiture was directed (X-03)."""

    position: PositionId
    round_id: RoundId
    wager: WagerNumber
    selection: Selection
    stake_kind: str
    purse: Account
    ground: str
    is_forfeited: bool
    figures: Figures
    reason: str = ""  # why a supervisor refuses it (DF 11.11)


class BelowMinimumAdvised(Event, frozen=True):
    """The owner of a wager below the minimum was told that further ones will be returned whatever the result (CC 4.2.1)."""

    position: PositionId
    round_id: RoundId
    advised_by: str


class ClosingRuleModified(Event, frozen=True):
    """A change begun in time is accepted after the wagering period, where refusing it would be unfair (AC 3.3.8)."""

    position: PositionId
    round_id: RoundId
    begun_at: Instant
    closed_at: Instant
    reason: str


PositionEvent = (
    PositionTaken
    | PositionLeft
    | WagerPlaced
    | WagerIncreased
    | WagerReduced
    | WagerCancelled
    | WagerCalled
    | WagerCarriedForward
    | WagerSettled
    | WagerVoided
    | BelowMinimumAdvised
    | ClosingRuleModified
)
