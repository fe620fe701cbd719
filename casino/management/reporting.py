"""What the checking commands share: a progress bar on a terminal, `--json`, and an exit status that tells."""

from __future__ import annotations

import json
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from casino.domain.events import VenueId
from casino.models import Venue

WRONGLY_USED = 2


@dataclass(frozen=True)
class Report:
    """What a command found: for a machine, for a person, and whether all is well."""

    is_good: bool
    facts: dict[str, Any]
    sentences: list[str]


class ReportingCommand(BaseCommand):
    """Exit status 0: all is well; 1: something was found; 2: used wrongly."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The option all of them have."""
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *_: Any, **options: Any) -> None:
        """Do the work, tell it, and end with the status that says it."""
        report = self.report(options)
        if options["json"]:
            self.stdout.write(json.dumps(report.facts))
        else:
            for sentence in report.sentences:
                self.stdout.write(sentence)
        if not report.is_good:
            sys.exit(1)

    @abstractmethod
    def report(self, options: dict[str, Any]) -> Report:
        """Do the work and tell what came of it."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while something long is done; nothing where nobody looks."""
    console = Console(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def entry_count() -> int:
    """About how many entries there are, without counting them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_value FROM journal.position_seq")
        return int(cursor.fetchone()[0])


def known_venue(venue: str | None) -> VenueId | None:
    """The venue that was named, if it is on the books."""
    if venue is not None and not Venue.objects.filter(id=venue).exists():
        known = ", ".join(Venue.objects.order_by("id").values_list("id", flat=True)) or "none"
        raise CommandError(f"There is no venue {venue}. On the books: {known}.", returncode=WRONGLY_USED)
    return VenueId(venue) if venue else None


@contextmanager
def as_owner() -> Iterator[None]:
    """Log in as the role that owns the caches, wherever the code below says `connection`."""
    if "owner" not in connections.settings:
        raise CommandError("OWNER_DATABASE_URL is not set: only the owner may rebuild.", returncode=WRONGLY_USED)
    ours = connections["default"]
    connections["default"] = connections["owner"]
    try:
        yield
    finally:
        connections["default"] = ours
