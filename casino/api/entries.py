"""The journal's entries, one stream at a time."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import record
from casino.api.asking import PeopleView, asked_by, person
from casino.api.paging import PAGE, page_of, paged
from casino.api.serializers import EntriesAskedSerializer, EntrySerializer
from casino.domain.powers import Power, Role
from casino.people import require
from casino.sessions import Person

CONFIDENTIAL = {  # streams that speak of people: who keeps them reads them, and so does the inspector
    "staff": Power.KEEP_STAFF,
    "approval": Power.KEEP_STAFF,
    "attempts": Power.KEEP_STAFF,
    "patron": Power.KEEP_PATRONS,
    "reads": Power.KEEP_STAFF,
}


class Entries(PeopleView):
    """The record."""

    @extend_schema(
        operation_id="entries", tags=["entries"], parameters=[EntriesAskedSerializer], responses=page_of(EntrySerializer)
    )
    def get(self, request: Request) -> Response:
        """The entries of one stream of this venue, the oldest first, as they were written."""
        asked = EntriesAskedSerializer(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        stream, after = asked.validated_data["stream"], asked.validated_data["after"]
        asking = person(request)
        power = CONFIDENTIAL.get(stream.partition("-")[0])
        if power and not _inspects(asking):
            require(asked_by(request), power)
        several = record.lines(asking.venue, stream, after=after, at_most=PAGE + 1)
        return paged(request, several[:PAGE], several[PAGE - 1]["version"] if several[PAGE:] else None)


def _inspects(asking: Person) -> bool:
    return Role.INSPECTOR in asking.member.roles
