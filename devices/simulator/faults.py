"""Faults by script: one JSON line each, `{"at_round": 7, "device": "T0003", "fault": "power-loss-after-58"}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Annotated, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta

from devices.wire.feed_messages import Name


class BadScript(Exception):
    """A line of a script that cannot be played."""


class Fault(Enum):
    """What can go wrong with a device or its cable; `times` says how often in a row."""

    # of what a terminal says, for its next answers
    SILENCE = "silence"
    BAD_CRC = "bad-crc"
    BUSY = "busy"
    TRUNCATED = "truncated"
    LATE = "late"
    FOREIGN_ADDRESS = "foreign-address"
    NOT_DECIMAL = "not-decimal"
    NOISE = "noise"
    # of its reports
    CHIRP = "chirp"
    DUPLICATED_EXCEPTION = "duplicated-exception"
    LOST_IMPLIED_ACK = "lost-implied-ack"
    UNKNOWN_EXCEPTION = "unknown-exception"
    BUFFER_OVERFLOW = "buffer-overflow"
    # of its cable and power
    LINK_DOWN = "link-down"
    POWER_LOSS = "power-loss"
    POWER_LOSS_AFTER_57 = "power-loss-after-57"
    POWER_LOSS_AFTER_58 = "power-loss-after-58"
    POWER_LOSS_AFTER_PRINT = "power-loss-after-print"
    POWER_LOSS_AFTER_71 = "power-loss-after-71"
    # of its memory
    RAM_CLEAR = "ram-clear"
    METER_ROLL_OVER = "meter-roll-over"
    METER_RUNS_BACKWARDS = "meter-runs-backwards"
    # of a wheel
    LINE_CUT = "line-cut"
    LINE_WITHOUT_END = "line-without-end"
    WHEEL_SILENCE = "wheel-silence"
    BALL_NOT_SENSED = "ball-not-sensed"
    BALL_WITH_ROTOR = "ball-with-rotor"
    SENSOR_FAILURE = "sensor-failure"
    VOID_GAME = "void-game"
    BALL_AT_REST_BEFORE_CLOSE = "ball-at-rest-before-close"
    # of a tumbler
    COCKED_DICE = "cocked-dice"
    LOST_LINE = "lost-line"


OF_WHEELS = frozenset(
    {Fault.LINE_CUT, Fault.LINE_WITHOUT_END, Fault.WHEEL_SILENCE, Fault.BALL_NOT_SENSED, Fault.BALL_WITH_ROTOR}
    | {Fault.SENSOR_FAILURE, Fault.VOID_GAME, Fault.BALL_AT_REST_BEFORE_CLOSE}
)
OF_TUMBLERS = frozenset({Fault.COCKED_DICE, Fault.LOST_LINE})
OF_TERMINALS = frozenset(Fault) - OF_WHEELS - OF_TUMBLERS

MEANINGS = {
    Fault.SILENCE: "does not answer",
    Fault.BAD_CRC: "the check sum of a long answer is wrong",
    Fault.BUSY: "says that it is busy",
    Fault.TRUNCATED: "half of a long answer is missing",
    Fault.LATE: "answers after 80 ms instead of 20",
    Fault.FOREIGN_ADDRESS: "a long answer bears another terminal's address",
    Fault.NOT_DECIMAL: "a long answer has digits that are none, under a good check sum",
    Fault.NOISE: "noise instead of an answer",
    Fault.CHIRP: "says its address before its answer",
    Fault.DUPLICATED_EXCEPTION: "reports a note twice",
    Fault.LOST_IMPLIED_ACK: "does not hear that it was heard",
    Fault.UNKNOWN_EXCEPTION: "reports what nobody knows",
    Fault.BUFFER_OVERFLOW: "has more to report than it can keep",
    Fault.LINK_DOWN: "its cable is cut for 35 s",
    Fault.POWER_LOSS: "no power for 3 s, right after a note",
    Fault.POWER_LOSS_AFTER_57: "no power for 3 s after a cash-out was asked for, before its number came",
    Fault.POWER_LOSS_AFTER_58: "no power for 3 s after the number came, before the ticket was printed",
    Fault.POWER_LOSS_AFTER_PRINT: "no power for 3 s after the ticket was printed, before anybody was told",
    Fault.POWER_LOSS_AFTER_71: "no power for 3 s after a ticket was authorised, before it was stacked",
    Fault.RAM_CLEAR: "all meters and records are lost",
    Fault.METER_ROLL_OVER: "the meter of notes is nearly full from the start, and goes past its last digit",
    Fault.METER_RUNS_BACKWARDS: "the meter of notes is set to half",
    Fault.LINE_CUT: "a status line is cut short",
    Fault.LINE_WITHOUT_END: "a status line lacks its end",
    Fault.WHEEL_SILENCE: "nothing for 2 min 14 s, then all of it at once",
    Fault.BALL_NOT_SENSED: "warning 1, to the end of the game",
    Fault.BALL_WITH_ROTOR: "warning 2, to the end of the game",
    Fault.SENSOR_FAILURE: "warning 4, to the end of the game",
    Fault.VOID_GAME: "warning 8, to the end of the game",
    Fault.BALL_AT_REST_BEFORE_CLOSE: 'a winning number without "no more bets"',
    Fault.COCKED_DICE: "a shot ends with a die that does not lie flat",
    Fault.LOST_LINE: "a line of the feed gets lost",
}


class Scripted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fault, for which device, and from which round on."""

    at_round: Annotated[int, Meta(ge=0)]
    device: Name
    fault: Fault
    times: Annotated[int, Meta(ge=1, le=1000)] = 1


class Line(Protocol):
    """A line of a script: what goes wrong, and where."""

    @property
    def device(self) -> str:
        """Where."""

    @property
    def fault(self) -> Enum:
        """What."""


L = TypeVar("L", bound=Line)


class Of(NamedTuple):
    """What a script is of: what its lines name, and which faults there are."""

    what: str
    faults: type[Enum]


DEVICES = Of("device", Fault)


def parse(lines: Iterable[str]) -> list[Scripted]:
    """The script, in its order; empty lines are passed over, and the first that cannot be played is named."""
    return [scripted for _, scripted in _numbered(Scripted, DEVICES, lines)]


def parse_for(can_have: Mapping[str, frozenset[Fault]], lines: Iterable[str]) -> list[Scripted]:
    """The script for these devices; the first line that names another, or what that device cannot have, is named."""
    return parsed(Scripted, DEVICES, can_have, lines)


def parsed(line: type[L], of: Of, can_have: Mapping[str, AbstractSet[Enum]], lines: Iterable[str]) -> list[L]:
    """A script of such lines."""
    script = []
    for number, scripted in _numbered(line, of, lines):
        _require_possible(number, scripted, of, can_have)
        script.append(scripted)
    return script


def due(script: Iterable[Scripted], *, at_round: int) -> list[Scripted]:
    """What goes wrong in a round."""
    return [each for each in script if each.at_round == at_round]


def _numbered(line: type[L], of: Of, lines: Iterable[str]) -> Iterator[tuple[int, L]]:
    return ((number, _parse(line, of, number, text)) for number, text in enumerate(lines, start=1) if text.strip())


def _require_possible(number: int, scripted: Line, of: Of, can_have: Mapping[str, AbstractSet[Enum]]) -> None:
    refused, device = f"Line {number} of the faults cannot be played:", scripted.device
    if device not in can_have:
        raise BadScript(f"{refused} there is no {of.what} {device}.")
    if scripted.fault not in can_have[device]:
        possible = ", ".join(sorted(fault.value for fault in can_have[device]))
        raise BadScript(f"{refused} {scripted.fault.value} does not happen at {device}, where there is {possible}.")


def _parse(line: type[L], of: Of, number: int, text: str) -> L:
    try:
        return msgspec.json.decode(text, type=line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        known = ", ".join(fault.value for fault in of.faults)
        raise BadScript(
            f"Line {number} of the faults cannot be played: {error}. The faults of {of.what}s are {known}."
        ) from error
