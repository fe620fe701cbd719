"""What a player does with chips until the wagering period ends: place, increase, reduce, take down, move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from casino.domain.aggregate import ReadingId
from casino.domain.money import Cents, dollars
from casino.domain.refusals import MoneyRefusal
from games.domain import behind, permission
from games.domain.position import AGGREGATE, Position, evolve, is_barred, limit_for, named, require_taken, require_wager
from games.domain.setting import Setting
from games.domain.vocabulary import Selection, StakeKind, WagerNumber
from games.domain.wager import Wager, figures_of, laid, lying_of, put_down
from games.domain.wager_events import Oral, PositionEvent, WagerCancelled, WagerIncreased, WagerPlaced, WagerReduced, WagerVoided
from games.rules.interpreter import Permission, WagerTable
from games.rules.layout import WagerOnLayout


class AlreadyThere(MoneyRefusal):
    """There are chips of this player on that area already."""

    code = "wager-already-there"


class NotLess(MoneyRefusal):
    """A wager is reduced to less than it is."""

    code = "wager-not-less"


class OddsInTheWay(MoneyRefusal):
    """The odds behind a flat wager would be more than it allows."""

    code = "wager-odds-in-the-way"


class Change(msgspec.Struct, frozen=True):
    """What a player wants done: place on a selection, or increase, reduce, take down or move a wager."""

    do: Literal["place", "increase", "reduce", "cancel", "move"]
    selection: Selection | None = None
    wager: WagerNumber | None = None
    cents: Cents = Cents(0)


class ChangeUnclear(MoneyRefusal):
    """A change says which wager, where and how much."""

    code = "wager-change-unclear"


def change(position: Position, wanted: Change, *, setting: Setting) -> Sequence[PositionEvent]:
    """What a player wants done, whichever it is."""
    match wanted:
        case Change("place", str(selection), None, cents):
            return place(position, selection=selection, stake_cents=cents, setting=setting)
        case Change("increase", None, int(wager), cents):
            return [increase(position, wager=wager, by_cents=cents, setting=setting)]
        case Change("reduce", None, int(wager), cents):
            return reduce(position, wager=wager, to_cents=cents, setting=setting)
        case Change("cancel", None, int(wager)):
            return cancel(position, wager=wager, setting=setting)
        case Change("move", str(selection), int(wager)):
            return move(position, wager=wager, to=selection, setting=setting)
        case _:
            raise ChangeUnclear("Say which wager it is, or the area to place on, and the amount.")


def place(
    position: Position,
    *,
    selection: Selection,
    stake_cents: Cents,
    setting: Setting,
    stake_kind: StakeKind = StakeKind.CHIP,
    oral: Oral | None = None,
    moved_from: WagerNumber | None = None,
) -> list[WagerPlaced | WagerVoided]:
    """Put chips on an area of the layout within the wagering period (AC 3.3.4, DF 6.4, CC 3.2)."""
    require_taken(position)
    table = permission.require_listed(setting, selection)
    base = _base(position, selection, setting)
    limit = limit_for(position, selection, setting, stake_kind=stake_kind)
    on = put_down(setting, selection, stake_cents, limit, base_cents=base, advised=position.is_advised)
    allowed = permission.require_permitted(setting, table, "place", _facts_to_place(position, on, setting, base))
    _require_free(position, table, stake_kind)
    permission.require_heard(setting, oral)
    permission.require_stake_kind(setting, stake_kind)
    permission.require_some(setting, stake_cents)
    permission.require_stake(setting, table, stake_cents, limit, base)
    placed = _placed(position, on, setting, allowed, stake_kind=stake_kind, oral=oral, moved_from=moved_from)
    return [placed, *_returned_at_once(evolve(position, placed), placed.wager, on, setting)]


def _placed(
    position: Position,
    on: WagerOnLayout,
    setting: Setting,
    allowed: Permission,
    *,
    stake_kind: StakeKind,
    oral: Oral | None,
    moved_from: WagerNumber | None,
) -> WagerPlaced:
    lying = lying_of(on, setting)
    return WagerPlaced(
        position=position.id,
        round_id=setting.round_id,
        wager=WagerNumber(position.last_number + 1),
        selection=Selection(on.wager.id),
        stake_kind=stake_kind,
        purse=position.purse,
        book=setting.book.version,
        stake_cents=lying.stake_cents,
        commission_cents=lying.commission_cents,
        lying=lying,
        moved_from=moved_from,
        confirmed_by=setting.confirmed_by,
        oral=oral,
        **_under(setting, allowed),
    )


def increase(position: Position, *, wager: WagerNumber, by_cents: Cents, setting: Setting) -> WagerIncreased:
    """Add chips to a wager (AC 3.9.1, DF 6.4)."""
    there = require_wager(position, wager)
    on = laid(there, setting, advised=position.is_advised)
    allowed = permission.require_permitted(setting, on.wager, "increase", _facts(position, there, on, setting))
    permission.require_some(setting, by_cents)
    limit, base = limit_for(position, there.selection, setting, beside=there), _base(position, there.selection, setting)
    permission.require_stake(setting, on.wager, on.stake_cents + by_cents, limit, base)
    on.minimum, on.maximum, on.base_cents = limit.minimum, limit.maximum, base
    done = on.increase(by_cents, closed=setting.is_closed and not setting.confirmed_by)
    assert done == "increased", "what was permitted is done"
    lying = lying_of(on, setting, there.lying)
    return WagerIncreased(
        **named(position, there, setting),
        by_cents=by_cents,
        commission_cents=Cents(lying.commission_cents - there.lying.commission_cents),
        lying=lying,
        confirmed_by=setting.confirmed_by,
        **_under(setting, allowed),
    )


def reduce(
    position: Position, *, wager: WagerNumber, to_cents: Cents, setting: Setting
) -> list[WagerReduced | WagerVoided | WagerCancelled]:
    """Take a part of a wager down (AC 3.5.1.1, DF 6.4, CC 3.4); if the rest is returned, the odds behind it come down (CC-06)."""
    there = require_wager(position, wager)
    on = laid(there, setting, advised=position.is_advised)
    allowed = permission.require_permitted(setting, on.wager, "reduce", _facts(position, there, on, setting))
    permission.require_some(setting, to_cents)
    if to_cents >= there.lying.stake_cents:
        raise NotLess(f"There is {_said(there)} on {on.wager.name}: say a smaller amount to leave there.")
    limit = limit_for(position, there.selection, setting, beside=there)
    permission.require_stake(setting, on.wager, to_cents, limit, None)
    _require_odds_covered(position, there, to_cents, setting)
    on.minimum, on.maximum = limit.minimum, limit.maximum
    done = on.reduce(to_cents, 0, closed=setting.is_closed)
    assert done == "reduced", "what was permitted is done"
    lying = lying_of(on, setting, there.lying)
    reduced = WagerReduced(
        **named(position, there, setting),
        by_cents=Cents(there.lying.stake_cents - to_cents),
        commission_refunded_cents=Cents(there.lying.commission_cents - lying.commission_cents),
        lying=lying,
        point_since=setting.point_since,
        **_under(setting, allowed),
    )
    returned = _returned_at_once(evolve(position, reduced), wager, on, setting)
    return [reduced, *returned, *(_odds_taken_down(position, there, setting) if returned else ())]


def cancel(position: Position, *, wager: WagerNumber, setting: Setting) -> list[WagerCancelled]:
    """Take a wager down, and the odds behind it with it (AC 3.5.1.1, DF 6.4, CC 3.4, AC-18, CC-06)."""
    there = require_wager(position, wager)
    on = laid(there, setting, advised=position.is_advised)
    permission.require_permitted(setting, on.wager, "remove", _facts(position, there, on, setting))
    return [_taken_down(position, there, on, setting), *_odds_taken_down(position, there, setting)]


def move(
    position: Position, *, wager: WagerNumber, to: Selection, setting: Setting
) -> list[WagerCancelled | WagerPlaced | WagerVoided]:
    """Move the chips of a wager to another area: taken down here, placed there (AC 3.5.1.2, IR 3.5.1.2)."""
    there = require_wager(position, wager)
    taken = cancel(position, wager=wager, setting=setting)
    placed = place(
        AGGREGATE.fold(position, taken),
        selection=to,
        stake_cents=there.lying.stake_cents,
        setting=setting,
        stake_kind=StakeKind(there.stake_kind),
        moved_from=wager,
    )
    return [*taken, *placed]


def _odds_taken_down(position: Position, flat: Wager, setting: Setting) -> list[WagerCancelled]:
    """The odds behind a flat wager come down with it (AC-18, CC-06)."""
    book_id = setting.book.book_id
    odds = behind.odds_behind(book_id, flat, position.wagers.values())
    return [_taken_down(position, each, laid(each, setting), setting, behind.CANCELLED_TOGETHER[book_id]) for each in odds]


def _taken_down(position: Position, wager: Wager, on: WagerOnLayout, setting: Setting, *together: ReadingId) -> WagerCancelled:
    done = on.remove(0, closed=setting.is_closed)
    assert done == "removed", "what was permitted is done"
    assert on.closing is not None
    return WagerCancelled(
        **named(position, wager, setting),
        figures=figures_of(on, setting, wager.lying.commission_cents),
        point_since=setting.point_since,
        rule=(setting.cite(on.closing.rule),),
        readings=(*map(ReadingId, on.closing.readings), *together),
    )


def _under(setting: Setting, allowed: Permission) -> dict[str, Any]:
    """The rule that allows a change, and its readings."""
    return {"rule": (setting.cite(allowed.rule),), "readings": tuple(map(ReadingId, allowed.readings))}


def _returned_at_once(position: Position, number: WagerNumber, on: WagerOnLayout, setting: Setting) -> list[WagerVoided]:
    """Below the minimum after advice: void as soon as it lies there, whatever the result (CC 4.2.1, CC-11)."""
    if on.closing is None:
        return []
    assert on.closing.result == "void", "what a terminal rejects has been refused"
    wager = position.wagers[number]
    voided = WagerVoided(
        **named(position, wager, setting),
        ground="below_minimum",
        is_forfeited=False,
        figures=figures_of(on, setting, wager.lying.commission_cents),
        rule=(setting.cite(on.closing.rule),),
        readings=tuple(map(ReadingId, on.closing.readings)),
    )
    return [voided]


def _require_free(position: Position, table: WagerTable, stake_kind: str) -> None:
    """Further chips on an area add to the chips there, unless a roll has moved them on; tokens lie beside them (DF 6.3)."""
    for wager in position.on(table.id):
        if wager.stake_kind == stake_kind and not table.states[wager.lying.state]["moved"]:
            raise AlreadyThere(f"There is {_said(wager)} on {table.name} already: add to it.")


def _base(position: Position, selection: str, setting: Setting) -> Cents | None:
    """The flat amount that odds are held to now; none: no flat wager is on their number, or they are no odds."""
    book_id = setting.book.book_id
    if not behind.is_odds(book_id, selection):
        return None
    base = behind.base_of(book_id, selection, position.wagers.values())
    return behind.base_cents(book_id, base) if base else None


def _facts_to_place(position: Position, on: WagerOnLayout, setting: Setting, base_cents: Cents | None) -> dict[str, bool]:
    selection = on.wager.id
    facts = on.facts(closed=setting.is_closed)
    facts["confirmed"] = bool(setting.confirmed_by)
    facts["has_base"] = base_cents is not None or not behind.is_odds(setting.book.book_id, selection)
    facts["was_reduced"] = is_barred(position, selection, setting)
    return facts


def _facts(position: Position, wager: Wager, on: WagerOnLayout, setting: Setting) -> dict[str, bool]:
    facts = on.facts(closed=setting.is_closed)
    barred = on.was_reduced or is_barred(position, wager.selection, setting)
    return {**facts, "confirmed": bool(setting.confirmed_by), "was_reduced": barred}


def _require_odds_covered(position: Position, flat: Wager, to_cents: Cents, setting: Setting) -> None:
    """A terminal lets no flat wager shrink below what the odds behind it are held to (AC-16)."""
    if not setting.refuses:
        return
    for odds in behind.odds_behind(setting.book.book_id, flat, position.wagers.values()):
        most = setting.book.wagers[odds.selection].most_behind(to_cents)
        if most is not None and odds.lying.stake_cents > most:
            name = setting.book.wagers[odds.selection].name
            raise OddsInTheWay(f"There is {_said(odds)} on {name} behind this wager: reduce the odds first.")


def _said(wager: Wager) -> str:
    return dollars(wager.lying.stake_cents)
