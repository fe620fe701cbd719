"""What events of devices move: only what no other stream knows."""

from __future__ import annotations

from collections.abc import Sequence

from casino.domain.accounts import AccountKind, Posting, posts
from casino.domain.money import Cents
from devices.domain.events import CreditsPaidByHand, NotesAccepted


@posts(NotesAccepted)
def notes_accepted(event: NotesAccepted) -> Sequence[Posting]:
    """Notes in the stacker, credits for the player."""
    return [
        Posting(AccountKind.NOTES.of(event.meter), event.cents),
        Posting(AccountKind.CREDIT_METER.of(event.meter), Cents(-event.cents)),
    ]


@posts(CreditsPaidByHand)
def credits_paid_by_hand(event: CreditsPaidByHand) -> Sequence[Posting]:
    """Credits of the player, due from the house until the manual payout is made."""
    return [
        Posting(AccountKind.CREDIT_METER.of(event.meter), event.cents),
        Posting(AccountKind.PAYOUT_DUE.of(event.meter), Cents(-event.cents)),
    ]
