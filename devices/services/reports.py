"""What machines say of themselves, and who takes it up."""

from __future__ import annotations

from collections.abc import Sequence

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Event, Ref
from casino.domain.instant import Instant
from casino.domain.powers import HOUSE, Power
from casino.journal import Held, Origin
from devices.domain import device, reporting
from devices.domain.device import Device
from devices.domain.events import DeviceIntroduced
from devices.domain.reports import REQUESTS_MISSED


@journal.command
def note_report(*, name: str, report: str, at: Instant, origin: Origin) -> None:
    """Put on record what a machine reports."""
    ref, held = _load(name, origin)
    _append(held, ref, reporting.report(held[ref], report, at=at))


@journal.command
def lose_link(*, name: str, silent_since: Instant, origin: Origin) -> None:
    """Put on record that a machine does not answer."""
    ref, held = _load(name, origin)
    _append(held, ref, reporting.lose_link(held[ref], silent_since=silent_since))


@journal.command
def restore_link(*, name: str, at: Instant, origin: Origin) -> None:
    """Put on record that a machine answers again."""
    ref, held = _load(name, origin)
    _append(held, ref, reporting.restore_link(held[ref], at=at))


@journal.command
def lose_reports(*, name: str, at: Instant, origin: Origin) -> None:
    """Put on record that reports of a machine may be missing."""
    ref, held = _load(name, origin)
    _append(held, ref, reporting.lose_reports(held[ref], at=at))


@journal.command
def note_missed_requests(*, name: str, origin: Origin) -> None:
    """Raise an alert: of requests that a machine has numbered nothing was heard."""
    ref = device.at(origin.venue, name)
    device.require_system(origin.actor)
    held = journal.load(write=[ref])
    _append(held, ref, reporting.report(held[ref], REQUESTS_MISSED, at=held.now))


@journal.command
def introduce_device(*, name: str, told: DeviceIntroduced, origin: Origin) -> None:
    """Put on record what a machine says it is."""
    ref, held = _load(name, origin)
    _append(held, ref, reporting.introduce(held[ref], told))


@journal.command
def note_clock_set(*, name: str, seconds_ahead: int | None, origin: Origin) -> None:
    """Put on record that a machine's clock was wrong and was set."""
    ref, held = _load(name, origin)
    _append(held, ref, [reporting.set_clock(held[ref], seconds_ahead=seconds_ahead)])


@journal.command
def refuse_question(*, name: str, question: str, is_too_late: bool, origin: Origin) -> None:
    """Put on record that a question of a machine was refused on the wire."""
    ref, held = _load(name, origin)
    _append(held, ref, [reporting.refuse_question(held[ref], question=question, is_too_late=is_too_late)])


@journal.command
def acknowledge_alert(*, name: str, alert: str, origin: Origin) -> None:
    """Take an alert of a machine up."""
    ref = device.at(origin.venue, name)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    device.require_registered(held[ref])
    staff.require(held, origin, Power.ATTEND_DEVICES, book=held[ref].book or HOUSE)
    journal.append(held, {ref: [reporting.acknowledge(held[ref], alert)]}, origin)


def _load(name: str, origin: Origin) -> tuple[Ref[Device], Held]:
    """The machine that speaks: it speaks for no other."""
    ref = device.at(origin.venue, name)
    device.require_itself(origin.actor, ref)
    return ref, journal.load(write=[ref])


def _append(held: Held, ref: Ref[Device], events: Sequence[Event]) -> None:
    """What is told twice is no news."""
    if events:
        journal.append(held, {ref: events}, held.origin)
