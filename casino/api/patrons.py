"""The patron register: found, read and changed as on its pages; whoever is shown a patron is on the record with it."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import approving, journal, patron_register, personal_reads, selectors, services
from casino.api.asking import PeopleView, asked_by, origin, person, told
from casino.api.paging import page, page_of
from casino.api.patron_serializers import (
    AmendPatronSerializer,
    ExcludeSerializer,
    ExclusionIdSerializer,
    IdentifySerializer,
    PatronIdSerializer,
    PatronRowSerializer,
    PatronsAskedSerializer,
    PatronSerializer,
    ReferenceSerializer,
    RegisterPatronSerializer,
)
from casino.api.serializers import AskedSerializer
from casino.domain import patron
from casino.domain.exclusion import CASINO, Ground, power_over
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import Document, ExclusionUnknown, Patron
from casino.domain.powers import HOUSE, Power
from casino.journal import Origin, Personal
from casino.models import Patron as Row
from casino.patron_register import Shown, is_until, require_reader
from casino.people import require
from casino.refusing import NotFound

TAGS = ["patrons"]


class Patrons(PeopleView):
    """Everybody who is known at this venue."""

    @extend_schema(operation_id="patrons", tags=TAGS, parameters=[PatronsAskedSerializer], responses=page_of(PatronRowSerializer))
    def get(self, request: Request) -> Response:
        """The patrons of this venue, found by name or number. Those who are named in the answer are on the record."""
        require_reader(asked_by(request))
        given = PatronsAskedSerializer(data=request.query_params.dict())
        given.is_valid(raise_exception=True)
        asking, today = person(request), _today(request)
        rows = selectors.patrons(asking.venue, given.validated_data["q"])
        found = rows.filter(patron_register.in_state(given.validated_data.get("state", ""), today))
        shown: list[Shown] = []

        def tell(row: Row) -> Any:
            shown.append(Shown(row, selectors.name_of(row)))
            return PatronRowSerializer(_row(shown[-1], today)).data

        answer = page(request, found, tell)
        personal_reads.note(asking, "patrons", [each.row.id for each in shown if each.name])
        return answer

    @extend_schema(
        operation_id="register-patron", tags=TAGS, request=RegisterPatronSerializer, responses={201: PatronIdSerializer}
    )
    def post(self, request: Request) -> Response:
        """Put somebody on the register, every field sealed under a key of their own."""
        asking = origin(request, Power.KEEP_PATRONS)
        patron_id = services.register_patron(**_personal(told(request, RegisterPatronSerializer)), origin=asking)
        return Response({"id": patron_id}, status=201)


class OnePatron(PeopleView):
    """One of them."""

    @extend_schema(operation_id="patron", tags=TAGS, responses=PatronSerializer)
    def get(self, request: Request, patron_id: UUID) -> Response:
        """What is known of a patron, their documents and exclusions. Being shown it is on the record."""
        asked = asked_by(request)
        require_reader(asked)
        shown = patron_register.look(asked, patron_id, page_name="patron")
        state = journal.state(patron.at(shown.row.id))
        return Response(PatronSerializer(_known(shown, state, _today(request))).data)


class Amended(PeopleView):
    """What stood wrongly on the register."""

    @extend_schema(operation_id="amend-patron", tags=TAGS, request=AmendPatronSerializer, responses={204: None})
    def post(self, request: Request, patron_id: UUID) -> Response:
        """Put right what is given; the rest stays."""
        asking = _asking(request, patron_id, Power.KEEP_PATRONS)
        services.amend_patron(patron_id=str(patron_id), **_personal(told(request, AmendPatronSerializer)), origin=asking)
        return Response(status=204)


class Identified(PeopleView):
    """A document that says who a patron is."""

    @extend_schema(operation_id="identify-patron", tags=TAGS, request=IdentifySerializer, responses={204: None})
    def post(self, request: Request, patron_id: UUID) -> Response:
        """Note a document that whoever asks has seen."""
        asking = _asking(request, patron_id, Power.KEEP_PATRONS)
        given = told(request, IdentifySerializer)
        services.record_identification(
            patron_id=str(patron_id),
            kind=Document(given["kind"]),
            number=Personal(given["number"]),
            expires_on=given["expires_on"],
            origin=asking,
        )
        return Response(status=204)


class Excluded(PeopleView):
    """An exclusion."""

    @extend_schema(operation_id="exclude-patron", tags=TAGS, request=ExcludeSerializer, responses={201: ExclusionIdSerializer})
    def post(self, request: Request, patron_id: UUID) -> Response:
        """Keep a patron out of the casino, or of the games of a book."""
        given = told(request, ExcludeSerializer)
        power, book = power_over(given.get("book", CASINO))
        asking = _asking(request, patron_id, power, book=book)
        reference = Personal(given["reference"])
        if power is Power.EXCLUDE_PATRON:
            exclusion = services.exclude_patron(
                patron_id=str(patron_id),
                ground=Ground(given["ground"]),
                reference=reference,
                last_day=given.get("last_day"),
                origin=asking,
            )
        else:
            exclusion = services.exclude_from_game(patron_id=str(patron_id), book=book, reference=reference, origin=asking)
        return Response({"exclusion": exclusion}, status=201)


class EndedExclusion(PeopleView):
    """An exclusion that is over."""

    @extend_schema(operation_id="end-exclusion", tags=TAGS, request=ReferenceSerializer, responses={204: None})
    def post(self, request: Request, patron_id: UUID, exclusion: UUID) -> Response:
        """Let a patron in again; whoever might exclude them so may end it."""
        require_reader(asked_by(request))
        given = told(request, ReferenceSerializer)
        row = patron_register.row_of(person(request), patron_id)
        known = {each.id: each.scope for each in journal.state(patron.at(row.id)).exclusions}
        if str(exclusion) not in known:
            raise ExclusionUnknown("No such exclusion of this patron is in force.")
        power, book = power_over(known[str(exclusion)])
        services.end_exclusion(
            patron_id=row.id,
            exclusion=str(exclusion),
            reference=Personal(given["reference"]),
            origin=origin(request, power, book=book),
        )
        return Response(status=204)


class Forgotten(PeopleView):
    """A patron whose key is to be destroyed."""

    @extend_schema(operation_id="forget-patron", tags=TAGS, request=None, responses={202: AskedSerializer})
    def post(self, request: Request, patron_id: UUID) -> Response:
        """Ask another person to approve that a patron is forgotten: their key destroyed, and nothing personal readable again."""
        require(asked_by(request), Power.FORGET_PATRON)
        row = patron_register.row_of(person(request), patron_id)
        approval = approving.ask(asked_by(request), services.forget_patron, {"patron_id": row.id})
        return Response({"approval": approval}, status=202)


def _asking(request: Request, patron_id: UUID, power: Power, *, book: str = HOUSE) -> Origin:
    """Who asks for a change of a patron of this venue; whoever may not is told so before whether there is one."""
    asking = origin(request, power, book=book)
    try:
        patron_register.row_of(person(request), patron_id)
    except NotFound:
        require(asked_by(request), power, book=book)
        raise
    return asking


def _today(request: Request) -> GamingDay:
    asking = person(request)
    return selectors.gaming_day(asking.venue, asking.now)


def _personal(given: dict[str, Any]) -> dict[str, Personal]:
    """What is told of a person, as it is sealed: lines end the same way whoever has sent them."""
    return {
        field: Personal(value.isoformat() if isinstance(value, date) else value.replace("\r\n", "\n"))
        for field, value in given.items()
    }


def _row(shown: Shown, today: GamingDay) -> dict[str, Any]:
    row = shown.row
    return {
        "id": row.id,
        "name": shown.name,
        "is_identified": is_until(row.identified_until, today),
        "is_excluded": is_until(row.excluded_until, today),
        "registered_at": row.registered_at,
        "forgotten_at": row.forgotten_at,
    }


def _known(shown: Shown, state: Patron, today: GamingDay) -> dict[str, Any]:
    clear = patron_register.clear_fields(shown, state)
    return {
        **_row(shown, today),
        **clear,
        "born_on": clear["born_on"] or None,
        "identifications": [
            {
                "kind": each.kind,
                "number_ends": patron_register.read(shown, "number", each.number)[-4:],
                "expires_on": each.expires_on,
                "seen_on": each.seen_on,
                "seen_by": each.seen_by,
            }
            for each in state.identifications
        ],
        "exclusions": [
            {
                **{name: getattr(each, name) for name in ("id", "scope", "ground", "rule", "from_day", "last_day", "ended_on")},
                "is_in_force": each.is_in_force(today),
                "reference": patron_register.read(shown, "reference", each.reference),
            }
            for each in state.exclusions
        ],
    }
