"""The patron register as it is read: who may look, what they are shown, and that every look is on the record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from casino import authority_table, journal, keys, personal_reads, selectors
from casino.domain import patron
from casino.domain.events import Sealed
from casino.domain.exclusion import Exclusion, Ground, power_over
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import FIELDS, Patron
from casino.domain.powers import BOOK_NAMES, GRANTS, Power
from casino.models import Patron as Row
from casino.people import AskedBy, require
from casino.refusing import NotFound
from casino.sessions import Person

READERS = (Power.KEEP_PATRONS, Power.EXCLUDE_PATRON, Power.EXCLUDE_FROM_GAME, Power.FORGET_PATRON)


@dataclass(frozen=True)
class Shown:
    """A patron as a page shows them: their row, and what is read of their name; nothing once they are forgotten."""

    row: Row
    name: str

    @property
    def title(self) -> str:
        """What stands in the place of a name."""
        return self.name or "Forgotten patron"

    @property
    def url(self) -> str:
        """Their page."""
        return reverse("patron", args=[self.row.id])


def look(request: AskedBy, patron_id: UUID, *, page_name: str) -> Shown:
    """A patron of this venue; being shown their name is on the record. A page that changes something needs one who is known."""
    row = row_of(request.person, patron_id)
    shown = Shown(row, selectors.name_of(row))
    if page_name != "patron":
        patron.require_known(journal.state(patron.at(row.id)))
    personal_reads.note(request.person, page_name, [row.id] if shown.name else [])
    return shown


def row_of(person: Person, patron_id: UUID) -> Row:
    """The row of a patron of this venue; nobody is shown anything by it."""
    row = selectors.patrons(person.venue).filter(id=str(patron_id)).first()
    if row is None:
        raise NotFound("Nobody is registered under this patron number at this venue.")
    return row


def is_reader(person: Person) -> bool:
    """Whether somebody has business with the register."""
    return any(person.may_somewhere(power) for power in READERS)


def require_reader(request: AskedBy) -> None:
    """Refuse the register to whoever has no business there."""
    if not is_reader(request.person):
        require(request, Power.KEEP_PATRONS)


def ways_to_exclude(person: Person) -> list[tuple[str, str]]:
    """What this person may exclude a patron from, and under which rule."""
    house = [(ground.value, f"{ground.value.capitalize()}, from the casino") for ground in Ground]
    books = [
        (book, f"From the games of {BOOK_NAMES[book]} ({authority_table.SHORT[book]} {grants[0].rule})")
        for book, grants in GRANTS[Power.EXCLUDE_FROM_GAME].items()
        if person.may(Power.EXCLUDE_FROM_GAME, book)
    ]
    return [*(house if person.may(Power.EXCLUDE_PATRON) else []), *books]


def clear_fields(shown: Shown, state: Patron) -> dict[str, str]:
    """What stands on the register, read with the patron's key; nothing once it is destroyed."""
    return {field: read(shown, field, getattr(state, field)) for field in FIELDS}


def read(shown: Shown, field: str, sealed: Sealed) -> str:
    """A sealed field, read with the patron's key; nothing once it is destroyed."""
    return (keys.unseal(f"patron-{shown.row.id}", field, sealed) or "") if sealed else ""


def masked(number: str) -> str:
    """The last four of a document's number: enough to tell it is the one that was seen."""
    return f"…{number[-4:]}" if len(number) > len("1234") else number


def may_end(person: Person, exclusion: Exclusion) -> bool:
    """Whether somebody may let a patron in again."""
    power, book = power_over(exclusion.scope)
    return person.may(power, book)


def in_state(state: str, today: GamingDay) -> Q:
    """Those of the register who are identified, or excluded, today; all if nothing is said."""
    match state:
        case "excluded":
            return Q(excluded_until__gte=today)
        case "identified":
            return Q(identified_until__gte=today)
        case _:
            return Q()


def is_until(last: date | None, today: GamingDay) -> bool:
    """Whether something that has a last day still holds."""
    return last is not None and last >= today
