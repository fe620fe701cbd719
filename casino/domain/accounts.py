"""Double entry: every movement of value is posted once and sums to zero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NewType, TypeVar

import msgspec

from casino.domain.aggregate import Event
from casino.domain.money import Cents

Account = NewType("Account", str)
E_ = TypeVar("E_", bound=Event)


class AccountKind(StrEnum):
    """What an account holds; assets are positive, liabilities and income negative."""

    NOTES = "notes"
    CREDIT_METER = "credit-meter"
    AT_STAKE = "at-stake"
    COMMISSION = "commission"
    HOUSE = "house"
    ROUNDING = "rounding"
    TICKET = "ticket"
    VOUCHER = "voucher"
    PAYOUT_DUE = "payout-due"
    DRAWER = "drawer"
    VAULT = "vault"
    TABLE_FLOAT = "table-float"
    CHIPS = "chips"
    CHEQUE = "cheque"
    EFT = "eft"
    POOL = "pool"
    PROMOTION = "promotion"
    WITHHELD = "withheld"
    RETURN_DUE = "return-due"
    VARIANCE = "variance"
    BANK = "bank"

    def of(self, owner: str) -> Account:
        """The account of this kind that belongs to the stream which touches it."""
        return Account(f"{self}:{owner}")


class Posting(msgspec.Struct, frozen=True):
    """So many cents onto one account, or off it."""

    account: Account
    cents: Cents


POSTERS: dict[type[Event], Callable[[Any], Sequence[Posting]]] = {}


def posts(kind: type[E_]) -> Callable[[Callable[[E_], Sequence[Posting]]], Callable[[E_], Sequence[Posting]]]:
    """Declare, in an app's `domain/postings.py`, what an event moves."""

    def declare(poster: Callable[[E_], Sequence[Posting]]) -> Callable[[E_], Sequence[Posting]]:
        POSTERS[kind] = poster
        return poster

    return declare


def postings_of(event: Event) -> Sequence[Posting]:
    """What an event moves: nothing, unless its app says so."""
    poster = POSTERS.get(type(event))
    return poster(event) if poster else ()
