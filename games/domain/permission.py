"""What may be done with a wager, asked of the book in the order: what there is, its state, the time, the amount."""

from __future__ import annotations

from collections.abc import Mapping

from casino.domain.money import Cents, dollars
from casino.domain.powers import AC, BOOK_NAMES, CC, DF, IR, SB
from casino.domain.refusals import MoneyRefusal
from games.domain.setting import MINI, Setting
from games.domain.vocabulary import Instrument, Limit, StakeKind
from games.domain.wager_events import Oral
from games.rules.interpreter import Permission, WagerTable

LISTED = {AC: "3.9", IR: "3.9", SB: "3.9", DF: "6.1", CC: "3.6"}  # only the listed wagers are permissible
ORAL = {DF: "6.7", CC: "3.3.1"}
ORAL_AT_MINI = "7.4.2"
ACCOMPANIED_BY = {
    DF: (Instrument.CHIPS, Instrument.TOKEN),
    CC: tuple(Instrument),
}  # changed at once: CC 3.3.2
TOKENS = {DF: "6.3"}  # elsewhere they are changed for chips first, or there are none
CREDITS_OR_CHIPS = {AC: "3.5", IR: "3.5", SB: "3.5", CC: "3.1"}
VERBS = {"place": "placed", "increase": "increased", "reduce": "reduced", "remove": "taken down"}


class WagerRefusal(MoneyRefusal):
    """The book, or its sign, says no to a wager."""


class NotPermissible(WagerRefusal):
    """The book does not list such a wager."""

    code = "wager-not-permissible"


class NotAllowedNow(WagerRefusal):
    """The book does not allow it as things stand at the table."""

    code = "wager-not-allowed-now"


class WageringOver(WagerRefusal):
    """The book would allow it, but the wagering period is over."""

    code = "wager-after-the-period"


class StakeKindRefused(WagerRefusal):
    """The book takes no such stake."""

    code = "wager-stake-kind"


class NotHeard(WagerRefusal):
    """An oral wager counts only as the book says."""

    code = "wager-not-heard"


class NothingStaked(WagerRefusal):
    """A wager is some money."""

    code = "wager-of-nothing"


class NotInUnits(WagerRefusal):
    """The sign states the unit in which wagers may be made."""

    code = "wager-not-in-units"


class NotInPieces(WagerRefusal):
    """The stake cannot be split equally over the areas of the wager."""

    code = "wager-not-in-pieces"


class BelowMinimum(WagerRefusal):
    """The stake is under the minimum."""

    code = "wager-below-minimum"


class AboveMaximum(WagerRefusal):
    """The stake is over the maximum."""

    code = "wager-above-maximum"


class AboveOddsLimit(WagerRefusal):
    """The stake is more than the flat wager allows."""

    code = "wager-above-odds-limit"


def require_listed(setting: Setting, selection: str) -> WagerTable:
    """The wager of the book's list; any other is refused."""
    wager = setting.book.wagers.get(selection)
    if wager is None:
        game, rule = BOOK_NAMES[setting.book.book_id], LISTED[setting.book.book_id]
        raise NotPermissible(f"{game} has no wager {selection!r}.", rule=setting.cite(rule))
    return wager


def require_permitted(setting: Setting, wager: WagerTable, action: str, facts: Mapping[str, bool]) -> Permission:
    """The rule that allows it; what the book refuses is refused, and if only the time is wrong, for that."""
    permission = wager.permit(action, facts)
    if permission.allowed:
        return permission
    rule = setting.cite(permission.rule)
    if facts["closed"] and wager.permit(action, {**facts, "closed": False}).allowed:
        raise WageringOver(f"The wagering period is over: {wager.name} can no longer be {VERBS[action]}.", rule=rule)
    raise NotAllowedNow(f"{wager.name} may not be {VERBS[action]} as things stand at the table.", rule=rule)


def require_stake_kind(setting: Setting, stake_kind: StakeKind) -> None:
    """Promotional tokens are wagered only where the book takes them (DF 6.3)."""
    book_id = setting.book.book_id
    if stake_kind is StakeKind.TOKEN and book_id not in TOKENS:
        rule = setting.cite(CREDITS_OR_CHIPS[book_id])
        raise StakeKindRefused(f"{BOOK_NAMES[book_id]} takes no promotional tokens: change them for chips first.", rule=rule)


def require_heard(setting: Setting, oral: Oral | None) -> None:
    """An oral wager is accepted by the dealer, or announced and confirmed by the Boxperson (DF 6.7, CC 3.3.1)."""
    if oral is None:
        return
    book_id = setting.book.book_id
    if book_id not in ORAL:
        raise NotHeard(f"{BOOK_NAMES[book_id]} is wagered on the touch screen.", rule=setting.cite(LISTED[book_id]))
    if setting.variant == MINI and not setting.stickperson:
        said = "At Mini Craps oral wagers are accepted only when a Boxperson acts as Stickperson."
        raise NotHeard(said, rule=setting.cite(ORAL_AT_MINI))
    rule = setting.cite(ORAL[book_id])
    if oral.instrument not in ACCOMPANIED_BY[book_id]:
        raise NotHeard(f"An oral wager is accompanied by {' or '.join(ACCOMPANIED_BY[book_id])}.", rule=rule)
    if not oral.announced_by:
        raise NotHeard("An oral wager counts once the dealer has repeated it.", rule=rule)
    if book_id == CC and not oral.confirmed_by:
        raise NotHeard("An oral wager counts once a Boxperson has confirmed it.", rule=rule)


def require_some(setting: Setting, cents: int) -> None:
    """A stake, and whatever is added to it or taken off, is a whole number of cents above nothing."""
    if type(cents) is not int or cents <= 0:
        raise NothingStaked("Say an amount above nothing, in whole cents.", rule=setting.cite(setting.book.limits["below"]))


def require_stake(setting: Setting, wager: WagerTable, stake_cents: int, limit: Limit, base_cents: int | None) -> None:
    """What a terminal refuses, by the sign, by the areas, by the flat wager (X-05, IR-10); a dealer table accepts it."""
    if not setting.refuses:
        return
    require_within_limits(setting, wager, stake_cents, limit)
    _require_pieces(setting, wager, stake_cents)
    _require_units(setting, wager, stake_cents, setting.limit(wager.id))
    require_behind(setting, wager, stake_cents, base_cents)


def require_within_limits(setting: Setting, wager: WagerTable, stake_cents: int, limit: Limit) -> None:
    """Refuse what lies outside minimum and maximum (AC 3.1, IR 3.1, SB 3.2)."""
    each = " on each of its areas" if wager.shares[2] > 1 else ""
    if wager.is_below(limit.minimum, stake_cents):
        rule = setting.cite(setting.book.limits["below"])
        raise BelowMinimum(f"The minimum on {wager.name} is {dollars(limit.minimum)}{each}.", rule=rule)
    if wager.is_above(limit.maximum, stake_cents):
        rule = setting.cite(setting.book.limits["above"])
        raise AboveMaximum(f"The maximum on {wager.name} is {dollars(limit.maximum)}{each}.", rule=rule)


def require_behind(setting: Setting, wager: WagerTable, stake_cents: int, base_cents: int | None) -> None:
    """Refuse more than may be staked behind a flat wager of this size (AC 3.9.2.1, 3.9.12.1)."""
    most = wager.most_behind(base_cents) if base_cents else None
    if most is not None and wager.odds_limit and stake_cents > most:
        said = f"Behind this wager at most {dollars(Cents(int(most)))} may be staked on {wager.name}."
        raise AboveOddsLimit(said, rule=setting.cite(wager.odds_limit["rule"]))


def _require_pieces(setting: Setting, wager: WagerTable, stake_cents: int) -> None:
    pieces = wager.shares[2]
    if stake_cents % pieces:
        said = f"{wager.name} has {pieces} equal pieces: stake an amount that can be divided by {pieces}."
        raise NotInPieces(said, rule=setting.cite(wager.rule))


def _require_units(setting: Setting, wager: WagerTable, stake_cents: int, limit: Limit) -> None:
    """The unit counts from the minimum up; pieces of a special bet are each on their own area."""
    least, pieces = limit.minimum, wager.shares[2]
    above, unit = (stake_cents, least) if limit.multiples else (stake_cents - least * pieces, limit.unit)
    if above % (unit * pieces):
        said = "multiples of " if limit.multiples else f"{dollars(least)} and steps of "
        raise NotInUnits(f"{wager.name} is wagered in {said}{dollars(unit)}.", rule=setting.cite(setting.book.limits["below"]))
