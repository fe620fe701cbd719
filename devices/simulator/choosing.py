"""What somebody who wants to wager asks for, chosen from what the terminal shows: areas that are open, stakes by the sign."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from devices.simulator.shown import EVERY_KIND, Limit, Lying, Shown, kind_of
from devices.simulator.wishes import Want, Wish

Areas = Mapping[str, int]
"""The selections of a book, and of how many equal pieces each is."""
MOST_STEPS = 3
COMMISSION_SHARE = 20  # some wagers are charged up to a twentieth on top


class Asked(msgspec.Struct, frozen=True):
    """One command about the wagers of a round."""

    what: Want
    path: str  # below the wagers of the round
    body: dict[str, Any]


def choose(wish: Wish, shown: Shown, areas: Areas) -> Asked | None:
    """What is asked for; nothing, if there is nothing that could be done."""
    assert shown.round is not None, "somebody looks at a round"
    chance = Random(wish.chance)
    ours = [each for each in shown.wagers if each.round == shown.round.id and each.selection in areas]
    if wish.want is Want.PLACE or not ours:
        return _place(chance, shown, areas)
    wager = chance.choice(ours)
    match wish.want:
        case Want.INCREASE:
            return _increase(wager, shown, areas)
        case Want.REDUCE:
            return _reduce(wager, shown, areas)
        case Want.MOVE:
            return _move(chance, wager, shown, areas)
        case Want.CANCEL:
            return Asked(Want.CANCEL, f"/{wager.number}/cancel", {})


def _place(chance: Random, shown: Shown, areas: Areas) -> Asked | None:
    free = [each for each in _open(shown, areas) if _least(each, shown, areas) <= shown.credits.cents]
    if not free:
        return None
    selection = _any_of(chance, free)
    limit, pieces = shown.limit(selection), areas[selection]
    wanted = _least(selection, shown, areas)
    stake = limit.minimum_cents * pieces
    for _ in range(chance.randrange(MOST_STEPS)):
        more = _step(limit) * pieces
        if stake + more > limit.maximum_cents or wanted + more > shown.credits.cents:
            break
        stake, wanted = stake + more, wanted + more
    return Asked(Want.PLACE, "", {"selection": selection, "stake_cents": stake})


def _increase(wager: Lying, shown: Shown, areas: Areas) -> Asked | None:
    limit = shown.limit(wager.selection)
    more = _step(limit) * areas[wager.selection]
    if wager.stake_cents + more > limit.maximum_cents or more > shown.credits.cents:
        return None
    return Asked(Want.INCREASE, f"/{wager.number}/increase", {"by_cents": more})


def _reduce(wager: Lying, shown: Shown, areas: Areas) -> Asked | None:
    limit, pieces = shown.limit(wager.selection), areas[wager.selection]
    left = wager.stake_cents - _step(limit) * pieces
    if left < limit.minimum_cents * pieces:
        return None
    return Asked(Want.REDUCE, f"/{wager.number}/reduce", {"to_cents": left})


def _move(chance: Random, wager: Lying, shown: Shown, areas: Areas) -> Asked | None:
    fitting = [each for each in _open(shown, areas) if _takes(each, wager.stake_cents, shown, areas)]
    if not fitting:
        return None
    return Asked(Want.MOVE, f"/{wager.number}/move", {"selection": _any_of(chance, fitting)})


def _open(shown: Shown, areas: Areas) -> list[str]:
    """The areas that take chips, and on which none of this player lie."""
    if EVERY_KIND in shown.closed:
        return []
    taken = {each.selection for each in shown.wagers}
    return [selection for selection in areas if selection not in shown.closed and selection not in taken]


def _any_of(chance: Random, selections: list[str]) -> str:
    """As likely one kind as another: a layout has many numbers and one field."""
    kind = chance.choice(sorted({kind_of(each) for each in selections}))
    return chance.choice([each for each in selections if kind_of(each) == kind])


def _takes(selection: str, cents: int, shown: Shown, areas: Areas) -> bool:
    limit, pieces = shown.limit(selection), areas[selection]
    least = limit.minimum_cents * pieces
    return least <= cents <= limit.maximum_cents and (cents - least) % (_step(limit) * pieces) == 0


def _least(selection: str, shown: Shown, areas: Areas) -> int:
    """What has to be there for the smallest wager, whether or not a commission is charged."""
    stake = shown.limit(selection).minimum_cents * areas[selection]
    return stake + stake // COMMISSION_SHARE


def _step(limit: Limit) -> int:
    return limit.minimum_cents if limit.multiples else limit.unit_cents
