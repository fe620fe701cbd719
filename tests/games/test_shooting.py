"""The dice of a tumbler: whose turn it is to shoot them, by the button or automatically."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, SB
from games import selectors, services
from games.domain import position, round_of_play, table
from games.domain.events import DiceShot
from games.domain.round_of_play import Stage
from games.domain.vocabulary import SeatId
from games.domain.wager_events import WagerPlaced
from games.models import Round
from games.tasks import attend
from tests.casino.asking import react, told
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import SECONDS, Clock, Floor, by, check, insert, put_on, refused


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _floor(game: str) -> Floor:
    """Three terminals with money at a table whose first round has begun."""
    floor = Floor(game, terminals=3)
    for terminal in floor.terminals:
        insert(terminal, 50_000)
    floor.open()
    return floor


def _close(floor: Floor, clock: Clock) -> None:
    clock.move(SECONDS)
    floor.close()
    react()


def _shoot(floor: Floor, terminal: str) -> None:
    services.shoot_dice(terminal=terminal, round_id=floor.round, origin=by(terminal))


def _shooter(floor: Floor) -> str | None:
    return floor.state.shooter


def _roll(floor: Floor, clock: Clock, *shown: int) -> None:
    """The round is closed and rolled; the next has begun."""
    if floor.play().stage is Stage.WAGERING:
        _close(floor, clock)
    floor.sense(*shown)
    react()
    react()


def test_ac_3_11_the_shooter_has_a_line_wager_and_presses_once_wagering_is_closed(clock: Clock) -> None:
    floor = _floor(AC)
    one, two, three = floor.terminals
    floor.place(one, "field", 500)
    floor.place(two, "pass_line", 500)
    floor.place(three, "dont_pass", 500)
    assert refused(_shoot, floor, two) == "round-wagering-open"
    _close(floor, clock)
    assert _shooter(floor) == two
    assert refused(_shoot, floor, three) == "round-not-the-shooter"
    other: dict[str, Any] = {"terminal": two, "round_id": floor.round, "origin": by(three)}
    assert refused(services.shoot_dice, **other) == "device-another"
    _shoot(floor, two)
    assert Round.objects.get(id=floor.round).shot_at == floor.play().shot_at
    assert refused(_shoot, floor, two) == "round-dice-shot"
    check()


def test_ac_3_11_the_dice_stay_until_the_line_wager_loses_and_then_go_round(clock: Clock) -> None:
    floor = _floor(AC)
    one, two, three = floor.terminals
    for terminal in (one, three):
        floor.place(terminal, "pass_line", 500)
    _roll(floor, clock, 4, 2)
    assert (_shooter(floor), floor.state.has_passed) == (one, False)
    _roll(floor, clock, 5, 4)
    assert _shooter(floor) == one
    _roll(floor, clock, 5, 2)
    assert _shooter(floor) is None
    assert (floor.state.last_shooter, floor.state.has_passed) == (one, True)
    for terminal in (one, two):
        floor.place(terminal, "pass_line", 500)
    _close(floor, clock)
    assert _shooter(floor) == two


def test_ac_14_a_winning_dont_pass_wager_takes_the_dice_away_too(clock: Clock) -> None:
    floor = _floor(AC)
    one, two, _ = floor.terminals
    for terminal in (one, two):
        floor.place(terminal, "dont_pass", 500)
    _roll(floor, clock, 1, 2)
    assert (floor.state.last_shooter, floor.state.has_passed) == (one, True)


def test_ac_3_11_1_after_ten_seconds_the_dice_are_shot_for_the_shooter(clock: Clock) -> None:
    floor = _floor(AC)
    one = floor.terminals[0]
    floor.place(one, "pass_line", 500)
    _close(floor, clock)
    clock.move(9.5)
    attend(floor.round)
    assert floor.play().shot_at is None
    clock.move(0.5)
    attend(floor.round)
    assert floor.play().shot_at is not None
    assert refused(_shoot, floor, one) == "round-dice-shot"
    _roll(floor, clock, 6, 5)
    check({one: 50_500})


def test_ac_3_11_2_where_nobody_may_the_dice_are_shot_when_wagering_closes(clock: Clock) -> None:
    floor = _floor(AC)
    floor.place(floor.terminals[0], "field", 500)
    _close(floor, clock)
    assert _shooter(floor) is None
    [*_, closed, frozen, shot] = told(round_of_play.at(floor.round))
    assert (closed, frozen, shot) == ("games.wagering-closed", "games.layout-frozen", "games.dice-shot")


def test_sb_3_10_1_without_a_dice_shooting_value_the_turn_goes_round_those_with_a_wager(clock: Clock) -> None:
    floor = _floor(SB)
    one, _, three = floor.terminals
    shooters = []
    for _ in range(3):
        for terminal in (one, three):
            floor.place(terminal, "small", 500)
        _close(floor, clock)
        shooters.append(_shooter(floor))
        _roll(floor, clock, 1, 2, 3)
    assert shooters == [one, three, one]


def test_sb_3_10_2_1_of_equal_wagers_the_one_that_came_there_first_shoots(clock: Clock) -> None:
    floor = _floor(SB)
    one, two, three = floor.terminals
    services.set_dice_shooting_value(name=floor.name, cents=Cents(1_000), origin=OriginFactory.build())
    floor.place(one, "small", 500)
    floor.place(three, "big", 900)
    number = floor.place(two, "small", 2_000)
    services.reduce_wager(terminal=two, round_id=floor.round, wager=number, to_cents=Cents(500), origin=by(two))
    floor.place(three, "small", 600)
    floor.place(one, "big", 1_000)
    services.increase_wager(terminal=two, round_id=floor.round, wager=number, by_cents=Cents(1_000), origin=by(two))
    _close(floor, clock)
    assert _shooter(floor) == three
    _roll(floor, clock, 1, 2, 3)
    floor.place(one, "small", 999)
    _close(floor, clock)
    assert _shooter(floor) is None
    assert floor.state.last_shooter == three
    assert floor.play().shot_at is not None


def test_who_shoots_is_on_the_record_of_the_table_in_every_round(clock: Clock) -> None:
    floor = _floor(SB)
    floor.place(floor.terminals[0], "small", 500)
    _close(floor, clock)
    assert told(table.at(floor.id))[-1] == "games.shooter-designated"


@pytest.mark.parametrize(("game", "area", "shown"), [(AC, "pass_line", (5, 6)), (SB, "small", (1, 2, 3))])
def test_ac_3_11_and_sb_3_10_the_last_rounds_shooter_shoots_nothing_before_this_rounds_is_designated(
    clock: Clock, game: str, area: str, shown: tuple[int, ...]
) -> None:
    floor = _floor(game)
    one, two, _ = floor.terminals
    floor.place(one, area, 500)
    _roll(floor, clock, *shown)
    assert _shooter(floor) == one
    floor.place(two, area, 500)
    clock.move(SECONDS)
    floor.close()
    assert refused(_shoot, floor, one) == "round-not-the-shooter"
    clock.move(10)
    attend(floor.round)
    assert floor.play().shot_at is None
    react()
    attend(floor.round)
    [shot] = [each.event for each in journal.history(round_of_play.at(floor.round)) if isinstance(each.event, DiceShot)]
    assert (_shooter(floor), shot.seat, shot.is_automatic) == (two, two, True)


def test_ac_3_11_the_turn_goes_on_from_a_shooter_who_has_lost_the_dice_and_left(clock: Clock) -> None:
    floor = _floor(AC)
    one, two, three = floor.terminals
    floor.place(two, "pass_line", 500)
    _roll(floor, clock, 1, 1)
    assert floor.state.has_passed
    services.leave_position(terminal=two, name=floor.name, origin=by(two))
    for terminal in (one, three):
        floor.place(terminal, "pass_line", 500)
    _close(floor, clock)
    assert _shooter(floor) == three


def test_sb_3_10_1_the_turn_goes_on_from_a_shooter_who_has_left(clock: Clock) -> None:
    floor = _floor(SB)
    one, two, three = floor.terminals
    floor.place(two, "small", 500)
    _roll(floor, clock, 1, 2, 3)
    services.leave_position(terminal=two, name=floor.name, origin=by(two))
    for terminal in (one, three):
        floor.place(terminal, "small", 500)
    _close(floor, clock)
    assert _shooter(floor) == three


def test_sb_3_10_2_1_of_equals_with_many_changes_the_first_there_shoots_still(clock: Clock) -> None:
    floor = _floor(SB)
    one, _, three = floor.terminals
    services.set_dice_shooting_value(name=floor.name, cents=Cents(1_000), origin=OriginFactory.build())
    floor.place(three, "small", 500)
    floor.place(three, "big", 500)
    _change(floor, three, times=1)
    floor.place(one, "small", 1_000)
    _change(floor, three, times=selectors.FEW_CHANGES)
    number = floor.place(three, "any_triple", 500)
    services.cancel_wager(terminal=three, round_id=floor.round, wager=number, origin=by(three))
    _close(floor, clock)
    assert _shooter(floor) == three


def test_sb_3_10_2_1_who_was_first_is_asked_of_this_round_however_long_a_terminal_has_played(clock: Clock) -> None:
    floor = _floor(SB)
    one, two, _ = floor.terminals
    _change(floor, one, times=selectors.FEW_CHANGES)
    _roll(floor, clock, 1, 2, 3)
    for terminal in (one, two):
        floor.place(terminal, "small", 500)
    positions = [journal.state(position.at(floor.id, SeatId(each))) for each in (one, two)]
    with transaction.atomic():
        _as_in_a_large_journal()
        before = _entries_read()
        changes = selectors.changes_in_round(floor.round, positions)
        assert _entries_read() - before <= selectors.FEW_CHANGES + 2
    assert [(seat, type(event)) for seat, event in changes] == [(one, WagerPlaced), (two, WagerPlaced)]


def _change(floor: Floor, terminal: str, *, times: int) -> None:
    """A wager that is put down and taken up again."""
    for _ in range(times):
        number = floor.place(terminal, "any_triple", 500)
        services.cancel_wager(terminal=terminal, round_id=floor.round, wager=number, origin=by(terminal))


def _as_in_a_large_journal() -> None:
    """Entries are read by the index, not all of them sorted."""
    with connection.cursor() as cursor:
        for other in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{other} = off")


def _entries_read() -> int:
    """How many entries this transaction has looked at."""
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables
                WHERE schemaname = 'journal' AND relname = 'entry'"""
        )
        return int(cursor.fetchone()[0])
