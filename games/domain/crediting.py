"""What the wagers of a position take off the credit meter of its terminal, and put back on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from casino.domain.money import Cents
from devices.domain import credit_meter
from devices.domain.credit_meter import Beside, CreditMeter, Source
from devices.domain.events import CreditsCancelled, CreditsIncremented
from games.domain.setting import cite
from games.domain.vocabulary import Figures
from games.domain.wager_events import (
    PositionEvent,
    WagerCancelled,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerSettled,
    WagerVoided,
)

Moved = CreditsCancelled | CreditsIncremented
Ended = WagerCancelled | WagerSettled | WagerVoided
Moving = WagerPlaced | WagerIncreased | WagerReduced | Ended


class Amounts(NamedTuple):
    """What is taken off a meter, what comes back to it as stake and commission, and what was won."""

    taken: int = 0
    returned: int = 0
    won: int = 0


NOTHING = Amounts()
WAGERED_BY_RULE = "3.5"  # from the credit meter, by the same number in all three books


def change(meter: CreditMeter, events: Iterable[PositionEvent]) -> list[Moved]:
    """A player's own change, step by step: what is taken down is there for what is placed (AC 3.3.4, IR 3.5.1, SB 3.5)."""
    moved: list[Moved] = []
    for event in events:
        if isinstance(event, Moving):
            done = _moved(meter, _amounts(event), f"{event.round_id}, wager {event.wager}")
            meter = credit_meter.AGGREGATE.fold(meter, done)
            moved += done
    return moved


def settle(meter: CreditMeter, events: Sequence[PositionEvent]) -> list[Moved]:
    """What a round has brought to a terminal: once what was won, once what comes back (AC 3.3.3, IR 3.3.3, SB 3.3)."""
    ended = [(event, _paid(event.figures)) for event in events if isinstance(event, Ended)]
    credited = [(event, amounts) for event, amounts in ended if amounts != NOTHING]
    if not credited:
        return []
    together = Amounts(*(sum(each) for each in zip(*(amounts for _, amounts in credited), strict=True)))
    numbers = ", ".join(str(event.wager) for event, _ in credited)
    return _moved(meter, together, f"{credited[0][0].round_id}, wager{'s' if len(credited) > 1 else ''} {numbers}")


def _moved(meter: CreditMeter, amounts: Amounts, cause: str) -> list[Moved]:
    moved: list[Moved] = []
    if amounts.taken:
        rule = cite(meter.book, WAGERED_BY_RULE)
        moved.append(credit_meter.cancel(meter, cents=Cents(amounts.taken), cause=cause, rule=rule))
    if amounts.won:
        moved.append(credit_meter.increment(meter, source=Source.WINNINGS, cents=Cents(amounts.won), cause=cause))
    if amounts.returned:
        moved.append(credit_meter.increment(meter, source=Beside.RETURNED_STAKE, cents=Cents(amounts.returned), cause=cause))
    return moved


def _amounts(event: Moving) -> Amounts:
    match event:
        case WagerPlaced():
            return Amounts(taken=event.stake_cents + event.commission_cents)
        case WagerIncreased():
            charged = event.commission_cents
            return Amounts(taken=event.by_cents + max(charged, 0), returned=max(-charged, 0))
        case WagerReduced():
            return Amounts(returned=event.by_cents + event.commission_refunded_cents)
        case _:
            return _paid(event.figures)


def _paid(figures: Figures) -> Amounts:
    """What was paid was rounded up once: a part of a cent in a returned stake counts as returned, the rest as won (X-01)."""
    returned = min(ceil(figures.returned), figures.paid_cents)
    return Amounts(returned=returned + figures.commission_refunded_cents, won=figures.paid_cents - returned)
