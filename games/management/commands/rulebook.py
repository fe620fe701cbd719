"""Which function and which test stand behind a rule; and whether the map is whole."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules import rulebook

ROOT = Path(__file__).parents[3]


class Command(BaseCommand):
    help = "Print docs/rulebook.md; with --check, name what is missing from it and exit 1, or count what is not built yet."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say what is missing, and what is not built yet")

    def handle(self, *, check: bool, **_: Any) -> None:
        if not check:
            self.stdout.write((ROOT / "docs/rulebook.md").read_text())
            return
        wrong = rulebook.check(ROOT)
        for sentence in wrong:
            self.stderr.write(sentence)
        if wrong:
            sys.exit(1)
        self.stdout.write("Every rule is in the map, and all it names exists.")
        for sentence in rulebook.tally(rulebook.mapped_in(ROOT)):
            self.stdout.write(sentence)
