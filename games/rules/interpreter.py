"""Read a compiled book and settle by it: one look-up, whole numbers, nothing executed that the table says."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

FACTS = ("closed", "confirmed", "mini", "come_out", "own_point", "moved", "exposed", "has_base", "was_reduced")


class Row(NamedTuple):
    """What one outcome makes of a wager; amounts are parts of the stake over one denominator."""

    following: str | None  # the next state; None: closed
    result: str
    winnings: int
    returned: int
    denominator: int
    rule: str
    readings: list[str]


class Settlement(NamedTuple):
    """A row applied to a stake: exact winnings and returned stake over the row's denominator, and what is paid."""

    row: Row
    winnings: int | Fraction
    returned: int | Fraction
    paid_cents: int


class Permission(NamedTuple):
    """Whether an action is allowed, and the rule that says so."""

    allowed: bool
    rule: str
    readings: list[str]


class Reach(NamedTuple):
    """Which wagers a ground voids, and under which rule."""

    rule: str | None
    voids: bool
    spares: list[str]
    forfeits: bool
    readings: list[str]

    def covers(self, wager_id: str) -> bool:
        """Whether the wager is void on this ground."""
        return self.voids and wager_id not in self.spares


class WagerTable:
    """One wager of a compiled book, its rows laid out for one look-up each."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id: str = data["id"]
        self.name: str = data["name"]
        self.rule: str = data["rule"]
        self.odds_rule: str = data["odds_rule"]
        self.rolls: str = data["rolls"]
        self.number: int | None = data["number"]
        self.commission: tuple[int, int] = tuple(data["commission"] or (0, 1))
        self.odds_limit: Mapping[str, Any] | None = data["odds_limit"]
        self.shares: tuple[int, int, int] = tuple(data["shares"])
        self.first: str = data["first"]
        self.states: Mapping[str, Mapping[str, Any]] = data["states"]
        self.rows: dict[str, dict[str, Row]] = {name: _rows(state["rows"]) for name, state in self.states.items()}
        permits = data["permits"].items()
        self._permits = {action: [(when.items(), Permission(*says)) for when, *says in rows] for action, rows in permits}
        self._entries: list[tuple[dict[str, Any], str]] = data["entries"]
        self._asks = tuple(dict.fromkeys(key for context, _ in self._entries for key in context))
        self._entered: dict[tuple[Any, ...], str] = {}

    def enter(self, context: Mapping[str, Any]) -> str:
        """The state the wager is in under this context."""
        if not self._asks:
            return self.first
        key = tuple(map(context.get, self._asks))
        state = self._entered.get(key)
        if state is None:
            fitting = (state for facts, state in self._entries if all(context.get(k) == v for k, v in facts.items()))
            state = self._entered[key] = next(fitting, self.first)
        return state

    def permit(self, action: str, facts: Mapping[str, bool]) -> Permission:
        """The first permit whose facts hold decides."""
        for when, permission in self._permits[action]:
            if when <= facts.items():
                return permission
        raise LookupError(f"the book does not say whether one may {action} {self.id}")

    def most_behind(self, base_cents: int) -> Fraction | None:
        """The most that may be staked behind a flat wager of this size; None where no odds limit is written."""
        return Fraction(base_cents * self.odds_limit["times"][0], self.odds_limit["times"][1]) if self.odds_limit else None

    def is_below(self, minimum: int | None, stake_cents: int) -> bool:
        """Whether the smallest part of the stake on one area is under the minimum."""
        return minimum is not None and stake_cents * self.shares[0] < minimum * self.shares[2]

    def is_above(self, maximum: int | None, stake_cents: int) -> bool:
        """Whether the largest part of the stake on one area is over the maximum."""
        return maximum is not None and stake_cents * self.shares[1] > maximum * self.shares[2]


class Table:
    """A compiled book, laid out for settling."""

    def __init__(self, canonical: bytes) -> None:
        data = json.loads(canonical)
        self.book_id: str = data["book"]
        self.version = f"{self.book_id}@{data['revision']}"
        self.ways: Mapping[str, int] = data["ways"]
        self.dice: int = data["dice"]
        self.correction: str = data["correction"]
        self.pays_in_chips: bool = data["rounding"]["unit"] == "chip"
        self.limits: Mapping[str, Any] = data["limits"]
        self.grounds = {event: Reach(**ground) for event, ground in data["grounds"].items()}
        self.points: Mapping[str, Mapping[str, int | None]] | None = data["points"]
        self.has_calls = any(state["calls"] for wager in data["wagers"] for state in wager["states"].values())
        self.wagers = {wager["id"]: WagerTable(wager) for wager in data["wagers"]}
        self._unpaid = {
            (wager.id, state, outcome): Settlement(row, 0, 0, 0)
            for wager in self.wagers.values()
            for state, rows in wager.rows.items()
            for outcome, row in rows.items()
        }

    def settle(self, wager_id: str, state: str, outcome: str, stake_cents: int) -> Settlement:
        """What the outcome makes of a wager in this state, and what is credited for it (X-01: up to the cent)."""
        unpaid = self._unpaid[wager_id, state, outcome]
        return pay(unpaid.row, stake_cents) if unpaid.row.returned else unpaid

    def point_after(self, point: int | None, outcome: str) -> int | None:
        """Where the table's point is after an outcome."""
        return self.points[str(point or "")].get(outcome, point) if self.points else None


def pay(row: Row, stake: int | Fraction, excess: int | Fraction = 0, unit: int = 1) -> Settlement:
    """Winnings and returned stake of a row; what lies above a maximum goes back; paid once, up to the unit."""
    _, _, pays, returns, denominator, _, _ = row
    winnings = pays * stake
    returned = returns * stake + excess * denominator
    return Settlement(row, winnings, returned, -(-(winnings + returned) // (denominator * unit)) * unit)


def _rows(rows: list[list[Any]]) -> dict[str, Row]:
    return {label: Row(*cells) for labels, *cells in rows for label in labels}
