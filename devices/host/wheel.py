"""What is heard of an automatic wheel: it tells its state twice a second and listens to nobody.

For whoever keeps the connections it is a line like any other.
"""

from __future__ import annotations

from collections.abc import Mapping

from devices.host.findings import Counted, Finding, Kind, LinkDown, LinkUp, WheelTold, WheelWarned
from devices.wire.slingshot import BonusWin, Garbled, LoneNumber, Reader, State, Status, Warnings

SILENT_AFTER_SECONDS = 3.0  # six lines that did not come
LOOK_SECONDS = 1.0
SPINS = 1000  # then they are counted from zero again
DIRECTION_UNCHANGED = "rotor turns as before"
WARNED: Mapping[Warnings, str] = {
    Warnings.BALL_NOT_SENSED: "ball not sensed",
    Warnings.BALL_WITH_ROTOR: "ball spun with the rotor",
    Warnings.SENSOR_FAILURE: "wheel sensor failure",
    Warnings.VOID_GAME: "game void by the wheel",
}


class WheelLine:
    """Give it what was heard and the time; every state, number and warning is told once."""

    def __init__(self, device: str, *, now: float) -> None:
        self.device = device
        self.findings: list[Finding] = []
        self.heard_at = self.wake_at = now
        self.is_broken = self.is_up = False
        self._is_down_told = False
        self._reader = Reader()
        self._last: Status | None = None

    def connect(self, now: float) -> None:
        """There is a connection, perhaps in the middle of a line, and games may have been played meanwhile."""
        self._reader, self._last = Reader(), None
        self.wake_at = now + LOOK_SECONDS

    def disconnect(self, now: float) -> None:
        """There is none."""
        self.wake_at = now

    def turn(self, data: bytes, now: float) -> bytes:
        """What was heard, if anything; nothing is ever said."""
        heard = self._reader.feed(data) if data else []
        if not data and now - self.heard_at > SILENT_AFTER_SECONDS:
            heard = self._reader.flush()
        for line in heard:
            self._take(line, now)
        self._check_link(now)
        self.wake_at = now + LOOK_SECONDS
        return b""

    def take_findings(self) -> list[Finding]:
        """What was found since they were last taken."""
        found, self.findings = self.findings, []
        return found

    def _take(self, line: Status | BonusWin | LoneNumber | Garbled, now: float) -> None:
        if isinstance(line, Garbled):
            self.findings.append(Counted(self.device, now, Kind.GARBLED, line.line.decode("latin1")))
            return
        self.heard_at = now
        if not self.is_up:
            self.is_up, self._is_down_told = True, False
            self.findings.append(LinkUp(self.device, now))
        if isinstance(line, Status):
            self._status(line, now)

    def _status(self, told: Status, now: float) -> None:
        last, self._last = self._last, told
        if last is None or _told(told) != _told(last):
            self.findings.append(WheelTold(self.device, now, told, last))
        new = told.warnings & ~last.warnings if last and last.spin == told.spin else told.warnings
        self.findings += [WheelWarned(self.device, now, what) for warning, what in WARNED.items() if warning in new]
        is_next = last is not None and told.spin == (last.spin + 1) % SPINS
        if last and is_next and told.direction is last.direction and told.state is not State.TABLE_CLOSED:
            self.findings.append(WheelWarned(self.device, now, DIRECTION_UNCHANGED))

    def _check_link(self, now: float) -> None:
        if self._is_down_told or now - self.heard_at <= SILENT_AFTER_SECONDS:
            return
        self._is_down_told, self.is_up = True, False
        self.findings.append(LinkDown(self.device, now, self.heard_at))


def _told(status: Status) -> tuple[State, int, int, Warnings]:
    return status.state, status.spin, status.number, status.warnings
