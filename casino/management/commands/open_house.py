"""Open a venue on a new installation: its law, a first desk, and the first two people, who engage everybody else."""

from __future__ import annotations

from getpass import getpass
from typing import Any
from uuid import uuid4

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino import edge, services
from casino.domain.events import VenueId
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import HOUSE
from casino.domain.powers import Role as Duty
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, Personal, PlaceId, Role

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
        passwords = [_asked(number) for number, _ in operator]
        try:
            self._open(operator, passwords, **given)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"{given['name']} is open. {' and '.join(name for _, name in operator)} may log in.")

    def _open(self, operators: list[list[str]], passwords: list[str], **given: Any) -> None:
        venue, jurisdiction = VenueId(given["venue"]), Jurisdiction(given["jurisdiction"])
        services.open_venue(
            name=given["name"], jurisdiction=jurisdiction, zone=given["zone"], hour=given["hour"], origin=_origin(venue)
        )
        services.adopt_law(jurisdiction=jurisdiction, origin=_origin(venue))
        services.name_desk(desk=given["desk"], name=given["desk"].capitalize(), origin=_origin(venue))
        for (number, name), password in zip(operators, passwords, strict=True):
            services.engage(number=number, name=Personal(name), password=Personal(password), origin=_origin(venue))
            services.begin_duty(number=number, role=Duty.CASINO_OPERATOR, books=(HOUSE,), origin=_origin(venue))


def _asked(number: str) -> str:
    password = getpass(f"First password of {number}: ")
    try:
        validate_password(password)
    except ValidationError as fault:
        raise CommandError(" ".join(fault.messages), returncode=2) from fault
    return password


def _origin(venue: VenueId) -> Origin:
    return Origin(
        request_id=uuid4(),
        venue=venue,
        actor=Actor("system/console"),
        role=Role("system"),
        place=PlaceId("console"),
        received_at=edge.received_at(),
    )
