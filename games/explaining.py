"""Why a wager came to what it did: one sentence with what was shown, the rule, the odds, and the arithmetic to the last fraction.

Derived from what stands on record and the version of the book it was settled by, whenever somebody asks; never stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from casino.domain.aggregate import ReadingId
from casino.domain.money import Cents, dollars
from games.domain.settlement import UP_TO_THE_CENT, UP_TO_THE_CHIP
from games.domain.vocabulary import Figures
from games.domain.wager_events import WagerCancelled, WagerCarriedForward, WagerSettled, WagerVoided
from games.rules.interpreter import Table
from games.telling import odds

Told = WagerSettled | WagerVoided | WagerCarriedForward | WagerCancelled
ROUNDED = (UP_TO_THE_CENT, UP_TO_THE_CHIP)
GROUNDS = {
    "ball_early": "the ball was at rest before the wagering period was complete",
    "below_minimum": "it was below the minimum after advice",
    "cocked": "the dice were cocked",
    "contravention": "the round contravened the rules",
    "invalidate": "the outcome was invalidated",
    "no_roll": "no roll was called",
    "refused": "it was refused",
    "system_malfunction": "the game system malfunctioned",
    "tumbler_malfunction": "the dice tumbler malfunctioned",
    "wagers_unconfirmed": "the wagers could not be confirmed",
}


def because(event: Told, *, book: Table) -> str:
    """Why, as a player is told: `Any Seven, dice 3 and 4, rule AC 3.9.17: 4 to 1 (AC 3.10) on $20.00 is $80.00`."""
    name = book.wagers[event.selection].name
    match event:
        case WagerSettled():
            return f"{name}, {shown(event.outcome, book)}, {_cited(event)}: {_came_to(event, book)}."
        case WagerVoided():
            return f"{name}, {_cited(event)}: {_void(event)}."
        case WagerCarriedForward(met=met):
            return f"{name}, {shown(met, book) if met in book.ways else GROUNDS[met]}, {_cited(event)}: {_stays(event, book)}."
        case WagerCancelled(figures=figures):
            returned = f"the stake of {dollars(figures.stake_cents)} is returned"
            return f"{name}, {_cited(event)}: it was taken down, {returned}{_commission(figures)}."


def shown(outcome: str, book: Table) -> str:
    """What the dice or the wheel showed: `dice 3 and 4`, `number 17`."""
    return f"dice {_listed(outcome.split('-'))}" if book.dice else f"number {outcome}"


def exactly(cents: Fraction) -> str:
    """An exact amount in words: `$1.16 and 2/3 of a cent`."""
    whole = floor(cents)
    return dollars(Cents(whole)) + (f" and {cents - whole} of a cent" if cents != whole else "")


def _came_to(event: WagerSettled, book: Table) -> str:
    figures = event.figures
    match event.result:
        case "win":
            row = book.wagers[event.selection].rows[event.state][event.outcome]
            won = f"{odds(row.winnings, row.denominator)} ({event.odds_rule}) on {exactly(figures.effective)}"
            said = f"{won} is {exactly(figures.winnings)}{_back(figures)}"
        case "lose":
            said = _lost(figures)
        case "draw":
            said = f"it neither wins nor loses, and the stake of {dollars(figures.stake_cents)} is returned"
        case "inactive":
            said = f"it was not in play, and the stake of {dollars(figures.stake_cents)} is returned"
        case other:
            raise AssertionError(other)
    return said + _rounded(event) + _commission(figures)


def _back(figures: Figures) -> str:
    """What comes back beside the winnings: the stake, with what lies above a maximum, or the pieces that win."""
    above = figures.stake_cents - figures.effective
    if figures.returned != figures.stake_cents:
        return f", and {exactly(figures.returned)} of the stake for the part that wins"
    over = f" of {dollars(figures.stake_cents)}, of which {exactly(above)} lies above the maximum" if above else ""
    return f", and the stake{over}"


def _lost(figures: Figures) -> str:
    stake, above = dollars(figures.stake_cents), figures.stake_cents - figures.effective
    if not above:
        return f"it loses its stake of {stake}"
    return f"it loses {exactly(figures.effective)} of its stake of {stake}; the {exactly(above)} above the maximum is returned"


def _rounded(event: WagerSettled) -> str:
    figures = event.figures
    if not figures.rounding_cents:
        return ""
    by = _listed([*filter(None, [event.rounding_rule]), *_of(event.readings, rounding=True)])
    return f"; {exactly(figures.winnings + figures.returned)} in all is paid up to {dollars(figures.paid_cents)} ({by})"


def _commission(figures: Figures) -> str:
    """What becomes of the commission that was charged when the wager was placed."""
    back, kept = figures.commission_refunded_cents, figures.commission - figures.commission_refunded
    returned = f"; commission of {dollars(back)} is returned" if back else ""
    return returned + (f"; commission of {exactly(kept)} is kept" if kept else "")


def _void(event: WagerVoided) -> str:
    stake = dollars(event.figures.stake_cents)
    if event.is_forfeited:
        return f"it is void because {GROUNDS[event.ground]}, and the stake of {stake} is forfeited"
    returned = f"the stake of {stake} is returned{_commission(event.figures)}"
    return f"it is void because {GROUNDS[event.ground]}, and {returned}"


def _stays(event: WagerCarriedForward, book: Table) -> str:
    if event.lying.shows == "frozen":
        return "it is frozen until a further roll decides it"
    is_on_number = book.wagers[event.selection].states[event.lying.state]["moved"]
    return f"it stands on {event.lying.state} and is not decided yet" if is_on_number else "it stays on the layout, undecided"


def _cited(event: Told) -> str:
    """The rules that decided, with the readings of them; those of the rounding are said with it."""
    readings = _of(event.readings, rounding=False)
    told = f"reading{'s' if len(readings) > 1 else ''} {_listed(readings)}" if readings else ""
    rules = f"rule{'s' if len(event.rule) > 1 else ''} {_listed(event.rule)}"
    return ", ".join(filter(None, [rules, told]))


def _of(readings: Sequence[ReadingId], *, rounding: bool) -> list[ReadingId]:
    return [reading for reading in readings if (reading in ROUNDED) == rounding]


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
