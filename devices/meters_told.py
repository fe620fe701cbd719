"""Credit meters as people read them: the terminal beside our record, what it waits for, what it has been told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from casino.domain.aggregate import Event
from casino.domain.money import Cents, dollars
from casino.domain.powers import BOOK_NAMES
from devices.domain.credit_meter import CreditMeter, Order
from devices.domain.events import (
    AlertAcknowledged,
    CreditMeterOpened,
    CreditsCancelled,
    CreditsIncremented,
    CreditsPaidByHand,
    DeviceClockSet,
    DeviceIntroduced,
    DeviceLinkLost,
    DeviceLinkRestored,
    DeviceReported,
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
    QuestionRefused,
    ReportsLost,
    RequestHeard,
    RequestsMissed,
    TerminalLocked,
    TerminalUnlocked,
)
from devices.domain.readings import COUNTS, DENOMINATIONS, Meter
from devices.domain.reports import ALERTS

Row = dict[str, Any]
BESIDE_OURS = (  # of each: how the terminal is asked, and what our record says
    (Meter.NOTES_IN, "0B, LP 6F", "notes_cents"),
    (Meter.TICKETS_IN, "80, LP 6F", "tickets_cents"),
    (Meter.HAND_PAID, "03, LP 6F", "hand_paid_cents"),
)
THEIRS_ALONE = (
    Meter.TICKETS_OUT, Meter.STAKED, Meter.PAID, Meter.DROP, Meter.JACKPOT, Meter.CANCELLED, Meter.GAMES, *DENOMINATIONS,
)  # fmt: skip
LONGEST_LIST = 3
"""Pages say no more meters of one reading than this."""


def beside(meter: CreditMeter, before: CreditMeter) -> list[Row]:
    """The terminal's meters beside ours, each counted since then; the credit meter as it stands."""
    rows = [
        _row(name, code, _since(meter, before, name), getattr(meter, ours) - getattr(before, ours))
        for name, code, ours in BESIDE_OURS
    ]
    return [*rows, _credits(meter)]


def _since(meter: CreditMeter, before: CreditMeter, name: Meter) -> int | None:
    return meter.counted.get(name, 0) - before.counted.get(name, 0) if name in meter.read else None


def _credits(meter: CreditMeter) -> Row:
    row = _row(Meter.CREDITS, "0C, LP 6F", meter.read.get(Meter.CREDITS), meter.cents)
    return row | {"name": "Credit meter now"}


def _row(name: Meter, code: str, theirs: int | None, ours: int) -> Row:
    told = {"name": name.capitalize(), "code": code, "ours": ours}
    if theirs is None:
        return told | {"state": "unread", "reason": "never read"}
    return told | {"state": "differs" if theirs != ours else "equal", "theirs": theirs, "difference": theirs - ours}


def alone(meter: CreditMeter, before: CreditMeter) -> list[Row]:
    """What only the terminal counts."""
    told = ((name, _since(meter, before, name)) for name in THEIRS_ALONE)
    return [{"label": name.capitalize(), "value": _amount(name, more)} for name, more in told if more is not None]


def _amount(name: str, value: int) -> str:
    return f"{value:,}" if name in COUNTS else dollars(Cents(value))


def orders(meter: CreditMeter) -> list[Row]:
    """What the terminal has been told, why, and whether it has said yes."""
    play, notes = meter.orders
    return [
        _order("Play", "locked" if meter.locked_because else "enabled", meter.locked_because, is_obeyed=play in meter.obeyed),
        _order(
            "Notes",
            "acceptor off" if meter.takes_no_notes_because else "taken",
            meter.takes_no_notes_because,
            is_obeyed=notes in meter.obeyed,
        ),
    ]


def _order(label: str, value: str, why: str, *, is_obeyed: bool) -> Row:
    note = ", ".join(filter(None, [why, "" if is_obeyed else "the terminal has not said yes yet"]))
    return {"label": label, "value": value, "note": note, "decides": bool(why)}


# Entries as sentences


def _read(event: MetersRead) -> str:
    told = [f"{name} {_amount(name, value)}" for name, value in event.values.items()]
    rest = f" and {len(told) - LONGEST_LIST} more" if len(told) > LONGEST_LIST else ""
    return f"Meters read: {', '.join(told[:LONGEST_LIST])}{rest}"


def _notes(event: NotesAccepted) -> str:
    counted = ", ".join(f"{number} of {dollars(Cents(int(note)))}" for note, number in event.notes.items())
    return f"Notes accepted, {dollars(event.cents)}{f': {counted}' if counted else ''}"


def _rolled(event: MeterRolledOver) -> str:
    return f"A meter was full and began again: {_both(event)}"


def _backwards(event: MeterRanBackwards) -> str:
    return f"A meter ran backwards, and nothing was counted: {_both(event)}"


def _both(event: MeterRolledOver | MeterRanBackwards) -> str:
    return f"{event.meter} {_amount(event.meter, event.before)} to {_amount(event.meter, event.after)}"


def _miscounted(event: NotesMiscounted) -> str:
    told = f"{dollars(event.cents)} by their value, {dollars(event.counted_cents)} by their number"
    return f"Notes were not counted, for the terminal contradicts itself: {told}"


def _found(event: DifferenceFound) -> str:
    return (
        f"Differs for two polls: the terminal shows {dollars(event.terminal_cents)}, our record says {dollars(event.our_cents)}"
    )


def _clock(event: DeviceClockSet) -> str:
    if event.seconds_ahead is None:
        return "Clock set: it showed no time"
    side = "ahead" if event.seconds_ahead > 0 else "behind"
    return f"Clock set: it was {abs(event.seconds_ahead):,} s {side}"


def _introduced(event: DeviceIntroduced) -> str:
    told = [("serial", event.serial), ("protocol", event.protocol), ("game", event.game), ("pay table", event.paytable)]
    return f"Says what it is: {', '.join(f'{what} {value}' for what, value in told if value) or 'nothing'}"


def _refused(event: QuestionRefused) -> str:
    wanted = {"ticket-out": "A ticket was wanted", "ticket-in": "A ticket was inserted"}[event.question]
    return f"{wanted} and refused: {'nobody answered in time' if event.is_too_late else 'nobody is there to answer'}"


SAID: Mapping[type[Event], Any] = {
    CreditMeterOpened: lambda event: f"Credit meter opened for {BOOK_NAMES[event.book]}: {', '.join(event.sources)}",
    MetersRead: _read,
    NotesAccepted: _notes,
    NotesMiscounted: _miscounted,
    MeterRolledOver: _rolled,
    MetersCleared: lambda _: "The terminal's memory was cleared: its meters began at zero",
    MeterRanBackwards: _backwards,
    DifferenceFound: _found,
    DifferenceEnded: lambda _: "The terminal and our record agree again",
    CreditsIncremented: lambda event: f"Credits put on the meter, {dollars(event.cents)}: {event.source}, {event.cause}",
    CreditsCancelled: lambda event: f"Credits taken off the meter, {dollars(event.cents)}: {event.cause}",
    RequestHeard: lambda event: f"Request {event.sequence} was carried out; it moves no credits",
    RequestsMissed: lambda event: f"{event.missed:,} of its requests were never heard",
    CreditsPaidByHand: lambda event: f"Credits given up to be paid by hand, {dollars(event.cents)}",
    HandPayRaised: lambda event: f"Waits to be paid by hand, {dollars(event.cents)}",
    HandPayReset: lambda event: f"Hand-pay reset, {dollars(event.cents)}",
    TerminalLocked: lambda event: f"Locked: {event.reason}",
    TerminalUnlocked: lambda event: f"Unlocked: {event.reason}",
    NoteAcceptorTurnedOff: lambda event: f"Note acceptor turned off: {event.reason}",
    NoteAcceptorTurnedOn: lambda event: f"Note acceptor turned on: {event.reason}",
    OrderObeyed: lambda event: f"The terminal has said yes: {event.order}",
    DeviceReported: lambda event: f"Reports: {event.report}",
    DeviceLinkLost: lambda _: "Does not answer",
    DeviceLinkRestored: lambda _: "Answers again",
    ReportsLost: lambda _: "Reports may be missing: everything was read anew",
    AlertAcknowledged: lambda event: f"Acknowledged: {ALERTS[event.alert].words[0].lower()}{ALERTS[event.alert].words[1:]}",
    DeviceClockSet: _clock,
    DeviceIntroduced: _introduced,
    QuestionRefused: _refused,
}
ORDER_PAGES: Mapping[str, tuple[Order, str, str]] = {  # by address: the order, what the page is called, what then happens
    "lock": (Order.LOCK, "Lock play", "Nothing is played there until it is unlocked; the credits stay safe on our record"),
    "unlock": (Order.UNLOCK, "Unlock play", "It may be played again"),
    "notes-off": (Order.NOTES_OFF, "Take no notes", "Its note acceptor is off until it is turned on"),
    "notes-on": (Order.NOTES_ON, "Take notes", "Its note acceptor is on again"),
}
