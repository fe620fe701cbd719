"""What is fitted to devices, where they stand, and whether they may be played: one operation for each command."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino.api.asking import PeopleView, origin, told
from casino.domain.powers import Power
from devices import services
from devices.domain.demands import Material
from devices.serializers import (
    BallSerializer,
    CommissionSerializer,
    DiceSerializer,
    EntryTerminalSerializer,
    LayoutSerializer,
    LinkSerializer,
    MoveSerializer,
    ReasonSerializer,
    WheelSerializer,
    WireSerializer,
)

TAGS = ["devices"]
DONE: dict[int, Any] = {204: None}


class Commissioned(PeopleView):
    """A player terminal fitted out for the games of a book."""

    @extend_schema(operation_id="commission-terminal", tags=TAGS, request=CommissionSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Fit a player terminal out for the games of a book; the first time its credit meter is opened."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.commission_terminal(name=name, **told(request, CommissionSerializer), origin=asking)
        return Response(status=204)


class Layout(PeopleView):
    """What the touch screen of a terminal shows."""

    @extend_schema(operation_id="approve-layout", tags=TAGS, request=LayoutSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Note what the touch screen shows from now on, and under which approval."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.approve_layout(name=name, **told(request, LayoutSerializer), origin=asking)
        return Response(status=204)


class Link(PeopleView):
    """The wheel that tells a terminal its outcomes."""

    @extend_schema(operation_id="link-to-wheel", tags=TAGS, request=LinkSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Let a terminal be told its outcomes by an automated wheel."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.link_to_wheel(name=name, **told(request, LinkSerializer), origin=asking)
        return Response(status=204)


class Dice(PeopleView):
    """The dice within a tumbler."""

    @extend_schema(operation_id="seal-dice", tags=TAGS, request=DiceSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Seal a set of dice within a tumbler."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.seal_dice(name=name, **told(request, DiceSerializer), origin=asking)
        return Response(status=204)


class Ball(PeopleView):
    """The ball a wheel spins."""

    @extend_schema(operation_id="register-ball", tags=TAGS, request=BallSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Note the ball a wheel spins."""
        asking = origin(request, Power.KEEP_DEVICES)
        given = told(request, BallSerializer)
        material = Material(given.pop("material"))
        services.register_ball(name=name, **given, material=material, origin=asking)
        return Response(status=204)


class Wheel(PeopleView):
    """The measures and compartments of a wheel."""

    @extend_schema(operation_id="register-wheel", tags=TAGS, request=WheelSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Note the measures of a wheel and its compartments."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.register_wheel(name=name, **told(request, WheelSerializer), origin=asking)
        return Response(status=204)


class EntryTerminal(PeopleView):
    """The entry terminal of a dealer's table."""

    @extend_schema(operation_id="fit-entry-terminal", tags=TAGS, request=EntryTerminalSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Attach an entry terminal to a table."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.fit_entry_terminal(name=name, **told(request, EntryTerminalSerializer), origin=asking)
        return Response(status=204)


class Place(PeopleView):
    """Where a machine stands."""

    @extend_schema(operation_id="move-device", tags=TAGS, request=MoveSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Note where a machine stands from now on."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.move_device(name=name, **told(request, MoveSerializer), origin=asking)
        return Response(status=204)


class Wire(PeopleView):
    """The line and address at which a machine answers."""

    @extend_schema(operation_id="wire-device", tags=TAGS, request=WireSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Note at which address of a gateway's line a machine answers, and with which bank it is polled."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.wire_device(name=name, **told(request, WireSerializer), origin=asking)
        return Response(status=204)


class PutInService(PeopleView):
    """A machine that may be played."""

    @extend_schema(operation_id="put-in-service", tags=TAGS, request=None, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Let a machine be played, if nothing of what its book demands is missing."""
        services.put_in_service(name=name, origin=origin(request, Power.KEEP_DEVICES))
        return Response(status=204)


class TakenOutOfService(PeopleView):
    """A machine that may not be played."""

    @extend_schema(operation_id="take-out-of-service", tags=TAGS, request=ReasonSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Let a machine no longer be played, and say why."""
        asking = origin(request, Power.KEEP_DEVICES)
        services.take_out_of_service(name=name, **told(request, ReasonSerializer), origin=asking)
        return Response(status=204)
