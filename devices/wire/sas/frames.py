"""One frame at a time, both ends: the host asks and reads the answer, the machine reads the question and answers."""

from __future__ import annotations

from binascii import crc_hqx

from devices.wire.errors import BadCrc, ForeignAddress, NotDecimal, TruncatedFrame, UnaskedAnswer, UnknownCode, UnknownException
from devices.wire.sas.control import RequestSignature, Signature
from devices.wire.sas.crc import REVERSED
from devices.wire.sas.exceptions import BY_CODE, ExceptionCode
from devices.wire.sas.layouts import ANSWERS, REQUESTS, Answer, Request

BROADCAST = 0
MOST_ADDRESS = 127
TOP_BIT = 0x80  # with the address: a general poll from the host, a NACK from the machine
BUSY = 0x00
SHORTEST_ANSWER = 5


class GeneralPoll(Request, frozen=True):
    """Ask whether anything has happened."""


class Acknowledged(Answer, frozen=True):
    """A lone address: done."""


class NotAcknowledged(Answer, frozen=True):
    """A lone address with the top bit: not done."""


class Busy(Answer, frozen=True):
    """Ask again later."""


class Silence(Answer, frozen=True):
    """No bytes at all. Never consent: unsupported, not heard, or not there."""


# The host


def encode_request(request: Request, *, address: int) -> bytes:
    """The bytes of a question; the first of them goes out with the wake-up bit."""
    if isinstance(request, GeneralPoll):
        return bytes((TOP_BIT | _machine(address),))
    layout = REQUESTS.layouts[type(request)]
    return layout.encode(address if address == BROADCAST and layout.is_broadcast else _machine(address), request)


def decode_answer(frame: bytes, *, address: int, asked: Request | type[Request]) -> Answer:
    """What a machine says to a long poll."""
    if len(frame) < SHORTEST_ANSWER:
        return _short_answer(frame, address)
    layout = ANSWERS[frame[1], len(frame)]
    if layout.is_sized and frame[2] != len(frame) - layout.around:
        raise layout.wrong_length(frame)
    if crc_hqx(frame.translate(REVERSED), 0):  # 0 over an intact frame with its check sum
        raise _bad_crc(frame)
    if frame[0] != address:
        raise _foreign(frame, address)
    if frame[1] != asked.command:
        raise UnaskedAnswer(f"Asked for {asked.command:02X}, the machine answered {frame[1]:02X}.")
    try:
        answer: Answer = layout.read(frame)
    except ValueError as error:
        raise _not_decimal(frame) from error
    return answer


def decode_event(frame: bytes, *, address: int) -> ExceptionCode | Signature | Silence:
    """What a machine says to a general poll: one byte, or the software signature it was asked for."""
    if not frame:
        return Silence()
    if len(frame) > 1:
        return _signature(frame, address)
    code = BY_CODE.get(frame[0])
    if code is None:
        raise UnknownException(f"Nobody knows the exception {frame[0]:02X}.")
    return code


# The machine


def decode_request(frame: bytes, *, address: int) -> Request:
    """What the host asks this machine. A question to all is never answered: `is_broadcast` says which one is."""
    if len(frame) <= 1:
        return _general_poll(frame, address)
    if frame[0] not in (address, BROADCAST):
        raise _foreign(frame, address)
    layout = REQUESTS[frame[1], len(frame)]
    if layout.is_sized and frame[2] != len(frame) - layout.around:
        raise layout.wrong_length(frame)
    if frame[0] == BROADCAST and not layout.is_broadcast:
        raise ForeignAddress(f"{frame[1]:02X} is no question to all machines.")
    if layout.is_sealed and crc_hqx(frame.translate(REVERSED), 0):
        raise _bad_crc(frame)
    if not frame.startswith(layout.constant, layout.start - len(layout.constant)):
        raise UnknownCode(f"{frame.hex(' ')} is no {layout.message.__name__}: it lacks {layout.constant.hex(' ')}.")
    try:
        request: Request = layout.read(frame)
    except ValueError as error:
        raise _not_decimal(frame) from error
    return request


def is_broadcast(frame: bytes) -> bool:
    """Whether a question goes to all machines."""
    return frame[:1] == bytes((BROADCAST,))


def encode_answer(answer: Answer, *, address: int) -> bytes:
    """The bytes of an answer, none of them with the wake-up bit."""
    match answer:
        case Acknowledged():
            return bytes((_machine(address),))
        case NotAcknowledged():
            return bytes((TOP_BIT | _machine(address),))
        case Busy():
            return bytes((_machine(address), BUSY))
        case Silence():
            return b""
        case _:
            return ANSWERS.layouts[type(answer)].encode(_machine(address), answer)


def encode_event(code: ExceptionCode) -> bytes:
    """The answer to a general poll."""
    return bytes((code,))


# Both


def _bad_crc(frame: bytes) -> BadCrc:
    return BadCrc(f"The check sum does not fit: {frame.hex(' ')}.")


def _not_decimal(frame: bytes) -> NotDecimal:
    return NotDecimal(f"A BCD field holds a digit above nine: {frame.hex(' ')}.")


def _short_answer(frame: bytes, address: int) -> Answer:
    if not frame:
        return Silence()
    if frame[0] & ~TOP_BIT != address:
        raise _foreign(frame, address)
    known = {bytes((address,)): Acknowledged, bytes((TOP_BIT | address,)): NotAcknowledged, bytes((address, BUSY)): Busy}
    if frame not in known:
        raise TruncatedFrame(f"{frame.hex(' ')} is too short for an answer.")
    return known[frame]()


def _signature(frame: bytes, address: int) -> Signature:
    answer = decode_answer(frame, address=address, asked=RequestSignature)
    if not isinstance(answer, Signature):
        raise UnaskedAnswer(f"{frame.hex(' ')} is no answer to a general poll.")
    return answer


def _general_poll(frame: bytes, address: int) -> GeneralPoll:
    if not frame:
        raise TruncatedFrame("No bytes are no question.")
    if frame[0] & ~TOP_BIT != address:
        raise _foreign(frame, address)
    if frame[0] < TOP_BIT:
        raise TruncatedFrame(f"{frame.hex()} is an address without a command.")
    return GeneralPoll()


def _machine(address: int) -> int:
    if not 1 <= address <= MOST_ADDRESS:
        raise ForeignAddress(f"A machine has an address from 1 to {MOST_ADDRESS}, not {address}.")
    return address


def _foreign(frame: bytes, address: int) -> ForeignAddress:
    return ForeignAddress(f"{frame.hex(' ')} is not from or for machine {address}.")
