"""A compiled book is data: canonical, complete, and without contradictions."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules import books, interpreter
from games.rules.book import EVENS, State, anything, goes_to, loses, wins
from games.rules.compiler import compile_book
from games.rules.dice import totals
from tests.games.rules import dealer_book


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_a_compiled_book_is_canonical_json_and_compiles_the_same_again(book_id: str) -> None:
    compiled = books.compiled(book_id)
    again = json.dumps(json.loads(compiled.canonical), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert again == compiled.canonical
    assert compile_book(books.BOOKS[book_id]) == compiled


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_every_wager_in_every_state_has_a_row_for_every_outcome_and_a_permit_for_every_action(book_id: str) -> None:
    table = books.current(book_id)
    for wager in table.wagers.values():
        for state, rows in wager.rows.items():
            assert rows.keys() == table.ways.keys()
            assert {row.following for row in rows.values()} <= {*wager.states, None}
            for action in ("place", "increase", "reduce", "remove"):
                facts = dict.fromkeys(interpreter.FACTS, False) | {"moved": wager.states[state]["moved"]}
                assert wager.permit(action, facts).rule


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_a_row_never_pays_a_wager_whose_stake_is_not_returned(book_id: str) -> None:
    rows = [row for w in books.current(book_id).wagers.values() for rows in w.rows.values() for row in rows.values()]
    assert all(0 <= row.returned <= row.denominator and (row.winnings == 0 or row.returned > 0) for row in rows)
    assert all((row.winnings > 0) == (row.result == "win") for row in rows)


def test_two_clauses_about_one_outcome_do_not_compile() -> None:
    state = State("unclear", (wins(totals(7), EVENS), loses(totals(7, 11))))
    book = replace(dealer_book.BOOK, wagers=(replace(dealer_book.SIX, states=(state,)),))
    with pytest.raises(ValueError, match="two clauses decide six unclear 1-6"):
        compile_book(book)


def test_a_wager_may_go_where_the_outcome_sends_it() -> None:
    parity = goes_to(lambda roll: "odd" if roll.total % 2 else "even", anything, "2.9")
    states = tuple(State(name, (wins(totals(2), EVENS),), otherwise=parity) for name in ("even", "odd"))
    book = replace(dealer_book.BOOK, wagers=(replace(dealer_book.SIX, states=states, entries=()),))
    rows = interpreter.Table(compile_book(book).canonical).wagers["six"].rows["even"]
    assert [(rows[o].following, rows[o].rule) for o in ("1-1", "1-2", "2-2")] == [(None, "2.2"), ("odd", "2.9"), ("even", "2.9")]


def test_one_wager_listed_twice_does_not_compile() -> None:
    book = replace(dealer_book.BOOK, wagers=(dealer_book.HIGH, dealer_book.HIGH))
    with pytest.raises(ValueError, match="wager ids are not distinct"):
        compile_book(book)


def test_the_interpreter_is_small_and_needs_only_the_standard_library() -> None:
    lines = Path(interpreter.__file__).read_text().splitlines()
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert len(lines) < 150
    assert imported == {"json", "collections", "fractions", "typing"}


def test_a_superseded_revision_still_settles_the_rounds_opened_under_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    earlier = compile_book(replace(books.BOOKS["aruze_craps"], revision="2015-01-01.1"))
    (tmp_path / f"{earlier.version}.json").write_bytes(earlier.canonical)
    monkeypatch.setattr(books, "SUPERSEDED", tmp_path)
    assert books.get("aruze_craps@2015-01-01.1").version == "aruze_craps@2015-01-01.1"
    assert books.get("aruze_craps@2016-06-02.1") is books.current("aruze_craps")
