"""Stories: the entries of one thing as sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from casino import journal, selectors
from casino.as_at import Moment
from casino.domain.aggregate import Event, Ref
from casino.journal import Recorded
from casino.sentences import title_of

LONGEST = 200


def of(ref: Ref[Any], moment: Moment | None = None) -> list[dict[str, Any]]:
    """The latest entries of a stream, told."""
    return tell(journal.latest(ref, at_most=LONGEST, at=moment.instant if moment else None))


def latest_of(
    refs: Iterable[Ref[Any]], moment: Moment | None = None, *, at_most: int, without: Collection[type[Event]] = ()
) -> list[dict[str, Any]]:
    """The latest entries of several streams together, told, the latest first; some types of event may be told elsewhere."""
    at = moment.instant if moment else None
    entries = [each for ref in refs for each in journal.latest(ref, at_most=at_most, at=at, without=without)]
    return tell(sorted(entries, key=lambda each: each.position, reverse=True)[:at_most])


def tell(entries: Iterable[Recorded]) -> list[dict[str, Any]]:
    """Entries as sentences, each with who did it, in which role, and why."""
    told = list(entries)
    names = selectors.names_of({each.line.actor for each in told})
    return [_told(each, names) for each in told]


def _told(recorded: Recorded, names: dict[str, str]) -> dict[str, Any]:
    line = recorded.line
    local = selectors.local(recorded.venue, recorded.recorded_at)
    return {
        "title": title_of(recorded.event),
        "at": f"{local:%d %b %Y, %H:%M:%S}",
        "kind": "past",
        "words": ", ".join(filter(None, [names[line.actor], line.role, line.reason])),
        "rule": ", ".join(recorded.event.rule),
        "code": f"{line.type} v{recorded.version}, entry {recorded.position}",
    }
