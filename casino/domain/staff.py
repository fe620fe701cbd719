"""A member of staff: the person behind a staff number, the duties they hold, and whether they may log in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, assert_never

import msgspec

from casino.domain import authority
from casino.domain.aggregate import Aggregate, Ref, State
from casino.domain.events import (
    DutyBegun,
    DutyEnded,
    PasswordChanged,
    PinSet,
    Sealed,
    StaffEngaged,
    StaffLeft,
    StaffLockedOut,
    StaffLoggedIn,
    StaffLoggedOut,
    StaffUnlocked,
    VenueId,
)
from casino.domain.instant import Instant
from casino.domain.powers import EQUIPMENT, GRANTS, HOUSE, Power, Role
from casino.domain.refusals import Refusal

ACTOR = "staff/"
SYSTEM = "system/"  # what the house's own code does
NUMBER = r"^[A-Za-z0-9]{1,12}\Z"
BOOKS = frozenset(book for grants in GRANTS.values() for book in grants)
StaffEvent = (
    StaffEngaged
    | DutyBegun
    | DutyEnded
    | StaffLeft
    | StaffLoggedIn
    | StaffLoggedOut
    | StaffLockedOut
    | StaffUnlocked
    | PasswordChanged
    | PinSet
)


class NumberTaken(Refusal):
    """A staff number is given once, for ever."""

    code = "staff-number-taken"


class NotOnTheStaff(Refusal):
    """Nobody has this number, or they have left."""

    code = "staff-not-engaged"


class NotOfThisVenue(Refusal):
    """Everybody works at one venue."""

    code = "staff-of-another-venue"


class DutyUnknown(Refusal):
    """There is no such role or book."""

    code = "duty-unknown"


class DutyHeld(Refusal):
    """They hold this duty already."""

    code = "duty-held"


class DutyNotHeld(Refusal):
    """They do not hold this duty."""

    code = "duty-not-held"


class OwnDuty(Refusal):
    """Nobody gives a duty to themselves."""

    code = "duty-own"


class NotLockedOut(Refusal):
    """The number is not locked."""

    code = "staff-not-locked-out"


class NotAllowed(Refusal):
    """Whoever asks does not hold the power."""

    code = "authority-not-held"

    def __init__(self, sentence: str, *, rule: str = "", may: Sequence[str] = ()) -> None:
        super().__init__(sentence, rule=rule)
        self.may = may


class Duty(msgspec.Struct, frozen=True):
    """A role at the games of one book, or in the house."""

    role: str
    book: str


class Acts(Protocol):
    """Whoever asks, and in which role."""

    @property
    def actor(self) -> str: ...  # noqa: D102 - the class says it

    @property
    def role(self) -> str: ...  # noqa: D102


class Holds(Protocol):
    """What a command has loaded."""

    def __getitem__(self, ref: Ref[StaffMember], /) -> StaffMember: ...


class StaffMember(State, frozen=True):
    """What is known of a member of staff."""

    name: Sealed = Sealed("")
    duties: tuple[Duty, ...] = ()
    has_left: bool = False
    locked_until: Instant | None = None

    @property
    def is_engaged(self) -> bool:
        """Whether somebody has this number and works here."""
        return bool(self.name) and not self.has_left

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles they hold somewhere, as they took them up."""
        return tuple(dict.fromkeys(Role(duty.role) for duty in self.duties))

    def standing(self, power: Power, book: str = HOUSE, *, variant: str | None = None) -> tuple[Role, authority.Standing] | None:
        """The role in which they may exercise a power, as themselves before for a lower role; None if in none."""
        held = [Role(duty.role) for duty in self.duties if duty.book == book]
        found = [(role, authority.standing(book, power, role, variant=variant)) for role in held]
        allowed = [each for each in found if each[1].allowed]
        return min(allowed, key=lambda each: each[1].acts_for is not None, default=None)


NOBODY = StaffMember()


def at(number: str) -> Ref[StaffMember]:
    """The stream of a staff number."""
    return AGGREGATE.at(number)


def acting(actor: str) -> list[Ref[StaffMember]]:
    """The stream of whoever acts, for a command to guard; nobody's if it is the system itself."""
    return [at(actor.removeprefix(ACTOR))] if actor.startswith(ACTOR) else []


def engage(member: StaffMember, *, name: Sealed) -> StaffEngaged:
    """Give a person a staff number."""
    if member.name:
        raise NumberTaken("This staff number has been given to somebody: numbers are never given again.")
    return StaffEngaged(name=name)


def begin_duty(member: StaffMember, *, role: Role, books: Sequence[str]) -> DutyBegun:
    """Let a person take up a role at the games of these books, or in the house."""
    _require_engaged(member)
    _require_known(books)
    if role in EQUIPMENT:
        raise DutyUnknown(f"The {role} acts by itself: nobody is on duty as one.")
    taken = [book for book in books if Duty(role, book) in member.duties]
    if taken:
        raise DutyHeld(f"They are {role} for {', '.join(taken)} already.")
    return DutyBegun(role=role, books=tuple(books))


def end_duty(member: StaffMember, *, role: Role, books: Sequence[str]) -> DutyEnded:
    """Let a person give up a role at the games of these books, or in the house."""
    _require_known(books)
    missing = [book for book in books if Duty(role, book) not in member.duties]
    if missing:
        raise DutyNotHeld(f"They are not {role} for {', '.join(missing)}.")
    return DutyEnded(role=role, books=tuple(books))


def leave(member: StaffMember) -> StaffLeft:
    """Let a person leave the house."""
    _require_engaged(member)
    return StaffLeft()


def require_at_home(home: VenueId | None, venue: VenueId) -> None:
    """Refuse somebody of another venue a desk of this one."""
    if home not in (None, venue):
        raise NotOfThisVenue("Your number is of another venue: choose one of its desks.")


def log_in(member: StaffMember, *, desk: str, now: Instant) -> StaffLoggedIn:
    """Begin to work at a desk."""
    _require_engaged(member)
    if member.locked_until and now < member.locked_until:
        raise NotOnTheStaff("This number is locked.")
    return StaffLoggedIn(desk=desk)


def lock_out(member: StaffMember, *, tries: int, until: Instant) -> StaffLockedOut:
    """Lock a number after so many wrong passwords."""
    _require_engaged(member)
    return StaffLockedOut(tries=tries, until=until)


def unlock(member: StaffMember) -> StaffUnlocked:
    """Let a locked number in again."""
    if member.locked_until is None:
        raise NotLockedOut("This number is not locked.")
    return StaffUnlocked()


def require(held: Holds, origin: Acts, power: Power, *, book: str = HOUSE, variant: str | None = None) -> None:
    """Refuse a power to whoever does not hold it in their role, and say who does and by which rule. The system does its code."""
    if origin.actor.startswith(SYSTEM):
        return
    refs = acting(origin.actor)
    member = held[refs[0]] if refs else NOBODY  # a machine holds no power
    require_power(member, origin.role, power, book=book, variant=variant)


def require_power(member: StaffMember, role: str, power: Power, *, book: str = HOUSE, variant: str | None = None) -> None:
    """Refuse a power to a person who does not hold it in this role."""
    is_held = Duty(role, book) in member.duties
    if is_held and authority.standing(book, power, Role(role), variant=variant).allowed:
        return
    grants = authority.granted(book, power, variant=variant)
    may = tuple(dict.fromkeys(holder.value for grant in grants for holder in grant.roles))
    rule = grants[0].rule if grants else ""
    whom = f"That is for the {' or '.join(may)}." if may else "Nobody may."
    raise NotAllowed(f"You may not {power}. {whom}", rule=rule, may=may)


def evolve(member: StaffMember, event: StaffEvent) -> StaffMember:
    """The member of staff after an event."""
    match event:
        case StaffEngaged():
            return StaffMember(name=event.name)
        case DutyBegun():
            return member.but(duties=(*member.duties, *(Duty(event.role, book) for book in event.books)))
        case DutyEnded():
            ended = {Duty(event.role, book) for book in event.books}
            return member.but(duties=tuple(duty for duty in member.duties if duty not in ended))
        case StaffLeft():
            return member.but(duties=(), has_left=True)
        case StaffLockedOut():
            return member.but(locked_until=event.until)
        case StaffUnlocked() | StaffLoggedIn():
            return member.but(locked_until=None)
        case StaffLoggedOut() | PasswordChanged() | PinSet():
            return member
        case _:
            assert_never(event)


def _require_engaged(member: StaffMember) -> None:
    if not member.is_engaged:
        raise NotOnTheStaff("Nobody works here under this number.")


def _require_known(books: Sequence[str]) -> None:
    unknown = [book for book in books if book not in BOOKS]
    if unknown or not books:
        raise DutyUnknown(f"There is no book called {', '.join(unknown)}." if unknown else "Name the books of the duty.")


AGGREGATE = Aggregate("staff", StaffMember(), evolve, guardable=True)
