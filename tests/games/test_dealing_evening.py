"""Whole evenings at a table of Dragon Fire and of Crown Craps, checked after every round against a plain model."""

from __future__ import annotations

from random import Random

import pytest

from casino.domain.powers import CC, DF
from games import services
from games.domain.grounds import Ground
from games.domain.round_of_play import Stage
from games.models import Round, Wager
from tests.casino.asking import due, react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.dealer_table import CHIP, P1, P2, P3, SEATS, DealerTable
from tests.games.floor import check, put_on
from tests.games.plain_dealt import PlainDealt
from tests.scale import sized

ROUNDS = sized(ci=10, full=150)
Evening = list[tuple[list[tuple[str, str, int]], tuple[int, int] | None]]
EVENINGS: dict[str, Evening] = {
    DF: [
        ([(P1, "dragon", 1_000), (P2, "total:7", 500), (P3, "dragons_tail", 500)], (4, 4)),
        ([(P1, "dragon", 700), (P2, "high_pair", 550)], (6, 2)),
        ([(P1, "fire", 600), (P2, "pair:4", 500)], None),
        ([(P1, "fire", 1_000), (P2, "pair:4", 500)], (4, 4)),
        ([(P1, "dragon", 500), (P2, "dragon", 500), (P3, "fire", 800), (P3, "total:7", 500)], (3, 4)),
        ([(P2, "low_pair", 500), (P3, "dragons_tail", 500)], (5, 2)),
        ([(P2, "total:3", 500), (P3, "pair:6", 500)], (1, 2)),
        ([(P1, "fire", 500), (P3, "dragon", 500)], (6, 1)),
        ([(P2, "total:7", 500)], (6, 6)),
    ],
    CC: [
        ([(P1, "win_line", 1_000), (P2, "dont_win_line", 700), (P3, "place:6", 650)], (4, 2)),
        ([(P1, "come", 500), (P2, "hard:6", 500), (P3, "field", 500)], (2, 3)),
        ([(P3, "place:8", 550)], None),
        ([(P3, "big6", 500)], (3, 3)),
        ([(P1, "win_line", 500), (P2, "dont_win_line", 500)], (1, 1)),
        ([(P3, "win_line", 500)], (5, 4)),
        ([(P3, "place:5", 750)], (3, 4)),
        ([(P2, "win_line", 500)], (6, 5)),
    ],
}
AREAS = {
    DF: ["dragon", "fire", "low_pair", "high_pair", "pair:3", "total:7", "total:9", "dragons_tail"],
    CC: ["win_line", "dont_win_line", "come", "place:6", "place:9", "hard:8", "field", "big6"],
}
GROUND = {DF: Ground.DIE_ON_DIE, CC: Ground.ON_RAIL}


@pytest.mark.slow(reason="checks the whole journal after every round")
@pytest.mark.parametrize("game", [DF, CC])
def test_an_evening_comes_to_the_chip_to_what_a_plain_model_says(committed: Database, game: str) -> None:
    put_on(committed)
    there, plain = DealerTable(game), PlainDealt(game, CHIP)
    for wagers, shown in EVENINGS[game]:
        there.start()
        for seat, selection, cents in wagers:
            there.place(seat, selection, cents)  # type: ignore[arg-type]
            plain.place(seat, selection, cents)
        _finish(there, plain, shown)
        _as_lying(there, plain)
        check()
    assert Round.objects.filter(stage=Stage.SETTLED).count() == len(EVENINGS[game]) - 1


@pytest.mark.slow(reason="plays round after round")
@pytest.mark.parametrize("game", [DF, CC])
def test_random_play_at_a_dealer_table_comes_to_the_chip_to_what_a_plain_model_says(committed: Database, game: str) -> None:
    put_on(committed)
    there, plain, dice = DealerTable(game), PlainDealt(game, CHIP), Random(game)
    for _ in range(ROUNDS):
        there.start()
        for _ in range(6):
            _act(there, plain, dice)
        shown = None if dice.random() < 0.1 else (dice.randint(1, 6), dice.randint(1, 6))
        if plain.lying:
            _finish(there, plain, shown)
        else:
            services.end_idle_round(round_id=there.round, origin=OriginFactory.build())
        _as_lying(there, plain)
    check()


def _act(there: DealerTable, plain: PlainDealt, dice: Random) -> None:
    """Somebody places something that the book allows as things stand, or takes a wager down that was placed just now."""
    seat, area = dice.choice(SEATS), dice.choice(AREAS[there.game])
    if plain.is_free(seat, area):
        cents = dice.randrange(500, 3_000, CHIP)
        there.place(seat, area, cents)
        plain.place(seat, area, cents)
        return
    ours = [wager for wager in there.chips(seat).wagers.values() if wager.round_id == there.round]
    if ours:
        wager = dice.choice(ours)
        told = {"seat": seat, "round_id": there.round, "wager": wager.number, "origin": OriginFactory.build()}
        services.take_down_for_player(**told)  # type: ignore[arg-type]
        plain.take_down(seat, wager.selection)


def _finish(there: DealerTable, plain: PlainDealt, shown: tuple[int, int] | None) -> None:
    """No more bets, the dice to whoever takes them, the throw and its settlement."""
    played = there.round
    there.close()
    if there.game == CC and not _has_line(plain) and there.state.shooter is None:
        shown = None
    if shown is None:
        services.call_no_roll(round_id=played, ground=GROUND[there.game], origin=OriginFactory.build())
        plain.no_roll()
    else:
        _give_dice(there)
        there.enter(*shown)
        there.confirm()
        plain.meet(*shown)
    react()
    assert there.play(played).stage is (Stage.VOIDED if shown is None else Stage.SETTLED)
    assert due() == []


def _give_dice(there: DealerTable) -> None:
    if there.state.shooter is None:
        seat = there.offer()
        if seat:
            there.accept(seat)


def _has_line(plain: PlainDealt) -> bool:
    return any(wager.selection in {"win_line", "dont_win_line"} for wager in plain.lying)


def _as_lying(there: DealerTable, plain: PlainDealt) -> None:
    """What lies on the layout, what is closed there, and what each has won are what the model says."""
    rows = Wager.objects.filter(is_open=True).values_list("position", "selection", "stake_cents")
    assert sorted(rows) == sorted((f"{there.id}.{each.seat}", each.selection, each.cents) for each in plain.lying)
    assert {seat: there.won(seat) for seat in SEATS} == {seat: plain.won.get(seat, 0) for seat in SEATS}
    assert (set(there.state.frozen), there.state.point) == (plain.closed, plain.point)
