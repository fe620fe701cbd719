"""Proof 7: clocks that are wrong. No stream runs backwards, none gets stuck, the gaming day is right."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino import journal, services
from casino.domain import parameters
from casino.domain.events import VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.parameters import Jurisdiction, Name
from casino.journal import calendars
from casino.journal.verification import verify
from casino.stack.roles import APP, OWNER, TEST
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, open_star
from tests.faults import domain
from tests.faults.proofs import Proof
from tests.scale import sized

STAR = VenueId("star")
HOUR = timedelta(hours=1)
STEPS = {"back 2 s": timedelta(seconds=-2), "right": timedelta(), "forward 1 h": HOUR, "an hour late": -HOUR}
# Daylight saving ends (3:00 is 2:00 again) and begins (2:00 is 3:00 at once); beside them an ordinary day.
EDGES = [datetime(2026, 4, 4, 16, tzinfo=UTC), datetime(2026, 10, 3, 16, tzinfo=UTC), datetime(2026, 11, 17, 19, tzinfo=UTC)]
_numbers = iter(range(10**9))
with_a_database = settings(
    deadline=None,
    database=None,
    max_examples=sized(ci=25, full=1000),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def movable(committed: Database, proof: Proof) -> Iterator[Database]:
    """The Star, and a clock that the test moves."""
    open_star()
    committed.log_in_as(TEST)
    yield committed
    assert _streams_that_run_backwards() == []
    assert verify().wrong == []


@pytest.mark.slow(reason="lets the clock jump in many orders")
@given(data=st.data())
@with_a_database
def test_a_clock_that_jumps_sticks_no_stream_and_turns_no_time_back(movable: Database, data: st.DataObject) -> None:
    n = next(_numbers)
    names = [f"star.{n}a", f"star.{n}b"]
    for step in data.draw(st.lists(st.sampled_from(sorted(STEPS)), min_size=2, max_size=6)):
        _move_clock(STEPS[step])
        match data.draw(st.sampled_from(["one", "both", "gate", "behind gate"])):
            case "one":
                tally.add_cents(tally=names[0], cents=Cents(1), origin=OriginFactory.build())
            case "both":
                tally.fill(tallies=names, times=2, origin=OriginFactory.build())
            case "gate":
                tally.open_gate(gate=names[0], origin=OriginFactory.build())
            case "behind gate":
                tally.add_behind_gate(tally=names[1], gate=names[0], origin=OriginFactory.build())


def test_a_stream_from_an_hour_ahead_may_be_loaded_without_being_written(movable: Database) -> None:
    """The law is adopted where there is none yet; the parameter that has a value stands an hour ahead."""
    _move_clock(HOUR)
    services.set_parameter(
        name=Name.CASH_PER_DAY, value=1, from_day=GamingDay(2030, 1, 1), source="a direction", origin=OriginFactory.build()
    )
    _move_clock(timedelta())
    services.adopt_law(jurisdiction=Jurisdiction.NEW_SOUTH_WALES, origin=OriginFactory.build())
    adopted = [list(journal.history(parameters.at(STAR, name)))[-1] for name in (Name.CASH_PER_DAY, Name.TABLE_CLOSING_NOTICE)]
    assert adopted[0].recorded_at == adopted[1].recorded_at, "not before the last time of anything it relied on"


def test_a_clock_that_steps_back_between_load_and_append_costs_one_more_try(movable: Database) -> None:
    _move_clock(timedelta(seconds=2))
    domain.CLOCK_STEPS.append("0 s")
    assert domain.add_while_the_clock_steps(tally="star.1", origin=OriginFactory.build()) == 1
    assert domain.CLOCK_STEPS == [], "too tame: the clock did not step"
    assert journal.state(tally.TALLY.at("star.1")).changes == 1


def test_a_clock_that_went_an_hour_ahead_and_back_leaves_the_stream_at_its_last_time(movable: Database) -> None:
    times = []
    for shift in (timedelta(), HOUR, timedelta(), timedelta(seconds=-2)):
        _move_clock(shift)
        tally.add_cents(tally="star.1", cents=Cents(1), origin=OriginFactory.build())
        times.append(_last("star.1").recorded_at)
    assert times[1] - times[0] > timedelta(minutes=59)
    assert times[1] == times[2] == times[3]


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_the_clock_of_the_applications_host_decides_nothing(movable: Database, off: timedelta) -> None:
    received_at = Instant.of(datetime.now(UTC) + off)
    tally.add_cents(tally="star.1", cents=Cents(1), origin=OriginFactory.build(received_at=received_at))
    recorded = _last("star.1")
    assert recorded.origin.received_at == received_at
    assert abs(recorded.recorded_at - _database_clock()) < timedelta(seconds=30)
    assert recorded.gaming_day == _day_by_the_wall_clock(recorded.recorded_at, "Australia/Sydney", 6)


@pytest.mark.slow(reason="asks the wall clock of many nights")
@given(
    hour=st.integers(0, 23),
    edge=st.sampled_from(EDGES),
    seconds=st.one_of(st.integers(-2, 2), st.integers(-90_000, 90_000)),
    is_at_start=st.booleans(),
)
@with_a_database
def test_the_gaming_day_is_the_wall_clocks_at_every_edge(
    movable: Database, hour: int, edge: datetime, seconds: int, is_at_start: bool
) -> None:
    venue = _open_venue(hour)
    start = edge.replace(hour=14) + timedelta(hours=hour) if is_at_start else edge
    _move_clock(start + timedelta(seconds=seconds) - _real_clock())
    name = f"edge.{next(_numbers)}"
    tally.add_cents(tally=name, cents=Cents(1), origin=OriginFactory.build(venue=venue))
    recorded = _last(name)
    assert recorded.gaming_day == _day_by_the_wall_clock(recorded.recorded_at, "Australia/Sydney", hour)


@pytest.mark.parametrize("role", [APP, OWNER])
def test_no_role_of_a_real_cluster_can_move_the_clock(committed: Database, role: str) -> None:
    with psycopg.connect(committed.servers.postgres.url(role, committed.name), autocommit=True) as session:
        session.execute("SET journal.clock_shift = '1 hour'")
        row = session.execute("SELECT journal.now() - clock_timestamp() < '1 s'").fetchone()
        assert row == (True,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            session.execute("SET SESSION AUTHORIZATION pitledger_test")


def _open_venue(hour: int) -> VenueId:
    venue = VenueId(f"night{next(_numbers)}")
    _move_clock(timedelta())
    origin = OriginFactory.build(venue=venue)
    services.open_venue(name=venue, jurisdiction=Jurisdiction.NEW_SOUTH_WALES, zone="Australia/Sydney", hour=hour, origin=origin)
    calendars.forget()
    return venue


def _move_clock(shift: timedelta) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('journal.clock_shift', %s, false)", [f"{shift.total_seconds()} seconds"])


def _database_clock() -> Instant:
    return Instant.of(_ask("SELECT journal.now()"))


def _real_clock() -> Instant:
    return Instant.of(_ask("SELECT clock_timestamp()"))


def _day_by_the_wall_clock(at: datetime, zone: str, hour: int) -> GamingDay:
    """What a clock on the wall says: the date, or the day before if the hour has not come yet."""
    return GamingDay.of(
        _ask(
            "SELECT local::date - (extract(hour FROM local) < %s)::int FROM (SELECT %s AT TIME ZONE %s AS local) AS wall",
            hour,
            at,
            zone,
        )
    )


def _ask(query: str, *parameters: int | str | datetime) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchone()[0]


def _last(name: str) -> journal.Recorded:
    return list(journal.history(tally.TALLY.at(name)))[-1]


def _streams_that_run_backwards() -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT stream, version
                 FROM (SELECT stream, version, recorded_at - lag(recorded_at) OVER (PARTITION BY stream ORDER BY version) AS step
                         FROM journal.entry) AS steps WHERE step < interval '0'"""
        )
        return list(cursor.fetchall())
