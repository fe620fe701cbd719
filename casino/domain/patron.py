"""A patron: who they are, sealed under a key of their own; which documents were seen; what they are excluded from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, Protocol, assert_never

import msgspec

from casino.domain.aggregate import Aggregate, ReadingId, Ref, RuleId, State
from casino.domain.events import (
    ExclusionEnded,
    IdentificationSeen,
    PatronAmended,
    PatronExcluded,
    PatronForgotten,
    PatronId,
    PatronRegistered,
    Sealed,
)
from casino.domain.exclusion import CASINO, Exclusion, said
from casino.domain.gaming_day import GamingDay
from casino.domain.refusals import MoneyRefusal, Refusal

FIELDS = ("name", "born_on", "address", "phone", "email")
ADULT_YEARS = 18
PatronEvent = PatronRegistered | PatronAmended | IdentificationSeen | PatronExcluded | ExclusionEnded | PatronForgotten


class Document(StrEnum):
    """What says who somebody is."""

    DRIVER_LICENCE = "driver licence"
    PASSPORT = "passport"
    PHOTO_CARD = "photo card"
    IDENTITY_CARD = "national identity card"


class PatronUnknown(Refusal):
    """Nobody is registered under this id."""

    code = "patron-unknown"


class PatronKnown(Refusal):
    """Somebody is registered under this id already."""

    code = "patron-known"


class Forgotten(Refusal):
    """What was known of this patron has been destroyed."""

    code = "patron-forgotten"


class Nameless(Refusal):
    """A patron has a name."""

    code = "patron-nameless"


class UnderAge(Refusal):
    """No minor is a patron."""

    code = "patron-under-age"


class NothingAmended(Refusal):
    """What was said is what stands on the register."""

    code = "patron-unchanged"


class DocumentExpired(Refusal):
    """A document that has expired says nothing."""

    code = "identification-expired"


class AlreadyExcluded(Refusal):
    """The same exclusion is in force."""

    code = "exclusion-in-force"


class LastDayPassed(Refusal):
    """An exclusion lasts at least today."""

    code = "exclusion-last-day-passed"


class ExclusionUnknown(Refusal):
    """There is no such exclusion in force."""

    code = "exclusion-unknown"


class StillExcluded(Refusal):
    """Whoever is excluded cannot be forgotten: nobody would know whom to keep out."""

    code = "patron-still-excluded"


class NotAdmitted(MoneyRefusal):
    """An excluded patron wants to be let in, play or enter."""

    code = "patron-excluded"


class NotPayable(MoneyRefusal):
    """Money is due to an excluded patron, and no rule was named for paying it."""

    code = "patron-payment-needs-rule"


class Identification(msgspec.Struct, frozen=True):
    """A document as it was seen."""

    kind: str
    number: Sealed
    expires_on: date
    seen_by: str
    seen_on: GamingDay


class Holds(Protocol):
    """What a command has loaded."""

    def __getitem__(self, ref: Ref[Patron], /) -> Patron: ...


class Patron(State, frozen=True):
    """What is known of a patron."""

    name: Sealed = Sealed("")
    born_on: Sealed = Sealed("")
    address: Sealed = Sealed("")
    phone: Sealed = Sealed("")
    email: Sealed = Sealed("")
    identifications: tuple[Identification, ...] = ()  # the newest of each kind
    exclusions: tuple[Exclusion, ...] = ()
    is_forgotten: bool = False

    def exclusion(self, scope: str, on: GamingDay) -> Exclusion | None:
        """The exclusion that keeps them out on a gaming day: of the casino before of a game."""
        found = [each for each in self.exclusions if each.covers(scope) and each.is_in_force(on)]
        return min(found, key=lambda each: each.scope != CASINO, default=None)


def at(patron_id: str) -> Ref[Patron]:
    """The stream of a patron."""
    return AGGREGATE.at(patron_id)


def named(patron_id: PatronId | None) -> list[Ref[Patron]]:
    """The stream of the patron a command names, for it to guard; nobody's where play is anonymous."""
    return [at(patron_id)] if patron_id else []


def name_patron(held: Holds, patron_id: PatronId | None, *, scope: str, on: GamingDay) -> None:
    """Refuse a command that names somebody who is not on the register, or is excluded there."""
    for ref in named(patron_id):
        require_known(held[ref])
        require_admitted(held[ref], scope=scope, on=on)


def require_admitted(patron: Patron, *, scope: str, on: GamingDay) -> None:
    """Refuse an excluded patron, and say since when and by which rule."""
    exclusion = patron.exclusion(scope, on)
    if exclusion:
        raise NotAdmitted(f"{exclusion.words} They may not play or take part.", rule=exclusion.rule)


def require_payable(patron: Patron, *, scope: str, on: GamingDay, rule: str = "") -> None:
    """Let money go to a patron; to an excluded one only under a rule that is named. What is not paid is withheld by rule."""
    require_known(patron)
    exclusion = patron.exclusion(scope, on)
    if exclusion and not rule:
        raise NotPayable(
            f"{exclusion.words} Name the rule under which their money is paid, or withhold it under one.",
            rule=exclusion.rule,
        )


def require_known(patron: Patron) -> None:
    """Refuse whoever is not on the register, or not any more."""
    if patron.is_forgotten:
        raise Forgotten("What was known of this patron has been destroyed at their request.")
    if not patron.name:
        raise PatronUnknown("Nobody is registered under this patron number.")


def require_name(name: str) -> None:
    """Refuse a blank for a name."""
    if not name.strip():
        raise Nameless("Give the patron's name as it stands in their document.")


def require_adult(born_on: date, *, on: GamingDay) -> None:
    """Refuse a minor."""
    years = on.year - born_on.year - ((on.month, on.day) < (born_on.month, born_on.day))
    if years < ADULT_YEARS:
        raise UnderAge(f"Nobody under {ADULT_YEARS} may be in the casino: look at the date of birth again.")


def register(patron: Patron, *, sealed: Mapping[str, Sealed]) -> PatronRegistered:
    """Put a patron on the register."""
    if patron.name or patron.is_forgotten:
        raise PatronKnown("Somebody is registered under this patron number already.")
    return PatronRegistered(
        name=sealed["name"],
        born_on=sealed["born_on"],
        address=sealed["address"],
        phone=sealed["phone"],
        email=sealed["email"],
    )


def amend(patron: Patron, *, sealed: Mapping[str, Sealed]) -> PatronAmended:
    """Put right what stands on the register."""
    require_known(patron)
    if not sealed:
        raise NothingAmended("Nothing differs from what stands on the register.")
    return PatronAmended(
        name=sealed.get("name"),
        born_on=sealed.get("born_on"),
        address=sealed.get("address"),
        phone=sealed.get("phone"),
        email=sealed.get("email"),
    )


def see_identification(
    patron: Patron, *, kind: Document, number: Sealed, expires_on: date, seen_by: str, on: GamingDay
) -> IdentificationSeen:
    """Note a document that says who the patron is."""
    require_known(patron)
    if expires_on < on:
        raise DocumentExpired(f"This {kind} expired on {said(expires_on)}: ask for another document.")
    return IdentificationSeen(kind=kind, number=number, expires_on=expires_on, seen_by=seen_by, seen_on=on)


def exclude(
    patron: Patron,
    *,
    exclusion: str,
    ground: str,
    reference: Sealed,
    rule: RuleId,
    on: GamingDay,
    scope: str = CASINO,
    last_day: GamingDay | None = None,
    readings: Sequence[ReadingId] = (),
) -> PatronExcluded:
    """Keep a patron out of the casino, or of the games of a book, from today on (X-15)."""
    require_known(patron)
    if any((each.ground, each.scope) == (ground, scope) and each.is_in_force(on) for each in patron.exclusions):
        raise AlreadyExcluded("The same exclusion is in force: end it before another begins.")
    if last_day is not None and last_day < on:
        raise LastDayPassed(f"{said(last_day)} has passed: an exclusion lasts at least today.")
    return PatronExcluded(
        exclusion=exclusion,
        ground=ground,
        scope=scope,
        from_day=on,
        last_day=last_day,
        reference=reference,
        rule=(rule,),
        readings=tuple(readings),
    )


def find_exclusion(patron: Patron, exclusion: str, *, on: GamingDay) -> Exclusion:
    """An exclusion in force."""
    require_known(patron)
    found = [each for each in patron.exclusions if each.id == exclusion and each.is_in_force(on)]
    if not found:
        raise ExclusionUnknown("No such exclusion of this patron is in force.")
    return found[0]


def end_exclusion(patron: Patron, *, exclusion: str, reference: Sealed, on: GamingDay) -> ExclusionEnded:
    """Let a patron in again from today on."""
    return ExclusionEnded(exclusion=find_exclusion(patron, exclusion, on=on).id, from_day=on, reference=reference)


def forget(patron: Patron, *, on: GamingDay) -> PatronForgotten:
    """Forget a patron at their request; an excluded one stays known while the exclusion lasts."""
    require_known(patron)
    lasting = next((each for each in patron.exclusions if each.is_in_force(on)), None)
    if lasting:
        raise StillExcluded(f"{lasting.words} Until that ends they must stay known, so that they can be kept out.")
    return PatronForgotten()


def evolve(patron: Patron, event: PatronEvent) -> Patron:
    """The patron after an event."""
    match event:
        case PatronRegistered():
            return Patron(name=event.name, born_on=event.born_on, address=event.address, phone=event.phone, email=event.email)
        case PatronAmended():
            return patron.but(**_amended(event))
        case IdentificationSeen():
            return patron.but(identifications=_seen(patron, event))
        case PatronExcluded():
            return patron.but(exclusions=(*patron.exclusions, _excluding(event)))
        case ExclusionEnded():
            return patron.but(exclusions=tuple(_ended(each, event) for each in patron.exclusions))
        case PatronForgotten():
            return Patron(is_forgotten=True)
        case _:
            assert_never(event)


def _amended(event: PatronAmended) -> dict[str, Any]:
    told = {field: getattr(event, field) for field in FIELDS}
    return {field: sealed for field, sealed in told.items() if sealed is not None}


def _seen(patron: Patron, event: IdentificationSeen) -> tuple[Identification, ...]:
    seen = Identification(event.kind, event.number, event.expires_on, event.seen_by, event.seen_on)
    return (*(each for each in patron.identifications if each.kind != event.kind), seen)


def _excluding(event: PatronExcluded) -> Exclusion:
    return Exclusion(
        event.exclusion,
        event.ground,
        event.scope,
        ", ".join(event.rule),
        event.from_day,
        event.last_day,
        event.reference,
    )


def _ended(exclusion: Exclusion, event: ExclusionEnded) -> Exclusion:
    return msgspec.structs.replace(exclusion, ended_on=event.from_day) if exclusion.id == event.exclusion else exclusion


AGGREGATE = Aggregate("patron", Patron(), evolve, guardable=True)
