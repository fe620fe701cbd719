"""Reads of the ground that are shared or not trivial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Concat

from casino import journal, keys, name_search
from casino.domain import parameters, staff, venue
from casino.domain.events import Sealed, VenueId
from casino.domain.gaming_day import GamingDay, day_at, rule_of
from casino.domain.instant import Instant
from casino.domain.parameters import LAW, Dated, Jurisdiction, Name
from casino.domain.powers import Power
from casino.journal import calendars, codec
from casino.models import Approval, Deed, Parameter, Patron, Session, StaffMember, SubjectKey, Venue

MACHINE = "device/"  # before the name of a machine that acts


def venues() -> list[Venue]:
    """The venues on the books."""
    return list(Venue.objects.order_by("name"))


def in_force(venue_id: VenueId, name: Name, *, on: GamingDay) -> Dated:
    """What a parameter of dated law says at a venue on a gaming day, and by which source."""
    return journal.state(parameters.at(venue_id, name)).on(on)


def now() -> Instant:
    """The database's time: no other clock counts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT journal.now()")
        return Instant.of(cursor.fetchone()[0])


def staff_members(venue_id: VenueId) -> QuerySet[StaffMember]:
    """Who works or has worked at a venue, by name."""
    return StaffMember.objects.filter(venue=venue_id).order_by("name", "id")


def home_of(number: str) -> VenueId | None:
    """The venue a member of staff works at; nothing where nobody has the number."""
    home = StaffMember.objects.filter(id=number).values_list("venue", flat=True).first()
    return VenueId(home) if home else None


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """The names behind `staff/812`; a machine is called by its name, and what is neither keeps its own."""
    numbers = [actor.removeprefix(staff.ACTOR) for actor in actors if actor.startswith(staff.ACTOR)]
    known = dict(StaffMember.objects.filter(id__in=numbers).values_list("id", "name"))
    return {actor: known.get(actor.removeprefix(staff.ACTOR)) or _name_of_a_machine(actor) for actor in actors}


def _name_of_a_machine(actor: str) -> str:
    return actor.partition(".")[2] if actor.startswith(MACHINE) else actor


def local(venue_id: VenueId, at: Instant) -> datetime:
    """A moment as the venue's clocks show it."""
    return at.astimezone(zone(venue_id, at))


def zone(venue_id: VenueId, at: Instant) -> ZoneInfo:
    """The zone in which a venue's clocks go at a moment."""
    calendar = calendars.of(venue_id)
    return ZoneInfo(rule_of(calendar, day_at(calendar, at)).zone)


def deeds_of(actor: str, *, at_most: int) -> list[Deed]:
    """What somebody did lately, the newest first."""
    return list(Deed.objects.filter(actor=actor).order_by("-position")[:at_most])


def gaming_day(venue_id: VenueId, now: Instant) -> GamingDay:
    """The gaming day of a venue at a moment."""
    return day_at(calendars.of(venue_id), now)


def limits(venue_id: VenueId, now: Instant) -> Mapping[Name, int]:
    """Everything the law and the house say at a venue today. What a day began under holds until it ends, so it is kept."""
    return _limits(venue_id, gaming_day(venue_id, now))


@lru_cache(maxsize=64)
def _limits(venue_id: VenueId, day: GamingDay) -> Mapping[Name, int]:
    jurisdiction = Jurisdiction(journal.state(venue.AGGREGATE.at(venue_id)).jurisdiction)
    names = dict.fromkeys(provision.name for provision in LAW[jurisdiction] if provision.from_day <= day)
    return {name: in_force(venue_id, name, on=day).value for name in names}


def approvals(venue_id: VenueId) -> QuerySet[Approval]:
    """What anybody at a venue has asked another person to sign."""
    return Approval.objects.filter(venue=venue_id)


def holders(venue_id: VenueId, power: Power, book: str) -> list[tuple[str, bool]]:
    """Who holds a power at a venue, by name, and whether they are at work now; each as their actor."""
    known = StaffMember.objects.filter(venue=venue_id, is_engaged=True).order_by("name").values_list("id", "state")
    numbers = [id_ for id_, state in known if codec.decode(staff.StaffMember, state).standing(power, book)]
    at_work = set(Session.objects.filter(venue=venue_id, number__in=numbers, is_locked=False).values_list("number", flat=True))
    return [(f"{staff.ACTOR}{number}", number in at_work) for number in numbers]


def forget() -> None:
    """Read calendars and law anew."""
    calendars.forget()
    _limits.cache_clear()


def patrons(venue_id: VenueId, words: str = "") -> QuerySet[Patron]:
    """The patrons of a venue whose names have all these words, or whose number begins so, each with their key as it is kept."""
    key = SubjectKey.objects.filter(subject=Concat(Value("patron-"), OuterRef("id"))).values("wrapped")
    known = Patron.objects.filter(venue=venue_id).annotate(key=Subquery(key))
    if not words.strip():
        return known
    tokens = name_search.wanted(venue_id, words)
    by_number = Q(id__startswith=words.strip().lower())
    return known.filter(by_number | Q(tokens__contains=tokens) if tokens else by_number)


def name_of(row: Patron) -> str:
    """A patron's name, of a row that came with its key; nothing once they have been forgotten."""
    key: memoryview | bytes | None = getattr(row, "key", None)
    return keys.unseal_with(bytes(key), f"patron-{row.id}", "name", Sealed(row.name)) if key and row.name else ""


def sessions_open() -> int:
    """At how many desks somebody is logged in."""
    return Session.objects.count()


def dated_law(venue_id: VenueId) -> dict[str, list[Parameter]]:
    """Every value of dated law at a venue, by parameter, the earliest first."""
    found: dict[str, list[Parameter]] = {}
    for row in Parameter.objects.filter(venue=venue_id).order_by("name", "from_day"):
        found.setdefault(row.name, []).append(row)
    return found
