"""A whole evening at a table of each electronic game, checked after every round against a plain model."""

from __future__ import annotations

import pytest

from casino import journal
from casino.domain.powers import AC, IR, SB
from casino.journal.verification import verify
from games import selectors, services
from games.domain import position, round_of_play
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Stage
from games.domain.vocabulary import SeatId
from games.models import Round, Table, Wager
from tests.casino.asking import due, entries, react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import SECONDS, STAR, Floor, by, check, credits_of, insert, put_on
from tests.games.plain import Plain

EVENINGS: dict[str, list[tuple[list[tuple[int, str, int]], tuple[int, ...]]]] = {
    IR: [
        ([(0, "red", 1_000), (1, "straight:17", 500), (2, "red", 500)], (17,)),
        ([(0, "straight:0", 500), (1, "red", 2_000)], (0,)),
        ([], (5,)),
        ([(0, "red", 500), (2, "straight:36", 700)], (36,)),
    ],
    SB: [
        ([(0, "small", 1_000), (1, "number:2", 500), (2, "big", 500)], (2, 2, 5)),
        ([(0, "small", 500), (1, "number:1", 1_500)], (1, 1, 1)),
        ([], (3, 4, 6)),
        ([(1, "big", 500), (2, "number:6", 600)], (6, 5, 4)),
    ],
    AC: [
        ([(0, "pass_line", 1_000), (1, "field", 500), (2, "pass_line", 700)], (4, 2)),
        ([(0, "field", 500)], (2, 2)),
        ([(1, "field", 600)], (5, 1)),
        ([(0, "pass_line", 500), (1, "pass_line", 500)], (3, 4)),
        ([(2, "pass_line", 800)], (6, 2)),
        ([], (1, 6)),
    ],
}


@pytest.mark.slow(reason="checks the whole journal after every round")
@pytest.mark.parametrize("game", [AC, IR, SB])
def test_an_evening_comes_to_the_cent_to_what_a_plain_model_says(committed: Database, game: str) -> None:
    clock = put_on(committed)
    floor, plain = Floor(game, terminals=3), Plain(game)
    for terminal in floor.terminals:
        insert(terminal, 10_000)
        plain.insert(terminal, 10_000)
    for wagers, shown in EVENINGS[game]:
        floor.open()
        for seat, selection, cents in wagers:
            floor.place(floor.terminals[seat], selection, cents)
            plain.place(floor.terminals[seat], selection, cents)
        insert(floor.terminals[1], 500)
        plain.insert(floor.terminals[1], 500)
        played = floor.finish(clock, *shown)
        plain.meet(*shown)
        assert floor.play(played).stage is Stage.SETTLED
        assert due() == []
        assert floor.state.point == plain.point
        _as_lying(floor, plain)
        check(plain.credits)
    assert Round.objects.filter(stage=Stage.SETTLED).count() == len(EVENINGS[game])


def _as_lying(floor: Floor, plain: Plain) -> None:
    """What lies on the layout is what the model has there, in the state and in the read model."""
    lying = [(name, w.selection, w.lying.stake_cents) for name in floor.terminals for w in _chips(floor, name).wagers.values()]
    rows = Wager.objects.filter(is_open=True).values_list("position", "selection", "stake_cents")
    assert sorted(lying) == sorted(plain.lying)
    assert sorted(rows) == sorted((f"{floor.id}.{terminal}", *rest) for terminal, *rest in plain.lying)


def _chips(floor: Floor, terminal: str) -> position.Position:
    return journal.state(position.at(floor.id, SeatId(terminal)))


def test_the_read_models_tell_a_round_from_its_opening_to_its_settlement(committed: Database) -> None:
    clock = put_on(committed)
    floor = Floor(AC)
    one, two = floor.terminals
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    played = floor.open()
    floor.place(one, "pass_line", 1_000)
    floor.place(two, "field", 500)
    [(there, play)] = selectors.tables(STAR)
    assert play is not None
    assert (there.round, there.is_open, there.point, play.stage, play.wagers) == (played, True, None, Stage.WAGERING, None)
    clock.move(SECONDS + 1)
    ends_at = floor.play().ends_at
    assert ends_at is not None
    assert [row.id for row in selectors.rounds_to_attend(ends_at)] == [played]
    floor.close()
    react()
    play = Round.objects.get()
    assert (play.stage, play.wagers, play.wagered_cents, play.closed_at) == (Stage.CLOSED, 2, 1_500, play.ends_at)
    floor.sense(4, 2)
    react()
    there, play = Table.objects.get(), Round.objects.get()
    assert (there.round, there.point) == ("", 6)
    assert (play.stage, play.outcome, play.number, play.settled, play.carried) == (Stage.SETTLED, "2-4", 1, 1, 1)
    assert (play.stakes_cents, play.paid_cents, play.rounding_cents) == (500, 0, 0)
    told = list(selectors.wagers_of(played).values_list("position", "selection", "is_open", "state", "result", "rule"))
    assert [each[:5] for each in told] == [
        (f"{floor.id}.{one}", "pass_line", True, "6", ""),
        (f"{floor.id}.{two}", "field", False, told[1][3], "lose"),
    ]
    assert all(each[5].startswith("AC 3.9") for each in told)
    check({one: 9_000, two: 9_500})


def test_settled_twice_nothing_changes(committed: Database) -> None:
    clock = put_on(committed)
    floor = Floor(IR)
    insert(floor.terminals[0], 5_000)
    floor.open()
    floor.place(floor.terminals[0], "red", 1_000)
    played = floor.finish(clock, 32)
    before = entries()
    for _ in range(2):
        services.settle_round(round_id=played, origin=OriginFactory.build())
        services.freeze_layout(round_id=played, origin=OriginFactory.build())
    assert entries() == before
    check({floor.terminals[0]: 6_000})


def test_settled_before_its_layout_was_fixed_a_round_fixes_it_itself(committed: Database) -> None:
    clock = put_on(committed)
    floor = Floor(IR)
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], "straight:7", 500)
    clock.move(SECONDS)
    floor.sense(7)
    services.settle_round(round_id=played, origin=OriginFactory.build())
    react()
    assert [each.line.type for each in journal.history(round_of_play.at(played))] == [
        "games.round-opened",
        "games.wagering-closed",
        "games.outcome-sensed",
        "games.layout-frozen",
        "games.round-settled",
    ]
    assert due() == []
    check({floor.terminals[0]: 5_000 - 500 + 36 * 500})


def test_ir_3_12_a_ball_at_rest_early_returns_every_wager_at_once(committed: Database) -> None:
    put_on(committed)
    floor = Floor(IR)
    for terminal in floor.terminals:
        insert(terminal, 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], "red", 1_000)
    floor.place(floor.terminals[1], "straight:7", 500)
    floor.sense(7)
    react()
    assert floor.play(played).stage is Stage.VOIDED
    assert set(Wager.objects.values_list("result", "paid_cents", "stake_cents")) == {("void", 1_000, 1_000), ("void", 500, 500)}
    check(dict.fromkeys(floor.terminals, 5_000))
    before = entries()
    services.end_without_result(round_id=played, origin=OriginFactory.build())
    assert entries() == before
    assert floor.open() != played


def test_a_no_roll_gives_back_what_its_ground_reaches_and_the_table_plays_on(committed: Database) -> None:
    clock = put_on(committed)
    floor = Floor(SB)
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], "small", 1_000)
    clock.move(SECONDS)
    services.sense_doubt(round_id=played, machine=floor.machine, doubt=Doubt.COCKED, origin=by(floor.machine))
    react()
    assert Round.objects.get().stage == Stage.UNCERTAIN
    assert credits_of(floor.terminals[0]) == 4_000
    services.call_no_roll(round_id=played, ground=Ground.COCKED, origin=OriginFactory.build())
    react()
    assert floor.play(played).stage is Stage.VOIDED
    check({floor.terminals[0]: 5_000})
    assert verify().wrong == []
