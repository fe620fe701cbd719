"""The live wire: who may listen to what, and that no entry is ever missed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Callable

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.test import Client

from casino import journal, listening, services, sessions
from casino.domain import staff
from casino.domain.money import Cents
from casino.domain.powers import HOUSE, Role
from casino.journal import Origin, Personal
from casino.listening import settled
from casino.stack.process import wait_until
from tests.casino import tally
from tests.casino.sockets import HOST, PATIENCE_SECONDS, Socket, connected, run
from tests.databases import Database
from tests.factories import EVENING, OriginFactory, asked_by, open_crown, open_house

LATCH = 7


def test_a_page_is_told_the_present_versions_then_each_entry_of_its_topics_and_nothing_else(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as page:
            assert await page.watch("star/staff", "venue-star", "star/approval", "approval-none") == {
                "star/staff": _latest("staff-%"),
                "venue-star": _latest("venue-star"),
                "star/approval": 0,
                "approval-none": 0,
            }
            position = await _do(lambda: _begin_duty("813"))
            assert await page.said() == {"topic": "star/staff", "version": position}
            assert await page.is_quiet()

    run(story)


def test_what_is_no_stream_is_glanced_at_while_somebody_watches_it_and_told_when_it_differs(
    committed: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = _at_work()
    shown = ["as it is"]
    monkeypatch.setattr(listening, "LOOK_SECONDS", 0.05)
    monkeypatch.setitem(listening.GLANCES, "operations", lambda: shown[0])
    monkeypatch.setattr(listening.WIRE, "seen", {})

    async def story() -> None:
        async with connected(token) as page, connected(token) as other:
            await other.watch("star/staff")
            assert await page.watch("star/operations") == {"star/operations": 0}
            assert await page.said() == {"topic": "star/operations", "version": 1}
            assert await page.is_quiet()
            shown[0] = "otherwise"
            assert await page.said() == {"topic": "star/operations", "version": 2}
            assert await other.watch("star/operations") == {"star/operations": 2}
            assert await page.is_quiet()

    run(story)


@pytest.mark.slow(reason="listens a while to hear that nothing is said, many times")
def test_watching_again_replaces_what_is_watched(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as page:
            await page.watch("star/staff", "staff-813")
            assert await page.watch("staff-812") == {"staff-812": _latest("staff-812")}
            await _do(lambda: _begin_duty("813"))
            assert await page.is_quiet()
            assert await page.watch() == {}
            assert await page.is_quiet()
            await _do(lambda: _begin_duty("812"))
            assert await page.is_quiet()

    run(story)


def test_every_page_is_told_what_it_watches_and_the_reader_goes_with_the_last_of_them(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as one:
            async with connected(token) as other:
                await one.watch("star/staff", "staff-812")
                await other.watch("staff-813")
                position = await _do(lambda: _begin_duty("813"))
                assert await one.said() == {"topic": "star/staff", "version": position}
                assert await other.said() == {"topic": "staff-813", "version": position}
                assert await _settles(position)
            assert settled() == position
        assert settled() == 0, "nobody reads on"

    run(story)


def test_prometheus_is_told_how_many_sockets_are_open(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as one, connected(token) as other:
            await one.watch("staff-812")
            await other.watch("staff-812")
            assert "pitledger_live_sockets 2.0" in await sync_to_async(_metrics)()
        assert "pitledger_live_sockets 0.0" in await sync_to_async(_metrics)()

    run(story)


def _metrics() -> str:
    return Client().get("/metrics").content.decode()


def test_whoever_is_not_at_work_is_not_listened_to(committed: Database) -> None:
    async def story() -> None:
        for token in ("", "nobody has this token"):
            async with connected(token) as page:
                assert await page.said() == {"closed": 4401}

    run(story)


def test_a_locked_desk_may_go_on_listening(committed: Database) -> None:
    token = _at_work()
    person = sessions.person_of(token)
    assert person
    sessions.lock(person)

    async def story() -> None:
        async with connected(token) as page:
            assert list(await page.watch("star/staff")) == ["star/staff"]

    run(story)


NO_TOPICS = (
    "crown/staff", "staff-901", "star/", "/staff", "star/Staff", "star/staff/812", "staff", "", "STAFF-812", "*/staff",
)  # fmt: skip


def test_a_topic_of_another_venue_or_none_at_all_closes_the_wire(committed: Database) -> None:
    token = _at_work()
    _engage_at_crown()

    async def story() -> None:
        for topic in NO_TOPICS:
            async with connected(token) as page:
                await page.say(json.dumps({"watch": ["star/staff", topic]}))
                assert await page.said() == {"closed": 4403}, topic

    run(story)


def test_a_stream_that_another_venue_opens_later_is_no_news(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as page:
            assert await page.watch("staff-901") == {"staff-901": 0}
            await _do(_engage_at_crown)
            assert await page.is_quiet()

    run(story)


RUBBISH = {
    "": 4400,
    "watch": 4400,
    "[]": 4400,
    "{}": 4400,
    '{"watch": "star/staff"}': 4400,
    '{"watch": [1]}': 4400,
    '{"watch": ["star/staff"], "since": 4}': 4400,
    json.dumps({"watch": [f"staff-{number}" for number in range(101)]}): 4413,
    "[" * 20_000: 4413,
}


@pytest.mark.slow(reason="listens a while to hear that nothing is said, many times")
def test_rubbish_closes_the_wire_and_says_why_by_its_code(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        for text, code in RUBBISH.items():
            async with connected(token) as page:
                await page.say(text)
                assert await page.said() == {"closed": code}, text
                await page.say('{"watch": ["star/staff"]}')
                assert await page.is_quiet(0.1)

    run(story)


ELSEWHERE = [
    ("http://elsewhere.example", "/live/"),
    ("http://127.0.0.1:9999", "/live/"),
    ("http://[", "/live/"),
    ("null", "/live/"),
    ("", "/live/"),
    (f"http://{HOST}", "/other/"),
]


def test_only_pages_of_ours_get_as_far_as_a_handshake() -> None:
    async def story() -> None:
        for origin, path in ELSEWHERE:
            assert await Socket("a token", origin=origin, path=path).open() == {"closed": 4403}, (origin, path)

    asyncio.run(story())


@pytest.mark.slow(reason="sessions are looked at every two seconds")
def test_the_wire_is_closed_when_the_session_is_over(committed: Database) -> None:
    token = _at_work()

    def log_out() -> None:
        person = sessions.person_of(token)
        assert person
        token_hash = Personal(person.token_hash.hex())
        services.log_out(number="812", desk="floor2", token_hash=token_hash, origin=asked_by("812"))

    endings: list[Callable[[], object]] = [
        log_out,
        lambda: services.lock_out(number="812", tries=5, until=EVENING, origin=OriginFactory.build()),
        lambda: services.let_leave(number="812", origin=asked_by("813")),
    ]

    async def story() -> None:
        for ending in endings:
            async with connected(token) as page:
                await page.watch("venue-star")
                await _do(ending)
                assert await page.said() == {"closed": 4401}
            await _do(lambda: _log_in(token))

    with contextlib.suppress(staff.NotOnTheStaff):  # who has left does not come in again
        run(story)


def test_an_entry_that_commits_after_a_later_one_is_told_when_it_does(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as page:
            await page.watch("star/tally", "tally-star.slow")
            with psycopg.connect(committed.superuser_url, autocommit=True) as watcher:
                watcher.execute("SELECT pg_advisory_lock(%s)", [LATCH])
                writer = asyncio.create_task(asyncio.to_thread(_add_slowly))
                assert await asyncio.to_thread(wait_until, lambda: _is_waiting(watcher), PATIENCE_SECONDS)
                quick = await _do(lambda: tally.add_cents(tally="star.quick", cents=Cents(1), origin=OriginFactory.build()))
                assert await page.said() == {"topic": "star/tally", "version": quick}
                assert settled() == quick - 2
            await writer
            late = {"version": quick - 1}
            assert [await page.said(), await page.said()] == [{"topic": "star/tally"} | late, {"topic": "tally-star.slow"} | late]
            assert await page.is_quiet()
            assert await _settles(quick)

    run(story)


def test_a_position_that_nobody_will_ever_write_is_waited_for_no_longer_than_its_transaction(committed: Database) -> None:
    token = _at_work()

    async def story() -> None:
        async with connected(token) as page:
            await page.watch("star/tally")
            with psycopg.connect(committed.superuser_url) as doomed:
                doomed.execute("SELECT pg_current_xact_id(), nextval('journal.position_seq')")
                told = await _do(lambda: tally.add_cents(tally="star.quick", cents=Cents(1), origin=OriginFactory.build()))
                assert await page.said() == {"topic": "star/tally", "version": told}
                await asyncio.sleep(0.2)
                assert settled() == told - 2
                doomed.rollback()
            assert await _settles(told)

    run(story)


@pytest.mark.slow(reason="eight writers race a reader")
def test_whatever_eight_writers_commit_in_whatever_order_every_stream_of_theirs_is_told(committed: Database) -> None:
    token = _at_work()
    streams = [f"star.t{writer}" for writer in range(8)]

    def write(name: str) -> None:
        for _ in range(40):
            tally.add_cents(tally=name, cents=Cents(1), origin=OriginFactory.build())
        connections.close_all()

    async def story() -> None:
        async with connected(token) as page:
            await page.watch(*(f"tally-{name}" for name in streams))
            await asyncio.gather(*(asyncio.to_thread(write, name) for name in streams))
            last = {f"tally-{name}": _latest(f"tally-{name}") for name in streams}
            told: dict[str, int] = {}
            while told != last:
                message = await page.said()
                told[message["topic"]] = message["version"]

    run(story)


def _at_work() -> str:
    open_house()
    token = sessions.new_token()
    _log_in(token)
    return token


def _log_in(token: str) -> None:
    services.log_in(number="812", desk="floor2", token=Personal(token), origin=asked_by("812"))


def _engage_at_crown() -> None:
    open_crown()
    origin = OriginFactory.build(venue="crown", place="crown.cage1")
    services.engage(number="901", name=Personal("Ana Reyes"), password=Personal("a password of the tests"), origin=origin)


def _begin_duty(number: str) -> None:
    services.begin_duty(number=number, role=Role("inspector"), books=(HOUSE,), origin=OriginFactory.build())


async def _do(command: Callable[[], object]) -> int:
    """Give a command, as a view does in its thread: the position of the last entry."""

    def done() -> int:
        command()
        return _latest("%")

    return await sync_to_async(done)()


async def _settles(position: int) -> bool:
    """Whether the reader comes to stand exactly there."""
    return await asyncio.to_thread(wait_until, lambda: settled() == position, PATIENCE_SECONDS)


def _latest(stream: str) -> int:
    with psycopg.connect(os.environ["DATABASE_URL"]) as session:
        row = session.execute("SELECT coalesce(max(position), 0) FROM journal.entry WHERE stream LIKE %s", [stream]).fetchone()
    assert row
    return int(row[0])


@journal.command
def _add_and_wait(*, origin: Origin) -> None:
    """A writer that has its position and does not commit before the latch is lifted."""
    ref = tally.TALLY.at("star.slow")
    held = journal.load(write=[ref])
    journal.append(held, {ref: [tally.CentsAdded(tally="star.slow", cents=Cents(1))]}, origin)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LATCH])


def _add_slowly() -> None:
    _add_and_wait(origin=OriginFactory.build())
    connections.close_all()


def _is_waiting(watcher: psycopg.Connection[tuple[object, ...]]) -> bool:
    found = watcher.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchone()
    return found == (1,)
