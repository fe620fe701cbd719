"""People who ask each other: a proposal of law waiting at The Star, browsers at its desks, reactions done at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client

from casino import approving, journal, selectors, services, sessions
from casino.domain import approval, parameters
from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.money import Cents, dollars
from casino.domain.parameters import LAW, Jurisdiction, Name, Provision
from casino.journal import Personal, reactions
from casino.people import COOKIE
from tests.factories import OriginFactory, asked_by

LATER = GamingDay(2030, 1, 1)
CASH = parameters.at(VenueId("star"), Name.CASH_PER_DAY)
TEN_MINUTES = timedelta(minutes=10)


def propose(by: str = "813", *, value: int = 2_500_00, lasts: timedelta = TEN_MINUTES, **changes: Any) -> Ref[Approval]:
    """Somebody at The Star asks another person to sign a cash limit."""
    arguments = {"name": Name.CASH_PER_DAY, "value": value, "from_day": LATER, "source": "Direction 7"} | changes
    asked = approving.put(services.set_parameter, arguments, asked_by(by), lasts=lasts)
    return approval.AGGREGATE.at(asked)


def set_cash(value: int) -> None:
    """The limit is set otherwise, meanwhile."""
    services.set_parameter(
        name=Name.CASH_PER_DAY, value=value, from_day=LATER, source="Direction 8", origin=OriginFactory.build()
    )


def cash_law() -> tuple[Provision, list[Provision]]:
    """The cash limit the statute has in force at The Star today, whichever day that is, and what comes after it."""
    today = selectors.gaming_day(VenueId("star"), selectors.now())
    dated = [each for each in LAW[Jurisdiction.NEW_SOUTH_WALES] if each.name is Name.CASH_PER_DAY]
    return [each for each in dated if each.from_day <= today][-1], [each for each in dated if each.from_day > today]


def as_shown(law: Provision) -> str:
    """A limit as a page has it: to the eye, to the ear, and from when."""
    return f"{dollars(Cents(law.value))} {law.value // 100} dollars {law.from_day:%d %b %Y}"


def at_desk(number: str) -> Client:
    """A browser in which a person works at a desk of The Star."""
    token = sessions.new_token()
    services.log_in(number=number, desk="floor2", token=Personal(token), origin=OriginFactory.build(actor=f"staff/{number}"))
    client = Client()
    client.cookies[COOKIE] = token
    return client


def sign(ref: Ref[Approval], *, by: str, preview: str | None = None) -> None:
    """Another person signs what was asked for."""
    services.approve(approval_id=ref.id, preview=preview or journal.state(ref).preview, origin=asked_by(by))


def signing(ref: Ref[Approval], **changes: str) -> dict[str, str]:
    """What the form of the page sends."""
    return {"request_id": str(uuid4()), "preview": journal.state(ref).preview} | changes


def react() -> None:
    """Do every reaction that is due."""
    reactions.note()
    for name, position in due():
        reactions.do(name, position)


def due() -> list[tuple[str, int]]:
    """What is still to be done."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reaction, position FROM journal.due ORDER BY position")
        return [(str(name), int(position)) for name, position in cursor.fetchall()]


def entries() -> int:
    """How much stands in the journal."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.entry")
        return int(cursor.fetchone()[0])


def told(ref: Ref[Any]) -> list[str]:
    """What happened in a stream."""
    return [each.line.type for each in journal.history(ref)]
