"""Signed requests: a machine proves itself by a key of its own, and counts what it asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn
from uuid import uuid5

import structlog
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from casino import edge
from casino.api.asking import PeopleView, asked_by
from casino.domain.aggregate import Ref
from casino.domain.events import VenueId
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, PlaceId, Role
from casino.people import for_everybody
from devices import keyring, polled, services
from devices.domain import requests
from devices.domain.credit_meter import CreditMeter
from devices.domain.device import ACTOR, Device
from devices.keyring import Signer
from devices.wire import signing
from devices.wire.errors import BadAuthorization, BadMac

NOBODYS = b"\0" * keyring.KEY  # an unknown key takes as long to refuse as a wrong signature


class SignatureRefused(Refusal):
    """Nothing proves which machine this is; what was wrong is nobody's business."""

    code = "signature-refused"


@dataclass(frozen=True)
class Machine:
    """A machine that has proven itself, and the sequence it signed."""

    ref: Ref[Device]
    device: Device
    meter: CreditMeter  # it has one if it is a player terminal
    sequence: int

    @property
    def last_heard(self) -> int:
        """The number of its last request that was carried out."""
        return requests.last_heard(self.device, self.meter)

    @property
    def venue(self) -> VenueId:
        """Where it stands."""
        return VenueId(self.ref.id.partition(".")[0])

    @property
    def name(self) -> str:
        """What it is called there."""
        return self.device.name

    @property
    def actor(self) -> Actor:
        """How entries name it."""
        return Actor(f"{ACTOR}{self.ref.id}")


class Signed(BaseAuthentication):
    """The machine is the one whose key has signed method, path, sequence, request id and body."""

    def authenticate(self, request: Request) -> tuple[Machine, None]:
        """The machine that has signed; anything else is refused."""
        try:
            machine = _proven(request)
        except (BadAuthorization, BadMac):
            raise SignatureRefused("The signature is not one of a machine of this house.") from None
        structlog.contextvars.bind_contextvars(actor=machine.actor, venue=machine.venue)
        return machine, None


class SignedScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Machines: `Authorization: Pitledger key=<id>, seq=<n>, sig=<hex>`; `docs/device-client.py` shows how it is made."""

    target_class = "devices.signed.Signed"
    name = "signed"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        """A header."""
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": self.__doc__ or ""}


class MachineView(PeopleView):
    """Answers machines. No cookie lets anybody in here, so none can be misused."""

    authentication_classes = (Signed,)

    @classmethod
    def as_view(cls, **options: Any) -> Any:
        """For everybody who can sign."""
        return for_everybody(super().as_view(**options))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what was asked before the last request that was heard; on the record, if it would have done something."""
        super().initial(request, *args, **kwargs)
        machine = machine_of(request)
        if machine.sequence >= machine.last_heard:
            return
        if request.method in SAFE_METHODS:
            requests.require_next(machine.device, machine.meter, machine.sequence)
        services.refuse_replayed(name=machine.name, sequence=machine.sequence, origin=_replay(request))


def machine_of(request: Request) -> Machine:
    """Which machine asks."""
    machine = request.user
    assert isinstance(machine, Machine), "only machines get here"
    return machine


def origin(request: Request) -> Origin:
    """Which machine asks for this command, under which request id."""
    machine = machine_of(request)
    return Origin(
        request_id=edge.request_id(asked_by(request)),
        venue=machine.venue,
        actor=machine.actor,
        role=Role("device"),
        place=PlaceId(machine.ref.id),
        received_at=edge.received_at(),
        sequence=machine.sequence,
    )


def _replay(request: Request) -> Origin:
    """The replay is a request of its own: the id it carries may have been answered long ago."""
    asking = origin(request)
    return Origin(
        request_id=uuid5(asking.request_id, f"replayed:{asking.sequence}:{asking.received_at}"),
        venue=asking.venue,
        actor=asking.actor,
        role=asking.role,
        place=asking.place,
        received_at=asking.received_at,
        sequence=asking.sequence,
        correlation_id=asking.request_id,
    )


def _proven(request: Request) -> Machine:
    given = signing.parse(request.headers.get("Authorization", ""))
    asked = asked_by(request)
    told = signing.SignedRequest(
        asked.method or "", asked.get_full_path(), given.sequence, request.headers.get(edge.HEADER, ""), asked.body
    )
    signer = keyring.signer(given.key_id)
    try:
        signing.verify(told, given.signature, keys=[signer.key if signer else NOBODYS])
    except BadMac:
        _refuse(given.key_id, signer)
    if signer is None:
        _refuse(given.key_id, None)
    return Machine(signer.ref, signer.device, signer.meter, given.sequence)


def _refuse(key_id: str, signer: Signer | None) -> NoReturn:
    """Counted with the machine whose key was named, or with nobody."""
    polled.count_refused(signer.ref.id if signer else "", key_id=key_id, at=edge.received_at())
    raise BadMac("The signature is not one of this key.")
