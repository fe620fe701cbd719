"""From a message class to its bytes and back. The class is the layout: its annotated fields, in order, are the frame's."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, ClassVar, Literal, TypeVar, get_type_hints

import msgspec

from devices.wire.errors import OverlongFrame, TruncatedFrame, UnknownCommand, WireError
from devices.wire.sas.crc import CRC_SIZE, sealed
from devices.wire.sas.fields import Binary, Code, Field, decimal
from devices.wire.sas.pieces import Sized

PollType = Literal["R", "S", "M", "G"]
ADDRESS_AND_COMMAND = 2
LENGTH = Binary(1)
LONGEST_DATA = 255


class Message(msgspec.Struct, frozen=True):
    """What one end says to the other."""

    command: ClassVar[int]


class Request(Message, frozen=True):
    """What the host says."""


class Answer(Message, frozen=True):
    """What the machine says."""


R = TypeVar("R", bound=Request)
A = TypeVar("A", bound=Answer)


class Layout:
    """One message and its frame: address, command, [length], [constant], fields, [unused], [check sum]."""

    def __init__(self, message: type[Message], *, poll_type: PollType, is_sized: bool, constant: bytes, unused: int) -> None:
        self.message = message
        self.command = message.command
        self.is_broadcast = poll_type == "G"
        self.is_sealed = poll_type != "R"
        self.is_sized = is_sized
        self.unused = unused
        self.fields = fields_of(message)
        self.is_fixed = all(field.is_fixed for field in self.fields.values())
        self.around = ADDRESS_AND_COMMAND + is_sized + CRC_SIZE * self.is_sealed  # what the length byte does not count
        self.constant = constant
        self.start = ADDRESS_AND_COMMAND + is_sized + len(constant)
        self.size = self.around + len(constant) + sum(field.size for field in self.fields.values()) + unused  # or the least
        is_known = not any(isinstance(field, Sized) for field in self.fields.values())
        self.read: Callable[[bytes], Any] = self._compiled() if is_known else self._read_through

    def encode(self, address: int, message: Message) -> bytes:
        """The frame of a message; a value too big for its field raises."""
        fields = b"".join(field.write(getattr(message, name)) for name, field in self.fields.items())
        data = self.constant + fields + bytes(self.unused)
        length = LENGTH.write(len(data)) if self.is_sized else b""
        packet = bytes((address, self.command)) + length + data
        return sealed(packet) if self.is_sealed else packet

    def wrong_length(self, frame: bytes) -> WireError:
        """What is wrong with a frame that is not as long as it says."""
        said, there = frame[ADDRESS_AND_COMMAND], len(frame) - self.around
        kind = TruncatedFrame if said > there else OverlongFrame
        return kind(f"The length says {said} bytes, there are {there}: {frame.hex(' ')}.")

    def _compiled(self) -> Callable[[bytes], Any]:
        """`lambda frame: … Credits(int(digits[4:12]))`: known places are read without a loop, three times as fast."""
        at, sources = self.start, []
        for name, field in self.fields.items():
            sources.append(field.source(at, name))
            at += field.size
        source = f"message({', '.join(sources)})"
        if "digits" in source:
            source = f"(digits := frame.hex()) and {source}"
        names = {name: field.meaning() for name, field in self.fields.items()}
        read: Callable[[bytes], Any] = eval(  # noqa: S307 - our own tables
            f"lambda frame: {source}", {"message": self.message, "decimal": decimal, **names}
        )
        return read

    def _read_through(self, frame: bytes) -> Message:
        data, at, values = frame[:-CRC_SIZE], self.start, []
        for field in self.fields.values():
            value, at = field.take(data, at)
            values.append(value)
        if at != len(data):
            raise OverlongFrame(f"{len(data) - at} bytes are left over at the end of {frame.hex(' ')}.")
        return self.message(*values)


def fields_of(message: type[Message]) -> dict[str, Field]:
    """The fields a class is annotated with, in order."""
    hints = get_type_hints(message, include_extras=True)
    return {name: _field(hints[name]) for name in message.__struct_fields__}


def _field(hint: Any) -> Field:
    """A list of meanings is one byte; everything else is annotated with its field."""
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return Code(hint)
    field: Field = hint.__metadata__[0]
    return field


class Messages(dict[tuple[int, int], Layout]):
    """All messages of one end: command and length of a frame to what it claims to be."""

    def __init__(self) -> None:
        super().__init__()
        self.layouts: dict[type[Message], Layout] = {}

    def add(self, layout: Layout) -> None:
        """One more message of the subset."""
        self.layouts[layout.message] = layout
        last = layout.size if layout.is_fixed else layout.around + LONGEST_DATA
        for size in range(layout.size, last + 1):
            assert (layout.command, size) not in self, "two messages in one frame"
            self[layout.command, size] = layout

    def __missing__(self, command_and_size: tuple[int, int]) -> Layout:
        command, size = command_and_size
        sizes = [size for known, size in self if known == command]
        if not sizes:
            raise UnknownCommand(f"{command:02X} is no command of the subset.")
        kind = TruncatedFrame if size < max(sizes) else OverlongFrame
        raise kind(f"A frame {command:02X} does not have {size} bytes.")


REQUESTS = Messages()
ANSWERS = Messages()


def request(command: int, poll_type: PollType, *, is_sized: bool = False, constant: bytes = b"") -> Callable[[type[R]], type[R]]:
    """Declare a long poll. Only type R goes out without a check sum; only type G may go to all machines at once."""

    def declare(message: type[R]) -> type[R]:
        message.command = command
        REQUESTS.add(Layout(message, poll_type=poll_type, is_sized=is_sized, constant=constant, unused=0))
        return message

    return declare


def answer(command: int, *, is_sized: bool = False, unused: int = 0) -> Callable[[type[A]], type[A]]:
    """Declare what a machine answers. Unused bytes at the end are sent as zeros and not looked at."""

    def declare(message: type[A]) -> type[A]:
        message.command = command
        ANSWERS.add(Layout(message, poll_type="S", is_sized=is_sized, constant=b"", unused=unused))
        return message

    return declare
