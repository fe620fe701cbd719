"""Money is a whole number of cents; between odds and payment it is an exact fraction."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NewType

Cents = NewType("Cents", int)
MINUS = "\u2212"


def up_to_the_cent(exact: Fraction) -> Cents:
    """Round a payment in the patron's favour to the next whole cent."""
    return Cents(ceil(exact))


def dollars(amount: Cents) -> str:
    """Say an amount as a person reads it: `$1,234.50`, and below zero with a true minus sign."""
    whole, rest = divmod(abs(amount), 100)
    return f"{MINUS if amount < 0 else ''}${whole:,}.{rest:02d}"
