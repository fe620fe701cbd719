"""The staff register: who works here, as what; and every change of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import selectors, services
from casino.api.asking import PeopleView, asked_by, origin, person, told
from casino.api.paging import AFTER, page, page_of
from casino.api.serializers import EngageSerializer, NumberSerializer, StaffSerializer, TakeUpSerializer
from casino.domain.powers import Power, Role
from casino.domain.staff import StaffMember
from casino.journal import Personal, codec
from casino.people import require
from casino.refusing import NotFound

TAGS = ["staff"]


class Register(PeopleView):
    """Everybody who has a number at this venue, also those who have left."""

    @extend_schema(operation_id="staff", tags=TAGS, parameters=[AFTER], responses=page_of(StaffSerializer))
    def get(self, request: Request) -> Response:
        """Who works here."""
        require(asked_by(request), Power.KEEP_STAFF)
        return page(request, selectors.staff_members(person(request).venue), shown)

    @extend_schema(operation_id="engage", tags=TAGS, request=EngageSerializer, responses={201: NumberSerializer})
    def post(self, request: Request) -> Response:
        """Give somebody a staff number."""
        asking = origin(request, Power.KEEP_STAFF)
        given = told(request, EngageSerializer)
        number = services.engage(
            number=given["number"], name=Personal(given["name"]), password=Personal(given["password"]), origin=asking
        )
        return Response({"number": number}, status=201)


class Member(PeopleView):
    """One person of the register."""

    @extend_schema(operation_id="staff-member", tags=TAGS, responses=StaffSerializer)
    def get(self, request: Request, number: str) -> Response:
        """Somebody's duties, and whether they may log in."""
        require(asked_by(request), Power.KEEP_STAFF)
        return Response(shown(_row(request, number)))


class Duties(PeopleView):
    """What somebody does."""

    @extend_schema(operation_id="begin-duty", tags=TAGS, request=TakeUpSerializer, responses={204: None})
    def post(self, request: Request, number: str) -> Response:
        """Let somebody take up a role."""
        asking = origin(request, Power.KEEP_STAFF)
        given = told(request, TakeUpSerializer)
        _row(request, number)
        services.begin_duty(number=number, role=Role(given["role"]), books=given["books"], origin=asking)
        return Response(status=204)


class EndedDuties(PeopleView):
    """What somebody no longer does."""

    @extend_schema(operation_id="end-duty", tags=TAGS, request=TakeUpSerializer, responses={204: None})
    def post(self, request: Request, number: str) -> Response:
        """Let somebody give up a role."""
        asking = origin(request, Power.KEEP_STAFF)
        given = told(request, TakeUpSerializer)
        _row(request, number)
        services.end_duty(number=number, role=Role(given["role"]), books=given["books"], origin=asking)
        return Response(status=204)


class Unlocked(PeopleView):
    """A number that was locked."""

    @extend_schema(operation_id="unlock-staff", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, number: str) -> Response:
        """Let a locked number in again."""
        asking = origin(request, Power.KEEP_STAFF)
        _row(request, number)
        services.unlock_staff(number=number, origin=asking)
        return Response(status=204)


class Left(PeopleView):
    """A number whose person has left."""

    @extend_schema(operation_id="let-leave", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, number: str) -> Response:
        """Let somebody leave the house: every duty and every session ends."""
        asking = origin(request, Power.KEEP_STAFF)
        _row(request, number)
        services.let_leave(number=number, origin=asking)
        return Response(status=204)


def shown(row: Any) -> dict[str, Any]:
    """A member of staff as JSON."""
    member = codec.decode(StaffMember, row.state)
    facts = {"number": row.id, "duties": [{"role": duty.role, "book": duty.book} for duty in member.duties]}
    told_of = {name: getattr(row, name) for name in ("name", "is_engaged", "locked_until", "last_seen_at")}
    return dict(StaffSerializer({**facts, **told_of}).data)


def _row(request: Request, number: str) -> Any:
    row = selectors.staff_members(person(request).venue).filter(id=number).first()
    if row is None:
        require(asked_by(request), Power.KEEP_STAFF)
        raise NotFound(f"Nobody has the staff number {number} at this venue.")
    return row
