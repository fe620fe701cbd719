"""A terminal's end of the line: bytes in, bytes out, and what the host's next question says about the last answer.

Another question, or one to another machine, acknowledges what was said. The same question again asks for it once more, three
times at most; after that it is a new question.
"""

from __future__ import annotations

from collections.abc import Callable

from devices.simulator.answers import answer, heard
from devices.simulator.terminal import Terminal
from devices.wire.errors import WireError
from devices.wire.sas import (
    QUIET,
    GeneralPoll,
    Request,
    decode_request,
    encode_answer,
    encode_request,
    is_broadcast,
)
from devices.wire.sas.control import Signature

SILENT_BEFORE_CHIRP_SECONDS = 5.0
CHIRP_EVERY_SECONDS = 0.2
UNHEARD_BEFORE_LINK_DOWN_SECONDS = 30.0
MOST_RESENT = 3
NOTHING = b"\x00"


class Port:
    """Remembers what was asked and said last, until that is acknowledged."""

    def __init__(self, address: int, terminal: Terminal, *, now: float = 0.0) -> None:
        self.address = address
        self.terminal = terminal
        self._cabinet = terminal.cabinet
        self._poll = encode_request(GeneralPoll(), address=address)
        self._asked = b""
        self._said = b""
        self._resent = 0
        self._when_heard: Callable[[float], None] | None = None
        self._addressed_at = self._acknowledged_at = self._chirped_at = now

    def hear(self, frame: bytes, now: float) -> bytes:
        """What the machine says to a question for it, or for all; nothing if it stays silent."""
        cabinet = self._cabinet
        if cabinet.timers.next_at <= now or not cabinet.is_powered:
            cabinet.advance(now)
        if not cabinet.is_powered:
            return b""
        self._addressed_at = now
        if frame == self._asked and self._resent < MOST_RESENT:
            self._resent += 1
            return self._said
        if frame == self._poll:
            self.overhear(now)
            return self._report(now)
        return self._answer(frame, now)

    def overhear(self, now: float) -> None:
        """Another question, perhaps to another machine: what was said last has been heard."""
        self._acknowledged_at = now
        self._cabinet.is_link_up = True
        if self._asked:
            self._asked, self._resent = b"", 0
            when_heard, self._when_heard = self._when_heard, None
            if when_heard:
                when_heard(now)

    def tick(self, now: float) -> bytes:
        """Time passes: the machine's own address, if it hears nobody and it is time to say so again."""
        self._cabinet.advance(now)
        if now - self._acknowledged_at > UNHEARD_BEFORE_LINK_DOWN_SECONDS:
            self._cabinet.is_link_up = False
        is_lonely = self._cabinet.is_powered and now - self._addressed_at > SILENT_BEFORE_CHIRP_SECONDS
        if not is_lonely or now - self._chirped_at < CHIRP_EVERY_SECONDS:
            return b""
        self._chirped_at = now
        return bytes((self.address,))

    def _report(self, now: float) -> bytes:
        terminal, exceptions = self.terminal, self._cabinet.exceptions
        if terminal.signature is not None:
            signature = encode_answer(Signature(terminal.signature), address=self.address)
            return self._say(self._poll, signature, lambda _: self._signature_heard())
        if exceptions.is_empty:
            return NOTHING
        code = exceptions.next(now)
        if code in QUIET:
            return NOTHING
        return self._say(self._poll, bytes((code,)), lambda at: exceptions.acknowledge(code, at))

    def _answer(self, frame: bytes, now: float) -> bytes:
        try:
            request = decode_request(frame, address=self.address)
        except WireError:
            return b""
        self.overhear(now)
        said = encode_answer(answer(self.terminal, request, now), address=self.address)
        if is_broadcast(frame) or not said:
            return b""
        return self._say(frame, said, self._settling(request))

    def _settling(self, request: Request) -> Callable[[float], None]:
        return lambda _: heard(self.terminal, request)

    def _say(self, asked: bytes, said: bytes, when_heard: Callable[[float], None]) -> bytes:
        self._asked, self._said, self._when_heard = asked, said, when_heard
        return said

    def _signature_heard(self) -> None:
        self.terminal.signature = None
