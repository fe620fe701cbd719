"""What Find finds of the games: the rule books for everybody, tables and rounds for whoever watches the floor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import reverse

from casino.domain.powers import BOOK_LETTERS, BOOK_NAMES
from casino.finding import Hit, matches
from casino.sessions import Person
from games import selectors
from games.rules import books, citations
from games.rules.citations import BOOK_OF
from games.rules.readings import readings
from games.telling import NAMES
from games.views.readers import watches

ROUND = re.compile(r"(?:[^.\s]+\.)?(?P<table>[A-Za-z0-9][A-Za-z0-9-]{0,31})[-.](?:\d{8}\.)?(?P<number>\d{4,9})\Z", re.ASCII)
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


def tables(person: Person, words: str) -> Iterator[Hit]:
    """Tables by name or game, for whoever may look at the floor."""
    if not watches(person):
        return
    for row in selectors.tables_of(person.venue).order_by("name"):
        if matches(words, row.name, BOOK_NAMES[row.book_id]):
            said = f"{BOOK_NAMES[row.book_id]}, {'open' if row.is_open else 'closed'}"
            is_exact = row.name.casefold() == words.casefold()
            yield Hit("Table", row.name, said, reverse("table", args=[row.name]), is_exact=is_exact)


def rounds(person: Person, words: str) -> Iterator[Hit]:
    """The latest rounds of a table by number (`AC01-0417`), or the one round by its whole id."""
    named = ROUND.match(words)
    if named is None or not watches(person):
        return
    found = selectors.rounds(person.venue).filter(table=f"{person.venue}.{named['table']}", number=int(named["number"]))
    for row in found.order_by("-gaming_day")[:10]:
        said = f"gaming day {row.gaming_day:%d %b %Y}, {row.stage}"
        label = f"{named['table']}-{row.number:04}"
        yield Hit("Round", label, said, reverse("round", args=[row.id]), is_exact=row.id.casefold() == words.casefold())


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
