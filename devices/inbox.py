"""What machines say, and who answers: the app that owns the answer registers a handler in its `apps.py`.

A handler is one whole service call. A question of a terminal for which nobody has registered is refused on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.journal import Origin
from devices.domain.credit_meter import Source
from devices.domain.demands import SOURCES
from devices.host.findings import Finding, Question, TicketInserted, TicketWanted
from devices.wire.sas.tickets import TicketDecision


@dataclass(frozen=True)
class Machine:
    """The machine that speaks."""

    venue: VenueId
    name: str
    book: str
    credit_cents: int = 1


@dataclass(frozen=True)
class Number:
    """The answer to a terminal that wants to print a ticket."""

    number: str


@dataclass(frozen=True)
class Decision:
    """The answer to a terminal that holds a ticket: what is done with it, and what it is worth."""

    decision: TicketDecision
    number: str
    cents: Cents


Reply = Number | Decision | None
"""None refuses a question; where nothing was asked there is nothing else to say."""
Handler = Callable[[Machine, Any, Origin], Reply]
HANDLERS: dict[type[Finding], Handler] = {}
QUESTIONS: Mapping[type[Finding], Question] = {TicketWanted: Question.TICKET_OUT, TicketInserted: Question.TICKET_IN}


def answering() -> frozenset[Question]:
    """The questions that somebody answers."""
    return frozenset(question for kind, question in QUESTIONS.items() if kind in HANDLERS)


def may_ask(book: str) -> frozenset[Question]:
    """What a terminal may ask: one whose book lists no tickets takes none (SB-01)."""
    return frozenset(Question) if Source.TICKETS in SOURCES[book] else frozenset({Question.TICKET_OUT})
