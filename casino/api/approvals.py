"""Approvals: what waits for another person's signature, and the signature."""

from __future__ import annotations

import re
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import approving, record, services
from casino.api.asking import PeopleView, asked_by, origin, person, told
from casino.api.paging import AFTER, PAGE, page_of, paged
from casino.api.serializers import ApprovalSerializer, PreviewSerializer
from casino.domain.powers import Power
from casino.journal import Origin
from casino.people import require
from casino.record import Asked
from casino.refusing import NotFound, NotReadable
from casino.sessions import Person

TAGS = ["approvals"]
_POSITION = re.compile(r"[0-9]{1,18}\Z", re.ASCII)


class Approvals(PeopleView):
    """What somebody has asked another person to sign."""

    @extend_schema(operation_id="approvals", tags=TAGS, parameters=[AFTER], responses=page_of(ApprovalSerializer))
    def get(self, request: Request) -> Response:
        """What one has asked for at this venue, or could be asked to sign, the newest first."""
        asking = person(request)
        held = approving.held_by(asking)
        several = record.approvals(asking.venue, by=asking.actor, held=held, before=_after(request), at_most=PAGE + 1)
        items = [_shown(each, asking) for each in several[:PAGE]]
        return paged(request, ApprovalSerializer(items, many=True).data, several[PAGE - 1].position if several[PAGE:] else None)


class Approval(PeopleView):
    """One request for approval."""

    @extend_schema(operation_id="approval", tags=TAGS, responses=ApprovalSerializer)
    def get(self, request: Request, approval_id: UUID) -> Response:
        """What is to be signed, and whether it has been."""
        return Response(ApprovalSerializer(_shown(_asked(request, approval_id), person(request))).data)


class Approved(PeopleView):
    """A signature."""

    @extend_schema(operation_id="approve", tags=TAGS, request=PreviewSerializer, responses={204: None})
    def post(self, request: Request, approval_id: UUID) -> Response:
        """Sign the preview that one's own rehearsal has shown."""
        given = told(request, PreviewSerializer)
        services.approve(approval_id=str(approval_id), preview=given["preview"], origin=_deciding(request, approval_id))
        return Response(status=204)


class Declined(PeopleView):
    """A no."""

    @extend_schema(operation_id="decline", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, approval_id: UUID) -> Response:
        """Say no."""
        services.decline(approval_id=str(approval_id), origin=_deciding(request, approval_id))
        return Response(status=204)


def _after(request: Request) -> int | None:
    after = request.query_params.get("after", "")
    if after and not _POSITION.match(after):
        raise NotReadable("`after` is taken from `next` of the page before.")
    return int(after) if after else None


def _asked(request: Request, approval_id: UUID) -> Asked:
    """A request of this venue that whoever asks may look at."""
    found = record.approval_asked(person(request).venue, str(approval_id))
    if found is None:
        raise NotFound("Nobody has asked for this approval at this venue.")
    if found.approval.requested_by != person(request).actor:
        require(asked_by(request), Power(found.approval.power), book=found.approval.book)
    return found


def _deciding(request: Request, approval_id: UUID) -> Origin:
    """Whoever decides, in the role that gives them the power it was asked under."""
    state = _asked(request, approval_id).approval
    return origin(request, Power(state.power), book=state.book)


def _shown(asked: Asked, asking: Person) -> dict[str, object]:
    state = asked.approval
    names = ("command", "arguments", "preview", "requested_by", "expires_at", "approved_by", "declined_by")
    return {"id": asked.id, "state": asked.became(asking.now), **{name: getattr(state, name) for name in names}}
