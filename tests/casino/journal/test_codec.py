from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.aggregate import EVENT_TYPES, UPCASTS, Event, ReadingId, RuleId, upcast
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.journal import codec
from casino.journal.line import new_ids

NOON = Instant.parse("2026-08-22T12:00:00.000000Z")


class ThingDone(Event, frozen=True):
    cents: Cents
    at: Instant = NOON
    day: GamingDay = GamingDay(2026, 8, 22)
    odds: Fraction = Fraction(1)
    note: str = ""


class NothingSaid(Event, frozen=True):
    pass


def _read(event: Event) -> Event:
    [about], [data] = codec.split([event])
    rule, readings = msgspec.json.decode(b"{" + about + b"}", type=dict[str, msgspec.Raw]).values()
    return codec.join(event.type_name, event.version, rule, readings, msgspec.Raw(data))


def test_an_event_is_written_in_one_exact_form() -> None:
    event = ThingDone(cents=Cents(5), odds=Fraction(350, 3), note="ä\n", rule=(RuleId("3.9.1"),), readings=(ReadingId("X-01"),))
    about = b'"rule":["3.9.1"],"readings":["X-01"]'
    data = '{"cents":5,"at":"2026-08-22T12:00:00.000000Z","day":"2026-08-22","odds":"350/3","note":"ä\\n"}'.encode()
    assert codec.split([event]) == ([about], [data])


def test_an_event_without_fields_has_empty_data() -> None:
    assert codec.split([NothingSaid()]) == ([b'"rule":[],"readings":[]'], [b"{}"])
    assert _read(NothingSaid(rule=(RuleId("1.1"),))) == NothingSaid(rule=(RuleId("1.1"),))


@given(
    cents=st.integers(min_value=-(2**62), max_value=2**62),
    at=st.datetimes(timezones=st.just(UTC)).map(Instant.of),
    odds=st.fractions(),
    note=st.text().filter(lambda text: "\x00" not in text and text.isprintable()),
    rule=st.lists(st.sampled_from(["1.1", "3.9.12.1"])),
)
def test_what_is_written_reads_back_the_same(cents: int, at: Instant, odds: Fraction, note: str, rule: list[RuleId]) -> None:
    event = ThingDone(cents=Cents(cents), at=at, odds=odds, note=note, rule=tuple(rule))
    assert _read(event) == event


@pytest.mark.parametrize(
    "fields",
    [
        {"cents": 5.0},
        {"cents": 5.5},
        {"cents": "5"},
        {"cents": True},
        {"cents": 5, "at": datetime(2026, 8, 22, 12)},  # noqa: DTZ001 - a naive time is what is refused
        {"cents": 5, "at": datetime(2026, 8, 22, 12, tzinfo=UTC)},
        {"cents": 5, "note": "a\x00b"},
        {"cents": 5, "note": "\ud800"},
        {"cents": 5, "odds": 0.5},
        {"cents": 5, "note": object},
    ],
    ids=repr,
)
def test_what_cannot_be_written_exactly_is_not_written(fields: dict[str, Any]) -> None:
    with pytest.raises(codec.Unwritable):
        codec.split([NothingSaid(), ThingDone(**fields)])


def test_a_backslash_before_u0000_in_a_text_is_only_text() -> None:
    event = ThingDone(cents=Cents(5), note="\\u0000")
    assert _read(event) == event


def test_a_naive_time_is_no_instant() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        Instant.of(datetime(2026, 8, 22, 12))  # noqa: DTZ001 - that is the point


@pytest.mark.parametrize(("name", "version"), [("tests.never-heard-of", 1), ("tests.nothing-said", 2)])
def test_an_unknown_type_or_version_fails_loudly(name: str, version: int) -> None:
    with pytest.raises(codec.UnknownEvent, match=name):
        codec.join(name, version, msgspec.Raw(b"[]"), msgspec.Raw(b"[]"), msgspec.Raw(b"{}"))


def test_an_older_version_is_read_through_its_upcasts() -> None:
    class AmountPaid(Event, frozen=True):
        version = 3
        cents: Cents
        desk: str

    @upcast("tests.amount-paid", 1)
    def _(data: dict[str, Any]) -> dict[str, Any]:
        return {"cents": data["dollars"] * 100}

    @upcast("tests.amount-paid", 2)
    def _(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "desk": "unknown"}

    raw = msgspec.Raw(b"[]")
    assert codec.join("tests.amount-paid", 1, msgspec.Raw(b'["4.2"]'), raw, msgspec.Raw(b'{"dollars":3}')) == AmountPaid(
        cents=Cents(300), desk="unknown", rule=(RuleId("4.2"),)
    )
    del UPCASTS["tests.amount-paid", 2]
    with pytest.raises(codec.UnknownEvent, match="version 2 has no upcast"):
        codec.join("tests.amount-paid", 1, raw, raw, msgspec.Raw(b'{"dollars":3}'))
    del UPCASTS["tests.amount-paid", 1], EVENT_TYPES["tests.amount-paid"]


def test_ids_are_version_7_uuids_of_their_moment() -> None:
    ids = [UUID(each) for each in new_ids(1000, str(NOON))]
    assert len(set(ids)) == 1000
    assert {(each.version, each.variant, each.int >> 80) for each in ids} == {
        (7, "specified in RFC 4122", int(NOON.timestamp() * 1000))
    }
