"""What the parts of a terminal share: memory, clock and power."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from devices.simulator.exceptions import ExceptionQueue
from devices.simulator.meters import MeterBank
from devices.simulator.timers import Timers
from devices.wire.sas import ExceptionCode
from devices.wire.sas.meters import Meter

UNSET_CLOCK = datetime(2000, 1, 1)  # noqa: DTZ001 - the machine's own clock
LAST_MOMENT = datetime(9999, 12, 31, 23, 59, 59)  # noqa: DTZ001 - the machine's own clock
OUTAGE_SECONDS = 3.0
MOST_CREDITS = 99_999_999


class PowerPoint(Enum):
    """Where the power can go."""

    NOW = "now"
    AFTER_CASH_OUT = "after a cash-out was asked for, before its number came"
    AFTER_NUMBER = "after the number came, before the ticket was printed"
    AFTER_PRINT = "after the ticket was printed, before anybody was told"
    AFTER_DECISION = "after a ticket was authorised, before it was stacked"


class Cabinet:
    """Meters and exceptions in non-volatile memory, a clock, and a plug that can be pulled."""

    def __init__(self) -> None:
        self.meters = MeterBank()
        self.exceptions = ExceptionQueue()
        self.timers = Timers()
        self.is_powered = True
        self.is_link_up = True
        self.reserved = 0
        self._back_at = 0.0
        self._pulled_at: tuple[PowerPoint, float] | None = None
        self._clock = (UNSET_CLOCK, 0.0)

    @property
    def credits(self) -> int:
        """What the credit meter shows, in credits of one cent."""
        return self.meters[Meter.CREDITS]

    @property
    def available(self) -> int:
        """The credits that are not on their way out already."""
        return max(self.credits - self.reserved, 0)

    def report(self, code: int) -> None:
        """Something the host should hear of."""
        self.exceptions.report(code)

    # Time

    def advance(self, now: float) -> None:
        """Let everything happen that was to happen by now. Without power nothing does until it is back."""
        if not self.is_powered:
            if now < self._back_at:
                return
            self.is_powered = True
            self.report(ExceptionCode.POWER_APPLIED)
        while self.is_powered and self.timers.next_at <= now:
            self.timers.run_next(now)

    def set_clock(self, at: datetime, now: float) -> None:
        """The host says what time it is."""
        self._clock = at, now

    def local_time(self, now: float) -> datetime:
        """What the machine's clock shows."""
        at, then = self._clock
        passed = timedelta(seconds=int(now - then))
        return at + passed if passed < LAST_MOMENT - at else LAST_MOMENT

    # Power

    def pull_plug_at(self, point: PowerPoint, *, seconds: float = OUTAGE_SECONDS) -> None:
        """Have the power go the next time that point is reached."""
        self._pulled_at = point, seconds

    @property
    def is_plug_loose(self) -> bool:
        """Whether the power is to go at a point that has not been reached."""
        return self._pulled_at is not None

    def reach(self, point: PowerPoint, now: float) -> None:
        """That point is reached."""
        if self._pulled_at and self._pulled_at[0] is point:
            _, seconds = self._pulled_at
            self._pulled_at = None
            self.lose_power(now, seconds=seconds)

    def lose_power(self, now: float, *, seconds: float = OUTAGE_SECONDS) -> None:
        """The power goes; what is in memory stays."""
        self.report(ExceptionCode.POWER_LOST)
        self.is_powered = False
        self._back_at = now + seconds
