"""The names of wagers and of kinds of selection, as the books have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from casino.domain.powers import BOOK_LETTERS
from games.domain.vocabulary import EVERY_KIND, kind_of
from games.rules.citations import table_of

NUMBERS = re.compile(r" \d.*\Z")


def wager_name(selection: str, book_id: str = "") -> str:
    """A wager by its book's name; where the book is not told, by the name that all books with it have in common."""
    known = _names()
    return known[book_id][selection] if book_id else _shared(selection, known.values())


@cache
def _names() -> Mapping[str, Mapping[str, str]]:
    return {book_id: {wager["id"]: wager["name"] for wager in table_of(book_id)["wagers"]} for book_id in BOOK_LETTERS}


@cache
def kinds(book_id: str) -> Mapping[str, str]:
    """The kinds of selection of a book, each by what the names of its wagers have in common: `Place`, `Pass Line`."""
    names: dict[str, list[str]] = {}
    for wager in table_of(book_id)["wagers"]:
        names.setdefault(kind_of(wager["id"]), []).append(wager["name"])
    return {kind: _common(several) or kind.replace("_", " ").capitalize() for kind, several in names.items()}


def kind_name(kind: str, book_id: str = "") -> str:
    """A line of a sign by its book's name; where the book is not told, by the name that all books with it have in common."""
    if kind == EVERY_KIND:
        return "Every selection"
    return kinds(book_id)[kind] if book_id else _shared(kind, [kinds(each) for each in BOOK_LETTERS])


def _common(names: list[str]) -> str:
    """The one name, or what stands before their numbers if that is the same."""
    before = {NUMBERS.sub("", name) for name in names}
    return names[0] if len(names) == 1 else before.pop() if len(before) == 1 else ""


def _shared(named: str, books: Iterable[Mapping[str, str]]) -> str:
    names = {names[named] for names in books if named in names}
    return names.pop() if len(names) == 1 else named.replace("_", " ").replace(":", " ").capitalize()
