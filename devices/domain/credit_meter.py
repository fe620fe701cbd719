"""The credit meter of a player terminal: one for each, for ever, incremented only by what it was commissioned for.

Ours is the book; what the terminal's own meters say is evidence. Money that comes in at the terminal is the difference of two
readings of its meters, so that a reading told twice, or one more because an exception was lost, changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import assert_never

from casino.domain.aggregate import Aggregate, Ref, RuleId, State
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import MoneyRefusal, Refusal
from devices.domain import device
from devices.domain.events import (
    CreditMeterOpened,
    CreditsCancelled,
    CreditsIncremented,
    CreditsPaidByHand,
    DifferenceEnded,
    DifferenceFound,
    HandPayRaised,
    HandPayReset,
    MeterRanBackwards,
    MeterRolledOver,
    MetersCleared,
    MetersRead,
    NoteAcceptorTurnedOff,
    NoteAcceptorTurnedOn,
    NotesAccepted,
    NotesMiscounted,
    OrderObeyed,
    RequestHeard,
    RequestsMissed,
    TerminalLocked,
    TerminalUnlocked,
)
from devices.domain.readings import Comparison, Meter, Reading

ReadEvent = MetersRead | MeterRolledOver | MetersCleared | MeterRanBackwards | NotesMiscounted | NotesAccepted | CreditsPaidByHand
AmountEvent = NotesAccepted | CreditsIncremented | CreditsCancelled | CreditsPaidByHand
RequestEvent = RequestHeard | RequestsMissed
OrderEvent = TerminalLocked | TerminalUnlocked | NoteAcceptorTurnedOff | NoteAcceptorTurnedOn
CreditMeterEvent = (
    ReadEvent
    | AmountEvent
    | OrderEvent
    | RequestEvent
    | CreditMeterOpened
    | DifferenceFound
    | DifferenceEnded
    | HandPayRaised
    | HandPayReset
    | OrderObeyed
)
LONGEST_REASON = 500


class Source(StrEnum):
    """What a credit meter can be incremented by, beside returned stakes and an AGM's adjustment."""

    NOTES = "notes"
    TICKETS = "redeemable tickets"
    WINNINGS = "winnings"
    JACKPOT = "linked jackpot winnings"
    TRANSFER = "transfer by the centralised monitoring system"


class Beside(StrEnum):
    """What may stand on any credit meter again, whatever its book lists."""

    RETURNED_STAKE = "returned stake"
    ADJUSTMENT = "adjustment by a manager"


class Order(StrEnum):
    """What a terminal is told to do."""

    LOCK = "lock play"
    UNLOCK = "enable play"
    NOTES_OFF = "take no notes"
    NOTES_ON = "take notes"


AS_IT_COMES = (Order.UNLOCK, Order.NOTES_ON)

PAID_BY_HAND: Mapping[str, RuleId] = {AC: RuleId("AC 4.1"), IR: RuleId("IR 5.1"), SB: RuleId("SB 5.1")}


class AlreadyOpened(Refusal):
    """A terminal has one credit meter, for ever."""

    code = "credit-meter-opened"


class NotOpened(MoneyRefusal):
    """The terminal has not been commissioned, so it has no credit meter."""

    code = "credit-meter-not-opened"


class SourceNotListed(MoneyRefusal):
    """The book of this terminal lists no such source of credits."""

    code = "credit-meter-source"


class NotEnoughCredits(MoneyRefusal):
    """There are not so many credits on the meter."""

    code = "credit-meter-not-enough"


class NoAmount(MoneyRefusal):
    """A credit meter moves by whole cents above nothing."""

    code = "credit-meter-no-amount"


class OrderStands(Refusal):
    """The terminal has been told so already."""

    code = "terminal-order-stands"


class OrderReasonMissing(Refusal):
    """Why a terminal is locked, or enabled again, stays on its record."""

    code = "terminal-order-reason"


class CreditMeter(State, frozen=True):
    """What stands on the credit meter by our record, and what the terminal's own meters said when they were last read."""

    terminal: str = ""
    book: str = ""
    sources: tuple[str, ...] = ()
    rule: RuleId = RuleId("")  # by which its book lists them
    credit_cents: int = 1  # what one credit is worth on the wire
    cents: Cents = Cents(0)
    notes_cents: Cents = Cents(0)  # all that ever came in, as the next two
    tickets_cents: Cents = Cents(0)
    hand_paid_cents: Cents = Cents(0)
    read: Mapping[str, int] = {}  # where the terminal's own meters stood
    counted: Mapping[str, int] = {}  # what each of them has counted since it was first read
    read_at: Instant | None = None
    differs_by: Cents = Cents(0)  # the terminal's credits less ours, once that has lasted two polls
    hand_pay_cents: Cents = Cents(0)  # what waits to be paid by hand, by the terminal's word
    locked_because: str = ""
    takes_no_notes_because: str = ""
    obeyed: tuple[str, ...] = ()  # orders that stand, as far as the terminal has said yes
    last_sequence: int = 0  # of the terminal's requests that have done something here

    @property
    def is_open(self) -> bool:
        """Whether the terminal has been commissioned."""
        return bool(self.terminal)

    @property
    def orders(self) -> tuple[Order, Order]:
        """What the terminal is to do."""
        return (
            Order.LOCK if self.locked_because else Order.UNLOCK,
            Order.NOTES_OFF if self.takes_no_notes_because else Order.NOTES_ON,
        )


def at(venue: VenueId, terminal: str) -> Ref[CreditMeter]:
    """The stream of a terminal's credit meter; what cannot name a terminal is refused."""
    return AGGREGATE.at(device.at(venue, terminal).id)


def open_meter(
    meter: CreditMeter, *, terminal: str, book: str, sources: Collection[Source], credit_cents: int, rule: RuleId
) -> CreditMeterOpened:
    """Give a terminal its credit meter, with the sources its book lists (AC 3.4, IR 3.4, SB 3.4)."""
    if meter.is_open:
        raise AlreadyOpened(f"{terminal} has had its credit meter since it was first commissioned.")
    listed = tuple(source.value for source in Source if source in sources)
    return CreditMeterOpened(terminal=terminal, book=book, sources=listed, credit_cents=credit_cents, rule=(rule,))


# What the terminal's own meters say


def take_reading(meter: CreditMeter, reading: Reading, *, of: str) -> list[ReadEvent]:
    """What has happened since the meters of this terminal were last read. The same reading once more says nothing."""
    require_open(meter)
    if meter.read_at is not None and reading.at <= meter.read_at:
        return []
    compared = Comparison(_known(meter), reading)
    if not compared.changed:
        return []
    notes = _notes(meter, compared, of)
    most = Cents(meter.cents + sum(each.cents for each in notes if isinstance(each, NotesAccepted)))
    read = MetersRead(values=compared.changed, counted=compared.counted, at=reading.at)
    return [read, *_oddities(compared), *notes, *_paid_by_hand(meter, compared, of, at_most=most)]


def _known(meter: CreditMeter) -> dict[Meter, int]:
    return {Meter(name): value for name, value in meter.read.items()}


def _oddities(compared: Comparison) -> list[ReadEvent]:
    """A meter that stands lower than before: full, cleared with all others, or not explained."""
    if compared.was_cleared:
        return [MetersCleared(before={str(meter): value for meter, value in compared.before.items()})]
    both = [(fallen, compared.before[fallen], compared.after[fallen]) for fallen in compared.fallen]
    kind = MeterRolledOver if compared.has_rolled_over else MeterRanBackwards
    return [kind(meter=fallen, before=before, after=after) for fallen, before, after in both]


def _notes(meter: CreditMeter, compared: Comparison, of: str) -> list[NotesAccepted | NotesMiscounted]:
    """Notes that came in (AC 3.4.1, IR 3.4.1, SB 3.4.1); none as long as the terminal contradicts itself."""
    cents, notes = Cents(compared.more(Meter.NOTES_IN)), compared.notes()
    counted = Cents(sum(note * number for note, number in notes.items()))
    if compared.counts_notes and counted != cents:
        return [NotesMiscounted(cents=cents, counted_cents=counted)]
    if not cents or Source.NOTES not in meter.sources:
        return []
    told = {str(note): number for note, number in notes.items()}
    return [NotesAccepted(meter=of, cents=cents, notes=told, rule=(meter.rule,))]


def _paid_by_hand(meter: CreditMeter, compared: Comparison, of: str, *, at_most: Cents) -> list[CreditsPaidByHand]:
    """Credits given up because an attendant pays them (AC 4.1, IR 5.1, SB 5.1); more than there were stays a difference."""
    cents = Cents(compared.more(Meter.HAND_PAID))
    if not 0 < cents <= at_most:
        return []
    return [CreditsPaidByHand(meter=of, cents=cents, rule=(PAID_BY_HAND[meter.book],))]


def confirm_difference(meter: CreditMeter, *, terminal_cents: Cents, our_cents: Cents) -> list[DifferenceFound | DifferenceEnded]:
    """Put on record that a difference has lasted two polls, or is no more; nothing if ours has moved since they were made."""
    require_open(meter)
    differs_by = Cents(terminal_cents - our_cents)
    if meter.cents != our_cents or meter.differs_by == differs_by:
        return []
    if not differs_by:
        return [DifferenceEnded()]
    return [DifferenceFound(terminal_cents=terminal_cents, our_cents=our_cents, differs_by=differs_by)]


# Credits


def increment(meter: CreditMeter, *, source: Source | Beside, cents: Cents, cause: str) -> CreditsIncremented:
    """Put credits on the meter from a source its book lists (AC 3.4, IR 3.4, SB 3.4), or a returned stake or an adjustment."""
    require_open(meter)
    if isinstance(source, Source) and source not in meter.sources:
        raise SourceNotListed(f"{meter.terminal} takes no {source}: its rule book does not list them.", rule=meter.rule)
    _require_amount(cents)
    return CreditsIncremented(source=source, cents=cents, cause=cause, rule=(meter.rule,))


def cancel(meter: CreditMeter, *, cents: Cents, cause: str, rule: str = "") -> CreditsCancelled:
    """Take credits off the meter, by the rule under which they are asked for."""
    require_open(meter)
    _require_amount(cents)
    if cents > meter.cents:
        raise NotEnoughCredits(f"{meter.terminal} holds {dollars(meter.cents)}: not {dollars(cents)}.", rule=rule)
    return CreditsCancelled(cents=cents, cause=cause)


# Hand-pays


def wait_for_hand_pay(meter: CreditMeter, *, cents: Cents) -> list[HandPayReset | HandPayRaised]:
    """For how much the terminal waits to be paid by hand, nothing if it does not; what was paid is told by its meters."""
    require_open(meter)
    if cents == meter.hand_pay_cents:
        return []
    ended = [HandPayReset(cents=meter.hand_pay_cents)] if meter.hand_pay_cents else []
    return [*ended, HandPayRaised(cents=cents)] if cents else [*ended]


# Locks


def order(meter: CreditMeter, asked: Order, *, reason: str) -> OrderEvent:
    """Lock a terminal or enable it again, let it take notes or none; why is kept."""
    require_open(meter)
    if asked in meter.orders:
        raise OrderStands(f"{meter.terminal} has been told to {asked} already.")
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise OrderReasonMissing(f"Say why, in at most {LONGEST_REASON} characters.")
    return _ORDERED[asked](reason=reason)


def obey(meter: CreditMeter, obeyed: Order) -> list[OrderObeyed]:
    """The terminal has said yes to an order; the first time that is news, as long as the order stands."""
    require_open(meter)
    return [OrderObeyed(order=obeyed)] if obeyed in meter.orders and obeyed not in meter.obeyed else []


def require_open(meter: CreditMeter) -> None:
    """Refuse what is asked of a terminal that has not been commissioned."""
    if not meter.is_open:
        raise NotOpened("This terminal has not been commissioned: it has no credit meter.")


def _require_amount(cents: Cents) -> None:
    if cents <= 0:
        raise NoAmount(f"A credit meter moves by more than nothing, not by {dollars(cents)}.")


_ORDERED: Mapping[Order, type[OrderEvent]] = {
    Order.LOCK: TerminalLocked,
    Order.UNLOCK: TerminalUnlocked,
    Order.NOTES_OFF: NoteAcceptorTurnedOff,
    Order.NOTES_ON: NoteAcceptorTurnedOn,
}


def evolve(meter: CreditMeter, event: CreditMeterEvent) -> CreditMeter:
    """The credit meter after an event."""
    match event:
        case CreditMeterOpened():
            return CreditMeter(
                terminal=event.terminal,
                book=event.book,
                sources=event.sources,
                rule=event.rule[0],
                credit_cents=event.credit_cents,
                obeyed=AS_IT_COMES,
            )
        case MetersRead():
            counted = {name: meter.counted.get(name, 0) + more for name, more in event.counted.items()}
            return meter.but(read={**meter.read, **event.values}, counted={**meter.counted, **counted}, read_at=event.at)
        case MeterRolledOver() | MetersCleared() | MeterRanBackwards() | NotesMiscounted() | RequestsMissed():
            return meter
        case RequestHeard():
            return meter.but(last_sequence=event.sequence)
        case NotesAccepted() | CreditsIncremented() | CreditsCancelled() | CreditsPaidByHand():
            return _moved(meter, event)
        case DifferenceFound():
            return meter.but(differs_by=event.differs_by)
        case DifferenceEnded():
            return meter.but(differs_by=Cents(0))
        case HandPayRaised():
            return meter.but(hand_pay_cents=event.cents)
        case HandPayReset():
            return meter.but(hand_pay_cents=Cents(0))
        case _:
            return _told(meter, event)


def _moved(meter: CreditMeter, event: AmountEvent) -> CreditMeter:
    match event:
        case NotesAccepted():
            return meter.but(cents=meter.cents + event.cents, notes_cents=meter.notes_cents + event.cents)
        case CreditsIncremented():
            tickets = event.cents if event.source == Source.TICKETS else 0
            cents, tickets_cents = meter.cents + event.cents, meter.tickets_cents + tickets
            return meter.but(cents=cents, tickets_cents=tickets_cents, last_sequence=event.sequence or meter.last_sequence)
        case CreditsCancelled():
            return meter.but(cents=meter.cents - event.cents, last_sequence=event.sequence or meter.last_sequence)
        case CreditsPaidByHand():
            return meter.but(cents=meter.cents - event.cents, hand_paid_cents=meter.hand_paid_cents + event.cents)
        case _:
            assert_never(event)


def _told(meter: CreditMeter, event: OrderEvent | OrderObeyed) -> CreditMeter:
    """What was obeyed counts only as long as it is still asked for."""
    obeyed = meter.obeyed
    match event:
        case TerminalLocked():
            meter = meter.but(locked_because=event.reason)
        case TerminalUnlocked():
            meter = meter.but(locked_because="")
        case NoteAcceptorTurnedOff():
            meter = meter.but(takes_no_notes_because=event.reason)
        case NoteAcceptorTurnedOn():
            meter = meter.but(takes_no_notes_because="")
        case OrderObeyed():
            obeyed = (*obeyed, event.order)
        case _:
            assert_never(event)
    return meter.but(obeyed=tuple(order for order in obeyed if order in meter.orders))


AGGREGATE = Aggregate("credit_meter", CreditMeter(), evolve, state_version=3)
