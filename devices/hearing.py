"""What devices themselves do with what machines say: each handler puts one kind of finding on record."""

from __future__ import annotations

from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.journal import Origin
from devices import services
from devices.domain.credit_meter import Order
from devices.domain.events import DeviceIntroduced
from devices.domain.reports import BALL_IN_RIM, DICE_SHOT, FEED_LOST, FEED_RESTORED
from devices.host.findings import (
    Answered,
    BallInRimTold,
    ClockWasOff,
    ExceptionHeard,
    ExceptionsLost,
    FeedLost,
    FeedRestored,
    Finding,
    HandPayPending,
    Introduced,
    LinkDown,
    LinkUp,
    MetersRead,
    NoHandPay,
    Refused,
    ShotTold,
    WheelWarned,
)
from devices.host.meters import reading_of
from devices.host.runner import moment
from devices.inbox import Handler, Machine
from devices.wire.sas import Acknowledged, ExceptionCode, Request
from devices.wire.sas.control import DisableNoteAcceptor, EnableNoteAcceptor, LockPlay, UnlockPlay

ORDERS: dict[Order, Request] = {
    Order.LOCK: LockPlay(),
    Order.UNLOCK: UnlockPlay(),
    Order.NOTES_OFF: DisableNoteAcceptor(),
    Order.NOTES_ON: EnableNoteAcceptor(),
}
"""How a terminal is told."""
_OBEYED = {request: order for order, request in ORDERS.items()}


def _at(origin: Origin) -> Instant:
    assert origin.occurred_at is not None, "the poller says when"
    return origin.occurred_at


def _meters(machine: Machine, found: MetersRead, origin: Origin) -> None:
    reading = reading_of(found, credit_cents=machine.credit_cents, at=_at(origin))
    services.take_reading(terminal=machine.name, reading=reading, origin=origin)


def _report(machine: Machine, found: ExceptionHeard, origin: Origin) -> None:
    if found.code is ExceptionCode.HAND_PAY_RESET:
        services.note_hand_pay(terminal=machine.name, cents=Cents(0), origin=origin)
    else:
        services.note_report(name=machine.name, report=name_of(found.code), at=_at(origin), origin=origin)


def _warned(machine: Machine, found: WheelWarned, origin: Origin) -> None:
    services.note_report(name=machine.name, report=found.what, at=_at(origin), origin=origin)


def name_of(code: ExceptionCode) -> str:
    """What a report is called in the book."""
    return code.name.lower().replace("_", " ")


def _hand_pay(machine: Machine, found: HandPayPending, origin: Origin) -> None:
    services.note_hand_pay(terminal=machine.name, cents=found.cents, origin=origin)


def _no_hand_pay(machine: Machine, _: NoHandPay, origin: Origin) -> None:
    services.note_hand_pay(terminal=machine.name, cents=Cents(0), origin=origin)


def _link_up(machine: Machine, _: LinkUp, origin: Origin) -> None:
    services.restore_link(name=machine.name, at=_at(origin), origin=origin)


def _link_down(machine: Machine, found: LinkDown, origin: Origin) -> None:
    silent_since = Instant.of(moment(found.silent_since))
    services.lose_link(name=machine.name, silent_since=silent_since, origin=origin)


def _feed_restored(machine: Machine, _: FeedRestored, origin: Origin) -> None:
    services.note_report(name=machine.name, report=FEED_RESTORED, at=_at(origin), origin=origin)


def _feed_lost(machine: Machine, found: FeedLost, origin: Origin) -> None:
    silent_since = Instant.of(moment(found.silent_since))
    services.note_report(name=machine.name, report=FEED_LOST, at=silent_since, origin=origin)


def _shot(machine: Machine, _: ShotTold, origin: Origin) -> None:
    services.note_report(name=machine.name, report=DICE_SHOT, at=_at(origin), origin=origin)


def _ball_in_rim(machine: Machine, _: BallInRimTold, origin: Origin) -> None:
    services.note_report(name=machine.name, report=BALL_IN_RIM, at=_at(origin), origin=origin)


def _lost(machine: Machine, _: ExceptionsLost, origin: Origin) -> None:
    services.lose_reports(name=machine.name, at=_at(origin), origin=origin)


def _introduced(machine: Machine, found: Introduced, origin: Origin) -> None:
    serial, game = found.serial, found.identity
    told = DeviceIntroduced(
        serial=serial.serial if serial else "",
        protocol=serial.version if serial else "",
        game=game.game_id if game else "",
        paytable=game.paytable_id if game else "",
        base_percent=game.base_percent if game else "",
    )
    services.introduce_device(name=machine.name, told=told, origin=origin)


def _clock(machine: Machine, found: ClockWasOff, origin: Origin) -> None:
    ahead = None if found.seconds is None else round(found.seconds)
    services.note_clock_set(name=machine.name, seconds_ahead=ahead, origin=origin)


def _refused(machine: Machine, found: Refused, origin: Origin) -> None:
    question = found.question.value
    services.refuse_question(name=machine.name, question=question, is_too_late=found.is_too_late, origin=origin)


def _answered(machine: Machine, found: Answered, origin: Origin) -> None:
    if found.request in _OBEYED and isinstance(found.answer, Acknowledged):
        services.note_obeyed(terminal=machine.name, order=_OBEYED[found.request], origin=origin)


HANDLERS: dict[type[Finding], Handler] = {
    MetersRead: _meters,
    ExceptionHeard: _report,
    HandPayPending: _hand_pay,
    NoHandPay: _no_hand_pay,
    LinkUp: _link_up,
    LinkDown: _link_down,
    ExceptionsLost: _lost,
    Introduced: _introduced,
    ClockWasOff: _clock,
    Refused: _refused,
    WheelWarned: _warned,
    FeedRestored: _feed_restored,
    FeedLost: _feed_lost,
    ShotTold: _shot,
    BallInRimTold: _ball_in_rim,
    Answered: _answered,
}
