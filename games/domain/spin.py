"""Which round of play a number of an automatic wheel belongs to: a wheel counts its spins and knows nothing of rounds."""

from __future__ import annotations

from enum import Enum, auto

from casino.domain.instant import Instant
from games.domain import round_of_play
from games.domain.round_of_play import RoundOfPlay


class Drop(Enum):
    """Whether the wheel has told of this spin that the ball is about to drop."""

    TOLD = auto()
    NOT_TOLD = auto()  # the ball was seen to spin, and then to lie
    NOT_HEARD = auto()  # nobody listened before


def round_of(play: RoundOfPlay | None, before: RoundOfPlay | None, *, spin: int, drop: Drop, now: Instant) -> RoundOfPlay | None:
    """The round that a number decides: the one this spin has closed or decided; none, if it fell for no round (IR 3.12, 3.14).

    A number that nothing connects with the round that is played decides it only when its wagering is over; one that came
    without a word of its drop does so at once, and ends it early.
    """
    if before is not None and before.spin == spin:
        return before
    if play is None or play.spin is not None:
        return play if play is not None and play.spin == spin else None
    return None if drop is not Drop.NOT_TOLD and round_of_play.is_open(play, now=now) else play
