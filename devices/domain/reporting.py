"""What a machine says of itself, put on its record: each fact once, however often it is told."""

from __future__ import annotations

from casino.domain.instant import Instant
from casino.domain.refusals import Refusal
from devices.domain.device import Device, require_registered
from devices.domain.events import (
    AlertAcknowledged,
    DeviceClockSet,
    DeviceIntroduced,
    DeviceLinkLost,
    DeviceLinkRestored,
    DeviceReported,
    QuestionRefused,
    ReportsLost,
)
from devices.domain.reports import ALERTS, ENDS, LINK_LOST, NOTED, REPORTS_LOST


class NoSuchAlert(Refusal):
    """The machine has no such alert, or somebody has taken it up already."""

    code = "device-no-such-alert"


def report(device: Device, said: str, *, at: Instant) -> list[DeviceReported]:
    """What the machine reports, if it is news: an alert that is open already, or an end of none, is not."""
    require_registered(device)
    if said in ALERTS:
        is_news = not _has(device, said)
    elif said in ENDS:
        is_news = _has(device, ENDS[said])
    else:
        is_news = said in NOTED
    return [DeviceReported(report=said, at=at)] if is_news else []


def lose_link(device: Device, *, silent_since: Instant) -> list[DeviceLinkLost]:
    """The machine does not answer."""
    require_registered(device)
    return [] if _has(device, LINK_LOST) else [DeviceLinkLost(silent_since=silent_since)]


def restore_link(device: Device, *, at: Instant) -> list[DeviceLinkRestored]:
    """The machine answers again."""
    return [DeviceLinkRestored(at=at)] if _has(device, LINK_LOST) else []


def lose_reports(device: Device, *, at: Instant) -> list[ReportsLost]:
    """Reports of the machine may be missing."""
    require_registered(device)
    return [] if _has(device, REPORTS_LOST) else [ReportsLost(at=at)]


def acknowledge(device: Device, alert: str) -> AlertAcknowledged:
    """Take an alert up: it is quiet from now on."""
    require_registered(device)
    if not any(each.name == alert and not each.is_acknowledged for each in device.alerts):
        raise NoSuchAlert(f"{device.name} has no such alert, or somebody has taken it up already.")
    return AlertAcknowledged(alert=alert)


def introduce(device: Device, told: DeviceIntroduced) -> list[DeviceIntroduced]:
    """What the machine says it is, if that is not what it said before."""
    require_registered(device)
    return [] if told == device.introduced else [told]


def set_clock(device: Device, *, seconds_ahead: int | None) -> DeviceClockSet:
    """The machine's clock was wrong and was set."""
    require_registered(device)
    return DeviceClockSet(seconds_ahead=seconds_ahead)


def refuse_question(device: Device, *, question: str, is_too_late: bool) -> QuestionRefused:
    """A question of the machine was refused on the wire."""
    require_registered(device)
    return QuestionRefused(question=question, is_too_late=is_too_late)


def _has(device: Device, alert: str) -> bool:
    return any(each.name == alert for each in device.alerts)
