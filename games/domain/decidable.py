"""What people may decide about a round as it stands: each decision with its power, and when there is nothing to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino.domain import authority
from casino.domain.powers import Power
from games.domain.grounds import GROUNDS, WITHOUT_A_THROW, Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Kind, RoundOfPlay, Stage


class Decision(StrEnum):
    """What may be decided."""

    NO_RESULT = "no result"
    DETERMINE = "what is shown"
    OVERRIDE = "another result"
    LATE_CHANGE = "late change"


@dataclass(frozen=True)
class Open:
    """A decision that is open now: which power it takes."""

    decision: Decision
    power: Power


WHEN: Mapping[Decision, frozenset[Stage]] = {
    Decision.NO_RESULT: frozenset({Stage.WAGERING, Stage.CLOSED, Stage.UNCERTAIN}),
    Decision.DETERMINE: frozenset({Stage.UNCERTAIN}),
    Decision.OVERRIDE: frozenset({Stage.ENTERED, Stage.DECIDED}),
    Decision.LATE_CHANGE: frozenset({Stage.CLOSED, Stage.UNCERTAIN, Stage.DECIDED}),
}


def power_of(play: RoundOfPlay, decision: Decision) -> Power:
    """Which power a decision takes at this game (AC 6.1, AC 6.4, AC 3.3.8, DF 4.4.4, CC 5.3.1)."""
    if decision is Decision.DETERMINE:
        return Power.DECIDE_UPPERMOST_FACE if play.kind == Kind.DEALER else Power.OVERRIDE_RESULT
    powers = {
        Decision.NO_RESULT: Power.DECLARE_ROLL_INVALID,
        Decision.OVERRIDE: Power.OVERRIDE_RESULT,
        Decision.LATE_CHANGE: Power.MODIFY_CLOSING_RULE,
    }
    return powers[decision]


def decidable(play: RoundOfPlay) -> list[Open]:
    """What is open at this stage, where the book gives the power to somebody."""
    return [Open(each, power_of(play, each)) for each in Decision if play.stage in WHEN[each] and _is_open(play, each)]


def grounds_of(play: RoundOfPlay) -> list[Ground]:
    """On which grounds of its book the round may have no result as it stands: without a throw only some (DF 10.5, AC 6.6)."""
    if play.stage is Stage.WAGERING:
        return [ground for ground in GROUNDS[play.book_id] if ground in WITHOUT_A_THROW]
    return [ground for ground in GROUNDS[play.book_id] if ground is not Ground.NO_MORE_BETS_NOT_PRESSED]


def _is_open(play: RoundOfPlay, decision: Decision) -> bool:
    grants = authority.granted(play.book_id, power_of(play, decision), variant=play.variant)
    if not any(grant.roles for grant in grants):
        return False
    match decision:
        case Decision.NO_RESULT:
            return bool(grounds_of(play))
        case Decision.DETERMINE:
            return play.doubt != Doubt.COCKED
        case Decision.LATE_CHANGE:
            return play.kind == Kind.ELECTRONIC
        case Decision.OVERRIDE:
            return True
