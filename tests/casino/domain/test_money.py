from __future__ import annotations

from fractions import Fraction

import pytest

from casino.domain.money import Cents, dollars, up_to_the_cent


@pytest.mark.parametrize(("exact", "paid"), [(Fraction(350, 3), 117), (Fraction(117), 117), (Fraction(0), 0)])
def test_x_01_a_payment_is_rounded_up_to_the_cent(exact: Fraction, paid: int) -> None:
    assert up_to_the_cent(exact) == paid


@pytest.mark.parametrize(("amount", "said"), [(123450, "$1,234.50"), (-5, "\u2212$0.05"), (0, "$0.00")])
def test_an_amount_reads_as_a_person_writes_it(amount: int, said: str) -> None:
    assert dollars(Cents(amount)) == said
