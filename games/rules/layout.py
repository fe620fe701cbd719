"""One wager on the layout, from placement to its close: rolls, declarations, calls and changes of its stake."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.rules.interpreter import Reach, Row, Settlement, Table, WagerTable, pay


def returned_under(rule: str, result: str, readings: list[str], returned: int = 1) -> Row:
    """A close without a decision: the stake goes back, or is forfeited."""
    return Row(None, result, 0, returned, 1, rule, readings)


def add_places(facts: dict[str, bool], wager: WagerTable, state: str, point: int | None) -> dict[str, bool]:
    """Complete what is told to what permits turn on (`interpreter.FACTS`): where the wager and the table's point are."""
    facts["moved"] = wager.states[state]["moved"]
    facts["come_out"] = point is None
    facts["own_point"] = point == wager.number
    return facts


class WagerOnLayout:
    """A wager as the book sees it. It is closed once `closing` says by what."""

    __slots__ = (
        "at_stake",
        "base_cents",
        "closing",
        "context",
        "correction",
        "decided_at",
        "exposed_cents",
        "kept_cents",
        "maximum",
        "minimum",
        "open_rule",
        "point",
        "refunded_cents",
        "result",
        "stake_cents",
        "state",
        "table",
        "wager",
        "was_reduced",
    )

    def __init__(self, table: Table, wager: WagerTable, stake_cents: int, context: Mapping[str, Any]) -> None:
        """Put the wager down; a terminal may reject it, and a dealer table return it once warned."""
        self.table = table
        self.wager = wager
        self.context = context
        self.stake_cents = stake_cents
        self.state = wager.enter(context)
        state = wager.states[self.state]
        told = context.get
        self.point: int | None = told("point")
        self.minimum: int | None = told("min")
        self.maximum: int | None = told("max")
        self.base_cents: int | None = told("base_stake")
        self.was_reduced = told("was_reduced") is True
        self.exposed_cents = stake_cents if told("exposed") or state["moved"] else 0
        self.kept_cents: int | Fraction = 0  # taken down after a roll: its commission is kept (AC-07)
        self.refunded_cents: int | Fraction = 0  # of this part the commission goes back
        self.at_stake: int | Fraction = stake_cents
        self.open_rule = wager.rule
        self.result: str = state["shows"]
        self.closing: Row | None = None
        self.decided_at: int | None = None
        self.correction: str | None = None
        self._hold_to_limits(None)

    # What happens at the table

    def roll(self, outcome: str, index: int, correction: str | None) -> str:
        """Meet an outcome."""
        row = self.wager.rows[self.state][outcome]
        if row.following is None:
            self.correction = correction
            self._close(row, index)
            return row.result
        self.state = row.following
        self.result = row.result
        self.open_rule = row.rule
        self.exposed_cents = self.stake_cents
        if self.table.points:
            self._move_point(outcome)
        return row.result

    def declare(self, reach: Reach, index: int, *, forfeited: bool) -> str:
        """Meet a ground: void if it reaches the wager, else it stands."""
        if reach.covers(self.wager.id):
            returned = 0 if forfeited and reach.forfeits else 1
            self.refunded_cents = self.at_stake * returned
            self._close(returned_under(reach.rule or self.wager.rule, "void", reach.readings, returned), index)
            return "void"
        self.open_rule = reach.rule or self.open_rule
        return "frozen" if self.result == "frozen" else "no_roll"

    def call(self, to: str) -> str:
        """Call the wager ON or OFF; a wager the rule does not list is not called."""
        calls: Mapping[str, str] = self.wager.states[self.state]["calls"]
        if to not in calls:
            return "refused"
        self.state = calls[to]
        self.result = self.wager.states[self.state]["shows"]
        return f"called_{to}"

    # What the player changes

    def remove(self, index: int, *, closed: bool) -> str:
        """Take the whole wager down; commission comes back for what met no roll (AC-07)."""
        permission = self.wager.permit("remove", self.facts(closed=closed))
        if not permission.allowed:
            return "refused"
        self.refunded_cents = self.at_stake - min(self.exposed_cents, self.at_stake)
        self._close(returned_under(permission.rule, "removed", permission.readings), index)
        return "removed"

    def reduce(self, to_cents: int, index: int, *, closed: bool) -> str:
        """Take the part put down last down to this stake."""
        if not self._may_change("reduce", to_cents, closed=closed):
            return "refused"
        if to_cents < self.stake_cents:
            bearing = min(self.exposed_cents, self.at_stake)
            self._set_stake(to_cents)
            self.kept_cents += max(bearing - self.at_stake, 0)
            self.exposed_cents = min(self.exposed_cents, to_cents)
            self.was_reduced = True
            self._hold_to_limits(index)
        return "reduced"

    def increase(self, by_cents: int, *, closed: bool) -> str:
        """Add to the stake."""
        if not self._may_change("increase", self.stake_cents + by_cents, closed=closed):
            return "refused"
        self._set_stake(self.stake_cents + by_cents)
        return "increased"

    # What it comes to

    def facts(self, *, closed: bool) -> dict[str, bool]:
        """What permits turn on now; a wager on the layout has its flat wager, and no change is confirmed late."""
        facts = {
            "closed": closed,
            "confirmed": False,
            "mini": self.context.get("variant") == "mini",
            "exposed": self.exposed_cents > 0,
            "has_base": True,
            "was_reduced": self.was_reduced,
        }
        return add_places(facts, self.wager, self.state, self.point)

    def commission(self) -> tuple[int | Fraction, int | Fraction, int]:
        """Commission charged and the part of it that is refunded, over their denominator (AC-07, CC-18)."""
        part, whole = self.wager.commission
        if not part or self.result == "rejected":
            return 0, 0, 1
        return (self.at_stake + self.kept_cents) * part, self.refunded_cents * part, whole

    def payment(self) -> Settlement:
        """What is paid for a closed wager: once, up to the cent, or a win at a dealer table up to the chip (X-01, X-10)."""
        assert self.closing is not None
        in_chips = self.table.pays_in_chips and self.closing.result == "win"
        unit = (in_chips and self.context.get("chip_unit")) or 1
        return pay(self.closing, self.at_stake, self.stake_cents - self.at_stake, unit)

    def deciding_rule(self) -> str:
        """The clause that decides or keeps it open, with the correction and the limit that also apply to a win or a loss."""
        if self.closing is None:
            return self.open_rule
        if self.closing.result not in {"win", "lose"}:
            return self.closing.rule
        rule = self.closing.rule
        if self.correction:
            rule = f"{rule} with {self.correction}"
        if self.wager.is_below(self.minimum, self.stake_cents):
            rule = f"{rule} with {self.table.limits['below']}"
        if self.at_stake < self.stake_cents:
            rule = f"{rule} with {self.table.limits['above']}"
        return rule

    # How it is done

    def _close(self, row: Row, index: int | None) -> None:
        self.closing = row
        self.result = row.result
        self.decided_at = index

    def _move_point(self, outcome: str) -> None:
        before, self.point = self.point, self.table.point_after(self.point, outcome)
        if before is not None and self.point is None:
            self.was_reduced = False

    def _may_change(self, action: str, stake_cents: int, *, closed: bool) -> bool:
        if not self.wager.permit(action, self.facts(closed=closed)).allowed:
            return False
        return not (self.table.limits["refuses"] and self._broken_limit(stake_cents))

    def _hold_to_limits(self, index: int | None) -> None:
        """A terminal refuses what lies outside (X-05); a dealer table caps it, or returns it once warned (CC-11)."""
        limits = self.table.limits
        if limits["refuses"]:
            broken = self._broken_limit(self.stake_cents)
            if broken:
                self._close(returned_under(broken, "rejected", limits["readings"]), index)
            return
        self._set_stake(self.stake_cents)
        warned = limits["once_warned"] and self.context.get("warned")
        if warned and self.wager.is_below(self.minimum, self.stake_cents):
            self.refunded_cents = self.at_stake
            self._close(returned_under(limits["below"], "void", limits["readings"]), index)

    def _broken_limit(self, stake_cents: int) -> str | None:
        """The rule of the limit a stake breaks: first the table's, then the odds limit."""
        limits: Mapping[str, str] = self.table.limits
        if self.wager.is_below(self.minimum, stake_cents):
            return limits["below"]
        if self.wager.is_above(self.maximum, stake_cents):
            return limits["above"]
        most = self._most_behind_base()
        return self.wager.odds_limit["rule"] if self.wager.odds_limit and most is not None and stake_cents > most else None

    def _most_behind_base(self) -> Fraction | None:
        return self.wager.most_behind(self.base_cents) if self.base_cents else None

    def _set_stake(self, stake_cents: int) -> None:
        """The stake on the layout, and the part of it that is paid or collected."""
        self.stake_cents = self.at_stake = stake_cents
        if self.table.limits["refuses"]:
            return
        for most in (self.maximum, self._most_behind_base()):
            if most is not None and most < self.at_stake:
                self.at_stake = most
