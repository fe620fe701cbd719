"""The device API of wagers: what a player terminal asks for itself, each request signed by its key."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api.asking import told
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.refusing import NotFound
from devices import services as devices
from devices.domain import readings
from devices.signed import MachineView, machine_of, origin
from games import services, showing
from games.domain import naming
from games.domain.vocabulary import RoundId, Selection, WagerNumber
from games.serializers import (
    ChangedSerializer,
    IncreaseSerializer,
    MoveWagerSerializer,
    NothingSerializer,
    OwnMetersSerializer,
    PlaceSerializer,
    ReduceSerializer,
    ShownTableSerializer,
)

TAGS = ["device"]
HIGHEST = 2**31  # of a wager's number


class Ping(MachineView):
    """Nothing but: you have signed."""

    @extend_schema(operation_id="device-ping", tags=TAGS, responses={204: None})
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Ask whether a signature holds."""
        return Response(status=204)


class OwnTable(MachineView):
    """What this terminal shows."""

    @extend_schema(operation_id="own-table", tags=TAGS, responses=ShownTableSerializer)
    def get(self, request: Request) -> Response:
        """The table at which this terminal has its place, with its round, wagers, credits and the last result."""
        machine = machine_of(request)
        shown = showing.at_table(machine.venue, machine.device)
        if shown is None:
            raise NotFound(f"{machine.name} has no place at a table.")
        return Response(shown)


class TakenPlace(MachineView):
    """A place at a table."""

    @extend_schema(operation_id="take-place", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, table: str) -> Response:
        """Take a place at a table."""
        services.take_position(terminal=machine_of(request).name, name=table, origin=origin(request))
        return Response(status=204)


class GivenUpPlace(MachineView):
    """A place that is free again."""

    @extend_schema(operation_id="give-up-place", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, table: str) -> Response:
        """Give the place at a table up."""
        services.leave_position(terminal=machine_of(request).name, name=table, origin=origin(request))
        return Response(status=204)


class Wagers(MachineView):
    """The wagers of a round."""

    @extend_schema(operation_id="place-wager", tags=TAGS, request=PlaceSerializer, responses={201: ChangedSerializer})
    def post(self, request: Request, round_id: str) -> Response:
        """Place a wager."""
        asking, given = _asking(request, round_id), told(request, PlaceSerializer)
        selection, stake = Selection(given["selection"]), Cents(given["stake_cents"])
        number = services.place_wager(**asking, selection=selection, stake_cents=stake)
        return _changed(request, round_id, number, status=201)


class Increased(MachineView):
    """More on a wager."""

    @extend_schema(operation_id="increase-wager", tags=TAGS, request=IncreaseSerializer, responses=ChangedSerializer)
    def post(self, request: Request, round_id: str, number: int) -> Response:
        """Add to a wager."""
        asking, given = _asking(request, round_id), told(request, IncreaseSerializer)
        services.increase_wager(**asking, wager=_wager(number), by_cents=Cents(given["by_cents"]))
        return _changed(request, round_id)


class Reduced(MachineView):
    """Less on a wager."""

    @extend_schema(operation_id="reduce-wager", tags=TAGS, request=ReduceSerializer, responses=ChangedSerializer)
    def post(self, request: Request, round_id: str, number: int) -> Response:
        """Take a part of a wager down."""
        asking, given = _asking(request, round_id), told(request, ReduceSerializer)
        services.reduce_wager(**asking, wager=_wager(number), to_cents=Cents(given["to_cents"]))
        return _changed(request, round_id)


class TakenDown(MachineView):
    """A wager that lies there no longer."""

    @extend_schema(operation_id="cancel-wager", tags=TAGS, request=NothingSerializer, responses=ChangedSerializer)
    def post(self, request: Request, round_id: str, number: int) -> Response:
        """Take a wager down."""
        asking = _asking(request, round_id)
        told(request, NothingSerializer)
        services.cancel_wager(**asking, wager=_wager(number))
        return _changed(request, round_id)


class Moved(MachineView):
    """A wager on another area."""

    @extend_schema(operation_id="move-wager", tags=TAGS, request=MoveWagerSerializer, responses=ChangedSerializer)
    def post(self, request: Request, round_id: str, number: int) -> Response:
        """Move the chips of a wager to another area."""
        asking, given = _asking(request, round_id), told(request, MoveWagerSerializer)
        moved = services.move_wager(**asking, wager=_wager(number), to=Selection(given["selection"]))
        return _changed(request, round_id, moved)


class Shot(MachineView):
    """The dice of a tumbler."""

    @extend_schema(operation_id="shoot-dice", tags=TAGS, request=NothingSerializer, responses={204: None})
    def post(self, request: Request, round_id: str) -> Response:
        """Press the shooter's button."""
        asking = _asking(request, round_id)
        told(request, NothingSerializer)
        services.shoot_dice(**asking)
        return Response(status=204)


class OwnMeters(MachineView):
    """The meters that the terminal keeps itself."""

    @extend_schema(operation_id="tell-meters", tags=TAGS, request=OwnMetersSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Say where the terminal's own meters stand, if nobody reads them on its line: notes in are the difference to before."""
        asking, given = origin(request), told(request, OwnMetersSerializer)
        notes_in, notes = Cents(given["notes_in_cents"]), given.get("notes")
        reading = readings.told(at=Instant.of(given["at"]), notes_in=notes_in, notes=notes, received_at=asking.received_at)
        devices.take_reading(terminal=machine_of(request).name, reading=reading, origin=asking)
        return Response(status=204)


def _asking(request: Request, round_id: str) -> dict[str, Any]:
    """Who asks, under which request, of which round."""
    return {"terminal": machine_of(request).name, "round_id": RoundId(round_id), "origin": origin(request)}


def _wager(number: int) -> WagerNumber:
    if number > HIGHEST:
        raise NotFound("No wager has such a number.")
    return WagerNumber(number)


def _changed(request: Request, round_id: str, number: WagerNumber | None = None, *, status: int = 200) -> Response:
    """How wagers and credits stand now."""
    machine = machine_of(request)
    there = naming.table_of(RoundId(round_id), venue=machine.venue)
    return Response({"wager": number, **showing.after_change(machine.venue, machine.name, there)}, status=status)
