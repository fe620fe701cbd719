"""What the whole engine keeps to, over every registered book: the figures of an answer, many players, and a further book."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import books, edges, interblock_roulette, whatif
from games.rules.layout import WagerOnLayout
from tests.games.rules.any_question import outcome, settlements
from tests.scale import sized

EXAMPLES = settings(deadline=None, max_examples=sized(ci=150, full=3_000))
LONG = pytest.mark.slow(reason="at full size, thousands of histories")
OPEN, HANDED_BACK = {"inactive", "frozen"}, {"draw", "void", "removed", "rejected", "inactive"}


def _stake(question: dict[str, Any], answer: dict[str, Any]) -> int:
    """The stake after the changes the book allowed."""
    stake: int = question["stake_cents"]
    for met, word in zip(question["outcomes"], answer["trace"], strict=False):
        if word == "increased":
            stake += met["by"]
        elif word == "reduced":
            stake = met["to"]
    return stake


def _money(answer: dict[str, Any]) -> dict[str, Fraction]:
    return {
        key.removesuffix("_cents"): Fraction(said) for key, said in answer.items() if key.endswith("_cents") and said is not None
    }


@LONG
@EXAMPLES
@given(settlements())
def test_no_sequence_of_outcomes_and_changes_creates_or_destroys_money(question: dict[str, Any]) -> None:
    answer = whatif.answer(question)
    stake, money = _stake(question, answer), _money(answer)
    back = money["winnings"] + money["stake_returned"]
    assert 0 <= money["stake_returned"] <= stake
    assert 0 <= money["commission_refunded"] <= money["commission"]
    unit = question["context"].get("chip_unit", 1) if answer["result"] == "win" else 1
    assert 0 <= money["paid_total"] - back < unit
    if answer["closed"]:
        assert money["net"] == back + money["commission_refunded"] - stake - money["commission"]


@LONG
@EXAMPLES
@given(settlements())
def test_every_field_of_an_answer_fits_its_result(question: dict[str, Any]) -> None:
    answer = whatif.answer(question)
    stake, money, result = _stake(question, answer), _money(answer), answer["result"]
    assert answer["closed"] or result in OPEN
    assert (answer["net_cents"] is None) == (not answer["closed"])
    assert (money["winnings"] > 0) == (result == "win" and money["stake_returned"] > 0)
    if not answer["closed"]:
        assert answer["decided_at"] is None
        assert money["stake_returned"] == money["paid_total"] == 0
    elif result in HANDED_BACK - {"void"}:
        assert money["stake_returned"] == stake
    if result == "rejected":
        assert money["net"] == money["commission"] == 0
        assert (answer["decided_at"], answer["trace"]) == (None, [])
    if answer["decided_at"] is not None:
        assert answer["decided_at"] + 1 == len(answer["trace"]) <= len(question["outcomes"])


@LONG
@EXAMPLES
@given(settlements(), st.integers(0, 8))
def test_what_comes_after_the_close_changes_nothing(question: dict[str, Any], kept: int) -> None:
    answer = whatif.answer(question)
    if answer["closed"] and answer["decided_at"] is not None:
        shorter = question["outcomes"][: max(kept, answer["decided_at"] + 1)]
        assert whatif.answer({**question, "outcomes": shorter}) == answer


@LONG
@EXAMPLES
@given(settlements())
def test_a_recorded_outcome_that_was_wrong_changes_the_rule_cited_and_nothing_else(question: dict[str, Any]) -> None:
    table = books.current(question["game"])
    rolled = [met["actual"] if isinstance(met, dict) and "actual" in met else met for met in question["outcomes"]]
    corrected, plain = whatif.answer(question), whatif.answer({**question, "outcomes": rolled})
    cited = corrected["rule"].split(" with ")
    assert [rule for rule in cited if rule != table.correction] == plain["rule"].split(" with ")
    assert {**corrected, "rule": None, "because": None} == {**plain, "rule": None, "because": None}


@st.composite
def games(draw: st.DrawFn) -> tuple[str, list[tuple[int, str, int, int]], list[str]]:
    """A book, wagers of many players (who, which, how much, before which roll), and the rolls of one table."""
    table = books.current(draw(st.sampled_from(sorted(books.BOOKS))))
    rolls = draw(st.lists(st.sampled_from(sorted(table.ways)), min_size=1, max_size=25))
    wager = st.tuples(
        st.integers(1, 9), st.sampled_from(sorted(table.wagers)), st.integers(1, 10**6), st.integers(0, len(rolls) - 1)
    )
    return table.book_id, draw(st.lists(wager, min_size=1, max_size=20)), rolls


@LONG
@EXAMPLES
@given(games())
def test_what_players_gain_the_house_loses_and_both_tellings_of_a_wager_agree(
    game: tuple[str, list[tuple[int, str, int, int]], list[str]],
) -> None:
    book_id, wagers, rolls = game
    table = books.current(book_id)
    players: dict[int, Fraction] = {}
    house = Fraction()
    for player, wager_id, stake_cents, placed_before in wagers:
        point = _point_before(book_id, rolls[:placed_before])
        said = _asked(book_id, wager_id, stake_cents, point, rolls[placed_before:])
        stepped = _stepped(table.wagers[wager_id].enter({"point": point}), book_id, wager_id, stake_cents, rolls[placed_before:])
        assert (said["result"], Fraction(said["winnings_cents"]), Fraction(said["stake_returned_cents"])) == stepped
        kept = stake_cents + Fraction(said["commission_cents"]) if said["closed"] else 0
        paid = stepped[1] + stepped[2]
        players[player] = players.get(player, Fraction()) + paid - kept
        house += kept - paid
    assert sum(players.values()) + house == 0


def _point_before(book_id: str, rolls: list[str]) -> int | None:
    point = None
    for rolled in rolls:
        point = books.current(book_id).point_after(point, rolled)
    return point


def _asked(book_id: str, wager_id: str, stake_cents: int, point: int | None, rolls: list[str]) -> dict[str, Any]:
    outcomes = [outcome(rolled, books.current(book_id)) for rolled in rolls]
    asked = {"game": book_id, "wager": wager_id, "stake_cents": stake_cents, "context": {"point": point}, "outcomes": outcomes}
    return whatif.answer({"id": "t", "kind": "settle", **asked})


def _stepped(state: str, book_id: str, wager_id: str, stake_cents: int, rolls: list[str]) -> tuple[str, Fraction, Fraction]:
    """Settled roll by roll, as a live round is."""
    for rolled in rolls:
        settled = books.current(book_id).settle(wager_id, state, rolled, stake_cents)
        if settled.row.following is None:
            parts = settled.row.denominator
            return settled.row.result, Fraction(settled.winnings, parts), Fraction(settled.returned, parts)
        state = settled.row.following
    return books.current(book_id).wagers[wager_id].states[state]["shows"], Fraction(), Fraction()


def test_a_sixth_book_is_one_file_and_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    sixth = replace(interblock_roulette.BOOK, id="sixth_book", revision="2026-01-01.1")  # the file
    monkeypatch.setitem(books.BOOKS, sixth.id, sixth)  # the line
    assert sum(game == "sixth_book" for game, *_ in whatif.catalogue()) == 248
    assert _asked("sixth_book", "red", 500, None, ["1"])["winnings_cents"] == "500"
    assert edges.edge_of(books.current("sixth_book"), "red").edge == Fraction(1, 37)
    assert json.loads(books.compiled("sixth_book").canonical)["book"] == "sixth_book"
    assert books.get("sixth_book@2026-01-01.1") is books.current("sixth_book")


def test_nothing_but_the_registry_and_its_own_file_names_a_book() -> None:
    core = [path for path in Path(whatif.__file__).parent.glob("*.py") if path.stem not in {*books.BOOKS, "books", "__init__"}]
    assert not [(path.name, book_id) for path in core for book_id in books.BOOKS if book_id in path.read_text()]


def test_a_wager_on_the_layout_holds_no_float() -> None:
    table = books.current("crown_craps")
    laid = WagerOnLayout(table, table.wagers["lay:6"], 1001, {"max": 700, "chip_unit": 50})
    laid.roll("3-4", 0, None)
    assert not [figure for figure in (*laid.payment()[1:], *laid.commission()) if isinstance(figure, float)]
