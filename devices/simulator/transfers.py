"""Transfers of credits between host and machine: registered first, locked if asked, each under an id used once."""

from __future__ import annotations

from casino.domain.money import Cents
from devices.simulator.cabinet import MOST_CREDITS, Cabinet
from devices.wire.sas import ExceptionCode
from devices.wire.sas.meters import Meter
from devices.wire.sas.transfers import (
    CancelTransfer,
    GameLock,
    LockCode,
    LockGame,
    LockStatus,
    NoTransfer,
    ReadRegistration,
    ReadTransfer,
    Register,
    Registration,
    RegistrationCode,
    RegistrationStatus,
    Transfer,
    Transferred,
    TransferStatus,
    TransferType,
)

NO_KEY = bytes(20)
TO_MACHINE_AND_TO_HOST = 0b11
TAKEN, GIVEN = TransferType.TO_MACHINE, TransferType.TO_HOST


class Transfers:
    """Whole amounts of cashable credits, done at once."""

    def __init__(self, cabinet: Cabinet, asset: int) -> None:
        self._cabinet = cabinet
        self._asset = asset
        self._status = RegistrationStatus.NOT_REGISTERED
        self._key = NO_KEY
        self._pos_id = 0
        self._locked_until = 0.0
        self._used: set[str] = set()
        self._last: Transferred | None = None

    def register(self, asked: Register | ReadRegistration) -> Registration:
        """Take up or end a registration; asking changes nothing."""
        if isinstance(asked, Register):
            self._take_up(asked)
        return Registration(self._status, self._asset, self._key, self._pos_id)

    def lock(self, asked: LockGame, now: float) -> GameLock:
        """Hold the machine for so many hundredths of a second."""
        if asked.code is LockCode.LOCK and self._locked_until <= now:
            self._locked_until = now + asked.timeout / 100
            self._cabinet.report(ExceptionCode.GAME_LOCKED)
        elif asked.code is LockCode.CANCEL:
            self._locked_until = now
        return GameLock(
            asset=self._asset, status=LockStatus.LOCKED if now < self._locked_until else LockStatus.NOT_LOCKED,
            available=TO_MACHINE_AND_TO_HOST, host_cash_out=0, transfer_bits=0, most_index=1,
            cashable_cents=Cents(self._cabinet.credits), restricted_cents=Cents(0), nonrestricted_cents=Cents(0),
            limit_cents=Cents(MOST_CREDITS), expiry="0" * 8, pool_id=0,
        )  # fmt: skip

    def transfer(self, asked: Transfer, now: float) -> Transferred:
        """Do it or say why not. The same id again is not done twice."""
        status = self._judge(asked)
        if status is TransferStatus.FULL:
            self._count(asked)
            self._used.add(asked.transaction_id)
            self._cabinet.report(ExceptionCode.TRANSFER_COMPLETE)
        done = asked.cashable_cents if status is TransferStatus.FULL else Cents(0)
        self._last = Transferred(
            index=0, status=status, receipt_status=0xFF, type=asked.type, cashable_cents=done, restricted_cents=Cents(0),
            nonrestricted_cents=Cents(0), flags=asked.flags, asset=self._asset, transaction_id=asked.transaction_id,
            at=self._cabinet.local_time(now), expiry=asked.expiry, pool_id=asked.pool_id,
            cumulative_cashable=f"{self._cumulative(asked.type):010d}", cumulative_restricted="", cumulative_nonrestricted="",
        )  # fmt: skip
        return self._last

    def outcome(self, asked: ReadTransfer | CancelTransfer) -> Transferred | NoTransfer:
        """What came of the last one; nothing is ever pending here, so there is nothing to cancel."""
        if self._last is None:
            return NoTransfer(asked.index if isinstance(asked, ReadTransfer) else 0, TransferStatus.NO_INFORMATION)
        return self._last

    def _take_up(self, asked: Register) -> None:
        if asked.asset != self._asset or asked.code is RegistrationCode.UNREGISTER:
            self._status, self._key = RegistrationStatus.NOT_REGISTERED, NO_KEY
            return
        is_done = asked.code is RegistrationCode.REGISTER
        self._status = RegistrationStatus.REGISTERED if is_done else RegistrationStatus.READY
        self._key, self._pos_id = asked.key, asked.pos_id

    def _judge(self, asked: Transfer) -> TransferStatus:
        if asked.asset != self._asset:
            return TransferStatus.ASSET_DOES_NOT_MATCH
        if self._status is not RegistrationStatus.REGISTERED:
            return TransferStatus.NOT_REGISTERED
        if asked.key != self._key:
            return TransferStatus.KEY_DOES_NOT_MATCH
        if asked.transaction_id in self._used:
            return TransferStatus.TRANSACTION_ID_NOT_UNIQUE
        if asked.type not in (TAKEN, GIVEN) or asked.restricted_cents or asked.nonrestricted_cents:
            return TransferStatus.NOT_A_TRANSFER
        room = MOST_CREDITS - self._cabinet.credits if asked.type is TAKEN else self._cabinet.available
        return TransferStatus.FULL if asked.cashable_cents <= room else TransferStatus.ABOVE_LIMIT

    def _count(self, asked: Transfer) -> None:
        meters, cents = self._cabinet.meters, asked.cashable_cents
        taken = asked.type is TAKEN
        meters.add(Meter.CREDITS, cents if taken else -cents)
        meters.add(Meter.TRANSFERS_IN_CENTS if taken else Meter.TRANSFERS_OUT_CENTS, cents)
        meters.add(Meter.TRANSFERS_IN if taken else Meter.TRANSFERS_OUT, 1)

    def _cumulative(self, kind: TransferType) -> int:
        return self._cabinet.meters[Meter.TRANSFERS_IN_CENTS if kind is TAKEN else Meter.TRANSFERS_OUT_CENTS]
