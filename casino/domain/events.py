"""Facts of the ground."""

from __future__ import annotations

from datetime import date
from typing import NewType

import msgspec

from casino.domain.aggregate import Event
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant

VenueId = NewType("VenueId", str)
PatronId = NewType("PatronId", str)
Sealed = NewType("Sealed", str)
"""A personal field, encrypted under the key of the person it speaks of."""


class VenueOpened(Event, frozen=True):
    """A casino comes onto the books, with its jurisdiction, its zone and the local hour at which its gaming day changes."""

    name: str
    jurisdiction: str
    zone: str
    hour: int


class GamingDayMoved(Event, frozen=True):
    """From a later gaming day on, the day changes at another hour or in another zone."""

    from_day: GamingDay
    zone: str
    hour: int


class DeskNamed(Event, frozen=True):
    """A place at which people of the house work has a name."""

    desk: str
    name: str


class ParameterSet(Event, frozen=True):
    """From a gaming day on, the law or a direction says so much, and there is its source."""

    name: str
    value: int
    from_day: GamingDay
    source: str
    instead_of: int | None = None  # what would have been in force on that day


class AttemptRefused(Event, frozen=True):
    """Somebody asked for something that concerns money and was refused."""

    minute: Instant
    command: str
    code: str
    sentence: str


class FurtherAttemptsRefused(Event, frozen=True):
    """Beyond ten refused attempts in a minute at one place the rest are only counted."""

    minute: Instant
    attempts: int


class Previewed(msgspec.Struct, frozen=True):
    """An entry that a rehearsal showed: its stream, its type, and its data as it would stand in the line."""

    stream: str
    type: str
    data: str


class ApprovalRequested(Event, frozen=True):
    """A person asks another to approve exactly what a rehearsal showed, under a power that both hold in a book."""

    command: str
    arguments: str
    request_id: str
    preview: str
    expires_at: Instant
    requested_by: str
    power: str = ""
    book: str = ""
    shown: tuple[Previewed, ...] = ()  # none: it was too much to keep beside the hash


class ApprovalGiven(Event, frozen=True):
    """Another person has signed the preview."""

    preview: str
    approved_by: str


class ApprovalDeclined(Event, frozen=True):
    """Another person has said no."""

    declined_by: str


class ApprovalUsed(Event, frozen=True):
    """What was approved has been done."""

    preview: str


class ApprovalLapsed(Event, frozen=True):
    """What was approved could not be done any more; nothing was."""

    code: str
    sentence: str


class StaffEngaged(Event, frozen=True):
    """A person joins the house under a staff number."""

    name: Sealed


class DutyBegun(Event, frozen=True):
    """A person takes up a role, at the games of these books and in the house."""

    role: str
    books: tuple[str, ...]


class DutyEnded(Event, frozen=True):
    """A person gives up a role, at the games of these books and in the house."""

    role: str
    books: tuple[str, ...]


class StaffLeft(Event, frozen=True):
    """A person leaves the house: every duty ends, nothing is deleted."""


class StaffLoggedIn(Event, frozen=True):
    """A person begins to work at a desk."""

    desk: str


class StaffLoggedOut(Event, frozen=True):
    """A person ends work at a desk, or the house ended it for them."""

    desk: str


class StaffLockedOut(Event, frozen=True):
    """Too many wrong passwords: the number is locked for a while."""

    tries: int
    until: Instant


class StaffUnlocked(Event, frozen=True):
    """Somebody else has let a locked number in again."""


class PasswordChanged(Event, frozen=True):
    """A person has a new password; the password itself is never in the journal."""


class PinSet(Event, frozen=True):
    """A person has a new PIN with which to sign at a desk of others; the PIN itself is never in the journal."""


class PatronRegistered(Event, frozen=True):
    """A patron comes onto the register: play is anonymous until somebody is named."""

    name: Sealed
    born_on: Sealed
    address: Sealed
    phone: Sealed
    email: Sealed


class PatronAmended(Event, frozen=True):
    """Something on the register is put right; what is not told stays as it was."""

    name: Sealed | None = None
    born_on: Sealed | None = None
    address: Sealed | None = None
    phone: Sealed | None = None
    email: Sealed | None = None


class IdentificationSeen(Event, frozen=True):
    """Somebody of the house has seen a document that says who the patron is."""

    kind: str
    number: Sealed
    expires_on: date
    seen_by: str
    seen_on: GamingDay


class PatronExcluded(Event, frozen=True):
    """A patron may not enter the casino, or not play the games of a book: until a last day, or until it is ended."""

    exclusion: str
    ground: str
    scope: str
    from_day: GamingDay
    last_day: GamingDay | None
    reference: Sealed


class ExclusionEnded(Event, frozen=True):
    """From a gaming day on, an exclusion holds no longer."""

    exclusion: str
    from_day: GamingDay
    reference: Sealed


class PatronForgotten(Event, frozen=True):
    """The patron's key is destroyed: whatever was sealed under it is noise from now on."""


class PersonalDataRead(Event, frozen=True):
    """Somebody of the house was shown what is known of these patrons."""

    patrons: tuple[str, ...]
    page: str


class ReactionRetried(Event, frozen=True):
    """Somebody has taken up a reaction again that had stood still after so many tries."""

    reaction: str
    position: int
    tries: int
