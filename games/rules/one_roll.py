"""Wagers the next outcome decides, and wagers split over several of them."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.rules.book import Clause, Permit, Readings, State, Wager, anything, loses
from games.rules.dice import OutcomeSpace

NEXT_OUTCOME = "next outcome"


def one_roll(
    wager_id: str,
    name: str,
    *clauses: Clause,
    rule: str,
    odds_rule: str,
    permits: tuple[Permit, ...],
    lose_rule: str | None = None,
    readings: Readings = (),
) -> Wager:
    """A wager that wins by one of its clauses on the next outcome and otherwise loses."""
    state = State(NEXT_OUTCOME, clauses, otherwise=loses(anything, lose_rule))
    return Wager(wager_id, name, rule, odds_rule, (state,), permits, readings=readings)


def split_over(
    wager_id: str,
    name: str,
    pieces: Sequence[Wager],
    outcomes: OutcomeSpace,
    *,
    rule: str,
    odds_rule: str,
    permits: tuple[Permit, ...],
    win_rule: str | None = None,
    lose_rule: str | None = None,
    limited_by_piece: bool = False,
    readings: Readings = (),
) -> Wager:
    """A composite: an equal part of the stake on each one-roll piece; a piece listed twice has two parts."""
    return Wager(
        wager_id,
        name,
        rule,
        odds_rule,
        (State(NEXT_OUTCOME, _wins_of(pieces, outcomes, win_rule), otherwise=loses(anything, lose_rule)),),
        permits,
        pieces=Counter(piece.id for piece in pieces),
        limited_by_piece=limited_by_piece,
        readings=readings,
    )


def _wins_of(pieces: Sequence[Wager], outcomes: OutcomeSpace, rule: str | None) -> tuple[Clause, ...]:
    """One clause for all outcomes that pay alike: the winning pieces are paid and returned, the others lost."""
    alike: defaultdict[tuple[Fraction, int], set[Any]] = defaultdict(set)
    for outcome in outcomes.outcomes.values():
        won = [clause.pays for piece in pieces for clause in piece.states[0].clauses if clause.on(outcome)]
        if won:
            alike[sum((Fraction(*pays) for pays in won), Fraction()), len(won)].add(outcome)
    parts = len(pieces)
    return tuple(
        Clause(group.__contains__, "win", rule, (pays / parts).as_integer_ratio(), (count, parts))
        for (pays, count), group in alike.items()
    )
