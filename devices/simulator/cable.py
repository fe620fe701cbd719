"""The wire between a terminal and its line, where things go wrong."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from devices.simulator.cabinet import PowerPoint
from devices.simulator.exceptions import CAPACITY
from devices.simulator.faults import Fault
from devices.simulator.port import UNHEARD_BEFORE_LINK_DOWN_SECONDS, Port
from devices.wire.sas import Busy, ExceptionCode, encode_answer, is_broadcast
from devices.wire.sas.crc import CRC_SIZE, sealed
from devices.wire.sas.meters import Meter

LATE_SECONDS = 0.08  # more than the 20 ms of the line and anything a network adds
LINK_DOWN_SECONDS = UNHEARD_BEFORE_LINK_DOWN_SECONDS + 5
NOBODY_KNOWS = 0xEE
SHORTEST_SEALED = 5
NEARLY_FULL = 99_999_000

POWER_POINTS = {
    Fault.POWER_LOSS_AFTER_57: PowerPoint.AFTER_CASH_OUT,
    Fault.POWER_LOSS_AFTER_58: PowerPoint.AFTER_NUMBER,
    Fault.POWER_LOSS_AFTER_PRINT: PowerPoint.AFTER_PRINT,
    Fault.POWER_LOSS_AFTER_71: PowerPoint.AFTER_DECISION,
}
OF_ANSWERS = frozenset(
    {Fault.SILENCE, Fault.LATE, Fault.CHIRP, Fault.NOISE, Fault.BUSY}
    | {Fault.BAD_CRC, Fault.TRUNCATED, Fault.FOREIGN_ADDRESS, Fault.NOT_DECIMAL}
)
OF_LONG_ANSWERS = frozenset({Fault.BAD_CRC, Fault.TRUNCATED, Fault.FOREIGN_ADDRESS, Fault.NOT_DECIMAL})


class Sending(NamedTuple):
    """A frame towards the host, after so many seconds more than usual."""

    frame: bytes
    after_seconds: float = 0.0
    wakes: bool = False


class Cable:
    """Passes everything on, but for the faults it was told of; each hits the next answer it can."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.address = port.address
        self._faults: deque[Fault] = deque()
        self._cut_until = 0.0
        self._acks_lost = 0
        self._free_at = 0.0

    def inflict(self, fault: Fault, now: float, *, times: int = 1) -> None:
        """Have something go wrong, from now on or with the next answers."""
        terminal = self.port.terminal
        if fault in OF_ANSWERS:
            self._faults.extend([fault] * times)
        elif fault in POWER_POINTS:
            terminal.power_loss(now, at=POWER_POINTS[fault])
        else:
            self._inflict_now(fault, now, times)

    @property
    def is_faulty(self) -> bool:
        """Whether something that was to go wrong has not yet."""
        return bool(self._faults or self._acks_lost or self.port.terminal.cabinet.is_plug_loose)

    def hear(self, frame: bytes, now: float) -> list[Sending]:
        """What comes back to a question, as it comes back."""
        if now < self._cut_until:
            return []
        busy = self._takes_effect(Fault.BUSY, is_possible=len(frame) > 1 and not is_broadcast(frame))
        answer = encode_answer(Busy(), address=self.address) if busy else self.port.hear(frame, now)
        if not answer:
            return []
        if not self._faults and self._free_at <= now:
            return [Sending(answer)]
        return self._in_order(self._disturbed(answer) if self._faults else [Sending(answer)], now)

    def cut(self, now: float, *, seconds: float) -> None:
        """Nothing gets through, either way."""
        self._cut_until = now + seconds

    def overhear(self, now: float) -> None:
        """A question to another machine."""
        if self._acks_lost:
            self._acks_lost -= 1
        elif now >= self._cut_until:
            self.port.overhear(now)

    def tick(self, now: float) -> list[Sending]:
        """What the machine says of itself: its address, when nobody speaks to it."""
        chirp = self.port.tick(now)
        return [Sending(chirp, wakes=True)] if chirp and now >= self._cut_until else []

    def _inflict_now(self, fault: Fault, now: float, times: int) -> None:
        terminal = self.port.terminal
        exceptions = terminal.cabinet.exceptions
        match fault:
            case Fault.LINK_DOWN:
                self.cut(now, seconds=LINK_DOWN_SECONDS)
            case Fault.LOST_IMPLIED_ACK:
                self._acks_lost += times
            case Fault.DUPLICATED_EXCEPTION:
                exceptions.repeat_first()
            case Fault.UNKNOWN_EXCEPTION:
                exceptions.report(NOBODY_KNOWS)
            case Fault.BUFFER_OVERFLOW:
                for _ in range(CAPACITY + 1):
                    exceptions.report(ExceptionCode.GENERAL_TILT)
            case Fault.POWER_LOSS:
                terminal.power_loss(now)
            case _:
                self._upset_memory(fault)

    def _upset_memory(self, fault: Fault) -> None:
        terminal = self.port.terminal
        match fault:
            case Fault.RAM_CLEAR:
                terminal.ram_clear()
            case Fault.METER_ROLL_OVER:
                terminal.meters.preset(Meter.NOTES_IN, NEARLY_FULL)
            case Fault.METER_RUNS_BACKWARDS:
                terminal.meters.preset(Meter.NOTES_IN, terminal.meters[Meter.NOTES_IN] // 2)
            case _:
                raise ValueError(f"{fault.value} is no fault of a terminal.")

    def _in_order(self, sendings: list[Sending], now: float) -> list[Sending]:
        """A machine says one thing after the other: what follows a late answer is late too."""
        for number, sending in enumerate(sendings):
            self._free_at = max(self._free_at, now + sending.after_seconds)
            sendings[number] = sending._replace(after_seconds=self._free_at - now)
        return sendings

    def _takes_effect(self, fault: Fault, *, is_possible: bool) -> bool:
        if is_possible and self._faults and self._faults[0] is fault:
            self._faults.popleft()
            return True
        return False

    def _disturbed(self, answer: bytes) -> list[Sending]:
        fault = self._faults[0]
        is_long = len(answer) >= SHORTEST_SEALED
        if fault is Fault.BUSY or (fault in OF_LONG_ANSWERS and not is_long):
            return [Sending(answer)]
        self._faults.popleft()
        match fault:
            case Fault.SILENCE:
                return []
            case Fault.LATE:
                return [Sending(answer, after_seconds=LATE_SECONDS)]
            case Fault.CHIRP:
                return [Sending(bytes((self.address,)), wakes=True), Sending(answer)]
            case Fault.NOISE:
                return [Sending(b"\xff\x13\x37" + answer[::-1])]
            case Fault.BAD_CRC:
                return [Sending(answer[:-1] + bytes((answer[-1] ^ 0x01,)))]
            case Fault.TRUNCATED:
                return [Sending(answer[: len(answer) // 2])]
            case Fault.FOREIGN_ADDRESS:
                return [Sending(sealed(bytes((answer[0] % 127 + 1,)) + answer[1:-CRC_SIZE]))]
            case _:
                return [Sending(sealed(answer[: -CRC_SIZE - 1] + b"\xff"))]
