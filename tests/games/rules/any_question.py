"""Questions of every kind about every registered book, for properties that hold whatever is asked."""

from typing import Any

from hypothesis import strategies as st

from games.rules import books
from games.rules.interpreter import Table

POINTS = st.sampled_from([None, 4, 5, 6, 8, 9, 10])
CENTS = st.integers(1, 20_000)
TRUTH = st.booleans()
CONTEXT = {
    "point": POINTS,
    "wager_point": POINTS,
    "base_stake": CENTS,
    "call": st.sampled_from([None, "ON", "OFF"]),
    "frozen": TRUTH,
    "eights": st.integers(0, 2),
    "min": CENTS,
    "max": CENTS,
    "warned": TRUTH,
    "chip_unit": st.sampled_from([1, 5, 50, 100, 250]),
    "variant": st.sampled_from([None, "mini"]),
    "exposed": TRUTH,
    "was_reduced": TRUTH,
}


def outcome(label: str, table: Table) -> Any:
    """An outcome as a question writes it."""
    return list(map(int, label.split("-"))) if table.dice else int(label)


def rolls(table: Table) -> st.SearchStrategy[Any]:
    """What the dice or the wheel may show."""
    return st.sampled_from(sorted(table.ways)).map(lambda label: outcome(label, table))


def _events(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    grounds = st.sampled_from(sorted(table.grounds))
    declared = st.builds(lambda name, forfeit: {"ev": name, "forfeit": forfeit}, grounds, TRUTH)
    removed = st.builds(lambda closed: {"ev": "remove", "closed": closed}, TRUTH)
    increased = st.builds(lambda by, closed: {"ev": "increase", "by": by, "closed": closed}, CENTS, TRUTH)
    reduced = st.builds(lambda to, closed: {"ev": "reduce", "to": to, "closed": closed}, st.integers(1, 400), TRUTH)
    called = st.sampled_from([{"ev": "call", "to": "ON"}, {"ev": "call", "to": "OFF"}])
    return st.one_of(declared, removed, increased, reduced, reduced, *([called] if table.has_calls else []))


def _corrected(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(lambda actual, recorded: {"actual": actual, "recorded": recorded}, rolls(table), rolls(table))


@st.composite
def settlements(draw: st.DrawFn) -> dict[str, Any]:
    """A wager of any book under any circumstances, through rolls, corrections, declarations, calls and changes."""
    table = books.current(draw(st.sampled_from(sorted(books.BOOKS))))
    rolled = rolls(table)
    return {
        "id": "t",
        "kind": "settle",
        "game": table.book_id,
        "wager": draw(st.sampled_from(sorted(table.wagers))),
        "stake_cents": draw(st.integers(400, 20_000)),
        "context": draw(st.fixed_dictionaries({}, optional=CONTEXT)),
        "outcomes": _possible(draw(st.lists(st.one_of(rolled, rolled, rolled, _corrected(table), _events(table)), max_size=8))),
    }


def _possible(outcomes: list[Any]) -> list[Any]:
    """No wager is reduced to more than it may by then be."""
    least = 400
    for met in outcomes:
        if isinstance(met, dict) and met.get("ev") == "reduce":
            least = met["to"] = min(least, met["to"])
    return outcomes
