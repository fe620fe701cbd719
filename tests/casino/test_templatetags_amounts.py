"""Amounts as they are written and as they are heard."""

import re
from fractions import Fraction

import pytest

from casino.domain.money import Cents
from casino.templatetags import amounts


def _written(html: str) -> str:
    return re.sub(r"<[^>]+>", "", re.sub(r'<span class="heard">[^<]*</span>', "", html))


def _heard(html: str) -> str:
    said = re.search(r'<span class="heard">([^<]*)</span>', html)
    assert said is not None
    return said[1]


@pytest.mark.parametrize(
    ("cents", "written", "heard"),
    [
        (121_200, "$1,212.00", "1212 dollars"),
        (48_650, "$486.50", "486 dollars 50"),
        (100, "$1.00", "1 dollar"),
        (405, "$4.05", "4 dollars 05"),
        (50, "$0.50", "50 cents"),
        (1, "$0.01", "1 cent"),
        (0, "$0.00", "0 dollars"),
        (-14_193, "\u2212$141.93", "minus 141 dollars 93"),
    ],
)
def test_money_has_two_decimals_a_true_minus_and_is_heard_in_dollars(cents: int, written: str, heard: str) -> None:
    cell = amounts.money(Cents(cents))
    assert (_written(cell), _heard(cell)) == (written, heard)


def test_a_change_alone_has_a_plus() -> None:
    assert _written(amounts.change(Cents(420))) == "+$4.20"
    assert _heard(amounts.change(Cents(420))) == "plus 4 dollars 20"
    assert _written(amounts.change(Cents(0))) == "$0.00"
    assert _written(amounts.change(Cents(-1_500))) == "\u2212$15.00"


@pytest.mark.parametrize(
    ("exact", "written", "heard"),
    [
        (Fraction(5000, 11), "$4.54 + 6/11 c", "4 dollars 54 and 6 elevenths of a cent"),
        (Fraction(1875, 2), "$9.37 + 1/2 c", "9 dollars 37 and 1 half of a cent"),
        (Fraction(9000), "$90.00", "90 dollars"),
        (Fraction(-453_025, 22), "\u2212($205.92 + 1/22 c)", "minus 205 dollars 92 and 1 twenty-second of a cent"),
        (Fraction(7, 30), "$0.00 + 7/30 c", "0 dollars and 7 thirtieths of a cent"),
        (Fraction(7, 495), "$0.00 + 7/495 c", "0 dollars and 7 495ths of a cent"),
    ],
)
def test_an_exact_amount_keeps_its_fraction_beside_it(exact: Fraction, written: str, heard: str) -> None:
    cell = amounts.exact(exact)
    assert (_written(cell), _heard(cell)) == (written, heard)


@pytest.mark.parametrize(
    ("parts", "word"),
    [
        (4, "quarter"),
        (12, "twelfth"),
        (13, "thirteenth"),
        (19, "nineteenth"),
        (20, "twentieth"),
        (21, "twenty-first"),
        (99, "ninety-ninth"),
    ],
)
def test_parts_are_heard_by_their_ordinal(parts: int, word: str) -> None:
    assert _heard(amounts.rounding(Fraction(1, parts))) == f"plus 1 {word} of a cent"


def test_rounding_says_which_way_and_none_when_there_was_none() -> None:
    assert _written(amounts.rounding(Fraction(5, 11))) == "+ 5/11 c"
    assert _written(amounts.rounding(Fraction(-1, 3))) == "\u2212 1/3 c"
    assert _written(amounts.rounding(Fraction(0))) == "none"


def test_what_is_not_known_is_a_question_mark_with_its_reason() -> None:
    assert _written(amounts.unknown("no answer to 3 polls")) == "? no answer to 3 polls"


def test_a_ticket_number_stands_in_fours_and_is_heard_digit_by_digit() -> None:
    number = amounts.ticket("014827119305627748")
    assert _written(number) == "01 4827 1193 0562 7748"
    assert _heard(number) == "0 1, 4 8 2 7, 1 1 9 3, 0 5 6 2, 7 7 4 8"


def test_a_masked_ticket_number_gives_away_its_last_four_digits_only() -> None:
    number = amounts.masked_ticket("014827119305627748")
    assert _written(number) == "… 7748"
    assert "0148" not in number


def test_an_amount_with_an_address_opens_it_and_the_address_is_escaped() -> None:
    assert amounts.money(Cents(100), '/x"><script>').startswith('<a class="opens" href="/x&quot;&gt;&lt;script&gt;">')
