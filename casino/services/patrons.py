"""The patron register: who is known, by which document, who is excluded, and who has been forgotten."""

from __future__ import annotations

from datetime import date

from casino import authority_table, journal, keys
from casino.domain import authority, patron, reads, staff, venue
from casino.domain.aggregate import ReadingId, Ref, RuleId
from casino.domain.events import PatronId, PersonalDataRead, Sealed
from casino.domain.exclusion import BY_THE_BOOK, EXCLUSION_LAW, Ground, power_over
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Jurisdiction
from casino.domain.patron import Document, Patron
from casino.domain.powers import HOUSE, Power
from casino.journal import Held, Origin, Personal


@journal.command
def register_patron(
    *, name: Personal, born_on: Personal, address: Personal, phone: Personal, email: Personal, origin: Origin
) -> PatronId:
    """Put a patron on the register, every field sealed under a key of their own."""
    patron_id = PatronId(str(origin.new_id("patron")))
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.KEEP_PATRONS)
    patron.require_name(name.text)
    patron.require_adult(date.fromisoformat(born_on.text), on=held.gaming_day)
    given = {"name": name, "born_on": born_on, "address": address, "phone": phone, "email": email}
    registered = patron.register(held[ref], sealed=_sealed(ref, given, origin))
    journal.append(held, {ref: [registered]}, origin, answer=patron_id)
    return patron_id


@journal.command
def amend_patron(
    *,
    patron_id: str,
    name: Personal | None = None,
    born_on: Personal | None = None,
    address: Personal | None = None,
    phone: Personal | None = None,
    email: Personal | None = None,
    origin: Origin,
) -> None:
    """Put right what stands on the register; what is not given stays."""
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.KEEP_PATRONS)
    patron.require_known(held[ref])
    if name:
        patron.require_name(name.text)
    if born_on:
        patron.require_adult(date.fromisoformat(born_on.text), on=held.gaming_day)
    told = {"name": name, "born_on": born_on, "address": address, "phone": phone, "email": email}
    given = {field: text for field, text in told.items() if text is not None}
    journal.append(held, {ref: [patron.amend(held[ref], sealed=_sealed(ref, given, origin))]}, origin)


@journal.command
def record_identification(*, patron_id: str, kind: Document, number: Personal, expires_on: date, origin: Origin) -> None:
    """Note a document that whoever asks has seen."""
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.KEEP_PATRONS)
    patron.require_known(held[ref])
    seen = patron.see_identification(
        held[ref],
        kind=kind,
        number=keys.seal(ref.stream, "number", number.text, origin.request_id),
        expires_on=expires_on,
        seen_by=origin.actor,
        on=held.gaming_day,
    )
    journal.append(held, {ref: [seen]}, origin)


@journal.command
def exclude_patron(
    *, patron_id: str, ground: Ground, reference: Personal, last_day: GamingDay | None = None, origin: Origin
) -> str:
    """Keep a patron out of the casino: by their own wish or by an order."""
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.EXCLUDE_PATRON)
    patron.require_known(held[ref])
    jurisdiction = Jurisdiction(journal.state(venue.AGGREGATE.at(origin.venue)).jurisdiction)
    excluded = patron.exclude(
        held[ref],
        exclusion=str(origin.new_id("exclusion")),
        ground=ground,
        reference=keys.seal(ref.stream, "reference", reference.text, origin.request_id),
        rule=EXCLUSION_LAW[jurisdiction],
        last_day=last_day,
        on=held.gaming_day,
    )
    journal.append(held, {ref: [excluded]}, origin, answer=excluded.exclusion)
    return excluded.exclusion


@journal.command
def exclude_from_game(*, patron_id: str, book: str, reference: Personal, origin: Origin) -> str:
    """Keep a patron out of the games of a book under that book's rule, until it is lifted (X-15)."""
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.EXCLUDE_FROM_GAME, book=book)
    patron.require_known(held[ref])
    grant = authority.granted(book, Power.EXCLUDE_FROM_GAME)[0]
    excluded = patron.exclude(
        held[ref],
        exclusion=str(origin.new_id("exclusion")),
        ground=BY_THE_BOOK,
        scope=book,
        reference=keys.seal(ref.stream, "reference", reference.text, origin.request_id),
        rule=RuleId(f"{authority_table.SHORT[book]} {grant.rule}"),
        readings=[ReadingId(each) for each in grant.readings],
        on=held.gaming_day,
    )
    journal.append(held, {ref: [excluded]}, origin, answer=excluded.exclusion)
    return excluded.exclusion


@journal.command
def end_exclusion(*, patron_id: str, exclusion: str, reference: Personal, origin: Origin) -> None:
    """Let a patron in again; whoever might exclude them so may end it."""
    ref = patron.at(patron_id)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    found = patron.find_exclusion(held[ref], exclusion, on=held.gaming_day)
    power, book = power_over(found.scope)
    staff.require(held, origin, power, book=book)
    sealed = keys.seal(ref.stream, "reference", reference.text, origin.request_id)
    ended = patron.end_exclusion(held[ref], exclusion=exclusion, reference=sealed, on=held.gaming_day)
    journal.append(held, {ref: [ended]}, origin)


@journal.command
def forget_patron(*, patron_id: str, origin: Origin) -> None:
    """Destroy a patron's key, as another person has approved: nobody reads what was sealed under it again."""
    ref = patron.at(patron_id)
    held = _load(ref, origin, Power.FORGET_PATRON)
    journal.require_approval()
    forgotten = patron.forget(held[ref], on=held.gaming_day)
    keys.destroy(ref.stream)
    journal.append(held, {ref: [forgotten]}, origin)


@journal.command
def record_read(*, patrons: tuple[str, ...], page: str, origin: Origin) -> None:
    """Put on the record whose personal data a member of staff is shown."""
    ref = reads.at(origin.venue, origin.actor.removeprefix(staff.ACTOR))
    held = journal.load(write=[ref])
    journal.append(held, {ref: [PersonalDataRead(patrons=patrons, page=page)]}, origin)


def _load(ref: Ref[Patron], origin: Origin, power: Power, *, book: str = HOUSE) -> Held:
    """Hold a patron's record, for somebody who has the power."""
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, power, book=book)
    return held


def _sealed(ref: Ref[Patron], given: dict[str, Personal], origin: Origin) -> dict[str, Sealed]:
    return {field: keys.seal(ref.stream, field, text.text, origin.request_id) for field, text in given.items()}
