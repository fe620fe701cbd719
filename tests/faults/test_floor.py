"""The floor under load and under blows: closing is a clean barrier, and whatever is struck, no wager is lost or done twice."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection

from casino import selectors as ground
from casino.domain.powers import IR
from casino.stack.process import wait_until
from games import services
from games.domain.round_of_play import Stage
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import OriginFactory, open_house
from tests.faults.crowds import Crowd, crowd
from tests.faults.floors import asked_by, plain_credits, require_each_wager_once, web
from tests.faults.proofs import Proof
from tests.faults.terminals import equipped, play, tell_round
from tests.games.floor import Floor, check
from tests.scale import sized

TERMINALS = 64
CLOSINGS = sized(ci=4, full=100)
WITHIN_SECONDS = 0.2
PATIENCE_SECONDS = 60
SHORT_SECONDS, LONG_SECONDS = 3, 600


@dataclass
class Barrier:
    """How a closing took effect."""

    should_at: datetime
    closed_at: datetime
    last_at: datetime
    placed: int
    placed_after: int

    @property
    def effect_seconds(self) -> float:
        """From the end of the period, or the command's start, to the last wager that was still accepted."""
        return max(0.0, (self.last_at - self.should_at).total_seconds())

    @property
    def recorded_seconds(self) -> float:
        """Until it was on record that wagering is closed."""
        return (self.closed_at - self.should_at).total_seconds()


@pytest.mark.slow(reason="64 terminals wager without pause, round after round")
def test_3_3_6_closing_takes_effect_within_200_ms_while_64_terminals_wager_without_pause(
    fragile: Database, proof: Proof, tmp_path: Path
) -> None:
    ground.forget()
    open_house()
    floor = Floor(IR, terminals=TERMINALS)
    keys = equipped(floor.terminals)
    with web(fragile, tmp_path) as server, crowd(tmp_path / "terminals") as terminals:
        terminals.start(play, terminals, server.port, IR, keys)
        barriers = [_close(floor, terminals, (_drop, _expire)[n % 2]) for n in range(CLOSINGS)]
        terminals.call_off()
        terminals.wait(PATIENCE_SECONDS)
        asked = asked_by(terminals)
    proof.sized(terminals=TERMINALS, closings=CLOSINGS)
    proof.timed("effect", [each.effect_seconds for each in barriers])
    proof.timed("recorded", [each.recorded_seconds for each in barriers])
    proof.found(effect_p99_ms=_p99([each.effect_seconds for each in barriers]) * 1000)
    proof.found(placed=sum(each.placed for each in barriers), refused=sum(each.code != "" for each in asked))
    assert [each.placed_after for each in barriers] == [0] * CLOSINGS
    assert min(each.placed for each in barriers) >= TERMINALS, "too tame: hardly anything was placed"
    assert max(each.effect_seconds for each in barriers) <= WITHIN_SECONDS
    require_each_wager_once(asked)
    assert {each.tries for each in asked} == {1}
    check(plain_credits(IR, floor.terminals, asked))


def _p99(seconds: Sequence[float]) -> float:
    """What 99 of 100 stay within."""
    return sorted(seconds)[math.ceil(len(seconds) * 0.99) - 1]


def _close(floor: Floor, terminals: Crowd, end: Callable[[Floor], datetime]) -> Barrier:
    """A round in which everybody wagers, until it is closed; then it is settled."""
    seconds = SHORT_SECONDS if end is _expire else LONG_SECONDS
    services.configure_wagering_period(name=floor.name, seconds=seconds, origin=OriginFactory.build())
    played = floor.open()
    tell_round(terminals, played)
    assert wait_until(lambda: _placed(played) > TERMINALS, PATIENCE_SECONDS, every=0.01)
    barrier = _barrier(played, end(floor))
    floor.sense(len(played) % 37)
    react()
    assert floor.play(played).stage is Stage.SETTLED
    return barrier


def _drop(floor: Floor) -> datetime:
    """The wheel tells of the imminent drop of the ball."""
    began = ground.now()
    floor.drop()
    return began


def _expire(floor: Floor) -> datetime:
    """The period comes to its end, and is closed as beat has it closed."""
    ends_at = floor.play().ends_at
    assert ends_at is not None
    assert wait_until(lambda: ground.now() >= ends_at, PATIENCE_SECONDS, every=0.002)
    floor.close()
    return ends_at


def _barrier(played: str, should_at: datetime) -> Barrier:
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT closed.recorded_at, max(placed.recorded_at), count(*),
                      count(*) FILTER (WHERE placed.position > closed.position OR placed.recorded_at > closed.recorded_at)
                 FROM journal.entry closed, journal.entry placed
                WHERE closed.type = 'games.wagering-closed' AND closed.stream = 'round-' || %s
                  AND placed.type = 'games.wager-placed' AND placed.line::json->'data'->>'round_id' = %s
                GROUP BY 1""",
            [played, played],
        )
        closed_at, last_at, placed, after = cursor.fetchone()
    return Barrier(should_at, closed_at, last_at, placed, after)


def _placed(played: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM journal.entry WHERE type = 'games.wager-placed' AND line::json->'data'->>'round_id' = %s",
            [played],
        )
        return int(cursor.fetchone()[0])
