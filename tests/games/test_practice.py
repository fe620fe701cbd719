"""Practice: layouts that show every wager of their books, and browsers that sit down at terminals and leave them."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino import demo, journal, selectors
from devices import selectors as devices
from devices.domain import device
from devices.wire.signing import SignedRequest, authorize
from games import practice, practice_layout, practice_tables
from games.demo_tables import open_tables
from games.practice_roulette import EDGE
from games.rules import books
from tests.databases import Database
from tests.games.floor import Clock

SMALLEST = 24  # WCAG 2.2, 2.5.8
AREA = re.compile(r'data-area="([^"]+)" data-name="([^"]+)" data-odds="([^"]+)" data-rule="([^"]+)"')


def _page(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize(("table", "wagers"), [("AC1", 86), ("IR1", 248), ("SB1", 50), ("DF1", 20), ("CC1", 70), ("MINI1", 70)])
def test_every_wager_of_the_book_is_one_area_of_its_layout_with_name_odds_and_rule(table: str, wagers: int) -> None:
    book = books.current(practice.book_of(table))
    drawn = AREA.findall(_page(f"/practice/{table}/"))
    assert Counter(area for area, *_ in drawn) == dict.fromkeys(book.wagers, 1)
    assert len(drawn) == wagers
    for area, name, odds, rule in drawn:
        assert (name, rule.partition(" ")[2]) == (book.wagers[area].name, book.wagers[area].rule)
        assert odds


@pytest.mark.parametrize(
    ("book_id", "area", "odds"),
    [
        ("aruze_craps", "pass_line", "1 to 1"),
        ("aruze_craps", "buy:4", "2 to 1, 5 %"),
        ("aruze_craps", "lay:4", "1 to 2, 5 %"),
        ("aruze_craps", "field", "1 to 1 · 2, 12: 2 to 1"),
        ("aruze_craps", "horn", "16 to 1 · 2, 12: 33 to 1"),
        ("aruze_craps", "c_and_e", "13 to 4 · 11: 15 to 2"),
        ("interblock_roulette", "neighbours:17", "35 to 1"),
        ("interblock_roulette", "complete:17", "each piece at its own odds"),
        ("dragon_fire", "dragons_tail", "2 to 1, 10 to 1, 100 to 1"),
        ("crown_craps", "field", "1 to 1 · 2, 12: 2 to 1"),
        ("crown_craps", "buy:4", "2 to 1, 5 %"),
        ("crown_craps", "place:6", "7 to 6"),
        ("aruze_sicbo", "number:6", "1 to 1, 2 to 1, 12 to 1"),
    ],
)
def test_ac_3_10_ir_3_9_3_sb_3_9_10_df_9_cc_6_1_an_area_says_what_its_wager_pays(book_id: str, area: str, odds: str) -> None:
    assert practice_layout.areas(book_id)[area].odds == odds


def test_ir_3_9_2_a_chip_on_a_special_bet_is_one_on_each_of_its_pieces() -> None:
    pieces = {id_: area.pieces for id_, area in practice_layout.areas("interblock_roulette").items()}
    assert (pieces["neighbours:17"], pieces["small_series"], pieces["neighbours_of_zero"], pieces["straight:17"]) == (5, 6, 9, 1)


def test_every_area_of_roulette_is_large_enough_to_be_touched() -> None:
    for cell in practice_layout.roulette()["cells"]:
        sides = re.fullmatch(r"M[\d.]+ [\d.]+h([\d.]+)v([\d.]+)h-[\d.]+z", cell.outline)
        assert sides is None or min(map(float, sides.groups())) >= SMALLEST, cell.area.id
    assert 2 * EDGE >= SMALLEST


def test_practice_says_that_there_is_no_money_in_it() -> None:
    assert "Practice, no money" in _page("/practice/AC1/")
    assert "Play MiniStar Roulette" in _page("/practice/")


def test_there_is_no_practice_outside_the_demo_and_no_table_of_another_name(settings: Any) -> None:
    assert "no such practice table" in _page("/practice/AC9/", 404)
    settings.IS_DEMO = False
    for address in ("/practice/", "/practice/AC1/"):
        assert "in the demo only" in _page(address, 404)
    assert Client().post("/api/practice/AC1/sit-down", HTTP_IDEMPOTENCY_KEY=str(uuid4())).status_code == 404


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The casinos of the demo with their tables."""
    selectors.forget()
    for venue in demo.VENUES:
        demo.open_venue(venue)
    open_tables()
    return Clock(committed)


def _sit_down(table: str = "AC1", status: int = 200) -> dict[str, Any]:
    answer = Client().post(f"/api/practice/{table}/sit-down", HTTP_IDEMPOTENCY_KEY=str(uuid4()))
    assert answer.status_code == status, answer.content
    return dict(json.loads(answer.content))


def _ask(seat: dict[str, Any], path: str, told: dict[str, Any] | None = None, *, sequence: int) -> int:
    """The status with which a signed request of this seat is answered."""
    method, key, body = ("GET", "", b"") if told is None else ("POST", str(uuid4()), json.dumps(told).encode())
    signed = authorize(SignedRequest(method, path, sequence, key, body), key_id=seat["key_id"], key=bytes.fromhex(seat["key"]))
    headers = {"Authorization": signed, **({"Idempotency-Key": key} if key else {})}
    return Client().generic(method, path, body, content_type="application/json", headers=headers).status_code


def test_each_browser_has_a_terminal_and_a_key_of_its_own(clock: Clock) -> None:
    first, second = _sit_down(), _sit_down()
    assert (first["terminal"], second["terminal"]) == ("AC1-P1", "AC1-P2")
    assert _ask(first, "/api/device/tables/AC1/take-place", {}, sequence=1) == 204
    assert _ask(first, "/api/device/table", sequence=1) == 200
    assert _ask(second, "/api/device/table", sequence=0) == 404
    assert _ask({**second, "key": first["key"]}, "/api/device/table", sequence=0) == 401


def test_a_terminal_that_no_dealer_serves_is_no_seat(clock: Clock) -> None:
    assert _ask(_sit_down(), "/api/practice/AC1/seat", sequence=0) == 404


def test_at_a_full_table_nobody_sits_down_until_somebody_leaves_or_is_idle(clock: Clock) -> None:
    seats = [_sit_down() for _ in range(practice.TERMINALS_OF_TABLE)]
    told = _sit_down(status=409)
    assert (told["code"], told["detail"]) == (
        "practice-no-terminal-free",
        "Somebody plays at each of the 8 terminals of AC1: try again in a while.",
    )
    left = {"terminal": seats[4]["terminal"], "key_id": seats[4]["key_id"]}
    assert Client().post("/api/practice/AC1/stand-up", left, HTTP_IDEMPOTENCY_KEY=str(uuid4())).status_code == 204
    assert _sit_down()["terminal"] == "AC1-P5"
    clock.move(practice.IDLE.total_seconds() + 1)
    assert _sit_down()["terminal"] == "AC1-P1"
    assert _ask(seats[0], "/api/device/table", sequence=0) == 401


def test_the_next_browser_goes_on_where_the_terminals_count_and_meters_stand(clock: Clock) -> None:
    seat = _sit_down("SB1")
    for sequence, notes in ((1, 0), (2, 5_000)):
        told = {"at": f"2026-11-17T10:42:0{sequence}.000Z", "notes_in_cents": notes, "notes": {"5000": notes // 5_000}}
        assert _ask(seat, "/api/device/meters", told, sequence=sequence) == 204
    practice.stand_up(seat["terminal"], seat["key_id"], request_id=uuid4())
    following = _sit_down("SB1")
    assert (following["terminal"], following["sequence"]) == ("SB1-P1", 2)
    assert (following["notes_in_cents"], following["notes"]["5000"], following["notes"]["2000"]) == (5_000, 1, 0)


def test_a_practice_terminal_is_polled_by_nobody_and_only_practice_terminals_are_given_up(clock: Clock) -> None:
    seat = _sit_down()
    assert {row.bank for row in devices.devices(practice_tables.VENUE)} == {""}
    other = {"terminal": "AC1-P2", "key_id": seat["key_id"]}
    answer = Client().post("/api/practice/AC1/stand-up", other, HTTP_IDEMPOTENCY_KEY=str(uuid4()))
    assert (answer.status_code, answer.json()["code"]) == (409, "device-key-not-valid")
    assert journal.state(device.at(practice_tables.VENUE, "AC1-P1")).keys == (seat["key_id"],)
