"""A player terminal: what people do at it. What it says on the line is in `answers` and `port`."""

from __future__ import annotations

from casino.domain.money import Cents
from devices.simulator.cabinet import MOST_CREDITS, OUTAGE_SECONDS, Cabinet, PowerPoint
from devices.simulator.cash_outs import CashOuts
from devices.simulator.following import Following
from devices.simulator.hand_pays import Cause, HandPays
from devices.simulator.meters import OF_NOTES, Reading
from devices.simulator.redemptions import Redemptions
from devices.simulator.transfers import Transfers
from devices.wire.sas import ExceptionCode
from devices.wire.sas.crc import crc
from devices.wire.sas.meters import Meter
from devices.wire.sas.progressives import ProgressiveWin

NOTE_CODES = {
    100: ExceptionCode.NOTE_ACCEPTED_1,
    200: ExceptionCode.NOTE_ACCEPTED_2,
    500: ExceptionCode.NOTE_ACCEPTED_5,
    1_000: ExceptionCode.NOTE_ACCEPTED_10,
    2_000: ExceptionCode.NOTE_ACCEPTED_20,
    5_000: ExceptionCode.NOTE_ACCEPTED_50,
    10_000: ExceptionCode.NOTE_ACCEPTED_100,
}
SYSTEM_VALIDATION, REDEMPTION, LONG_METERS, TRANSFERS, EVERY_40_MS = 1 << 5, 1 << 7, 1 << 11, 1 << 14, 1 << 16
FEATURES = SYSTEM_VALIDATION | REDEMPTION | LONG_METERS | TRANSFERS
SIGNATURE_SECONDS = 0.5
SOFTWARE = b"PITLEDGER SIMULATOR 1"


class Terminal:
    """One machine. Every act says whether the machine let it happen."""

    def __init__(self, device: str, *, asset: int = 1, features: int = FEATURES) -> None:
        self.device = device
        self.asset = asset
        self.features = features
        self.cabinet = Cabinet()
        self.meters = self.cabinet.meters
        self.following = Following(self.cabinet)
        self.hand_pays = HandPays(self.cabinet)
        self.cash_outs = CashOuts(self.cabinet, self.hand_pays)
        self.redemptions = Redemptions(self.cabinet)
        self.transfers = Transfers(self.cabinet, asset)
        self.is_locked = False
        self.takes_notes = True
        self.ticketing = (0, 0, 0)
        self.progressives: dict[tuple[int, int], Cents] = {}
        self.progressive_win: ProgressiveWin | None = None
        self.signature: int | None = None
        self._open_doors: set[ExceptionCode] = set()

    @property
    def is_playable(self) -> bool:
        """Whether a player can do anything with it."""
        is_free = not (self.is_locked or self._open_doors or self.hand_pays.is_pending)
        return self.cabinet.is_powered and is_free

    @property
    def is_settled(self) -> bool:
        """Whether nothing is under way that ends by itself or by the house's word."""
        return self.cabinet.is_powered and not (self.cash_outs.is_pending or self.redemptions.is_pending)

    @property
    def is_heard(self) -> bool:
        """Whether the house knows of all money and of everything that was reported."""
        return self.is_settled and not self.meters.has_news(Reading.MONEY) and not self.cabinet.exceptions.waiting

    @property
    def is_wholly_heard(self) -> bool:
        """Whether the house has read every meter as it stands, too; it reads turnover only now and then."""
        return self.is_heard and self.meters.is_heard(*Reading)

    @property
    def open_doors(self) -> tuple[ExceptionCode, ...]:
        """The doors that stand open."""
        return tuple(sorted(self._open_doors))

    # What players do

    def insert_note(self, cents: Cents) -> bool:
        """A note: counted before anybody is told."""
        if not (self.is_playable and self.takes_notes) or self.cabinet.credits + cents > MOST_CREDITS:
            return False
        for meter in (Meter.CREDITS, Meter.NOTES_IN, Meter.DROP):
            self.meters.add(meter, cents)
        if cents in OF_NOTES:
            self.meters.add(OF_NOTES[cents], 1)
        self.cabinet.report(NOTE_CODES.get(cents, ExceptionCode.NOTE_ACCEPTED))
        return True

    def insert_ticket(self, number: str, cents: Cents, now: float) -> bool:
        """A ticket of 18 digits with an amount printed on it; held until the host decides."""
        if not (self.is_playable and self.cabinet.is_link_up) or self.redemptions.is_pending:
            return False
        self.redemptions.insert(number, cents, now)
        return True

    def collect(self, now: float) -> bool:
        """Everything as one ticket, once it is known; while nobody answers on the line a person has to pay."""
        cents = Cents(self.cabinet.available)
        if not (self.is_playable and self.following.is_current and cents) or self.cash_outs.is_pending:
            return False
        self.cabinet.report(ExceptionCode.CASH_OUT_PRESSED)
        if self.cabinet.is_link_up:
            self.cash_outs.ask(cents, now)
            return True
        self.cabinet.reserved += cents
        return self.hand_pays.add(Cause.CANCELLED_CREDITS, cents)

    def wager(self, cents: Cents) -> bool:
        """Stake credits on one game."""
        if not self.is_playable or self.cash_outs.is_pending or cents > self.cabinet.available:
            return False
        self.meters.add(Meter.CREDITS, -cents)
        self.meters.add(Meter.COIN_IN, cents)
        self.meters.add(Meter.GAMES_PLAYED, 1)
        self.cabinet.report(ExceptionCode.GAME_STARTED)
        return True

    def win(self, cents: Cents) -> bool:
        """The game ends, with or without winnings."""
        if not self.cabinet.is_powered or self.cabinet.credits + cents > MOST_CREDITS:
            return False
        self.meters.add(Meter.CREDITS, cents)
        self.meters.add(Meter.COIN_OUT, cents)
        self.meters.add(Meter.GAMES_WON if cents else Meter.GAMES_LOST, 1)
        self.cabinet.report(ExceptionCode.GAME_ENDED)
        return True

    def hand_pay(self, cents: Cents) -> bool:
        """A win the machine does not pay itself."""
        return self.cabinet.is_powered and self.hand_pays.add(Cause.JACKPOT, cents)

    def hit_progressive(self, group: int, level: int) -> None:
        """A progressive is won for what it stands at."""
        self.progressive_win = ProgressiveWin(group, level, self.progressives.get((group, level), Cents(0)))
        self.cabinet.report(ExceptionCode.PROGRESSIVE_LEVEL_HIT)

    # What attendants do, and what happens

    def open_door(self, door: ExceptionCode = ExceptionCode.DOOR_OPENED) -> None:
        """One of the doors, by the exception that says it is open."""
        self._open_doors.add(door)
        self.cabinet.report(door)

    def close_door(self, door: ExceptionCode = ExceptionCode.DOOR_OPENED) -> None:
        """The same door; the exception that it is closed follows the one that it is open."""
        if door in self._open_doors:
            self._open_doors.remove(door)
            self.cabinet.report(ExceptionCode(door + 1))

    def tilt(self, code: ExceptionCode = ExceptionCode.GENERAL_TILT) -> None:
        """Something is wrong with the machine."""
        self.cabinet.report(code)

    def power_loss(self, now: float, *, at: PowerPoint = PowerPoint.NOW, seconds: float = OUTAGE_SECONDS) -> None:
        """The power goes, now or the next time a point is reached."""
        if at is PowerPoint.NOW:
            self.cabinet.lose_power(now, seconds=seconds)
        else:
            self.cabinet.pull_plug_at(at, seconds=seconds)

    def ram_clear(self) -> None:
        """The memory is cleared: all meters, all records, all that was pending."""
        self.meters.clear()
        self.cabinet.reserved = 0
        for part in (self.cabinet.exceptions, self.following, self.hand_pays, self.cash_outs, self.redemptions):
            part.clear()
        self.cabinet.report(ExceptionCode.METERS_RESET)

    def compute_signature(self, seed: int, now: float) -> None:
        """Takes a while; the result is told in place of an exception."""

        def done(_: float) -> None:
            self.signature = crc(seed.to_bytes(2, "little") + SOFTWARE)

        self.cabinet.timers.at(now + SIGNATURE_SECONDS, done)
