"""Practice seats at dealer tables: a browser signs what it wishes, the dealer of the table does it by the book."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import demo, journal
from casino.domain.aggregate import Ref
from casino.domain.instant import Instant
from casino.journal import Recorded
from devices.wire.signing import SignedRequest, authorize
from games import practice_tables, selectors, services
from games.domain import naming, position, round_of_play
from games.domain.round_of_play import Stage
from games.domain.vocabulary import RoundId
from games.practice_seats import STACK
from games.practice_tables import VENUE
from games.simulated_dealers.plan import BETS_SECONDS
from games.simulated_dealers.table import Look, look
from tests.databases import Database
from tests.games.floor import check
from tests.games.practice_house import P1, PracticeHouse


class Answer(NamedTuple):
    """What a browser was told."""

    status: int
    said: dict[str, Any]


class Browser:
    """A browser at a seat."""

    def __init__(self, table: str) -> None:
        self.table = table
        answer = Client().post(f"/api/practice/{table}/sit-down", HTTP_IDEMPOTENCY_KEY=str(uuid4()))
        assert answer.status_code == 200, answer.content
        self.seat = dict(json.loads(answer.content))

    def ask(self, path: str = "", said: dict[str, Any] | None = None, *, key: str = "", seat_of: str = "") -> Answer:
        """A signed request: without anything said, a look."""
        path = f"/api/practice/{seat_of or self.table}/seat{path}"
        method, key, body = ("GET", "", b"") if said is None else ("POST", key or str(uuid4()), json.dumps(said).encode())
        request = SignedRequest(method, path, 1, key, body)
        signed = authorize(request, key_id=self.seat["key_id"], key=bytes.fromhex(self.seat["key"]))
        headers = {"Authorization": signed, **({"Idempotency-Key": key} if key else {})}
        answer = Client().generic(method, path, body, content_type="application/json", headers=headers)
        return Answer(answer.status_code, dict(json.loads(answer.content)) if answer.content else {})

    def look(self) -> dict[str, Any]:
        """What the seat shows."""
        answer = self.ask()
        assert answer.status == 200, answer.said
        return answer.said

    def wager(self, what: str = "", **said: Any) -> Answer:
        """Something about its wagers in the round that is played."""
        return self.ask(f"/rounds/{self.look()['round']['id']}/wagers{what}", said)

    def put(self, selection: str, cents: int) -> int:
        """Chips on an area."""
        answer = self.wager(selection=selection, stake_cents=cents)
        assert answer.status == 201, answer.said
        return int(answer.said["wager"])

    @property
    def chips(self) -> int:
        """What it holds."""
        return int(self.look()["credits"]["cents"])


@pytest.fixture
def house(committed: Database) -> PracticeHouse:
    """The practice tables, dealt."""
    return PracticeHouse()


def _at(table: str, house: PracticeHouse) -> Browser:
    """A browser with its place at a table, bets being placed."""
    browser = Browser(table)
    assert browser.ask("/take-place", {}).status == 204
    house.place_your_bets(table)
    return browser


@pytest.mark.slow(reason="deals many rounds")
@pytest.mark.parametrize(
    ("table", "wagers"),
    [
        ("DF1", (("dragon", 1_000), ("total:7", 500), ("pair:4", 700), ("dragons_tail", 500))),
        ("CC1", (("win_line", 1_000), ("place:6", 650), ("buy:4", 2_000), ("horn", 500))),
        ("MINI1", (("dont_win_line", 1_000), ("field", 500), ("lay:10", 2_200))),
    ],
)
def test_the_chips_in_hand_are_what_the_journal_says_whatever_happens(
    house: PracticeHouse, table: str, wagers: tuple[tuple[str, int], ...]
) -> None:
    browser = _at(table, house)
    for _ in range(8):
        for selection, cents in wagers:
            if selection not in browser.look()["closed"]:
                there = [each for each in browser.look()["wagers"] if each["selection"] == selection]
                if not there:
                    browser.put(selection, cents)
        assert browser.chips == house.holds(table)
        house.finish(table)
        assert browser.chips == house.holds(table)
        house.place_your_bets(table)
    assert house.dealer(table).refused == {}
    check()


def test_a_seat_shows_the_round_with_a_countdown_and_what_may_be_wagered(house: PracticeHouse) -> None:
    shown = _at("DF1", house).look()
    assert (shown["seat"], shown["round"]["stage"], shown["chip_unit_cents"]) == ("DF1 P1", Stage.WAGERING, 100)
    assert (shown["credits"]["cents"], shown["closed"], shown["frozen"]) == (STACK, {}, [])
    begins, ends = (shown["round"][each] for each in ("opened_at", "ends_at"))
    assert _seconds(ends) - _seconds(begins) == BETS_SECONDS
    assert shown["limits"]["every selection"]["minimum_cents"] == 500


def test_df_6_4_the_dealer_places_takes_down_and_adds_with_the_seat_as_the_place_of_the_request(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    number = browser.put("fire", 1_000)
    assert browser.wager(f"/{number}/increase", by_cents=500).said["wagers"][0]["stake_cents"] == 1_500
    assert browser.wager(f"/{number}/reduce", to_cents=500).said["credits"]["cents"] == STACK - 500
    assert browser.wager(f"/{number}/cancel").said == {"wager": None, "credits": _holding(STACK), "wagers": []}
    chips = position.at(naming.table_id(practice_tables.VENUE, "DF1"), P1)
    placed = next(each for each in _history(chips) if each.line.type == "games.wager-placed")
    assert (placed.line.actor, placed.line.role, placed.line.place) == ("staff/61333", "dealer", "practice.DF1-P1")


def test_what_the_book_refuses_is_read_aloud_with_its_rule(house: PracticeHouse) -> None:
    browser = _at("CC1", house)
    refused_ = browser.wager(selection="win_line_odds:6", stake_cents=500)
    assert (refused_.status, refused_.said["code"]) == (409, "wager-not-allowed-now")
    assert refused_.said["rule"].startswith("CC 3.6")
    browser.put("win_line", 500)
    house.deal_until("CC1", lambda: _stage(house, "CC1") is Stage.CLOSED)
    assert browser.look()["closed"]["every selection"]["code"] == "round-wagering-closed"
    late = browser.wager(selection="field", stake_cents=500)
    assert (late.status, late.said["detail"]) == (409, "The wagering period is over: Field can no longer be placed.")


def test_nobody_wagers_chips_they_do_not_hold(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    browser.put("dragon", 60_000)
    more = browser.wager(selection="fire", stake_cents=50_000)
    assert (more.status, more.said["code"]) == (409, "practice-not-enough-chips")
    assert "You hold $400.00 in chips: not $500.00." in more.said["detail"]


def test_cc_5_1_the_shooter_takes_the_dice_and_throws_them_and_the_dealer_goes_on(house: PracticeHouse) -> None:
    browser = _at("CC1", house)
    browser.put("win_line", 1_000)
    house.deal_until("CC1", lambda: bool(browser.look()["dice"]["is_offered"]))
    assert browser.ask("/accept-dice", {}).status == 204
    house.deal_until("CC1", lambda: bool(browser.look()["dice"]["may_throw"]))
    played, key = house.table("CC1").round, str(uuid4())
    assert browser.ask(f"/rounds/{played}/throw", {}, key=key).status == 204
    shown = browser.look()["round"]
    assert (shown["stage"], shown["is_shooter"]) == (Stage.ENTERED, True)
    assert browser.ask(f"/rounds/{played}/throw", {}, key=key).status == 204, "asked again, nothing is thrown again"
    assert browser.look()["round"]["outcome"] == shown["outcome"]
    house.finish("CC1")
    assert browser.look()["last"]["outcome"] == shown["outcome"]


def test_whoever_leaves_the_dice_or_waits_too_long_lets_others_throw(house: PracticeHouse) -> None:
    browser = _at("CC1", house)
    browser.put("win_line", 1_000)
    house.deal_until("CC1", lambda: bool(browser.look()["dice"]["is_offered"]))
    assert browser.ask("/decline-dice", {}).status == 204
    played = house.table("CC1").round
    not_mine = browser.ask(f"/rounds/{played}/throw", {})
    assert (not_mine.status, not_mine.said["code"]) == (409, "practice-not-the-shooter")
    house.finish("CC1")
    assert house.table("CC1").last_shooter in practice_tables.SIMULATED
    assert house.dealer("CC1").refused == {}


def test_the_dealer_throws_for_a_shooter_who_waits_too_long(house: PracticeHouse) -> None:
    browser = _at("CC1", house)
    browser.put("win_line", 1_000)
    house.deal_until("CC1", lambda: bool(browser.look()["dice"]["is_offered"]))
    browser.ask("/accept-dice", {})
    house.finish("CC1")
    entered = [each.line.place for each in _history(_last_round(house, "CC1")) if each.line.type == "games.result-entered"]
    assert entered == ["practice.CC1-dealer"]


def test_cc_3_5_a_player_calls_a_wager_off_and_on_and_the_dealer_confirms(house: PracticeHouse) -> None:
    browser = _at("CC1", house)
    number = browser.put("place:6", 600)
    [placed] = browser.look()["wagers"]
    assert (placed["calls"], placed["is_off"]) == (["OFF", "ON"], True)
    [on] = browser.wager(f"/{number}/call", to="ON").said["wagers"]
    assert on["is_off"] is False
    called = next(
        each for each in _history(position.at(naming.table_id(practice_tables.VENUE, "CC1"), P1)) if "called" in each.line.type
    )
    assert called.event.confirmed_by == "staff/61334"


def test_df_6_2_after_a_seven_dragon_and_fire_are_shown_frozen(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    browser.put("dragon", 500)
    house.dealer("DF1")._plan_of(_seen(house)).shown = (3, 4)
    house.dealer("DF1")._plan_of(_seen(house)).fault = None
    house.finish("DF1")
    house.place_your_bets("DF1")
    shown = browser.look()
    assert shown["frozen"][:2] == ["dragon", "fire"]
    assert {"dragon", "fire"} <= shown["closed"].keys()
    assert [(each["selection"], each["shows"]) for each in shown["wagers"]] == [("dragon", "frozen")]


def test_a_seat_asks_for_its_own_table_and_its_own_place_only(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    assert browser.ask(seat_of="CC1").status == 404
    house.place_your_bets("CC1")
    other = browser.ask(f"/rounds/{house.table('CC1').round}/wagers", {"selection": "field", "stake_cents": 500})
    assert other.status == 404
    forged = Browser("DF1")
    forged.seat["key"] = browser.seat["key"]
    assert forged.ask().status == 401
    assert Client().get("/api/practice/DF1/seat").status_code == 401


def test_whoever_leaves_gives_the_place_up_and_the_next_has_a_new_stack(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    number = browser.put("dragon", 500)
    lying = browser.ask("/give-up-place", {})
    assert (lying.status, lying.said["code"]) == (409, "position-wagers-lie")
    browser.wager(f"/{number}/cancel")
    assert browser.ask("/give-up-place", {}).status == 204
    assert browser.ask().status == 404
    gone = {"terminal": browser.seat["terminal"], "key_id": browser.seat["key_id"]}
    assert Client().post("/api/practice/DF1/stand-up", gone, HTTP_IDEMPOTENCY_KEY=str(uuid4())).status_code == 204
    following = Browser("DF1")
    assert following.seat["terminal"] == "DF1-P1"
    assert following.ask("/take-place", {}).status == 204
    assert following.chips == STACK


def _holding(cents: int) -> dict[str, Any]:
    return {"cents": cents, "version": 0, "is_locked": False}


def _seconds(instant: str) -> float:
    return Instant.parse(instant).timestamp()


def _stage(house: PracticeHouse, table: str) -> Stage | None:
    play = house.play(table)
    return play.stage if play else None


def _history(ref: Ref[Any]) -> list[Recorded]:
    return list(journal.history(ref))


def _last_round(house: PracticeHouse, table: str) -> Ref[Any]:
    ended = selectors.rounds_of(naming.table_id(practice_tables.VENUE, table)).exclude(finished_at=None).first()
    assert ended is not None
    return round_of_play.at(RoundId(ended.id))


def _seen(house: PracticeHouse) -> Look:
    return look(house.dealer("DF1").at)


def test_a_seat_is_told_that_play_is_suspended_and_not_why(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    services.suspend_table(name="DF1", reason="Seat four is being searched", origin=demo.origin(VENUE, "suspends"))
    shown = browser.look()
    assert shown["suspended"] == "Play is suspended"
    assert "searched" not in json.dumps(shown)


def test_chips_in_hand_are_found_by_when_wagers_were_placed_however_many_there_were_before(house: PracticeHouse) -> None:
    browser = _at("DF1", house)
    with CaptureQueriesContext(connection) as asked:
        browser.look()
    [summed] = [each["sql"] for each in asked if "SUM(" in each["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        cursor.execute(f"EXPLAIN {summed}")
        assert "wager_in_practice" in str(cursor.fetchall())
        cursor.execute("RESET enable_seqscan")
