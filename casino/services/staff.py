"""The staff: who works here, as what, and at which desk."""

from __future__ import annotations

from casino import journal, keys, selectors, sessions
from casino.domain import staff, venue
from casino.domain.aggregate import Ref
from casino.domain.events import PasswordChanged, PinSet, StaffLoggedOut
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE, Power, Role
from casino.domain.staff import StaffMember
from casino.journal import Held, Origin, Personal


@journal.command
def engage(*, number: str, name: Personal, password: Personal, origin: Origin) -> str:
    """Give a person a staff number and a first password, which they must change."""
    ref = staff.at(number)
    held = journal.load(write=[ref], guard=[each for each in staff.acting(origin.actor) if each != ref])
    staff.require(held, origin, Power.KEEP_STAFF)
    sealed = keys.seal(ref.stream, "name", name.text, origin.request_id)
    sessions.set_password(number, password.text, is_initial=True)
    journal.append(held, {ref: [staff.engage(held[ref], name=sealed)]}, origin, answer=number)
    return number


@journal.command
def begin_duty(*, number: str, role: Role, books: tuple[str, ...] = (HOUSE,), origin: Origin) -> None:
    """Let a person take up a role at the games of these books, or in the house."""
    ref = staff.at(number)
    held = _load_other(ref, origin)
    journal.append(held, {ref: [staff.begin_duty(held[ref], role=role, books=books)]}, origin)


@journal.command
def end_duty(*, number: str, role: Role, books: tuple[str, ...] = (HOUSE,), origin: Origin) -> None:
    """Let a person give up a role at the games of these books, or in the house."""
    ref = staff.at(number)
    held = _load_other(ref, origin)
    journal.append(held, {ref: [staff.end_duty(held[ref], role=role, books=books)]}, origin)


@journal.command
def let_leave(*, number: str, origin: Origin) -> None:
    """Let a person leave the house: every duty and every session ends."""
    ref = staff.at(number)
    held = _load_other(ref, origin)
    sessions.end_all(number)
    journal.append(held, {ref: [staff.leave(held[ref])]}, origin)


@journal.command
def unlock_staff(*, number: str, origin: Origin) -> None:
    """Let a locked number in again."""
    ref = staff.at(number)
    held = _load_other(ref, origin)
    sessions.let_in_again(number)
    journal.append(held, {ref: [staff.unlock(held[ref])]}, origin)


@journal.command
def log_in(*, number: str, desk: str, token: Personal, origin: Origin) -> None:
    """Begin to work at a desk. The password has been checked."""
    ref = staff.at(number)
    staff.require_at_home(selectors.home_of(number), origin.venue)
    held = journal.load(write=[ref])
    venue.require_desk(journal.state(venue.AGGREGATE.at(origin.venue)), desk)
    logged_in = staff.log_in(held[ref], desk=desk, now=held.now)
    at_most = selectors.limits(origin.venue, held.now)[Name.SESSIONS_EACH]
    sessions.begin(token.text, number=number, venue=origin.venue, desk=desk, at_most=at_most, now=held.now)
    journal.append(held, {ref: [logged_in]}, origin)


@journal.command
def log_out(*, number: str, desk: str, token_hash: Personal, origin: Origin) -> None:
    """End work at a desk."""
    ref = staff.at(number)
    held = journal.load(write=[ref])
    sessions.end(bytes.fromhex(token_hash.text))
    journal.append(held, {ref: [StaffLoggedOut(desk=desk)]}, origin)


@journal.command
def lock_out(*, number: str, tries: int, until: Instant, origin: Origin) -> None:
    """Put on the record that a number is locked, and close what it had open."""
    ref = staff.at(number)
    held = journal.load(write=[ref])
    sessions.end_all(number)
    journal.append(held, {ref: [staff.lock_out(held[ref], tries=tries, until=until)]}, origin)


@journal.command
def change_password(*, number: str, password: Personal, token_hash: Personal, origin: Origin) -> None:
    """Give oneself a new password; every other desk is closed."""
    ref = staff.at(number)
    held = journal.load(write=[ref])
    sessions.set_password(number, password.text, is_initial=False)
    sessions.end_all(number, but=bytes.fromhex(token_hash.text))
    journal.append(held, {ref: [PasswordChanged()]}, origin)


@journal.command
def set_pin(*, number: str, pin: Personal, origin: Origin) -> None:
    """Give oneself a new PIN."""
    ref = staff.at(number)
    held = journal.load(write=[ref])
    sessions.set_pin(number, pin.text)
    journal.append(held, {ref: [PinSet()]}, origin)


def _load_other(ref: Ref[StaffMember], origin: Origin) -> Held:
    """Hold the record of another person, for somebody who keeps the register."""
    acting = staff.acting(origin.actor)
    if ref in acting:
        raise staff.OwnDuty("Somebody else must do this for you.")
    held = journal.load(write=[ref], guard=acting)
    staff.require(held, origin, Power.KEEP_STAFF)
    return held
