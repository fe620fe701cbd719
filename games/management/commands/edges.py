"""The exact house edge, variance and hit frequency of every wager."""

import csv
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.rules import books
from games.rules.edges import edge_of

COLUMNS = ("book", "wager", "rule", "odds_rule", "edge", "variance", "hit_frequency")


class Command(BaseCommand):
    help = "List every wager with its exact edge, variance and hit frequency per unit of stake."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--book", choices=sorted(books.BOOKS), help="only this book")
        parser.add_argument("--format", choices=("table", "csv", "json"), default="table")

    def handle(self, *, book: str | None, format: str, **_: Any) -> None:  # noqa: A002  (the option's name)
        rows = [row for book_id in ([book] if book else books.BOOKS) for row in rows_of(book_id)]
        if format == "json":
            self.stdout.write(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows], indent=1))
        elif format == "csv":
            csv.writer(self.stdout, lineterminator="\n").writerows([COLUMNS, *rows])
        else:
            widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
            for row in [COLUMNS, *rows]:
                self.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def rows_of(book_id: str) -> list[tuple[str, ...]]:
    """One row for each wager of a book, in its order."""
    table = books.current(book_id)
    return [(book_id, w.id, w.rule, w.odds_rule, *map(str, edge_of(table, w.id))) for w in table.wagers.values()]
