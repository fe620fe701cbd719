"""Rounds that wait: their outcome is in doubt, and people have to say what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse

from casino import authority_table, journal
from casino import selectors as ground
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.homes import Need
from casino.sessions import Person
from games import selectors
from games.domain import decidable, round_of_play
from games.domain.decidable import Decision, Open
from games.domain.vocabulary import RoundId, TableId
from games.told import listed, short

ENDING = (Decision.NO_RESULT, Decision.DETERMINE)  # what ends the waiting


@dataclass(frozen=True)
class Waiting:
    """A round that stands still until somebody decides."""

    round_id: RoundId
    table: TableId
    number: int
    book_id: str
    doubt: str
    since: Instant
    open: tuple[Open, ...]

    @property
    def title(self) -> str:
        """What stands still, and why: `AC2: a die is cocked`."""
        return f"{short(self.table)}: {self.doubt}"

    @property
    def words(self) -> str:
        """What waits for whom."""
        who = dict.fromkeys(role for each in self.open for role in authority_table.holders(each.power, self.book_id))
        return f"Round {self.number:04} and all its wagers wait for the {' or the '.join(who) or 'inspector'} to decide."

    @property
    def rule(self) -> str:
        """The rule that lets somebody decide."""
        return listed(dict.fromkeys(authority_table.cited(each.power, self.book_id) for each in self.open), nothing="")

    def is_for(self, person: Person) -> bool:
        """Whether this person may decide."""
        return any(person.may(each.power, self.book_id) for each in self.open)


@lru_cache(maxsize=16)
def rounds(venue_id: VenueId, _now: Instant) -> tuple[Waiting, ...]:
    """The rounds that wait, the oldest first: asked for once at the moment of a request, however many parts of a page show it."""
    rows = list(selectors.rounds_in_doubt(venue_id))
    plays = journal.states([round_of_play.at(RoundId(row.id)) for row in rows]) if rows else {}
    return tuple(
        Waiting(
            round_id=RoundId(row.id),
            table=TableId(row.table),
            number=row.number,
            book_id=row.book.partition("@")[0],
            doubt=row.why,
            since=Instant.of(row.stage_at),
            open=tuple(each for each in decidable.decidable(plays[round_of_play.at(RoundId(row.id))]) if each.decision in ENDING),
        )
        for row in rows
    )


def needs(person: Person) -> Iterator[Need]:
    """The rounds that wait for this person."""
    for each in rounds(person.venue, person.now):
        if each.is_for(person):
            yield Need(
                title=each.title,
                words=each.words,
                verb="Open the round",
                url=reverse("round", args=[each.round_id]),
                shape="refused",
                rule=each.rule,
                since=each.since,
                holds_up_play=True,
            )


def count(person: Person) -> int:
    """How many rounds wait for this person."""
    return sum(each.is_for(person) for each in rounds(person.venue, person.now))


def glance() -> object:
    """What needs somebody may have changed when this has."""
    return [
        (house.id, list(selectors.rounds_in_doubt(VenueId(house.id)).values_list("id", "stage_at"))) for house in ground.venues()
    ]
