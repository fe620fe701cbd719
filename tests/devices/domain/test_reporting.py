from __future__ import annotations

from typing import Any

import pytest

from casino.domain.aggregate import Event
from devices.domain import reporting
from devices.domain.device import AGGREGATE, Device, NotRegistered, OpenAlert
from devices.domain.events import (
    AlertAcknowledged,
    DeviceClockSet,
    DeviceIntroduced,
    DeviceLinkLost,
    DeviceLinkRestored,
    DeviceRegistered,
    DeviceReported,
    QuestionRefused,
    ReportsLost,
)
from devices.domain.reporting import NoSuchAlert
from devices.domain.reports import (
    ALERTS,
    BALL_IN_RIM,
    DICE_SHOT,
    ENDS,
    FEED_LOST,
    FEED_RESTORED,
    LINK_LOST,
    NOTED,
    REPORTS_LOST,
    REQUESTS_MISSED,
    SECOND_RESULT,
)
from devices.hearing import name_of
from devices.host.wheel import DIRECTION_UNCHANGED, WARNED
from devices.wire.sas import ExceptionCode
from tests.devices.books import instant

THEN, NOW = instant(0), instant(60)
TOLD = DeviceIntroduced(serial="1234567", protocol="603", game="AC", paytable="AC-1", base_percent="0000")
WITHOUT_END = sorted(name for name, alert in ALERTS.items() if not alert.ends_with)


def _after(*events: Event) -> Device:
    return AGGREGATE.fold(AGGREGATE.start, [DeviceRegistered(kind="player terminal", name="T1"), *events])


def _said(report: str, **at: Any) -> DeviceReported:
    return DeviceReported(report=report, at=at.get("at", THEN))


KNOWN = _after()


@pytest.mark.parametrize("alert", sorted(ALERTS))
def test_an_alert_opens_once_however_often_it_is_told(alert: str) -> None:
    assert reporting.report(KNOWN, alert, at=THEN) == [_said(alert)]
    open_ = _after(_said(alert))
    assert open_.alerts == (OpenAlert(name=alert, since=THEN),)
    assert reporting.report(open_, alert, at=NOW) == []


@pytest.mark.parametrize(("end", "alert"), sorted(ENDS.items()))
def test_the_end_of_an_alert_closes_it_and_an_end_of_none_is_nothing(end: str, alert: str) -> None:
    assert reporting.report(KNOWN, end, at=NOW) == []
    open_ = _after(_said("general tilt"), _said(alert))
    assert reporting.report(open_, end, at=NOW) == [_said(end, at=NOW)]
    closed = _after(_said("general tilt"), _said(alert), _said(end, at=NOW))
    assert closed.alerts == (OpenAlert(name="general tilt", since=THEN),)
    assert reporting.report(closed, end, at=NOW) == []
    assert reporting.report(closed, alert, at=NOW) == [_said(alert, at=NOW)]


@pytest.mark.parametrize("noted", sorted(NOTED))
def test_what_is_noted_goes_on_record_each_time_and_opens_no_alert(noted: str) -> None:
    known = _after(_said(noted))
    assert known.alerts == ()
    assert reporting.report(known, noted, at=NOW) == [_said(noted, at=NOW)]


@pytest.mark.parametrize("unknown", ["", "game started", "waiting for player", "Door opened"])
def test_what_nobody_has_to_know_is_not_put_on_record(unknown: str) -> None:
    assert reporting.report(KNOWN, unknown, at=NOW) == []
    assert _after(_said(unknown)) == KNOWN


def test_a_link_is_lost_once_and_restored_once() -> None:
    lost, restored = DeviceLinkLost(silent_since=THEN), DeviceLinkRestored(at=NOW)
    assert reporting.restore_link(KNOWN, at=NOW) == []
    assert reporting.lose_link(KNOWN, silent_since=THEN) == [lost]
    silent = _after(lost)
    assert silent.alerts == (OpenAlert(name=LINK_LOST, since=THEN),)
    assert reporting.lose_link(silent, silent_since=NOW) == []
    assert reporting.restore_link(silent, at=NOW) == [restored]
    assert _after(lost, restored) == KNOWN


def test_reports_are_lost_once_until_somebody_takes_it_up() -> None:
    lost = ReportsLost(at=THEN)
    assert reporting.lose_reports(KNOWN, at=THEN) == [lost]
    assert _after(lost).alerts == (OpenAlert(name=REPORTS_LOST, since=THEN),)
    assert reporting.lose_reports(_after(lost), at=NOW) == []
    taken_up = _after(lost, reporting.acknowledge(_after(lost), REPORTS_LOST))
    assert reporting.lose_reports(taken_up, at=NOW) == [ReportsLost(at=NOW)]


@pytest.mark.parametrize("alert", sorted(ENDS.values()))
def test_an_acknowledged_alert_with_an_end_is_quiet_until_its_end_and_is_acknowledged_once(alert: str) -> None:
    open_ = _after(_said("general tilt"), _said(alert))
    assert reporting.acknowledge(open_, alert) == AlertAcknowledged(alert=alert)
    quiet = _after(_said("general tilt"), _said(alert), AlertAcknowledged(alert=alert))
    assert quiet.alerts == (
        OpenAlert(name="general tilt", since=THEN),
        OpenAlert(name=alert, since=THEN, is_acknowledged=True),
    )
    assert reporting.report(quiet, alert, at=NOW) == []
    assert reporting.report(quiet, ALERTS[alert].ends_with, at=NOW) == [_said(ALERTS[alert].ends_with, at=NOW)]
    with pytest.raises(NoSuchAlert):
        reporting.acknowledge(quiet, alert)


@pytest.mark.parametrize("alert", WITHOUT_END)
def test_an_alert_whose_end_no_machine_tells_ends_when_it_is_acknowledged_and_may_come_again(alert: str) -> None:
    closed = _after(_said(alert), reporting.acknowledge(_after(_said(alert)), alert))
    assert closed == KNOWN
    assert reporting.report(closed, alert, at=NOW) == [_said(alert, at=NOW)]


@pytest.mark.parametrize("nothing", ["", "door opened", "door closed", "cash out pressed", "no such thing"])
def test_what_is_not_open_is_not_acknowledged(nothing: str) -> None:
    with pytest.raises(NoSuchAlert):
        reporting.acknowledge(_after(_said("general tilt"), _said("cash out pressed")), nothing)


def test_a_machine_says_what_it_is_once_and_again_only_when_that_has_changed() -> None:
    other = DeviceIntroduced(serial="1234567", protocol="603", game="AC", paytable="AC-2", base_percent="0000")
    assert reporting.introduce(KNOWN, TOLD) == [TOLD]
    assert reporting.introduce(_after(TOLD), TOLD) == []
    assert reporting.introduce(_after(TOLD), other) == [other]
    assert reporting.introduce(_after(TOLD, other), TOLD) == [TOLD]


def test_a_clock_that_was_set_and_a_question_that_was_refused_are_kept_and_change_nothing() -> None:
    for ahead in (-90, None):
        assert reporting.set_clock(KNOWN, seconds_ahead=ahead) == DeviceClockSet(seconds_ahead=ahead)
    refused = reporting.refuse_question(KNOWN, question="ticket-in", is_too_late=True)
    assert refused == QuestionRefused(question="ticket-in", is_too_late=True)
    assert _after(DeviceClockSet(seconds_ahead=-90), refused) == KNOWN


REPORTED: list[Any] = [
    lambda it: reporting.report(it, "door opened", at=NOW),
    lambda it: reporting.lose_link(it, silent_since=NOW),
    lambda it: reporting.lose_reports(it, at=NOW),
    lambda it: reporting.acknowledge(it, "door opened"),
    lambda it: reporting.introduce(it, TOLD),
    lambda it: reporting.set_clock(it, seconds_ahead=1),
    lambda it: reporting.refuse_question(it, question="ticket-in", is_too_late=False),
]


@pytest.mark.parametrize("reported", REPORTED)
def test_nothing_is_heard_of_a_machine_that_is_not_on_the_books(reported: Any) -> None:
    with pytest.raises(NotRegistered):
        reported(Device())


def test_everything_a_machine_may_report_is_something_the_wire_can_say() -> None:
    of_the_feed = {FEED_LOST, SECOND_RESULT, DICE_SHOT, BALL_IN_RIM}
    told = {*ALERTS, *NOTED} - {LINK_LOST, REPORTS_LOST, REQUESTS_MISSED, DIRECTION_UNCHANGED, *WARNED.values(), *of_the_feed}
    ends = ENDS.keys() - {"link restored", FEED_RESTORED}
    assert (told | ends) - {name_of(code) for code in ExceptionCode} == set()


def test_a_report_is_an_alert_or_its_end_or_noted_and_each_end_ends_one_alert() -> None:
    assert not ALERTS.keys() & ENDS.keys()
    assert not NOTED & (ALERTS.keys() | ENDS.keys())
    assert len(ENDS) == sum(bool(alert.ends_with) for alert in ALERTS.values())
