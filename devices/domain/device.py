"""A device: a machine of the floor, the keys it may sign with, what was last heard of it, and what is fitted to it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import assert_never

from casino.domain import staff
from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.refusals import MoneyRefusal, Refusal
from devices.domain.events import (
    AlertAcknowledged,
    BallRegistered,
    DeviceAnnounced,
    DeviceClockSet,
    DeviceIntroduced,
    DeviceKeyIssued,
    DeviceKeyRevoked,
    DeviceLinkLost,
    DeviceLinkRestored,
    DeviceMoved,
    DevicePutInService,
    DeviceRegistered,
    DeviceReported,
    DeviceTakenOutOfService,
    DeviceWired,
    DiceSetSealed,
    EntryTerminalFitted,
    LayoutApproved,
    QuestionRefused,
    ReportsLost,
    TerminalCommissioned,
    TerminalLinkedToWheel,
    WheelRegistered,
)
from devices.domain.reports import ALERTS, ENDS, LINK_LOST, REPORTS_LOST

ACTOR = "device/"
KEYS_AT_ONCE = 2  # the one in use and the one that replaces it
LONGEST_SOFTWARE = 100
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z")
FittingEvent = (
    TerminalCommissioned
    | LayoutApproved
    | TerminalLinkedToWheel
    | DiceSetSealed
    | BallRegistered
    | WheelRegistered
    | EntryTerminalFitted
)
ReportEvent = (
    DeviceReported
    | DeviceLinkLost
    | DeviceLinkRestored
    | ReportsLost
    | AlertAcknowledged
    | DeviceIntroduced
    | DeviceClockSet
    | QuestionRefused
)
RegisterEvent = (
    DeviceRegistered
    | DeviceKeyIssued
    | DeviceKeyRevoked
    | DeviceAnnounced
    | DeviceMoved
    | DeviceWired
    | DevicePutInService
    | DeviceTakenOutOfService
)
DeviceEvent = RegisterEvent | FittingEvent | ReportEvent


class Kind(StrEnum):
    """The machines there are."""

    PLAYER_TERMINAL = "player terminal"
    DICE_TUMBLER = "dice tumbler"
    WHEEL = "wheel"
    ENTRY_TERMINAL = "entry terminal"
    KIOSK = "kiosk"


class NameRefused(Refusal):
    """That cannot name a device."""

    code = "device-name-refused"


class AlreadyRegistered(Refusal):
    """A device's name is given once, for ever."""

    code = "device-registered"


class NotRegistered(Refusal):
    """There is no such device."""

    code = "device-not-registered"


class WrongKind(Refusal):
    """That is done with another kind of machine."""

    code = "device-wrong-kind"


class InService(Refusal):
    """A machine that is played stays as it is."""

    code = "device-in-service"


class TooManyKeys(Refusal):
    """A device has at most two keys, so that one can replace the other."""

    code = "device-keys-at-most-two"


class KeyNotValid(Refusal):
    """The device has no such key."""

    code = "device-key-not-valid"


class SoftwareUnnamed(Refusal):
    """A device says which software it runs."""

    code = "device-software-unnamed"


class AnotherDevice(Refusal):
    """One machine never acts for another."""

    code = "device-another"


class SequenceReplayed(MoneyRefusal):
    """A device counts its requests; this one does not come after the last."""

    code = "sequence-replayed"


class MetersPolled(MoneyRefusal):
    """The meters of a terminal are read on its line or told by itself, never both: else its notes count twice."""

    code = "device-meters-polled"


class OpenAlert(State, frozen=True):
    """An alert whose cause goes on, and since when; acknowledged, it is quiet."""

    name: str
    since: Instant
    is_acknowledged: bool = False


class Device(State, frozen=True):
    """What is known of a device."""

    kind: str = ""
    name: str = ""
    keys: tuple[str, ...] = ()
    last_sequence: int = 0
    software: str = ""  # as it says itself
    book: str = ""  # of the games it is fitted out for
    place: str = ""
    wired: DeviceWired | None = None
    terminal: TerminalCommissioned | None = None  # this and the next six: what is fitted, as it was last put on record
    layout: LayoutApproved | None = None
    link: TerminalLinkedToWheel | None = None
    dice: DiceSetSealed | None = None
    ball: BallRegistered | None = None
    wheel: WheelRegistered | None = None
    entry: EntryTerminalFitted | None = None
    is_in_service: bool = False
    alerts: tuple[OpenAlert, ...] = ()
    introduced: DeviceIntroduced | None = None  # what it says it is

    @property
    def is_registered(self) -> bool:
        """Whether there is such a device."""
        return bool(self.kind)


def at(venue: VenueId, name: str) -> Ref[Device]:
    """The stream of a device; what cannot name one is refused."""
    if not NAME.match(name):
        raise NameRefused("A device is named with letters, digits and hyphens, at most 32 of them.")
    return AGGREGATE.at(f"{venue}.{name}")


def register(device: Device, *, kind: Kind, name: str) -> DeviceRegistered:
    """Put a machine on the books."""
    if device.is_registered:
        raise AlreadyRegistered(f"{name} has been registered as a {device.kind} already.")
    return DeviceRegistered(kind=kind, name=name)


def issue_key(device: Device, *, key_id: str) -> DeviceKeyIssued:
    """Let a machine sign with a further key."""
    require_registered(device)
    if len(device.keys) >= KEYS_AT_ONCE:
        raise TooManyKeys(f"{device.name} has {len(device.keys)} keys: revoke the one that is no longer used first.")
    return DeviceKeyIssued(key_id=key_id)


def revoke_key(device: Device, *, key_id: str) -> DeviceKeyRevoked:
    """Let a machine no longer sign with a key."""
    require_registered(device)
    if key_id not in device.keys:
        raise KeyNotValid(f"{device.name} has no such key, or it has been revoked.")
    return DeviceKeyRevoked(key_id=key_id)


def announce(device: Device, *, software: str, sequence: int, heard: int = 0) -> DeviceAnnounced:
    """Note that a machine is there, and of how many requests since the last nothing was heard."""
    require_registered(device)
    require_next(device, sequence, heard=heard)
    if not software.strip() or len(software) > LONGEST_SOFTWARE:
        raise SoftwareUnnamed(f"Say which software it is, in at most {LONGEST_SOFTWARE} characters.")
    return DeviceAnnounced(software=software, sequence=sequence, missed=sequence - max(device.last_sequence, heard) - 1)


def require_registered(device: Device) -> None:
    """Refuse what is asked of a machine that is not on the books."""
    if not device.is_registered:
        raise NotRegistered("There is no device of this name.")


def require_at_rest(device: Device, *kinds: Kind) -> None:
    """Refuse to change a machine that is of another kind, or is in service."""
    require_registered(device)
    if kinds and device.kind not in kinds:
        raise WrongKind(f"{device.name} is no {' or '.join(kinds)}: it is registered as {device.kind}.")
    if device.is_in_service:
        raise InService(f"{device.name} is in service: take it out of service first.")


def require_next(device: Device, sequence: int, *, heard: int = 0) -> None:
    """Refuse a request that does not come after the last one heard: of the machine itself, or of its credit meter."""
    last = max(device.last_sequence, heard)
    if sequence <= last:
        raise SequenceReplayed(f"{device.name} sent sequence {sequence} after {last}: this is a replay, or its count was lost.")


def require_unpolled(device: Device) -> None:
    """Refuse to be told by a terminal what is read on its line."""
    if device.wired is not None:
        raise MetersPolled(f"{device.name} is wired: its meters are read on its line, and what it says of them counts twice.")


def require_itself(actor: str, ref: Ref[Device]) -> None:
    """Refuse whoever is not this very machine."""
    if actor != f"{ACTOR}{ref.id}":
        raise AnotherDevice("One machine never acts for another.")


def require_system(actor: str) -> None:
    """Refuse whoever is not the house's own code."""
    if not actor.startswith(staff.SYSTEM):
        raise AnotherDevice("The system does this by itself.")


def evolve(device: Device, event: DeviceEvent) -> Device:
    """The device after an event."""
    match event:
        case DeviceRegistered():
            return Device(kind=event.kind, name=event.name)
        case DeviceKeyIssued():
            return device.but(keys=(*device.keys, event.key_id))
        case DeviceKeyRevoked():
            return device.but(keys=tuple(key for key in device.keys if key != event.key_id))
        case DeviceAnnounced():
            return device.but(software=event.software, last_sequence=event.sequence)
        case DeviceMoved():
            return device.but(place=event.place)
        case DeviceWired():
            return device.but(wired=event)
        case DevicePutInService():
            return device.but(is_in_service=True)
        case DeviceTakenOutOfService():
            return device.but(is_in_service=False)
        case (
            DeviceReported()
            | DeviceLinkLost()
            | DeviceLinkRestored()
            | ReportsLost()
            | AlertAcknowledged()
            | DeviceIntroduced()
            | DeviceClockSet()
            | QuestionRefused()
        ):
            return _reported(device, event)
        case _:
            return _fitted(device, event)


def _reported(device: Device, event: ReportEvent) -> Device:
    match event:
        case DeviceReported():
            return _without(device, ENDS.get(event.report, "")) if event.report in ENDS else _with(device, event.report, event.at)
        case DeviceLinkLost():
            return _with(device, LINK_LOST, event.silent_since)
        case DeviceLinkRestored():
            return _without(device, LINK_LOST)
        case ReportsLost():
            return _with(device, REPORTS_LOST, event.at)
        case AlertAcknowledged():
            return _acknowledged(device, event.alert)
        case DeviceIntroduced():
            return device.but(introduced=event)
        case DeviceClockSet() | QuestionRefused():
            return device
        case _:
            assert_never(event)


def _with(device: Device, name: str, since: Instant) -> Device:
    is_known = name not in ALERTS or any(alert.name == name for alert in device.alerts)
    return device if is_known else device.but(alerts=(*device.alerts, OpenAlert(name=name, since=since)))


def _without(device: Device, name: str) -> Device:
    return device.but(alerts=tuple(alert for alert in device.alerts if alert.name != name))


def _acknowledged(device: Device, name: str) -> Device:
    """Acknowledging quietens an alert; one whose end no machine tells has ended with it."""
    if not ALERTS[name].ends_with:
        return _without(device, name)
    quiet = (alert.but(is_acknowledged=True) if alert.name == name else alert for alert in device.alerts)
    return device.but(alerts=tuple(quiet))


def _fitted(device: Device, event: FittingEvent) -> Device:
    match event:
        case TerminalCommissioned():
            return device.but(terminal=event, book=event.book)
        case LayoutApproved():
            return device.but(layout=event)
        case TerminalLinkedToWheel():
            return device.but(link=event)
        case DiceSetSealed():
            return device.but(dice=event, book=event.book)
        case BallRegistered():
            return device.but(ball=event)
        case WheelRegistered():
            return device.but(wheel=event, book=event.book)
        case EntryTerminalFitted():
            return device.but(entry=event, book=event.book)
        case _:
            assert_never(event)


AGGREGATE = Aggregate("device", Device(), evolve, state_version=2, guardable=True)
