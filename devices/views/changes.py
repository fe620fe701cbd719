"""Changes of a device: what is fitted to it, where it stands, whether it may be played. Each a form that asks for one command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from casino import edge, journal
from casino.domain.powers import Power
from casino.forms import CommandForm, ConfirmForm
from casino.journal import Origin
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from devices import selectors, services, telling
from devices.domain import device
from devices.domain.device import Device, Kind
from devices.forms import (
    BallForm,
    CommissionForm,
    DiceForm,
    EntryTerminalForm,
    LayoutForm,
    LinkForm,
    MoveForm,
    OutOfServiceForm,
    WheelForm,
    WireForm,
)
from devices.telling import Facts
from devices.views.devices import crumbs

ON_RECORD: Facts = [{"label": "Then", "value": "It stands in the history of the machine, for ever"}]


@require_http_methods(["GET", "POST"])
def commission(request: AskedBy, name: str) -> HttpResponse:
    """Fit a player terminal out for the games of a book."""
    known = _known(request, name)
    form = CommissionForm(request.POST or None, initial=_as_commissioned(known))
    if known.terminal is not None:
        del form.fields["credit_cents"]  # the credit meter has been opened
    what: Facts = [
        {
            "label": "Book",
            "value": "The game cannot be changed later: the credit meter knows the sources of one book",
            "decides": True,
        },
        {"label": "Then", "value": "The credit meter is opened, if this is the first time"},
    ]
    return _change(
        request,
        known,
        form,
        title="Commission a terminal",
        verb="Commission",
        what=what,
        command=lambda origin: services.commission_terminal(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def layout(request: AskedBy, name: str) -> HttpResponse:
    """Note what the touch screen of a terminal shows."""
    known = _known(request, name)
    form = LayoutForm(request.POST or None, initial=_as_approved(known))
    return _change(
        request,
        known,
        form,
        title="Approved layout",
        verb="Put on record",
        command=lambda origin: services.approve_layout(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def link(request: AskedBy, name: str) -> HttpResponse:
    """Link a terminal to a wheel."""
    known = _known(request, name)
    wheels = selectors.devices(request.person.venue).filter(kind=Kind.WHEEL).values_list("name", flat=True)
    form = LinkForm(request.POST or None, wheels=wheels)
    what: Facts = [{"label": "Then", "value": "The outcomes of this terminal are told by that wheel", "decides": True}]
    return _change(
        request,
        known,
        form,
        title="Link to a wheel",
        verb="Link",
        what=what,
        command=lambda origin: services.link_to_wheel(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def dice(request: AskedBy, name: str) -> HttpResponse:
    """Seal a set of dice within a tumbler."""
    form = DiceForm(request.POST or None)
    return _change(
        request,
        _known(request, name),
        form,
        title="Seal dice",
        verb="They are sealed",
        command=lambda origin: services.seal_dice(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def ball(request: AskedBy, name: str) -> HttpResponse:
    """Note the ball a wheel spins."""
    form = BallForm(request.POST or None)

    def command(origin: Origin) -> None:
        given = form.cleaned_data
        services.register_ball(
            name=name, ball=given["ball"], material=given["material"], diameter_um=given["diameter"], origin=origin
        )

    return _change(request, _known(request, name), form, title="Measure the ball", verb="Put on record", command=command)


@require_http_methods(["GET", "POST"])
def wheel(request: AskedBy, name: str) -> HttpResponse:
    """Note the measures of a wheel, and its compartments."""
    form = WheelForm(request.POST or None)

    def command(origin: Origin) -> None:
        given, read = form.cleaned_data, form.cleaned_data["compartments"]
        services.register_wheel(
            name=name,
            housing_mm=given["housing_mm"],
            insert_mm=given["insert_mm"],
            order=tuple(number for number, _ in read),
            colours=tuple(colour for _, colour in read),
            origin=origin,
        )

    return _change(request, _known(request, name), form, title="Measure the wheel", verb="Put on record", command=command)


@require_http_methods(["GET", "POST"])
def entry(request: AskedBy, name: str) -> HttpResponse:
    """Fit an entry terminal to a table."""
    form = EntryTerminalForm(request.POST or None)
    return _change(
        request,
        _known(request, name),
        form,
        title="Fit to a table",
        verb="It is fitted",
        command=lambda origin: services.fit_entry_terminal(
            name=name, **{**_given(form), "keys": tuple(form.cleaned_data["keys"])}, origin=origin
        ),
    )


@require_http_methods(["GET", "POST"])
def move(request: AskedBy, name: str) -> HttpResponse:
    """Note where a machine stands."""
    known = _known(request, name)
    form = MoveForm(request.POST or None)
    return _change(
        request,
        known,
        form,
        title="Move",
        verb="It stands there",
        what=[{"label": "Now", "value": known.place or "not told"}, *ON_RECORD],
        command=lambda origin: services.move_device(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def wire(request: AskedBy, name: str) -> HttpResponse:
    """Note where a machine answers."""
    known = _known(request, name)
    at = known.wired
    where = {"bank": at.bank, "host": at.host, "port": at.port, "address": at.address, "feed_port": at.feed_port} if at else None
    form = WireForm(request.POST or None, initial=where)
    if known.kind != Kind.WHEEL:
        del form.fields["feed_port"]
    return _change(
        request,
        known,
        form,
        title="Wire",
        verb="It is wired so",
        what=[{"label": "Then", "value": "It is polled with its bank at this address", "decides": True}],
        command=lambda origin: services.wire_device(name=name, **_given(form), origin=origin),
    )


@require_http_methods(["GET", "POST"])
def put_in_service(request: AskedBy, name: str) -> HttpResponse:
    """Let a machine be played."""
    known = _known(request, name)
    demanded = telling.gates(known, is_past=False)
    what: Facts = [
        {"label": gate["rule"], "value": gate["text"], "note": "missing" if gate["state"] == "missing" else "there"}
        for gate in demanded
    ]
    return _change(
        request,
        known,
        ConfirmForm(request.POST or None),
        title="Put in service",
        verb="Let it be played",
        what=[*what, {"label": "Then", "value": "It may be played", "decides": True}],
        command=lambda origin: services.put_in_service(name=name, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def take_out_of_service(request: AskedBy, name: str) -> HttpResponse:
    """Let a machine no longer be played."""
    form = OutOfServiceForm(request.POST or None)
    return _change(
        request,
        _known(request, name),
        form,
        title="Take out of service",
        verb="Take it out of service",
        what=[{"label": "Then", "value": "It may not be played, and what is fitted to it may be changed", "decides": True}],
        command=lambda origin: services.take_out_of_service(name=name, **_given(form), origin=origin),
    )


def _known(request: AskedBy, name: str) -> Device:
    require(request, Power.KEEP_DEVICES)
    known = journal.state(device.at(request.person.venue, name))
    if not known.is_registered:
        raise NotFound(f"There is no device {name} at this venue.")
    return known


def _change(
    request: AskedBy,
    known: Device,
    form: CommandForm,
    *,
    title: str,
    verb: str,
    command: Callable[[Origin], object],
    what: Facts = ON_RECORD,
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.KEEP_DEVICES)
        if form.attempt(lambda: command(origin)):
            messages.success(request, f"Done, and on the record: {title[0].lower()}{title[1:]}, {known.name}.")
            return redirect("device", known.name)
    leave = reverse("device", args=[known.name])
    context = {"form": form, "title": f"{title}: {known.name}", "verb": verb, "what": what, "leave": leave}
    return page(request, "casino/command.html", context, crumbs=crumbs(known.name))


def _given(form: CommandForm) -> dict[str, Any]:
    """What was typed, without the id of the request."""
    return {name: value for name, value in form.cleaned_data.items() if name != edge.FIELD}


def _as_commissioned(known: Device) -> dict[str, object]:
    """What stands on record of a terminal that is commissioned anew."""
    if (fitted := known.terminal) is None:
        return {}
    parts = {"stacker": fitted.stacker, "printer": fitted.printer, "game_system": fitted.game_system, "software": fitted.software}
    return {"book": fitted.book, **parts, **_as_approved(known)}


def _as_approved(known: Device) -> dict[str, object]:
    if (shown := known.layout) is None:
        return {}
    return {"diagram": shown.diagram, "approval": shown.approval, "features": "\n".join(shown.features)}
