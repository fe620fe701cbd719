"""What Find finds of the games: books, wagers, rules and readings. Everybody may read them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import reverse

from casino.domain.powers import BOOK_LETTERS
from casino.finding import Hit, matches
from casino.sessions import Person
from games.rules import books, citations
from games.rules.citations import BOOK_OF
from games.rules.readings import readings
from games.telling import NAMES

RULE = re.compile(r"(?:(AC|IR|DF|CC|SB)\s*)?(\d+(?:\.\d+)*(?:\([a-z]+\))*)\Z", re.IGNORECASE)


def shelf(_: Person, words: str) -> Iterator[Hit]:
    """Rule books by name, title or letters."""
    for book_id, book in books.BOOKS.items():
        if matches(words, NAMES[book_id], book.title, BOOK_LETTERS[book_id]):
            is_exact = words.casefold() in (NAMES[book_id].casefold(), book.title.casefold())
            yield Hit("Rule book", NAMES[book_id], book.title, reverse("rules-book", args=[book_id]), is_exact=is_exact)


def rules(_: Person, words: str) -> Iterator[Hit]:
    """Rules by number (`AC 6.4.1`), or by what the map of the books says they are about."""
    cited = RULE.match(words)
    if cited:
        short = (cited[1] or "").upper()
        yield from _numbered([BOOK_OF[short]] if short else list(BOOK_LETTERS), cited[2].lower(), is_named=bool(short))
        return
    for book_id in BOOK_LETTERS:
        for rule in citations.rules(book_id).values():
            if rule.entry and matches(words, rule.entry.what):
                yield _hit(rule)


def wagers(_: Person, words: str) -> Iterator[Hit]:
    """Wagers by name or id."""
    for book_id in BOOK_LETTERS:
        for wager in citations.table_of(book_id)["wagers"]:
            if matches(words, wager["name"], wager["id"], BOOK_LETTERS[book_id]):
                url = reverse("rules-wager", args=[book_id, wager["id"]])
                yield Hit("Wager", wager["name"], f"{NAMES[book_id]}, rule {BOOK_LETTERS[book_id]} {wager['rule']}", url)


def our_readings(_: Person, words: str) -> Iterator[Hit]:
    """Readings by id, or by words of their title."""
    for each in readings().values():
        if matches(words, each.id, each.title):
            said = f"{each.title}{', contested' if each.is_contested else ''}"
            url = reverse("rules-reading", args=[each.id])
            yield Hit("Reading", each.id, said, url, is_exact=each.id.casefold() == words.casefold())


def _numbered(among: list[str], number: str, *, is_named: bool) -> Iterator[Hit]:
    """The rule of this number, then those below it."""
    for book_id in among:
        for rule in citations.rules(book_id).values():
            if rule.number == number:
                yield _hit(rule, is_exact=is_named)
            elif rule.number.startswith((f"{number}.", f"{number}(")):
                yield _hit(rule)


def _hit(rule: citations.Rule, *, is_exact: bool = False) -> Hit:
    about = rule.entry.what if rule.entry else next(iter(rule.says), "") or next((power for power, _ in rule.powers), "")
    url = reverse("rules-rule", args=[rule.book, rule.number])
    return Hit("Rule", rule.cited, f"{NAMES[rule.book]}: {about}" if about else NAMES[rule.book], url, is_exact=is_exact)
