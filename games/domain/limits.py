"""Minimum and maximum on the sign of a table: a higher minimum, or a closure, only after a sign has stood long enough."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from casino.domain import authority
from casino.domain.aggregate import RuleId
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import Power
from games.domain.events import (
    ClosureNoticed,
    DiceShootingValueSet,
    LimitChangeNoticed,
    LimitsChanged,
    LimitsDisplayed,
    PersonalLimitsEnded,
    PersonalLimitsGranted,
    SignDisconnected,
    SignReconnected,
    TableClosed,
)
from games.domain.setting import cite
from games.domain.table import Sign, Table, TableNotOpen, TableRefusal, WagersLie, require_commissioned
from games.domain.vocabulary import EVERY_KIND, Limit, Scope, SeatId, kind_of
from games.rules import interpreter

Limits = Mapping[str, Limit]
SIGN_GAP_SECONDS = 60  # a sign that was away for longer begins its minutes anew


class LimitsImpossible(TableRefusal):
    """A sign states amounts that can be wagered, for selections that there are."""

    code = "limits-impossible"


class LimitsDisplayedAlready(TableRefusal):
    """A sign that is displayed is changed, not displayed again."""

    code = "limits-displayed"


class NothingChanges(TableRefusal):
    """The sign says so already."""

    code = "limits-unchanged"


class SignTooShort(TableRefusal):
    """The sign has not stood long enough, or does not say so."""

    code = "sign-too-short"


class SignGone(TableRefusal):
    """The sign cannot be seen."""

    code = "sign-gone"


class NoPersonalLimits(TableRefusal):
    """The book knows no such limits, or the player has none."""

    code = "limits-not-personal"


def display_limits(table: Table, *, limits: Limits, book: interpreter.Table) -> LimitsDisplayed:
    """Display the first sign of a table (AC 3.1, IR 3.1, SB 3.2, DF 7.1, CC 4.1, CC 4.4)."""
    require_commissioned(table)
    if table.limits:
        raise LimitsDisplayedAlready("The table has its sign: change it.")
    check(limits, book)
    return LimitsDisplayed(limits=dict(limits), rule=_rule(table, Power.CHANGE_LIMITS))


def notice_change(
    table: Table, *, limits: Limits, effective_at: Instant, now: Instant, minutes: int, book: interpreter.Table
) -> LimitChangeNoticed:
    """Display a sign with new limits and the time from which they hold (DF 7.5, CC 4.1)."""
    _require_sign(table)
    check(limits, book)
    needed = notice_of(table, Power.CHANGE_LIMITS, minutes=minutes)
    if raises_a_minimum(table.limits, limits) and effective_at - now < needed:
        raise SignTooShort(_too_soon(needed), rule=_rules(table, Power.CHANGE_LIMITS))
    return LimitChangeNoticed(
        limits=dict(limits), displayed_at=now, effective_at=effective_at, rule=_rule(table, Power.CHANGE_LIMITS)
    )


def change_limits(table: Table, *, limits: Limits, now: Instant, minutes: int, book: interpreter.Table) -> LimitsChanged:
    """Let other limits hold; a higher minimum only after its sign has stood long enough (DF 7.5, CC 4.1, X-12)."""
    require_commissioned(table)
    check(limits, book)
    if dict(limits) == table.limits:
        raise NothingChanges("These are the limits of the table already.")
    needed = notice_of(table, Power.CHANGE_LIMITS, minutes=minutes)
    displayed_at = None
    if needed and raises_a_minimum(table.limits, limits):
        sign = table.change if table.change and table.change.limits == dict(limits) else None
        displayed_at = _stood(table, sign, now, needed, Power.CHANGE_LIMITS)
    return LimitsChanged(
        limits=dict(limits), instead_of=table.limits, displayed_at=displayed_at, rule=_rule(table, Power.CHANGE_LIMITS)
    )


def notice_closure(table: Table, *, closes_at: Instant, now: Instant, minutes: int) -> ClosureNoticed:
    """Display the time at which the table closes, or the close of play warning (DF 11.8, CC 9.7, AC 7.2, IR 8.2, SB 8.2)."""
    _require_sign(table)
    if not table.is_open:
        raise TableNotOpen(f"{table.id} is not open.")
    needed = notice_of(table, Power.CLOSE_TABLE, minutes=minutes)
    if closes_at - now < needed:
        raise SignTooShort(_too_soon(needed), rule=_rules(table, Power.CLOSE_TABLE))
    return ClosureNoticed(displayed_at=now, closes_at=closes_at, rule=_rule(table, Power.CLOSE_TABLE))


def close_table(table: Table, *, players: int, wagers_lying: int, now: Instant, minutes: int) -> TableClosed:
    """Close a table; with players present only after its sign has stood long enough (DF 11.8, CC 9.7, X-12)."""
    require_commissioned(table)
    if not table.is_open:
        raise TableNotOpen(f"{table.id} is not open.")
    if table.round:
        raise TableNotOpen("The round that is being played comes to its end first.")
    if wagers_lying:
        raise WagersLie("There are wagers on the layout: play on until each has its result, or is taken down.")
    needed = notice_of(table, Power.CLOSE_TABLE, minutes=minutes)
    displayed_at = _stood(table, table.closure, now, needed, Power.CLOSE_TABLE) if players and needed else None
    return TableClosed(at=now, players=players, displayed_at=displayed_at, rule=_rule(table, Power.CLOSE_TABLE))


def disconnect_sign(table: Table, *, now: Instant) -> SignDisconnected:
    """Note that the sign is no longer to be seen."""
    _require_sign(table)
    return SignDisconnected(at=now)


def reconnect_sign(table: Table, *, now: Instant, gap_seconds: int) -> SignReconnected:
    """Note that it is to be seen again; after a longer gap its minutes begin anew."""
    require_commissioned(table)
    if table.sign_gone_at is None:
        raise SignGone("The sign has not been away.")
    is_anew = now - table.sign_gone_at > timedelta(seconds=gap_seconds)
    return SignReconnected(at=now, counts_from=now if is_anew else None)


def grant_personal_limits(
    table: Table, *, seat: SeatId, limits: Limits, marker: str, granted_by: str, book: interpreter.Table
) -> PersonalLimitsGranted:
    """Let a player wager within limits of their own, marked at their place (DF 7.6, CC 4.3, DF-23)."""
    require_commissioned(table)
    rule = _rule(table, Power.GRANT_PERSONAL_LIMITS)
    if not rule:
        raise NoPersonalLimits("This book knows no limits for one player.")
    if not marker.strip():
        said = "Put a sign with the player's minimum and maximum, or a distinctive marker, at their place."
        raise NoPersonalLimits(said, rule=rule[0])
    check({**table.limits, **limits}, book)
    return PersonalLimitsGranted(seat=seat, limits=dict(limits), marker=marker, granted_by=granted_by, rule=rule)


def end_personal_limits(table: Table, *, seat: SeatId) -> PersonalLimitsEnded:
    """Let a player have the limits of the table again."""
    require_commissioned(table)
    if seat not in table.personal:
        raise NoPersonalLimits("This player has the limits of the table.")
    return PersonalLimitsEnded(seat=seat)


def set_dice_shooting_value(table: Table, *, cents: Cents | None, book: interpreter.Table) -> DiceShootingValueSet:
    """Set how much must be wagered to shoot the dice; none: there is no minimum (AC 3.11.2, SB 3.10.1, SB 3.10.2)."""
    require_commissioned(table)
    if not book.limits["refuses"] or not book.dice:
        raise LimitsImpossible("The dice of this game are not shot from terminals.")
    if cents is not None and cents <= 0:
        raise LimitsImpossible("Say an amount above nothing, or none.")
    return DiceShootingValueSet(cents=cents)


def check(limits: Limits, book: interpreter.Table) -> None:
    """Refuse a sign that cannot be: unknown kinds, no limit for the rest, amounts that leave nothing to wager."""
    kinds = {kind_of(selection) for selection in book.wagers}
    for kind, limit in limits.items():
        if kind not in kinds and kind != EVERY_KIND:
            raise LimitsImpossible(f"There is no kind of selection called {kind!r}.")
        if not 0 < limit.minimum <= limit.maximum or limit.unit <= 0 or limit.scope not in set(Scope):
            raise LimitsImpossible("A minimum is above nothing and at most the maximum, and a unit is above nothing.")
    if EVERY_KIND not in limits and not kinds <= limits.keys():
        raise LimitsImpossible("The sign leaves some selections without a minimum and maximum.")


def raises_a_minimum(old: Limits, new: Limits) -> bool:
    """Whether any kind of selection has a higher minimum than before."""
    rest = {EVERY_KIND} if EVERY_KIND in old and EVERY_KIND in new else set()
    kinds = {*old, *new} - {EVERY_KIND} | rest
    return any(_minimum(new, kind) > _minimum(old, kind) for kind in kinds)


def _minimum(limits: Limits, kind: str) -> Cents:
    limit = limits.get(kind) or limits.get(EVERY_KIND)
    return limit.minimum if limit else Cents(0)


def notice_of(table: Table, power: Power, *, minutes: int) -> timedelta:
    """How long a sign must have stood: as the book says, or longer if the law of the day does."""
    grant = authority.granted(table.book_id, power, variant=table.variant)[0]
    return timedelta(minutes=max(grant.notice_minutes or 0, minutes))


def _stood(table: Table, sign: Sign | None, now: Instant, needed: timedelta, power: Power) -> Instant:
    """Since when the sign has stood; a sign that is not there, not to be seen or too young is refused (X-12: inclusive)."""
    rule = _rules(table, power)
    if sign is None:
        raise SignTooShort(f"Display a sign that says so for {_said(needed)} first.", rule=rule)
    if table.sign_gone_at is not None:
        raise SignGone("The sign cannot be seen at the moment: connect it first.", rule=rule)
    due = max(sign.counts_from + needed, sign.comes_at)
    if now < due:
        raise SignTooShort(f"The sign must stand for another {_said(due - now)}.", rule=rule)
    return sign.counts_from


def _too_soon(needed: timedelta) -> str:
    return f"The sign must stand for {_said(needed)} first: let it say a later time."


def _said(time: timedelta) -> str:
    """`20 minutes`, `7 minutes and 12 seconds`: up to the next whole second."""
    minutes, seconds = divmod(-(-time // timedelta(seconds=1)), 60)
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in ((minutes, "minute"), (seconds, "second")) if count]
    return " and ".join(parts)


def _require_sign(table: Table) -> None:
    require_commissioned(table)
    if table.sign_gone_at is not None:
        raise SignGone("The sign cannot be seen at the moment: connect it first.")


def _rule(table: Table, power: Power) -> tuple[RuleId, ...]:
    grants = authority.granted(table.book_id, power, variant=table.variant)
    return tuple(cite(table.book_id, grant.rule) for grant in grants[:1])


def _rules(table: Table, power: Power) -> str:
    return ", ".join(_rule(table, power))
