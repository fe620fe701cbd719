"""What holds for every wager of every book, whatever is thrown."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import books, whatif

POINTS = st.sampled_from([None, 4, 5, 6, 8, 9, 10])


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    table = books.current(draw(st.sampled_from(sorted(books.BOOKS))))
    wager = draw(st.sampled_from(sorted(table.wagers)))
    outcomes = st.sampled_from(sorted(table.ways)).map(lambda label: _outcome(label, table.dice))
    grounds = st.sampled_from(sorted(table.grounds)).map(lambda name: {"ev": name})
    changes = st.one_of(st.just({"ev": "remove"}), st.builds(lambda by: {"ev": "increase", "by": by}, st.integers(1, 5000)))
    return {
        "id": "t",
        "kind": "settle",
        "game": table.book_id,
        "wager": wager,
        "stake_cents": draw(st.integers(1, 10**7)),
        "context": {"point": draw(POINTS)},
        "outcomes": draw(st.lists(st.one_of(outcomes, outcomes, outcomes, grounds, changes), max_size=8)),
    }


def _outcome(label: str, dice: int) -> Any:
    return list(map(int, label.split("-"))) if dice else int(label)


def _added(answer: dict[str, Any], question: dict[str, Any]) -> int:
    return sum(o["by"] for o, word in zip(question["outcomes"], answer["trace"], strict=False) if word == "increased")


@settings(deadline=None)
@given(questions())
def test_money_is_neither_created_nor_destroyed(question: dict[str, Any]) -> None:
    answer = whatif.answer(question)
    stake = question["stake_cents"] + _added(answer, question)
    money = {key: Fraction(answer[key]) for key in answer if key.endswith("_cents") and answer[key] is not None}
    owed = money["winnings_cents"] + money["stake_returned_cents"]
    assert 0 <= money["stake_returned_cents"] <= stake
    assert 0 <= money["commission_refunded_cents"] <= money["commission_cents"]
    assert 0 <= money["paid_total_cents"] - owed < 1
    if answer["closed"]:
        assert money["net_cents"] == owed - stake - money["commission_cents"] + money["commission_refunded_cents"]
    else:
        assert owed == 0
        assert (answer["net_cents"], answer["decided_at"]) == (None, None)


@settings(deadline=None)
@given(questions(), st.integers(2, 9))
def test_a_multiple_of_the_stake_has_that_multiple_of_the_exact_winnings(question: dict[str, Any], times: int) -> None:
    outcomes = [o for o in question["outcomes"] if not (isinstance(o, dict) and o["ev"] == "increase")]
    once = whatif.answer({**question, "outcomes": outcomes})
    more = whatif.answer({**question, "outcomes": outcomes, "stake_cents": question["stake_cents"] * times})
    assert more["rule"] == once["rule"]
    for key in ("winnings_cents", "stake_returned_cents", "commission_cents", "commission_refunded_cents"):
        assert Fraction(more[key]) == times * Fraction(once[key])


@settings(deadline=None)
@given(questions())
def test_the_order_of_the_dice_never_matters(question: dict[str, Any]) -> None:
    turned = [outcome[::-1] if isinstance(outcome, list) else outcome for outcome in question["outcomes"]]
    assert whatif.answer({**question, "outcomes": turned}) == whatif.answer(question)


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_a_composite_of_listed_wagers_equals_its_parts(book_id: str) -> None:
    table = books.current(book_id)
    for wager, pieces in _composites(book_id):
        parts = sum(pieces.values())
        state = table.wagers[wager].first
        for outcome in table.ways:
            whole = table.settle(wager, state, outcome, 100 * parts)
            each = [table.settle(piece, table.wagers[piece].first, outcome, 100 * count) for piece, count in pieces.items()]
            assert Fraction(whole.winnings, whole.row.denominator) == sum(Fraction(s.winnings, s.row.denominator) for s in each)
            assert Fraction(whole.returned, whole.row.denominator) == sum(Fraction(s.returned, s.row.denominator) for s in each)


def _composites(book_id: str) -> list[tuple[str, dict[str, int]]]:
    listed = {wager.id for wager in books.BOOKS[book_id].wagers}
    return [(w.id, dict(w.pieces)) for w in books.BOOKS[book_id].wagers if w.pieces and listed >= w.pieces.keys()]


@pytest.mark.parametrize(
    ("composite", "parts"),
    [("horn", ["hop:1-1", "hop:1-2", "eleven_e", "hop:6-6"]), ("c_and_e", ["craps_c", "eleven_e"])],
)
def test_3_9_21_and_3_9_22_horn_and_c_and_e_gain_what_their_parts_gain(composite: str, parts: list[str]) -> None:
    table = books.current("aruze_craps")
    for outcome in table.ways:
        gained = [_gain(table.settle(part, "next outcome", outcome, 100), 100) for part in parts]
        assert _gain(table.settle(composite, "next outcome", outcome, 100 * len(parts)), 100 * len(parts)) == sum(gained)


def _gain(settlement: Any, stake_cents: int) -> Fraction:
    return Fraction(settlement.winnings + settlement.returned, settlement.row.denominator) - stake_cents
