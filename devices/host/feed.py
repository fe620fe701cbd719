"""What a table is told on its feed and what it says. For whoever keeps the connections it is a line like any other.

The table is told how things stand: the round that is played, what stands on each terminal, which are locked. A feed keeps the
latest of each and says all of it whenever there is a new connection, so that neither end has to know what the other has heard
before. What the table says is acknowledged once it is on record; until then the table says it again, to whoever polls by then.
What nobody keeps, such as a snapshot of meters or the terminal's own record of a wager, is counted and acknowledged.
"""

from __future__ import annotations

from collections.abc import Sequence

from devices.host.counting import kind_of
from devices.host.findings import (
    BallInRimTold,
    CockedTold,
    Counted,
    CreditsShown,
    FeedLost,
    FeedRestored,
    Finding,
    OutcomeTold,
    ShotTold,
    SnapshotTold,
    TableTold,
    WagerTold,
)
from devices.wire.feed import Line
from devices.wire.feed_end import Clock, End
from devices.wire.feed_messages import (
    BallInRim,
    CreditMeter,
    DiceCocked,
    DiceShot,
    Direction,
    Down,
    Lock,
    MeterSnapshot,
    OutcomeConfirmed,
    OutcomeSensed,
    RoundOpened,
    ShootDice,
    WageringClosed,
    WagerRecorded,
)

LOOK_SECONDS = 0.5
LOST_AFTER_SECONDS = 5.0
MOST_WAITING = 1_000
OF_A_ROUND = (RoundOpened, WageringClosed, ShootDice, OutcomeConfirmed)
Topic = tuple[type[Down], str]


class Feed:
    """Give it what the table is to know, what was heard, and the time; it says what to send and what was found."""

    def __init__(self, device: str, *, keys: Sequence[bytes], clock: Clock, now: float) -> None:
        assert keys, "nobody can sign for a machine without a key"
        self.device = device
        self.findings: list[Finding] = []
        self.heard_at = self.wake_at = now
        self.is_broken = self.is_up = False
        self._keys = keys
        self._clock = clock
        self._stands: dict[Topic, Down] = {}
        self._end: End | None = None
        self._connection = 0
        self._without_since = now
        self._is_loss_told = False

    # What the table is to know

    def tell(self, message: Down, now: float) -> None:
        """Let the table know how something stands; what it knows already is not said again."""
        topic = _topic(message)
        known = self._stands.get(topic)
        if known == message or _is_older(message, known):
            return
        if isinstance(message, RoundOpened):
            self._stands = {each: said for each, said in self._stands.items() if each[0] not in OF_A_ROUND}
        self._stands[topic] = message
        if self._end:
            self._end.say(message, now)

    def keep(self, found: TableTold) -> None:
        """What the table has said is on record: it is acknowledged with what is sent next, where it was said."""
        if self._end and found.connection == self._connection:
            self._end.keep(found.sequence)

    # The connection

    def connect(self, now: float) -> None:
        """There is a connection: both ends begin anew, and the table is told how everything stands."""
        self._connection += 1
        self._end = End(self.device, says=Direction.DOWN, keys=self._keys, clock=self._clock)
        self.is_broken = False
        for message in self._stands.values():
            self._end.say(message, now)
        self.wake_at = now

    def disconnect(self, now: float) -> None:
        """There is none."""
        self._end, self._without_since = None, now
        self.wake_at = now

    def turn(self, data: bytes, now: float) -> bytes:
        """What was heard, if anything; what to send, if anything."""
        self.wake_at = now + LOOK_SECONDS
        if self._end is None:
            self._check_link(self._without_since, now)
            return b""
        if len(self.findings) > MOST_WAITING:  # nobody keeps what it says: it says it again later
            self.is_broken = True
            return b""
        heard = self._end.hear(data, now) if data else []
        if self._end.heard_at > self.heard_at:
            self._answers(self._end.heard_at)
        self.findings += [_found(line, self._connection, now) for line in heard]
        self._take_answers(self._end, now)
        if self._end.waiting:
            self._check_link(max(self._end.waits_since, self._end.heard_at), now)
        self.is_broken = len(self._end.waiting) > MOST_WAITING
        return self._end.take_out(now)

    def take_findings(self) -> list[Finding]:
        """What was found since they were last taken."""
        found, self.findings = self.findings, []
        return found

    # What was heard

    def _answers(self, now: float) -> None:
        self.heard_at = now
        if not self.is_up:
            self.is_up, self._is_loss_told = True, False
            self.findings.append(FeedRestored(self.device, now))

    def _take_answers(self, end: End, now: float) -> None:
        self.findings += [Counted(self.device, now, kind_of(fault), str(fault)) for fault in end.faults]
        self.findings += [
            CreditsShown(self.device, now, shown.terminal, shown.cents, shown.version)
            for shown in end.acknowledged
            if isinstance(shown, CreditMeter)
        ]
        end.faults.clear()
        end.acknowledged.clear()

    def _check_link(self, silent_since: float, now: float) -> None:
        if not self._is_loss_told and now - silent_since > LOST_AFTER_SECONDS:
            self._is_loss_told, self.is_up = True, False
            self.findings.append(FeedLost(self.device, now, silent_since))


def _topic(message: Down) -> Topic:
    """Of what it says how it stands: of the round that is played, or of one terminal."""
    return type(message), message.terminal if isinstance(message, CreditMeter | Lock) else ""


def _is_older(message: Down, known: Down | None) -> bool:
    return isinstance(message, CreditMeter) and isinstance(known, CreditMeter) and message.version <= known.version


def _found(line: Line, connection: int, now: float) -> TableTold:
    """What a line of the table says."""
    where = line.device, now, connection, line.sequence
    match line.message:
        case DiceShot(round=play):
            return ShotTold(*where, play)
        case DiceCocked(round=play):
            return CockedTold(*where, play)
        case BallInRim(round=play):
            return BallInRimTold(*where, play)
        case OutcomeSensed(round=play, outcome=outcome):
            return OutcomeTold(*where, play, outcome)
        case MeterSnapshot() as snapshot:
            return SnapshotTold(*where, snapshot)
        case WagerRecorded() as wager:
            return WagerTold(*where, wager)
        case message:
            raise AssertionError(f"{message} does not come up, or was taken before.")
