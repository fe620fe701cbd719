"""What happened to a player's chips at a table, as sentences."""

from __future__ import annotations

from casino.domain.money import Cents, dollars
from games.domain.vocabulary import StakeKind
from games.domain.wager_events import (
    BelowMinimumAdvised,
    ClosingRuleModified,
    PositionLeft,
    PositionTaken,
    WagerCalled,
    WagerCancelled,
    WagerCarriedForward,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerSettled,
    WagerVoided,
)
from games.names import wager_name
from games.told import Said, at_time, short, shown

RESULTS = {"win": "won", "lose": "lost", "draw": "drew", "inactive": "was not in play"}


def _placed(event: WagerPlaced) -> str:
    token = " in promotional tokens" if event.stake_kind == StakeKind.TOKEN else ""
    moved = f", moved from wager {event.moved_from}" if event.moved_from else ""
    said = f"{dollars(event.stake_cents)}{token} placed on {wager_name(event.selection, _book(event.book))}"
    return f"{said}{_commission(event.commission_cents)}{moved}"


def _book(version: str) -> str:
    return version.partition("@")[0]


def _commission(cents: int) -> str:
    if not cents:
        return ""
    return f", commission {dollars(Cents(abs(cents)))} {'charged' if cents > 0 else 'given back'}"


def _increased(event: WagerIncreased) -> str:
    name, stake = wager_name(event.selection), dollars(event.lying.stake_cents)
    return f"{name} increased by {dollars(event.by_cents)} to {stake}{_commission(event.commission_cents)}"


def _reduced(event: WagerReduced) -> str:
    name, stake = wager_name(event.selection), dollars(event.lying.stake_cents)
    return f"{name} reduced by {dollars(event.by_cents)} to {stake}{_commission(-event.commission_refunded_cents)}"


def _settled(event: WagerSettled) -> str:
    figures = event.figures
    paid = f", {dollars(figures.paid_cents)} paid" if figures.paid_cents else ""
    name = wager_name(event.selection, _book(event.book))
    return f"{name}, {dollars(figures.stake_cents)}, {RESULTS.get(event.result, event.result)} by {shown(event.outcome)}{paid}"


def _voided(event: WagerVoided) -> str:
    became = "forfeited" if event.is_forfeited else f"{dollars(event.figures.paid_cents)} returned"
    return f"{wager_name(event.selection)}, {dollars(event.figures.stake_cents)}, void: {became}"


def _late(event: ClosingRuleModified) -> str:
    began, closed = at_time(event.begun_at), at_time(event.closed_at)
    return f"A change begun at {began} is let in after wagering closed at {closed}: {event.reason}"


SAID: Said = {
    PositionTaken: lambda event: f"{event.seat} takes a place at {short(event.table)}",
    PositionLeft: lambda event: f"{short(event.position)} leaves the table",
    WagerPlaced: _placed,
    WagerIncreased: _increased,
    WagerReduced: _reduced,
    WagerCancelled: lambda event: f"{wager_name(event.selection)} taken down, {dollars(event.figures.paid_cents)} given back",
    WagerCalled: lambda event: f"{wager_name(event.selection)} called {event.to}",
    WagerCarriedForward: lambda event: f"{wager_name(event.selection)}, {dollars(event.lying.stake_cents)}, stays",
    WagerSettled: _settled,
    WagerVoided: _voided,
    BelowMinimumAdvised: lambda _: "Advised that further wagers below the minimum will be returned",
    ClosingRuleModified: _late,
}
