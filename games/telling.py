"""The compiled books as people read them: wagers with odds, edge and hit frequency, and every state and clause in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import gcd
from typing import Any

from casino.domain.powers import BOOK_LETTERS, BOOK_NAMES
from games.rules import books
from games.rules.citations import table_of
from games.rules.edges import Edge, edge_of

NAMES = {book_id: BOOK_NAMES[book_id] for book_id in BOOK_LETTERS}
RESULTS = {
    "win": ("done", "Wins"),
    "lose": ("refused", "Loses"),
    "draw": ("back", "Draws, the stake is returned"),
    "inactive": ("idle", "Stays, undecided"),
    "frozen": ("locked", "Is frozen"),
}
FACTS = {  # what a permit turns on: when it is so, when it is not
    "closed": ("after the wagering period", "in the wagering period"),
    "confirmed": ("if confirmed aloud", "unless confirmed aloud"),
    "mini": ("at Mini Craps", "not at Mini Craps"),
    "come_out": ("before a come out roll", "with a point on"),
    "own_point": ("with its own number as the point", "with another point"),
    "moved": ("once it stands on a number or is frozen", "before it stands on a number or is frozen"),
    "exposed": ("once it has met a roll", "before it has met a roll"),
    "has_base": ("with its flat wager", "without its flat wager"),
    "was_reduced": ("once it was reduced on this point", "if it was not reduced on this point"),
}
ACTIONS = {"place": "Place", "increase": "Increase", "reduce": "Reduce", "remove": "Take down"}
HALF = Fraction(1, 2)
RUN = 3  # so many numbers in a row are written as a range


@dataclass(frozen=True)
class WagerLine:
    """One wager of a book in a list."""

    id: str
    name: str
    rule: str
    odds: str
    odds_rule: str
    rolls: str
    edge: Edge
    readings: tuple[str, ...]


@cache
def lines(book_id: str) -> tuple[WagerLine, ...]:
    """Every wager of a book, counted once for each process: at most a fifth of a second for the longest book."""
    table = books.current(book_id)
    return tuple(
        WagerLine(
            wager["id"],
            wager["name"],
            wager["rule"],
            odds_of(wager),
            wager["odds_rule"],
            wager["rolls"],
            edge_of(table, wager["id"]),
            tuple(wager["readings"]),
        )
        for wager in table_of(book_id)["wagers"]
    )


def wager_of(book_id: str, wager_id: str) -> Mapping[str, Any] | None:
    """A wager of a compiled book; None if the book has no such."""
    return next((wager for wager in table_of(book_id)["wagers"] if wager["id"] == wager_id), None)


def day(written: str) -> str:
    """A date as people write it; what is no date as it stands."""
    try:
        return f"{date.fromisoformat(written):%-d %b %Y}"
    except ValueError:
        return written


def percent(part: Fraction) -> str:
    """A part of one in hundredths, to three places."""
    return f"{float(part * 100):.3f} %"


def states(book_id: str, wager: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every state of a wager with its clauses, the one it is placed in first."""
    table = table_of(book_id)
    names = sorted(wager["states"], key=lambda name: (name != wager["first"], _place(name)))
    return [_state(table, name, wager["states"][name], is_first=name == wager["first"]) for name in names]


def permits(wager: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a player may do with a wager, the first line that fits decides."""
    return [
        {
            "action": ACTIONS[action],
            "lines": [
                {"when": _when(when, place), "is_allowed": is_allowed, "rule": rule, "readings": readings}
                for place, (when, is_allowed, rule, readings) in enumerate(said)
            ],
        }
        for action, said in wager["permits"].items()
    ]


def grounds(book_id: str, wager_id: str) -> list[dict[str, Any]]:
    """What else may happen to a wager at the table."""
    return [
        {
            "event": event.replace("_", " ").capitalize(),
            "words": "void, the stake is returned" if ground["voids"] and wager_id not in ground["spares"] else "stands",
            "rule": ground["rule"],
            "readings": ground["readings"],
        }
        for event, ground in table_of(book_id)["grounds"].items()
    ]


def outcomes(table: Mapping[str, Any], labels: Sequence[str]) -> str:
    """Outcomes in as few words as say them exactly."""
    if len(labels) == len(table["ways"]):
        return "every outcome"
    if len(labels) > len(table["ways"]) * HALF:
        return f"every other outcome, {len(labels)} of {len(table['ways'])}"
    return _numbers([int(label) for label in labels]) if not table["dice"] else _rolls(table, labels)


def odds(winnings: int, denominator: int) -> str:
    """`7 to 6`."""
    shared = gcd(winnings, denominator)
    return f"{winnings // shared} to {denominator // shared}"


def odds_of(wager: Mapping[str, Any]) -> str:
    """All odds at which a wager may be paid: `1 to 1, 2 to 1`; those of a composite are its pieces'."""
    won = [row for state in wager["states"].values() for row in state["rows"] if row[2] == "win"]
    if any(row[4] != row[5] for row in won):
        return f"by piece, of {sum(wager['pieces'].values())}"
    paid = sorted({Fraction(row[3], row[5]) for row in won})
    return ", ".join(odds(*part.as_integer_ratio()) for part in paid)


def _state(table: Mapping[str, Any], name: str, state: Mapping[str, Any], *, is_first: bool) -> dict[str, Any]:
    return {
        "name": _named(name),
        "is_first": is_first,
        "calls": ", ".join(f"{call} leads to “{_named(to)}”" for call, to in state["calls"].items() if to != name),
        "clauses": [_clause(table, name, row) for row in state["rows"]],
    }


def _named(state: str) -> str:
    """What a state is called on the page: a wager stands on a number."""
    return f"On {state}" if state[0].isdigit() else state[0].upper() + state[1:]


def _place(state: str) -> tuple[int, str]:
    number, _, call = state.partition(",")
    return (int(number) if number.isdigit() else 0, call)


def _clause(table: Mapping[str, Any], state: str, row: Sequence[Any]) -> dict[str, Any]:
    labels, following, result, winnings, returned, denominator, rule, readings = row
    chance = Fraction(sum(table["ways"][label] for label in labels), sum(table["ways"].values()))
    shape, words = RESULTS[result]
    if following is None and result == "inactive":
        shape, words = "back", "Was not in play, the stake is returned"
    return {
        "on": outcomes(table, labels),
        "shape": shape,
        "result": words if following in (None, state) else f"{words}; goes to “{_named(following)}”",
        "pays": _pays(winnings, returned, denominator) if result == "win" else "",
        "chance": chance,
        "percent": percent(chance),
        "rule": rule,
        "readings": readings,
    }


def _pays(winnings: int, returned: int, denominator: int) -> str:
    if returned == denominator:
        return odds(winnings, denominator)
    return f"{Fraction(winnings, denominator)} of the stake, {Fraction(returned, denominator)} returned"


def _when(when: Mapping[str, bool], place: int) -> str:
    told = [FACTS[fact][0 if holds else 1] for fact, holds in when.items()]
    return ", ".join(told) or ("otherwise" if place else "at any time")


def _rolls(table: Mapping[str, Any], labels: Iterable[str]) -> str:
    """Totals that are there with all their rolls, then single rolls."""
    ways_to: dict[int, set[str]] = {}
    for label in table["ways"]:
        ways_to.setdefault(_total(label), set()).add(label)
    left = set(labels)
    whole = [total for total, rolls in sorted(ways_to.items()) if rolls <= left]
    single = sorted(left - set().union(*(ways_to[total] for total in whole)))
    said = [f"{'totals' if len(whole) > 1 else 'total'} {_numbers(whole)}"] if whole else []
    return ", ".join([*said, *single])


def _total(label: str) -> int:
    return sum(map(int, label.split("-")))


def _numbers(numbers: Iterable[int]) -> str:
    """`1 to 18`, `2, 3, 12`."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(sorted(numbers)), key=lambda each: each[1] - each[0])]
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) >= RUN else ", ".join(map(str, run)) for run in runs)
