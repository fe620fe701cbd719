"""Any message whatever, from the layout of its class."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from hypothesis import strategies as st

from casino.domain.money import Cents
from devices.wire.sas.fields import Bcd, Binary, Code, Digits, Field, Moment, Raw, Text
from devices.wire.sas.layouts import ANSWERS, REQUESTS, Layout, Message
from devices.wire.sas.meters import SIZES, LongReading, LongReadings, Reading, Readings
from devices.wire.sas.pieces import RestOfText, Several, SizedDigits, SizedText
from devices.wire.sas.progressives import CountedLevels, Level, LevelField

LAYOUTS = [*REQUESTS.layouts.values(), *ANSWERS.layouts.values()]


def ascii_text(least: int, most: int) -> st.SearchStrategy[str]:
    return st.text(st.characters(max_codepoint=127), min_size=least, max_size=most)


def digits(least: int, most: int) -> st.SearchStrategy[str]:
    return st.integers(least, most).flatmap(lambda size: st.text("0123456789", min_size=2 * size, max_size=2 * size))


def bcd(size: int) -> st.SearchStrategy[int]:
    return st.integers(0, 100**size - 1)


MOMENTS = st.none() | st.datetimes(min_value=datetime(1, 1, 1)).map(lambda at: at.replace(microsecond=0))  # noqa: DTZ001
READINGS = st.sampled_from(sorted(SIZES)).flatmap(lambda meter: st.builds(Reading, st.just(meter), bcd(SIZES[meter])))
LONG_READINGS = st.integers(0, 9).flatmap(
    lambda size: st.builds(LongReading, st.integers(0, 0xFFFF), bcd(size) if size else st.none(), st.just(size))
)
LEVELS = st.builds(Level, st.integers(0, 255), bcd(5).map(Cents))


VALUES: dict[type[Field], Callable[[Any], st.SearchStrategy[Any]]] = {
    Code: lambda field: st.sampled_from(list(field.meanings.values())),
    Bcd: lambda field: bcd(field.size),
    Binary: lambda field: st.integers(0, 256**field.size - 1),
    Digits: lambda field: digits(field.size, field.size),
    Raw: lambda field: st.binary(min_size=field.size, max_size=field.size),
    Text: lambda field: ascii_text(field.size, field.size),
    Moment: lambda _: MOMENTS,
    SizedText: lambda field: ascii_text(0, min(field.most, 30)),
    SizedDigits: lambda field: digits(0, field.most),
    RestOfText: lambda field: ascii_text(0, field.most),
    Several: lambda field: st.lists(values(field.piece), max_size=field.most).map(tuple),
    LevelField: lambda _: LEVELS,
    CountedLevels: lambda _: st.lists(LEVELS, max_size=32).map(tuple),
    Readings: lambda field: st.lists(READINGS, max_size=field.most).map(tuple),
    LongReadings: lambda field: st.lists(LONG_READINGS, max_size=field.most).map(tuple),
}


def values(field: Field) -> st.SearchStrategy[Any]:
    return VALUES[type(field)](field)


def messages(layout: Layout) -> st.SearchStrategy[Message]:
    return st.builds(layout.message, *map(values, layout.fields.values()))
