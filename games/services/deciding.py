"""What people decide about the outcome of a round: there is none, it is another, or what it is where that was in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from casino import journal
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.powers import Power
from casino.journal import Held, Origin
from games.domain import naming, outcome, round_of_play
from games.domain.grounds import Ground
from games.domain.round_of_play import Kind, RoundOfPlay
from games.domain.vocabulary import RoundId
from games.rules import books


@journal.command
def call_no_roll(*, round_id: RoundId, ground: Ground, origin: Origin) -> None:
    """Declare that a round has no result, on a ground of its book (AC 6.4, IR 7.4, SB 7.4, DF 5, CC 5.4)."""
    play, held = _load(round_id, origin)
    _require(held, play, Power.DECLARE_ROLL_INVALID)
    called = outcome.call_no_roll(held[play], ground=ground, called_by=origin.actor, book=books.get(held[play].book))
    journal.append(held, {play: [called]}, origin)


@journal.command
def determine_outcome(*, round_id: RoundId, shown: Sequence[int], origin: Origin) -> None:
    """Say what the dice show or where the ball lies, where that was in doubt (AC 6.1, IR 7.2.3.1, SB 7.1, DF 4.4.4, CC 5.3.1)."""
    play, held = _load(round_id, origin)
    is_dealers = held[play].kind == Kind.DEALER
    _require(held, play, Power.DECIDE_UPPERMOST_FACE if is_dealers else Power.OVERRIDE_RESULT)
    book = books.get(held[play].book)
    determined = outcome.determine(held[play], shown=shown, determined_by=origin.actor, book=book)
    journal.append(held, {play: [determined]}, origin)


@journal.command
def override_result(*, round_id: RoundId, shown: Sequence[int], reason: str, origin: Origin) -> None:
    """Replace what was recorded by the actual outcome, before the round is settled (AC 6.1, IR 7.2.3.1, SB 7.1, DF 10.1)."""
    play, held = _load(round_id, origin)
    _require(held, play, Power.OVERRIDE_RESULT)
    book = books.get(held[play].book)
    overridden = outcome.override(held[play], shown=shown, overridden_by=origin.actor, reason=reason, book=book)
    journal.append(held, {play: [overridden]}, origin)


def _load(round_id: RoundId, origin: Origin) -> tuple[Ref[RoundOfPlay], Held]:
    naming.table_of(round_id, venue=origin.venue)
    play = round_of_play.at(round_id)
    held = journal.load(write=[play], guard=staff.acting(origin.actor))
    round_of_play.require_opened(held[play])
    return play, held


def _require(held: Held, play: Ref[RoundOfPlay], power: Power) -> None:
    staff.require(held, held.origin, power, book=held[play].book_id, variant=held[play].variant)
