"""The words a rule book is written in: wagers, their clauses, limits, permits and grounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.rules.dice import OutcomeSpace

Odds: TypeAlias = tuple[int, int]  # x to y
Readings: TypeAlias = tuple[str, ...]
Shooter: TypeAlias = tuple[str | None, str]  # who shoots (None: automatic, or the dealer), under which rule

EVENS: Odds = (1, 1)
ACTIONS = ("place", "increase", "reduce", "remove")


@dataclass(frozen=True)
class Clause:
    """One sentence of a wager's definition: on these outcomes, under this rule, this becomes of it."""

    on: Callable[[Any], bool]
    result: str | None  # None: it stays on the layout
    rule: str | None = None  # None: the wager's own
    pays: Odds = (0, 1)
    returns: Odds = (0, 1)
    then: str | Callable[[Any], str] | None = None  # the state it goes to, or which by the outcome; None: as it is
    readings: Readings = ()


def wins(on: Callable[[Any], bool], pays: Odds, rule: str | None = None, readings: Readings = ()) -> Clause:
    """Winnings are stake x pays, and the stake is returned as well (X-02)."""
    return Clause(on, "win", rule, pays, (1, 1), readings=readings)


def loses(on: Callable[[Any], bool], rule: str | None = None, readings: Readings = ()) -> Clause:
    """The stake is lost."""
    return Clause(on, "lose", rule, readings=readings)


def draws(on: Callable[[Any], bool], rule: str | None = None, readings: Readings = ()) -> Clause:
    """Neither wins nor loses: closed and the stake returned."""
    return Clause(on, "draw", rule, returns=(1, 1), readings=readings)


def handed_back(on: Callable[[Any], bool], rule: str, readings: Readings = ()) -> Clause:
    """No decision for this wager, but nothing left to decide it: closed and the stake returned."""
    return Clause(on, "inactive", rule, returns=(1, 1), readings=readings)


def goes_to(
    state: str | Callable[[Any], str], on: Callable[[Any], bool], rule: str | None = None, readings: Readings = ()
) -> Clause:
    """Stays on the layout, in another state; which one may depend on the outcome."""
    return Clause(on, None, rule, then=state, readings=readings)


def stays(on: Callable[[Any], bool], rule: str | None = None, readings: Readings = ()) -> Clause:
    """Stays on the layout as it is."""
    return Clause(on, None, rule, readings=readings)


def anything(_outcome: object) -> bool:
    """Every outcome; for a state's `otherwise`."""
    return True


UNDECIDED = stays(anything)


@dataclass(frozen=True)
class State:
    """What a wager waits for. Clauses of one state never overlap; `otherwise` has the outcomes no clause names."""

    name: str
    clauses: tuple[Clause, ...]
    otherwise: Clause = UNDECIDED
    shows: str = "inactive"  # the result while it lies in this state: inactive or frozen
    moved: bool = False  # a roll has brought it here: on its number, frozen
    calls: Mapping[str, str] = field(default_factory=dict)  # call (ON, OFF) -> state


@dataclass(frozen=True)
class Permit:
    """Whether an action is allowed under the facts named; the first permit of a wager that fits decides."""

    actions: Sequence[str]
    allowed: bool
    rule: str | None = None  # None: the wager's own
    when: Mapping[str, bool] = field(default_factory=dict)
    readings: Readings = ()


def allows(actions: Sequence[str], rule: str | None = None, readings: Readings = (), **when: bool) -> Permit:
    """The book allows it; the facts are listed in `interpreter.FACTS`."""
    return Permit(actions, allowed=True, rule=rule, when=when, readings=readings)


def refuses(actions: Sequence[str], rule: str | None = None, readings: Readings = (), **when: bool) -> Permit:
    """The book refuses it."""
    return Permit(actions, allowed=False, rule=rule, when=when, readings=readings)


@dataclass(frozen=True)
class OddsLimit:
    """The most that may be staked behind a flat wager, as a multiple of it."""

    times: Odds
    rule: str
    readings: Readings = ()


@dataclass(frozen=True)
class Entry:
    """The state a wager is in when the context says so; the first entry that fits decides, else the first state."""

    context: Mapping[str, object]
    state: str


@dataclass(frozen=True)
class Wager:
    """A permissible wager: its id, what the book calls it, its defining rule and all that follows from it."""

    id: str
    name: str
    rule: str
    odds_rule: str
    states: tuple[State, ...]
    permits: tuple[Permit, ...]
    entries: tuple[Entry, ...] = ()
    number: int | None = None  # the number an odds wager stands behind
    commission: Odds | None = None  # as a part of the stake
    odds_limit: OddsLimit | None = None
    pieces: Mapping[str, int] = field(default_factory=dict)  # area -> pieces on it
    limited_by_piece: bool = False
    readings: Readings = ()


@dataclass(frozen=True)
class Ground:
    """A table event that no roll is: by default it voids every wager it reaches and returns the stake (X-03)."""

    rule: str | None
    voids: bool = True
    spares: tuple[str, ...] = ()  # wagers it does not reach
    forfeits: bool = False  # a manager may direct that the stake is forfeited
    readings: Readings = ()


@dataclass(frozen=True)
class Limits:
    """Minimum and maximum: a terminal refuses what lies outside, a dealer table settles or caps it."""

    below: str
    above: str
    refuses: bool
    once_warned: bool = False  # below the minimum after advice: void
    readings: Readings = ()


@dataclass(frozen=True)
class Book:
    """A rule book as approved: who ordered it and when, and everything it says about wagers."""

    id: str
    revision: str  # date of the order, and ours after the dot
    title: str
    approved_by: str
    ordered_on: str
    effective_on: str
    outcomes: OutcomeSpace
    wagers: tuple[Wager, ...]
    limits: Limits
    correction: str  # the rule under which the actual outcome replaces the recorded one
    grounds: Mapping[str, Ground]
    shooter: Callable[[Mapping[str, Any]], Shooter] | None
    rounding_rule: str | None = None  # None: up to the cent; else up to the chip under this rule
    next_point: Callable[[int | None, Any], int | None] | None = None  # how the table's point moves
