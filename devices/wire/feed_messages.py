"""What server and table tell each other on the feed, and which way each message goes."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from casino.domain.money import Cents

Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,64}\Z")]
Sequence = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Amount = Annotated[Cents, Meta(ge=0, le=2**63 - 1)]
Outcome = Annotated[tuple[Annotated[int, Meta(ge=0, le=36)], ...], Meta(min_length=1, max_length=3)]  # one number, or each die
Text = Annotated[str, Meta(max_length=200)]


class Direction(Enum):
    """Which way a line goes; it is part of what is authenticated, so that no line can be sent back as another."""

    DOWN = "down"
    UP = "up"


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """One thing said."""


# Down: the server to the table


class RoundOpened(Message, frozen=True, tag="round-opened"):
    """A round of play is open for wagers."""

    round: Name


class WageringClosed(Message, frozen=True, tag="wagering-closed"):
    """The wagering period is over."""

    round: Name


class ShootDice(Message, frozen=True, tag="shoot-dice"):
    """The shooter has pressed the button, or somebody shoots for them: shoot the dice of this round, once."""

    round: Name


class OutcomeConfirmed(Message, frozen=True, tag="outcome-confirmed"):
    """The outcome that settles the round."""

    round: Name
    outcome: Outcome


class CreditMeter(Message, frozen=True, tag="credit-meter"):
    """What stands on a terminal; a lower version is old. Of its own meters: where they stood when they were counted into it."""

    terminal: Name
    cents: Amount
    version: Sequence
    notes_in_cents: Amount | None = None  # none: never read
    hand_paid_cents: Amount | None = None


class Lock(Message, frozen=True, tag="lock"):
    """A terminal is locked, or no longer, and why."""

    terminal: Name
    is_locked: bool
    reason: Text


# Up: the table to the server


class BallInRim(Message, frozen=True, tag="ball-in-rim"):
    """The ball has been launched."""

    round: Name | None


class DiceShot(Message, frozen=True, tag="dice-shot"):
    """The dice have been shot."""

    round: Name | None


class DiceCocked(Message, frozen=True, tag="dice-cocked"):
    """A die has come to rest on no face, or not alone on one."""

    round: Name | None


class OutcomeSensed(Message, frozen=True, tag="outcome-sensed"):
    """What the wheel or tumbler senses; the server decides what it means."""

    round: Name | None
    outcome: Outcome


class MeterSnapshot(Message, frozen=True, tag="meter-snapshot"):
    """A terminal's own meters: evidence, never the book."""

    terminal: Name
    credits_cents: Amount
    version: Sequence
    notes_in_cents: Amount
    tickets_in_cents: Amount
    tickets_out_cents: Amount
    wagered_cents: Amount
    won_cents: Amount


class WagerRecorded(Message, frozen=True, tag="wager-recorded"):
    """A terminal's own record of a wager, under the request that placed it. It is compared and never played."""

    terminal: Name
    round: Name
    request: Name
    wager: Name
    stake_cents: Amount


# Both ways


class Ack(Message, frozen=True, tag="ack"):
    """Every line up to this one has been received and kept."""

    sequence: Sequence


class Resend(Message, frozen=True, tag="resend"):
    """Every line from this one on is wanted again."""

    from_: Sequence = msgspec.field(name="from")


Down = RoundOpened | WageringClosed | ShootDice | OutcomeConfirmed | CreditMeter | Lock
Said = (
    Down
    | BallInRim | DiceShot | DiceCocked | OutcomeSensed | MeterSnapshot | WagerRecorded
    | Ack | Resend
)  # fmt: skip

GOES = {
    Direction.DOWN: (RoundOpened, WageringClosed, ShootDice, OutcomeConfirmed, CreditMeter, Lock, Ack, Resend),
    Direction.UP: (BallInRim, DiceShot, DiceCocked, OutcomeSensed, MeterSnapshot, WagerRecorded, Ack, Resend),
}
