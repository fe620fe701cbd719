"""Check the whole journal, or one venue's."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from casino.journal.verification import verify
from casino.management.reporting import Report, ReportingCommand, entry_count, known_venue, progress

SHOWN = 20


class Command(ReportingCommand):
    help = "Check row hashes, chains, versions, columns, command rows, heads, postings and folded states."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--venue", help="only this venue")

    def report(self, options: dict[str, Any]) -> Report:
        with progress("Verifying", entry_count()) as advance:
            found = verify(known_venue(options["venue"]), progress=advance)
        first = found.wrong[0]._asdict() if found.wrong else None
        facts = {"events": found.events, "streams": found.streams, "wrong": len(found.wrong), "first_wrong": first}
        checked = f"{found.events:,} entries in {found.streams:,} streams checked: "
        verdict = f"{len(found.wrong):,} wrong." if found.wrong else "all is well."
        shown = [f"  {wrong.stream} version {wrong.version}: {wrong.what}" for wrong in found.wrong[:SHOWN]]
        return Report(not found.wrong, facts, [checked + verdict, *shown])
