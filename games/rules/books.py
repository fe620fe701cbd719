"""The registry: a further book is one new file and one line here."""

from functools import cache
from pathlib import Path

from games.rules import aruze_craps, aruze_sicbo, crown_craps, dragon_fire, interblock_roulette
from games.rules.book import Book
from games.rules.compiler import BookTable, compile_book
from games.rules.interpreter import Table

BOOKS: dict[str, Book] = {
    book.id: book
    for book in (
        aruze_craps.BOOK,
        interblock_roulette.BOOK,
        dragon_fire.BOOK,
        crown_craps.BOOK,
        aruze_sicbo.BOOK,
    )
}  # fmt: skip

SUPERSEDED = Path(__file__).with_name("superseded")  # the exported tables of revisions no longer in force, kept for ever


@cache
def compiled(book_id: str) -> BookTable:
    """The book as data, with its version and hash."""
    return compile_book(BOOKS[book_id])


@cache
def current(book_id: str) -> Table:
    """The table that rounds opened now are settled by."""
    return Table(compiled(book_id).canonical)


@cache
def get(version: str) -> Table:
    """The table of a version such as `aruze_craps@2016-06-02.1`: a wager is settled by the one its round was opened under."""
    book_id = version.partition("@")[0]
    if compiled(book_id).version == version:
        return current(book_id)
    return Table((SUPERSEDED / f"{version}.json").read_bytes())
