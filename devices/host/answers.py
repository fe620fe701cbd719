"""What a terminal's answers mean."""

from __future__ import annotations

from collections.abc import Callable

from devices.host.findings import (
    Answered,
    ClockWasOff,
    HandPayResetTried,
    Introduced,
    ProgressiveHit,
    TransferTold,
    WhyUnanswered,
)
from devices.host.station import Station
from devices.wire.sas import Acknowledged, Answer, Busy, NotAcknowledged, Request, control, meters, progressives, tickets
from devices.wire.sas.transfers import Transferred

CLOCK_TOLERANCE_SECONDS = 2.0


def take(station: Station, request: Request, answer: Answer, now: float) -> None:
    """What a terminal says to a long poll: kept, told, or followed by another question."""
    match answer:
        case Busy():
            station.busy(request, now)
        case NotAcknowledged():
            station.unanswered(request, WhyUnanswered.NOT_ACKNOWLEDGED, now)
        case _:
            _take(station, request, answer, now, is_outside=station.done_with(request))
            station.plan()


def _take(station: Station, request: Request, answer: Answer, now: float, *, is_outside: bool) -> None:
    if is_outside:
        station.tell(Answered(station.device, now, request, answer))
    match answer:
        case meters.Meters() | meters.SelectedMeters() | meters.LongMeters():
            station.meters_read(answer, now)
        case control.HandPay():
            station.hand_pay_read(answer if answer.amount_cents else None, now)
        case progressives.ProgressiveWin() if answer.amount_cents:
            station.tell(ProgressiveHit(station.device, now, answer))
        case Transferred():
            station.tell(TransferTold(station.device, now, answer))
        case _ if type(answer) in _ABOUT_THE_TERMINAL:
            _ABOUT_THE_TERMINAL[type(answer)](station, answer, now)
        case _ if not is_outside and isinstance(request, control.SetResetMethod):
            _second_step(station, answer, now)
        case control.HandPayReset():
            station.tell(HandPayResetTried(station.device, now, answer.result))
        case _:
            _take_ticket_answer(station, request, answer, now)


def _second_step(station: Station, answer: Answer, now: float) -> None:
    """The terminal has agreed to a method, so that the hand-pay can be reset; or it has not."""
    agreed = control.ResetMethodSet(control.ResetMethodResult.SET)
    if isinstance(answer, Acknowledged) or answer == agreed:
        station.want(control.ResetHandPay())
    else:
        station.tell(HandPayResetTried(station.device, now, None))


def _take_ticket_answer(station: Station, request: Request, answer: Answer, now: float) -> None:
    match request, answer:
        case tickets.ReadCashOut(), tickets.PendingCashOut():
            station.tickets.cash_out_read(answer, now)
        case tickets.GiveNumber(), tickets.NumberTaken():
            station.tickets.number_taken(request, answer, now)
        case tickets.ReadTicket(), tickets.InsertedTicket() | tickets.NoTicket():
            station.tickets.ticket_read(answer, now)
        case ((tickets.DecideTicket() | tickets.ReadRedemption()), tickets.Redemption() | tickets.NoRedemption()):
            station.tickets.redemption_read(answer, now)
        case tickets.ReadValidationRecord(), tickets.ValidationRecord():
            station.tickets.record_read(request, answer, now)


def _features(station: Station, answer: control.Features, _: float) -> None:
    station.features = answer
    station.introduce()


def _identity(station: Station, answer: control.Identity, _: float) -> None:
    station.identity = answer


def _serial(station: Station, answer: control.Serial, now: float) -> None:
    station.serial = answer
    station.tell(Introduced(station.device, now, station.features, station.identity, answer))


def _clock(station: Station, answer: control.Clock, now: float) -> None:
    right = station.local_time(now).replace(microsecond=0)
    off = (answer.at - right).total_seconds() if answer.at else None
    if off is None or abs(off) > CLOCK_TOLERANCE_SECONDS:
        station.tell(ClockWasOff(station.device, now, off))
        station.want(control.SetClock(right))


_ABOUT_THE_TERMINAL: dict[type[Answer], Callable[..., None]] = {
    control.Features: _features,
    control.Identity: _identity,
    control.Serial: _serial,
    control.Clock: _clock,
}
