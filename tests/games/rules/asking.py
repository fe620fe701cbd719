"""Short ways to ask the rule books in tests."""

from typing import Any

from games.rules import whatif


def settled(game: str, wager: str, *outcomes: Any, stake_cents: int = 1200, **context: Any) -> dict[str, Any]:
    """A settlement without what is only for people."""
    question = {
        "id": "t",
        "kind": "settle",
        "game": game,
        "wager": wager,
        "stake_cents": stake_cents,
        "context": context,
        "outcomes": list(outcomes),
    }
    answer = whatif.answer(question)
    return {key: value for key, value in answer.items() if key not in {"id", "because"}}


def figures(game: str, wager: str, *outcomes: Any, stake_cents: int = 1200, **context: Any) -> tuple[Any, ...]:
    """Result, rule, index of the decision, winnings, returned stake, paid."""
    answer = settled(game, wager, *outcomes, stake_cents=stake_cents, **context)
    keys = ("result", "rule", "decided_at", "winnings_cents", "stake_returned_cents", "paid_total_cents")
    return tuple(answer[key] for key in keys)


def permitted(game: str, wager: str, action: str, **context: Any) -> tuple[bool, str]:
    """Whether an action is allowed, and the rule."""
    answer = whatif.answer({"id": "t", "kind": "permit", "game": game, "wager": wager, "action": action, "context": context})
    return answer["allowed"], answer["rule"]


def error(**question: Any) -> str:
    """The sentence that says what is wrong with a question."""
    answer = whatif.answer({"id": "t", **question})
    assert answer.keys() == {"id", "error"}
    said: str = answer["error"]
    return said
