"""Frames that are known to be right: seen on real machines, or computed by two independent routines. Address 1."""

from datetime import datetime

from casino.domain.money import Cents
from devices.wire.sas import Answer, Request
from devices.wire.sas.control import (
    DisableNoteAcceptor,
    EnableNoteAcceptor,
    HandPay,
    LockPlay,
    ReadGameIdentity,
    ReadHandPay,
    RequestSignature,
    ResetHandPay,
    SetClock,
    SoundOff,
    SoundOn,
    UnlockPlay,
)
from devices.wire.sas.meters import (
    Credits,
    LongMeters,
    LongReading,
    Meter,
    Meters,
    ReadCredits,
    ReadGameMeters,
    Reading,
    ReadLongMeters,
    ReadMeters,
    ReadSelectedMeters,
    SelectedMeters,
)
from devices.wire.sas.progressives import TellProgressive
from devices.wire.sas.tickets import (
    CashOutType,
    DecideTicket,
    EscrowStatus,
    GiveNumber,
    InsertedTicket,
    NumberResult,
    NumberTaken,
    Parsing,
    PendingCashOut,
    ReadCashOut,
    ReadRedemption,
    ReadTicket,
    ReadValidationMeters,
    ReadValidationRecord,
    Redemption,
    RedemptionStatus,
    SetValidationId,
    TicketDecision,
    ValidationRecord,
    ValidationType,
)

NUMBER = "011234567890123456"
AMOUNT = Cents(123_45)
PRINTED_AT = datetime(2026, 7, 1, 13, 45, 9)  # noqa: DTZ001 - the machine's own clock

REQUESTS: dict[str, Request] = {
    "01 01 51 08": LockPlay(),
    "01 02 CA 3A": UnlockPlay(),
    "01 03 43 2B": SoundOff(),
    "01 04 FC 5F": SoundOn(),
    "01 06 EE 7C": EnableNoteAcceptor(),
    "01 07 67 6D": DisableNoteAcceptor(),
    "01 94 75 CB": ResetHandPay(),
    "01 71 01 FF 1F D0": ReadRedemption(),
    "01 52 00 05 4D 7D": ReadGameMeters(5),
    "01 53 00 01 B5 61": ReadGameIdentity(1),
    "01 50 00 2B 89": ReadValidationMeters(ValidationType.CASHABLE_TICKET),
    "01 4D 00 C2 AC": ReadValidationRecord(0),
    "01 21 12 34 DA 94": RequestSignature(0x3412),
    "01 0F": ReadMeters(),
    "01 1A": ReadCredits(),
    "01 57": ReadCashOut(),
    "01 70": ReadTicket(),
    "01 58 01 12 34 56 78 90 12 34 56 9C 34": GiveNumber(NUMBER),
    "01 58 00 00 00 00 00 00 00 00 00 91 BF": GiveNumber.refuse(),
    "01 71 10 00 00 00 01 23 45 00 01 12 34 56 78 90 12 34 56 FF 56": DecideTicket(
        TicketDecision.CASHABLE, AMOUNT, Parsing.BCD, NUMBER
    ),
    "01 71 10 84 00 00 00 00 00 00 01 12 34 56 78 90 12 34 56 BA 35": DecideTicket(
        TicketDecision.ALREADY_REDEEMED, Cents(0), Parsing.BCD, NUMBER
    ),
    "01 2F 03 00 00 0C E7 E1": ReadSelectedMeters(0, (Meter.CREDITS,)),
    "01 6F 04 00 00 24 00 AE 4C": ReadLongMeters(0, (Meter.DROP,)),
    "01 4C 00 00 00 00 00 00 23 F7": SetValidationId(0, 0),
    "01 7F 07 01 20 26 13 45 09 B3 DC": SetClock(PRINTED_AT),
}

BROADCASTS: dict[str, Request] = {"00 80 01 01 00 00 12 34 56 40 86": TellProgressive(1, 1, Cents(1_234_56))}

ANSWERS: dict[str, tuple[Request, Answer]] = {
    "01 0F 00 00 00 00 00 12 34 56 00 10 00 00 00 05 00 00 00 00 00 00 00 00 07 89 EA FF": (
        ReadMeters(),
        Meters(cancelled=0, coin_in=123_456, coin_out=100_000, drop=50_000, jackpot=0, games=789),
    ),
    "01 1A 00 00 25 00 48 A1": (ReadCredits(), Credits(2500)),
    "01 57 00 00 00 01 23 45 46 72": (ReadCashOut(), PendingCashOut(CashOutType.CASHABLE, AMOUNT)),
    "01 58 00 EB 47": (GiveNumber(NUMBER), NumberTaken(NumberResult.ACCEPTED)),
    "01 4D 00 01 07 01 20 26 13 45 09 12 34 56 78 90 12 34 56 00 00 01 23 45 34 12 01 00 00 00 00 00 00 66 F4": (
        ReadValidationRecord(0),
        ValidationRecord(
            type=ValidationType.CASHABLE_TICKET,
            index=1,
            printed_at=PRINTED_AT,
            number="1234567890123456",
            amount_cents=AMOUNT,
            ticket=4660,
            system_id="01",
            expiry="00000000",
            pool_id=0,
        ),
    ),
    "01 70 10 00 00 00 01 23 45 00 01 12 34 56 78 90 12 34 56 18 AE": (
        ReadTicket(),
        InsertedTicket(EscrowStatus.IN_ESCROW, AMOUNT, Parsing.BCD, NUMBER),
    ),
    "01 71 10 40 00 00 01 23 45 00 01 12 34 56 78 90 12 34 56 FD C0": (
        ReadRedemption(),
        Redemption(RedemptionStatus.PENDING, AMOUNT, Parsing.BCD, NUMBER),
    ),
    "01 1B 00 00 00 01 50 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 EE 0A": (
        ReadHandPay(),
        HandPay(progressive_group=0, level=0, amount_cents=Cents(15_000_00), partial_pay=0, reset_id=0),
    ),
    "01 2F 07 00 00 0C 00 00 25 00 83 FB": (
        ReadSelectedMeters(0, (Meter.CREDITS,)),
        SelectedMeters(0, (Reading(Meter.CREDITS, 2500),)),
    ),
    "01 6F 09 00 00 24 00 04 00 05 00 00 C0 EB": (
        ReadLongMeters(0, (Meter.DROP,)),
        LongMeters(0, (LongReading(Meter.DROP, 50_000, 4),)),
    ),
}
