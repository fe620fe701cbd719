"""The register of devices, for people who keep it, and for the machines themselves."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from casino import journal
from casino.api.asking import PeopleView, asked_by, origin, person, told
from casino.api.paging import AFTER, page, page_of
from casino.domain.powers import Power
from casino.people import require
from casino.refusing import NotFound
from devices import keyring, selectors, services, signed
from devices.domain import commissioning, device
from devices.domain.device import Kind
from devices.serializers import (
    AnnouncedSerializer,
    AnnounceSerializer,
    DeviceDetailSerializer,
    DeviceNameSerializer,
    DeviceSerializer,
    KeySerializer,
    RegisterSerializer,
)
from devices.signed import MachineView, machine_of

TAGS = ["devices"]


class Devices(PeopleView):
    """The machines of this venue."""

    @extend_schema(operation_id="devices", tags=TAGS, parameters=[AFTER], responses=page_of(DeviceSerializer))
    def get(self, request: Request) -> Response:
        """Which machines there are, and what was last heard of them."""
        require(asked_by(request), Power.KEEP_DEVICES)
        return page(request, selectors.devices(person(request).venue), lambda row: DeviceSerializer(row).data)

    @extend_schema(operation_id="register-device", tags=TAGS, request=RegisterSerializer, responses={201: DeviceNameSerializer})
    def post(self, request: Request) -> Response:
        """Put a machine on the books."""
        asking = origin(request, Power.KEEP_DEVICES)
        given = told(request, RegisterSerializer)
        name = services.register_device(name=given["name"], kind=Kind(given["kind"]), origin=asking)
        return Response({"name": name}, status=201)


class OneDevice(PeopleView):
    """One machine."""

    @extend_schema(operation_id="device", tags=TAGS, responses=DeviceDetailSerializer)
    def get(self, request: Request, name: str) -> Response:
        """One machine, with the ids of its keys and what it lacks."""
        require(asked_by(request), Power.KEEP_DEVICES)
        venue = person(request).venue
        row = selectors.devices(venue).filter(name=name).first()
        if row is None:
            raise NotFound(f"There is no device {name} at this venue.")
        shown: dict[str, Any] = dict(DeviceSerializer(row).data)
        state = journal.state(device.at(venue, name))
        missing = [{"part": demand.part, "rule": demand.rule} for demand in commissioning.missing(state)]
        return Response({**shown, "key_ids": state.keys, "missing": missing})


class Keys(PeopleView):
    """The keys of a machine."""

    @extend_schema(operation_id="issue-key", tags=TAGS, request=None, responses={201: KeySerializer})
    def post(self, request: Request, name: str) -> Response:
        """Let a machine sign with a further key, which is told once."""
        key_id = services.issue_key(name=name, origin=origin(request, Power.KEEP_DEVICES))
        key = keyring.show_once(key_id)
        return Response({"key_id": key_id, "key": key.hex() if key else None}, status=201)


class RevokedKey(PeopleView):
    """A key that is no longer good."""

    @extend_schema(operation_id="revoke-key", tags=TAGS, request=None, responses={204: None})
    def post(self, request: Request, name: str, key_id: str) -> Response:
        """Let a machine no longer sign with a key, and destroy the key."""
        services.revoke_key(name=name, key_id=key_id, origin=origin(request, Power.KEEP_DEVICES))
        return Response(status=204)


class Announce(MachineView):
    """A machine that says it is there."""

    @extend_schema(operation_id="announce", tags=["device"], request=AnnounceSerializer, responses=AnnouncedSerializer)
    def post(self, request: Request) -> Response:
        """Say that this machine is there, and which software it runs."""
        machine = machine_of(request)
        asking = signed.origin(request)
        given = told(request, AnnounceSerializer)
        answer = services.announce(name=machine.name, software=given["software"], sequence=machine.sequence, origin=asking)
        return Response(AnnouncedSerializer(answer).data)
