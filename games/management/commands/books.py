"""Name the rule books in force, and write them out as data."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules import books


class Command(BaseCommand):
    help = "Print every rule book as book@version and SHA-256."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--export", type=Path, metavar="DIR", help="also write each compiled table to DIR")

    def handle(self, *, export: Path | None, **_: Any) -> None:
        for table in map(books.compiled, books.BOOKS):
            self.stdout.write(f"{table.version} {table.sha256}")
            if export:
                export.mkdir(parents=True, exist_ok=True)
                (export / f"{table.version}.json").write_bytes(table.canonical)
