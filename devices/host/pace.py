"""How fast a line is polled, and how long is waited."""

from __future__ import annotations

import msgspec


class Pace(msgspec.Struct, frozen=True):
    """All in seconds. A machine is to be polled no faster than every 0.2, or 0.04 if it says so, and no slower than every 5."""

    cycle: float = 0.2
    fast_cycle: float = 0.04
    slack: float = 0.004  # polls due within so short a time are sent together
    reply_within: float = 0.05  # 0.02 on the line, the rest for the network
    silent_pause: float = 1.0  # between polls of one that did not answer
    down_pause: float = 4.0  # between polls of one whose link is down
    link_down_after: float = 5.0
    meters_every: float = 30.0  # beside the readings that something calls for
    clock_every: float = 600.0
    answer_within: float = 8.0  # for ticket questions; a machine gives up after 10
    most_tries: int = 4  # the poll and three repetitions
    most_busy: int = 5  # how often a question is put again to one that is busy


AS_USUAL = Pace()
