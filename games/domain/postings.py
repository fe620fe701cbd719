"""What the events of a position move: each movement once, in whole cents, summing to zero."""

from __future__ import annotations

from collections.abc import Sequence

from casino.domain.accounts import Account, AccountKind, Posting, posts
from casino.domain.money import Cents
from games.domain.vocabulary import Figures, StakeKind
from games.domain.wager_events import (
    WagerCancelled,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerSettled,
    WagerVoided,
)

Closed = WagerCancelled | WagerSettled | WagerVoided
Touched = WagerPlaced | WagerIncreased | WagerReduced


@posts(WagerPlaced)
def _placed(event: WagerPlaced) -> Sequence[Posting]:
    return _staked(event, event.stake_cents, event.commission_cents)


@posts(WagerIncreased)
def _increased(event: WagerIncreased) -> Sequence[Posting]:
    return _staked(event, event.by_cents, event.commission_cents)


@posts(WagerReduced)
def _reduced(event: WagerReduced) -> Sequence[Posting]:
    return _staked(event, Cents(-event.by_cents), Cents(-event.commission_refunded_cents))


def _staked(event: Touched, stake: Cents, commission: Cents) -> Sequence[Posting]:
    """Stake and commission leave the player for the layout and the house; below zero, they come back."""
    return _moved(
        {
            AccountKind.AT_STAKE.of(event.position): -stake,
            AccountKind.COMMISSION.of(event.position): -commission,
        },
        (_stake_account(event), stake),
        (event.purse, commission),
    )


def _closed(event: Closed) -> Sequence[Posting]:
    """The stake leaves the layout; what is paid, and commission refunded, goes to the player; the house has the rest."""
    figures = event.figures
    tokens = _returned_tokens(event, figures)
    chips = figures.paid_cents - tokens + figures.commission_refunded_cents
    return _moved(
        {
            AccountKind.AT_STAKE.of(event.position): figures.stake_cents,
            AccountKind.COMMISSION.of(event.position): figures.commission_refunded_cents,
            AccountKind.ROUNDING.of(event.position): figures.rounding_cents,
            AccountKind.HOUSE.of(event.position): figures.paid_cents - figures.rounding_cents - figures.stake_cents,
        },
        (_stake_account(event), -tokens),
        (event.purse, -chips),
    )


def _returned_tokens(event: Closed, figures: Figures) -> int:
    """A returned token goes back as a token, winnings on it in chips (DF 1.1, DF-17)."""
    if event.stake_kind != StakeKind.TOKEN:
        return 0
    assert figures.returned.denominator == 1, "tokens are returned whole"
    return figures.returned.numerator


def _stake_account(event: Touched | Closed) -> Account:
    """Where the stake comes from: the player's credits or chips, or the promotional tokens at the position."""
    return AccountKind.PROMOTION.of(event.position) if event.stake_kind == StakeKind.TOKEN else event.purse


def _moved(house: dict[Account, int], *player: tuple[Account, int]) -> Sequence[Posting]:
    """One posting for each account that something moves on."""
    moved = dict(house)
    for account, cents in player:
        moved[account] = moved.get(account, 0) + cents
    return tuple(Posting(account, Cents(cents)) for account, cents in moved.items() if cents)


posts(WagerCancelled)(_closed)
posts(WagerSettled)(_closed)
posts(WagerVoided)(_closed)
