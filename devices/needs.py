"""What machines ask of a person: alerts nobody has taken up, meters that differ, hand-pays that wait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from django.urls import reverse

from casino import authority_table
from casino import selectors as ground
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import AC, HOUSE, IR, SB, Power
from casino.homes import Need
from casino.sessions import Person
from devices import selectors
from devices.domain.credit_meter import PAID_BY_HAND
from devices.domain.reports import ALERTS
from devices.models import Alert, CreditMeter

DIFFERS = {AC: "AC 6.2.1", IR: "IR 7.2.1", SB: "SB 7.2.1"}
"""The grounds on which a manager looks into a difference."""


def count(person: Person) -> int:
    """How much of it waits for this person."""
    return len(_waiting(person))


def needs(person: Person) -> Iterator[Need]:
    """What waits for this person, each with the page on which it is taken up."""
    yield from _waiting(person)


def glance() -> object:
    """What needs somebody may have changed when this has."""
    return [
        (venue, list(selectors.alerts(venue).values_list("id", "acknowledged_by")), list(selectors.wanting(venue).values_list()))
        for venue in (VenueId(each.id) for each in ground.venues())
    ]


@lru_cache(maxsize=16)
def _waiting(person: Person) -> tuple[Need, ...]:
    """Asked for once at the moment of a request, however many parts of a page show it."""
    if not person.may_somewhere(Power.ATTEND_DEVICES):
        return ()
    wanting = [meter for meter in selectors.wanting(person.venue) if person.may(Power.ATTEND_DEVICES, meter.book)]
    alerts = list(selectors.alerts(person.venue).filter(acknowledged_by=""))
    books = selectors.books_of(alert.device for alert in alerts)
    ours = [alert for alert in alerts if person.may(Power.ATTEND_DEVICES, books.get(alert.device) or HOUSE)]
    return (
        *(_differs(meter) for meter in wanting if meter.differs_by),
        *(_hand_pay(meter) for meter in wanting if meter.hand_pay_cents),
        *(_alert(alert, books.get(alert.device) or HOUSE) for alert in ours),
    )


def _differs(meter: CreditMeter) -> Need:
    theirs, ours = dollars(Cents(meter.terminal_cents or 0)), dollars(Cents(meter.cents))
    return Need(
        title=f"{meter.terminal} differs by {dollars(Cents(abs(meter.differs_by)))}",
        about="difference",
        words=f"The terminal shows {theirs}, our record says {ours}, for two polls and more.",
        verb="Look at its meters",
        url=reverse("device", args=[meter.terminal]),
        shape="differs",
        rule=DIFFERS[meter.book],
        since=_instant(meter.differs_since),
        holds_up_play=True,
    )


def _hand_pay(meter: CreditMeter) -> Need:
    return Need(
        title=f"{meter.terminal} waits to be paid by hand",
        about="hand-pay",
        words=f"{dollars(Cents(meter.hand_pay_cents))}; nothing is played there until it is reset.",
        verb="Look at it",
        url=reverse("device", args=[meter.terminal]),
        shape="note",
        rule=PAID_BY_HAND[meter.book],
        since=_instant(meter.hand_pay_since),
        holds_up_play=True,
    )


def _alert(alert: Alert, book: str) -> Need:
    name = alert.device.partition(".")[2]
    return Need(
        title=f"{name}: {ALERTS[alert.name].words[0].lower()}{ALERTS[alert.name].words[1:]}",
        about=alert.name,
        words="Nobody has taken it up yet.",
        verb="Look at it",
        url=reverse("device", args=[name]),
        rule=authority_table.cited(Power.ATTEND_DEVICES, book),
        since=_instant(alert.since),
    )


def _instant(moment: datetime | None) -> Instant | None:
    return Instant.of(moment) if moment else None
