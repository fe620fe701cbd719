"""A table from round to round: one begins, it finishes with or without an outcome, and this is what wagers meet there."""

from __future__ import annotations

from collections.abc import Collection

from casino.domain.instant import Instant
from casino.domain.powers import CC, DF
from games.domain import period, round_of_play
from games.domain.events import RoundBegun, RoundFinished, RoundOpened
from games.domain.round_of_play import Kind, RoundOfPlay
from games.domain.setting import Setting, cite
from games.domain.suspension import malfunction_rule
from games.domain.table import (
    WITH_LOOSE_DICE,
    SomethingMissing,
    Table,
    TableIsSuspended,
    TableNotOpen,
    remaining,
    require_between_rounds,
    require_commissioned,
)
from games.domain.vocabulary import EVERY_KIND, RoundId, SeatId
from games.rules import interpreter

NEW_SET = {DF: "3.5", CC: "5.4.2(a)(iv)"}
NEW_SET_AT = 3  # dice remaining of five
CLOSED_TO_ALL = {DF: ("dragon", "fire")}  # after a 7, whether or not a wager is frozen there (DF 6.2.4, DF-09)


def begin_round(table: Table, *, round_id: RoundId) -> RoundBegun:
    """The table's next round; one at a time."""
    require_commissioned(table)
    if not table.is_open:
        raise TableNotOpen(f"{table.id} is not open.")
    if table.suspended:
        raise TableIsSuspended(f"{table.id} is suspended: {table.suspended}", rule=", ".join(malfunction_rule(table)))
    require_between_rounds(table)
    if table.shooter is None:
        require_enough_dice(table)
    return RoundBegun(round_id=round_id)


def open_next(
    table: Table, play: RoundOfPlay, *, round_id: RoundId, book: interpreter.Table, now: Instant
) -> tuple[RoundBegun, RoundOpened]:
    """The table's next round and its wagering period, which where a dealer runs the game has no end (AC 1.1, IR 3.10, DF 8.1)."""
    begun = begin_round(table, round_id=round_id)
    is_dealers = table.book_id in WITH_LOOSE_DICE
    opened = round_of_play.open_round(
        play,
        id=begun.round_id,
        table=table.id,
        book=book,
        kind=Kind.DEALER if is_dealers else Kind.ELECTRONIC,
        variant=table.variant,
        point=table.point,
        now=now,
        ends_at=None if is_dealers else period.end_of(table, now=now),
    )
    return begun, opened


def finish_round(table: Table, *, outcome: str, book: interpreter.Table, lying_frozen: Collection[str] = ()) -> RoundFinished:
    """Where the outcome brings the point, and which areas are closed while wagers on them are frozen (AC-13, DF-09)."""
    assert table.round, "a round is being played"
    point = book.point_after(table.point, outcome)
    since = table.point_since if point == table.point else str(table.round if point else "")
    areas = {area for area in CLOSED_TO_ALL.get(book.book_id, ()) if _freezes(table, book.wagers[area], outcome)}
    return RoundFinished(
        round_id=table.round,
        outcome=outcome,
        point=point,
        point_since=since,
        frozen=tuple(sorted(areas | set(lying_frozen))),
    )


def finish_round_without_result(table: Table, *, lying_frozen: Collection[str] = ()) -> RoundFinished:
    """The point stands; only areas with wagers that are still frozen stay closed (AC-12, DF-06, DF-07, CC-15)."""
    assert table.round, "a round is being played"
    return RoundFinished(
        round_id=table.round,
        outcome=None,
        point=table.point,
        point_since=table.point_since,
        frozen=tuple(sorted(set(lying_frozen))),
    )


def setting(
    table: Table, *, book: interpreter.Table, seat: SeatId, round_id: RoundId, is_closed: bool, confirmed_by: str = ""
) -> Setting:
    """A round at this table, as the wagers of one player meet it."""
    require_commissioned(table)
    own = table.personal.get(seat, {})
    return Setting(
        book=book,
        round_id=round_id,
        limits=own if EVERY_KIND in own else {**table.limits, **own},
        point=table.point,
        point_since=table.point_since,
        frozen=frozenset(table.frozen),
        chip_unit=table.chip_unit,
        variant=table.variant,
        is_closed=is_closed,
        confirmed_by=confirmed_by,
        stickperson=table.stickperson,
    )


def require_enough_dice(table: Table) -> None:
    """With two dice lost only their shooter goes on with what remains; everybody else waits for a new set (DF 3.5, CC 5.4.2)."""
    rule = NEW_SET.get(table.book_id)
    if rule and len(remaining(table)) <= NEW_SET_AT:
        raise SomethingMissing("Two dice are lost: introduce a new set.", rule=cite(table.book_id, rule))


def _freezes(table: Table, area: interpreter.WagerTable, outcome: str) -> bool:
    """Whether a wager there would be frozen by the outcome: by a first 7, not by the second (DF-13)."""
    following = area.rows[area.enter({"frozen": area.id in table.frozen})][outcome].following
    return following is not None and area.states[following]["shows"] == "frozen"
