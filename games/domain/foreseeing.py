"""What a decision about a round would make of the wagers that lie there: counted and said before anybody takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from casino.domain.aggregate import RuleId
from casino.domain.money import Cents
from games.domain.grounds import GROUNDS, Ground
from games.domain.outcome import label_of
from games.domain.setting import cite
from games.rules import interpreter

NOTHING = Cents(0)
STAYS, RETURNED = "stay", "return"
DECIDED = frozenset({"win", "lose", "draw"})


class Lies(NamedTuple):
    """So many wagers on one selection in one state, and what is staked on them."""

    selection: str
    state: str
    wagers: int
    stakes_cents: Cents


@dataclass(frozen=True)
class Share:
    """A part of the wagers on a layout."""

    wagers: int = 0
    stakes_cents: Cents = NOTHING

    def plus(self, lies: Lies) -> Share:
        """With some more of them."""
        return Share(self.wagers + lies.wagers, Cents(self.stakes_cents + lies.stakes_cents))


@dataclass(frozen=True)
class WithoutResult:
    """Which wagers are void and go back, which stand, and by which rule."""

    void: Share
    stands: Share
    is_mandatory: bool
    rule: RuleId
    readings: Sequence[str]


def without_result(lying: Iterable[Lies], *, ground: Ground, book: interpreter.Table) -> WithoutResult:
    """What a ground makes of the wagers (AC 6.4, IR 7.4, SB 7.4, DF 5.2, CC-15)."""
    provision = GROUNDS[book.book_id][ground]
    reach = book.grounds[provision.declares]
    void, stands = Share(), Share()
    for lies in lying:
        if reach.covers(lies.selection):
            void = void.plus(lies)
        else:
            stands = stands.plus(lies)
    rule = cite(book.book_id, reach.rule or provision.rule)
    return WithoutResult(void, stands, provision.is_mandatory, rule, reach.readings)


def by_outcome(lying: Iterable[Lies], *, shown: Sequence[int], book: interpreter.Table) -> Mapping[str, Share]:
    """How many wagers an outcome lets win, lose, draw, go back or stay, and what is staked on them."""
    outcome = label_of(book, shown)
    shares: dict[str, Share] = {}
    for lies in lying:
        row = book.wagers[lies.selection].rows[lies.state][outcome]
        closed = row.result if row.result in DECIDED else RETURNED
        result = STAYS if row.following is not None else closed
        shares[result] = shares.get(result, Share()).plus(lies)
    return shares
