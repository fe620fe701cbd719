"""What happened at a table and in a round, as sentences; what happened to a player's chips stands in `wagers_told.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils import timezone

from casino.domain.aggregate import Event
from casino.domain.instant import Instant
from casino.domain.money import dollars
from casino.domain.powers import BOOK_NAMES
from games.domain.events import (
    BallAtRestEarly,
    BookVersionAdopted,
    ClosureNoticed,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceSetIntroduced,
    DiceShootingValueSet,
    DiceShot,
    DieFound,
    DieOffTable,
    IlluminationFaulted,
    LayoutAmended,
    LayoutFrozen,
    LimitChangeNoticed,
    LimitsChanged,
    LimitsDisplayed,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeDisplayed,
    OutcomeSensed,
    OutcomeUncertain,
    PersonalLimitsEnded,
    PersonalLimitsGranted,
    ResultConfirmed,
    ResultEntered,
    ResultOverridden,
    RoundBegun,
    RoundFinished,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    ShooterDesignated,
    SignDisconnected,
    SignReconnected,
    StickpersonAppointed,
    StickpersonRelieved,
    TableClosed,
    TableCommissioned,
    TableOpened,
    TableReleased,
    TableSuspended,
    WageringClosed,
    WageringPeriodConfigured,
)
from games.domain.setting import ONE_CENT
from games.domain.vocabulary import Layout, Limit, Scope, Totals
from games.names import kind_name, wager_name

Said = Mapping[type[Event], Callable[[Any], str]]


def short(id_: str) -> str:
    """A table, a seat or a round as people call it: the last part of its id."""
    return id_.rpartition(".")[2]


def shown(outcome: str) -> str:
    """What the dice or the wheel showed: `3 and 4`, `1, 2 and 2`, `17`."""
    first, _, last = outcome.rpartition("-")
    return f"{first.replace('-', ', ')} and {last}" if first else last


def at_time(instant: Instant) -> str:
    """A time of day where the page is read."""
    return f"{timezone.localtime(instant):%H:%M:%S}"


def listed(names: Iterable[str], nothing: str = "none") -> str:
    """`a, b and c`."""
    return " and ".join(", ".join(names).rsplit(", ", 1)) or nothing


def limits_said(limits: Mapping[str, Limit]) -> str:
    """A sign in one sentence."""
    return "; ".join(f"{kind_name(kind)} {limit_said(limit)}" for kind, limit in limits.items())


def limit_said(limit: Limit) -> str:
    """One line of a sign: from, to, in which steps, and against what it is held."""
    steps = f"in multiples of {dollars(limit.minimum)}" if limit.multiples else f"in steps of {dollars(limit.unit)}"
    parts = [f"{dollars(limit.minimum)} to {dollars(limit.maximum)}"]
    parts += [steps] if limit.multiples or limit.unit > ONE_CENT else []
    parts += ["by player"] if limit.scope == Scope.PLAYER else []
    return ", ".join(parts)


def book_said(version: str) -> str:
    """A version of a book: its name, and what follows it."""
    book_id, _, revision = version.partition("@")
    return f"{BOOK_NAMES[book_id]} {revision}".strip()


def _commissioned(event: TableCommissioned) -> str:
    parts = [
        f"Commissioned for {book_said(event.book)}{f', {event.variant}' if event.variant else ''}",
        f"layout {event.layout}",
        f"chips from {dollars(event.chip_unit)}" if event.chip_unit > ONE_CENT else "",
        f"with {listed(event.equipment)}" if event.equipment else "",
    ]
    return ", ".join(filter(None, parts))


def _dice_set(event: DiceSetIntroduced) -> str:
    instead = f" instead of {event.instead_of}" if event.instead_of else ""
    return f"Dice set {event.dice_set} checked and introduced{instead}: {listed(die.id for die in event.dice)}"


def _found(event: DieFound) -> str:
    goes = "back to the shooter" if event.to_shooter else "into the bowl"
    return f"Die {event.die} found: {f'it passed its check and goes {goes}' if event.is_sound else 'it did not pass its check'}"


def _closed(event: TableClosed) -> str:
    stood = f"; its sign had stood since {at_time(event.displayed_at)}" if event.displayed_at else ""
    players = f" with {event.players} player{'s' if event.players > 1 else ''} present" if event.players else ""
    return f"Closed{players}{stood}"


def _changed(event: LimitsChanged) -> str:
    stood = f"; the sign had stood since {at_time(event.displayed_at)}" if event.displayed_at else ""
    return f"Limits changed to {limits_said(event.limits)}{stood}"


def _reconnected(event: SignReconnected) -> str:
    return "Sign connected again" + (": its minutes begin anew" if event.counts_from else "")


def _designated(event: ShooterDesignated) -> str:
    if event.seat is None:
        return "Nobody has the dice"
    thrower = f", {event.thrower} throws" if event.thrower else ""
    return f"{event.seat} shoots{f' with dice {listed(event.dice)}' if event.dice else ''}{thrower}"


def _finished(event: RoundFinished) -> str:
    came = shown(event.outcome) if event.outcome else "no result"
    point = f"point {event.point}" if event.point else "no point"
    frozen = f", frozen: {listed(map(wager_name, event.frozen))}" if event.frozen else ""
    return f"Round {short(event.round_id)} over: {came}, {point}{frozen}"


TABLES: Said = {
    TableCommissioned: _commissioned,
    BookVersionAdopted: lambda event: f"Rounds go by {book_said(event.book)} from now on",
    LimitsDisplayed: lambda event: f"Sign displayed: {limits_said(event.limits)}",
    LimitChangeNoticed: lambda event: f"Sign for {at_time(event.effective_at)} displayed: {limits_said(event.limits)}",
    LimitsChanged: _changed,
    PersonalLimitsGranted: lambda event: f"Limits of their own for {event.seat}, {event.marker}: {limits_said(event.limits)}",
    PersonalLimitsEnded: lambda event: f"{event.seat} has the limits of the table again",
    SignDisconnected: lambda _: "Sign no longer to be seen",
    SignReconnected: _reconnected,
    WageringPeriodConfigured: lambda event: f"Wagering period set to {event.seconds} seconds",
    TableOpened: lambda _: "Opened",
    ClosureNoticed: lambda event: f"Sign displayed: closes at {at_time(event.closes_at)}",
    TableClosed: _closed,
    TableSuspended: lambda event: f"Suspended: {event.reason}",
    TableReleased: lambda event: f"Released: {event.rectified}",
    DiceSetIntroduced: _dice_set,
    DieOffTable: lambda event: f"Die {event.die} left the table and was not found at once",
    DieFound: _found,
    DiceShootingValueSet: lambda event: (
        f"Dice shooting value set to {dollars(event.cents)}" if event.cents else "Dice shooting value lifted"
    ),
    RoundBegun: lambda event: f"Round {short(event.round_id)} begun",
    RoundFinished: _finished,
    DiceOffered: lambda event: f"Dice offered to {event.seat}",
    DiceDeclined: lambda event: f"{event.seat} does not take the dice",
    ShooterDesignated: _designated,
    StickpersonAppointed: lambda _: "A boxperson acts as stickperson",
    StickpersonRelieved: lambda _: "The boxperson no longer acts as stickperson",
    DicePassed: lambda event: f"The dice pass on from {event.seat}: {event.reason}",
}


def _wagers(layout: Layout) -> str:
    return f"{layout.wagers:,} wager{'' if layout.wagers == 1 else 's'}, {dollars(layout.total_cents)}"


def _totals(totals: Totals) -> str:
    carried = f", {totals.carried:,} carried forward" if totals.carried else ""
    closed = f"{totals.settled:,} wager{'' if totals.settled == 1 else 's'} of {dollars(totals.stakes_cents)}"
    return f"{closed}, {dollars(totals.paid_cents)} paid{carried}"


def _shot(event: DiceShot) -> str:
    if not event.is_automatic:
        return f"{event.seat} shoots"
    return f"Dice shot automatically for {event.seat}" if event.seat else "Dice shot automatically"


def _lit(event: IlluminationFaulted) -> str:
    lit = f"the areas of {shown(event.lit)} were lit" if event.lit else "nothing was lit"
    return f"The dice show {shown(event.outcome)}, but {lit}: the round goes by the dice"


def _no_roll(event: NoRollCalled) -> str:
    return f"No result: {event.ground}"


ROUNDS: Said = {
    RoundOpened: lambda event: "Place your bets" + (f", until {at_time(event.ends_at)}" if event.ends_at else ""),
    WageringClosed: lambda event: f"Wagering closed: {event.cause}",
    LayoutFrozen: lambda event: f"Wagers fixed: {_wagers(event.layout)}",
    LayoutAmended: lambda event: f"Wagers fixed anew: {_wagers(event.layout)} instead of {_wagers(event.instead_of)}",
    DiceShot: _shot,
    OutcomeSensed: lambda event: f"{shown(event.outcome)}, read by {short(event.device)}",
    OutcomeDisplayed: lambda event: f"A display shows {shown(event.outcome)}",
    OutcomeUncertain: lambda event: f"No outcome yet: {event.doubt}",
    ResultEntered: lambda event: f"{shown(event.outcome)} entered",
    ResultConfirmed: lambda event: f"{shown(event.outcome)} stands",
    IlluminationFaulted: _lit,
    OutcomeDetermined: lambda event: f"{shown(event.outcome)}, determined by a person with the authority",
    ResultOverridden: lambda event: f"{shown(event.outcome)} instead of {shown(event.wrong)}: {event.reason}",
    NoRollCalled: _no_roll,
    BallAtRestEarly: lambda event: f"The ball lay in {event.number} before wagering was over: all bets are returned",
    RoundSettled: lambda event: f"Settled by {shown(event.outcome)}: {_totals(event.totals)}",
    RoundVoided: lambda event: f"Ended without a result: {_totals(event.totals)}",
}
SAID: Said = {**TABLES, **ROUNDS}
OF_ROUNDS: tuple[type[Event], ...] = (RoundBegun, RoundFinished, ShooterDesignated, DicePassed, DiceOffered, DiceDeclined)
