"""Open the demo floor."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.demo import PASSWORD, PEOPLE, PIN, VENUES, open_demo
from casino.domain.refusals import Refusal


class Command(BaseCommand):
    help = "Make the demo's data through the services; run again, it changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            open_demo()
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        self.stdout.write(f"The demo floor is open: {', '.join(venue.name for venue in VENUES)}. One log-in of each kind:")
        for kind, person in {person.kind: person for person in reversed(PEOPLE)}.items():
            self.stdout.write(f"  {person.number}  {kind} ({person.name}, {person.venue})")
        self.stdout.write(f"  The password of all of them: {PASSWORD}; the PIN, at a dealer's screen: {PIN}")
