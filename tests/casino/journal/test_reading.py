from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from casino import journal
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.journal import Recorded, reading
from tests.casino import tally
from tests.factories import EVENING, OriginFactory, open_star

pytestmark = pytest.mark.django_db
T1 = tally.TALLY.at("t1")


def _add(times: int) -> None:
    tally.fill(tallies=["t1"], times=times, origin=OriginFactory.build())


def test_an_entry_tells_who_when_and_what_moved() -> None:
    open_star()
    origin = OriginFactory.build(reason="because", occurred_at=EVENING)
    tally.add_cents(tally="t1", cents=Cents(5), note='"\\ü\n', origin=origin)
    [entry] = journal.history(T1)
    assert entry.event == tally.CentsAdded(tally="t1", cents=Cents(5), note='"\\ü\n')
    assert (entry.origin.actor, entry.origin.reason, entry.origin.occurred_at) == ("system/tests", "because", EVENING)
    assert entry.origin.correlation_id == origin.request_id
    assert [(posting.account, posting.cents) for posting in entry.postings] == [("drawer:t1", 5), ("bank:t1", -5)]
    assert entry.gaming_day in (
        GamingDay.of(entry.recorded_at),
        GamingDay.of(entry.recorded_at).next,
        GamingDay.of(entry.recorded_at).previous,
    )


def test_a_stream_can_be_asked_how_it_stood_at_any_entry() -> None:
    open_star()
    for _ in range(5):
        _add(1)
    entries = list(journal.history(T1))
    assert [journal.state_at(T1, each.position).changes for each in entries] == [1, 2, 3, 4, 5]
    assert [journal.state_at(T1, each.recorded_at).changes for each in entries] == [1, 2, 3, 4, 5]
    assert journal.state_at(T1, Instant.parse("2020-01-01T00:00:00.000000Z")) == tally.Tally()
    assert journal.state_at(T1, entries[0].position - 1) == tally.Tally()


def test_a_long_stream_is_read_from_its_last_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    open_star()
    for _ in range(7):
        _add(450)
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM journal.snapshot WHERE stream = 'tally-t1' ORDER BY version")
        assert [version for [version] in cursor.fetchall()] == [1000, 2000, 3000]
    read: list[int] = []
    original = reading.entries

    def counted(*args: Any, **options: Any) -> list[Recorded]:
        batch = original(*args, **options)
        read.append(len(batch))
        return batch

    monkeypatch.setattr(reading, "entries", counted)
    middle = next(iter(reading.history(T1, after=2499)))
    read.clear()
    assert journal.state_at(T1, middle.position).changes == 2500
    assert sum(read) == 500


def test_snapshots_of_another_state_version_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    open_star()
    _add(1500)
    last = list(journal.history(T1))[-1]
    monkeypatch.setattr(tally.TALLY, "state_version", 2)
    monkeypatch.setattr(tally.TALLY, "evolve", lambda state, _: state.but(changes=state.changes + 2))
    assert journal.state_at(T1, last.position).changes == 3000


def test_the_latest_entries_of_a_stream_are_told_the_oldest_first_now_and_as_they_stood() -> None:
    open_star()
    tally.fill(tallies=["t1"], times=30, origin=OriginFactory.build())
    ref = tally.TALLY.at("t1")
    assert [each.version for each in journal.latest(ref, at_most=3)] == [28, 29, 30]
    tenth = next(each for each in journal.history(ref) if each.version == 10)
    assert [each.version for each in journal.latest(ref, at_most=2, at=tenth.position)] == [9, 10]
    assert [each.version for each in journal.latest(ref, at_most=2, at=tenth.recorded_at)] == [29, 30]
    assert journal.latest(tally.TALLY.at("t2"), at_most=2, at=tenth.position) == []


T2, T3 = tally.TALLY.at("t2"), tally.TALLY.at("t3")


def test_many_streams_are_asked_how_they_stand_at_once() -> None:
    open_star()
    tally.fill(tallies=["t1", "t2"], times=3, origin=OriginFactory.build())
    tally.fill(tallies=["t2"], times=1, origin=OriginFactory.build())
    assert {ref: state.changes for ref, state in journal.states([T1, T2, T3]).items()} == {T1: 3, T2: 4}
    assert journal.states([]) == {}


def test_states_of_another_version_are_folded_anew_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    open_star()
    _add(3)
    monkeypatch.setattr(tally.TALLY, "state_version", 2)
    monkeypatch.setattr(tally.TALLY, "evolve", lambda state, _: state.but(changes=state.changes + 2))
    assert journal.states([T1])[T1].changes == 6


def test_many_streams_are_asked_how_they_stood_with_and_without_snapshots_before() -> None:
    open_star()
    tally.fill(tallies=["t1"], times=1_500, origin=OriginFactory.build())
    tally.fill(tallies=["t1", "t2"], times=3, origin=OriginFactory.build())
    last = list(journal.history(T2))[-1]
    tally.fill(tallies=["t1", "t2", "t3"], times=1_200, origin=OriginFactory.build())
    then = journal.states_at([T1, T2, T3], last.position)
    assert {ref: state.changes for ref, state in then.items()} == {T1: 1_503, T2: 3, T3: 0}
    assert then[T1] == journal.state_at(T1, last.position)
    now = journal.states_at([T1, T2, T3], list(journal.history(T3))[-1].recorded_at)
    assert {ref: state.changes for ref, state in now.items()} == {T1: 2_703, T2: 1_203, T3: 1_200}
    assert journal.states_at([], last.position) == {}


def test_what_one_command_has_written_is_found_from_any_of_its_entries() -> None:
    open_star()
    _add(2)
    tally.fill(tallies=["t1", "t2"], times=3, origin=OriginFactory.build())
    _add(2)
    entries = list(journal.history(T2))
    written = journal.written_with(entries[1])
    assert written.last - written.first == 5
    found = journal.together(written, of=[type(entries[0].event)])
    assert [each.stream for each in found] == [T1.stream] * 3 + [T2.stream] * 3
    assert [each.version for each in journal.together(written, of=[type(entries[0].event)], among=[T1])] == [3, 4, 5]
    later = journal.together(written, of=[type(entries[0].event)], after=found[3].position, at_most=1)
    assert [each.position for each in later] == [found[4].position]
    assert journal.together(written, of=[tally.CentsAdded], among=[T3]) == []
