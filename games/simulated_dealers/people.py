"""Who acts at a dealer table of the demo: whoever the book gives the power to, of the people who work there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID, uuid4

from casino import demo, edge
from casino.demo import DemoPerson
from casino.domain import authority
from casino.domain.events import VenueId
from casino.domain.powers import Power
from casino.domain.powers import Role as Duty
from casino.domain.staff import ACTOR
from casino.journal import Actor, Origin, PlaceId, Role


@dataclass(frozen=True)
class Staffed:
    """A dealer table with its people: of several who may do the same, each table has its own."""

    venue: VenueId
    name: str
    book: str
    variant: str = ""
    turn: int = 0  # which of those who may

    @property
    def place(self) -> PlaceId:
        """Where the dealer of the table stands."""
        return PlaceId(f"{self.venue}.{self.name}-dealer")

    def who(self, power: Power) -> tuple[str, Duty]:
        """The number of whoever exercises a power here, and in which role: as themselves before for a lower role."""
        able = sorted(self._able(power), key=lambda each: each[0])
        assert able, f"somebody at {self.venue} may {power} at {self.book}"
        first = [(person.number, role) for rank, person, role in able if rank == able[0][0]]
        return first[self.turn % len(first)]

    def origin(self, power: Power, *, place: PlaceId | None = None, request_id: UUID | None = None) -> Origin:
        """A request of whoever exercises a power here."""
        number, role = self.who(power)
        return Origin(
            request_id=request_id or uuid4(),
            venue=self.venue,
            actor=Actor(f"{ACTOR}{number}"),
            role=Role(role),
            place=place or self.place,
            received_at=edge.received_at(),
        )

    def _able(self, power: Power) -> Iterator[tuple[tuple[bool, int], DemoPerson, Duty]]:
        grants = authority.granted(self.book, power, variant=self.variant)
        named = [role for grant in grants for role in grant.roles]
        for person in demo.PEOPLE:
            for role in (role for role, books in person.duties if self.book in books and person.venue == self.venue):
                standing = authority.standing(self.book, power, role, variant=self.variant)
                if standing.allowed:
                    lower = standing.acts_for or role
                    yield (standing.acts_for is not None, named.index(lower)), person, role
