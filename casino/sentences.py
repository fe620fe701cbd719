"""Entries as people read them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any, get_args, get_type_hints

from casino.domain.aggregate import Event
from casino.domain.events import Sealed
from casino.domain.powers import BOOK_NAMES

UNSAID = ("name", "preview", "arguments", "rule", "readings", "exclusion", "seen_by")  # sealed, long, or shown elsewhere

SAID: dict[type[Event], Callable[[Any], str]] = {}  # events that say it better than their fields; apps add theirs in `apps.py`


def title_of(event: Event) -> str:
    """What happened, in the event's own words and fields; of what is sealed at most that it was told."""
    if type(event) in SAID:
        return SAID[type(event)](event)
    words = event.type_name.partition(".")[2].replace("-", " ").capitalize()
    hints = _hints(type(event))
    told = [_said(name, getattr(event, name), hints[name]) for name in event.__struct_fields__]
    return ": ".join(filter(None, [words, ", ".join(filter(None, told))]))


def _said(name: str, value: Any, hint: Any) -> str:
    words = name.replace("_", " ")
    if Sealed in get_args(hint):  # it might have stayed as it was
        return words if value else ""
    if hint is Sealed or name in UNSAID or value in ((), "", None):
        return ""
    if isinstance(value, tuple):
        return ", ".join(BOOK_NAMES.get(each, str(each)) for each in value)
    return f"{words} {value}" if isinstance(value, int | date) else str(value)


@cache
def _hints(kind: type[Event]) -> dict[str, Any]:
    return get_type_hints(kind)
