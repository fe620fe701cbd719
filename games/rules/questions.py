"""What a what-if question may say: every part is checked, and what is wrong is said in one sentence."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations
from typing import Any

from games.rules.interpreter import Table

CHANGES = frozenset({"remove", "reduce", "increase"})


class Unanswerable(Exception):
    """A question the books cannot be asked; the message says which part of it is wrong."""


def check_context(context: object) -> dict[str, Any]:
    """The circumstances of a wager: known keys with possible values."""
    if type(context) is not dict:
        raise Unanswerable("the context must be an object")
    for key, value in context.items():
        possible = CONTEXT.get(key)
        if possible is None:
            raise Unanswerable(f"unknown context key {key!r}")
        if not (value is None or possible(value)):
            raise Unanswerable(f"{key} cannot be {value!r}")
    return context


def check_cents(value: object, what: str) -> int:
    """A whole number of cents above nothing."""
    if type(value) is not int:
        raise Unanswerable(f"{what} is not a whole number of cents: {value!r}")
    if value <= 0:
        raise Unanswerable(f"{what} must be more than nothing, not {value}")
    return value


def check_outcome(outcome: object, table: Table) -> str:
    """The table's label of a roll or a number."""
    label = _written(table).get(str(outcome))  # as text, so that neither true nor 1.0 passes for 1
    if label is None or type(outcome) is str:
        raise Unanswerable(f"{outcome!r} is no outcome of {table.book_id}")
    return label


@cache
def _written(table: Table) -> dict[str, str]:
    """Every way to write an outcome down, dice in any order: "[2, 1]" is 1-2."""
    if not table.dice:
        return {label: label for label in table.ways}
    return {str(list(order)): label for label in table.ways for order in permutations(map(int, label.split("-")))}


def check_event(event: Mapping[str, Any], table: Table, stake_cents: int) -> str:
    """The name of a table event this game knows, with all it needs, on a wager of this stake."""
    name = event.get("ev")
    if type(name) is not str or not (name in CHANGES or name in table.grounds or (name == "call" and table.has_calls)):
        raise Unanswerable(f"{name!r} is no event of {table.book_id}")
    if name == "reduce":
        to_cents = check_cents(event.get("to"), "what a wager is reduced to")
        if to_cents > stake_cents:
            raise Unanswerable(f"a wager of {stake_cents} cannot be reduced to {to_cents}")
    elif name == "increase":
        check_cents(event.get("by"), "what a wager is increased by")
    elif name == "call" and event.get("to") not in ("ON", "OFF"):  # whatever it is, a list too
        raise Unanswerable(f"a wager is called ON or OFF, not {event.get('to')!r}")
    for key in ("closed", "forfeit"):
        if key in event and type(event[key]) is not bool:
            raise Unanswerable(f"{key} is true or false, not {event[key]!r}")
    return name


def _is_bool(value: object) -> bool:
    return type(value) is bool


def _is_cents(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_more_than_nothing(value: object) -> bool:
    return type(value) is int and value > 0


def _is_one_of(*possible: object) -> Callable[[object], bool]:
    return lambda value: type(value) is type(possible[0]) and value in possible


CONTEXT: Mapping[str, Callable[[object], bool]] = {
    "point": _is_one_of(4, 5, 6, 8, 9, 10),
    "wager_point": _is_one_of(4, 5, 6, 8, 9, 10),
    "base_stake": _is_more_than_nothing,
    "call": _is_one_of("ON", "OFF"),
    "frozen": _is_bool,
    "eights": _is_one_of(0, 1, 2),
    "min": _is_cents,
    "max": _is_cents,
    "warned": _is_bool,
    "chip_unit": _is_more_than_nothing,
    "variant": _is_one_of("mini"),
    "exposed": _is_bool,
    "closed": _is_bool,
    "confirmed": _is_bool,
    "has_base": _is_bool,
    "was_reduced": _is_bool,
}
