"""The house itself: when its gaming day changes, its desks, and reactions that stand still."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import services
from casino.api.asking import PeopleView, origin, told
from casino.api.serializers import DeskSerializer, GamingDaySerializer, RetrySerializer
from casino.domain.gaming_day import GamingDay
from casino.domain.powers import Power


class MovedGamingDay(PeopleView):
    """The hour at which the gaming day changes."""

    @extend_schema(operation_id="move-gaming-day", tags=["venues"], request=GamingDaySerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Let the gaming day of this venue change at another hour, from a later gaming day on."""
        given = told(request, GamingDaySerializer)
        services.move_gaming_day(
            from_day=GamingDay.of(given["from_day"]),
            zone=given["zone"],
            hour=given["hour"],
            origin=origin(request, Power.MOVE_GAMING_DAY, reason=given["reason"]),
        )
        return Response(status=204)


class Desks(PeopleView):
    """The places at which people work."""

    @extend_schema(operation_id="name-desk", tags=["venues"], request=DeskSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Name a desk of this venue, or name it anew."""
        given = told(request, DeskSerializer)
        services.name_desk(desk=given["desk"], name=given["name"], origin=origin(request, Power.KEEP_STAFF))
        return Response(status=204)


class RetriedReaction(PeopleView):
    """A reaction that stands still after five tries."""

    @extend_schema(operation_id="retry-reaction", tags=["operations"], request=RetrySerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Take a parked reaction up again."""
        given = told(request, RetrySerializer)
        services.retry_reaction(reaction=given["reaction"], position=given["position"], origin=origin(request, Power.KEEP_SYSTEM))
        return Response(status=204)
