"""Dated law: what is in force at this venue today, and what is to come. It changes only by an approval of another person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import approving, selectors, services
from casino.api.asking import PeopleView, asked_by, person, told
from casino.api.paging import page_of, paged
from casino.api.serializers import AskedSerializer, LawDetailSerializer, LawSerializer, ProposalSerializer
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import TITLES, UNITS, Name
from casino.domain.powers import Power
from casino.people import require
from casino.refusing import NotFound

TAGS = ["law"]
NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, enum=[name.value for name in Name])


class Law(PeopleView):
    """The whole of it."""

    @extend_schema(operation_id="law", tags=TAGS, responses=page_of(LawSerializer))
    def get(self, request: Request) -> Response:
        """Every parameter with what is in force today and what is to come."""
        asking = person(request)
        today = selectors.gaming_day(asking.venue, asking.now)
        dated = selectors.dated_law(asking.venue)
        items = [_shown(name, dated[name], today) for name in Name if name in dated]
        return paged(request, LawSerializer(items, many=True).data, None)


class Parameter(PeopleView):
    """One line of it."""

    @extend_schema(operation_id="law-parameter", tags=TAGS, parameters=[NAME], responses=LawDetailSerializer)
    def get(self, request: Request, name: str) -> Response:
        """One parameter with every value it ever had."""
        asking = person(request)
        dated = selectors.dated_law(asking.venue).get(name)
        if not dated:
            raise NotFound(f"There is no parameter {name} at this venue.")
        today = selectors.gaming_day(asking.venue, asking.now)
        return Response(LawDetailSerializer({**_shown(Name(name), dated, today), "values": dated}).data)


class Proposal(PeopleView):
    """A value that is to come."""

    @extend_schema(
        operation_id="propose-law", tags=TAGS, parameters=[NAME], request=ProposalSerializer, responses={202: AskedSerializer}
    )
    def post(self, request: Request, name: str) -> Response:
        """Ask another person to sign a value from a later gaming day on; until they do nothing is written."""
        require(asked_by(request), Power.SET_LAW)
        given = told(request, ProposalSerializer)
        if name not in selectors.dated_law(person(request).venue):
            raise NotFound(f"There is no parameter {name} at this venue.")
        day = GamingDay.of(given["from_day"])
        arguments = {"name": Name(name), "value": given["value"], "from_day": day, "source": given["source"]}
        approval = approving.ask(asked_by(request), services.set_parameter, arguments, reason=given["reason"])
        return Response({"approval": approval}, status=202)


def _shown(name: Name, dated: Sequence[Any], today: GamingDay) -> dict[str, Any]:
    begun = [each for each in dated if each.from_day <= today]
    return {
        "name": name,
        "title": TITLES[name],
        "unit": UNITS[name],
        "in_force": begun[-1] if begun else None,
        "to_come": [each for each in dated if each.from_day > today],
    }
