"""What a player is told: one sentence with the amount, the result and the rule."""

from collections.abc import Collection
from math import gcd

from games.rules.interpreter import Permission
from games.rules.layout import WagerOnLayout

WORDS = {
    "lose": "loses",
    "draw": "neither wins nor loses and the stake is returned",
    "removed": "is taken down and the stake is returned",
    "rejected": "is outside the limits and is not accepted",
    "frozen": "is frozen until a further roll decides it",
}


def of_settlement(laid: WagerOnLayout, winnings: str, rule: str, rounding: str) -> str:
    """Why a wager came to what it did."""
    readings = _cited(laid.closing.readings) if laid.closing else ""
    return f"{laid.wager.name} of {laid.stake_cents} cents {_said(laid, winnings)}{rounding} (rule {rule}{readings})."


def _said(laid: WagerOnLayout, winnings: str) -> str:
    row = laid.closing
    if row is None:
        return WORDS["frozen"] if laid.result == "frozen" else "stays on the layout undecided"
    if row.result == "win":
        part = gcd(row.winnings, row.denominator)
        odds = f"{row.winnings // part} to {row.denominator // part}"
        return f"wins {winnings} cents at {odds}, odds by rule {laid.wager.odds_rule}"
    if row.result == "void":
        return "is void and the stake is returned" if row.returned else "is void and the stake is forfeited"
    if row.result == "inactive":
        return "was not in play when its flat wager was decided, and the stake is returned"
    return WORDS[row.result]


def of_permission(name: str, action: str, permission: Permission) -> str:
    """Why an action is allowed or refused."""
    verb = "may" if permission.allowed else "may not"
    return f"One {verb} {action} {name} here (rule {permission.rule}{_cited(permission.readings)})."


def _cited(readings: Collection[str]) -> str:
    return f"; readings {', '.join(readings)}" if readings else ""
