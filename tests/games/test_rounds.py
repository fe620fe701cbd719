"""Rounds of electronic tables: who opens, closes and senses, and by which clock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

from casino import selectors as ground
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from games import selectors, services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, WagerNumber
from games.models import Round, Wager
from games.tasks import attend
from tests.casino.asking import due, entries, react
from tests.databases import Database
from tests.factories import OriginFactory, asked_by, engage
from tests.games.floor import SECONDS, STAR, Clock, Floor, by, check, insert, put_on, refused


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def test_rounds_are_numbered_from_one_on_each_gaming_day(clock: Clock) -> None:
    floor = Floor(IR)
    day = ground.gaming_day(STAR, ground.now())
    played = [floor.open(), *(floor.finish(clock, 5) and floor.open() for _ in range(2))]
    assert played == [f"star.IR01.{day:%Y%m%d}.{number:04}" for number in (1, 2, 3)]
    clock.move(26 * 60 * 60)
    floor.finish(clock, 5)
    assert floor.open() == f"star.IR01.{ground.gaming_day(STAR, ground.now()):%Y%m%d}.0001"
    assert [row.number for row in Round.objects.order_by("opened_at")] == [1, 2, 3, 1]


def test_placing_after_the_end_is_refused_though_nobody_has_closed(clock: Clock) -> None:
    floor = Floor(IR)
    insert(floor.terminals[0], 5_000)
    floor.open()
    floor.place(floor.terminals[0], "red", 500)
    clock.move(SECONDS)
    assert floor.play().stage is Stage.WAGERING
    assert refused(floor.place, floor.terminals[0], "straight:1", 500) == "round-wagering-closed"
    one: dict[str, Any] = {
        "terminal": floor.terminals[0],
        "round_id": floor.round,
        "wager": WagerNumber(1),
        "origin": by(floor.terminals[0]),
    }
    assert refused(services.cancel_wager, **one) == "round-wagering-closed"
    floor.sense(32)
    react()
    check({floor.terminals[0]: 5_500})


def test_wagering_is_closed_once_by_the_databases_clock(clock: Clock) -> None:
    floor = Floor(AC)
    floor.open()
    assert refused(floor.close) == "round-wagering-open"
    clock.move(SECONDS)
    floor.close()
    before = entries()
    floor.close()
    assert entries() == before
    assert floor.play().closed_at == floor.play().ends_at


def test_ir_3_14_the_wheel_ends_the_period_when_the_ball_is_about_to_drop(clock: Clock) -> None:
    floor = Floor(IR)
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.drop()
    assert refused(floor.place, floor.terminals[0], "red", 500) == "round-wagering-closed"
    before = entries()
    floor.drop()
    assert entries() == before
    floor.sense(7)
    react()
    assert floor.play(played).stage is Stage.SETTLED
    assert refused(Floor(SB).drop) == "round-not-opened"


def test_only_the_tables_own_machine_says_what_was_sensed(clock: Clock) -> None:
    floor, other = Floor(AC), Floor(SB)
    played = floor.open()
    clock.move(SECONDS)
    sensed: dict[str, Any] = {"round_id": played, "shown": (1, 2)}
    terminal = floor.terminals[0]
    assert refused(services.sense_outcome, machine=floor.machine, **sensed, origin=OriginFactory.build()) == "device-another"
    assert refused(services.sense_outcome, machine=other.machine, **sensed, origin=by(other.machine)) == "table-not-its-equipment"
    assert refused(services.sense_outcome, machine=terminal, **sensed, origin=by(terminal)) == "table-not-its-equipment"


def test_an_impossible_outcome_one_too_early_and_a_second_one_are_refused(clock: Clock) -> None:
    floor = Floor(AC)
    played = floor.open()
    assert refused(floor.sense, 1, 2) == "round-wagering-open"
    clock.move(SECONDS)
    assert refused(floor.sense, 1, 7) == "round-outcome-impossible"
    floor.sense(1, 2)
    assert refused(floor.sense, 1, 1) == "round-second-result"
    react()
    assert floor.play(played).outcome == "1-2"
    assert due() == []


def test_what_the_system_does_by_itself_nobody_does_for_it(clock: Clock) -> None:
    floor = Floor(IR)
    played = floor.open()
    engage("901", casino_operator=(IR,))
    commands = (services.close_wagering, services.freeze_layout, services.settle_round, services.end_without_result)
    for command in commands:
        assert refused(command, round_id=played, origin=by(floor.machine)) == "round-only-the-system"
        assert refused(command, round_id=played, origin=asked_by("901")) == "round-only-the-system"
    opened = refused(services.open_next_round, name="IR01", origin=asked_by("901"))
    assert opened == "round-only-the-system"


def test_nothing_is_settled_while_wagers_can_be_placed_or_without_an_outcome(clock: Clock) -> None:
    floor = Floor(IR)
    played = floor.open()
    for command in (services.freeze_layout, services.settle_round, services.end_without_result):
        assert refused(command, round_id=played, origin=OriginFactory.build()) == "round-wagering-open"
    unknown = RoundId("star.IR01.20260822.9999")
    assert refused(services.settle_round, round_id=unknown, origin=OriginFactory.build()) == "round-not-opened"
    clock.move(SECONDS)
    floor.close()
    for command in (services.settle_round, services.end_without_result):
        assert refused(command, round_id=played, origin=OriginFactory.build()) == "round-wrong-stage"


def test_one_round_at_a_time_and_none_at_a_table_that_is_suspended(clock: Clock) -> None:
    floor = Floor(IR)
    played = floor.open()
    assert floor.open() == played
    services.suspend_table(name="IR01", reason="The wheel stands askew", origin=OriginFactory.build())
    floor.finish(clock, 5)
    react()
    assert floor.open() == ""
    services.release_table(name="IR01", rectified="Levelled", origin=OriginFactory.build())
    react()
    assert floor.round.endswith(".0002")


def test_ac_1_1_a_table_that_is_open_plays_on_by_itself(clock: Clock) -> None:
    floor = Floor(IR)
    react()
    played = floor.round
    assert floor.play().stage is Stage.WAGERING
    floor.finish(clock, 5)
    react()
    assert (floor.play(played).stage, floor.round) == (Stage.SETTLED, f"{played[:-1]}2")


def test_8_2_a_table_whose_closure_is_put_off_after_its_time_has_come_plays_on(clock: Clock) -> None:
    floor = Floor(IR)
    floor.open()
    put_off: dict[str, Any] = {"name": "IR01", "in_minutes": 60}
    services.notice_closure(**put_off, origin=OriginFactory.build())
    clock.move(60 * 60)
    played = floor.finish(clock, 5)
    react()
    assert (floor.play(played).stage, floor.round) == (Stage.SETTLED, "")
    for _ in range(2):
        services.notice_closure(**put_off, origin=OriginFactory.build())
        react()
        assert floor.round == f"{played[:-1]}2"
    assert due() == []


def test_ir_3_10_the_operator_determines_the_length_of_the_period_from_the_next_round_on(clock: Clock) -> None:
    floor = Floor(IR)
    engage("901", casino_operator=(IR,), casino_supervisor=(IR,))
    period: dict[str, Any] = {"name": "IR01", "origin": asked_by("901")}
    for seconds in (0, 601):
        assert refused(services.configure_wagering_period, seconds=seconds, **period) == "table-period-impossible"
    mine = {**period, "origin": asked_by("901", "casino supervisor")}
    assert refused(services.configure_wagering_period, seconds=45, **mine) == "authority-not-held"
    floor.open()
    services.configure_wagering_period(seconds=45, **period)
    assert _seconds_of(floor) == SECONDS
    floor.finish(clock, 5)
    floor.open()
    assert _seconds_of(floor) == 45


def _seconds_of(floor: Floor) -> float:
    row = Round.objects.get(id=floor.round)
    assert row.ends_at is not None
    return (row.ends_at - row.opened_at).total_seconds()


def test_what_the_clock_calls_for_is_found_and_done_once(clock: Clock) -> None:
    floor = Floor(SB)
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], "small", 500)
    assert _attended() == []
    clock.move(SECONDS)
    assert _attended() == [played]
    react()
    assert (floor.play().stage, floor.play().shot_at, _attended()) == (Stage.CLOSED, None, [])
    clock.move(10)
    assert _attended() == [played]
    assert floor.play().shot_at is not None
    assert _attended() == []
    clock.move(60)
    assert _attended() == [played]
    assert (floor.play().stage, floor.play().doubt) == (Stage.UNCERTAIN, Doubt.MISSING)
    assert _attended() == []


def test_ir_3_13_no_round_of_roulette_is_asked_for_dice_to_be_shot(clock: Clock) -> None:
    floor = Floor(IR)
    played = floor.open()
    clock.move(SECONDS)
    floor.close()
    clock.move(59)
    assert _attended() == []
    clock.move(1)
    assert _attended() == [played]


def _attended() -> list[str]:
    """What the beat finds to do now, done twice."""
    found = [row.id for row in selectors.rounds_to_attend(ground.now())]
    for round_id in found * 2:
        attend(RoundId(round_id))
    return found


def test_ac_6_4_1_only_who_may_declares_that_cocked_dice_have_no_result(clock: Clock) -> None:
    floor = Floor(AC)
    played = floor.open()
    doubted: dict[str, Any] = {"round_id": played, "machine": floor.machine, "doubt": Doubt.COCKED}
    assert refused(services.sense_doubt, **doubted, origin=by(floor.machine)) == "round-wagering-open"
    clock.move(SECONDS)
    services.sense_doubt(**doubted, origin=by(floor.machine))
    engage("902", casino_operator=(AC,), assistant_gaming_manager=(AC,))
    called: dict[str, Any] = {"round_id": played, "ground": Ground.COCKED}
    assert refused(services.call_no_roll, **called, origin=asked_by("902")) == "authority-not-held"
    services.call_no_roll(**called, origin=asked_by("902", "assistant gaming manager"))
    react()
    assert floor.play(played).stage is Stage.VOIDED


def test_two_who_open_the_next_round_at_once_open_one(clock: Clock) -> None:
    Floor(IR)

    def open_it(_: int) -> RoundId | None:
        clock.show()
        try:
            return services.open_next_round(name="IR01", origin=OriginFactory.build())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as crowd:
        opened = [answer for answer in crowd.map(open_it, range(4)) if answer]
    assert opened == [Round.objects.get().id]


@pytest.mark.slow(reason="eight terminals wager without pause until the round closes")
def test_while_eight_terminals_wager_the_round_closes_and_everything_before_it_is_settled(clock: Clock) -> None:
    floor = Floor(IR, terminals=8)
    for terminal in floor.terminals:
        insert(terminal, 100_000)
    played = floor.open()

    def wager(terminal: str) -> str:
        clock.show()
        try:
            for number in range(37):
                floor.place(terminal, f"straight:{number}", 500)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "never refused"

    with ThreadPoolExecutor(8) as crowd:
        answers = [crowd.submit(wager, terminal) for terminal in floor.terminals]
        while _placed() < 40:
            pass
        floor.drop()
        assert {each.result() for each in answers} == {"round-wagering-closed"}
    assert _placed_after_closing() == 0
    placed = _placed()
    floor.sense(0)
    react()
    assert due() == []
    assert floor.play(played).stage is Stage.SETTLED
    row = Round.objects.get()
    assert (row.wagers, row.settled, row.wagered_cents) == (placed, placed, 500 * placed)
    check()
    assert sum(_won().values()) == 36 * 500 * len(_won())


def _placed() -> int:
    return _count("SELECT count(*) FROM journal.entry WHERE type = 'games.wager-placed'")


def _placed_after_closing() -> int:
    return _count(
        """SELECT count(*) FROM journal.entry placed JOIN journal.entry closed ON closed.type = 'games.wagering-closed'
            WHERE placed.type = 'games.wager-placed'
              AND (placed.position > closed.position OR placed.recorded_at > closed.recorded_at)"""
    )


def _won() -> dict[str, int]:
    return dict(Wager.objects.filter(result="win").values_list("position", "paid_cents"))


def _count(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return int(cursor.fetchone()[0])
