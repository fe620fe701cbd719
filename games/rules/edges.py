"""The exact house edge of every wager, counted over all outcomes; a Markov chain where a wager lasts several rolls."""

from fractions import Fraction
from typing import NamedTuple

from games.rules.interpreter import Row, Table, WagerTable


class Edge(NamedTuple):
    """Per unit of stake and per wager placed, followed to its close; commission is a loss, not a part of the stake."""

    edge: Fraction
    variance: Fraction
    hit_frequency: Fraction


class Moments(NamedTuple):
    """Of the net gain: its mean, the mean of its square, and the probability of a win."""

    mean: Fraction
    square: Fraction
    win: Fraction


def edge_of(table: Table, wager_id: str) -> Edge:
    """The edge of a wager from the state it is placed in."""
    wager = table.wagers[wager_id]
    moments = _solve(table, wager)[wager.first]
    return Edge(-moments.mean, moments.square - moments.mean**2, moments.win)


def worth_of(table: Table, wager_id: str, state: str) -> dict[str, Fraction] | None:
    """The mean net gain to come in a state and in all it leads to; None where no outcome ever closes the wager: it is OFF."""
    wager = table.wagers[wager_id]
    if not _can_close(wager, state):
        return None
    return {name: moments.mean for name, moments in _solve(table, wager, state).items()}


def _can_close(wager: WagerTable, state: str) -> bool:
    return any(row.following is None for name in _reached(wager, state) for row in wager.rows[name].values())


def _solve(table: Table, wager: WagerTable, start: str | None = None) -> dict[str, Moments]:
    """Eliminate state by state: every state's moments are its closing rows plus those of the states it leads to."""
    reached = _reached(wager, start or wager.first)
    leads = {state: _leads(table, wager, state) for state in reached}
    closes = {state: _closes(table, wager, state) for state in reached}
    for index, state in enumerate(reached):
        _settle_loop(leads[state], closes, state)
        for later in reached[index + 1 :]:
            _substitute(leads, closes, state, into=later)
    solved: dict[str, Moments] = {}
    for state in reversed(reached):
        solved[state] = _sum([closes[state], *(_times(solved[onward], part) for onward, part in leads[state].items())])
    return solved


def _reached(wager: WagerTable, start: str) -> list[str]:
    reached = [start]
    for state in reached:
        onward = {row.following for row in wager.rows[state].values()}
        reached += sorted(name for name in onward if name is not None and name not in reached)
    return reached


def _leads(table: Table, wager: WagerTable, state: str) -> dict[str, Fraction]:
    """The probability of going on to each state."""
    leads: dict[str, Fraction] = {}
    for outcome, row in wager.rows[state].items():
        if row.following is not None:
            leads[row.following] = leads.get(row.following, Fraction()) + _chance(table, outcome)
    return leads


def _closes(table: Table, wager: WagerTable, state: str) -> Moments:
    """What the outcomes that close the wager here add to its moments."""
    rows = ((outcome, row) for outcome, row in wager.rows[state].items() if row.following is None)
    return _sum([_times(_moments(wager, row), _chance(table, outcome)) for outcome, row in rows])


def _moments(wager: WagerTable, row: Row) -> Moments:
    net = Fraction(row.winnings + row.returned, row.denominator) - 1 - Fraction(*wager.commission)
    return Moments(net, net**2, Fraction(row.result == "win"))


def _settle_loop(leads: dict[str, Fraction], closes: dict[str, Moments], state: str) -> None:
    """A wager that may stay where it is leaves in the end: scale by one over the chance of leaving."""
    scale = 1 / (1 - leads.pop(state, Fraction()))
    closes[state] = _times(closes[state], scale)
    leads.update({onward: part * scale for onward, part in leads.items()})


def _substitute(leads: dict[str, dict[str, Fraction]], closes: dict[str, Moments], state: str, *, into: str) -> None:
    """Replace the way through a solved state by where it leads."""
    through = leads[into].pop(state, Fraction())
    if not through:
        return
    closes[into] = _sum([closes[into], _times(closes[state], through)])
    for onward, part in leads[state].items():
        leads[into][onward] = leads[into].get(onward, Fraction()) + through * part


def _chance(table: Table, outcome: str) -> Fraction:
    return Fraction(table.ways[outcome], sum(table.ways.values()))


def _times(moments: Moments, part: Fraction) -> Moments:
    return Moments(*(each * part for each in moments))


def _sum(parts: list[Moments]) -> Moments:
    return Moments(*(sum(column, Fraction()) for column in zip(*parts, strict=True))) if parts else Moments(*[Fraction()] * 3)
