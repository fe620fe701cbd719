"""Attending to machines: where a credit meter stands, what a terminal is told, which alerts are taken up."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import journal
from casino.api.asking import PeopleView, asked_by, origin, person, told
from casino.domain.events import VenueId
from casino.domain.powers import HOUSE, Power
from casino.refusing import NotFound
from devices import services
from devices.domain import credit_meter, device
from devices.domain.credit_meter import Order
from devices.serializers import AcknowledgeSerializer, MeterSerializer, OrderSerializer
from devices.views.attending import require_reader

TAGS = ["devices"]
DONE = {204: None}


class Meter(PeopleView):
    """The credit meter of a terminal."""

    @extend_schema(operation_id="meter", tags=TAGS, responses=MeterSerializer)
    def get(self, request: Request, name: str) -> Response:
        """Where it stands by our record, beside what the terminal's own meters said when they were last read."""
        require_reader(asked_by(request))
        meter = journal.state(credit_meter.at(person(request).venue, name))
        if not meter.is_open:
            raise NotFound(f"There is no terminal {name} with a credit meter at this venue.")
        return Response(MeterSerializer(meter).data)


class Orders(PeopleView):
    """What a terminal is told."""

    @extend_schema(operation_id="order-terminal", tags=TAGS, request=OrderSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Lock a terminal or enable it again, let it take notes or none."""
        asking = origin(request, Power.ATTEND_DEVICES, book=_book_of(person(request).venue, name))
        given = told(request, OrderSerializer)
        services.order_terminal(terminal=name, order=Order(given["order"]), reason=given["reason"], origin=asking)
        return Response(status=204)


class Acknowledged(PeopleView):
    """An alert that somebody has taken up."""

    @extend_schema(operation_id="acknowledge-alert", tags=TAGS, request=AcknowledgeSerializer, responses=DONE)
    def post(self, request: Request, name: str) -> Response:
        """Take an alert of a machine up."""
        asking = origin(request, Power.ATTEND_DEVICES, book=_book_of(person(request).venue, name))
        services.acknowledge_alert(name=name, alert=told(request, AcknowledgeSerializer)["alert"], origin=asking)
        return Response(status=204)


def _book_of(venue: VenueId, name: str) -> str:
    """The book by which a machine is attended to; the service asks again."""
    return journal.state(device.at(venue, name)).book or HOUSE
