"""The tables of the demo's floors."""

from __future__ import annotations

import pytest

from casino import demo, journal, selectors
from casino.domain.powers import AC, CC, DF, IR, SB
from devices import selectors as devices
from games import practice, practice_tables
from games import selectors as games
from games.demo_tables import CROWN, STAR, open_tables
from games.domain import round_of_play, table
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId, TableId
from tests.casino.asking import entries, react
from tests.databases import Database
from tests.games.floor import Clock


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The three casinos under their law, without people, and their tables."""
    selectors.forget()
    for venue in demo.VENUES:
        demo.open_venue(venue)
    open_tables()
    return Clock(committed)


def test_every_floor_has_its_tables_open_and_each_machine_in_service(clock: Clock) -> None:
    told = {venue: {each.name: each.book_id for each, _ in games.tables(venue)} for venue in (STAR, CROWN, practice_tables.VENUE)}
    assert told == {
        STAR: {"AC1": AC, "AC2": AC, "DF1": DF, "DF2": DF, "IR1": IR, "SB1": SB},
        CROWN: {"CC1": CC, "MINI1": CC},
        practice_tables.VENUE: {"AC1": AC, "CC1": CC, "DF1": DF, "IR1": IR, "MINI1": CC, "SB1": SB},
    }
    assert all(each.is_open for venue in told for each, _ in games.tables(venue))
    assert all(machine.is_in_service for venue in told for machine in devices.devices(venue))
    seats = len(practice_tables.DEALT) * len(practice_tables.PLACES)
    assert devices.devices(practice_tables.VENUE).count() == 3 * (practice.TERMINALS_OF_TABLE + 1) + seats


def test_run_again_it_writes_nothing(clock: Clock) -> None:
    before = entries()
    open_tables()
    assert entries() == before


def test_ac_6_6_ir_7_4_a_round_that_was_played_when_everything_was_switched_off_has_no_outcome(clock: Clock) -> None:
    react()
    interrupted = {each.name: each.round for each, _ in games.tables(practice_tables.VENUE) if each.round}
    clock.move(3_600)
    open_tables()
    assert {name: _stage(play) for name, play in interrupted.items()} == dict.fromkeys(("AC1", "IR1", "SB1"), Stage.NO_RESULT)
    react()
    assert {name: _stage(play) for name, play in interrupted.items()} == dict.fromkeys(("AC1", "IR1", "SB1"), Stage.VOIDED)
    react()
    assert journal.state(table.at(TableId("practice.IR1"))).round not in ("", interrupted["IR1"])


def test_a_round_that_is_being_played_is_left_alone(clock: Clock) -> None:
    react()
    clock.move(35)
    before = entries()
    open_tables()
    assert entries() == before


def _stage(round_id: str) -> Stage:
    return journal.state(round_of_play.at(RoundId(round_id))).stage
