"""Who asks, from where and why: made once at the edge, the same for every entry of a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType
from uuid import UUID, uuid5

from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.events import VenueId
from casino.domain.instant import Instant

Actor = NewType("Actor", str)
Role = NewType("Role", str)
PlaceId = NewType("PlaceId", str)


@dataclass(frozen=True)
class Origin:
    """Who asks, in which role, from where, because of which entry, under which request id."""

    request_id: UUID
    venue: VenueId
    actor: Actor
    role: Role
    place: PlaceId
    received_at: Instant
    occurred_at: Instant | None = None
    cause: UUID | None = None
    correlation_id: UUID | None = None
    reason: str | None = None
    preview: str | None = None
    approval: Ref[Approval] | None = None
    sequence: int | None = None

    def new_id(self, kind: str, n: int = 0) -> UUID:
        """An id for something this request creates: the same when rehearsed, performed or asked again."""
        return uuid5(self.request_id, f"{kind}:{n}")
