"""The demo floor: made by the services, always the same, refused outside the demo environment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID, uuid5

from django.conf import settings

from casino import approving, selectors, services, sessions
from casino.domain.events import VenueId
from casino.domain.exclusion import Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.parameters import Jurisdiction, Name
from casino.domain.patron import Document
from casino.domain.powers import AC, CC, DF, HOUSE, IR, SB, Role
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, Personal, PlaceId
from casino.journal import Role as ActingRole

_REQUESTS = UUID("b2a9a1de-0f0e-4a52-9b43-6f2c3ad4c2f7")
_ASKED_AT = Instant.parse("2026-11-17T00:00:00.000000Z")


class NotTheDemo(Refusal):
    """Demo data has no place among real facts."""

    code = "demo-refused"


@dataclass(frozen=True)
class DemoVenue:
    """A casino of the demo."""

    id: VenueId
    name: str
    jurisdiction: Jurisdiction
    zone: str


VENUES = (
    DemoVenue(VenueId("star"), "The Star", Jurisdiction.NEW_SOUTH_WALES, "Australia/Sydney"),
    DemoVenue(VenueId("crown"), "Crown", Jurisdiction.VICTORIA, "Australia/Melbourne"),
    DemoVenue(VenueId("practice"), "Practice", Jurisdiction.NEW_SOUTH_WALES, "Australia/Sydney"),
)
OPENERS: list[Callable[[], None]] = []  # what apps to the right open of the demo once the casinos are open, each in turn
DAY_CHANGES_AT_HOUR = 6
PASSWORD = "demo-pitledger-2026"  # noqa: S105 - of invented people, refused outside the demo
PIN = "402816"
PROPOSED_AHEAD = timedelta(days=60)
PROPOSAL_WAITS = timedelta(hours=12)  # longer than a preview lives, so that the demo has something to sign
DESKS = {
    "floor2": "Floor office 2",
    "cage1": "Cage desk 1",
    "cage3": "Cage desk 3",
    "marketing": "Marketing",
    "inspectorate": "Inspectors' room",
    "systems": "Systems",
}


@dataclass(frozen=True)
class DemoPerson:
    """Somebody who works at a demo venue: of which kind, under which number, as what and where."""

    kind: str
    number: str
    name: str
    venue: VenueId
    duties: tuple[tuple[Role, tuple[str, ...]], ...]


_STAR, _CROWN, _PRACTICE = VenueId("star"), VenueId("crown"), VenueId("practice")
_AT_STAR = (AC, IR, SB, DF)
PEOPLE = (
    DemoPerson("Casino operator", "40001", "Ruth Adeyemi", _STAR, ((Role.CASINO_OPERATOR, (HOUSE, *_AT_STAR)),)),
    DemoPerson("Casino operator", "40002", "Marcus Webb", _STAR, ((Role.CASINO_OPERATOR, (HOUSE, *_AT_STAR)),)),
    DemoPerson(
        "Assistant gaming manager", "40718", "Helen Vassallo", _STAR, ((Role.ASSISTANT_GAMING_MANAGER, (HOUSE, *_AT_STAR)),)
    ),
    DemoPerson(
        "Assistant gaming manager", "40721", "Tomasz Wielgosz", _STAR, ((Role.ASSISTANT_GAMING_MANAGER, (HOUSE, *_AT_STAR)),)
    ),
    DemoPerson("Casino supervisor", "40655", "Dana Whitlock", _STAR, ((Role.CASINO_SUPERVISOR, (HOUSE, AC, IR, DF)),)),
    DemoPerson(
        "Electronic gaming attendant",
        "41207",
        "Sefa Tuilagi",
        _STAR,
        ((Role.ELECTRONIC_GAMING_ATTENDANT, (AC,)), (Role.ELECTRONIC_GAMING_HOST, (SB,))),
    ),
    DemoPerson("Gaming supervisor", "40588", "Ingrid Solberg", _STAR, ((Role.GAMING_SUPERVISOR, (DF,)),)),
    DemoPerson("Dealer", "41333", "Liam Kerr", _STAR, ((Role.DEALER, (DF,)),)),
    DemoPerson("Dealer", "41334", "Amara Diallo", _STAR, ((Role.DEALER, (DF,)),)),
    DemoPerson("Cashier", "42016", "Priya Nair", _STAR, ((Role.CASHIER, (HOUSE,)),)),
    DemoPerson("Cage manager", "42002", "Owen Brandt", _STAR, ((Role.CAGE_MANAGER, (HOUSE,)),)),
    DemoPerson("Marketing officer", "43110", "Mei Tan", _STAR, ((Role.MARKETING_OFFICER, (HOUSE,)),)),
    DemoPerson("Inspector", "90007", "Joan Ferreira", _STAR, ((Role.INSPECTOR, (HOUSE, *_AT_STAR)),)),
    DemoPerson("System administrator", "44001", "Anil Rao", _STAR, ((Role.SYSTEM_ADMINISTRATOR, (HOUSE,)),)),
    DemoPerson("Casino operator", "50001", "Grace Okafor", _CROWN, ((Role.CASINO_OPERATOR, (HOUSE, CC)),)),
    DemoPerson("Casino operator", "50002", "Peter Lindqvist", _CROWN, ((Role.CASINO_OPERATOR, (HOUSE, CC)),)),
    DemoPerson("Pit boss", "50310", "Nadia Rossi", _CROWN, ((Role.PIT_BOSS, (HOUSE, CC)),)),
    DemoPerson("Boxperson", "50422", "Sam Petrakis", _CROWN, ((Role.BOXPERSON, (CC,)),)),
    DemoPerson("Boxperson", "50423", "Imran Sheikh", _CROWN, ((Role.BOXPERSON, (CC,)),)),
    DemoPerson("Dealer", "50511", "Chloe Tran", _CROWN, ((Role.DEALER, (CC,)),)),
    DemoPerson("Dealer", "50533", "Amara Silva", _CROWN, ((Role.DEALER, (CC,)),)),
    DemoPerson("Stickperson", "50518", "Theo Papas", _CROWN, ((Role.STICKPERSON, (CC,)),)),
    DemoPerson("Inspector", "90011", "David Chen", _CROWN, ((Role.INSPECTOR, (HOUSE, CC)),)),
    DemoPerson(
        "Assistant gaming manager", "60718", "Noor Haddad", _PRACTICE, ((Role.ASSISTANT_GAMING_MANAGER, (HOUSE, AC, IR, SB)),)
    ),
    DemoPerson("Casino supervisor", "60655", "Elena Petrova", _PRACTICE, ((Role.CASINO_SUPERVISOR, (HOUSE, DF)),)),
    DemoPerson("Gaming supervisor", "60588", "Kofi Mensah", _PRACTICE, ((Role.GAMING_SUPERVISOR, (DF,)),)),
    DemoPerson("Pit boss", "60310", "Yuki Tanaka", _PRACTICE, ((Role.PIT_BOSS, (HOUSE, CC)),)),
    DemoPerson("Boxperson", "60422", "Hugh Macleod", _PRACTICE, ((Role.BOXPERSON, (CC,)),)),
    DemoPerson("Boxperson", "60423", "Lucia Romero", _PRACTICE, ((Role.BOXPERSON, (CC,)),)),
    DemoPerson("Stickperson", "60533", "Samir Haidar", _PRACTICE, ((Role.STICKPERSON, (CC,)),)),
    DemoPerson("Dealer", "61333", "Olga Novak", _PRACTICE, ((Role.DEALER, (DF,)),)),
    DemoPerson("Dealer", "61334", "Ben Achterberg", _PRACTICE, ((Role.DEALER, (CC,)),)),
    DemoPerson("Dealer", "61335", "Fatima Zahra", _PRACTICE, ((Role.DEALER, (CC,)),)),
)


@dataclass(frozen=True)
class DemoPatron:
    """An invented patron of a demo venue."""

    venue: VenueId
    name: str
    born_on: str
    address: str
    phone: str = ""
    email: str = ""
    passport: str = ""  # its number, if it was seen
    excluded_by: str = ""  # the signed request of a self-exclusion


PATRONS = (
    DemoPatron(_STAR, "Ada Quinn", "1979-04-02", "4 Quarry Lane\nPyrmont NSW 2009", "0491 570 006", passport="PA4401821"),
    DemoPatron(_STAR, "Bruno Takács", "1991-12-30", "18 Harris Street\nUltimo NSW 2007", email="bruno@example.com"),
    DemoPatron(_STAR, "Sinéad O'Brien", "1968-07-11", "2/77 Union Street\nPyrmont NSW 2009", excluded_by="SE 2026/0118"),
    DemoPatron(_STAR, "Wei Ng", "1985-01-19", "9 Bank Street\nChippendale NSW 2008", "0491 570 157"),
    DemoPatron(_CROWN, "Carla Mendes", "1974-09-23", "31 Clarendon Street\nSouthbank VIC 3006", passport="PB7712094"),
    DemoPatron(_CROWN, "Dmitri Halász", "1988-03-05", "12 Power Street\nSouthbank VIC 3006", excluded_by="SE 2026/0031"),
    DemoPatron(_CROWN, "Esther Lowe", "1995-10-14", "5 City Road\nMelbourne VIC 3000", "0491 571 266", "esther@example.com"),
)
PASSPORT_EXPIRES = date(2034, 6, 30)


def open_demo() -> None:
    """Open the casinos under their law. Run again, it changes nothing: the same requests have the same answers."""
    if not settings.IS_DEMO:
        raise NotTheDemo("Demo data is made in the demo environment only (ENVIRONMENT=demo).")
    for venue in VENUES:
        open_venue(venue)
    for person in PEOPLE:
        engage(person)
    for patron in PATRONS:
        _register(patron)
    _propose_law()
    for opener in OPENERS:
        opener()


def open_venue(venue: DemoVenue) -> None:
    """Open one casino under its law, and name its desks."""
    services.open_venue(
        name=venue.name,
        jurisdiction=venue.jurisdiction,
        zone=venue.zone,
        hour=DAY_CHANGES_AT_HOUR,
        origin=origin(venue.id, "open-venue"),
    )
    services.adopt_law(jurisdiction=venue.jurisdiction, origin=origin(venue.id, "adopt-law"))
    for desk, name in DESKS.items():
        services.name_desk(desk=desk, name=name, origin=origin(venue.id, f"desk:{desk}"))


def _propose_law() -> None:
    """Marcus Webb asks another operator of The Star to sign a lower cash limit; each gaming day the demo is opened, anew."""
    today = selectors.gaming_day(_STAR, selectors.now())
    asked = origin(_STAR, f"propose-law:{today}")
    approving.put(
        services.set_parameter,
        {
            "name": Name.CASH_PER_DAY,
            "value": 2_500_00,
            "from_day": GamingDay.of(today + PROPOSED_AHEAD),
            "source": "Direction of the NICC, invented for the demo",
        },
        replace(
            asked,
            actor=Actor("staff/40002"),
            role=ActingRole(Role.CASINO_OPERATOR),
            place=PlaceId("star.floor2"),
            reason="The direction asks for a lower limit before the Act does.",
        ),
        lasts=PROPOSAL_WAITS,
    )


def engage(person: DemoPerson) -> None:
    """Engage somebody, with the duties they hold."""
    services.engage(
        number=person.number,
        name=Personal(person.name),
        password=Personal(PASSWORD),
        origin=origin(person.venue, f"engage:{person.number}"),
    )
    sessions.keep_first_password(person.number)
    sessions.set_pin(person.number, PIN)
    for role, books in person.duties:
        services.begin_duty(
            number=person.number, role=role, books=books, origin=origin(person.venue, f"duty:{person.number}:{role}")
        )


def _register(patron: DemoPatron) -> None:
    asked = f"patron:{patron.name}"
    patron_id = services.register_patron(
        name=Personal(patron.name),
        born_on=Personal(patron.born_on),
        address=Personal(patron.address),
        phone=Personal(patron.phone),
        email=Personal(patron.email),
        origin=origin(patron.venue, asked),
    )
    if patron.passport:
        services.record_identification(
            patron_id=patron_id,
            kind=Document.PASSPORT,
            number=Personal(patron.passport),
            expires_on=PASSPORT_EXPIRES,
            origin=origin(patron.venue, f"{asked}:passport"),
        )
    if patron.excluded_by:
        services.exclude_patron(
            patron_id=patron_id,
            ground=Ground.SELF_EXCLUSION,
            reference=Personal(patron.excluded_by),
            origin=origin(patron.venue, f"{asked}:excluded"),
        )


def origin(venue: VenueId, request: str) -> Origin:
    """Who asks for demo data: always the same request for the same thing."""
    return Origin(
        request_id=uuid5(_REQUESTS, f"{venue}:{request}"),
        venue=venue,
        actor=Actor("system/demo"),
        role=ActingRole("system"),
        place=PlaceId("demo"),
        received_at=_ASKED_AT,
    )
