"""As at: a page that shows a thing as it stood at a past moment, and says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest

from casino import journal, selectors
from casino.domain import venue
from casino.domain.aggregate import Ref, State
from casino.domain.instant import Instant
from casino.domain.refusals import Refusal
from casino.people import AskedBy

S = TypeVar("S", bound=State)
_FIRST = "SELECT recorded_at FROM journal.entry WHERE stream = %s AND version = 1"
_NEXT = "SELECT position, recorded_at FROM journal.entry WHERE position >= %s ORDER BY position LIMIT 1"
_LAST = "SELECT coalesce(max(position), 0) FROM journal.entry"


class MomentUnreadable(Refusal):
    """That is no moment."""

    code = "as-at-unreadable"


class MomentAhead(Refusal):
    """Nobody knows what will be."""

    code = "as-at-in-the-future"


class MomentTooEarly(Refusal):
    """The record had not begun."""

    code = "as-at-before-the-record"


@dataclass(frozen=True)
class Moment:
    """A past moment, and how far the record had come."""

    instant: Instant
    local: datetime
    position: int

    @property
    def words(self) -> str:
        """For the end of a sentence."""
        return f" as at {self.local:%d %b %Y, %H:%M:%S}"

    def bar(self, request: HttpRequest) -> dict[str, Any]:
        """What the bar under the frame says."""
        return {"instant": f"{self.local:%Y-%m-%d %H:%M:%S %Z}", "position": f"{self.position:,}", "now_url": request.path}


def moment(request: AskedBy) -> Moment | None:
    """The moment a page is asked for with `?at=`, in the venue's time unless it names a zone; None is now."""
    given = request.GET.get("at", "").strip()
    if not given:
        return None
    person = request.person
    zone = selectors.zone(person.venue, person.now)
    instant = _read(given, zone)
    if instant > person.now:
        raise MomentAhead(f"{instant.astimezone(zone):%d %b %Y, %H:%M:%S} has not come yet.")
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, [venue.AGGREGATE.at(person.venue).stream])
        first = cursor.fetchone()[0]
        if instant < first:
            raise MomentTooEarly(f"The record of this venue begins on {first.astimezone(zone):%d %b %Y at %H:%M:%S}.")
        return Moment(instant, instant.astimezone(zone), _position_at(cursor, instant))


def state(ref: Ref[S], moment: Moment | None) -> S:
    """A thing as it is, or as it stood at the moment."""
    return journal.state_at(ref, moment.instant) if moment else journal.state(ref)


def _position_at(cursor: CursorWrapper, instant: Instant) -> int:
    """How far the record had come at a moment, found by halving: it costs the same however long the record is."""
    cursor.execute(_LAST)
    low, high = 0, int(cursor.fetchone()[0])
    while low < high:
        middle = (low + high + 1) // 2
        cursor.execute(_NEXT, [middle])
        position, recorded_at = cursor.fetchone()
        low, high = (position, high) if recorded_at <= instant else (low, middle - 1)
    return low


def _read(given: str, zone: ZoneInfo) -> Instant:
    """`2026-11-17 21:42`, with seconds, a zone, or the zone's own letters behind it."""
    text = given.rsplit(" ", 1)[0] if given[-1:].isalpha() and not given.endswith("Z") and " " in given else given
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise MomentUnreadable(f"“{given}” is no moment: write 2026-11-17 21:42:07.") from None
    return Instant.of(read if read.tzinfo else read.replace(tzinfo=zone))
