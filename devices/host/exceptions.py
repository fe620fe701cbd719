"""What to ask after an exception."""

from __future__ import annotations

from devices.host.meters import READ_TURNOVER
from devices.host.tickets import LOOK_AT_RECORD
from devices.wire.sas import NOTES_ACCEPTED, ExceptionCode, Request, control, progressives, tickets
from devices.wire.sas.transfers import ReadTransfer

MEMORY_ERRORS = tuple(code for code in ExceptionCode if ExceptionCode.MEMORY_ERROR_RECOVERED <= code <= 0x38)  # noqa: PLR2004

ASKED_AFTER: dict[ExceptionCode, tuple[Request, ...]] = {
    ExceptionCode.HAND_PAY_PENDING: (control.ReadHandPay(),),
    ExceptionCode.HAND_PAY_RESET: (control.ReadHandPay(), READ_TURNOVER),
    ExceptionCode.SYSTEM_VALIDATION_REQUESTED: (tickets.ReadCashOut(),),
    ExceptionCode.TICKET_PRINTED: (LOOK_AT_RECORD,),
    ExceptionCode.HAND_PAY_VALIDATED: (LOOK_AT_RECORD,),
    ExceptionCode.TICKET_INSERTED: (tickets.ReadTicket(),),
    ExceptionCode.TICKET_TRANSFER_COMPLETE: (tickets.ReadRedemption(),),
    ExceptionCode.TRANSFER_COMPLETE: (ReadTransfer(0),),
    ExceptionCode.PROGRESSIVE_LEVEL_HIT: (progressives.ReadProgressiveWin(),),
    ExceptionCode.OPTIONS_CHANGED: (control.ReadFeatures(0),),
    ExceptionCode.EPROM_VERSION_CHANGED: (control.ReadFeatures(0),),
    ExceptionCode.POWER_APPLIED: (control.ReadFeatures(0),),
    ExceptionCode.METERS_RESET: (READ_TURNOVER,),
    **dict.fromkeys(MEMORY_ERRORS, (READ_TURNOVER,)),
}
MOVES_MONEY = frozenset(NOTES_ACCEPTED) | {
    ExceptionCode.HAND_PAY_RESET,
    ExceptionCode.TICKET_PRINTED,
    ExceptionCode.TICKET_TRANSFER_COMPLETE,
    ExceptionCode.TRANSFER_COMPLETE,
    ExceptionCode.METERS_RESET,
    *MEMORY_ERRORS,
}


def to(code: ExceptionCode, *, read_money: Request) -> tuple[Request, ...]:
    """What an exception calls for; features are the beginning of asking everything."""
    asked = ASKED_AFTER.get(code, ())
    return (*asked, read_money) if code in MOVES_MONEY else asked
