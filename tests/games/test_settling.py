"""The end of a round while others are at its table: a change let in before the locks are had, a table somebody else holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction

from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import CC, IR
from casino.journal import reactions
from casino.stack.process import wait_until
from games import services
from games.domain import round_of_play, table
from games.domain.placing import Change
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, Selection
from games.models import Round
from tests.casino.asking import due, react
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage
from tests.games.dealer_table import P1, DealerTable
from tests.games.floor import SECONDS, Clock, Floor, check, insert, put_on

PATIENCE_SECONDS = 20


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


class Others:
    """Threads that work while a stream is held."""

    def __init__(self, clock: Clock, threads: ThreadPoolExecutor) -> None:
        self.clock, self.threads, self.at_work = clock, threads, list[Future[None]]()

    def do(self, work: Callable[[], object]) -> Future[None]:
        """Somebody else sets about it."""
        self.at_work.append(self.threads.submit(self._do, work))
        return self.at_work[-1]

    def wait(self, work: Callable[[], object]) -> None:
        """Somebody else sets about it, and waits for a stream behind those who wait already."""
        self.do(work)
        assert wait_until(lambda: _waiting() == len(self.at_work), PATIENCE_SECONDS)

    def _do(self, work: Callable[[], object]) -> None:
        self.clock.show()
        try:
            work()
        finally:
            connections.close_all()


@contextmanager
def _holding(ref: Ref[Any], clock: Clock) -> Iterator[Others]:
    """A stream is ours; when it is let go those who wait for it go on in their order."""
    with ThreadPoolExecutor(2) as threads:
        others = Others(clock, threads)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [ref.stream])
            yield others
        for each in others.at_work:
            each.result(PATIENCE_SECONDS)


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def _closed(clock: Clock) -> Floor:
    """A round whose wagering is closed, in which one of two terminals has wagered."""
    floor = Floor(IR)
    engage("904", casino_supervisor=(IR,))
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    floor.open()
    floor.place(floor.terminals[0], "straight:17", 500)
    clock.move(SECONDS)
    floor.close()
    reactions.note()
    return floor


def _let_in(floor: Floor) -> None:
    """The other terminal had put chips on red in time."""
    play = Round.objects.get(table=floor.id)
    assert play.closed_at is not None
    services.accept_late_change(
        terminal=floor.terminals[1],
        round_id=RoundId(play.id),
        change=Change("place", selection=Selection("red"), cents=Cents(700)),
        begun_at=Instant.of(play.closed_at - timedelta(seconds=1)),
        reason="The screen froze under the player's hand",
        origin=asked_by("904", "casino supervisor"),
    )


def test_ir_3_3_8_a_wager_let_in_while_the_wagers_are_being_fixed_is_among_them(clock: Clock) -> None:
    floor = _closed(clock)
    [(name, position)] = due()[-1:]
    assert name == "games.freeze-layout"
    with _holding(round_of_play.at(floor.round), clock) as others:
        others.wait(lambda: _let_in(floor))
        others.wait(lambda: reactions.do(name, position))
    layout = floor.play().layout
    assert layout is not None
    assert (layout.wagers, layout.total_cents) == (2, 1_200)
    _is_settled(floor)


def test_ir_3_3_8_a_wager_let_in_while_the_round_is_being_settled_is_settled_with_it(clock: Clock) -> None:
    floor = _closed(clock)
    react()
    floor.sense(1)
    reactions.note()
    [(name, position)] = due()
    assert name == "games.settle-round-sensed"
    with _holding(round_of_play.at(floor.round), clock) as others:
        others.wait(lambda: _let_in(floor))
        others.wait(lambda: reactions.do(name, position))
    _is_settled(floor)


def _is_settled(floor: Floor) -> None:
    """The ball lies in 1 red."""
    played = RoundId(Round.objects.get(table=floor.id).id)
    if floor.play(played).stage is Stage.CLOSED:
        floor.sense(1)
    react()
    assert (due(), floor.play(played).stage) == ([], Stage.SETTLED)
    check(dict(zip(floor.terminals, (9_500, 10_700), strict=True)))


def test_cc_30_where_the_result_fixes_the_wagers_nobody_waits_for_a_table_when_wagering_ends(clock: Clock) -> None:
    there = DealerTable(CC)
    there.start()
    there.place(P1, "win_line", 500)
    there.give_dice()
    there.close()
    with _holding(table.at(there.id), clock) as others:
        others.do(lambda: services.freeze_layout(round_id=there.round, origin=OriginFactory.build())).result(PATIENCE_SECONDS / 4)
    assert (there.play().stage, there.play().layout) == (Stage.CLOSED, None)
