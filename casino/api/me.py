"""Who asks and what they may do; the venues; the whole table of powers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import selectors
from casino.api.asking import PeopleView, person
from casino.api.paging import page_of, paged
from casino.api.serializers import GrantSerializer, MeSerializer, VenueSerializer
from casino.domain.powers import GRANTS, Power
from casino.sessions import Person


class Ping(PeopleView):
    """Nothing but: you are at work."""

    @extend_schema(operation_id="ping", tags=["me"], responses={204: None})
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Ask whether the session holds."""
        return Response(status=204)


class Me(PeopleView):
    """Oneself."""

    @extend_schema(operation_id="me", tags=["me"], responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Who asks, where they sit, what they may do and under which rule."""
        asking = person(request)
        duties = [{"role": duty.role, "book": duty.book} for duty in asking.member.duties]
        shown = {"number": asking.number, "name": asking.name, "venue": asking.venue, "desk": asking.desk, "now": asking.now}
        return Response(MeSerializer({**shown, "duties": duties, "powers": _standings(asking)}).data)


class Venues(PeopleView):
    """The casinos on the books."""

    @extend_schema(operation_id="venues", tags=["venues"], responses=page_of(VenueSerializer))
    def get(self, request: Request) -> Response:
        """Every venue with its zone and the hour its gaming day changes."""
        return paged(request, VenueSerializer(selectors.venues(), many=True).data, None)


class Powers(PeopleView):
    """The table of powers."""

    @extend_schema(operation_id="powers", tags=["me"], responses=page_of(GrantSerializer))
    def get(self, request: Request) -> Response:
        """Who may do what, by which rule, at which game."""
        grants = [
            {"power": power, "book": book, **_grant(grant)}
            for power in Power
            for book, several in GRANTS[power].items()
            for grant in several
        ]
        return paged(request, GrantSerializer(grants, many=True).data, None)


def _grant(grant: Any) -> dict[str, Any]:
    names = ("rule", "notice_minutes", "terms", "variant", "readings")
    return {"roles": [role.value for role in grant.roles], **{name: getattr(grant, name) for name in names}}


def _standings(asking: Person) -> list[dict[str, Any]]:
    found = [(power, book, asking.member.standing(power, book)) for power in Power for book in GRANTS[power]]
    return [
        {
            "power": power,
            "book": book,
            "role": held[0],
            "rule": held[1].rule or "",
            "acts_for": held[1].acts_for,
            "readings": held[1].readings,
        }
        for power, book, held in found
        if held
    ]
