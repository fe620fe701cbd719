"""A filter of a list as its page shows it: what may be chosen, and what is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def group(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> dict[str, Any]:
    """One of several options, each by its value in the address and in words."""
    shown = [{"value": value, "label": words, "is_on": value == chosen} for value, words in options]
    return {"name": name, "label": label, "options": shown}
