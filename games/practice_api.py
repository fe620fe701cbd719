"""What the browser at a practice seat asks for, each request signed with the key of its seat; nothing for other machines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino import edge
from casino.api.asking import asked_by, told
from casino.api.serializers import TextField
from casino.domain.money import Cents
from casino.refusing import NotFound
from devices.signed import MachineView, machine_of
from games import practice_seats, practice_showing, practice_tables
from games.domain import naming
from games.domain.vocabulary import RoundId, Selection, WagerNumber
from games.practice_seats import Seat
from games.serializers import IncreaseSerializer, NothingSerializer, PlaceSerializer, ReduceSerializer

HIGHEST = 2**31  # of a wager's number


class CallSerializer(serializers.Serializer[Any]):
    """ON or OFF."""

    to = TextField(max_length=3)


class SeatView(MachineView):
    """Answers practice seats."""

    def seat(self, table: str) -> Seat:
        """Which seat asks: of this table and no other."""
        machine = machine_of(self.request)
        is_seat = table in practice_tables.DEALT and machine.name in practice_tables.seats_of(table)
        if machine.venue != practice_tables.VENUE or not is_seat:
            raise NotFound("This is no seat of that table.")
        asked = edge.request_id(asked_by(self.request)) if self.request.method == "POST" else uuid4()
        return Seat(practice_tables.DEALT[table], practice_tables.place_of(machine.name), asked)

    def changed(self, seat: Seat, number: WagerNumber | None = None, *, status: int = 200) -> Response:
        """How chips and wagers stand now."""
        return Response({"wager": number, **practice_showing.after_change(seat)}, status=status)


@extend_schema(exclude=True)
class OwnTable(SeatView):
    """What this seat shows."""

    def get(self, _: Request, table: str) -> Response:
        """The table, its round, the seat's own wagers and chips, and the last result."""
        seat = self.seat(table)
        shown = practice_showing.shown(seat)
        if shown is None:
            raise NotFound(f"Nobody has the place {seat.place}.")
        return Response(shown)


@extend_schema(exclude=True)
class Done(SeatView):
    """What needs no more than to be asked for: a place, the dice."""

    act: Callable[[Seat], None] | None = None

    def post(self, request: Request, table: str) -> Response:
        """Do it."""
        told(request, NothingSerializer)
        assert self.act is not None, "the address says what"
        self.act(self.seat(table))
        return Response(status=204)


@extend_schema(exclude=True)
class Thrown(SeatView):
    """The dice of the shooter."""

    def post(self, request: Request, table: str, round_id: str) -> Response:
        """Throw them."""
        told(request, NothingSerializer)
        practice_seats.throw(self.seat(table), _round_at(table, round_id))
        return Response(status=204)


@extend_schema(exclude=True)
class Wagers(SeatView):
    """The wagers of a round."""

    def post(self, request: Request, table: str, round_id: str) -> Response:
        """Put chips on an area."""
        seat, given, play = self.seat(table), told(request, PlaceSerializer), _round_at(table, round_id)
        selection, stake = Selection(given["selection"]), Cents(given["stake_cents"])
        number = practice_seats.place(seat, play, selection=selection, stake_cents=stake)
        return self.changed(seat, number, status=201)


@extend_schema(exclude=True)
class Increased(SeatView):
    """More on a wager."""

    def post(self, request: Request, table: str, round_id: str, number: int) -> Response:
        """Put more chips there."""
        seat, given = self.seat(table), told(request, IncreaseSerializer)
        practice_seats.increase(seat, _round_at(table, round_id), wager=_wager(number), by_cents=Cents(given["by_cents"]))
        return self.changed(seat)


@extend_schema(exclude=True)
class Reduced(SeatView):
    """Less on a wager."""

    def post(self, request: Request, table: str, round_id: str, number: int) -> Response:
        """Take a part of it down."""
        seat, given = self.seat(table), told(request, ReduceSerializer)
        practice_seats.reduce(seat, _round_at(table, round_id), wager=_wager(number), to_cents=Cents(given["to_cents"]))
        return self.changed(seat)


@extend_schema(exclude=True)
class TakenDown(SeatView):
    """A wager that lies there no longer."""

    def post(self, request: Request, table: str, round_id: str, number: int) -> Response:
        """Take it down."""
        seat = self.seat(table)
        told(request, NothingSerializer)
        practice_seats.take_down(seat, _round_at(table, round_id), wager=_wager(number))
        return self.changed(seat)


@extend_schema(exclude=True)
class Called(SeatView):
    """A wager and its like, called ON or OFF."""

    def post(self, request: Request, table: str, round_id: str, number: int) -> Response:
        """Call it; the dealer confirms."""
        seat, given = self.seat(table), told(request, CallSerializer)
        practice_seats.call(seat, _round_at(table, round_id), wager=_wager(number), to=given["to"])
        return self.changed(seat)


def _round_at(table: str, round_id: str) -> RoundId:
    """A round of this very table."""
    if naming.table_of(RoundId(round_id), venue=practice_tables.VENUE) != naming.table_id(practice_tables.VENUE, table):
        raise NotFound("That round is played at another table.")
    return RoundId(round_id)


def _wager(number: int) -> WagerNumber:
    if number > HIGHEST:
        raise NotFound("No wager has such a number.")
    return WagerNumber(number)
