"""Make the caches anew from the journal, or compare them with what they would be."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser

from casino.journal import rebuilding
from casino.journal.projections import PROJECTIONS
from casino.management.reporting import WRONGLY_USED, Report, ReportingCommand, as_owner, entry_count, progress


class Command(ReportingCommand):
    help = "Rebuild read models from the journal (and folded states with --states); --check compares and changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--states", action="store_true", help="the folded states of the heads instead of the read models")
        parser.add_argument("--only", metavar="NAME", help="one projection")
        parser.add_argument("--check", action="store_true", help="build beside, compare, change nothing")

    def report(self, options: dict[str, Any]) -> Report:
        only, check = options["only"], options["check"]
        if only is not None and only not in PROJECTIONS:
            raise CommandError(f"There is no projection {only}. There are: {', '.join(PROJECTIONS)}.", returncode=WRONGLY_USED)
        with as_owner():
            if options["states"]:
                rebuilt = [self._states(is_check=check)]
            else:
                rebuilt = [self._read_model(name, is_check=check) for name in PROJECTIONS if only in (None, name)]
        differing = sum(each.differing for each in rebuilt)
        word = "differ" if check else "mended"
        sentences = [f"{each.name}: {each.events:,} entries read, {each.differing:,} rows {word}" for each in rebuilt]
        facts = {"is_check": check, "differing": differing, "rebuilt": [asdict(each) for each in rebuilt]}
        return Report(not (check and differing), facts, sentences)

    def _states(self, *, is_check: bool) -> rebuilding.Rebuilt:
        with progress("Folding states", entry_count()) as advance:
            return rebuilding.states(is_check=is_check, progress=advance)

    def _read_model(self, name: str, *, is_check: bool) -> rebuilding.Rebuilt:
        with progress(f"Building {name}", entry_count()) as advance:
            return rebuilding.read_model(PROJECTIONS[name], is_check=is_check, progress=advance)
