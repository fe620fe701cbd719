"""What the core does for books of dealer tables, shown on a book made up for it: also how a further book is added."""

from functools import partial

import pytest

from games.rules import books, whatif
from tests.games.rules import asking, dealer_book

figures = partial(asking.figures, "dealer_book")
settled = partial(asking.settled, "dealer_book")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(books.BOOKS, dealer_book.BOOK.id, dealer_book.BOOK)


def test_a_further_book_is_one_file_and_one_line() -> None:
    assert ("dealer_book", "run", "2.1", "9", "multi") in set(whatif.catalogue())
    assert ("dealer_book", "ends", "1.4", "9", "one") in set(whatif.catalogue())


def test_a_win_is_paid_up_to_the_chip_and_nothing_else_is() -> None:
    assert figures("six", [2, 4], stake_cents=100, chip_unit=50) == ("win", "2.2(a)", 0, "350/3", "100", "250")
    assert figures("six", {"ev": "no_roll"}, stake_cents=120, chip_unit=50) == ("void", "5.2", 0, "0", "120", "120")


def test_above_the_maximum_is_capped_and_the_excess_returned_whatever_the_result() -> None:
    assert figures("high", [6, 6], max=1000) == ("win", "1.1(a) with 4.2", 0, "1000", "1200", "2200")
    assert figures("high", [1, 1], max=1000) == ("lose", "1.1(b) with 4.2", 0, "0", "200", "200")
    assert figures("high", {"ev": "invalidate", "forfeit": True}, max=1000) == ("void", "5.3", 0, "0", "200", "200")
    assert figures("high", {"ev": "invalidate"}, max=1000) == ("void", "5.3", 0, "0", "1200", "1200")


def test_above_the_odds_limit_is_capped_exactly() -> None:
    answer = settled("six", [2, 4], base_stake=101, max=5000)
    assert (answer["winnings_cents"], answer["stake_returned_cents"]) == ("1414/5", "1200")
    assert answer["rule"] == "2.2(a) with 4.2"
    assert answer["commission_cents"] == "303/25"


def test_below_the_minimum_is_settled_once_and_returned_after_a_warning() -> None:
    assert figures("high", [6, 6], min=1500) == ("win", "1.1(a) with 4.1", 0, "1200", "1200", "2400")
    assert figures("high", [6, 6], min=1500, warned=True) == ("void", "4.1", None, "0", "1200", "1200")
    reduced = figures("high", {"ev": "reduce", "to": 900}, [6, 6], min=1000, warned=True)
    assert reduced == ("void", "4.1", 0, "0", "900", "900")


def test_a_correction_is_cited_before_the_limit() -> None:
    assert figures("high", {"actual": [6, 6], "recorded": [1, 1]}, max=1000)[1] == "1.1(a) with 5.1 with 4.2"


def test_limits_hold_for_each_area_of_a_composite_and_two_pieces_on_one_count_together() -> None:
    table = books.current("dealer_book")
    ends = table.wagers["ends"]
    assert not ends.is_above(800, 1200)
    assert ends.is_above(799, 1200)
    assert not ends.is_below(400, 1200)
    assert ends.is_below(401, 1200)


def test_a_composite_pays_and_returns_its_winning_parts() -> None:
    assert figures("ends", [1, 1]) == ("win", "1.4", 0, "24000", "800", "24800")
    assert figures("ends", [6, 6]) == ("win", "1.4", 0, "12000", "400", "12400")
    assert figures("ends", [1, 2]) == ("lose", "1.4", 0, "0", "0", "0")


def test_a_frozen_wager_is_open_and_a_no_roll_may_spare_it() -> None:
    assert figures("run", [3, 4]) == ("frozen", "2.1.1", None, "0", "0", "0")
    assert figures("run", [3, 4], {"ev": "no_roll"}) == ("frozen", "5.2", None, "0", "0", "0")
    assert figures("run", {"ev": "no_roll"}) == ("inactive", "5.2", None, "0", "0", "0")
    assert figures("run", [1, 6], frozen=True) == ("win", "2.1.3", 0, "6000", "1200", "7200")
    assert settled("run", [3, 4], {"ev": "remove"}, [1, 1])["trace"] == ["frozen", "refused", "lose"]


def test_an_invalid_throw_may_leave_every_wager_as_it_was() -> None:
    assert figures("high", {"ev": "cocked"}, [6, 6])[:3] == ("win", "1.1(a)", 1)
    assert figures("high", {"ev": "cocked"})[:3] == ("inactive", "1.1", None)


def test_a_wager_called_off_is_not_decided_and_one_outside_the_rule_is_not_called() -> None:
    off, on = {"ev": "call", "to": "OFF"}, {"ev": "call", "to": "ON"}
    assert figures("six", off, [2, 4], on, [2, 4])[:3] == ("win", "2.2(a)", 3)
    assert settled("six", off, [3, 4])["trace"] == ["called_OFF", "inactive"]
    assert figures("six", off, [3, 4]) == ("inactive", "2.3", 1, "0", "1200", "1200")
    assert figures("six", [3, 4], call="OFF") == ("inactive", "2.3", 0, "0", "1200", "1200")
    assert settled("high", off, [6, 6])["trace"] == ["refused", "win"]


def test_commission_is_charged_on_the_capped_part_only() -> None:
    added_then_removed = settled("six", [1, 1], {"ev": "increase", "by": 300}, {"ev": "remove"}, max=1300)
    assert (added_then_removed["commission_cents"], added_then_removed["commission_refunded_cents"]) == ("65", "5")
    reduced = settled("six", [1, 1], {"ev": "reduce", "to": 1000}, {"ev": "invalidate"}, max=1100)
    assert (reduced["commission_cents"], reduced["commission_refunded_cents"]) == ("55", "50")


def test_a_game_without_a_shooter_says_so() -> None:
    assert asking.error(kind="shooter", game="dealer_book") == "dealer_book has no shooter"
