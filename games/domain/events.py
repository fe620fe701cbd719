"""Facts of tables, rounds of play and shooters; those of a position stand in `wager_events.py`."""

from __future__ import annotations

from casino.domain.aggregate import Event
from casino.domain.instant import Instant
from casino.domain.money import Cents
from games.domain.vocabulary import Die, Layout, Limit, RoundId, SeatId, TableId, Totals

# The table: what is played at it, and within which limits


class TableCommissioned(Event, frozen=True):
    """A table comes onto the books, for one variant of one book in one version."""

    table: TableId
    book: str  # version: aruze_craps@2016-06-02.1
    variant: str
    layout: str  # the diagram
    equipment: tuple[str, ...]
    chip_unit: Cents


class BookVersionAdopted(Event, frozen=True):
    """From the next round on the table is settled by another version of its book."""

    book: str
    instead_of: str


class LimitsDisplayed(Event, frozen=True):
    """The first sign of a table: its limits by kind of selection."""

    limits: dict[str, Limit]


class LimitChangeNoticed(Event, frozen=True):
    """A sign with new limits and the time of the change is displayed beside the present ones."""

    limits: dict[str, Limit]
    displayed_at: Instant
    effective_at: Instant


class LimitsChanged(Event, frozen=True):
    """Other limits hold from now on."""

    limits: dict[str, Limit]
    instead_of: dict[str, Limit]
    displayed_at: Instant | None = None  # since when the sign had stood without a gap; none: it took none


class PersonalLimitsGranted(Event, frozen=True):
    """A player has limits of their own, with a sign or a distinctive marker at their place."""

    seat: SeatId
    limits: dict[str, Limit]
    marker: str
    granted_by: str


class PersonalLimitsEnded(Event, frozen=True):
    """A player has the limits of the table again."""

    seat: SeatId


class SignDisconnected(Event, frozen=True):
    """The table's sign is no longer to be seen."""

    at: Instant


class SignReconnected(Event, frozen=True):
    """The table's sign is to be seen again; after too long a gap its minutes begin anew."""

    at: Instant
    counts_from: Instant | None  # none: as before


# The table: open, closed, suspended


class WageringPeriodConfigured(Event, frozen=True):
    """From the next round on wagers may be placed for so many seconds."""

    seconds: int
    instead_of: int | None


class TableOpened(Event, frozen=True):
    """Rounds may be played at the table."""

    at: Instant


class ClosureNoticed(Event, frozen=True):
    """A sign with the time at which the table closes is displayed, or the close of play warning is shown on its terminals."""

    displayed_at: Instant
    closes_at: Instant


class TableClosed(Event, frozen=True):
    """No round is played at the table until it is opened again."""

    at: Instant
    players: int
    displayed_at: Instant | None = None


class TableSuspended(Event, frozen=True):
    """No further round is played until what is wrong is put right."""

    reason: str


class TableReleased(Event, frozen=True):
    """What was wrong is put right."""

    rectified: str


# The table: dice, point, shooter


class DiceSetIntroduced(Event, frozen=True):
    """A set of dice was checked and is at the table; what is left of the old set is removed."""

    dice_set: str
    dice: tuple[Die, ...]
    checked_by: str
    instead_of: str = ""


class DieOffTable(Event, frozen=True):
    """A die has left the table and was not found at once."""

    die: str


class DieFound(Event, frozen=True):
    """A die that had left the table was found and checked; it goes back to the shooter who asked for it, or to the bowl."""

    die: str
    is_sound: bool
    to_shooter: bool
    checked_by: str


class DiceShootingValueSet(Event, frozen=True):
    """A player must have wagered so much to shoot the dice; none: there is no minimum."""

    cents: Cents | None


class RoundBegun(Event, frozen=True):
    """The table's next round of play has begun."""

    round_id: RoundId


class RoundFinished(Event, frozen=True):
    """The table's round is over: this is the point now, and these areas are frozen."""

    round_id: RoundId
    outcome: str | None  # none: it had no result
    point: int | None
    point_since: str
    frozen: tuple[str, ...]


class DiceOffered(Event, frozen=True):
    """The dice are offered to a player."""

    seat: SeatId


class DiceDeclined(Event, frozen=True):
    """The player to whom the dice were offered does not take them."""

    seat: SeatId


class ShooterDesignated(Event, frozen=True):
    """This player shoots; none: the dice are shot automatically, or the dealer rolls."""

    seat: SeatId | None
    thrower: str = ""  # whom the shooter has authorised to throw (CC 5.1.1(b)(i))
    dice: tuple[str, ...] = ()


class DicePassed(Event, frozen=True):
    """The shooter no longer has the dice."""

    seat: SeatId
    reason: str


class StickpersonAppointed(Event, frozen=True):
    """At Mini Craps a boxperson assumes the responsibilities of the stickperson."""

    boxperson: str
    allowed_by: str


class StickpersonRelieved(Event, frozen=True):
    """The boxperson no longer acts as stickperson."""

    boxperson: str


# The round of play


class RoundOpened(Event, frozen=True):
    """A round of play begins: wagers may be placed."""

    round_id: RoundId
    table: TableId
    book: str
    kind: str
    variant: str
    point: int | None
    opened_at: Instant
    ends_at: Instant | None  # none: until the dealer says so


class WageringClosed(Event, frozen=True):
    """The wagering period is over."""

    cause: str
    closed_at: Instant
    spin: int | None = None  # by the wheel's own count, where the wheel has ended it


class LayoutFrozen(Event, frozen=True):
    """The wagers as they stand when nothing may be changed any more; settlement goes by them."""

    layout: Layout


class LayoutAmended(Event, frozen=True):
    """A change that was begun in time has been let in: the round is settled by these wagers."""

    layout: Layout
    instead_of: Layout


class DiceShot(Event, frozen=True):
    """The shooter has pressed the button, or the dice were shot automatically."""

    seat: SeatId | None
    is_automatic: bool
    shot_at: Instant


class OutcomeSensed(Event, frozen=True):
    """The equipment has read an outcome."""

    outcome: str
    device: str
    spin: int | None = None  # by the wheel's own count


class OutcomeDisplayed(Event, frozen=True):
    """A display shows an outcome; where it is not the true one it is disregarded."""

    outcome: str
    device: str


class OutcomeUncertain(Event, frozen=True):
    """There is no outcome to be read, or it is disputed: the round waits."""

    doubt: str
    reported_by: str


class ResultEntered(Event, frozen=True):
    """The dealer has entered what the dice show."""

    outcome: str
    entered_by: str


class ResultConfirmed(Event, frozen=True):
    """The winning areas are lit, or the result was announced: the entry stands."""

    outcome: str
    confirmed_by: str


class IlluminationFaulted(Event, frozen=True):
    """The winning areas are not lit, or the wrong ones: the round goes by the dice."""

    lit: str  # the outcome that was lit; empty: none
    outcome: str
    reported_by: str


class OutcomeDetermined(Event, frozen=True):
    """A person with the authority has said what the dice show or where the ball lies."""

    outcome: str
    determined_by: str


class ResultOverridden(Event, frozen=True):
    """What was recorded is not what the dice or the ball showed: the actual outcome replaces it."""

    wrong: str
    outcome: str
    overridden_by: str
    reason: str


class NoRollCalled(Event, frozen=True):
    """The roll or the round is invalid: it has no result."""

    ground: str
    declares: str  # the book's table event: what becomes of the wagers
    is_mandatory: bool
    called_by: str


class BallAtRestEarly(Event, frozen=True):
    """The ball came to rest before the wagering period was complete: all bets are returned."""

    number: str
    at_rest_at: Instant
    ends_at: Instant | None
    spin: int | None = None  # by the wheel's own count


class RoundSettled(Event, frozen=True):
    """Every wager that the outcome decides is settled."""

    round_id: RoundId
    outcome: str
    is_corrected: bool
    totals: Totals


class RoundVoided(Event, frozen=True):
    """The round is over without a result; its wagers were returned or stand, as the book says."""

    round_id: RoundId
    ground: str
    layout: Layout  # the wagers as they lay when it ended
    totals: Totals


SignEvent = (
    LimitsDisplayed | LimitsChanged | LimitChangeNoticed | ClosureNoticed | TableClosed | SignDisconnected | SignReconnected
)
TurnEvent = DiceOffered | DiceDeclined | ShooterDesignated | DicePassed | StickpersonAppointed | StickpersonRelieved
PlayerEvent = PersonalLimitsGranted | PersonalLimitsEnded | DiceShootingValueSet | TurnEvent
DiceEvent = DiceSetIntroduced | DieOffTable | DieFound
TableEvent = (
    TableCommissioned
    | BookVersionAdopted
    | WageringPeriodConfigured
    | TableOpened
    | TableSuspended
    | TableReleased
    | DiceEvent
    | RoundBegun
    | RoundFinished
    | SignEvent
    | PlayerEvent
)
OutcomeEvent = (
    OutcomeSensed
    | OutcomeDisplayed
    | OutcomeUncertain
    | ResultEntered
    | ResultConfirmed
    | IlluminationFaulted
    | OutcomeDetermined
    | ResultOverridden
    | NoRollCalled
    | BallAtRestEarly
)
RoundEvent = RoundOpened | WageringClosed | LayoutFrozen | LayoutAmended | DiceShot | OutcomeEvent | RoundSettled | RoundVoided
