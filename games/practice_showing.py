"""What a practice seat shows of its table: the round with its stages, the dice and whose they are, its own wagers and chips."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from casino import journal
from casino import selectors as ground
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.domain.refusals import Refusal
from games import practice_seats, selectors
from games.domain import areas, between_rounds, position, round_of_play, table
from games.domain.position import Position
from games.domain.round_of_play import RoundNotOpened, RoundOfPlay, Stage
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import EVERY_KIND, PositionId, RoundId
from games.domain.wager import Wager
from games.models import Round
from games.practice_seats import Seat
from games.rules import books
from games.showing import instant_told, last_told, limit_told, refused_told, suspended_told, wagers_told
from games.simulated_dealers.plan import BETS_SECONDS

Told = dict[str, Any]
ROUNDS, RESULTS = 20, 10


def shown(seat: Seat) -> Told | None:
    """Everything a seat shows; None if nobody has its place."""
    rounds = list(selectors.rounds_of(seat.table_id)[:ROUNDS])
    there_ref, chips_ref = table.at(seat.table_id), position.at(seat.table_id, seat.place)
    plays = [round_of_play.at(RoundId(each.id)) for each in rounds[:1]]
    standing: dict[Ref[Any], tuple[int, Any]] = journal.standing([there_ref, chips_ref, *plays])
    if chips_ref not in standing or not standing[chips_ref][1].is_taken:
        return None
    there, chips = standing[there_ref][1], standing[chips_ref][1]
    play = next((standing[each][1] for each in plays if each.id == there.round), None)
    return _shown(seat, there, chips, play, rounds)


def after_change(seat: Seat) -> Told:
    """The seat's chips in hand and its wagers on the layout, as they stand after what it asked for."""
    chips = journal.state(position.at(seat.table_id, seat.place))
    return {"credits": _credits(seat), "wagers": _wagers(chips)}


def _shown(seat: Seat, there: Table, chips: Position, play: RoundOfPlay | None, rounds: Sequence[Round]) -> Told:
    setting = between_rounds.setting(
        there,
        book=books.get(play.book if play else there.book),
        seat=seat.place,
        round_id=play.id if play else RoundId(""),
        is_closed=False,
    )
    now = ground.now()
    return {
        "now": str(now),
        "table": seat.table.name,
        "game": there.book_id,
        "book": setting.book.version,
        "variant": there.variant,
        "is_open": there.is_open,
        "suspended": suspended_told(there),
        "closes_at": instant_told(there.closure.comes_at if there.closure else None),
        "seat": f"{seat.table.name} {seat.place}",
        "round": _round(seat, there, play, rounds[0]) if play else None,
        "point": there.point,
        "dice": _dice(seat, there, play),
        "limits": {kind: limit_told(limit) for kind, limit in setting.limits.items()},
        "frozen": sorted(setting.frozen),
        "chip_unit_cents": there.chip_unit,
        "closed": _closed(there, chips, play, setting, now),
        "credits": _credits(seat),
        "wagers": _wagers(chips),
        "last": last_told(rounds, PositionId(chips.id)),
        "outcomes": [row.outcome for row in rounds if row.finished_at and row.outcome][:RESULTS],
    }


def _round(seat: Seat, there: Table, play: RoundOfPlay, row: Round) -> Told:
    is_wagering = play.stage is Stage.WAGERING
    return {
        "id": play.id,
        "number": row.number,
        "stage": play.stage,
        "opened_at": instant_told(row.opened_at),
        "ends_at": instant_told(row.opened_at + timedelta(seconds=BETS_SECONDS)) if is_wagering else None,
        "closed_at": instant_told(play.closed_at),
        "point": play.point,
        "outcome": play.outcome,
        "why": row.why,
        "shooter": there.shooter,
        "is_shooter": there.shooter == seat.place,
        "shoot_by": None,  # the dealer throws for whoever takes too long
    }


def _dice(seat: Seat, there: Table, play: RoundOfPlay | None) -> Told:
    """Whose the dice are, and what the seat may do with them."""
    is_to_throw = play is not None and play.stage is Stage.CLOSED
    return {
        "offered_to": there.offered_to,
        "is_offered": there.offered_to == seat.place,
        "may_throw": is_to_throw and there.shooter == seat.place,
    }


def _closed(there: Table, chips: Position, play: RoundOfPlay | None, setting: Setting, now: Instant) -> Told:
    """What takes no chips now, and why: everything, or the areas that the book closes."""
    try:
        _require_open(there, play, now)
    except Refusal as refusal:
        return {EVERY_KIND: refused_told(refusal)}
    return {selection: refused_told(refusal) for selection, refusal in areas.closed(chips, setting).items()}


def _require_open(there: Table, play: RoundOfPlay | None, now: Instant) -> None:
    if play is None:
        raise RoundNotOpened("No round is being played: wait until the dealer says place your bets.")
    round_of_play.require_open(play, now=now)
    table.require_taking_wagers(there, now=now)


def _credits(seat: Seat) -> Told:
    """The chips in hand, where a terminal has its credit meter."""
    return {"cents": practice_seats.in_hand(seat), "version": 0, "is_locked": False}


def _wagers(chips: Position) -> list[Told]:
    lying = zip(wagers_told(chips), chips.wagers.values(), strict=True)
    return [{**told, "calls": _calls(wager), "is_off": _is_off(wager)} for told, wager in lying]


def _calls(wager: Wager) -> list[str]:
    """What the wager may be called (CC 3.5)."""
    return list(books.get(wager.book).wagers[wager.selection].states[wager.lying.state]["calls"])


def _is_off(wager: Wager) -> bool:
    """Whether no roll decides it just now: called OFF, or on a come out roll and not called (CC 3.5.1, CC 3.5.2)."""
    rows = books.get(wager.book).wagers[wager.selection].rows[wager.lying.state]
    return bool(_calls(wager)) and all(row.following is not None or row.result not in {"win", "lose"} for row in rows.values())
