"""Reads of devices that are shared or not trivial."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.models import Q, QuerySet

from casino import selectors as ground
from casino.domain.events import VenueId
from casino.journal import codec, reading
from devices.domain import credit_meter as credit_meter_
from devices.domain.credit_meter import CreditMeter as CreditMeterState
from devices.domain.credit_meter import Order
from devices.domain.device import Kind
from devices.domain.location import Neighbour
from devices.models import Alert, CreditMeter, Device, WireCount

_WIRING = """
    SELECT coalesce(md5(string_agg(concat_ws(' ', machine.id, host, port, address, feed_port, meter.book, credit_cents, keys.ids),
                                   ',' ORDER BY machine.id)), '')
      FROM devices_device machine LEFT JOIN devices_creditmeter meter ON meter.id = machine.id
      LEFT JOIN LATERAL (SELECT string_agg(key_id, '+' ORDER BY key_id) AS ids FROM devices_devicekey
                          WHERE device = machine.id AND machine.kind = ANY(%s)) keys ON true
     WHERE machine.bank = %s"""
_METERS = """
    SELECT meter.id, meter.terminal, head.version, head.state_version, head.state
      FROM devices_creditmeter meter JOIN journal.head head ON head.stream = 'credit_meter-' || meter.id
     WHERE meter.id = ANY(%s)"""
WITH_FEED = (Kind.DICE_TUMBLER, Kind.WHEEL)


def devices(venue_id: VenueId) -> QuerySet[Device]:
    """The devices of a venue, by name."""
    return Device.objects.filter(venue=venue_id).order_by("name", "id")


def named_or_placed(venue_id: VenueId, words: str) -> QuerySet[Device]:
    """The devices of a venue whose name or place has these words."""
    return devices(venue_id).filter(Q(name__icontains=words) | Q(place__icontains=words))


def banks() -> list[str]:
    """The banks of every venue, each of which is polled as one."""
    return list(Device.objects.exclude(bank="").order_by("bank").values_list("bank", flat=True).distinct())


def banks_of(venue_id: VenueId) -> list[str]:
    """The banks of a venue."""
    return list(devices(venue_id).exclude(bank="").order_by("bank").values_list("bank", flat=True).distinct())


def on_wire(bank: str) -> QuerySet[Device]:
    """Every machine of a bank, by its line and address."""
    return Device.objects.filter(bank=bank).order_by("host", "port", "address", "id")


def terminals_of_bank(bank: str) -> list[tuple[Device, CreditMeter]]:
    """The commissioned terminals of a bank with their credit meters, by their line and address."""
    wired = list(on_wire(bank).filter(kind=Kind.PLAYER_TERMINAL))
    meters = CreditMeter.objects.in_bulk([each.id for each in wired])
    return [(each, meters[each.id]) for each in wired if each.id in meters]


def wiring_of(bank: str) -> str:
    """What differs whenever a machine of the bank is wired, given a key or moved to another bank: asked twice a second."""
    with connection.cursor() as cursor:
        cursor.execute(_WIRING, [list(WITH_FEED), bank])
        return str(cursor.fetchone()[0])


def feeds_of_bank(bank: str) -> list[tuple[Device, int]]:
    """The machines of a bank that speak for an electronic table, and at which port; a wheel may have no such feed."""
    machines = on_wire(bank).filter(kind__in=WITH_FEED)
    ports = [(each, each.port if each.kind == Kind.DICE_TUMBLER else each.feed_port) for each in machines]
    return [(each, port) for each, port in ports if port]


def meters_shown(meters: Iterable[str]) -> list[tuple[str, int, CreditMeterState]]:
    """What stands on these credit meters, by terminal, and as of which version."""
    with connection.cursor() as cursor:
        cursor.execute(_METERS, [list(meters)])
        rows = cursor.fetchall()
    return [(terminal, version, _meter(id_, version, *kept)) for id_, terminal, version, *kept in rows]


def _meter(id_: str, version: int, state_version: int, text: str) -> CreditMeterState:
    aggregate = credit_meter_.AGGREGATE
    if state_version != aggregate.state_version:
        return reading.fold(aggregate.at(id_), up_to=version)
    return codec.decode(CreditMeterState, text)


def wheels_of_bank(bank: str) -> QuerySet[Device]:
    """The automatic wheels of a bank."""
    return on_wire(bank).filter(kind=Kind.WHEEL)


def venue_of_bank(bank: str) -> str | None:
    """Whose bank it is; nobody's if it is a new one."""
    return Device.objects.filter(bank=bank).values_list("venue", flat=True).first()


def hold_line(*, host: str, port: int) -> None:
    """Until this transaction ends nobody else is wired to the same gateway. It comes before any other lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"line {host}:{port}"])


def neighbours(device_id: str, *, host: str) -> list[Neighbour]:
    """The other machines, of whatever venue, that are reached through a host."""
    others = Device.objects.filter(host=host).exclude(id=device_id).order_by("address", "id")
    return [Neighbour(*each) for each in others.values_list("name", "kind", "bank", "port", "address", "feed_port")]


def credit_meter(venue_id: VenueId, terminal: str) -> CreditMeter | None:
    """The credit meter of a terminal, if it has been commissioned."""
    return CreditMeter.objects.filter(id=f"{venue_id}.{terminal}").first()


def alerts(venue_id: VenueId) -> QuerySet[Alert]:
    """What machines of a venue report that goes on, the oldest first."""
    return Alert.objects.filter(venue=venue_id, is_open=True).order_by("since", "id")


def who_took_up(device_id: str) -> dict[str, str]:
    """Who has taken up which alert of a machine, by name."""
    taken = dict(
        Alert.objects.filter(device=device_id, is_open=True).exclude(acknowledged_by="").values_list("name", "acknowledged_by")
    )
    names = ground.names_of(taken.values())
    return {alert: names[actor] for alert, actor in taken.items()}


def wanting(venue_id: VenueId) -> QuerySet[CreditMeter]:
    """The credit meters of a venue that differ from their terminal's, or whose terminal waits to be paid by hand."""
    return CreditMeter.objects.filter(~Q(differs_by=0) | ~Q(hand_pay_cents=0), venue=venue_id).order_by("terminal")


def wire_counts(device_id: str) -> QuerySet[WireCount]:
    """What came over the wire of a machine and was no answer, the latest first."""
    return WireCount.objects.filter(device=device_id).order_by("-last_at", "kind")


def books_of(device_ids: Iterable[str]) -> dict[str, str]:
    """The book of each of these machines; none while it is fitted out for none."""
    return dict(Device.objects.filter(id__in=list(device_ids)).values_list("id", "book"))


def credit_meters(venue_id: VenueId) -> dict[str, CreditMeter]:
    """Every credit meter of a venue, by its terminal's id."""
    return {meter.id: meter for meter in CreditMeter.objects.filter(venue=venue_id)}


def orders_of(meters: Iterable[str], *, forgotten_by: Iterable[str]) -> list[tuple[str, Order]]:
    """What the terminals of these meters have yet to say yes to; and what those were told that may have forgotten it."""
    forgetful = set(forgotten_by)
    due = ~Q(to_obey=[]) | (Q(id__in=forgetful) & (Q(is_locked=True) | Q(takes_notes=False)))
    rows = CreditMeter.objects.filter(due, id__in=list(meters)).order_by("terminal")
    return [(row.terminal, order) for row in rows for order in sorted(_orders(row, is_forgetful=row.id in forgetful))]


def _orders(row: CreditMeter, *, is_forgetful: bool) -> set[Order]:
    stands = {Order.LOCK} if row.is_locked else set()
    stands |= set() if row.takes_notes else {Order.NOTES_OFF}
    return {Order(each) for each in row.to_obey} | (stands if is_forgetful else set())
