"""How many of something, and how much together."""

from __future__ import annotations

import msgspec

from casino.domain.money import Cents


class Total(msgspec.Struct):
    """Counts up and never forgets: what really happened, whatever a machine's memory says."""

    count: int = 0
    cents: int = 0

    def add(self, cents: Cents) -> None:
        """One more."""
        self.count += 1
        self.cents += cents
