"""Open a venue on a new installation: its law, a first desk, and the first two people, who engage everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from getpass import getpass
from typing import Any
from uuid import uuid4

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino import edge, journal, services
from casino.domain import staff, venue
from casino.domain.events import VenueId
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import HOUSE
from casino.domain.powers import Role as Duty
from casino.domain.refusals import Refusal
from casino.forms import DESK
from casino.journal import Actor, Origin, Personal, PlaceId, Role

VENUE = r"^[a-z][a-z0-9-]{0,19}\Z"
OPERATORS = 2  # one alone could approve nothing


class Command(BaseCommand):
    help = "Open a venue with its law, a desk and two casino operators. Asks for their first passwords."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("venue", help="its id in every entry, for ever: star")
        parser.add_argument("name", help="as people say it: The Star")
        parser.add_argument("--jurisdiction", required=True, choices=[each.value for each in Jurisdiction])
        parser.add_argument("--zone", required=True, help="Australia/Sydney")
        parser.add_argument("--hour", type=int, default=6, help="the local hour at which its gaming day changes (6)")
        parser.add_argument("--desk", default="office", help="the id of a first desk (office)")
        parser.add_argument("--operator", nargs=2, action="append", metavar=("NUMBER", "NAME"), required=True)

    def handle(self, *, operator: list[list[str]], **given: Any) -> None:
        if len(operator) < OPERATORS:
            raise CommandError("Name two casino operators: nobody approves what they asked for themselves.", returncode=2)
        numbers = [number for number, _ in operator]
        fault = next(_faults(given["venue"], [given["name"], *(name for _, name in operator)], given["desk"], numbers), None)
        if fault:
            raise CommandError(fault, returncode=2)
        passwords = [_asked(number) for number, _ in operator]
        try:
            self._open(operator, passwords, **given)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"{given['name']} is open. {' and '.join(name for _, name in operator)} may log in.")

    def _open(self, operators: list[list[str]], passwords: list[str], **given: Any) -> None:
        house, jurisdiction = VenueId(given["venue"]), Jurisdiction(given["jurisdiction"])
        services.open_venue(
            name=given["name"], jurisdiction=jurisdiction, zone=given["zone"], hour=given["hour"], origin=_origin(house)
        )
        services.adopt_law(jurisdiction=jurisdiction, origin=_origin(house))
        services.name_desk(desk=given["desk"], name=given["desk"].capitalize(), origin=_origin(house))
        for (number, name), password in zip(operators, passwords, strict=True):
            services.engage(number=number, name=Personal(name), password=Personal(password), origin=_origin(house))
            services.begin_duty(number=number, role=Duty.CASINO_OPERATOR, books=(HOUSE,), origin=_origin(house))


def _faults(venue_id: str, names: list[str], desk: str, numbers: list[str]) -> Iterator[str]:
    """What would stop the opening half-way, when the venue could be neither entered nor opened again."""
    if not re.match(VENUE, venue_id):
        yield f"{venue_id!r} can be no venue: a small letter, then small letters, digits and hyphens, at most twenty."
    if not all(name.strip() for name in names):
        yield "Everybody and everything has a name."
    if not re.match(DESK, desk):
        yield f"{desk!r} can be no desk: small letters and digits, at most twenty."
    if journal.state(venue.AGGREGATE.at(venue_id)).is_open:
        yield f"{venue_id} is already open."
    for place, number in enumerate(numbers):
        if not re.match(staff.NUMBER, number):
            yield f"{number!r} can be no staff number: letters and digits, at most twelve."
        if number in numbers[:place]:
            yield f"Number {number} is named twice: everybody has their own."
        if journal.state(staff.at(number)).name:
            yield f"Number {number} has been given to somebody: numbers are never given again."


def _asked(number: str) -> str:
    password = getpass(f"First password of {number}: ")
    try:
        validate_password(password)
    except ValidationError as fault:
        raise CommandError(" ".join(fault.messages), returncode=2) from fault
    return password


def _origin(house: VenueId) -> Origin:
    return Origin(
        request_id=uuid4(),
        venue=house,
        actor=Actor("system/console"),
        role=Role("system"),
        place=PlaceId("console"),
        received_at=edge.received_at(),
    )
