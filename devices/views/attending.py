"""Attending to a machine: its meters beside ours, its alerts, what it has been told, and what can be done about them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from casino import as_at, edge, homes, journal
from casino import selectors as ground
from casino.as_at import Moment
from casino.domain.gaming_day import start_of
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import HOUSE, Power
from casino.journal import calendars
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from devices import meters_told, needs, polled, selectors, services
from devices.domain import credit_meter, device
from devices.domain.credit_meter import CreditMeter, Order
from devices.domain.device import Device, Kind, OpenAlert, WrongKind
from devices.domain.reports import ALERTS
from devices.forms import OrderForm
from devices.models import CreditMeter as Meter

Facts = list[dict[str, Any]]


def require_reader(request: AskedBy) -> None:
    """Refuse the register to whoever neither keeps it nor attends to machines of any game."""
    if not request.person.may_somewhere(Power.ATTEND_DEVICES):
        require(request, Power.KEEP_DEVICES)


def shown(request: AskedBy, known: Device, moment: Moment | None) -> dict[str, Any]:
    """What the page of a machine says to whoever attends to it."""
    ref = credit_meter.at(request.person.venue, known.name)
    meter = as_at.state(ref, moment)
    is_past, now = moment is not None, moment.instant if moment else request.person.now
    attends = request.person.may(Power.ATTEND_DEVICES, known.book or HOUSE)
    takers = {} if is_past else selectors.who_took_up(device.at(request.person.venue, known.name).id)
    told: dict[str, Any] = {
        "alerts": [
            _alert(alert, known, now, by=takers.get(alert.name, ""), may=attends and not is_past) for alert in known.alerts
        ],
        "attends": attends and not is_past,
        "meter": meter if meter.is_open else None,
        "live_story": device.at(request.person.venue, known.name).stream,
    }
    return told | (_metered(request, known, meter, now, is_past=is_past) if meter.is_open else {})


def _metered(request: AskedBy, known: Device, meter: CreditMeter, now: Instant, *, is_past: bool) -> dict[str, Any]:
    venue = request.person.venue
    ref, day = credit_meter.at(venue, known.name), ground.gaming_day(venue, now)
    before = journal.state_at(ref, start_of(calendars.of(venue), day))
    play, notes = meter.orders
    return {
        "live_meters": f"{ref.stream} polling",
        "live_story": f"{device.at(venue, known.name).stream} {ref.stream}",
        "meters": meters_told.beside(meter, before),
        "alone": meters_told.alone(meter, before),
        "orders": meters_told.orders(meter),
        "differs": _differs(meter),
        "hand_pay": _hand_pay(meter),
        "read": _read(known, meter, now, is_past=is_past),
        "chips": _chips(meter),
        "order_play": "unlock" if play is Order.LOCK else "lock",
        "order_notes": "notes-on" if notes is Order.NOTES_OFF else "notes-off",
    }


def _chips(meter: CreditMeter) -> Facts:
    told = []
    if meter.locked_because:
        told.append({"kind": "chip", "shape": "locked", "value": "Locked"})
    if meter.differs_by:
        told.append({"kind": "chip", "shape": "differs", "value": f"Differs by {dollars(Cents(abs(meter.differs_by)))}"})
    if meter.hand_pay_cents:
        told.append({"kind": "chip", "shape": "note", "value": "Hand-pay"})
    return told


def _differs(meter: CreditMeter) -> dict[str, str] | None:
    """What stands above the page while the terminal and our record have parted."""
    if not meter.differs_by:
        return None
    more, rule = "more" if meter.differs_by > 0 else "less", needs.DIFFERS[meter.book]
    ours = f"Our record says {dollars(meter.cents)}, and so it has for two polls."
    return {
        "tone": "stop",
        "shape": "differs",
        "strong": f"The terminal shows {dollars(Cents(abs(meter.differs_by)))} {more} than our record says.",
        "words": f"{ours} Credits not in keeping with the wagers are a malfunction, {rule}.",
        "note": "found by the poller",
    }


def _hand_pay(meter: CreditMeter) -> dict[str, str] | None:
    """What stands above the page while somebody has to pay by hand."""
    if not meter.hand_pay_cents:
        return None
    rule = credit_meter.PAID_BY_HAND[meter.book]
    return {
        "tone": "warn",
        "shape": "note",
        "strong": f"The terminal waits for {dollars(meter.hand_pay_cents)} to be paid by hand.",
        "words": f"Nothing is played there until an attendant has paid and reset it ({rule}).",
    }


def _read(known: Device, meter: CreditMeter, now: Instant, *, is_past: bool) -> dict[str, str] | None:
    """When the terminal was last read: by the poller's word, else by the last reading that was news."""
    sign = polled.sign_of(known.wired.bank) if known.wired and not is_past else None
    at = (sign.read(known.name) if sign else None) or meter.read_at
    return {"since": "" if is_past else str(at), "age": homes.age(at, now)} if at else None


def _alert(alert: OpenAlert, known: Device, now: Instant, *, by: str, may: bool) -> dict[str, Any]:
    about = ALERTS[alert.name]
    return {
        "name": alert.name,
        "title": about.words,
        "rule": about.rule,
        "words": "It ends when the machine says so." if about.ends_with else "It ends when somebody has taken it up.",
        "since": str(alert.since),
        "age": homes.age(alert.since, now),
        "is_acknowledged": alert.is_acknowledged,
        "by": by,
        "url": reverse("device-acknowledge", args=[known.name]) if may and not alert.is_acknowledged else "",
        "request_id": edge.new_request_id(),
    }


def attention(meter: Meter | None, alerts: int) -> dict[str, Any]:
    """What a list says of a machine that needs somebody: the worst of it."""
    if meter and meter.differs_by:
        return {"kind": "chip", "shape": "differs", "value": f"Differs by {dollars(Cents(abs(meter.differs_by)))}"}
    if meter and meter.hand_pay_cents:
        return {"kind": "chip", "shape": "note", "value": f"Hand-pay {dollars(Cents(meter.hand_pay_cents))}"}
    if alerts:
        return {"kind": "chip", "shape": "waits", "value": f"{alerts} alert{'s' if alerts > 1 else ''}"}
    if meter and meter.is_locked:
        return {"kind": "chip", "shape": "locked", "value": "Locked"}
    return {"value": "none"}


def credits_of(meter: Meter | None) -> dict[str, Any]:
    """What stands on a terminal's credit meter; other machines have none."""
    return {"kind": "money", "value": meter.cents, "side": "figure"} if meter else {"value": "none", "side": "figure"}


def wire(device_id: str) -> Facts:
    """What came over the wire and was no answer."""
    return [
        {"kind": row.kind.capitalize().replace("crc", "CRC"), "times": f"{row.times:,}", "at": row.last_at, "detail": row.detail}
        for row in selectors.wire_counts(device_id)
    ]


@require_http_methods(["GET", "POST"])
def order(request: AskedBy, name: str, asked: str) -> HttpResponse:
    """Lock a terminal or enable it again, let it take notes or none."""
    if asked not in meters_told.ORDER_PAGES:
        raise NotFound("There is no such order.")
    wanted, title, then = meters_told.ORDER_PAGES[asked]
    known = _attended(request, name)
    form = OrderForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.ATTEND_DEVICES, book=known.book or HOUSE)
        reason = form.cleaned_data["reason"]
        if form.attempt(lambda: services.order_terminal(terminal=name, order=wanted, reason=reason, origin=origin)):
            messages.success(request, f"{title}: {name} is told as soon as it answers.")
            return redirect("device", name)
    what: Facts = [
        {"label": "Then", "value": then, "decides": True},
        {"label": "On the line", "value": "The terminal must say yes; until then it is asked again"},
    ]
    context = {"form": form, "title": f"{title}: {name}", "verb": title, "what": what, "leave": reverse("device", args=[name])}
    here = [("Devices", reverse("devices")), (name, reverse("device", args=[name]))]
    return page(request, "casino/command.html", context, crumbs=here)


@require_POST
def acknowledge(request: AskedBy, name: str) -> HttpResponse:
    """Take an alert up."""
    known = _attended(request, name)
    origin = edge.origin(request, Power.ATTEND_DEVICES, book=known.book or HOUSE)
    services.acknowledge_alert(name=name, alert=request.POST.get("alert", ""), origin=origin)
    messages.success(request, "Taken up, and on the record.")
    return redirect("device", name)


@require_POST
def read_again(request: AskedBy, name: str) -> HttpResponse:
    """Have a terminal read at its next turn. Nothing is written: what it says may be."""
    known = _attended(request, name)
    if known.kind != Kind.PLAYER_TERMINAL:
        raise WrongKind(f"{name} is registered as {known.kind}: it has no meters that could be read.")
    if known.wired and polled.ask_to_read(known.wired.bank, name):
        messages.success(request, f"{name} is asked for its meters now.")
    else:
        messages.success(request, f"Nobody can ask {name} at once: it is read in its turn, if it is polled.")
    return redirect("device", name)


def _attended(request: AskedBy, name: str) -> Device:
    known = journal.state(device.at(request.person.venue, name))
    if not known.is_registered:
        require_reader(request)
        raise NotFound(f"There is no device {name} at this venue.")
    require(request, Power.ATTEND_DEVICES, book=known.book or HOUSE)
    return known
