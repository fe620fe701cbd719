"""The device API of wagers: what a terminal asks for itself, and what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import ListSerializer, Serializer

from casino import journal, selectors
from casino.domain.powers import AC, IR, SB
from devices.domain import credit_meter
from devices.domain.events import CreditsIncremented, RequestHeard
from games import services
from games.serializers import ShownTableSerializer
from tests.asking import problem
from tests.casino.asking import react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import SECONDS, STAR, check, credits_of, fitted, lock, take_out
from tests.games.seated import STATE, Seated
from tests.games.signing import Signing

MOST_QUERIES = 8


@pytest.fixture
def seated(committed: Database) -> Seated:
    return Seated(committed, IR)


# Wagers


def test_ir_3_3_4_a_wager_is_placed_and_the_answer_says_what_stands_on_meter_and_layout(seated: Seated) -> None:
    answer = seated.place("straight:17", 500)
    assert answer.status_code == 201
    told = answer.json()
    lying = {"number": 1, "selection": "straight:17", "stake_kind": "chip", "stake_cents": 500, "commission_cents": 0}
    state = {"state": "next outcome", "shows": "inactive", "round": seated.floor.round}
    version = list(journal.history(credit_meter.at(STAR, seated.one.name)))[-1].version
    assert told == {"wager": 1, "credits": {"cents": 49_500, "version": version}, "wagers": [lying | state]}
    check({seated.one.name: 49_500})


def test_ac_3_5_1_wagers_are_increased_reduced_moved_and_taken_down(committed: Database) -> None:
    seated = Seated(committed, AC)
    assert seated.place("buy:4", 2_000).json()["credits"]["cents"] == 50_000 - 2_100
    one, there = seated.one, f"{seated.wagers}/1"
    assert one.post(f"{there}/increase", {"by_cents": 1_000}).json()["credits"]["cents"] == 50_000 - 3_150
    assert one.post(f"{there}/reduce", {"to_cents": 2_000}).json()["credits"]["cents"] == 50_000 - 2_100
    moved = one.post(f"{there}/move", {"selection": "place:6"}).json()
    assert (moved["wager"], moved["credits"]["cents"], [each["selection"] for each in moved["wagers"]]) == (
        2,
        48_000,
        ["place:6"],
    )
    gone = one.post(f"{seated.wagers}/2/cancel").json()
    assert (gone["wager"], gone["credits"]["cents"], gone["wagers"]) == (None, 50_000, [])
    check({one.name: 50_000})


def test_a_terminal_takes_a_place_and_gives_it_up(seated: Seated) -> None:
    late = Signing(fitted(IR, "IR01-9", seated.floor.machine))
    late.insert(1_000)
    assert problem(late.get(STATE)) == (404, "not-found")
    assert late.post("/api/device/tables/IR01/take-place").status_code == 204
    assert late.get(STATE).json()["seat"] == "IR01-9"
    assert problem(late.post("/api/device/tables/IR01/take-place")) == (409, "position-taken")
    assert late.post("/api/device/tables/IR01/give-up-place").status_code == 204
    assert problem(late.post("/api/device/tables/IR01/give-up-place")) == (409, "position-not-taken")
    assert problem(late.get(STATE)) == (404, "not-found")


def test_ac_3_11_only_the_shooter_presses_the_button(committed: Database) -> None:
    seated = Seated(committed, AC)
    seated.place("pass_line", 500)
    played = seated.floor.round
    one, two = seated.terminals
    button = f"/api/device/rounds/{played}/shoot"
    assert problem(one.post(button)) == (409, "round-wagering-open")
    seated.clock.move(SECONDS)
    seated.floor.close()
    assert one.get(STATE).json()["round"]["shoot_by"] is None
    react()
    shown = one.get(STATE).json()["round"]
    assert (shown["shooter"], shown["is_shooter"], two.get(STATE).json()["round"]["is_shooter"]) == (one.name, True, False)
    assert shown["shoot_by"] > shown["closed_at"]
    assert problem(two.post(button)) == (409, "round-not-the-shooter")
    assert one.post(button).status_code == 204
    assert problem(one.post(button)) == (409, "round-dice-shot")
    assert one.get(STATE).json()["round"]["shoot_by"] is None


# What a terminal shows


def test_a_terminal_shows_its_table_as_documented_from_few_queries(committed: Database) -> None:
    seated = Seated(committed, AC)
    seated.place("pass_line", 500)
    seated.place("any_seven", 500)
    seated.finish(3, 4)
    seated.place("field", 500)
    with CaptureQueriesContext(connection) as asked:
        shown = seated.one.get(STATE).json()
    assert len(asked) <= MOST_QUERIES, [each["sql"] for each in asked]
    _require_shape(shown, ShownTableSerializer(), "table")
    assert (shown["table"], shown["game"], shown["seat"], shown["is_open"]) == ("AC01", AC, "AC01-1", True)
    assert (shown["round"]["number"], shown["round"]["stage"]) == (2, "place your bets")
    assert shown["limits"]["every selection"]["minimum_cents"] == 500
    assert [each["selection"] for each in shown["wagers"]] == ["field"]
    assert shown["closed"]["odds:4"]["rule"] == "AC 3.9.2"
    assert shown["credits"]["cents"] == credits_of(seated.one.name)


def _require_shape(told: Any, kind: Any, where: str) -> None:
    """What is told has exactly the fields that are documented."""
    if isinstance(kind, ListSerializer):
        for each in told:
            _require_shape(each, kind.child, where)
    elif isinstance(kind, Serializer) and told is not None:
        assert set(told) == set(kind.fields), where
        for name, field in kind.fields.items():
            _require_shape(told[name], field, f"{where}.{name}")
    elif hasattr(kind, "child") and isinstance(kind.child, Serializer):
        for each in told.values():
            _require_shape(each, kind.child, where)


@pytest.mark.parametrize(
    ("game", "selection", "shown", "sentence"),
    [
        (
            AC,
            "any_seven",
            (3, 4),
            "Any Seven, dice 3 and 4, rule AC 3.9.17: 9 to 2 (AC 3.10) on $5.00 is $22.50, and the stake.",
        ),
        (IR, "red", (17,), "Red, number 17, rule IR 3.9.1.12, readings IR-11 and IR-08: it loses its stake of $5.00."),
        (
            SB,
            "small",
            (1, 2, 3),
            "Small, dice 1, 2 and 3, rule SB 3.9.1.1, reading SB-05: 1 to 1 (SB 3.9.10) on $5.00 is $5.00, and the stake.",
        ),
    ],
)
def test_a_settled_wager_is_shown_with_the_sentence_that_explains_it(
    committed: Database, game: str, selection: str, shown: tuple[int, ...], sentence: str
) -> None:
    seated = Seated(committed, game)
    seated.place(selection, 500)
    played = seated.floor.round
    seated.finish(*shown)
    told = seated.one.get(STATE).json()
    [ended] = told["last"]["wagers"]
    assert (told["last"]["round"], ended["because"]) == (played, sentence)
    assert told["outcomes"] == ["-".join(map(str, shown))]
    assert told["last"]["won_cents"] + told["last"]["returned_cents"] == ended["paid_cents"]
    assert credits_of(seated.one.name) == 49_500 + ended["paid_cents"]
    assert seated.terminals[1].get(STATE).json()["last"]["wagers"] == []


def test_the_last_result_is_of_the_last_round_alone_whatever_was_done_since(seated: Seated) -> None:
    seated.place("red", 500)
    seated.finish(1)
    for _ in range(3):
        seated.place("black", 500)
        seated.one.post(f"{seated.wagers}/{seated.one.get(STATE).json()['wagers'][0]['number']}/cancel")
    seated.place("straight:5", 500)
    assert [each["selection"] for each in seated.one.get(STATE).json()["last"]["wagers"]] == ["red"]
    seated.finish(5)
    told = seated.one.get(STATE).json()
    assert [each["selection"] for each in told["last"]["wagers"]] == ["straight:5"]
    assert told["outcomes"] == ["5", "1"]


def _suspend_after_the_round(seated: Seated) -> None:
    services.suspend_table(name="IR01", reason="The wheel stands askew", origin=OriginFactory.build())
    seated.finish(5)


@pytest.mark.parametrize(
    ("code", "happen"),
    [
        ("round-wagering-closed", lambda seated: seated.clock.move(SECONDS)),
        ("terminal-is-locked", lambda seated: lock(seated.one.name)),
        ("terminal-not-in-service", lambda seated: take_out(seated.one.name)),
        ("round-not-opened", _suspend_after_the_round),
    ],
)
def test_when_nothing_may_be_placed_at_all_every_selection_is_closed_and_so_it_is_refused(
    seated: Seated, code: str, happen: Callable[[Seated], None]
) -> None:
    played = seated.wagers
    happen(seated)
    closed = seated.one.get(STATE).json()["closed"]
    assert list(closed) == ["every selection"]
    assert closed["every selection"]["code"] == code
    refused = seated.one.post(played, {"selection": "red", "stake_cents": 500})
    assert problem(refused)[1] in {code, "round-wagering-closed"}
    check({seated.one.name: 50_000})


# A terminal's own meters


def test_ir_3_4_1_notes_that_a_terminal_tells_of_are_credited_once(seated: Seated) -> None:
    one = seated.one
    assert one.meters(52_000, notes={"2000": 1}).status_code == 204
    assert one.meters(52_000, notes={"2000": 1}).status_code == 204
    assert credits_of(one.name) == 52_000
    [*_, heard] = [each.event for each in journal.history(credit_meter.at(STAR, one.name))]
    assert heard == RequestHeard(sequence=one.sequence)
    check({one.name: 52_000})


def test_a_terminal_whose_notes_contradict_its_meter_is_believed_in_neither(seated: Seated) -> None:
    one = seated.one
    one.meters(50_000, notes={"5000": 10})
    one.meters(52_000, notes={"5000": 11})
    assert credits_of(one.name) == 50_000
    one.meters(57_000, notes={"5000": 12})
    assert credits_of(one.name) == 55_000


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("reading-refused", {"at": "2999-01-01T00:00:00Z"}),
        ("reading-refused", {"notes": {"1700": 1}}),
        ("reading-refused", {"notes_in_cents": 10**10}),
        ("reading-refused", {"notes": {"2000": 10**10}}),
        ("not-readable", {"at": "yesterday"}),
        ("not-readable", {"at": 7}),
        ("not-readable", {"notes_in_cents": -1}),
        ("not-readable", {"notes_in_cents": "500"}),
        ("not-readable", {"notes_in_cents": 10**30}),
        ("not-readable", {"notes": {"2000": 1.5}}),
        ("not-readable", {"notes": [1]}),
    ],
)
def test_meters_that_cannot_stand_so_are_refused(seated: Seated, code: str, told: dict[str, object]) -> None:
    body = {"at": str(selectors.now()), "notes_in_cents": 60_000} | told
    assert problem(seated.one.post("/api/device/meters", body))[1] == code
    assert credits_of(seated.one.name) == 50_000
    assert seated.one.meters(51_000).status_code == 204  # and what comes after is counted
    assert credits_of(seated.one.name) == 51_000


def test_meters_that_were_cleared_begin_at_zero_and_take_nothing_away(seated: Seated) -> None:
    seated.one.meters(0)
    check({seated.one.name: 50_000})
    seated.one.meters(500)
    assert credits_of(seated.one.name) == 50_500


def test_credits_that_came_back_carry_the_number_too(seated: Seated) -> None:
    seated.place()
    seated.one.post(f"{seated.wagers}/1/cancel")
    [*_, back] = [each.event for each in journal.history(credit_meter.at(STAR, seated.one.name))]
    assert isinstance(back, CreditsIncremented)
    assert back.sequence == seated.one.sequence


def test_a_terminal_is_told_that_play_is_suspended_and_not_why(committed: Database) -> None:
    seated = Seated(committed, IR)
    services.suspend_table(name=seated.floor.name, reason="Seat four is being searched", origin=OriginFactory.build())
    shown = seated.one.get(STATE)
    assert shown.json()["suspended"] == "Play is suspended"
    assert "searched" not in shown.content.decode()
