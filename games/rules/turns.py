"""Whose turn it is: going round the table. Who is eligible, and when the dice pass, is for each book to say."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.rules.questions import Unanswerable


def places(question: Mapping[str, Any], key: str) -> list[str]:
    """A list of terminals or seats in the question."""
    listed = question.get(key)
    if not isinstance(listed, list) or not all(isinstance(place, str) for place in listed):
        raise Unanswerable(f"{key} must be a list of names")
    return listed


def place(question: Mapping[str, Any], key: str, order: Sequence[str]) -> str | None:
    """One of the places in the order, or nobody."""
    named = question.get(key)
    if named is not None and named not in order:
        raise Unanswerable(f"{key} {named!r} is not in the order of places")
    return named


def is_true(question: Mapping[str, Any], key: str) -> bool:
    """A yes or no in the question; no unless given."""
    said = question.get(key, False)
    if type(said) is not bool:
        raise Unanswerable(f"{key} is true or false, not {said!r}")
    return said


def first_after(order: Sequence[str], current: str | None, eligible: Collection[str]) -> str | None:
    """The first eligible place in turn after the current one, coming round to it last."""
    start = 0 if current is None else order.index(current) + 1
    return next((seat for seat in [*order[start:], *order[:start]] if seat in eligible), None)
