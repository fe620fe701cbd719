"""How a round comes to its outcome: what the dice or the ball really showed over what was sensed, that over what is displayed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from enum import StrEnum

from casino.domain import authority
from casino.domain.aggregate import ReadingId
from casino.domain.instant import Instant
from casino.domain.powers import AC, CC, DF, IR, SB, Power
from games.domain import round_of_play
from games.domain.events import (
    BallAtRestEarly,
    DiceShot,
    IlluminationFaulted,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeDisplayed,
    OutcomeSensed,
    OutcomeUncertain,
    ResultConfirmed,
    ResultEntered,
    ResultOverridden,
    WageringClosed,
)
from games.domain.grounds import GROUNDS, WITHOUT_A_THROW, Ground
from games.domain.round_of_play import Cause, Kind, RoundOfPlay, RoundRefusal, Stage, WageringStillOpen, require_stage
from games.domain.setting import cite
from games.domain.vocabulary import SeatId
from games.rules import interpreter

SENSED_BY_RULE = {AC: "3.12", IR: "3.15", SB: "3.11"}
ENTERED_BY_RULE = {DF: "8.5", CC: "5.3.1(a)"}
RESULT_BY_RULE = SENSED_BY_RULE | ENTERED_BY_RULE
CONFIRMED_BY_RULE = {DF: "8.6", CC: "5.3.1(a)"}
SHOT_BY_RULE = {AC: "3.11.1", SB: "3.10.3"}
SHOT_FOR_NOBODY_BY_RULE = {AC: "3.11.2", SB: "3.10.4"}
SHOOT_SECONDS = {AC: 10, SB: 10}
NOT_PRESSED = "10.5"
DISREGARDED = {DF: "10.4"}
LIT = {DF: "10.2"}


class Doubt(StrEnum):
    """Why there is no outcome yet."""

    COCKED = "a die is cocked"
    MISSING = "the equipment has sensed nothing"
    DISPUTED = "the uppermost face is disputed"
    MALFUNCTION = "the equipment reports an error"


class ImpossibleOutcome(RoundRefusal):
    """No dice and no wheel of this game can show that."""

    code = "round-outcome-impossible"


class SecondResult(RoundRefusal):
    """A round has one result."""

    code = "round-second-result"


class NotPressed(RoundRefusal):
    """Dice are not entered before "no more bets" was pressed."""

    code = "round-no-more-bets-not-pressed"


class NoSuchGround(RoundRefusal):
    """The book knows no such ground."""

    code = "round-no-such-ground"


class NothingToOverride(RoundRefusal):
    """Nobody overrides that."""

    code = "round-nothing-to-override"


class CockedIsNoResult(RoundRefusal):
    """Cocked dice have no result."""

    code = "round-cocked"


class ShotAlready(RoundRefusal):
    """The dice of a round are shot once."""

    code = "round-dice-shot"


class NotTheShooter(RoundRefusal):
    """Only the shooter shoots."""

    code = "round-not-the-shooter"


class ShotTooLate(RoundRefusal):
    """The shooter's time is over."""

    code = "round-shot-too-late"


def label_of(book: interpreter.Table, shown: Sequence[int]) -> str:
    """The book's name for what the dice or the wheel show; what they cannot show is refused."""
    label = "-".join(map(str, sorted(shown)))
    if label not in book.ways:
        said = f"{' and '.join(map(str, shown)) or 'Nothing'} cannot be the outcome of this game."
        raise ImpossibleOutcome(said, rule=cite(book.book_id, RESULT_BY_RULE[book.book_id]))
    return label


def faces_of(label: str) -> tuple[int, ...]:
    """What the dice or the wheel showed, from the book's name for it."""
    return tuple(map(int, label.split("-")))


def sense(
    play: RoundOfPlay,
    *,
    shown: Sequence[int],
    device: str,
    now: Instant,
    book: interpreter.Table,
    spin: int | None = None,
) -> list[WageringClosed | OutcomeSensed | BallAtRestEarly]:
    """The equipment reads the dice at rest or the ball in its compartment (AC 3.12, IR 3.15, SB 3.11); told again: no news."""
    _require_kind(play, Kind.ELECTRONIC)
    outcome = label_of(book, shown)
    if outcome == play.sensed:
        return []
    _require_first(play)
    if round_of_play.is_open(play, now=now):
        return [_too_early(play, outcome, now, spin)]
    closing = [round_of_play.close(play, cause=Cause.EXPIRY, now=now)] if play.stage is Stage.WAGERING else []
    require_stage(play, Stage.WAGERING, Stage.CLOSED)
    rule = cite(play.book_id, SENSED_BY_RULE[play.book_id])
    return [*closing, OutcomeSensed(outcome=outcome, device=device, spin=spin, rule=(rule,))]


def _too_early(play: RoundOfPlay, outcome: str, now: Instant, spin: int | None) -> BallAtRestEarly:
    """At roulette all bets are returned (IR 3.12, IR-06); dice are not shot before the end of the period (AC 3.11)."""
    if play.book_id != IR:
        raise WageringStillOpen("The dice are shot after the wagering period, which is not over yet.")
    rule, reading = cite(IR, "3.12"), ReadingId("IR-06")
    return BallAtRestEarly(number=outcome, at_rest_at=now, ends_at=play.ends_at, spin=spin, rule=(rule,), readings=(reading,))


def display(play: RoundOfPlay, *, shown: Sequence[int], device: str, book: interpreter.Table) -> OutcomeDisplayed:
    """Note what a display shows; it never decides anything (DF 10.4)."""
    round_of_play.require_opened(play)
    rule = DISREGARDED.get(play.book_id)
    return OutcomeDisplayed(outcome=label_of(book, shown), device=device, rule=(cite(play.book_id, rule),) if rule else ())


def doubt(play: RoundOfPlay, *, what: Doubt, reported_by: str) -> OutcomeUncertain:
    """Let the round wait: cocked dice, an error, nothing sensed, a face disputed (AC 1.1, IR 7.4.1.2, DF 4.4.4, CC 5.3.1(b))."""
    require_stage(play, Stage.CLOSED, Stage.ENTERED)
    return OutcomeUncertain(doubt=what, reported_by=reported_by)


def is_in_doubt(play: RoundOfPlay, *, because: Doubt) -> bool:
    """Whether the round waits for this very reason already."""
    return play.stage is Stage.UNCERTAIN and play.doubt == because


def determine(play: RoundOfPlay, *, shown: Sequence[int], determined_by: str, book: interpreter.Table) -> OutcomeDetermined:
    """Say what the dice show or where the ball lies, where that was in doubt (DF 4.4.4, CC 5.3.1(b)(i), IR 7.2.3.1)."""
    outcome = label_of(book, shown)
    require_stage(play, Stage.UNCERTAIN)
    if play.doubt == Doubt.COCKED:
        raise CockedIsNoResult("Cocked dice have no result: the roll is invalid.", rule=_ground_rule(play, Ground.COCKED))
    power = Power.DECIDE_UPPERMOST_FACE if play.kind == Kind.DEALER else Power.OVERRIDE_RESULT
    grant = authority.granted(play.book_id, power, variant=play.variant)[0]
    return OutcomeDetermined(
        outcome=outcome,
        determined_by=determined_by,
        rule=(cite(play.book_id, grant.rule),),
        readings=tuple(map(ReadingId, grant.readings)),
    )


def enter(play: RoundOfPlay, *, shown: Sequence[int], entered_by: str, book: interpreter.Table) -> ResultEntered:
    """The dealer enters what the dice show (DF 8.5, CC 5.3.1(a))."""
    _require_kind(play, Kind.DEALER)
    outcome = label_of(book, shown)
    _require_first(play)
    if play.stage is Stage.WAGERING:
        if play.book_id != DF:
            raise NotPressed("Announce no more bets before the result is entered.", rule=cite(play.book_id, "3.2"))
        said = "No more bets was not pressed before the throw: it has no result, call no roll."
        raise NotPressed(said, rule=cite(DF, NOT_PRESSED))
    require_stage(play, Stage.CLOSED)
    return ResultEntered(outcome=outcome, entered_by=entered_by, rule=(cite(play.book_id, ENTERED_BY_RULE[play.book_id]),))


def confirm(play: RoundOfPlay, *, confirmed_by: str) -> ResultConfirmed:
    """The winning areas are lit, or the sum is announced: the entry stands (DF 8.6, CC 5.3.1(a))."""
    require_stage(play, Stage.ENTERED)
    rule = cite(play.book_id, CONFIRMED_BY_RULE[play.book_id])
    return ResultConfirmed(outcome=play.outcome, confirmed_by=confirmed_by, rule=(rule,))


def settle_by_the_dice(
    play: RoundOfPlay, *, shown: Sequence[int], lit: Sequence[int], reported_by: str, book: interpreter.Table
) -> IlluminationFaulted:
    """The lights fail or are wrong: the round goes by the dice, and then there is no play until it is rectified (DF 10.2)."""
    outcome, was_lit = label_of(book, shown), label_of(book, lit) if lit else ""
    require_stage(play, Stage.ENTERED)
    if play.book_id not in LIT:
        raise NothingToOverride("At this table nothing is lit: a disputed face is the Boxperson's to decide.")
    return IlluminationFaulted(
        lit=was_lit, outcome=outcome, reported_by=reported_by, rule=(cite(play.book_id, LIT[play.book_id]),)
    )


def override(
    play: RoundOfPlay, *, shown: Sequence[int], overridden_by: str, reason: str, book: interpreter.Table
) -> ResultOverridden:
    """Replace what was recorded by the actual outcome, before it is settled (AC 6.1, IR 7.2.3.1, SB 7.1, DF 10.1)."""
    outcome = label_of(book, shown)
    require_stage(play, Stage.ENTERED, Stage.DECIDED)
    grants = authority.granted(play.book_id, Power.OVERRIDE_RESULT, variant=play.variant)
    if not grants:
        raise NothingToOverride("This book lets nobody override a result: a disputed face is the Boxperson's.")
    rule = cite(play.book_id, grants[0].rule)
    if outcome == play.outcome:
        raise NothingToOverride("That is the result which stands already.", rule=rule)
    if not reason.strip():
        raise NothingToOverride("Say why the recorded result is wrong.", rule=rule)
    return ResultOverridden(
        wrong=play.outcome,
        outcome=outcome,
        overridden_by=overridden_by,
        reason=reason,
        rule=(rule,),
        readings=tuple(map(ReadingId, grants[0].readings)),
    )


def call_no_roll(play: RoundOfPlay, *, ground: Ground, called_by: str, book: interpreter.Table) -> NoRollCalled:
    """Declare the roll invalid on a ground of the book; what becomes of the wagers follows (AC 6.4, DF 5, CC 5.4)."""
    round_of_play.require_opened(play)
    provision = GROUNDS[play.book_id].get(ground)
    if provision is None:
        raise NoSuchGround(f"This book has no such ground for an invalid roll: {ground.value}.")
    _require_first(play)
    rule = cite(play.book_id, provision.rule)
    if play.stage is Stage.WAGERING and ground not in WITHOUT_A_THROW:
        raise NotPressed("There is no throw to be invalid before no more bets.", rule=rule)
    if play.stage is not Stage.WAGERING and ground is Ground.NO_MORE_BETS_NOT_PRESSED:
        raise NoSuchGround("No more bets was pressed.", rule=rule)
    require_stage(play, Stage.WAGERING, Stage.CLOSED, Stage.UNCERTAIN)
    return NoRollCalled(
        ground=ground,
        declares=provision.declares,
        is_mandatory=provision.is_mandatory,
        called_by=called_by,
        rule=(rule,),
        readings=tuple(map(ReadingId, book.grounds[provision.declares].readings)),
    )


def shoot(play: RoundOfPlay, *, seat: SeatId, shooter: SeatId | None, now: Instant) -> DiceShot:
    """The shooter presses the button after the wagering period, in time (AC 3.11, AC 3.11.1, SB 3.10, SB 3.10.3)."""
    _require_shootable(play, now)
    rule, seconds = cite(play.book_id, SHOT_BY_RULE[play.book_id]), SHOOT_SECONDS[play.book_id]
    if play.layout is None:
        raise NotTheShooter("The wagers are being fixed: who shoots is said then.", rule=rule)
    if seat != shooter:
        raise NotTheShooter("Only the shooter shoots the dice.", rule=rule)
    if play.closed_at is not None and now - play.closed_at > timedelta(seconds=seconds):
        raise ShotTooLate(f"The shooter's {seconds} seconds are over: the dice are shot automatically.", rule=rule)
    return DiceShot(seat=seat, is_automatic=False, shot_at=now)


def shoot_automatically(play: RoundOfPlay, *, shooter: SeatId | None, now: Instant) -> DiceShot:
    """Shoot for whoever has not in time; at once if nobody may shoot (AC 3.11.1, AC 3.11.2, SB 3.10.3, SB 3.10.4)."""
    _require_shootable(play, now)
    if shooter is not None and not is_shot_due(play, now=now):
        raise WageringStillOpen("The shooter still has time to shoot.", rule=cite(play.book_id, SHOT_BY_RULE[play.book_id]))
    rules = SHOT_BY_RULE if shooter is not None else SHOT_FOR_NOBODY_BY_RULE
    return DiceShot(seat=shooter, is_automatic=True, shot_at=now, rule=(cite(play.book_id, rules[play.book_id]),))


def is_shot_due(play: RoundOfPlay, *, now: Instant) -> bool:
    """Whether this round's shooter is known, whose time is over, and the dice lie there still (AC 3.11.1, SB 3.10.3)."""
    seconds = SHOOT_SECONDS.get(play.book_id)
    if seconds is None or play.closed_at is None or play.shot_at or play.stage is not Stage.CLOSED or play.layout is None:
        return False
    return now - play.closed_at >= timedelta(seconds=seconds)


def _require_shootable(play: RoundOfPlay, now: Instant) -> None:
    _require_kind(play, Kind.ELECTRONIC)
    if play.book_id not in SHOOT_SECONDS:
        raise round_of_play.WrongStage("There are no dice to shoot at this game.")
    if round_of_play.is_open(play, now=now):
        raise WageringStillOpen("The dice are shot after the wagering period, which is not over yet.")
    require_stage(play, Stage.CLOSED)
    if play.shot_at:
        raise ShotAlready("The dice of this round have been shot.")


def _require_kind(play: RoundOfPlay, kind: Kind) -> None:
    round_of_play.require_opened(play)
    if play.kind != kind:
        raise round_of_play.WrongStage(f"That is not how the outcome of an {play.kind} round comes about.")


def _require_first(play: RoundOfPlay) -> None:
    """A round has one result; the actual outcome replaces it only by an override."""
    round_of_play.require_opened(play)
    rule = cite(play.book_id, RESULT_BY_RULE[play.book_id])
    if play.stage in {Stage.ENTERED, Stage.DECIDED, Stage.SETTLED}:
        raise SecondResult(f"This round has its result already: {play.outcome}.", rule=rule)
    if play.stage in {Stage.NO_RESULT, Stage.VOIDED}:
        raise SecondResult("This round has ended without a result.", rule=rule)


def _ground_rule(play: RoundOfPlay, ground: Ground) -> str:
    return cite(play.book_id, GROUNDS[play.book_id][ground].rule)
