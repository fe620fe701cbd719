"""Which areas of the layout take no chips of a player now, and why: asked of the very decision that would place them."""

from __future__ import annotations

from collections.abc import Mapping

from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from games.domain import placing
from games.domain.placing import AlreadyThere
from games.domain.position import Position
from games.domain.setting import Setting
from games.domain.vocabulary import Selection


def closed(position: Position, setting: Setting) -> Mapping[Selection, Refusal]:
    """The areas on which not even the least can be placed or added, each with what a player would be told."""
    refusals = {Selection(selection): _refusal(position, Selection(selection), setting) for selection in setting.book.wagers}
    return {selection: refusal for selection, refusal in refusals.items() if refusal}


def _refusal(position: Position, selection: Selection, setting: Setting) -> Refusal | None:
    limit, pieces = setting.limit(selection), setting.book.wagers[selection].shares[2]
    try:
        placing.place(position, selection=selection, stake_cents=Cents(limit.minimum * pieces), setting=setting)
    except AlreadyThere:
        more = Cents((limit.minimum if limit.multiples else limit.unit) * pieces)
        return _refusal_to_add(position, selection, more, setting)
    except Refusal as refusal:
        return refusal
    return None


def _refusal_to_add(position: Position, selection: Selection, more: Cents, setting: Setting) -> Refusal | None:
    """What is added goes to the wager that has not moved on to its number."""
    states = setting.book.wagers[selection].states
    there = next(wager for wager in position.on(selection) if not states[wager.lying.state]["moved"])
    try:
        placing.increase(position, wager=there.number, by_cents=more, setting=setting)
    except Refusal as refusal:
        return refusal
    return None
