"""Refused attempts beyond those kept in full."""

from __future__ import annotations

from casino import journal
from casino.domain import attempts
from casino.domain.events import FurtherAttemptsRefused
from casino.domain.instant import Instant
from casino.journal import Origin


@journal.command
def tell_refused(*, place: str, minute: Instant, attempts_refused: int, origin: Origin) -> None:
    """Put on the record how many attempts were refused at a place beyond those kept in full."""
    ref = attempts.at(origin.venue, place)
    held = journal.load(write=[ref])
    journal.append(held, {ref: [FurtherAttemptsRefused(minute=minute, attempts=attempts_refused)]}, origin)
