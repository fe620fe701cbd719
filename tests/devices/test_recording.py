"""What a poller puts on record, and what it has yet to tell, one call after the other."""

from __future__ import annotations

from collections import deque
from uuid import uuid4

import pytest

from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.powers import AC
from devices import services
from devices.domain.credit_meter import Order
from devices.host.findings import SnapshotTold, WagerTold
from devices.inbox import Machine
from devices.models import WireCount
from devices.recording import Heard, Recording
from devices.wire.feed_messages import MeterSnapshot, WagerRecorded
from tests.devices import fitting
from tests.factories import asked_by, engage, open_house

pytestmark = pytest.mark.django_db


@pytest.fixture
def recording() -> Recording:
    """Of a bank with one terminal and one tumbler."""
    open_house()
    engage("814", electronic_gaming_attendant=(AC,))
    fitting.terminal("T1")
    fitting.tumbler("D1")
    return Recording("AC1", {name: Machine(VenueId("star"), name, AC) for name in ("T1", "D1")})


def order(order: Order) -> None:
    services.order_terminal(terminal="T1", order=order, reason="So", origin=asked_by("814", "electronic gaming attendant"))


def test_an_order_that_is_given_again_after_its_opposite_is_told_at_once(recording: Recording) -> None:
    for _ in range(2):
        order(Order.LOCK)
        assert recording.orders() == [("T1", Order.LOCK)]
        assert recording.orders() == []  # it is asked again only after a while
        order(Order.UNLOCK)
        assert ("T1", Order.LOCK) not in recording.orders()


def test_what_a_table_says_and_nobody_keeps_is_counted(recording: Recording) -> None:
    snapshot = MeterSnapshot("T1", Cents(1), 2, Cents(3), Cents(4), Cents(5), Cents(6), Cents(7))
    told = [
        SnapshotTold("D1", 0.0, 1, 1, snapshot),
        WagerTold("D1", 0.0, 1, 2, WagerRecorded("T1", "R1", "r", "red", Cents(500))),
    ]
    replies = recording.take(deque(Heard(each, uuid4()) for each in told))
    assert replies == [(each, None) for each in told]  # and is acknowledged, or the table would say it for ever
    recording.write_counts()
    [count] = WireCount.objects.values("device", "kind", "times", "detail")
    assert count == {"device": "star.D1", "kind": "not kept", "times": 2, "detail": "WagerTold"}
