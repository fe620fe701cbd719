"""What people decide about an electronic round: the actual outcome, and a change that was begun in time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino import journal
from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import AC, IR, SB
from games import services
from games.domain import position, round_of_play
from games.domain.outcome import Doubt
from games.domain.placing import Change
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, SeatId, Selection, WagerNumber
from games.models import Round, Wager
from tests.casino.asking import react, told
from tests.databases import Database
from tests.factories import asked_by, engage
from tests.games.floor import SECONDS, Clock, Floor, by, check, insert, put_on, refused

AGM = "assistant gaming manager"


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def _closed(game: str, clock: Clock, *wagers: tuple[int, str, int]) -> Floor:
    """A round whose wagering is closed, of two terminals with $100.00 each."""
    floor = Floor(game)
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    floor.open()
    for seat, selection, cents in wagers:
        floor.place(floor.terminals[seat], selection, cents)
    clock.move(SECONDS)
    floor.close()
    react()
    return floor


def test_ir_7_2_3_1_the_round_is_settled_by_where_the_ball_fell(clock: Clock) -> None:
    floor = _closed(IR, clock, (0, "straight:17", 500), (1, "red", 500))
    engage("903", assistant_gaming_manager=(IR,), casino_supervisor=(IR,))
    floor.sense(34)
    actual: dict[str, Any] = {"round_id": floor.round, "shown": (17,), "reason": "The ball lies in 17"}
    assert refused(services.override_result, **actual, origin=asked_by("903", "casino supervisor")) == "authority-not-held"
    assert refused(services.override_result, **actual, origin=by(floor.machine)) == "authority-not-held"
    again = {**actual, "shown": (34,)}
    assert refused(services.override_result, **again, origin=asked_by("903", AGM)) == "round-nothing-to-override"
    services.override_result(**actual, origin=asked_by("903", AGM))
    played = floor.round
    react()
    row = Round.objects.get(id=played)
    assert (row.outcome, row.is_corrected, row.stage) == ("17", True, Stage.SETTLED)
    assert Wager.objects.get(selection="straight:17").rule == "IR 3.9.1.1, IR 7.2.3.1"
    check({floor.terminals[0]: 10_000 + 35 * 500, floor.terminals[1]: 9_500})
    assert refused(services.override_result, **{**actual, "round_id": played}, origin=asked_by("903", AGM)) == "round-wrong-stage"


def test_ac_6_1_where_nothing_was_sensed_the_manager_says_what_the_dice_show(clock: Clock) -> None:
    floor = _closed(AC, clock, (0, "field", 500))
    engage("903", assistant_gaming_manager=(AC,))
    shown: dict[str, Any] = {"round_id": floor.round, "shown": (6, 6)}
    assert refused(services.determine_outcome, **shown, origin=asked_by("903", AGM)) == "round-wrong-stage"
    doubt: dict[str, Any] = {"round_id": floor.round, "machine": floor.machine, "origin": by(floor.machine)}
    services.sense_doubt(doubt=Doubt.MISSING, **doubt)
    assert (
        refused(services.determine_outcome, **{**shown, "shown": (6, 7)}, origin=asked_by("903", AGM))
        == "round-outcome-impossible"
    )
    services.determine_outcome(**shown, origin=asked_by("903", AGM))
    react()
    check({floor.terminals[0]: 11_000})


def test_ac_1_1_nobody_says_what_cocked_dice_show(clock: Clock) -> None:
    floor = _closed(SB, clock, (0, "big", 500))
    engage("903", electronic_gaming_supervisor=(SB,))
    doubt: dict[str, Any] = {"round_id": floor.round, "machine": floor.machine, "origin": by(floor.machine)}
    services.sense_doubt(doubt=Doubt.COCKED, **doubt)
    shown: dict[str, Any] = {"round_id": floor.round, "shown": (6, 6, 5)}
    assert refused(services.determine_outcome, **shown, origin=asked_by("903", "electronic gaming supervisor")) == "round-cocked"


LATE: list[tuple[Change, dict[str, int], int]] = [
    (Change("place", selection=Selection("red"), cents=Cents(700)), {"straight:17": 500, "red": 700}, 1_200),
    (Change("increase", wager=WagerNumber(1), cents=Cents(700)), {"straight:17": 1_200}, 1_200),
    (Change("cancel", wager=WagerNumber(1)), {}, 0),
    (Change("move", selection=Selection("straight:5"), wager=WagerNumber(1)), {"straight:5": 500}, 500),
]


@pytest.mark.parametrize(("change", "lying", "staked"), LATE)
def test_ir_3_3_8_a_change_begun_in_time_is_let_in_and_the_round_settled_by_it(
    clock: Clock, change: Change, lying: dict[str, int], staked: int
) -> None:
    floor = _closed(IR, clock, (0, "straight:17", 500), (1, "red", 500))
    _let_in(floor, change)
    there = {wager.selection: wager.lying.stake_cents for wager in _chips(floor).wagers.values()}
    assert there == lying
    assert told(round_of_play.at(floor.round))[-1] == "games.layout-amended"
    assert Round.objects.get(id=floor.round).wagered_cents == 500 + sum(lying.values())
    floor.sense(0)
    react()
    check({floor.terminals[0]: 10_000 - staked, floor.terminals[1]: 9_500})


def test_3_3_8_only_a_casino_supervisor_and_only_what_was_begun_in_time_before_the_round_is_settled(clock: Clock) -> None:
    floor = _closed(AC, clock, (0, "pass_line", 500))
    placed = Change("place", selection=Selection("field"), cents=Cents(500))
    engage("904", assistant_gaming_manager=(AC, SB), casino_supervisor=(AC,), electronic_gaming_attendant=(AC,))
    refusals = [
        refused(_ask, floor, placed, by="904", role="electronic gaming attendant"),
        refused(_ask, floor, placed, by="904", seconds_late=1),
        refused(_ask, floor, placed, by="904", reason=" "),
        refused(_ask, floor, Change("place"), by="904"),
        refused(_ask, floor, Change("place", selection=Selection("field"), cents=Cents(20_000_00)), by="904"),
    ]
    assert refusals == [
        "authority-not-held",
        "closing-rule-stands",
        "closing-rule-stands",
        "wager-change-unclear",
        "wager-above-maximum",
    ]
    floor.sense(4, 4)
    react()
    assert refused(_ask, floor, placed, by="904") == "round-wrong-stage"
    check({floor.terminals[0]: 9_500})


def test_sb_3_8_1_at_sic_bo_nobody_lets_anything_in(clock: Clock) -> None:
    floor = _closed(SB, clock, (0, "small", 500))
    engage("904", assistant_gaming_manager=(SB,), electronic_gaming_supervisor=(SB,))
    placed = Change("place", selection=Selection("big"), cents=Cents(500))
    assert refused(_ask, floor, placed, by="904", role="electronic gaming supervisor") == "authority-not-held"


def _let_in(floor: Floor, change: Change) -> None:
    engage("904", casino_supervisor=(IR,))
    _ask(floor, change, by="904")


def _ask(
    floor: Floor,
    change: Change,
    *,
    by: str,
    role: str = "casino supervisor",
    seconds_late: float = 0,
    reason: str = "The screen froze under the player's hand",
) -> None:
    play = Round.objects.get(table=floor.id)
    assert play.closed_at is not None
    services.accept_late_change(
        terminal=floor.terminals[0],
        round_id=RoundId(play.id),
        change=change,
        begun_at=Instant.of(play.closed_at + timedelta(seconds=seconds_late)),
        reason=reason,
        origin=asked_by(by, role),
    )


def _chips(floor: Floor) -> position.Position:
    return journal.state(position.at(floor.id, SeatId(floor.terminals[0])))
