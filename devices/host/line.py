"""One line, one question at a time: who is asked next, what an answer belongs to, and what to do when none comes.

Repeating a poll asks for the same answer again, any other poll says that it was heard; so a poll without a good answer is
repeated before anything else is sent. An answer to a general poll does not say whose it is, and may come late: so a terminal
that has let a question pass is asked at once for something whose answer says so, and until that has come all else is late.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from math import inf

from casino.domain.money import Cents
from devices.host import answers
from devices.host.counting import kind_of
from devices.host.findings import Chirped, Counted, Finding, Kind, Question, WhyUnanswered
from devices.host.pace import AS_USUAL, Pace
from devices.host.station import LocalTime, Station
from devices.wire.errors import BadRecord, ForeignAddress, UnaskedAnswer, UnknownException, WireError
from devices.wire.records import Reader, Record, encode
from devices.wire.sas import (
    BROADCAST,
    QUIET,
    Busy,
    ExceptionCode,
    GeneralPoll,
    Request,
    decode_answer,
    decode_event,
    encode_request,
)
from devices.wire.sas.control import ResetMethod, Signature
from devices.wire.sas.meters import Credits, ReadCredits
from devices.wire.sas.tickets import TicketDecision

NOTHING_HAPPENED = bytes((0, 1, 0, 0))  # the record of a lone 00
TO_NOBODY = encode(Record(b"\x80", wakes=True))  # acknowledges what was said last, and nobody answers
SAYS_WHOSE = ReadCredits()
NOBODY = ""
LINKS_CHECKED_EVERY_SECONDS = 1.0


class Line:
    """Give it what was heard and the time, and it says what to send; `wake_at` is when to ask it again if nothing is heard."""

    def __init__(
        self,
        stations: Iterable[Station],
        *,
        local_time: LocalTime,
        now: float,
        pace: Pace = AS_USUAL,
        answering: frozenset[Question] = frozenset(),
    ) -> None:
        self.stations = {station.device: station for station in stations}
        self.findings: list[Finding] = []
        self.widest_gap = 0.0
        self.wake_at = now
        self.is_connected = self.is_broken = False
        self._pace = pace
        self._by_address = {station.address: station for station in self.stations.values()}
        assert len(self._by_address) == len(self.stations), "two terminals at one address"
        self._polls = {address: _record(GeneralPoll(), address) for address in self._by_address}
        self._due = [(now, address) for address in self._by_address]
        heapify(self._due)
        self._reader = Reader()
        self._station: Station | None = None
        self._request: Request | None = None
        self._sent = self._broadcasts = b""
        self._tries = 0
        self._quiet_until = now
        self._repeats = self._is_probe = self._was_silent = self._was_event = self._is_dead = False
        for station in self.stations.values():
            station.join(pace=pace, local_time=local_time, tell=self.findings.append, answering=answering, now=now)

    # What somebody wants of a terminal

    def ask(self, device: str, request: Request, *, now: float) -> None:
        """Tell or ask it something; `Answered` or `Unanswered` follows."""
        self.stations[device].ask(request, now)

    def give_number(self, device: str, number: str, *, now: float) -> None:
        """Answer `TicketWanted`; `NumberGiven` or `Unanswered` follows."""
        self.stations[device].tickets.give_number(number, now)

    def decide_ticket(self, device: str, decision: TicketDecision, *, number: str, cents: Cents, now: float) -> None:
        """Answer `TicketInserted`; `RedemptionTold` or `Unanswered` follows."""
        self.stations[device].tickets.decide(decision, number=number, cents=cents, now=now)

    def refuse(self, device: str, question: Question, *, now: float) -> None:
        """Answer `TicketWanted` or `TicketInserted` with no."""
        self.stations[device].tickets.refuse(question, now)

    def read_money(self, device: str) -> None:
        """Read a terminal's meters of money at its next turn; `MetersRead` follows."""
        self.stations[device].want(self.stations[device].read_money)

    def reset_hand_pay(self, device: str, method: ResetMethod = ResetMethod.STANDARD) -> None:
        """Reset it from afar; `HandPayResetTried` or `Unanswered` follows."""
        self.stations[device].reset_hand_pay(method)

    def broadcast(self, request: Request) -> None:
        """Tell all at once, such as what a progressive stands at; nobody answers."""
        self._broadcasts += _record(request, BROADCAST)

    # The connection

    def connect(self, now: float) -> None:
        """There is a connection; nothing of an earlier one is expected any more."""
        self._reader = Reader()
        self.is_connected, self.is_broken = True, False
        self._was_event = False
        self.wake_at = now

    def disconnect(self, now: float) -> None:
        """There is none; whoever stays silent too long is down."""
        self.is_connected = False
        if self._station:  # asked first when there is one again: what it said was not heard
            heappush(self._due, (-inf, self._station.address))
            self._station, self._repeats = None, False
        self.wake_at = now

    def turn(self, data: bytes, now: float) -> bytes:
        """What was heard, if anything; what to send, if anything."""
        station = self._station
        if (
            data == NOTHING_HAPPENED
            and station is not None
            and self._request is None
            and not self._was_silent
            and self._reader.is_empty
        ):
            station.heard_at = now  # nearly everything that is ever heard
            self._was_event = False
            heappush(self._due, (station.polled_at + station.every, station.address))
            return self._next(now)
        if data:
            self._hear(data, now)
        elif station is not None and now >= self.wake_at:
            self._no_answer(station, now)
        if not self.is_connected or self.is_broken:
            return self._look_after_links(now)
        return self._next(now) if self._station is None else self._once_more(now)

    def take_findings(self) -> list[Finding]:
        """What was found since they were last taken."""
        found = self.findings.copy()
        self.findings.clear()
        return found

    # Asking

    def _next(self, now: float) -> bytes:
        """The poll that is due; one that is due in a moment is sent then, with those due by then."""
        self._station = None
        at, address = self._due[0] if self._due else (inf, 0)
        if at > now or self._quiet_until > now:
            self.wake_at = max(at + self._pace.slack, self._quiet_until)
            return self._take_broadcasts()
        heappop(self._due)
        station = self._station = self._by_address[address]
        if now - station.polled_at > self.widest_gap and station.is_up and not station.is_silent:
            self.widest_gap = now - station.polled_at
        station.polled_at = now
        self.wake_at = now + self._pace.reply_within
        self._tries = 1
        self._was_silent = False
        return self._take_broadcasts() + self._poll(station, now)

    def _poll(self, station: Station, now: float) -> bytes:
        self._is_probe = station.is_silent or not station.is_up or self._is_dead
        if self._is_probe:
            self._request = SAYS_WHOSE
        elif station.needs_long_poll or now >= station.attention_at:
            self._request = station.next_request(now)
        else:
            self._request = None
        before = self._sent
        self._sent = self._polls[station.address] if self._request is None else _record(self._request, station.address)
        return TO_NOBODY + self._sent if self._was_event and self._sent == before else self._sent

    def _once_more(self, now: float) -> bytes:
        if not self._repeats:
            return b""
        self._repeats = False
        self.wake_at = now + self._pace.reply_within
        return self._sent

    def _take_broadcasts(self) -> bytes:
        told, self._broadcasts = self._broadcasts, b""
        return told

    # Hearing

    def _hear(self, data: bytes, now: float) -> None:
        try:
            for record in self._reader.feed(data):
                self._take(record, now)
        except BadRecord as error:
            self._count(Kind.BROKEN_FRAMING, str(error), now)
            self.is_broken = True

    def _take(self, record: Record, now: float) -> None:
        if record.wakes:
            self._chirped(record.frame, now)
        elif self._station is None or self._repeats:
            self._late(record.frame, now)
        elif self._request is None:
            self._take_event(self._station, record.frame, now)
        elif self._is_probe:
            self._take_proof(self._station, record.frame, now)
        else:
            self._take_answer(self._station, self._request, record.frame, now)

    def _take_event(self, station: Station, frame: bytes, now: float) -> None:
        try:
            event = decode_event(frame, address=station.address)
        except UnknownException as error:
            self._count(Kind.UNKNOWN_EXCEPTION, str(error), now)
            self._answered(station, now)
        except WireError as error:
            self._not_an_answer(error, now)
        else:
            self._answered(station, now)
            if isinstance(event, Signature):
                station.signed(event.signature, now)
            elif isinstance(event, ExceptionCode):
                self._was_event = event not in QUIET
                station.report(event, now)

    def _take_answer(self, station: Station, request: Request, frame: bytes, now: float) -> None:
        try:
            answer = decode_answer(frame, address=station.address, asked=request)
        except WireError as error:
            self._not_an_answer(error, now)
            return
        if isinstance(answer, Busy):
            self._count(Kind.BUSY, "", now)
        station.heard(now)
        answers.take(station, request, answer, now)
        self._answered(station, now)

    def _take_proof(self, station: Station, frame: bytes, now: float) -> None:
        """Anything but the answer asked for was said before."""
        try:
            answer = decode_answer(frame, address=station.address, asked=SAYS_WHOSE)
        except WireError:
            self._late(frame, now)
            return
        if not isinstance(answer, Credits | Busy):
            self._late(frame, now)
            return
        self._is_dead = False
        station.heard(now)
        self._was_event = True
        self._rest(station)

    def _chirped(self, frame: bytes, now: float) -> None:
        station = self._by_address.get(frame[0]) if len(frame) == 1 else None
        if station:
            self.findings.append(Chirped(station.device, now))
        else:
            self._count(Kind.UNKNOWN_CHIRP, frame.hex(" "), now)

    def _late(self, frame: bytes, now: float) -> None:
        self._count(Kind.LATE, frame.hex(" "), now)

    def _not_an_answer(self, error: WireError, now: float) -> None:
        """As good as silence. What is not for this question may be followed by what is."""
        self._count(kind_of(error), str(error), now)
        if self._station and not isinstance(error, ForeignAddress | UnaskedAnswer):
            self._try_again(self._station, now)

    # What comes of it

    def _answered(self, station: Station, now: float) -> None:
        station.heard(now)
        self._was_event = True
        if self._was_silent:
            self._ask_for_proof(station)
        else:
            self._rest(station)

    def _no_answer(self, station: Station, now: float) -> None:
        self._was_silent = True
        if station.is_up:
            self._count(Kind.SILENT, "", now)
        self._try_again(station, now)

    def _try_again(self, station: Station, now: float) -> None:
        """Once more, if it may help; then the next terminal is asked."""
        if not self._is_probe and self._tries < self._pace.most_tries:
            self._tries += 1
            self._repeats = True
        elif self._is_probe or self._request is None:
            self._give_up(station, now)
        else:
            station.unanswered(self._request, WhyUnanswered.SILENT, now)
            self._ask_for_proof(station)

    def _ask_for_proof(self, station: Station) -> None:
        """Whatever it may still be saying comes before the answer to this."""
        self._request, self._is_probe = SAYS_WHOSE, True
        self._sent = _record(SAYS_WHOSE, station.address)
        self._repeats = True

    def _give_up(self, station: Station, now: float) -> None:
        """The terminal is silent, or the whole line is: while nobody else answers either, nobody is to blame."""
        is_news = station.is_up and not station.is_silent
        if is_news and self._is_dead:
            station.check_link(now)
        else:
            station.silent(now)
        if is_news and not self._is_dead:  # it may still answer: what is heard in the time of one more reply is late
            self._is_dead = True
            self._quiet_until = now + self._pace.reply_within
        self._was_event = False
        self._rest(station)

    def _rest(self, station: Station) -> None:
        heappush(self._due, (station.polled_at + station.every, station.address))
        self._station, self._repeats = None, False

    def _look_after_links(self, now: float) -> bytes:
        for station in self.stations.values():
            station.check_link(now)
        self.wake_at = now + LINKS_CHECKED_EVERY_SECONDS
        return b""

    def _count(self, kind: Kind, detail: str, now: float) -> None:
        self.findings.append(Counted(self._station.device if self._station else NOBODY, now, kind, detail))


def _record(request: Request, address: int) -> bytes:
    return encode(Record(encode_request(request, address=address), wakes=True))
