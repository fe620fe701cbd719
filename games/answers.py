"""What the book answers to a question about one wager, with its arithmetic and step by step, as people read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from casino.domain.money import Cents, dollars
from games.rules import whatif
from games.rules.layout import WagerOnLayout
from games.rules.readings import Reading, readings

WORDS = {
    "win": ("done", "wins"),
    "lose": ("refused", "loses"),
    "draw": ("back", "draws, the stake is returned"),
    "void": ("back", "is void"),
    "inactive": ("idle", "stays, undecided"),
    "frozen": ("locked", "is frozen"),
    "removed": ("back", "is taken down"),
    "rejected": ("refused", "is not accepted"),
    "no_roll": ("idle", "no roll, it stays"),
    "reduced": ("down", "is reduced"),
    "increased": ("up", "is increased"),
    "refused": ("refused", "the book refuses that, it stays as it was"),
    "called_ON": ("note", "is called ON"),
    "called_OFF": ("note", "is called OFF"),
}
AFTER = ("idle", "changes nothing, it is closed")
UP_TO_THE_CENT, UP_TO_THE_CHIP = "X-01", "X-10"


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """Exactly what `manage.py whatif` says, and how it comes to it."""
    said = whatif.answer(dict(question))
    told = {"answer": said, "asked": json.dumps(question), "said": json.dumps(said)}
    if "error" in said:
        return told
    laid, _ = whatif.follow(question)
    return {
        **told,
        "shape": WORDS[said["result"]][0],
        "result": WORDS[said["result"]][1],
        "rules": said["rule"].split(" with "),
        "readings": _readings(laid),
        "arithmetic": list(_arithmetic(said, laid)),
        "paid": Fraction(said["paid_total_cents"]) if said["closed"] else None,
        "steps": _steps(question, said),
    }


def _steps(question: Mapping[str, Any], said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What each outcome did to the wager, and under which rule."""
    outcomes: Sequence[Any] = question["outcomes"]
    steps: list[dict[str, Any]] = []
    for place in range(len(outcomes)):
        if place >= len(said["trace"]):
            steps.append({"shape": AFTER[0], "words": AFTER[1], "rule": "", "result": ""})
            continue
        so_far = whatif.answer({**question, "outcomes": outcomes[: place + 1]})
        shape, words = WORDS[said["trace"][place]]
        steps.append({"shape": shape, "words": words, "rule": so_far["rule"].split(" with ")[0], "result": said["trace"][place]})
    return steps


def _arithmetic(said: Mapping[str, Any], laid: WagerOnLayout) -> Iterator[dict[str, Any]]:
    """Line by line from the stake to what is paid, exact until the last."""
    row = laid.closing
    if row is None:
        return
    stake, excess = Fraction(laid.at_stake), laid.stake_cents - laid.at_stake
    if row.winnings:
        odds = Fraction(row.winnings, row.denominator)
        yield _line("Winnings", f"{_said(stake)} × {odds}", stake * odds)
    if row.returned and row.returned != row.denominator:
        part = Fraction(row.returned, row.denominator)
        yield _line("Stake returned", f"{_said(stake)} × {part}, the pieces that win", stake * part)
    elif row.returned:
        yield _line("Stake returned", "the whole", stake)
    if excess and said["result"] != "rejected":
        yield _line("Above the maximum", "has no part in it and is returned", Fraction(excess))
    exact, paid = Fraction(said["winnings_cents"]) + Fraction(said["stake_returned_cents"]), Fraction(said["paid_total_cents"])
    if paid != exact:
        unit = (laid.table.pays_in_chips and laid.context.get("chip_unit")) or 1
        reading = UP_TO_THE_CHIP if unit > 1 else UP_TO_THE_CENT
        yield _line("Rounded up", f"to the next {'chip' if unit > 1 else 'cent'}, {reading}", paid - exact)
    yield _line("Paid", "", paid, decides=True)
    yield from _commission(said, laid)
    if said["net_cents"] is not None:
        yield _line("Net to the player", "before rounding, less the stake and commission", Fraction(said["net_cents"]))


def _commission(said: Mapping[str, Any], laid: WagerOnLayout) -> Iterator[dict[str, Any]]:
    charged, refunded = Fraction(said["commission_cents"]), Fraction(said["commission_refunded_cents"])
    if charged:
        yield _line("Commission", f"{Fraction(*laid.wager.commission)} of what was staked, paid with the wager", charged)
    if refunded:
        yield _line("Commission refunded", "", refunded)


def _line(label: str, how: str, amount: Fraction, *, decides: bool = False) -> dict[str, Any]:
    return {"label": label, "how": how, "amount": amount, "decides": decides}


def _said(amount: Fraction) -> str:
    """An amount in arithmetic: exact where it is no whole number of cents."""
    whole, rest = divmod(amount, 1)
    return f"({dollars(Cents(int(whole)))} + {rest} c)" if rest else dollars(Cents(int(whole)))


def _readings(laid: WagerOnLayout) -> list[Reading]:
    """The readings the decision rests on; of an open wager, those of the wager."""
    cited = laid.closing.readings if laid.closing else []
    return [readings()[each] for each in dict.fromkeys(cited)]
