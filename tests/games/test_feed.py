"""Machines drive the rounds: over real sockets, by a real poller, with the reactions that workers do."""

from __future__ import annotations

from functools import partial

import pytest
from django.db.models import Sum

from casino import journal
from casino.domain.powers import AC, IR, SB
from devices.domain import device
from devices.domain.reports import SECOND_RESULT
from devices.models import WireCount
from devices.simulator.faults import Fault
from devices.simulator.tumbler import Tumbler
from devices.wire.feed_messages import OutcomeSensed
from games import services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from games.models import Round, Wager
from tests.databases import Database
from tests.devices.polled import polled, until
from tests.factories import OriginFactory
from tests.games.electronic import Electronic
from tests.games.floor import STAR, Floor, check, credits_of, insert, put_on

CREDITS = 50_000
WAGERS = {AC: ("pass_line", "field"), SB: ("small", "big"), IR: ("red", "straight:17")}


def open_floor(database: Database, game: str) -> Floor:
    """A table with two terminals and their money, nothing played yet."""
    put_on(database)
    floor = Floor(game)
    for terminal in floor.terminals:
        insert(terminal, CREDITS)
    return floor


def is_over(rounds: int) -> bool:
    """Whether so many rounds have come to their end."""
    return Round.objects.exclude(finished_at=None).count() == rounds


def place(floor: Floor) -> RoundId:
    """Each terminal wagers in the round that is open; on the Pass Line before there is a point."""
    for terminal, selection in zip(floor.terminals, WAGERS[floor.game], strict=True):
        floor.place(terminal, "field" if floor.state.point else selection, 500)
    return floor.round


def is_open(floor: Floor) -> bool:
    return bool(floor.round) and floor.play().stage is Stage.WAGERING


def money(floor: Floor) -> dict[str, int]:
    return {terminal: credits_of(terminal) for terminal in floor.terminals}


@pytest.mark.slow(reason="three rounds take their time")
@pytest.mark.parametrize("game", [AC, SB, IR])
def test_a_table_plays_three_rounds_by_itself_and_every_terminal_shows_what_it_has_won(committed: Database, game: str) -> None:
    floor = open_floor(committed, game)
    with Electronic(floor, seconds=30 if game == IR else 1) as table, polled():
        for number in range(3):
            table.until(lambda: is_open(floor))
            place(floor)
            table.until(partial(is_over, number + 1))
        table.until(lambda: table.shows() == money(floor))
        assert {row.stage for row in Round.objects.exclude(finished_at=None)} == {Stage.SETTLED}
        table.until(lambda: table.do(lambda: table.machine.table.round) == floor.round)
    lying = sum(Wager.objects.filter(is_open=True).values_list("stake_cents", flat=True))
    settled = Round.objects.filter(stage=Stage.SETTLED).aggregate(paid=Sum("paid_cents"), stakes=Sum("stakes_cents"))
    assert Wager.objects.count() == 6
    assert sum(money(floor).values()) + lying == 2 * CREDITS + settled["paid"] - settled["stakes"]
    check()


@pytest.mark.slow(reason="the poller is replaced twice in a round")
def test_a_poller_that_is_replaced_in_the_middle_of_a_round_loses_nothing(committed: Database) -> None:
    floor = open_floor(committed, SB)
    with Electronic(floor) as table:
        tumbler = table.machine
        assert isinstance(tumbler, Tumbler)
        with polled():
            table.until(lambda: is_open(floor))
            played = place(floor)
            until(lambda: table.shows() == money(floor))
        table.until(lambda: bool(floor.play(played).shot_at))  # nobody can tell the tumbler
        assert tumbler.table.round == played
        assert not tumbler.table.is_closed
        with polled():
            until(lambda: table.do(lambda: tumbler.shots == 1))
        until(lambda: table.do(lambda: tumbler.outcomes == 1))  # and it says so to nobody, or to one who keeps it
        with polled():
            table.until(lambda: floor.play(played).stage is Stage.SETTLED)
            table.until(lambda: table.shows() == money(floor))
        assert tumbler.shots == tumbler.outcomes == 1
    check()


@pytest.mark.slow(reason="a wheel spins")
def test_ir_3_12_a_ball_at_rest_before_the_close_returns_all_bets(committed: Database) -> None:
    floor = open_floor(committed, IR)
    with Electronic(floor, seconds=30) as table, polled():
        table.until(lambda: is_open(floor))
        table.do(lambda: table.machine.inflict(Fault.BALL_AT_REST_BEFORE_CLOSE))
        played = place(floor)
        assert sum(money(floor).values()) == 2 * CREDITS - 1_000
        table.until(lambda: floor.play(played).stage is Stage.VOIDED)
        table.until(lambda: floor.round not in {"", played})
    assert floor.play(played).ground == "ball_early"
    assert money(floor) == dict.fromkeys(floor.terminals, CREDITS)
    check()


@pytest.mark.slow(reason="dice are shot twice")
def test_ac_1_1_cocked_dice_leave_the_round_waiting_until_somebody_decides(committed: Database) -> None:
    floor = open_floor(committed, AC)
    with Electronic(floor) as table, polled():
        table.do(lambda: table.machine.inflict(Fault.COCKED_DICE))
        table.until(lambda: is_open(floor))
        played = place(floor)
        table.until(lambda: floor.play(played).stage is Stage.UNCERTAIN)
        assert floor.play(played).doubt == Doubt.COCKED
        assert floor.round == played
        services.call_no_roll(round_id=played, ground=Ground.COCKED, origin=OriginFactory.build())
        table.until(lambda: is_over(2))
    assert Round.objects.get(id=played).stage == Stage.VOIDED
    assert Round.objects.filter(stage=Stage.SETTLED).count() == 1
    check()


@pytest.mark.slow(reason="a wheel spins")
def test_ir_7_4_1_2_a_wheel_that_fails_leaves_the_round_waiting(committed: Database) -> None:
    floor = open_floor(committed, IR)
    with Electronic(floor, seconds=30) as table, polled():
        table.until(lambda: is_open(floor))
        played = place(floor)
        table.do(lambda: table.machine.inflict(Fault.VOID_GAME))
        table.until(lambda: floor.play(played).stage in {Stage.UNCERTAIN, Stage.SETTLED})
        assert (floor.play(played).stage, floor.play(played).doubt) == (Stage.UNCERTAIN, Doubt.MALFUNCTION)
    check()


@pytest.mark.slow(reason="dice are shot")
def test_a_result_told_again_changes_nothing_and_another_is_refused_counted_and_an_alert(committed: Database) -> None:
    floor = open_floor(committed, SB)
    with Electronic(floor) as table, polled():
        table.until(lambda: is_open(floor))
        played = place(floor)
        table.until(lambda: floor.play(played).stage is Stage.SETTLED)
        faces = tuple(map(int, floor.play(played).outcome.split("-")))
        other = (1, 1, 1) if faces != (1, 1, 1) else (2, 2, 2)
        table.do(lambda: table.machine.table.say(OutcomeSensed(played, faces), table.now()))
        table.do(lambda: table.machine.table.say(OutcomeSensed(played, other), table.now()))
        table.do(lambda: table.machine.table.say(OutcomeSensed("star.ELSE.20260822.0001", faces), table.now()))
        until(lambda: sum(WireCount.objects.filter(kind="refused").values_list("times", flat=True)) == 2)
    assert floor.play(played).outcome == "-".join(map(str, faces))
    assert [alert.name for alert in journal.state(device.at(STAR, floor.machine)).alerts] == [SECOND_RESULT]
    check()
