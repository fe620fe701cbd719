"""What a machine has to report: one after the other, the urgent first and until somebody sees to them."""

from __future__ import annotations

from collections import deque

from devices.wire.sas import PRIORITY, ExceptionCode

CAPACITY = 20
REPEATED_EVERY = {
    ExceptionCode.HAND_PAY_PENDING: 15.0,
    ExceptionCode.SYSTEM_VALIDATION_REQUESTED: 1.0,
    ExceptionCode.TICKET_INSERTED: 1.0,
    ExceptionCode.TICKET_TRANSFER_COMPLETE: 1.0,
    ExceptionCode.PROGRESSIVE_LEVEL_HIT: 1.0,
}
"""Seconds between two reports of the same; but for 51 not verified. The other urgent ones are settled by being heard."""


class ExceptionQueue:
    """First in, first out, in non-volatile memory. What does not fit is lost, and that is reported too."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()
        self._urgent: dict[int, float] = {}
        self._has_overflowed = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to report, now or later."""
        return not (self._waiting or self._urgent or self._has_overflowed)

    @property
    def waiting(self) -> int:
        """How many wait to be heard, but for the urgent ones, which wait for something to be done."""
        return len(self._waiting) + self._has_overflowed

    def report(self, code: int) -> None:
        """Something has happened."""
        if code in PRIORITY:
            self._urgent.setdefault(code, 0.0)
        elif len(self._waiting) >= CAPACITY:
            self._has_overflowed = True
        else:
            self._waiting.append(code)

    def next(self, now: float) -> int:
        """What to say to a general poll; it stays until it is acknowledged."""
        for code, due_at in self._urgent.items():
            if due_at <= now:
                return code
        if self._has_overflowed:
            return ExceptionCode.BUFFER_OVERFLOW
        return self._waiting[0] if self._waiting else ExceptionCode.NONE

    def acknowledge(self, code: int, now: float) -> None:
        """The host has heard it."""
        if code in self._urgent:
            self._hold_back(code, now)
        elif code == ExceptionCode.BUFFER_OVERFLOW:
            self._has_overflowed = False
        elif self._waiting and self._waiting[0] == code:
            self._waiting.popleft()

    def settle(self, code: ExceptionCode) -> None:
        """Somebody has seen to it: it is not repeated."""
        self._urgent.pop(code, None)

    def clear(self) -> None:
        """Forget everything."""
        self._waiting.clear()
        self._urgent.clear()
        self._has_overflowed = False

    def repeat_first(self) -> None:
        """Have what is first in the row twice in it."""
        if self._waiting:
            self._waiting.appendleft(self._waiting[0])

    def _hold_back(self, code: int, now: float) -> None:
        period = REPEATED_EVERY.get(ExceptionCode(code))
        if period is None:
            del self._urgent[code]
        else:
            self._urgent[code] = now + period
