"""What would the book do here? One question in, one answer out, by the tables that settle live rounds."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from games.rules import books, sentences
from games.rules.book import ACTIONS
from games.rules.interpreter import Table, WagerTable
from games.rules.layout import WagerOnLayout, add_places
from games.rules.questions import Unanswerable, check_cents, check_context, check_event, check_outcome

Question = Mapping[str, Any]
Answer = dict[str, Any]


def answer(question: object) -> Answer:
    """The answer to a question, or a sentence that says what is wrong with it."""
    if not isinstance(question, dict):
        return {"id": None, "error": "a question is a JSON object"}
    answered_by = KINDS.get(str(question.get("kind")))
    if answered_by is None:
        return {"id": question.get("id"), "error": f"unknown kind {question.get('kind')!r}"}
    try:
        return answered_by(question)
    except Unanswerable as wrong:
        return {"id": question.get("id"), "error": str(wrong)}


def settle(question: Question) -> Answer:
    """What one wager comes to after its outcomes."""
    laid, trace = follow(question)
    return _settled(question, laid, trace)


def follow(question: Question) -> tuple[WagerOnLayout, list[str]]:
    """Take one wager through its outcomes: as it lies then, and a word for each of them."""
    table, wager = _asked_of(question)
    stake_cents = check_cents(question.get("stake_cents"), "stake_cents")
    outcomes = question.get("outcomes")
    if type(outcomes) is not list:
        raise Unanswerable("outcomes must be a list")
    laid = WagerOnLayout(table, wager, stake_cents, check_context(question.get("context", {})))
    trace: list[str] = []
    for index, outcome in enumerate(outcomes):
        word = _meet_event(laid, outcome, index) if type(outcome) is dict else _meet(laid, outcome, index)
        if word:
            trace.append(word)
    return laid, trace


def _meet(laid: WagerOnLayout, outcome: object, index: int, correction: str | None = None) -> str | None:
    """A roll or a number; a closed wager is not touched, but the outcome is checked."""
    label = check_outcome(outcome, laid.table)
    return None if laid.closing else laid.roll(label, index, correction)


def _meet_event(laid: WagerOnLayout, event: Mapping[str, Any], index: int) -> str | None:
    """A table event, or an outcome the equipment recorded wrongly."""
    if "ev" in event:
        name = check_event(event, laid.table, laid.stake_cents)
        return None if laid.closing else _happen(laid, name, event, index)
    if event.keys() != {"actual", "recorded"}:
        raise Unanswerable(f"{event!r} is neither an outcome nor a table event")
    check_outcome(event["recorded"], laid.table)
    return _meet(laid, event["actual"], index, laid.table.correction)


def _happen(laid: WagerOnLayout, name: str, event: Mapping[str, Any], index: int) -> str:
    closed = event.get("closed", False)
    if name == "remove":
        return laid.remove(index, closed=closed)
    if name == "reduce":
        return laid.reduce(event["to"], index, closed=closed)
    if name == "increase":
        return laid.increase(event["by"], closed=closed)
    if name == "call":
        return laid.call(event["to"])
    return laid.declare(laid.table.grounds[name], index, forfeited=event.get("forfeit", False))


def _settled(question: Question, laid: WagerOnLayout, trace: list[str]) -> Answer:
    """The figures of a wager, exact but for what is paid."""
    charged, refunded, whole = laid.commission()
    winnings = returned = paid = "0"
    net, rounding = None, ""
    closing = laid.closing
    if closing:
        _, won, back, paid_cents = laid.payment()
        parts = closing.denominator
        gained = (won + back - laid.stake_cents * parts) * whole - (charged - refunded) * parts
        winnings, returned, net, paid = exact(won, parts), exact(back, parts), exact(gained, parts * whole), str(paid_cents)
        if won + back != paid_cents * parts:
            rounding = f", paid up to {paid} cents"
    rule = laid.deciding_rule()
    return {
        "id": question.get("id"),
        "result": laid.result,
        "closed": closing is not None,
        "winnings_cents": winnings,
        "stake_returned_cents": returned,
        "commission_cents": exact(charged, whole) if charged else "0",
        "commission_refunded_cents": exact(refunded, whole) if refunded else "0",
        "paid_total_cents": paid,
        "net_cents": net,
        "rule": rule,
        "odds_rule": laid.wager.odds_rule,
        "decided_at": laid.decided_at,
        "trace": trace,
        "because": sentences.of_settlement(laid, winnings, rule, rounding),
    }


def exact(amount: int | Fraction, denominator: int) -> str:
    """An exact amount as a string: "1400", "350/3"."""
    if denominator == 1 or not amount:
        return str(amount)
    if type(amount) is not int:
        return str(amount / denominator)
    shared = gcd(amount, denominator)
    return str(amount // shared) if shared == denominator else f"{amount // shared}/{denominator // shared}"


def permit(question: Question) -> Answer:
    """Whether the book allows an action on a wager."""
    _, wager = _asked_of(question)
    action = question.get("action")
    if action not in ACTIONS:
        raise Unanswerable(f"unknown action {action!r}")
    permission = wager.permit(action, _facts(wager, check_context(question.get("context", {}))))
    because = sentences.of_permission(wager.name, action, permission)
    return {"id": question.get("id"), "allowed": permission.allowed, "rule": permission.rule, "because": because}


def _facts(wager: WagerTable, context: Mapping[str, Any]) -> dict[str, bool]:
    """The facts a context tells; a flat wager is there unless it says otherwise."""
    state, told = wager.enter(context), context.get
    facts = {
        "closed": told("closed") is True,
        "confirmed": told("confirmed") is True,
        "mini": told("variant") == "mini",
        "exposed": told("exposed") is True or wager.states[state]["moved"],
        "has_base": told("has_base") is not False,
        "was_reduced": told("was_reduced") is True,
    }
    return add_places(facts, wager, state, told("point"))


def max_odds(question: Question) -> Answer:
    """The most that may be staked on an odds wager."""
    _, wager = _asked_of(question)
    most = wager.most_behind(check_cents(question.get("base_stake_cents"), "base_stake_cents"))
    if most is None or wager.odds_limit is None:
        raise Unanswerable(f"{wager.id} is not an odds wager")
    return {"id": question.get("id"), "max_stake_cents": str(most), "rule": wager.odds_limit["rule"]}


def shooter(question: Question) -> Answer:
    """Who shoots the dice next."""
    choose = books.BOOKS[_table(question).book_id].shooter
    if choose is None:
        raise Unanswerable(f"{question['game']} has no shooter")
    chosen, rule = choose(question)
    return {"id": question.get("id"), "shooter": chosen, "rule": rule}


def catalogue() -> Iterator[tuple[str, ...]]:
    """Every wager of every book: game, id, defining rule, odds rule, one or multi."""
    for game in books.BOOKS:
        for wager in books.current(game).wagers.values():
            yield game, wager.id, wager.rule, wager.odds_rule, wager.rolls


def _table(question: Question) -> Table:
    game = question.get("game")
    if type(game) is not str or game not in books.BOOKS:
        raise Unanswerable(f"unknown game {game!r}")
    return books.current(game)


def _asked_of(question: Question) -> tuple[Table, WagerTable]:
    table, wager_id = _table(question), question.get("wager")
    wager = table.wagers.get(wager_id) if type(wager_id) is str else None
    if wager is None:
        raise Unanswerable(f"{wager_id!r} is not a permissible wager of {table.book_id}")
    return table, wager


KINDS: Mapping[str, Callable[[Question], Answer]] = {
    "settle": settle,
    "permit": permit,
    "max_odds": max_odds,
    "shooter": shooter,
}
