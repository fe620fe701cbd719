"""Navigation by duty: what people do, as far as they may. Apps add their pages in `apps.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from casino.domain.powers import Power
from casino.sessions import Person

GROUPS = ("Now", "Decide", "Look up", "Know")


@dataclass(frozen=True)
class Item:
    """A page of the navigation: its group, its name, who sees it, the key after G, and how much waits there."""

    group: str
    label: str
    page: str
    powers: Sequence[Power] = ()  # any of them, at the games of any book; none: everybody
    go: str = ""
    count: Callable[[Person], int] | None = None

    def is_for(self, person: Person) -> bool:
        """Whether this person has business there."""
        return not self.powers or any(person.may_somewhere(power) for power in self.powers)


ITEMS: list[Item] = []


def navigation(person: Person, path: str) -> list[dict[str, Any]]:
    """The navigation as one person sees it, on one page."""
    shown = [(item, reverse(item.page)) for item in ITEMS if item.is_for(person)]
    here = max((url for _, url in shown if path.startswith(url)), key=len, default="")
    groups = [(name, [_entry(item, url, person, here) for item, url in shown if item.group == name]) for name in GROUPS]
    return [{"name": name, "items": items} for name, items in groups if items]


def _entry(item: Item, url: str, person: Person, here: str) -> dict[str, Any]:
    return {
        "label": item.label,
        "url": url,
        "go": item.go,
        "is_current": url == here,
        "count": item.count(person) if item.count else 0,
    }
