"""Add up every posting again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from casino.domain.money import Cents, dollars
from casino.journal.reconciliation import reconcile
from casino.management.reporting import Report, ReportingCommand, known_venue, progress


class Command(ReportingCommand):
    help = "Add up every posting of the journal again; every kind of account, and all together, which come to nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--venue", help="only this venue")

    def report(self, options: dict[str, Any]) -> Report:
        with progress("Adding up", 1) as advance:
            reconciled = reconcile(known_venue(options["venue"]))
            advance(1)
        balances = [f"  {kind:<14}{dollars(Cents(total)):>20}" for kind, total in reconciled.balances.items()]
        verdict = "\n".join(reconciled.wrong) or "Everything adds up."
        facts = {"balances": reconciled.balances, "wrong": reconciled.wrong}
        return Report(not reconciled.wrong, facts, [*balances, verdict])
