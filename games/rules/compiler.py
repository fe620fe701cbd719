"""Compile a rule book into a table that is data: canonical JSON, whose SHA-256 is the book's version."""

import json
from dataclasses import dataclass
from hashlib import sha256
from math import lcm
from typing import Any

from games.rules.book import ACTIONS, Book, Clause, Ground, Permit, State, Wager

Data = dict[str, Any]


@dataclass(frozen=True)
class BookTable:
    """A compiled book: nothing in it can be executed."""

    book_id: str
    version: str
    canonical: bytes
    sha256: str


def compile_book(book: Book) -> BookTable:
    """Write out every wager x state x outcome class of the book."""
    _require_distinct([wager.id for wager in book.wagers], "wager ids")
    data = {
        "book": book.id,
        "revision": book.revision,
        "title": book.title,
        "approved_by": book.approved_by,
        "ordered_on": book.ordered_on,
        "effective_on": book.effective_on,
        "dice": book.outcomes.dice,
        "ways": dict(book.outcomes.ways),
        "correction": book.correction,
        "rounding": _rounding(book),
        "limits": vars(book.limits),
        "grounds": {event: _ground(ground) for event, ground in book.grounds.items()},
        "points": _points(book),
        "wagers": [_wager(wager, book) for wager in book.wagers],
    }
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    return BookTable(book.id, f"{book.id}@{book.revision}", canonical, sha256(canonical).hexdigest())


def _rounding(book: Book) -> Data:
    if book.rounding_rule is None:
        return {"unit": "cent", "rule": None, "readings": ["X-01"]}
    return {"unit": "chip", "rule": book.rounding_rule, "readings": ["X-10"]}


def _ground(ground: Ground) -> Data:
    return {**vars(ground), "spares": sorted(ground.spares)}


def _points(book: Book) -> Data | None:
    """Where the table's point goes, by point ("" on a come out roll) and outcome; outcomes that leave it are left out."""
    if book.next_point is None:
        return None
    moved = {label: book.next_point(None, outcome) for label, outcome in book.outcomes.outcomes.items()}
    points: list[int | None] = [None, *sorted({point for point in moved.values() if point is not None})]
    return {str(point or ""): _moves(book, point) for point in points}


def _moves(book: Book, point: int | None) -> dict[str, int | None]:
    assert book.next_point is not None
    after = {label: book.next_point(point, outcome) for label, outcome in book.outcomes.outcomes.items()}
    return {label: moved for label, moved in after.items() if moved != point}


def _wager(wager: Wager, book: Book) -> Data:
    _require_distinct([state.name for state in wager.states], f"states of {wager.id}")
    states = {state.name: _state(state, wager, book) for state in wager.states}
    closes = all(row[1] is None for state in states.values() for row in state["rows"])
    return {
        "id": wager.id,
        "name": wager.name,
        "rule": wager.rule,
        "odds_rule": wager.odds_rule,
        "rolls": "one" if closes else "multi",
        "readings": wager.readings,
        "number": wager.number,
        "commission": wager.commission,
        "odds_limit": vars(wager.odds_limit) if wager.odds_limit else None,
        "pieces": dict(wager.pieces),
        "shares": _shares(wager),
        "first": wager.states[0].name,
        "entries": [[dict(entry.context), entry.state] for entry in wager.entries],
        "permits": {
            action: [_permit(permit, wager) for permit in wager.permits if action in permit.actions] for action in ACTIONS
        },
        "states": states,
    }


def _shares(wager: Wager) -> list[int]:
    """The smallest and the largest number of parts on one area, and all parts: what limits are held against."""
    if not wager.limited_by_piece:
        return [1, 1, 1]
    return [min(wager.pieces.values()), max(wager.pieces.values()), sum(wager.pieces.values())]


def _permit(permit: Permit, wager: Wager) -> list[Any]:
    return [dict(permit.when), permit.allowed, permit.rule or wager.rule, permit.readings]


def _state(state: State, wager: Wager, book: Book) -> Data:
    """Outcomes the same clause sends the same way are one class."""
    clauses = [*state.clauses, state.otherwise]
    classes: dict[tuple[int, str], list[str]] = {}
    for label, outcome in book.outcomes.outcomes.items():
        index = _deciding(state, outcome, f"{wager.id} {state.name} {label}")
        classes.setdefault((index, _following(clauses[index], state, outcome)), []).append(label)
    shows = {each.name: each.shows for each in wager.states}
    return {
        "shows": state.shows,
        "moved": state.moved,
        "calls": dict(state.calls),
        "rows": [[labels, *_row(clauses[index], to, wager, shows[to])] for (index, to), labels in sorted(classes.items())],
    }


def _deciding(state: State, outcome: object, where: str) -> int:
    """The one clause that speaks of the outcome; a book that says two things of it does not compile."""
    speaking = [index for index, clause in enumerate(state.clauses) if clause.on(outcome)]
    if len(speaking) > 1:
        raise ValueError(f"two clauses decide {where}")
    return speaking[0] if speaking else len(state.clauses)


def _following(clause: Clause, state: State, outcome: object) -> str:
    if callable(clause.then):
        return clause.then(outcome)
    return clause.then or state.name


def _row(clause: Clause, following: str, wager: Wager, shows: str) -> list[Any]:
    """Next state (none: closed), result, winnings and returned stake over one denominator, rule, readings."""
    denominator = lcm(clause.pays[1], clause.returns[1])
    winnings, returned = (part[0] * denominator // part[1] for part in (clause.pays, clause.returns))
    readings = list(dict.fromkeys([*wager.readings, *clause.readings]))
    ends = (None, clause.result) if clause.result else (following, shows)
    return [*ends, winnings, returned, denominator, clause.rule or wager.rule, readings]


def _require_distinct(names: list[str], what: str) -> None:
    if len(set(names)) < len(names):
        raise ValueError(f"{what} are not distinct: {names}")
