"""A dealer table as it stands when a simulated dealer looks: its round, its players, and whether somebody else deals there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from casino import journal
from casino import selectors as ground
from casino.domain import staff
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.journal import Recorded
from games import practice_tables, selectors
from games.domain import between_rounds, naming, position, round_of_play, table
from games.domain.events import StickpersonAppointed, TableSuspended
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.setting import Setting
from games.domain.table import Table
from games.domain.vocabulary import RoundId, SeatId
from games.rules import books
from games.simulated_dealers.people import Staffed

LEFT_ALONE = timedelta(minutes=3)  # after somebody else has acted at a table
LOOKED_BACK = 12  # entries of the table and of its round; of a player's chips:
LOOKED_BACK_AT_CHIPS = 3


@dataclass(frozen=True)
class Look:
    """How everything stands."""

    table: Table
    play: RoundOfPlay | None
    opened_at: Instant | None  # of the round
    players: dict[SeatId, Position]
    now: Instant

    @property
    def elapsed(self) -> float:
        """The seconds since place your bets was called."""
        return (self.now - self.opened_at).total_seconds() if self.opened_at else 0.0

    @property
    def is_closing(self) -> bool:
        """Whether nothing further is staked at the table."""
        return self.table.closure is not None and self.now >= self.table.closure.comes_at

    @property
    def wagers(self) -> int:
        """How many lie on the layout."""
        return sum(len(player.wagers) for player in self.players.values())

    def setting(self, seat: SeatId) -> Setting:
        """What a wager of a player meets now."""
        is_closed = self.play is not None and self.play.stage is not Stage.WAGERING
        round_id = self.play.id if self.play else RoundId("")
        book = books.get(self.play.book if self.play else self.table.book)
        return between_rounds.setting(self.table, book=book, seat=seat, round_id=round_id, is_closed=is_closed)


def look(at: Staffed) -> Look:
    """How a table stands now."""
    id_ = naming.table_id(at.venue, at.name)
    there = journal.state(table.at(id_))
    seats = [position.at(id_, seat) for seat in selectors.seats(id_)]
    plays = [round_of_play.at(there.round)] if there.round else []
    standing: dict[Ref[Any], tuple[int, Any]] = journal.standing([*plays, *seats])
    players = {standing[ref][1].seat: standing[ref][1] for ref in seats}
    play = standing[plays[0]][1] if plays else None
    row = selectors.round_of_play(there.round) if there.round else None
    opened_at = Instant.of(row.opened_at) if row else None
    return Look(there, play, opened_at, players, ground.now())


def is_anothers(at: Staffed, seen: Look) -> bool:
    """Whether somebody else deals here: has begun the round, or has acted in the last minutes."""
    if seen.play and not _is_ours(at, next(journal.history(round_of_play.at(seen.play.id), up_to=1))):
        return True
    latest = [each for each in _latest(at, seen) if not _is_ours(at, each)]
    return any(seen.now - each.recorded_at < LEFT_ALONE for each in latest)


def was_suspended_here(at: Staffed) -> bool:
    """Whether it was the simulated dealer who reported what suspended the table."""
    latest = journal.latest(table.at(naming.table_id(at.venue, at.name)), at_most=LOOKED_BACK)
    suspended = [each for each in latest if isinstance(each.event, TableSuspended)]
    return bool(suspended) and _is_ours(at, suspended[-1])


def was_appointed_here(at: Staffed) -> bool:
    """Whether it was the simulated pit boss who lets a boxperson act as stickperson."""
    latest = journal.latest(table.at(naming.table_id(at.venue, at.name)), at_most=LOOKED_BACK)
    appointed = [each for each in latest if isinstance(each.event, StickpersonAppointed)]
    return bool(appointed) and _is_ours(at, appointed[-1])


def _latest(at: Staffed, seen: Look) -> Iterator[Recorded]:
    yield from journal.latest(table.at(naming.table_id(at.venue, at.name)), at_most=LOOKED_BACK)
    if seen.play:
        yield from journal.latest(round_of_play.at(seen.play.id), at_most=LOOKED_BACK)
    for player in seen.players.values():
        yield from journal.latest(position.AGGREGATE.at(player.id), at_most=LOOKED_BACK_AT_CHIPS)


def _is_ours(at: Staffed, recorded: Recorded) -> bool:
    """Whether the system did it, or the simulated dealer, or a practice seat for whom the dealer acts."""
    line = recorded.line
    return line.actor.startswith(staff.SYSTEM) or line.place in {at.place, *practice_tables.places_of(at.venue, at.name)}
