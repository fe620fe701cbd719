"""Wagers of terminals: chips and credits move together, and what is refused moves nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from casino import journal
from casino.domain import attempts
from casino.domain.events import AttemptRefused
from casino.domain.money import Cents
from casino.domain.powers import AC, IR, SB
from casino.journal import PlaceId
from devices.domain import credit_meter
from devices.domain.events import CreditsCancelled, CreditsIncremented
from games import services
from games.domain import position
from games.domain.vocabulary import RoundId, SeatId, Selection, WagerNumber
from games.models import Position, Wager
from tests.casino.asking import entries
from tests.factories import OriginFactory, open_house
from tests.games.floor import STAR, Floor, by, credits_of, fitted, insert, lock, refused, take_out

pytestmark = pytest.mark.django_db
ONE = WagerNumber(1)


@pytest.fixture(autouse=True)
def _house() -> None:
    open_house()


@pytest.fixture
def floor() -> Floor:
    """A roulette table with two terminals of $50 in an open round."""
    return _in_play(IR)


def _in_play(game: str) -> Floor:
    floor = Floor(game)
    for terminal in floor.terminals:
        insert(terminal, 5_000)
    floor.open()
    return floor


def _moved(terminal: str) -> list[tuple[str, int, str]]:
    """What wagers did to a credit meter."""
    events = [each.event for each in journal.history(credit_meter.at(STAR, terminal))]
    moved = [event for event in events if isinstance(event, CreditsCancelled | CreditsIncremented)]
    return [(event.source if isinstance(event, CreditsIncremented) else "staked", event.cents, event.cause) for event in moved]


def _cause(floor: Floor, number: int) -> str:
    return f"{floor.round}, wager {number}"


def _row(floor: Floor, number: int = 1) -> Wager:
    return Wager.objects.get(position=f"{floor.id}.{floor.terminals[0]}", number=number)


def test_ir_3_3_4_a_stake_leaves_the_credit_meter_as_the_wager_is_placed(floor: Floor) -> None:
    one, two = floor.terminals
    assert (floor.place(one, "red", 1_000), floor.place(one, "straight:7", 500), floor.place(two, "red", 700)) == (1, 2, 1)
    assert (credits_of(one), credits_of(two)) == (3_500, 4_300)
    assert _moved(one) == [("staked", 1_000, _cause(floor, 1)), ("staked", 500, _cause(floor, 2))]
    row = _row(floor)
    assert (row.selection, row.stake_cents, row.is_open, row.result, row.round) == ("red", 1_000, True, "", floor.round)


def test_the_same_request_twice_places_one_wager(floor: Floor) -> None:
    origin = by(floor.terminals[0])
    for _ in range(2):
        number = services.place_wager(
            terminal=floor.terminals[0], round_id=floor.round, selection=Selection("red"), stake_cents=Cents(500), origin=origin
        )
        assert number == 1
    assert credits_of(floor.terminals[0]) == 4_500


def test_ac_3_9_a_commission_leaves_the_meter_with_its_stake_and_comes_back_with_it() -> None:
    floor = _in_play(AC)
    one = floor.terminals[0]
    number = floor.place(one, "buy:4", 2_000)
    assert credits_of(one) == 5_000 - 2_000 - 100
    services.increase_wager(terminal=one, round_id=floor.round, wager=number, by_cents=Cents(1_000), origin=by(one))
    assert credits_of(one) == 5_000 - 3_000 - 150
    services.reduce_wager(terminal=one, round_id=floor.round, wager=number, to_cents=Cents(1_000), origin=by(one))
    assert (credits_of(one), _row(floor).commission_cents) == (5_000 - 1_000 - 50, 50)
    services.cancel_wager(terminal=one, round_id=floor.round, wager=number, origin=by(one))
    assert credits_of(one) == 5_000
    assert [(source, cents) for source, cents, _ in _moved(one)] == [
        ("staked", 2_100),
        ("staked", 1_050),
        ("returned stake", 2_100),
        ("returned stake", 1_050),
    ]
    assert (_row(floor).is_open, _row(floor).result) == (False, "taken down")


def test_ir_3_5_1_2_the_last_credits_can_be_moved_to_another_area(floor: Floor) -> None:
    one = floor.terminals[0]
    floor.place(one, "red", 5_000)
    moved = services.move_wager(terminal=one, round_id=floor.round, wager=ONE, to=Selection("straight:7"), origin=by(one))
    assert (moved, credits_of(one)) == (2, 0)
    assert _moved(one)[1:] == [("returned stake", 5_000, _cause(floor, 1)), ("staked", 5_000, _cause(floor, 2))]
    assert [(row.selection, row.is_open) for row in Wager.objects.order_by("number")] == [("red", False), ("straight:7", True)]


def test_a_place_is_left_once_nothing_lies_there_and_taken_again(floor: Floor) -> None:
    one = floor.terminals[0]
    floor.place(one, "red", 500)
    assert refused(services.leave_position, terminal=one, name=floor.name, origin=by(one)) == "position-wagers-lie"
    services.cancel_wager(terminal=one, round_id=floor.round, wager=ONE, origin=by(one))
    services.leave_position(terminal=one, name=floor.name, origin=by(one))
    assert Position.objects.get(seat=one).is_taken is False
    assert refused(floor.place, one, "red", 500) == "position-not-taken"
    services.take_position(terminal=one, name=floor.name, origin=by(one))
    assert floor.place(one, "red", 500) == 2
    assert journal.state(position.at(floor.id, SeatId(one))).purse == f"credit-meter:{STAR}.{one}"


REFUSED: list[tuple[str, Callable[[Floor, str], object]]] = [
    ("wager-not-permissible", lambda floor, one: floor.place(one, "straight:37", 500)),
    ("wager-below-minimum", lambda floor, one: floor.place(one, "red", 499)),
    ("wager-above-maximum", lambda floor, one: floor.place(one, "red", 100_001)),
    ("wager-of-nothing", lambda floor, one: floor.place(one, "red", 0)),
    ("credit-meter-not-enough", lambda floor, one: floor.place(one, "red", 5_001)),
    ("round-not-opened", lambda floor, one: _place(one, f"{floor.id}.20260822.0417")),
    ("round-not-opened", lambda floor, one: _place(one, floor.round.replace("star", "crown"))),
    ("round-not-opened", lambda _, one: _place(one, "red")),
    ("wager-not-there", lambda floor, one: _cancel(one, floor)),
]


@pytest.mark.parametrize(("code", "ask"), REFUSED)
def test_what_is_refused_moves_nothing_and_is_on_the_record(floor: Floor, code: str, ask: Callable[[Floor, str], object]) -> None:
    one = floor.terminals[0]
    before = entries()
    assert refused(ask, floor, one) == code
    place = attempts.at(STAR, PlaceId("star.cage1"))
    assert [each.event.code for each in journal.history(place) if isinstance(each.event, AttemptRefused)] == [code]
    assert (entries(), credits_of(one), Wager.objects.count()) == (before + 1, 5_000, 0)


def test_one_machine_never_wagers_for_another(floor: Floor) -> None:
    one, two = floor.terminals
    asked: dict[str, Any] = {"round_id": floor.round, "selection": Selection("red"), "stake_cents": Cents(500)}
    assert refused(services.place_wager, terminal=one, **asked, origin=by(two)) == "device-another"
    assert refused(services.place_wager, terminal=one, **asked, origin=OriginFactory.build()) == "device-another"
    assert refused(services.take_position, terminal=one, name=floor.name, origin=by(two)) == "device-another"


def test_a_locked_terminal_and_one_out_of_service_places_nothing(floor: Floor) -> None:
    one, two = floor.terminals
    floor.place(one, "red", 500)
    lock(one)
    take_out(two)
    assert refused(floor.place, one, "straight:1", 500) == "terminal-is-locked"
    assert refused(_cancel, one, floor) == "terminal-is-locked"
    assert refused(floor.place, two, "red", 500) == "terminal-not-in-service"
    assert (credits_of(one), credits_of(two)) == (4_500, 5_000)


def test_a_terminal_of_another_game_or_another_wheel_takes_no_place(floor: Floor) -> None:
    assert refused(floor.seat_as, fitted(SB, "SB-9")) == "terminal-of-another-game"
    other = Floor(IR, name="IR02")
    assert refused(floor.seat_as, other.terminals[0]) == "terminal-of-another-game"


def test_a_terminal_that_nobody_has_fitted_out_takes_no_place(floor: Floor) -> None:
    assert refused(floor.seat_as, "T404") == "credit-meter-not-opened"
    one = floor.terminals[0]
    gone = "IR99"
    assert refused(services.take_position, terminal=one, name=gone, origin=by(one)) == "table-not-commissioned"
    assert refused(services.take_position, terminal=one, name="a.b", origin=by(one)) == "table-name-refused"
    assert refused(floor.seat_as, one) == "position-taken"


def _place(terminal: str, round_id: str) -> None:
    services.place_wager(
        terminal=terminal,
        round_id=RoundId(round_id),
        selection=Selection("red"),
        stake_cents=Cents(500),
        origin=by(terminal),
    )


def _cancel(terminal: str, floor: Floor) -> None:
    services.cancel_wager(terminal=terminal, round_id=floor.round, wager=ONE, origin=by(terminal))
