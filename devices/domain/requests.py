"""What a terminal asks for is counted on its credit meter: each number does something once, and a number left out is noticed.

A number is used up by a request that was carried out. One that was refused has used none: the next request carries it again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from devices.domain import device
from devices.domain.credit_meter import CreditMeter, CreditMeterEvent
from devices.domain.device import Device
from devices.domain.events import CreditsCancelled, CreditsIncremented, RequestHeard, RequestsMissed

MOVING = CreditsCancelled | CreditsIncremented


def last_heard(machine: Device, meter: CreditMeter) -> int:
    """The number of the last request that was carried out: it stands with the terminal or with its credit meter."""
    return max(machine.last_sequence, meter.last_sequence)


def require_next(machine: Device, meter: CreditMeter, sequence: int | None) -> None:
    """Refuse a request whose number was used up; what does not come from the terminal itself has none."""
    if sequence is not None:
        device.require_next(machine, sequence, heard=meter.last_sequence)


def number(
    machine: Device, meter: CreditMeter, done: Sequence[CreditMeterEvent], *, sequence: int | None
) -> list[CreditMeterEvent]:
    """What a request does to the credit meter, under its number; what moves no credits leaves its number alone there."""
    if sequence is None:
        return list(done)
    missed = sequence - last_heard(machine, meter) - 1
    gap = [RequestsMissed(missed=missed)] if missed else []
    heard = [] if any(isinstance(event, MOVING) for event in done) else [RequestHeard(sequence=sequence)]
    return [*gap, *(_numbered(event, sequence) for event in done), *heard]


def _numbered(event: CreditMeterEvent, sequence: int) -> CreditMeterEvent:
    return msgspec.structs.replace(event, sequence=sequence) if isinstance(event, MOVING) else event
