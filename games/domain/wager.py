"""One wager between two commands: kept as data, laid on the rule engine's layout to act on it, and read off it again."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import msgspec

from casino.domain.money import Cents
from games.domain.setting import MINI, Setting
from games.domain.vocabulary import NONE, Figures, Limit, Lying, RoundId, Selection, WagerNumber
from games.rules.layout import WagerOnLayout


class Wager(msgspec.Struct, frozen=True):
    """A wager on the layout."""

    number: WagerNumber
    round_id: RoundId  # in which it was placed
    selection: Selection
    stake_kind: str
    book: str  # the version it was placed under
    lying: Lying


def put_down(
    setting: Setting, selection: str, stake_cents: Cents, limit: Limit, *, base_cents: int | None, advised: bool
) -> WagerOnLayout:
    """A wager as it would lie, were it placed now."""
    context = {
        **_table(setting, advised=advised),
        "point": setting.point,
        "min": limit.minimum,
        "max": limit.maximum,
        "base_stake": base_cents,
        "frozen": selection in setting.frozen,
        "eights": int(selection in setting.frozen),
    }
    return WagerOnLayout(setting.book, setting.book.wagers[selection], stake_cents, context)


def laid(wager: Wager, setting: Setting, *, advised: bool = False) -> WagerOnLayout:
    """A wager on the layout as it lies there."""
    assert wager.book == setting.book.version, "a wager is settled by the version it was placed under"
    lying = wager.lying
    on = WagerOnLayout(setting.book, setting.book.wagers[wager.selection], lying.stake_cents, {})
    on.context = _table(setting, advised=advised)
    on.state, on.result, on.open_rule, on.point = lying.state, lying.shows, lying.rule, lying.point
    on.minimum, on.maximum, on.base_cents = lying.minimum, lying.maximum, lying.base_cents
    on.at_stake, on.kept_cents = _whole(lying.effective), _whole(lying.kept)
    on.exposed_cents, on.was_reduced = lying.exposed_cents, lying.was_reduced
    return on


def lying_of(on: WagerOnLayout, setting: Setting, before: Lying | None = None) -> Lying:
    """How a wager lies on the layout now; a flat wager that has come to its number keeps the stake it came with."""
    states = on.wager.states
    has_moved = states[on.state]["moved"] and not (before and states[before.state]["moved"])
    return Lying(
        state=on.state,
        shows=states[on.state]["shows"],
        rule=on.open_rule,
        point=on.point,
        stake_cents=Cents(on.stake_cents),
        effective=_exact(on.at_stake),
        exposed_cents=Cents(on.exposed_cents),
        kept=_exact(on.kept_cents),
        commission_cents=_charged_cents(on, setting),
        was_reduced=on.was_reduced,
        minimum=Cents(on.minimum or 0),
        maximum=Cents(on.maximum or 0),
        base_cents=Cents(on.base_cents) if on.base_cents else None,
        established_cents=Cents(on.stake_cents if has_moved else before.established_cents if before else 0),
    )


def figures_of(on: WagerOnLayout, setting: Setting, held_cents: Cents) -> Figures:
    """What a closed wager came to; of the commission held, all goes back but the exact part that is kept, rounded down."""
    row, won, back, paid = on.payment()
    charged, refunded, whole = on.commission()
    kept = min(_down(charged - refunded, whole, setting.unit), held_cents)
    return Figures(
        stake_cents=Cents(on.stake_cents),
        effective=_exact(on.at_stake),
        winnings=_exact(won, row.denominator),
        returned=_exact(back, row.denominator),
        paid_cents=Cents(paid),
        rounding_cents=Cents(paid - (won + back) // row.denominator),
        commission=_exact(charged, whole),
        commission_refunded=_exact(refunded, whole),
        commission_refunded_cents=Cents(held_cents - kept),
    )


def _table(setting: Setting, *, advised: bool) -> dict[str, object]:
    return {"variant": MINI if setting.variant == MINI else None, "chip_unit": setting.unit, "warned": advised}


def _charged_cents(on: WagerOnLayout, setting: Setting) -> Cents:
    """Commission is charged down to the cent, or to the chip at a dealer table (X-01, CC-18)."""
    charged, _, whole = on.commission()
    return _down(charged, whole, setting.unit)


def _down(amount: int | Fraction, whole: int, unit: Cents) -> Cents:
    return Cents(int(amount // (whole * unit)) * unit)


@lru_cache(maxsize=8192)
def _exact(amount: int | Fraction, whole: int = 1) -> Fraction:
    """So many parts of a whole. Most of a round are the same few, and making a fraction costs more than settling a wager."""
    return Fraction(amount, whole) if amount else NONE


def _whole(amount: Fraction) -> int | Fraction:
    return amount.numerator if amount.denominator == 1 else amount
