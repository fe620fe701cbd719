"""Threads of one process that want the same stream: none may keep the interpreter to itself while it waits for another's lock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import psycopg
import pytest
from django.db import connection, connections

from casino import journal
from casino.domain import attempts
from casino.domain.money import Cents
from casino.domain.refusals import Refusal, RefusedBefore
from casino.journal import Origin
from casino.stack.process import wait_until
from tests.casino import tally
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, open_star

TIMES = 20
SECONDS = 20
T = TypeVar("T")

_has_loaded = threading.Event()


@journal.command
def add_when_another_waits(*, origin: Origin) -> None:
    ref = tally.TALLY.at("t1")
    held = journal.load(write=[ref])
    _has_loaded.set()
    while not _waiting():
        pass
    journal.append(held, {ref: [tally.CentsAdded(tally="t1", cents=Cents(1))]}, origin)


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def test_a_thread_that_waits_for_a_stream_lets_the_thread_that_holds_it_go_on(committed: Database) -> None:
    open_star()
    _has_loaded.clear()
    with ThreadPoolExecutor(2) as threads:
        holding = threads.submit(_in_a_thread, lambda: add_when_another_waits(origin=OriginFactory.build()))
        assert _has_loaded.wait(SECONDS)
        waiting = threads.submit(_in_a_thread, lambda: tally.add_cents(tally="t1", cents=Cents(1), origin=OriginFactory.build()))
        holding.result(SECONDS)
        waiting.result(SECONDS)
    assert journal.state(tally.TALLY.at("t1")).changes == 2


def test_two_threads_contending_for_one_stream_both_get_on(committed: Database) -> None:
    open_star()

    def add() -> None:
        for _ in range(TIMES):
            tally.add_cents(tally="t1", cents=Cents(1), origin=OriginFactory.build())

    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(_in_a_thread, add) for _ in range(2)]:
            done.result(SECONDS)
    assert journal.state(tally.TALLY.at("t1")).changes == 2 * TIMES


def test_a_request_at_money_that_comes_twice_at_once_is_refused_twice_and_recorded_once(committed: Database) -> None:
    open_star()
    origin = asked_by("812", "cashier")
    place = attempts.at(origin.venue, origin.place)

    def take() -> type[Refusal]:
        with pytest.raises(Refusal) as refused:
            tally.take_cents(tally="t1", cents=Cents(5), origin=origin)
        assert refused.value.code == tally.NotEnough.code
        return refused.type

    with psycopg.connect(committed.superuser_url) as holding, ThreadPoolExecutor(2) as threads:
        holding.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [place.stream])
        takes = [threads.submit(_in_a_thread, take) for _ in range(2)]
        assert wait_until(lambda: _waiting() == len(takes), SECONDS)
        holding.rollback()
        kinds = {each.result(SECONDS) for each in takes}
    assert kinds == {tally.NotEnough, RefusedBefore}
    assert len(list(journal.history(place))) == 1


def _in_a_thread(work: Callable[[], T]) -> T:
    """Threads have connections of their own, and close them."""
    try:
        return work()
    finally:
        connections.close_all()
