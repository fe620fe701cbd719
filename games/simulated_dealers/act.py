"""One thing a simulated dealer does: a command of the floor, by whoever the book gives the power to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from casino.domain.powers import Power
from casino.journal import Origin
from games.simulated_dealers.faults import Fault


@dataclass
class Act:
    """A command and what it is told. Tried again it is the same request, so that it is done once."""

    service: Callable[..., object]
    power: Power
    told: Mapping[str, Any]
    before: float = 1.0  # seconds that pass until it is done
    inflicts: Fault | None = None
    origin: Origin | None = None  # once it was tried


def act(
    service: Callable[..., object], power: Power, told: Mapping[str, Any], *, before: float = 1.0, inflicts: Fault | None = None
) -> Act:
    """What is to be done, and in how many seconds."""
    return Act(service, power, told, before, inflicts)
