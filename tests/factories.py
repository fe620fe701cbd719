"""What tests are made of: origins, venues and dated law, made as the edges make them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from factory.base import Factory
from factory.declarations import LazyFunction

from casino import journal, services, sessions
from casino.domain import approval
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import HOUSE
from casino.domain.powers import Role as Duty
from casino.journal import Actor, Origin, Personal, PlaceId, Role

PASSWORD = "a password of the tests"
EVENING = Instant.parse("2026-11-17T10:42:00.000000Z")


class OriginFactory(Factory[Origin]):
    """The test itself asks, from a desk at The Star."""

    class Meta:
        model = Origin

    request_id = LazyFunction(uuid4)  # type: ignore[no-untyped-call]
    venue = VenueId("star")
    actor = Actor("system/tests")
    role = Role("system")
    place = PlaceId("star.cage1")
    received_at = EVENING


def open_star() -> VenueId:
    """The Star, in Sydney, whose day changes at six."""
    return services.open_venue(
        name="The Star", jurisdiction=Jurisdiction.NEW_SOUTH_WALES, zone="Australia/Sydney", hour=6, origin=OriginFactory.build()
    )


def engage(number: str, name: str = "Helen Vassallo", **duties: tuple[str, ...]) -> str:
    """Somebody at The Star who holds these duties: `engage("812", casino_operator=(HOUSE,))`; their password is PASSWORD."""
    services.engage(number=number, name=Personal(name), password=Personal(PASSWORD), origin=OriginFactory.build())
    sessions.keep_first_password(number)
    for role, books in duties.items():
        services.begin_duty(number=number, role=Duty(role.replace("_", " ")), books=books, origin=OriginFactory.build())
    return number


def open_house() -> VenueId:
    """The Star under its law, with a desk and two casino operators, 812 and 813."""
    venue = open_star()
    services.adopt_law(jurisdiction=Jurisdiction.NEW_SOUTH_WALES, origin=OriginFactory.build())
    services.name_desk(desk="floor2", name="Floor office 2", origin=OriginFactory.build())
    engage("812", "Ruth Adeyemi", casino_operator=(HOUSE,))
    engage("813", "Marcus Webb", casino_operator=(HOUSE,))
    return venue


def asked_by(number: str, role: str = "casino operator") -> Origin:
    """A request of a member of staff in a role."""
    return OriginFactory.build(actor=Actor(f"staff/{number}"), role=Role(role))


def open_crown() -> VenueId:
    """Crown, in Melbourne, whose day changes at six."""
    return services.open_venue(
        name="Crown",
        jurisdiction=Jurisdiction.VICTORIA,
        zone="Australia/Melbourne",
        hour=6,
        origin=OriginFactory.build(venue=VenueId("crown")),
    )


def register_patron(name: str = "Ada Quinn", **given: str) -> str:
    """A patron of The Star, born in 1979."""
    fields = {"born_on": "1979-04-02", "address": "4 Quarry Lane\nPyrmont", "phone": "", "email": ""} | {"name": name} | given
    return services.register_patron(**{field: Personal(text) for field, text in fields.items()}, origin=OriginFactory.build())


def forget_patron(patron_id: str) -> None:
    """812 asks, 813 approves, 812 does it."""
    origin = asked_by("812")
    rehearsal = journal.rehearse(services.forget_patron, patron_id=patron_id, origin=origin)
    approval_id = services.request_approval(
        command=rehearsal.command,
        arguments=rehearsal.arguments,
        request_id=origin.request_id,
        preview=rehearsal.preview,
        lasts=timedelta(minutes=10),
        origin=asked_by("812"),
    )
    services.approve(approval_id=approval_id, preview=rehearsal.preview, origin=asked_by("813"))
    services.forget_patron(patron_id=patron_id, origin=replace(origin, approval=approval.AGGREGATE.at(approval_id)))
