"""The register of devices: which machines there are, what is fitted to them, what was last heard, and their keys."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from casino import as_at, edge, journal, stories
from casino import selectors as ground
from casino.domain.instant import Instant
from casino.domain.powers import BOOK_NAMES, Power
from casino.forms import CommandForm, ConfirmForm
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from casino.tables import table_of
from devices import keyring, polled, sections, selectors, services, telling
from devices.domain import commissioning, credit_meter, device
from devices.domain.demands import WITHOUT_A_BOOK
from devices.domain.device import Device, Kind
from devices.forms import RegisterForm
from devices.models import CreditMeter
from devices.models import Device as Row
from devices.telling import Facts
from devices.views import attending

LIST = "Devices"
LATEST = 40


@require_safe
def devices(request: AskedBy) -> HttpResponse:
    """Which machines there are."""
    attending.require_reader(request)
    meters = selectors.credit_meters(request.person.venue)
    signs = {bank: polled.sign_of(bank) for bank in selectors.banks_of(request.person.venue)}
    alerts = Counter(selectors.alerts(request.person.venue).filter(acknowledged_by="").values_list("device", flat=True))
    table = table_of(
        request,
        _filtered(request),
        name="Devices",
        columns=[
            ("Name", "name"),
            ("Kind", "kind"),
            ("Game", "book"),
            ("Stands", "place"),
            ("Bank", "bank"),
            ("Service", ""),
            ("Attention", ""),
            ("Credits", ""),
            ("Key", ""),
            ("Last heard", "-announced_at"),
        ],
        row=lambda each: [
            {"value": each.name, "url": reverse("device", args=[each.name])},
            {"value": each.kind.capitalize()},
            {"value": BOOK_NAMES.get(each.book, "none")},
            {"value": each.place or "not told"},
            {"value": each.bank or "not wired", "note": str(each.address) if each.address else ""},
            _service(is_in_service=each.is_in_service),
            attending.attention(meters.get(each.id), alerts[each.id]),
            attending.credits_of(meters.get(each.id)),
            _state(each.keys, is_heard=each.announced_at is not None),
            {"value": _heard(each, signs.get(each.bank), meters.get(each.id), request)},
        ],
        empty={"title": "No machine matches.", "words": "Every machine that may speak to this house stands here."},
    )
    keeps = request.person.may(Power.KEEP_DEVICES)
    unproven = attending.wire(polled.NOBODY) if keeps else []
    context = {"table": table, "filters": _filters(request), "keeps": keeps, "wire": unproven}
    return page(request, "devices/device_list.html", context)


@require_safe
def one(request: AskedBy, name: str) -> HttpResponse:
    """One machine: its meters, alerts and orders, what is fitted to it, where it stands, its keys, and the story of all that."""
    attending.require_reader(request)
    moment = as_at.moment(request)
    ref = device.at(request.person.venue, name)
    state = as_at.state(ref, moment)
    if not state.is_registered:
        raise NotFound(f"There is no device {name} at this venue{moment.words if moment else ''}.")
    is_past, missing = moment is not None, len(commissioning.missing(state))
    keeps = request.person.may(Power.KEEP_DEVICES)
    context = {
        "device": state,
        "stream": ref.stream,
        **attending.shown(request, state, moment),
        "keeps": keeps,
        "states": [_service(is_in_service=state.is_in_service), _state(len(state.keys), is_heard=state.last_sequence > 0)],
        "heard": _last_heard(state, request, is_past=is_past),
        "equipment": telling.equipment(state),
        "gates": telling.gates(state, is_past=is_past or not keeps),
        "changes": [] if is_past or state.is_in_service else telling.changes(state),
        "missing": missing,
        "is_complete": not missing and (bool(state.book) or state.kind in WITHOUT_A_BOOK),
        "line": telling.line(state),
        "story": stories.latest_of([ref, credit_meter.at(request.person.venue, name)], moment, at_most=LATEST),
        "wire": [] if is_past else attending.wire(ref.id),
        "has_room": len(state.keys) < device.KEYS_AT_ONCE,
        "is_past": is_past,
        "sections": list(sections.of(request.person, state, moment)),
    }
    here = [(LIST, reverse("devices"))]
    return page(request, "devices/device_detail.html", context, crumbs=here, as_at=moment.bar(request) if moment else None)


@require_http_methods(["GET", "POST"])
def register(request: AskedBy) -> HttpResponse:
    """Put a machine on the books."""
    require(request, Power.KEEP_DEVICES)
    form = RegisterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given, origin = form.cleaned_data, edge.origin(request, Power.KEEP_DEVICES)
        if form.attempt(lambda: services.register_device(name=given["name"], kind=given["kind"], origin=origin)):
            messages.success(request, f"{given['name']} is on the books. Issue a key for it to sign with.")
            return redirect("device", given["name"])
    context = {"form": form, "title": "Register a device", "verb": "Register", "leave": reverse("devices")}
    return page(request, "casino/command.html", context, crumbs=[(LIST, reverse("devices"))])


@never_cache
@require_http_methods(["GET", "POST"])
def issue_key(request: AskedBy, name: str) -> HttpResponse:
    """Issue a key, and show it this once."""
    form = ConfirmForm(request.POST or None)
    _require_known(request, name)
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.KEEP_DEVICES)
        issued: list[str] = []
        if form.attempt(lambda: issued.append(services.issue_key(name=name, origin=origin))):
            key = keyring.show_once(issued[0])
            context = {"name": name, "key_id": issued[0], "key": key.hex() if key else None}
            return page(request, "devices/key.html", context, crumbs=crumbs(name))
    what: Facts = [{"label": "Then", "value": "The key is shown once, for whoever puts it into the machine", "decides": True}]
    return _command(request, name, form, title="Issue a key", verb="Issue and show the key", what=what)


@require_http_methods(["GET", "POST"])
def revoke_key(request: AskedBy, name: str, key_id: str) -> HttpResponse:
    """Revoke a key."""
    form = ConfirmForm(request.POST or None)
    _require_known(request, name)
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.KEEP_DEVICES)
        if form.attempt(lambda: services.revoke_key(name=name, key_id=key_id, origin=origin)):
            messages.success(request, f"The key {key_id} of {name} is revoked and destroyed.")
            return redirect("device", name)
    what: Facts = [
        {"label": "Key", "value": key_id, "decides": True},
        {"label": "Then", "value": "Nothing signed with it is taken any more, and it is destroyed"},
    ]
    return _command(request, name, form, title="Revoke a key", verb="Revoke the key", what=what)


def _require_known(request: AskedBy, name: str) -> None:
    require(request, Power.KEEP_DEVICES)
    if not journal.state(device.at(request.person.venue, name)).is_registered:
        raise NotFound(f"There is no device {name} at this venue.")


def _command(request: AskedBy, name: str, form: CommandForm, *, title: str, verb: str, what: Facts) -> HttpResponse:
    context = {"form": form, "title": title, "verb": verb, "what": what, "leave": reverse("device", args=[name])}
    return page(request, "casino/command.html", context, crumbs=crumbs(name))


def crumbs(name: str) -> list[tuple[str, str]]:
    """The way to a machine."""
    return [(LIST, reverse("devices")), (name, reverse("device", args=[name]))]


def _filtered(request: AskedBy) -> QuerySet[Row]:
    """The machines of this venue that the filters in the address let through."""
    asked = {name: request.GET.get(name, "").strip() for name in ("kind", "bank", "service", "q")}
    rows = selectors.devices(request.person.venue)
    if asked["q"]:
        rows = rows.filter(name__icontains=asked["q"])
    if asked["kind"]:
        rows = rows.filter(kind=asked["kind"])
    if asked["bank"]:
        rows = rows.filter(bank=asked["bank"])
    if asked["service"]:
        rows = rows.filter(is_in_service=asked["service"] == "in")
    return rows


def _filters(request: AskedBy) -> dict[str, Any]:
    kinds = [(each.value, each.value.capitalize()) for each in Kind]
    banks = [(each, each) for each in selectors.banks_of(request.person.venue)]
    groups = [
        _group(request, "kind", "Kind", kinds),
        _group(request, "service", "Service", [("in", "In service"), ("out", "Out of service")]),
        *([_group(request, "bank", "Bank", banks)] if banks else []),
    ]
    return {"groups": groups, "search": {"name": "q", "label": "Name", "value": request.GET.get("q", "").strip()}}


def _group(request: AskedBy, name: str, label: str, options: list[tuple[str, str]]) -> dict[str, Any]:
    chosen = request.GET.get(name, "")
    shown = [{"value": value, "label": words, "is_on": chosen == value} for value, words in [("", "All"), *options]]
    return {"name": name, "label": label, "options": shown}


def _last_heard(state: Device, request: AskedBy, *, is_past: bool) -> Facts:
    """What the machine says it is and runs, and when it last said anything on its line."""
    fitted = state.terminal.software if state.terminal else ""
    is_other = bool(state.software and fitted and state.software != fitted)
    sign = polled.sign_of(state.wired.bank) if state.wired and not is_past else None
    on_line = sign.heard(state.name) if sign else None
    facts: Facts = [
        {
            "label": "Software",
            "value": state.software or "not told yet",
            "note": f"not the {fitted} it was commissioned with" if is_other else "",
        },
        {"label": "Last sequence", "value": f"{state.last_sequence:,}" if state.last_sequence else "not heard of yet"},
    ]
    if told := state.introduced:
        facts += [
            {"label": "Serial", "value": told.serial or "not told"},
            {"label": "Pay table", "value": told.paytable or "not told"},
        ]
    if on_line:
        facts.append({"label": "On its line", "value": f"{ground.local(request.person.venue, on_line):%H:%M:%S}"})
    return facts


def _heard(row: Row, sign: polled.Sign | None, meter: CreditMeter | None, request: AskedBy) -> str:
    """When a machine last said anything: to the poller on its line, by its meters, or by a request of its own."""
    on_line = sign.heard(row.name) if sign else None
    told = [Instant.of(moment) for moment in (row.announced_at, meter and meter.read_at) if moment]
    last = max([*told, *([on_line] if on_line else [])], default=None)
    if last is None:
        return "never"
    return f"{ground.local(request.person.venue, last):%d %b %Y, %H:%M:%S}"


def _state(keys: int, *, is_heard: bool) -> dict[str, str]:
    if not keys:
        return {"kind": "chip", "shape": "locked", "value": "No key", "tone": "warn"}
    if not is_heard:
        return {"kind": "chip", "shape": "pending", "value": "Not announced yet"}
    return {"kind": "chip", "shape": "done", "value": "Announced"}


def _service(*, is_in_service: bool) -> dict[str, str]:
    if is_in_service:
        return {"kind": "chip", "shape": "running", "value": "In service"}
    return {"kind": "chip", "shape": "idle", "value": "Out of service"}
