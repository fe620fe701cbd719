"""Events of tables, rounds and positions into their read models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casino import journal
from casino.domain.aggregate import Event
from casino.journal import Recorded
from games.domain import naming
from games.domain.events import (
    BallAtRestEarly,
    BookVersionAdopted,
    ClosureNoticed,
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
    RoundBegun,
    RoundFinished,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    TableClosed,
    TableCommissioned,
    TableOpened,
    TableReleased,
    TableSuspended,
    WageringClosed,
)
from games.domain.round_of_play import Stage
from games.domain.vocabulary import Figures, Layout, Totals
from games.domain.wager_events import (
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
from games.models import Position, Round, Table, Wager

Row = dict[str, Any]
TABLE_EVENTS = (
    TableCommissioned, BookVersionAdopted, TableOpened, ClosureNoticed, TableClosed, TableSuspended, TableReleased,
    RoundBegun, RoundFinished,
)  # fmt: skip
ROUND_EVENTS = (
    RoundOpened, WageringClosed, LayoutFrozen, LayoutAmended, DiceShot, OutcomeSensed, OutcomeUncertain, ResultEntered,
    ResultConfirmed, IlluminationFaulted, OutcomeDetermined, ResultOverridden, NoRollCalled, BallAtRestEarly,
    RoundSettled, RoundVoided,
)  # fmt: skip
LYING = (WagerPlaced, WagerIncreased, WagerReduced, WagerCalled, WagerCarriedForward)
CLOSED = (WagerCancelled, WagerSettled, WagerVoided)


@journal.projection(tables=[Table], on=TABLE_EVENTS, inline=True)
def tables(recorded: Sequence[Recorded]) -> None:
    """Which tables there are, which are open, and what is played there."""
    rows: dict[str, Row] = {
        row["id"]: dict(row) for row in Table.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        id_ = each.ref.id
        rows[id_] = {**rows.get(id_, {}), **_of_table(each)}
    journal.write_rows(Table, list(rows.values()))


def _of_table(each: Recorded) -> Row:
    """What an entry changes of a table."""
    match each.event:
        case TableCommissioned() as event:
            return _commissioned(each, event)
        case BookVersionAdopted(book=book):
            return {"book": book}
        case TableOpened(at=at):
            return {"is_open": True, "opened_at": at}
        case ClosureNoticed(closes_at=closes_at):
            return {"closes_at": closes_at}
        case TableClosed():
            return {"is_open": False, "opened_at": None, "closes_at": None, "point": None}
        case TableSuspended(reason=reason):
            return {"suspended": reason}
        case TableReleased():
            return {"suspended": ""}
        case RoundBegun(round_id=round_id):
            return {"round": round_id}
        case RoundFinished(point=point):
            return {"round": "", "point": point}
        case event:
            raise AssertionError(event)


def _commissioned(each: Recorded, event: TableCommissioned) -> Row:
    return {
        "id": event.table,
        "venue": each.venue,
        "name": event.table.rpartition(".")[2],
        "book_id": event.book.partition("@")[0],
        "book": event.book,
        "variant": event.variant,
        "equipment": list(event.equipment),
        "is_open": False,
        "opened_at": None,
        "closes_at": None,
        "suspended": "",
        "round": "",
        "point": None,
    }


@journal.projection(tables=[Round], on=ROUND_EVENTS, inline=True)
def rounds(recorded: Sequence[Recorded]) -> None:
    """How far each round has come, and what it came to."""
    rows: dict[str, Row] = {
        row["id"]: dict(row) for row in Round.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        id_ = each.ref.id
        changed = _of_round(each)
        since = {"stage_at": each.recorded_at} if "stage" in changed else {}
        rows[id_] = {**rows.get(id_, {}), **changed, **since}
    journal.write_rows(Round, list(rows.values()))


def _of_round(each: Recorded) -> Row:
    """What an entry changes of a round."""
    match each.event:
        case RoundOpened() as event:
            return _opened(each, event)
        case WageringClosed(closed_at=closed_at):
            return {"stage": Stage.CLOSED, "closed_at": closed_at}
        case LayoutFrozen(layout=layout) | LayoutAmended(layout=layout):
            return _laid(layout)
        case DiceShot(shot_at=shot_at):
            return {"shot_at": shot_at}
        case RoundSettled(totals=totals):
            return {"stage": Stage.SETTLED, "finished_at": each.recorded_at, **_come_to(totals)}
        case RoundVoided(layout=layout, totals=totals):
            return {"stage": Stage.VOIDED, "finished_at": each.recorded_at, **_laid(layout), **_come_to(totals)}
        case event:
            return _of_outcome(event)


def _of_outcome(event: Event) -> Row:
    match event:
        case OutcomeUncertain(doubt=doubt):
            return {"stage": Stage.UNCERTAIN, "outcome": "", "why": doubt}
        case ResultEntered(outcome=outcome):
            return {"stage": Stage.ENTERED, "outcome": outcome}
        case OutcomeSensed() | ResultConfirmed() | OutcomeDetermined():
            return {"stage": Stage.DECIDED, "outcome": event.outcome, "why": ""}
        case IlluminationFaulted():
            return {"stage": Stage.DECIDED, "outcome": event.outcome, "is_corrected": event.lit != event.outcome}
        case ResultOverridden():
            return {"stage": Stage.DECIDED, "outcome": event.outcome, "is_corrected": True}
        case NoRollCalled(ground=ground):
            return {"stage": Stage.NO_RESULT, "outcome": "", "why": ground}
        case BallAtRestEarly():
            return {"stage": Stage.NO_RESULT, "why": "the ball came to rest before the wagering period was complete"}
        case _:
            raise AssertionError(event)


def _opened(each: Recorded, event: RoundOpened) -> Row:
    unknown = dict.fromkeys(
        (
            "closed_at",
            "shot_at",
            "wagers",
            "wagered_cents",
            "settled",
            "carried",
            "stakes_cents",
            "paid_cents",
            "rounding_cents",
            "finished_at",
        )
    )
    return {
        **unknown,
        "id": event.round_id,
        "venue": each.venue,
        "table": event.table,
        "gaming_day": each.gaming_day,
        "number": naming.number_of(event.round_id),
        "book": event.book,
        "kind": event.kind,
        "stage": Stage.WAGERING,
        "point": event.point,
        "opened_at": event.opened_at,
        "ends_at": event.ends_at,
        "outcome": "",
        "why": "",
        "is_corrected": False,
    }


def _laid(layout: Layout) -> Row:
    return {"wagers": layout.wagers, "wagered_cents": layout.total_cents}


def _come_to(totals: Totals) -> Row:
    return {
        "settled": totals.settled,
        "carried": totals.carried,
        "stakes_cents": totals.stakes_cents,
        "paid_cents": totals.paid_cents,
        "rounding_cents": totals.rounding_cents,
    }


@journal.projection(tables=[Position], on=(PositionTaken, PositionLeft), inline=True)
def positions(recorded: Sequence[Recorded]) -> None:
    """Who plays at which table."""
    rows: dict[str, Row] = {
        row["id"]: dict(row) for row in Position.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        id_ = each.ref.id
        rows[id_] = {**rows.get(id_, {}), **(_taken(each) if isinstance(each.event, PositionTaken) else {"is_taken": False})}
    journal.write_rows(Position, list(rows.values()))


def _taken(each: Recorded) -> Row:
    event = each.event
    named = {"id": event.position, "venue": each.venue, "table": event.table, "seat": event.seat}
    return {**named, "purse": event.purse, "is_taken": True, "taken_at": each.recorded_at}


@journal.projection(tables=[Wager], on=(*LYING, *CLOSED), inline=True)
def wagers(recorded: Sequence[Recorded]) -> None:
    """Every wager, as it lies on the layout or as it was closed."""
    placed: dict[str, Row] = {}
    changed: dict[str, Row] = {}
    for each in recorded:
        event, id_ = each.event, _wager_id(each.event)
        if isinstance(event, WagerPlaced):
            placed[id_] = _placed(each, event)
            continue
        row = placed.get(id_) or changed.setdefault(id_, {"id": id_})
        row |= {"round": event.round_id, **(_closed(event) if isinstance(event, CLOSED) else _lies(event))}
    journal.write_rows(Wager, list(placed.values()))
    journal.change_rows(Wager, list(changed.values()))


def _wager_id(event: Any) -> str:
    return f"{event.position} {event.wager}"


def _placed(each: Recorded, event: WagerPlaced) -> Row:
    return {
        "id": _wager_id(event),
        "venue": each.venue,
        "table": event.position.rpartition(".")[0],
        "position": event.position,
        "number": event.wager,
        "round": event.round_id,
        "placed_in": event.round_id,
        "placed_at": each.recorded_at,
        "selection": event.selection,
        "stake_kind": event.stake_kind,
        "purse": event.purse,
        "is_open": True,
        "result": "",
        "paid_cents": 0,
        "refunded_cents": 0,
        **_lies(event),
    }


def _lies(event: WagerPlaced | WagerIncreased | WagerReduced | WagerCalled | WagerCarriedForward) -> Row:
    lying = event.lying
    stands = {"state": lying.state, "stake_cents": lying.stake_cents, "commission_cents": lying.commission_cents}
    return {**stands, "rule": ", ".join(event.rule)}


def _closed(event: WagerCancelled | WagerSettled | WagerVoided) -> Row:
    results = {WagerCancelled: "taken down", WagerVoided: "void"}
    figures: Figures = event.figures
    return {
        "is_open": False,
        "result": event.result if isinstance(event, WagerSettled) else results[type(event)],
        "paid_cents": figures.paid_cents,
        "refunded_cents": figures.commission_refunded_cents,
        "rule": ", ".join(event.rule),
    }
