"""A table that a dealer runs, with its people and its players' chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import connection

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import CC, DF
from casino.journal import Origin
from games import services
from games.domain import naming, position, round_of_play, table
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay
from games.domain.table import Table
from games.domain.vocabulary import Die, RoundId, SeatId, Selection, TableId, WagerNumber
from tests.casino.asking import react
from tests.factories import OriginFactory, asked_by, engage
from tests.games.floor import SIGN, STAR

NAMES = {DF: "DF01", CC: "CC01"}
SEATS = (SeatId("P1"), SeatId("P2"), SeatId("P3"))
P1, P2, P3 = SEATS
CHIP = Cents(50)
DICE = tuple(Die(id=f"d{n}", faces=((1, 6), (2, 5), (3, 4)), face_um=19_000) for n in range(1, 6))
TWO = ("d1", "d2")


class DealerTable:
    """One open table of Dragon Fire or Crown Craps with three players."""

    def __init__(self, game: str, *, variant: str = "", seats: Sequence[SeatId] = SEATS, name: str = "") -> None:
        self.game, self.name = game, name or NAMES[game]
        ours: dict[str, Any] = {"name": self.name, "origin": OriginFactory.build()}
        services.commission_table(book=game, layout="A", variant=variant, chip_unit=CHIP, **ours)
        services.display_limits(name=self.name, limits=SIGN, origin=OriginFactory.build())
        self.introduce("S1", DICE)
        services.open_table(name=self.name, origin=OriginFactory.build())
        for seat in seats:
            self.sit(seat)

    @property
    def id(self) -> TableId:
        """As events name the table."""
        return naming.table_id(STAR, self.name)

    @property
    def state(self) -> Table:
        """The table as it stands."""
        return journal.state(table.at(self.id))

    @property
    def round(self) -> RoundId:
        """The round that is played."""
        return self.state.round

    def play(self, round_id: RoundId | None = None) -> RoundOfPlay:
        """A round as it stands."""
        return journal.state(round_of_play.at(round_id or self.round))

    def chips(self, seat: SeatId) -> Position:
        """A player's chips as they lie."""
        return journal.state(position.at(self.id, seat))

    def lying(self, seat: SeatId) -> dict[str, int]:
        """What a player has on each area."""
        return {wager.selection: wager.lying.stake_cents for wager in self.chips(seat).wagers.values()}

    def introduce(self, dice_set: str, dice: Sequence[Die]) -> None:
        """Bring a set of dice to the table."""
        services.introduce_dice_set(name=self.name, dice=dice_set, checked=dice, origin=OriginFactory.build())

    def sit(self, seat: SeatId, origin: Origin | None = None) -> None:
        """A player takes a place."""
        services.open_place(name=self.name, seat=seat, origin=origin or OriginFactory.build())

    def leave(self, seat: SeatId) -> None:
        """A player leaves."""
        services.end_place(name=self.name, seat=seat, origin=OriginFactory.build())

    def start(self, origin: Origin | None = None) -> RoundId:
        """Place your bets."""
        return services.start_game(name=self.name, origin=origin or OriginFactory.build())

    def place(self, seat: SeatId, selection: str, cents: int, origin: Origin | None = None, **told: Any) -> WagerNumber:
        """A player's chips go on an area."""
        return services.place_for_player(
            seat=seat,
            round_id=self.round,
            selection=Selection(selection),
            stake_cents=Cents(cents),
            origin=origin or OriginFactory.build(),
            **told,
        )

    def offer(self) -> SeatId | None:
        """Offer the dice; to whom they are offered."""
        services.offer_dice(name=self.name, origin=OriginFactory.build())
        return self.state.offered_to

    def accept(self, seat: SeatId, dice: Sequence[str] = TWO, thrower: str = "", origin: Origin | None = None) -> None:
        """A player takes the dice."""
        ours: dict[str, Any] = {"name": self.name, "origin": origin or OriginFactory.build()}
        services.accept_dice(seat=seat, dice=dice, thrower=thrower, **ours)

    def give_dice(self) -> SeatId:
        """Offer the dice and let the first who is asked take them."""
        seat = self.offer()
        assert seat is not None
        self.accept(seat)
        return seat

    def close(self, origin: Origin | None = None) -> None:
        """No more bets."""
        services.call_no_more_bets(round_id=self.round, origin=origin or OriginFactory.build())

    def enter(self, *shown: int, origin: Origin | None = None) -> None:
        """The two dice are keyed."""
        services.enter_result(round_id=self.round, shown=shown, origin=origin or OriginFactory.build())

    def confirm(self, origin: Origin | None = None) -> None:
        """The areas are lit, or the sum was announced."""
        services.confirm_result(round_id=self.round, origin=origin or OriginFactory.build())

    def throw(self, *shown: int) -> RoundId:
        """From no more bets to the settlement of what the dice show."""
        played = self.round
        self.close()
        react()
        self.enter(*shown)
        self.confirm()
        react()
        return played

    def won(self, seat: SeatId) -> int:
        """What a player has gained or lost in chips, without what lies on the layout."""
        return -_posted(f"chips:{self.id}.{seat}")


def _posted(account: str) -> int:
    asked = """SELECT coalesce(sum((posting->>'cents')::bigint), 0)
                 FROM journal.entry, json_array_elements(line::json->'postings') AS posting WHERE posting->>'account' = %s"""
    with connection.cursor() as cursor:
        cursor.execute(asked, [account])
        return int(cursor.fetchone()[0])


def renamed(letter: str) -> tuple[Die, ...]:
    """Five other dice."""
    return tuple(msgspec.structs.replace(die, id=f"{letter}{number}") for number, die in enumerate(DICE, start=1))


def engage_people() -> None:
    """Everybody who works at dealer tables."""
    engage("901", dealer=(DF, CC))
    engage("902", stickperson=(CC,))
    engage("903", boxperson=(CC,))
    engage("904", gaming_supervisor=(DF,))
    engage("905", casino_supervisor=(DF,))
    engage("906", pit_boss=(CC,))
    engage("907", casino_operator=(DF, CC))


def dealer() -> Origin:
    """A request of the dealer."""
    return asked_by("901", "dealer")


def stick() -> Origin:
    """A request of the stickperson."""
    return asked_by("902", "stickperson")


def boxperson() -> Origin:
    """A request of the boxperson."""
    return asked_by("903", "boxperson")


def gaming_supervisor() -> Origin:
    """A request of the gaming supervisor."""
    return asked_by("904", "gaming supervisor")


def casino_supervisor() -> Origin:
    """A request of the casino supervisor."""
    return asked_by("905", "casino supervisor")


def pit_boss() -> Origin:
    """A request of the pit boss."""
    return asked_by("906", "pit boss")
