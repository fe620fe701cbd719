"""The credit meter follows the house's word: what stands there by its record, and money here that it has not counted yet.

Nobody tells a terminal apart what was staked and what was won. What goes down by the house's word was staked, what goes up was
paid; so at any time the meters add up: credits, and credits paid by hand, are notes in and paid less staked.
"""

from __future__ import annotations

from devices.simulator.cabinet import MOST_CREDITS, Cabinet
from devices.wire.feed_messages import CreditMeter
from devices.wire.sas.meters import SIZES, Meter

PLAUSIBLE_SHARE = 100
"""A meter that has begun again at zero has counted at most a hundredth of its range since it was last read."""


class Following:
    """Of one terminal. As long as the house has never said anything, the meter is moved by what happens here alone."""

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self._last: CreditMeter | None = None
        self._is_asking = False
        self._awaited = 0
        self._game = ""
        self.was_told = False

    @property
    def is_current(self) -> bool:
        """Whether the meter shows all that was asked of the house; nothing is collected before it does."""
        if self._last is None:
            return not (self.was_told or self._is_asking or self._awaited)
        return not self._is_asking and self._last.version >= self._awaited

    def hear(self, told: CreditMeter, *, play: str) -> None:
        """What the house says; what is old, or comes again, is passed over."""
        if self._last is not None and told.version <= self._last.version:
            return
        self._last, self.was_told = told, True
        uncounted = self._uncounted(Meter.NOTES_IN, told.notes_in_cents)
        uncounted -= self._uncounted(Meter.HAND_PAID_CANCELLED, told.hand_paid_cents)
        shown = min(max(told.cents + uncounted, 0), MOST_CREDITS)
        self._move(shown - self._cabinet.credits, play)

    def ask(self) -> None:
        """Something is asked of the house that moves credits."""
        self._is_asking = True

    def answered(self, version: int | None = None) -> None:
        """The house has answered: its next word, or the one of this version, has it."""
        self._is_asking = False
        self._awaited = max(self._awaited, version or 0)

    def clear(self) -> None:
        """Forget what was told; the house says it again."""
        self._last = None

    def _uncounted(self, meter: Meter, counted: int | None) -> int:
        """What a meter has counted here since the house read it; nothing if it was tampered with, or never read."""
        if counted is None:
            return 0
        full = 100 ** SIZES[meter]
        more = self._cabinet.meters[meter] - counted
        has_rolled_over = more < 0 and more % full <= full // PLAUSIBLE_SHARE
        return more % full if more > 0 or has_rolled_over else 0

    def _move(self, cents: int, play: str) -> None:
        meters = self._cabinet.meters
        if cents < 0:
            meters.follow(Meter.COIN_IN, -cents)
            meters.follow(Meter.GAMES_PLAYED, int(play != self._game))
            self._game = play
        elif cents > 0:
            meters.follow(Meter.COIN_OUT, cents)
        meters.follow(Meter.CREDITS, cents)
