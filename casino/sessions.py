"""People at work: who sits behind a browser, at which desk, for how long; and what locks them out."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.hashers import check_password, make_password
from django.db import connection

from casino import selectors
from casino.domain import staff
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE, Power, Role
from casino.domain.refusals import Refusal
from casino.domain.staff import StaffMember
from casino.journal import Actor, codec, reading
from casino.journal.database import execute
from casino.models import LogInTries, Password, Session

SEEN_EVERY = timedelta(seconds=30)
KEPT = timedelta(days=2)  # longer than any session lasts
TRUE = "t"  # as PostgreSQL writes it
_NOBODY = make_password(secrets.token_urlsafe())
_PERSON = b"""
    SELECT s.number, s.venue, s.desk, s.opened_at, s.seen_at, s.is_locked, m.name, p.is_initial, h.state_version, h.state,
           journal.now()
      FROM casino_session s
      JOIN casino_password p ON p.number = s.number
      JOIN casino_staffmember m ON m.id = s.number
      JOIN journal.head h ON h.stream = 'staff-' || s.number
     WHERE s.token_hash = decode($1, 'hex')"""
_GOING_ON = """
    SELECT s.token_hash, s.venue, s.opened_at, journal.now()
      FROM casino_session s
      JOIN casino_staffmember m ON m.id = s.number AND m.is_engaged
     WHERE s.token_hash = ANY (%s)"""
_COUNT = """
    INSERT INTO casino_logintries AS t (number, failures, last_at, locked_until)
    VALUES (%(number)s, 1, %(now)s, CASE WHEN 1 >= %(tries)s THEN %(until)s END)
        ON CONFLICT (number) DO UPDATE SET last_at = %(now)s, (failures, locked_until) = (
           SELECT counted, CASE WHEN counted >= %(tries)s THEN %(until)s END FROM (
           SELECT CASE WHEN t.locked_until IS NOT NULL OR t.last_at < %(now)s - (%(until)s - %(now)s) THEN 1
                       ELSE t.failures + 1 END) AS tried(counted))
     WHERE t.locked_until IS NULL OR t.locked_until <= %(now)s
    RETURNING failures"""


class LogInRefused(Refusal):
    """The number or the password is wrong: which of them is nobody's business."""

    code = "log-in-refused"


class PinRefused(Refusal):
    """The number or the PIN is wrong, or there is none: which of them is nobody's business."""

    code = "pin-refused"


class LockedOut(Refusal):
    """Too many wrong passwords or PINs."""

    code = "log-in-locked"


@dataclass(frozen=True)
class Person:
    """Somebody of the house at work."""

    number: str
    name: str
    venue: VenueId
    desk: str
    member: StaffMember
    token_hash: bytes
    seen_at: Instant
    is_locked: bool
    has_first_password: bool
    now: Instant

    @property
    def actor(self) -> Actor:
        """How entries name them."""
        return Actor(f"{staff.ACTOR}{self.number}")

    def may(self, power: Power, book: str = HOUSE) -> bool:
        """Whether they hold a power at the games of a book, or in the house."""
        return self.member.standing(power, book) is not None

    def may_somewhere(self, power: Power) -> bool:
        """Whether they hold a power at the games of any book."""
        return any(self.may(power, book) for book in staff.BOOKS)

    def role_for(self, power: Power, book: str = HOUSE) -> Role | None:
        """The role in which they would exercise a power; their first one if in none, for a refusal names somebody too."""
        found = self.member.standing(power, book)
        return found[0] if found else next(iter(self.member.roles), None)


def person_of(token: str) -> Person | None:
    """Who holds this token: nobody once the session is over, its time is up, or they have left."""
    token_hash = hash_of(token)
    found = execute(_PERSON, [token_hash.hex().encode()])  # prepared: every request asks this
    if not found.ntuples:
        return None
    row = [(found.get_value(0, column) or b"").decode() for column in range(found.nfields)]
    number, venue, desk, opened, seen, is_locked, name, is_initial, state_version, state, clock = row
    opened_at, seen_at, now = Instant.parse(opened), Instant.parse(seen), Instant.parse(clock)
    member = _member(number, int(state_version), state)
    limits = selectors.limits(VenueId(venue), now)
    if not member.is_engaged or now - opened_at > timedelta(hours=limits[Name.SESSION_LENGTH]):
        return None
    is_idle = now - seen_at > timedelta(minutes=limits[Name.IDLE_LOCK])
    return Person(
        number=number,
        name=name,
        venue=VenueId(venue),
        desk=desk,
        member=member,
        token_hash=token_hash,
        seen_at=seen_at,
        is_locked=is_locked == TRUE or is_idle,
        has_first_password=is_initial == TRUE,
        now=now,
    )


def check(number: str, password: str, *, tries: int, minutes: int, now: Instant) -> Instant | None:
    """Refuse a wrong password, the same way for a number nobody has. The last one allowed locks it: until when is returned."""
    known = Password.objects.filter(number=number).first()
    wrong = LogInRefused("The staff number or the password is wrong.")
    return _check(number, password, known.hash if known else None, wrong, tries=tries, minutes=minutes, now=now)


def check_pin(number: str, pin: str, *, tries: int, minutes: int, now: Instant) -> Instant | None:
    """Refuse a wrong PIN as a wrong password is refused: they count together."""
    known = Password.objects.filter(number=number).exclude(pin_hash="").first()
    wrong = PinRefused("The staff number or the PIN is wrong.")
    return _check(number, pin, known.pin_hash if known else None, wrong, tries=tries, minutes=minutes, now=now)


def _check(
    number: str, given: str, known: str | None, wrong: Refusal, *, tries: int, minutes: int, now: Instant
) -> Instant | None:
    until = Instant.of(now + timedelta(minutes=minutes))
    failures = _count_try(number, tries=tries, now=now, until=until)  # before looking: several at once are several
    if failures is None:
        raise LockedOut(f"This number is locked for another {_minutes(_locked_until(number) or now, now)}.")
    if check_password(given, known or _NOBODY) and known:
        _forgive(number, locked_until=until if failures >= tries else None)
        return None
    if failures < tries:
        raise type(wrong)(f"{wrong.sentence} {tries - failures} of {tries} tries left.")
    return until


def begin(token: str, *, number: str, venue: VenueId, desk: str, at_most: int, now: Instant) -> None:
    """Let a person work at a desk; beyond so many desks, the one least lately seen is closed."""
    Session.objects.create(token_hash=hash_of(token), number=number, venue=venue, desk=desk, opened_at=now, seen_at=now)
    surplus = Session.objects.filter(number=number).order_by("-seen_at", "-opened_at").values_list("pk", flat=True)[at_most:]
    Session.objects.filter(pk__in=list(surplus)).delete()


def see(person: Person) -> None:
    """Note that a person is active, at most every half a minute."""
    if person.now - person.seen_at > SEEN_EVERY:
        Session.objects.filter(token_hash=person.token_hash).update(seen_at=person.now)


def going_on(token_hashes: Iterable[bytes]) -> set[bytes]:
    """Which of these sessions are not over."""
    with connection.cursor() as cursor:
        cursor.execute(_GOING_ON, [list(token_hashes)])
        rows = cursor.fetchall()
    return {
        bytes(token_hash)
        for token_hash, venue, opened_at, now in rows
        if now - opened_at <= timedelta(hours=selectors.limits(VenueId(venue), Instant.of(now))[Name.SESSION_LENGTH])
    }


def lock(person: Person) -> None:
    """Lock a desk: the page stays, the password opens it."""
    Session.objects.filter(token_hash=person.token_hash).update(is_locked=True)


def unlock(person: Person) -> None:
    """Open a locked desk."""
    Session.objects.filter(token_hash=person.token_hash).update(is_locked=False, seen_at=person.now)


def end(token_hash: bytes) -> None:
    """Close a desk."""
    Session.objects.filter(token_hash=token_hash).delete()


def end_all(number: str, *, but: bytes = b"") -> None:
    """Close every desk of a person, but perhaps the one they sit at."""
    Session.objects.filter(number=number).exclude(token_hash=but).delete()


def set_password(number: str, password: str, *, is_initial: bool) -> None:
    """Keep what a password is checked against."""
    Password.objects.update_or_create(number=number, defaults={"hash": make_password(password), "is_initial": is_initial})


def set_pin(number: str, pin: str) -> None:
    """Keep what a PIN is checked against, beside the password."""
    Password.objects.filter(number=number).update(pin_hash=make_password(pin))


def has_pin(number: str) -> bool:
    """Whether a person has a PIN."""
    return Password.objects.filter(number=number).exclude(pin_hash="").exists()


def keep_first_password(number: str) -> None:
    """Let a person of the demo keep the password everybody knows."""
    Password.objects.filter(number=number).update(is_initial=False)


def let_in_again(number: str) -> None:
    """Forget the tries of a number, and open it if it is locked."""
    LogInTries.objects.filter(number=number).delete()


def forget_old(now: Instant) -> None:
    """Forget wrong tries and sessions of yesterday: nobody waits for them."""
    LogInTries.objects.filter(last_at__lt=now - KEPT).exclude(locked_until__gt=now).delete()
    Session.objects.filter(seen_at__lt=now - KEPT).delete()


def new_token() -> str:
    """A token nobody can guess."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def _member(number: str, state_version: int, state: str) -> StaffMember:
    if state_version != staff.AGGREGATE.state_version:
        return reading.state(staff.at(number))
    return codec.decode(StaffMember, state)


def _count_try(number: str, *, tries: int, now: Instant, until: Instant) -> int | None:
    """How many tries there have been, this one included, and lock the number with the last one allowed; None if it is locked.

    Those longer ago than a lock lasts, and those before a lock that is over, are forgotten.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"number": number, "tries": tries, "now": now, "until": until})
        row = cursor.fetchone()
    return int(row[0]) if row else None


def _forgive(number: str, *, locked_until: Instant | None) -> None:
    """Forget the tries of a number, and the lock of this try; a lock that another try has set meanwhile stands."""
    LogInTries.objects.filter(number=number, locked_until=locked_until).delete()


def _locked_until(number: str) -> Instant | None:
    until = LogInTries.objects.filter(number=number).values_list("locked_until", flat=True).first()
    return Instant.of(until) if until else None


def _minutes(until: Instant, now: Instant) -> str:
    minutes = max(1, round((until - now) / timedelta(minutes=1)))
    return f"{minutes} minutes" if minutes > 1 else "minute"
