"""One codec for events, states, arguments and answers: what is written reads back as the same bytes, or it is not written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import force_setattr

from casino.domain.aggregate import EVENT_TYPES, UPCASTS, Event, ReadingId, RuleId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.journal.personal import Personal

T = TypeVar("T")
R = TypeVar("R")
Json = msgspec.Raw
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class _Told(msgspec.Struct, Generic[R, T], gc=False):
    """What of a line tells the event; the rest is passed over."""

    type_version: int
    rule: R
    readings: R
    data: T


class UnknownEvent(Exception):
    """The journal holds a type or version that this build does not know."""


class Unwritable(Exception):
    """This cannot be written down exactly: a float, a time without a zone, U+0000, a value of the wrong type."""


def encode(value: object) -> bytes:
    """Write a value down: no spaces, no floats, instants with six digits, fractions as text."""
    return _written(_encoder.encode, value)


def encode_each(values: Iterable[object]) -> list[bytes]:
    """Write many values down, all at once."""
    return _written(_encoder.encode_lines, values).split(b"\n")[:-1]


def _written(encoder: Callable[[Any], bytes], value: object) -> bytes:
    try:
        text = encoder(value)
    except (TypeError, ValueError) as error:
        raise Unwritable(str(error)) from error
    if b"\\u0000" in text and _NUL.search(text):
        raise Unwritable("U+0000 cannot be stored.")
    return text


def decode(kind: type[T], text: bytes | str | msgspec.Raw) -> T:
    """Read back a value of a known type."""
    value: T = _decoders[kind].decode(text)
    return value


def convert(kind: type[T], value: object) -> T:
    """Make a typed value of plain ones."""
    _ = _decoders[kind]  # one thread at a time meets a type for the first time
    return msgspec.convert(value, kind, dec_hook=_read)


def exact(values: Sequence[object]) -> list[bytes]:
    """Write values down and make sure that each one's own type reads it back as the same bytes."""
    texts = encode_each(values)
    try:
        again = encode_each(_decoders[type(value)].decode(text) for value, text in zip(values, texts, strict=True))
    except (msgspec.ValidationError, ValueError) as error:
        raise Unwritable(f"{' or '.join(sorted({type(value).__name__ for value in values}))}: {error}") from error
    if again != texts:
        other, text = next(pair for pair in zip(again, texts, strict=True) if pair[0] != pair[1])
        raise Unwritable(f"{text.decode()} reads back as {other.decode()}.")
    return texts


def split(events: Sequence[Event]) -> tuple[list[bytes], list[bytes]]:
    """Events as their lines have them: the rules and readings of each, and the data of each."""
    abouts = [_about(event.rule, event.readings) for event in events]
    return abouts, [_data(whole, about) for whole, about in zip(exact(events), abouts, strict=True)]


def _data(whole: bytes, about: bytes) -> bytes:
    assert whole.endswith(about + b"}"), "an event's own fields come first"
    return whole[: -len(about) - 1].removesuffix(b",") + b"}"


@lru_cache
def _about(rule: tuple[RuleId, ...], readings: tuple[ReadingId, ...]) -> bytes:
    return b'"rule":' + _encoder.encode(rule) + b',"readings":' + _encoder.encode(readings)


def read(type_name: str, line: bytes) -> Event:
    """The event a whole line tells of, without taking the rest of the line apart."""
    kind = EVENT_TYPES.get(type_name)
    if kind is None:
        raise UnknownEvent(f"{type_name} is unknown to this build.")
    try:
        told = _teller(kind).decode(line)
    except msgspec.ValidationError:  # data of another version, or wrong: the long way says which
        told = None
    if told is None or told.type_version != kind.version:
        raw = _any_teller.decode(line)
        return join(type_name, raw.type_version, raw.rule, raw.readings, raw.data)
    if told.rule:  # nobody else has seen the event yet
        force_setattr(told.data, "rule", told.rule)
    if told.readings:
        force_setattr(told.data, "readings", told.readings)
    return told.data


def join(type_name: str, version: int, rule: msgspec.Raw, readings: msgspec.Raw, data: msgspec.Raw) -> Event:
    """The event a line tells of, as it is understood today."""
    kind = EVENT_TYPES.get(type_name)
    if kind is None or version > kind.version:
        raise UnknownEvent(f"{type_name} version {version} is unknown to this build.")
    if version < kind.version:
        return _upcast(kind, version, rule, readings, data)
    if bytes(rule) == bytes(readings) == b"[]":
        return decode(kind, data)
    own = bytes(data)[:-1]
    comma = b"," if len(own) > 1 else b""
    return decode(kind, own + comma + b'"rule":' + bytes(rule) + b',"readings":' + bytes(readings) + b"}")


def _upcast(kind: type[Event], version: int, rule: msgspec.Raw, readings: msgspec.Raw, data: msgspec.Raw) -> Event:
    plain = msgspec.json.decode(data)
    for step in range(version, kind.version):
        if (kind.type_name, step) not in UPCASTS:
            raise UnknownEvent(f"{kind.type_name} version {step} has no upcast.")
        plain = UPCASTS[kind.type_name, step](plain)
    return convert(kind, {**plain, "rule": msgspec.json.decode(rule), "readings": msgspec.json.decode(readings)})


def _write(value: object) -> Any:
    match value:
        case Fraction():
            numerator, denominator = value.as_integer_ratio()
            return f"{numerator}/{denominator}"
        case Instant():
            return str(value)
        case GamingDay():
            return value.isoformat()
        case Personal():
            return value.fingerprint
        case _:
            raise TypeError(f"{type(value).__name__} has no exact form in the journal.")


def _read(kind: type, value: Any) -> Any:
    if kind is Instant:
        return Instant.parse(value)
    if kind is GamingDay:
        return GamingDay.fromisoformat(value)
    if kind is Fraction:
        return _fraction(value)
    raise NotImplementedError(f"{kind.__name__} has no exact form in the journal.")


@lru_cache(maxsize=8192)
def _fraction(text: str) -> Fraction:
    """Reading one costs ten times as much as all else in a figure, and the same few come again and again."""
    return Fraction(text)


class _Decoders(dict[Any, msgspec.json.Decoder[Any]]):
    """One decoder for each type, made when it is first asked for."""

    def __missing__(self, kind: Any) -> msgspec.json.Decoder[Any]:
        decoder = self[kind] = _decoder(kind)
        return decoder


@cache
def _teller(kind: type[Event]) -> msgspec.json.Decoder[_Told[tuple[str, ...], Event]]:
    return _decoder(_Told[tuple[str, ...], kind])  # type: ignore[valid-type]


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """By one thread at a time: whoever reads by a type that msgspec is still taking apart elsewhere ends the process."""
    with _making:
        return msgspec.json.Decoder(kind, dec_hook=_read)


_making = Lock()
_decoders = _Decoders()
_any_teller = msgspec.json.Decoder(_Told[msgspec.Raw, msgspec.Raw])
_encoder = msgspec.json.Encoder(enc_hook=_write, uuid_format="canonical")
