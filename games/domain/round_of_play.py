"""A round of play: from the start of its wagering period to the settlement of its wagers, or to its end without a result."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from casino.domain.aggregate import Aggregate, ReadingId, Ref, RuleId, State
from casino.domain.instant import Instant
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.domain.refusals import MoneyRefusal
from games.domain.events import (
    BallAtRestEarly,
    DiceShot,
    IlluminationFaulted,
    LayoutAmended,
    LayoutFrozen,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeDisplayed,
    OutcomeEvent,
    OutcomeSensed,
    OutcomeUncertain,
    ResultConfirmed,
    ResultEntered,
    ResultOverridden,
    RoundEvent,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    WageringClosed,
)
from games.domain.setting import cite
from games.domain.vocabulary import Layout, RoundId, TableId, Totals
from games.rules import interpreter

CLOSED_BY_RULE = {AC: "3.3.6", IR: "3.3.6", SB: "3.8.1", DF: "6.4", CC: "3.2"}
SETTLED_BY_RULE = {AC: "3.3.7", IR: "3.3.7", SB: "3.8.1", DF: "6.8", CC: "5.3.1(d)"}


class Kind(StrEnum):
    """How the outcome comes about."""

    ELECTRONIC = "electronic"
    DEALER = "dealer"


class Stage(StrEnum):
    """How far a round has come."""

    NOT_OPENED = "not opened"
    WAGERING = "place your bets"
    CLOSED = "no more bets"
    UNCERTAIN = "outcome uncertain"
    ENTERED = "result entered"
    DECIDED = "outcome decided"
    NO_RESULT = "no result"
    SETTLED = "settled"
    VOIDED = "ended without a result"


class Cause(StrEnum):
    """What ended a wagering period."""

    EXPIRY = "the period expired"
    WHEEL = "a sensor detected the imminent drop of the ball"
    NO_MORE_BETS = "no more bets"


UNDECIDED = (Stage.WAGERING, Stage.CLOSED)
IDLE = "nobody has wagered"
CALLED_BY_RULE = {(IR, Cause.WHEEL): "3.14", (IR, Cause.NO_MORE_BETS): "3.14", (DF, Cause.NO_MORE_BETS): "8.2"}


class RoundRefusal(MoneyRefusal):
    """The round does not allow it."""

    def __init__(self, sentence: str, *, rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


class RoundExists(RoundRefusal):
    """A round is opened once."""

    code = "round-exists"


class RoundNotOpened(RoundRefusal):
    """There is no such round."""

    code = "round-not-opened"


class WageringHasClosed(RoundRefusal):
    """Nothing is placed or changed after the wagering period."""

    code = "round-wagering-closed"


class WageringStillOpen(RoundRefusal):
    """The wagering period is not over yet."""

    code = "round-wagering-open"


class WrongStage(RoundRefusal):
    """This is not done at this stage of a round."""

    code = "round-wrong-stage"


class LayoutDiffers(RoundRefusal):
    """The wagers are not those that were frozen."""

    code = "round-layout-differs"


class SomethingLies(RoundRefusal):
    """A round with wagers has a result, or a ground for none."""

    code = "round-wagers-lie"


class RoundOfPlay(State, frozen=True):
    """What is known of a round."""

    id: RoundId = RoundId("")
    table: TableId = TableId("")
    book: str = ""
    kind: str = ""
    variant: str = ""
    stage: Stage = Stage.NOT_OPENED
    point: int | None = None
    ends_at: Instant | None = None
    closed_at: Instant | None = None
    layout: Layout | None = None
    shot_at: Instant | None = None
    spin: int | None = None  # of the wheel, by its own count, once it has told it
    sensed: str = ""
    displayed: str = ""
    doubt: str = ""
    outcome: str = ""
    is_corrected: bool = False
    ground: str = ""  # why it has no result, as the compiled book names it

    @property
    def book_id(self) -> str:
        """Which book is played."""
        return self.book.partition("@")[0]


def at(id: RoundId) -> Ref[RoundOfPlay]:  # noqa: A002 - it is the stream's id
    """The stream of a round: `star.AC01.20260822.0417`."""
    return AGGREGATE.at(id)


def open_round(
    play: RoundOfPlay,
    *,
    id: RoundId,  # noqa: A002 - it is the round's id
    table: TableId,
    book: interpreter.Table,
    kind: Kind,
    variant: str,
    point: int | None,
    now: Instant,
    ends_at: Instant | None,
) -> RoundOpened:
    """Begin a wagering period; at an electronic table with its end (AC 1.1, IR 3.10, DF 8.1)."""
    if play.id:
        raise RoundExists("This round has been opened already.")
    assert (kind is Kind.DEALER) == (ends_at is None), "the equipment ends a period at an instant, the dealer by a call"
    return RoundOpened(
        round_id=id,
        table=table,
        book=book.version,
        kind=kind,
        variant=variant,
        point=point,
        opened_at=now,
        ends_at=ends_at,
    )


def is_open(play: RoundOfPlay, *, now: Instant) -> bool:
    """Whether wagers may be placed: by the clock, whether or not anybody has closed the period."""
    return play.stage is Stage.WAGERING and not has_expired(play, now=now)


def has_expired(play: RoundOfPlay, *, now: Instant) -> bool:
    """Whether the planned end of the period has come."""
    return play.ends_at is not None and now >= play.ends_at


def require_open(play: RoundOfPlay, *, now: Instant) -> None:
    """Refuse to place or change anything outside the wagering period (AC 3.3.6, IR 3.3.6, SB 3.8.1, DF 6.4)."""
    require_opened(play)
    if not is_open(play, now=now):
        rule = cite(play.book_id, CLOSED_BY_RULE[play.book_id])
        raise WageringHasClosed("The wagering period of this round is over.", rule=rule)


def require_changeable(play: RoundOfPlay, *, now: Instant) -> None:
    """Refuse to change a wager any more: at Crown once there is a result, elsewhere outside the period (CC 3.4, CC-30)."""
    require_opened(play)
    if play.book_id != CC:
        require_open(play, now=now)
    elif play.stage not in UNDECIDED:
        raise WageringHasClosed("The result has been called: no wager of this round is changed any more.", rule=cite(CC, "3.4"))


def require_undecided(play: RoundOfPlay) -> None:
    """Refuse what is done while the dice are still to be thrown."""
    require_stage(play, *UNDECIDED)


def close(play: RoundOfPlay, *, cause: Cause, now: Instant, spin: int | None = None) -> WageringClosed:
    """End the wagering period: by its planned end, the wheel or the call, whichever comes first (IR-13, DF 8.2)."""
    require_stage(play, Stage.WAGERING)
    if cause is Cause.EXPIRY and not has_expired(play, now=now):
        raise WageringStillOpen("The wagering period has not expired yet.")
    if cause is Cause.WHEEL and play.book_id != IR:
        raise WrongStage("There is no wheel at this game.")
    rule = cite(play.book_id, CALLED_BY_RULE.get((play.book_id, cause), CLOSED_BY_RULE[play.book_id]))
    readings = (ReadingId("IR-13"),) if play.book_id == IR else ()
    return WageringClosed(cause=cause, closed_at=min(now, play.ends_at or now), spin=spin, rule=(rule,), readings=readings)


def freeze_layout(play: RoundOfPlay, *, layout: Layout) -> LayoutFrozen:
    """Fix the wagers by which the round is settled (AC 3.3.7, DF 6.8); at Crown once there is a result (CC-30)."""
    require_stage(play, *_freezing(play))
    if play.layout is not None:
        raise LayoutDiffers("The wagers of this round are fixed already.")
    return LayoutFrozen(layout=layout, rule=(_settling_rule(play),))


def amend_layout(play: RoundOfPlay, *, layout: Layout) -> LayoutAmended:
    """Settle the round by other wagers than were fixed, as somebody with the power has let a change in (AC 3.3.8, AC-20)."""
    assert play.layout is not None, "what was never fixed is fixed as it is"
    return LayoutAmended(layout=layout, instead_of=play.layout, rule=(_settling_rule(play),))


def settle(play: RoundOfPlay, *, layout: Layout, totals: Totals) -> RoundSettled:
    """Every wager that the outcome decides is settled, strictly as they stood (AC 3.3.7, IR 4.1.3, DF 8.6, CC 5.3.1(d))."""
    require_stage(play, Stage.DECIDED)
    if play.layout != layout:
        raise LayoutDiffers("The wagers of this round are not those that were fixed.", rule=_settling_rule(play))
    assert totals.settled + totals.carried == layout.wagers, "every wager is settled or carried forward"
    return RoundSettled(
        round_id=play.id, outcome=play.outcome, is_corrected=play.is_corrected, totals=totals, rule=(_settling_rule(play),)
    )


def end_idle(play: RoundOfPlay, *, wagers_lying: int, layout: Layout) -> RoundVoided:
    """Nobody has a wager on the layout: nothing is thrown, and the dealer ends the round."""
    require_undecided(play)
    if wagers_lying:
        raise SomethingLies("There are wagers on the layout: the round is played to its end.")
    return RoundVoided(round_id=play.id, ground=IDLE, layout=layout, totals=Totals())


def end_without_result(play: RoundOfPlay, *, layout: Layout, totals: Totals) -> RoundVoided:
    """The round is over; what its ground reaches has been returned, the rest stands (DF 5.2, CC-15, IR 3.12)."""
    require_stage(play, Stage.NO_RESULT)
    return RoundVoided(round_id=play.id, ground=play.ground, layout=layout, totals=totals)


def require_opened(play: RoundOfPlay) -> None:
    """Refuse what is asked of a round that is not there."""
    if not play.id:
        raise RoundNotOpened("There is no such round.")


def require_stage(play: RoundOfPlay, *stages: Stage) -> None:
    """Refuse what is not done at this stage."""
    require_opened(play)
    if play.stage not in stages:
        raise WrongStage(f"This cannot be done now: the round stands at {play.stage.value!r}.")


def can_freeze(play: RoundOfPlay) -> bool:
    """Whether its wagers are to be fixed now: nobody has, and at this stage it is done."""
    return play.layout is None and play.stage in _freezing(play)


def is_fixed_by_its_close(play: RoundOfPlay) -> bool:
    """Whether no wager changes once wagering has ended; at Crown they do until the result, which fixes them (CC-30)."""
    return play.book_id != CC


def is_over(play: RoundOfPlay) -> bool:
    """Whether it has been settled, or has or will have no result."""
    return play.stage in {Stage.SETTLED, Stage.VOIDED, Stage.NO_RESULT}


def _freezing(play: RoundOfPlay) -> tuple[Stage, ...]:
    if play.book_id == CC:
        return (Stage.DECIDED,)
    return Stage.CLOSED, Stage.UNCERTAIN, Stage.ENTERED, Stage.DECIDED


def _settling_rule(play: RoundOfPlay) -> RuleId:
    return cite(play.book_id, SETTLED_BY_RULE[play.book_id])


def evolve(play: RoundOfPlay, event: RoundEvent) -> RoundOfPlay:
    """The round after an event."""
    match event:
        case RoundOpened():
            return RoundOfPlay(
                id=event.round_id,
                table=event.table,
                book=event.book,
                kind=event.kind,
                variant=event.variant,
                stage=Stage.WAGERING,
                point=event.point,
                ends_at=event.ends_at,
            )
        case WageringClosed():
            return play.but(stage=Stage.CLOSED, closed_at=event.closed_at, spin=event.spin)
        case LayoutFrozen():
            return play.but(layout=event.layout)
        case LayoutAmended():
            return play.but(layout=event.layout)
        case DiceShot():
            return play.but(shot_at=event.shot_at)
        case RoundSettled():
            return play.but(stage=Stage.SETTLED)
        case RoundVoided():
            return play.but(stage=Stage.VOIDED)
        case _:
            return _came_to(play, event)


def _came_to(play: RoundOfPlay, event: OutcomeEvent) -> RoundOfPlay:
    match event:
        case OutcomeSensed():
            spin = play.spin if event.spin is None else event.spin
            return play.but(stage=Stage.DECIDED, sensed=event.outcome, outcome=event.outcome, spin=spin)
        case OutcomeDisplayed():
            return play.but(displayed=event.outcome)
        case OutcomeUncertain():
            return play.but(stage=Stage.UNCERTAIN, doubt=event.doubt, outcome="")
        case ResultEntered():
            return play.but(stage=Stage.ENTERED, outcome=event.outcome)
        case ResultConfirmed() | OutcomeDetermined():
            return play.but(stage=Stage.DECIDED, outcome=event.outcome, doubt="")
        case IlluminationFaulted():
            return play.but(stage=Stage.DECIDED, outcome=event.outcome, is_corrected=event.lit != event.outcome)
        case ResultOverridden():
            return play.but(stage=Stage.DECIDED, outcome=event.outcome, is_corrected=True)
        case NoRollCalled():
            return play.but(stage=Stage.NO_RESULT, outcome="", ground=event.declares)
        case BallAtRestEarly():
            return play.but(stage=Stage.NO_RESULT, ground="ball_early", sensed=event.number, spin=event.spin)
        case _:
            assert_never(event)


AGGREGATE = Aggregate("round", RoundOfPlay(), evolve, state_version=3, guardable=True)
