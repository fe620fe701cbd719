"""What a decision about a wager turns on beside the wager itself: the book, the table as it is, the sign, the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from casino.domain.aggregate import RuleId
from casino.domain.money import Cents
from casino.domain.powers import BOOK_LETTERS
from games.domain.vocabulary import EVERY_KIND, Limit, RoundId, kind_of
from games.rules import interpreter

MINI = "mini"
ONE_CENT = Cents(1)


@dataclass(frozen=True)
class Setting:
    """A round at a table, as one player's wagers meet it."""

    book: interpreter.Table
    round_id: RoundId
    limits: Mapping[str, Limit]  # by kind of selection, as they hold for this player
    point: int | None = None
    point_since: str = ""  # the round that established the point
    frozen: frozenset[str] = field(default_factory=frozenset)  # areas on which nobody may place (DF-09)
    chip_unit: Cents = ONE_CENT
    variant: str = ""
    is_closed: bool = False
    confirmed_by: str = ""  # who has confirmed a wager after the dice were out (CC 3.2)
    stickperson: str = ""  # the boxperson who acts as one at Mini Craps (CC 7.3.3)

    @property
    def refuses(self) -> bool:
        """Whether the table refuses what lies outside its limits, as a terminal does (X-05), or accepts and caps it."""
        return bool(self.book.limits["refuses"])

    @property
    def unit(self) -> Cents:
        """The smallest amount that can be handed over."""
        return self.chip_unit if self.book.pays_in_chips else ONE_CENT

    def limit(self, selection: str) -> Limit:
        """What the sign says of this selection."""
        return self.limits.get(kind_of(selection)) or self.limits[EVERY_KIND]

    def cite(self, rule: str) -> RuleId:
        """A rule of the book as people cite it: `AC 3.9.1`."""
        return cite(self.book.book_id, rule)

    def reopened(self) -> Setting:
        """As it was before wagering closed (AC 3.3.8)."""
        return replace(self, is_closed=False)


def cite(book_id: str, rule: str) -> RuleId:
    """A rule of a book as people cite it."""
    return RuleId(f"{BOOK_LETTERS[book_id]} {rule}")
