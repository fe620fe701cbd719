"""The credit meters of terminals: what their own meters say, what they wait for, what they are told."""

from __future__ import annotations

from collections.abc import Sequence

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Event, Ref
from casino.domain.money import Cents
from casino.domain.powers import Power
from casino.journal import Held, Origin
from devices.domain import credit_meter, device, requests
from devices.domain.credit_meter import CreditMeter, Order
from devices.domain.readings import Reading


@journal.command
def take_reading(*, terminal: str, reading: Reading, origin: Origin) -> None:
    """Put on record what a terminal's own meters say has happened since they were last read: by a poll, or by its request."""
    machine, ref = device.at(origin.venue, terminal), credit_meter.at(origin.venue, terminal)
    device.require_itself(origin.actor, machine)
    held = journal.load(write=[ref], guard=[machine])
    requests.require_next(held[machine], held[ref], origin.sequence)
    if origin.sequence is not None:
        device.require_unpolled(held[machine])
    told = credit_meter.take_reading(held[ref], reading, of=ref.id)
    _append(held, ref, requests.number(held[machine], held[ref], told, sequence=origin.sequence))


@journal.command
def confirm_difference(*, terminal: str, terminal_cents: Cents, our_cents: Cents, origin: Origin) -> None:
    """Put on record that the terminal's credit meter and ours have stood apart for two polls, or do so no longer."""
    ref, held = _load(terminal, origin)
    _append(held, ref, credit_meter.confirm_difference(held[ref], terminal_cents=terminal_cents, our_cents=our_cents))


@journal.command
def note_hand_pay(*, terminal: str, cents: Cents, origin: Origin) -> None:
    """Put on record for how much the terminal waits to be paid by hand; for nothing, it waits no longer."""
    ref, held = _load(terminal, origin)
    _append(held, ref, credit_meter.wait_for_hand_pay(held[ref], cents=cents))


@journal.command
def note_obeyed(*, terminal: str, order: Order, origin: Origin) -> None:
    """Put on record that a terminal has said yes to what it was told."""
    ref, held = _load(terminal, origin)
    _append(held, ref, credit_meter.obey(held[ref], order))


@journal.command
def order_terminal(*, terminal: str, order: Order, reason: str, origin: Origin) -> None:
    """Lock a terminal or enable it again, let it take notes or none."""
    ref = credit_meter.at(origin.venue, terminal)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    credit_meter.require_open(held[ref])
    staff.require(held, origin, Power.ATTEND_DEVICES, book=held[ref].book)
    journal.append(held, {ref: [credit_meter.order(held[ref], order, reason=reason)]}, origin)


def _load(terminal: str, origin: Origin) -> tuple[Ref[CreditMeter], Held]:
    """The credit meter of the terminal that speaks: it speaks for no other."""
    device.require_itself(origin.actor, device.at(origin.venue, terminal))
    ref = credit_meter.at(origin.venue, terminal)
    return ref, journal.load(write=[ref])


def _append(held: Held, ref: Ref[CreditMeter], events: Sequence[Event]) -> None:
    """What is told twice is no news."""
    if events:
        journal.append(held, {ref: events}, held.origin)
