"""Where each rule of a book is at work: wagers, clauses, permits, grounds, limits, powers, readings, and the map of the books."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from casino.domain.powers import BOOK_LETTERS, GRANTS
from games.rules import books, rulebook
from games.rules.readings import EVERY_BOOK, readings

BOOK_OF = {letters: book for book, letters in BOOK_LETTERS.items()}
ROOT = Path(__file__).parents[2]
MAP, LISTED = ROOT / "docs/rulebook.md", ROOT / "games/rules/obligations.tsv"


@dataclass
class Rule:
    """One rule, by its number, and all that cites it."""

    book: str
    number: str
    entry: rulebook.Entry | None = None
    wagers: dict[str, set[str]] = field(default_factory=dict)  # wager id -> what the rule does for it
    says: list[str] = field(default_factory=list)  # of the table: limits, grounds, rounding, the correction
    powers: list[tuple[str, str]] = field(default_factory=list)  # power, who has it
    readings: list[str] = field(default_factory=list)

    @property
    def cited(self) -> str:
        """The rule as people cite it: `AC 3.9.1`."""
        return f"{BOOK_LETTERS[self.book]} {self.number}"


@cache
def rules(book_id: str) -> Mapping[str, Rule]:
    """Every rule of a book that is listed or cited, by number, in the book's order."""
    found: dict[str, Rule] = {}

    def of(cited: str) -> Rule:
        number = cited.partition(" ")[0]  # "1.1 wagering period" is 1.1
        return found.setdefault(number, Rule(book_id, number))

    for number, entry in _listed(book_id):
        of(number).entry = entry
    _add_table(table_of(book_id), of)
    for power, grants in GRANTS.items():
        for grant in grants.get(book_id, ()):
            who = " or ".join(role.value for role in grant.roles) or "nobody"
            of(grant.rule).powers.append((power.value, who))
    for reading in readings().values():
        if reading.rule.startswith(f"{BOOK_LETTERS[book_id]} ") and reading.book in (book_id, EVERY_BOOK):
            of(reading.rule.partition(" ")[2]).readings.append(reading.id)
    return dict(sorted(found.items(), key=lambda each: order_of(each[0])))


@cache
def cited_by(reading_id: str) -> tuple[tuple[str, str], ...]:
    """The wagers that rest on a reading: book and wager id."""
    return tuple(
        (book_id, wager["id"])
        for book_id in books.BOOKS
        for wager in table_of(book_id)["wagers"]
        if reading_id in _readings_of(wager)
    )


@cache
def table_of(book_id: str) -> Mapping[str, Any]:
    """A compiled book as the data it is."""
    table: Mapping[str, Any] = json.loads(books.compiled(book_id).canonical)
    return table


def order_of(number: str) -> tuple[tuple[int, str], ...]:
    """3.9.2 before 3.9.10, and 3.6.6 before 3.6.6(a)."""
    parts = number.replace("(", ".(").split(".")
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in parts)


def _listed(book_id: str) -> Iterator[tuple[str, rulebook.Entry | None]]:
    """The rules that must be in the map, with their row of it; the map itself may not be on this machine."""
    rows = {rule: row for row in rulebook.mapped(MAP.read_text() if MAP.exists() else "") for rule in row.rules}
    for rule in rulebook.listed(LISTED.read_text()):
        short, _, number = rule.partition(" ")
        if short == BOOK_LETTERS[book_id]:
            yield number, rows.get(rule)


def _add_table(table: Mapping[str, Any], of: Callable[[str], Rule]) -> None:
    for wager in table["wagers"]:
        for does, rule in _does(wager):
            of(rule).wagers.setdefault(wager["id"], set()).add(does)
    for event, ground in table["grounds"].items():
        if ground["rule"]:
            of(ground["rule"]).says.append(
                f"On {event.replace('_', ' ')} {'wagers are void' if ground['voids'] else 'wagers stand'}."
            )
    of(table["limits"]["below"]).says.append("Says what becomes of a wager below the minimum.")
    of(table["limits"]["above"]).says.append("Says what becomes of a wager above the maximum.")
    of(table["correction"]).says.append("The actual outcome prevails over the recorded one.")
    if table["rounding"]["rule"]:
        of(table["rounding"]["rule"]).says.append("Payment goes up to the chip.")


def _does(wager: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What each rule does for a wager."""
    yield "defines", wager["rule"]
    yield "sets the odds of", wager["odds_rule"]
    if wager["odds_limit"]:
        yield "limits", wager["odds_limit"]["rule"]
    yield from (("decides", row[6]) for state in wager["states"].values() for row in state["rows"])
    yield from (("permits", says[2]) for permits in wager["permits"].values() for says in permits)


def _readings_of(wager: Mapping[str, Any]) -> set[str]:
    found = set(wager["readings"])
    found.update(*(row[7] for state in wager["states"].values() for row in state["rows"]))
    found.update(*(says[3] for permits in wager["permits"].values() for says in permits))
    return found | set(wager["odds_limit"]["readings"] if wager["odds_limit"] else ())
