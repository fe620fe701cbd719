from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino import name_search


def _is_found(name: str, words: str) -> bool:
    return bool(name_search.wanted("star", words)) and set(name_search.wanted("star", words)) <= set(
        name_search.tokens("star", name)
    )


@pytest.mark.parametrize("words", ["ada", "ADA quinn", "qui", "quinn ada", "Quinn"])
def test_a_name_is_found_by_its_words_and_by_their_beginnings(words: str) -> None:
    assert _is_found("Ada Quinn", words)


@pytest.mark.parametrize("words", ["ad", "qu", "uinn", "ada smith", "quinns"])
def test_a_name_is_not_found_by_less_than_three_letters_its_middle_or_a_word_it_has_not(words: str) -> None:
    assert not _is_found("Ada Quinn", words)


@pytest.mark.parametrize(
    ("name", "words"), [("Sinéad O'Brien", "sinead obrien"), ("Wei Ng", "ng"), ("José-María", "maria"), ("O’Hara", "o'hara")]
)
def test_accents_apostrophes_and_short_words_do_not_hide_a_name(name: str, words: str) -> None:
    assert _is_found(name, words)


def test_the_same_name_looks_different_at_another_venue() -> None:
    assert not set(name_search.tokens("star", "Ada Quinn")) & set(name_search.tokens("crown", "Ada Quinn"))


@given(st.text())
def test_any_name_is_found_by_itself_and_tells_nothing_of_itself(name: str) -> None:
    tokens = name_search.tokens("star", name)
    assert set(name_search.wanted("star", name)) <= set(tokens)
    assert all(len(token) == name_search.LENGTH and set(token) <= set("0123456789abcdef") for token in tokens)
