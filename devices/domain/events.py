"""Facts of devices."""

from __future__ import annotations

from casino.domain.aggregate import Event
from casino.domain.instant import Instant
from casino.domain.money import Cents


class DeviceRegistered(Event, frozen=True):
    """A machine of the floor comes onto the books, under a name it keeps."""

    kind: str
    name: str


class DeviceKeyIssued(Event, frozen=True):
    """The machine may sign with a further key; the key itself is never in the journal."""

    key_id: str


class DeviceKeyRevoked(Event, frozen=True):
    """The machine may no longer sign with a key, and the key is destroyed."""

    key_id: str


class DeviceAnnounced(Event, frozen=True):
    """The machine has said that it is there, and which software it runs; of so many requests before this nothing was heard."""

    software: str
    sequence: int
    missed: int = 0


class TerminalCommissioned(Event, frozen=True):
    """A player terminal is fitted out for the games of a book; what the book does not name may be empty: it is not fitted."""

    book: str
    stacker: str  # serial number, as the next
    printer: str
    game_system: str
    software: str


class LayoutApproved(Event, frozen=True):
    """What the touch screen shows is substantially a diagram of the book, under this approval, with these further features."""

    diagram: str
    approval: str
    features: tuple[str, ...] = ()


class TerminalLinkedToWheel(Event, frozen=True):
    """The outcome of the games on this terminal is told by this wheel from now on."""

    wheel: str


class DiceSetSealed(Event, frozen=True):
    """A set of dice is sealed within the tumbler; of each die the three pairs of opposite faces were checked."""

    book: str
    dice_set: str
    seal: str
    dice: tuple[tuple[tuple[int, int], ...], ...]


class BallRegistered(Event, frozen=True):
    """The ball a wheel spins was measured."""

    ball: str
    material: str
    diameter_um: int


class WheelRegistered(Event, frozen=True):
    """A wheel was measured, and its compartments read clockwise from zero."""

    book: str
    housing_mm: int
    insert_mm: int
    order: tuple[int, ...]
    colours: tuple[str, ...]


class EntryTerminalFitted(Event, frozen=True):
    """The dealer's entry terminal is attached to a table and linked to the equipment that lights the winning areas."""

    book: str
    table: str
    equipment: str
    keys: tuple[int, ...]


class DeviceMoved(Event, frozen=True):
    """The machine stands here from now on."""

    place: str


class DeviceWired(Event, frozen=True):
    """The machine answers to this address on the line behind a gateway, and is polled with its bank."""

    bank: str
    host: str
    port: int
    address: int
    feed_port: int | None = None  # of a wheel: where the feed of its table is; a tumbler's is its line


class DevicePutInService(Event, frozen=True):
    """Everything its book demands is there: the machine may be played from now on."""


class DeviceTakenOutOfService(Event, frozen=True):
    """The machine may not be played until it is put in service again."""

    reason: str


class CreditMeterOpened(Event, frozen=True):
    """A terminal that is commissioned has a credit meter from now on, incremented only by these sources."""

    terminal: str
    book: str
    sources: tuple[str, ...]
    credit_cents: int


# What a terminal's own meters say


class MetersRead(Event, frozen=True):
    """The terminal's own meters stand elsewhere than when they were last read, in cents or pieces: those that moved."""

    values: dict[str, int]
    counted: dict[str, int]  # how much more, over every roll-over; nothing at the first reading
    at: Instant


class NotesAccepted(Event, frozen=True):
    """Australian notes came into the stacker: so much more on the terminal's meters than at the last reading."""

    meter: str
    cents: Cents
    notes: dict[str, int]  # cents of one note to how many, where the terminal counts them


class NotesMiscounted(Event, frozen=True):
    """The terminal's meter of notes and its meters of single denominations disagree: neither is believed."""

    cents: Cents
    counted_cents: Cents


class MeterRolledOver(Event, frozen=True):
    """A meter was full and has begun again at zero; what it counted is counted."""

    meter: str
    before: int
    after: int


class MetersCleared(Event, frozen=True):
    """The terminal's memory was cleared: its meters have begun at zero. What it counted since the last reading is not known."""

    before: dict[str, int]


class MeterRanBackwards(Event, frozen=True):
    """A meter stands lower than before, and nothing explains it. Nothing is counted."""

    meter: str
    before: int
    after: int


class DifferenceFound(Event, frozen=True):
    """The terminal's credit meter and ours have stood apart for two polls."""

    terminal_cents: Cents
    our_cents: Cents
    differs_by: Cents


class DifferenceEnded(Event, frozen=True):
    """The terminal's credit meter and ours agree again."""


# Credits


class CreditsIncremented(Event, frozen=True):
    """Credits were put on the meter from a source that its book lists, or as what is due to it beside those."""

    source: str
    cents: Cents
    cause: str
    sequence: int | None = None  # of the terminal's request that did it


class CreditsCancelled(Event, frozen=True):
    """Credits were taken off the meter."""

    cents: Cents
    cause: str
    sequence: int | None = None  # of the terminal's request that did it


class RequestHeard(Event, frozen=True):
    """A request of the terminal has done something that moves no credits."""

    sequence: int


class RequestsMissed(Event, frozen=True):
    """Of so many requests of the terminal nothing was heard before this one."""

    missed: int


class CreditsPaidByHand(Event, frozen=True):
    """The terminal gave up credits that an attendant pays by hand."""

    meter: str
    cents: Cents


class HandPayRaised(Event, frozen=True):
    """The terminal waits for somebody to pay so much by hand."""

    cents: Cents


class HandPayReset(Event, frozen=True):
    """The terminal waits no longer."""

    cents: Cents


# What a terminal is told


class TerminalLocked(Event, frozen=True):
    """Nothing is played at this terminal until it is unlocked."""

    reason: str


class TerminalUnlocked(Event, frozen=True):
    """The terminal may be played again."""

    reason: str


class NoteAcceptorTurnedOff(Event, frozen=True):
    """The terminal takes no notes until its acceptor is turned on."""

    reason: str


class NoteAcceptorTurnedOn(Event, frozen=True):
    """The terminal takes notes again."""

    reason: str


class OrderObeyed(Event, frozen=True):
    """The terminal has said yes to what it was told."""

    order: str


# What a machine reports


class DeviceReported(Event, frozen=True):
    """The machine says that something has happened to it."""

    report: str
    at: Instant


class DeviceLinkLost(Event, frozen=True):
    """The machine no longer answers."""

    silent_since: Instant


class DeviceLinkRestored(Event, frozen=True):
    """The machine answers again."""

    at: Instant


class ReportsLost(Event, frozen=True):
    """Reports of the machine may be missing: it was silent, or its memory for them was full. Everything was read anew."""

    at: Instant


class AlertAcknowledged(Event, frozen=True):
    """Somebody has taken an alert of the machine up; it ends when its cause does."""

    alert: str


class DeviceIntroduced(Event, frozen=True):
    """The machine has said what it is."""

    serial: str
    protocol: str
    game: str
    paytable: str
    base_percent: str


class DeviceClockSet(Event, frozen=True):
    """The machine's clock was wrong and was set: so many seconds ahead, or showing no time at all."""

    seconds_ahead: int | None


class QuestionRefused(Event, frozen=True):
    """A question of the machine was refused on the wire: nobody is there to answer it, or nobody did in time."""

    question: str
    is_too_late: bool
