"""A round as its page shows it: its stages, what it came to, each wager and why, its money, and the meters it moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils import timezone

from casino import journal
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import IR
from casino.journal import Recorded, Written
from casino.templatetags.play import dice as draw
from devices.domain import credit_meter
from devices.domain.events import CreditsIncremented
from games import explaining, selectors
from games.domain.events import (
    BallAtRestEarly,
    DiceShot,
    IlluminationFaulted,
    LayoutAmended,
    LayoutFrozen,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeSensed,
    OutcomeUncertain,
    ResultConfirmed,
    ResultEntered,
    ResultOverridden,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    WageringClosed,
)
from games.domain.round_of_play import Kind, RoundOfPlay, Stage
from games.domain.vocabulary import Layout, PositionId, StakeKind, Totals
from games.domain.wager import Wager
from games.domain.wager_events import WagerCarriedForward, WagerSettled, WagerVoided
from games.rules import books
from games.rules.interpreter import Table as Book
from games.telling import odds
from games.told import at_time, short, shown

Row = dict[str, Any]
Met = WagerSettled | WagerVoided | WagerCarriedForward
DECIDING = (
    OutcomeSensed,
    ResultConfirmed,
    IlluminationFaulted,
    OutcomeDetermined,
    ResultOverridden,
    NoRollCalled,
    BallAtRestEarly,
)
MET = (WagerSettled, WagerVoided, WagerCarriedForward)
RESULTS: Mapping[str, tuple[str, str]] = {
    "win": ("done", "Won"),
    "lose": ("idle", "Lost"),
    "draw": ("back", "Drew"),
    "inactive": ("back", "Not in play"),
}
TRIPLE = 3


# Stages


def stages(history: Sequence[Recorded]) -> list[Row]:
    """How far the round has come, and when; what is still to come is said too."""
    told = [stage for each in history if (stage := _stage(each))]
    if told and not isinstance(history[-1].event, RoundSettled | RoundVoided):
        told[-1]["state"] = "now"
        told.append({"name": "Settled", "at": "", "words": "", "state": "ahead"})
    return told


def _stage(recorded: Recorded) -> Row | None:
    said = _said(recorded.event)
    if said is None:
        return None
    at = timezone.localtime(_happened(recorded))
    return {"name": said[0], "at": f"{at:%H:%M:%S}.{at.microsecond // 1000:03}", "words": said[1], "state": "past"}


def _happened(recorded: Recorded) -> Instant:
    """When it was, where the event says so; else when it was recorded."""
    match recorded.event:
        case RoundOpened(opened_at=at) | WageringClosed(closed_at=at) | DiceShot(shot_at=at):
            return at
        case _:
            return recorded.recorded_at


def _said(event: object) -> tuple[str, str] | None:
    match event:
        case RoundOpened(ends_at=ends_at):
            return "Opened", f"until {at_time(ends_at)}" if ends_at else "until the dealer calls"
        case WageringClosed(cause=cause):
            return "Wagering closed", cause
        case LayoutFrozen(layout=layout) | LayoutAmended(layout=layout):
            name = "Wagers fixed" if isinstance(event, LayoutFrozen) else "Late change let in"
            return name, f"{_counted(layout.wagers)}, {dollars(layout.total_cents)}"
        case DiceShot(seat=seat, is_automatic=is_automatic):
            return "Dice shot", " ".join(filter(None, ["automatically" if is_automatic else "by", seat]))
        case RoundSettled(totals=totals):
            return "Settled", f"{_counted(totals.settled)}, {dollars(totals.paid_cents)} paid"
        case RoundVoided(totals=totals):
            return "Ended without a result", f"{_counted(totals.settled)}, {dollars(totals.paid_cents)} returned"
        case _:
            return _decided(event)


def _counted(wagers: int) -> str:
    return f"{wagers:,} wager{'' if wagers == 1 else 's'}"


def _decided(event: object) -> tuple[str, str] | None:
    match event:
        case OutcomeSensed(outcome=outcome, device=device):
            return "Outcome sensed", f"{shown(outcome)}, by {short(device)}"
        case OutcomeUncertain(doubt=doubt):
            return "Outcome in doubt", doubt
        case ResultEntered(outcome=outcome):
            return "Result entered", shown(outcome)
        case ResultConfirmed(outcome=outcome):
            return "Result confirmed", shown(outcome)
        case IlluminationFaulted(outcome=outcome):
            return "By the dice", f"{shown(outcome)}, not as lit"
        case OutcomeDetermined(outcome=outcome):
            return "Outcome determined", shown(outcome)
        case ResultOverridden(outcome=outcome, wrong=wrong):
            return "Result overridden", f"{shown(outcome)} instead of {shown(wrong)}"
        case NoRollCalled(ground=ground):
            return "No result", ground
        case BallAtRestEarly(number=number):
            return "Ball at rest early", f"in {number}: all bets are returned"
        case _:
            return None


# What it came to


def outcome(play: RoundOfPlay, deciding: Recorded | None) -> Row:
    """What was shown: drawn, and in words."""
    faces = [int(face) for face in play.outcome.split("-")] if play.outcome else []
    is_wheel = play.book_id == IR
    return {
        "dice": draw(*faces) if faces and not is_wheel else "",
        "number": faces[0] if is_wheel and faces else None,
        "is_wheel": is_wheel,
        "total": sum(faces) if faces and not is_wheel else None,
        "words": _words(play, faces),
        "note": ", ".join(deciding.event.rule) if deciding else "",
        "is_corrected": play.is_corrected,
    }


def _words(play: RoundOfPlay, faces: Sequence[int]) -> str:
    if play.stage in {Stage.NO_RESULT, Stage.VOIDED}:
        return "No result"
    if not faces:
        return play.doubt.capitalize() or "Not yet"
    if play.book_id == IR:
        return f"Number {faces[0]}"
    if len(faces) == TRIPLE and len(set(faces)) == 1:
        return f"Triple {faces[0]}, a total of {sum(faces)}"
    point = f", the point is {play.point}" if play.point else ""
    return f"Total of {sum(faces)}{point}"


# Its wagers


def wagers(met: Iterable[Recorded], book: Book) -> list[Row]:
    """Each wager that met the end of the round, with what became of it and why; those of one place together."""
    events: list[Met] = [each.event for each in met]
    placed = selectors.placed_in((event.position, event.wager) for event in events)
    groups: list[Row] = []
    for event in events:
        if not groups or groups[-1]["position"] != event.position:
            groups.append({"position": event.position, "place": _place(event.position), "wagers": []})
        groups[-1]["wagers"].append(_met(event, book, placed.get((event.position, event.wager), "")))
    return groups


def _place(position_id: PositionId) -> Row:
    table, _, seat = position_id.rpartition(".")
    return {"name": seat, "url": reverse("position", args=[short(table), seat])}


def _met(event: Met, book: Book, placed_in: str) -> Row:
    shape, word = result(event)
    since = "" if placed_in in ("", event.round_id) else f"since {short(placed_in)}"
    told = {
        "name": book.wagers[event.selection].name,
        "number": event.wager,
        "since": since,
        "shape": shape,
        "word": word,
        "why": explaining.because(event, book=book),
        "readings": event.readings,
    }
    if isinstance(event, WagerCarriedForward):
        return told | {"stake": event.lying.stake_cents, "is_carried": True}
    figures = event.figures
    exact = figures.winnings + figures.returned
    return told | {
        "stake": figures.stake_cents,
        "odds": _odds(event, book) if isinstance(event, WagerSettled) and event.result == "win" else "",
        "exact": figures.winnings,
        "rounding": figures.paid_cents - exact,
        "paid": figures.paid_cents,
        "commission": figures.commission_refunded_cents,
    }


def result(event: Met) -> tuple[str, str]:
    """The shape and the word of what became of a wager."""
    match event:
        case WagerSettled(result=result):
            return RESULTS[result]
        case WagerVoided(is_forfeited=is_forfeited):
            return ("refused", "Forfeited") if is_forfeited else ("back", "Void")
        case WagerCarriedForward(lying=lying):
            return ("locked", "Frozen") if lying.shows == "frozen" else ("pending", "Stays")


def _odds(event: WagerSettled, book: Book) -> str:
    row = book.wagers[event.selection].rows[event.state][event.outcome]
    return odds(row.winnings, row.denominator)


def sum_of(groups: Iterable[Row]) -> Row:
    """The wagers shown, added up: those that are closed."""
    closed = [wager for group in groups for wager in group["wagers"] if not wager.get("is_carried")]
    return {
        "stake": Cents(sum(wager["stake"] for wager in closed)),
        "exact": sum((wager["exact"] for wager in closed), start=Fraction(0)),
        "rounding": sum((wager["rounding"] for wager in closed), start=Fraction(0)),
        "paid": Cents(sum(wager["paid"] for wager in closed)),
        "commission": Cents(sum(wager["commission"] for wager in closed)),
    }


# Its money


def money(totals: Totals) -> Row:
    """Where the stakes of the wagers that were closed went, to the last fraction of a cent; the house has what is left."""
    rounding = totals.paid_cents - totals.winnings - totals.returned
    left = totals.stakes_cents - totals.returned - totals.winnings - rounding
    return {
        "stakes": totals.stakes_cents,
        "returned": -totals.returned,
        "winnings": -totals.winnings,
        "rounding": -rounding,
        "house": Cents(int(left)),
        "paid": totals.paid_cents,
    }


def agrees(totals: Totals, total: Row) -> bool:
    """Whether the wagers shown add up to what the round says it came to."""
    exact = totals.winnings + totals.returned
    summed = (total["stake"], total["paid"], total["exact"], total["rounding"])
    return summed == (totals.stakes_cents, totals.paid_cents, totals.winnings, totals.paid_cents - exact)


def layout(frozen: Layout) -> list[Row]:
    """The wagers as they were fixed, which settlement goes by."""
    return [
        {"label": "Wagers", "value": f"{frozen.wagers:,}"},
        {"label": "Staked", "value": dollars(frozen.total_cents)},
        {"label": "SHA-256", "value": frozen.sha256[:16], "note": "of every wager as it lay"},
    ]


def meters(play: RoundOfPlay, written: Written, places: Iterable[PositionId], venue: VenueId) -> list[Row]:
    """The credit meters of these terminals before the round was settled, what it put on them, and after."""
    if play.kind != Kind.ELECTRONIC:
        return []
    seats = {credit_meter.at(venue, short(each)): short(each) for each in places}
    credited = dict.fromkeys(seats, 0)
    for each in journal.together(written, of=[CreditsIncremented], among=seats):
        credited[each.ref] += each.event.cents
    before = journal.states_at(seats, written.first - 1)
    return [
        {
            "terminal": seat,
            "url": reverse("device", args=[seat]),
            "before": before[ref].cents,
            "credited": Cents(credited[ref]),
            "after": Cents(before[ref].cents + credited[ref]),
        }
        for ref, seat in seats.items()
    ]


def book_of(play: RoundOfPlay) -> Book:
    """The version of the book by which the round is settled."""
    return books.get(play.book)


def lying(position_id: PositionId, wagers: Iterable[Wager], round_id: str) -> Row:
    """The wagers that lie at one place, as seen from a round."""
    return {"position": position_id, "place": _place(position_id), "wagers": [_lies(each, round_id) for each in wagers]}


def _lies(wager: Wager, round_id: str) -> Row:
    table, lying = books.get(wager.book).wagers[wager.selection], wager.lying
    shape, word = ("locked", "Frozen") if lying.shows == "frozen" else ("pending", "On the layout")
    return {
        "number": wager.number,
        "name": table.name,
        "since": "" if wager.round_id == round_id else f"since {short(wager.round_id)}",
        "placed": short(wager.round_id),
        "stake": lying.stake_cents,
        "commission": lying.commission_cents,
        "shape": shape,
        "word": f"On {lying.state}" if table.states[lying.state]["moved"] and shape == "pending" else word,
        "is_token": wager.stake_kind == StakeKind.TOKEN,
        "rule": lying.rule,
        "book_id": wager.book.partition("@")[0],
    }
