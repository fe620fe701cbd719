"""The live floor as whoever may look sees it: tables, terminals, what waits, and what can be done from there."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino import journal
from casino.domain.money import Cents
from casino.domain.powers import AC, DF, HOUSE, IR, SB
from devices import services as devices
from devices.domain import device
from devices.domain.events import AlertAcknowledged
from games import services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.vocabulary import EVERY_KIND, Limit
from tests.casino.asking import at_desk, entries, react
from tests.databases import Database
from tests.devices.test_attending_pages import differ, report, wait_for_hand_pay, words
from tests.factories import EVENING, OriginFactory, asked_by, engage
from tests.games.dealer_table import P1, P2, DealerTable
from tests.games.floor import SECONDS, STAR, Clock, Floor, by, insert, lock, put_on, take_out

AGM, ATTENDANT, ROULETTE, CASHIER, INSPECTOR, DEALER = "903", "904", "905", "906", "907", "908"
MOST_QUERIES = 14  # of the whole page, its frame and the person at the desk with it


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and who may look: a manager and an attendant of Aruze Craps, a supervisor of roulette, an inspector, a dealer."""
    clock = put_on(committed)
    engage(AGM, "Helen Vassallo", assistant_gaming_manager=(AC,))
    engage(ATTENDANT, "Tom Okafor", electronic_gaming_attendant=(AC,))
    engage(ROULETTE, "Mei Lin", casino_supervisor=(IR,))
    engage(CASHIER, "Priya Nair", cashier=(HOUSE,))
    engage(INSPECTOR, "Ines Duarte", inspector=(AC, IR, SB, DF))
    engage(DEALER, "Liam Kerr", dealer=(DF,))
    return clock


def _seen(number: str = AGM, client: Client | None = None, **query: str) -> str:
    response = (client or at_desk(number)).get("/floor/", query)
    assert response.status_code == 200
    return str(response.content.decode())


def _unheard(html: str) -> str:
    return re.sub(r'<(\w+) class="heard">.*?</\1>', "", html)


def _tables(html: str) -> dict[str, str]:
    """What the head of each table says."""
    heads = re.findall(r'<th scope="rowgroup".*?</th>', _unheard(html), re.DOTALL)
    return {words(head).split(" ")[0]: words(head) for head in heads}


def _cells(html: str, line: str) -> list[str]:
    """What each column of a line says."""
    found = re.search(rf'<tr data-row="{line}">(.*?)</tr>', _unheard(html), re.DOTALL)
    assert found, f"no line {line}"
    return [words(cell) for cell in re.findall(r"<td>(.*?)</td>", found[1], re.DOTALL)]


def _alerts(html: str) -> list[str]:
    return [words(each) for each in re.findall(r'<article class="alert.*?</article>', _unheard(html), re.DOTALL)]


def _send(number: str, path: str, **typed: str) -> Any:
    client = Client(raise_request_exception=False)
    client.cookies = at_desk(number).cookies
    return client.post(path, {"request_id": str(uuid4()), **typed})


def _craps(*wagers: tuple[int, str, int], terminals: int = 2) -> Floor:
    """A table of Aruze Craps with a round under way; each terminal with $100.00."""
    floor = Floor(AC, name="AC1", terminals=terminals)
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    floor.open()
    for place, selection, cents in wagers:
        floor.place(floor.terminals[place], selection, cents)
    return floor


def _cock(floor: Floor, clock: Clock) -> None:
    clock.move(SECONDS)
    floor.close()
    react()
    services.sense_doubt(round_id=floor.round, machine=floor.machine, doubt=Doubt.COCKED, origin=by(floor.machine))


# Who


def test_only_who_has_business_at_the_tables_sees_them(clock: Clock) -> None:
    floor = _craps()
    assert all("AC1" in _tables(_seen(number)) for number in (AGM, ATTENDANT, ROULETTE, INSPECTOR, DEALER))
    played, seat = floor.round, floor.terminals[0]
    for path in ("/floor/", "/rounds/", f"/rounds/{played}/", f"/tables/AC1/positions/{seat}/"):
        refused = at_desk(CASHIER).get(path)
        assert (refused.status_code, "authority-not-held" in refused.content.decode()) == (403, True), path
    assert "Live floor" not in at_desk(CASHIER).get("/home/").content.decode()
    assert 'data-go="f"' in at_desk(AGM).get("/home/").content.decode()


# Tables


def test_a_table_says_its_round_its_stage_and_what_is_at_stake(clock: Clock) -> None:
    floor = _craps((0, "pass_line", 3_000), (1, "field", 1_200))
    html = _seen()
    said = _tables(html)["AC1"]
    assert said.startswith("AC1 Aruze Craps round 0001 Wagering period 0:")
    assert said.endswith("2 play $42.00 at stake")
    assert f'data-ends="{floor.play().ends_at}" data-of="{SECONDS}"' in html
    assert _cells(html, "AC1 0")[:3] == ["1 $70.00 $30.00 on", "2 $88.00 $12.00 on", ""]


def test_at_zero_a_period_is_closing_until_the_server_has_closed_it(clock: Clock) -> None:
    floor = _craps((0, "pass_line", 3_000))
    clock.move(SECONDS)
    assert "Wagering period closing" in _tables(_seen())["AC1"]
    floor.close()
    html = _seen()
    assert "No more bets 0:0" in _tables(html)["AC1"]
    assert "data-ends" not in html


def test_the_point_and_what_came_last_stand_with_the_table(clock: Clock) -> None:
    floor = _craps((0, "pass_line", 3_000))
    floor.finish(clock, 2, 4)
    assert "Point 6, 2 play, last 2 and 4 $30.00 at stake" in _tables(_seen())["AC1"]
    floor.open()
    assert "round 0002 Wagering period" in _tables(_seen())["AC1"]


def test_a_table_without_a_round_says_whether_it_is_open(clock: Clock) -> None:
    floor = Floor(AC, name="AC1", terminals=1)
    assert _tables(_seen())["AC1"].startswith("AC1 Aruze Craps Between rounds")
    services.suspend_table(name="AC1", reason="Tumbler stuck", origin=OriginFactory.build())
    assert "Suspended Tumbler stuck" in _tables(_seen())["AC1"]
    services.release_table(name="AC1", rectified="Freed", origin=OriginFactory.build())
    Floor(SB, name="SB1", terminals=1)
    assert set(_tables(_seen(show="playing"))) == {floor.name, "SB1"}


def test_df_7_5_a_dealer_table_says_shooter_limits_dice_places_and_the_clock_of_its_sign(clock: Clock) -> None:
    table = DealerTable(DF)
    table.start()
    for seat in (P1, P2):
        table.place(seat, "dragon", 5_000)
    table.give_dice()
    higher = {EVERY_KIND: Limit(minimum=Cents(2_500), maximum=Cents(100_000))}
    services.notice_limits(name=table.name, limits=higher, in_minutes=40, origin=OriginFactory.build())
    clock.move(125)
    html = _seen()
    said = words(html[html.index('<dl class="at-dealer">') :].partition("</dl>")[0])
    assert f"Shooter {table.state.shooter} Limits $5.00 to $1,000.00 Dice set S1, 5 dice Places taken 3" in said
    assert re.search(r"New limits \$25\.00 to \$1,000\.00 from \d\d:\d\d Sign up 2:0\d of 20:00", said), said
    assert _tables(html)[table.name].endswith("$100.00 at stake")
    services.disconnect_sign(name=table.name, origin=OriginFactory.build())
    assert "Sign not to be seen" in words(_seen())


def test_df_6_2_an_area_that_is_frozen_stands_with_the_table(clock: Clock) -> None:
    table = DealerTable(DF)
    table.start()
    table.place(P1, "dragon", 5_000)
    table.give_dice()
    table.throw(3, 4)
    assert "Frozen: Dragon" in _tables(_seen())[table.name]


def test_a_warning_that_play_closes_stands_with_the_terminals(clock: Clock) -> None:
    Floor(AC, name="AC1", terminals=1)
    services.notice_closure(name="AC1", in_minutes=30, origin=OriginFactory.build())
    assert re.search(r"Closes at \d\d:\d\d", _tables(_seen())["AC1"])


# Terminals


def test_each_terminal_says_the_worst_of_it(clock: Clock) -> None:
    floor = _craps((0, "field", 1_000), terminals=8)
    names = floor.terminals
    differ(names[1])
    wait_for_hand_pay(names[2], 1_260_000)
    lock(names[3])
    take_out(names[4])
    devices.lose_link(name=names[5], silent_since=EVENING, origin=by(names[5]))
    report(names[6], "door opened")
    cells = _cells(_seen(), "AC1 0")
    assert [re.sub(r" \d+:\d\d(:\d\d)?$", "", cell) for cell in cells] == [
        "1 $90.00 $10.00 on",
        "2 $100.00 differs $4.20",
        "3 $100.00 hand-pay $12,600.00",
        "4 $100.00 locked",
        "5 $100.00 out of service",
        "6 ? no link",
        "7 $100.00 the door is open",
        "8 $100.00 nothing on",
    ]


def test_a_terminal_that_leaves_its_place_stays_in_its_column(clock: Clock) -> None:
    floor = Floor(AC, name="AC1", terminals=3)
    insert(floor.terminals[2], 5_000)
    for terminal in floor.terminals[1:]:
        services.leave_position(terminal=terminal, name="AC1", origin=by(terminal))
    assert _cells(_seen(), "AC1 0")[:4] == ["1 – free", "2 – free", "3 $50.00 no place", ""]


def test_more_than_eight_terminals_go_on_in_a_further_line_and_strangers_stand_behind(clock: Clock) -> None:
    floor = Floor(AC, name="AC1", terminals=1)
    floor.seat("AC1-09")
    floor.seat("T-7")
    html = _seen()
    assert _cells(html, "AC1 0") == ["1 – free", *[""] * 7]
    assert _cells(html, "AC1 1")[:3] == ["09 – free", "T-7 – free", ""]
    assert "3 player terminals" in words(html)


# What waits


def test_ac_6_4_cocked_dice_stand_out_with_their_age_and_who_decides(clock: Clock) -> None:
    floor = _craps((0, "field", 1_000))
    _cock(floor, clock)
    clock.move(84)
    html = _seen()
    assert "Cocked dice 1:2" in _tables(html)["AC1"]
    assert _cells(html, "AC1 0")[:2] == ["1 $90.00 $10.00 on waits", "2 $100.00 nothing on"]
    [alert] = _alerts(html)
    assert alert.startswith("AC1: a die is cocked Round 0001 and all its wagers wait for the assistant gaming manager to decide.")
    assert "AC 6.4 Open" in alert
    assert f'href="/rounds/{floor.round}/"' in html
    assert set(_tables(_seen(show="needs-me"))) == {"AC1"}
    home = words(at_desk(AGM).get("/home/").content.decode())
    assert "AC1: a die is cocked" in home
    assert "Live floor 1" in home


def test_who_may_not_decide_sees_that_it_waits_and_is_asked_nothing(clock: Clock) -> None:
    floor = _craps((0, "field", 1_000))
    _cock(floor, clock)
    for number in (ATTENDANT, ROULETTE):
        html = _seen(number)
        assert len(_alerts(html)) == 1
        assert _tables(_seen(number, show="needs-me")) == {}
        assert "a die is cocked" not in at_desk(number).get("/home/").content.decode()


def test_a_decided_round_needs_nobody_any_more(clock: Clock) -> None:
    floor = _craps((0, "field", 1_000))
    _cock(floor, clock)
    services.call_no_roll(round_id=floor.round, ground=Ground.COCKED, origin=asked_by(AGM, "assistant gaming manager"))
    react()
    html = _seen()
    assert _alerts(html) == []
    assert "Nothing needs anybody." in words(html)
    assert "last no result" in _tables(html)["AC1"]


# Alerts


def test_an_alert_is_taken_up_from_the_floor_and_stays_with_who_and_when(clock: Clock) -> None:
    floor = _craps()
    terminal = floor.terminals[0]
    report(terminal, "door opened")
    assert "Acknowledge" in _alerts(_seen(ATTENDANT))[0]
    assert "1 not acknowledged, 0 in hand" in words(_seen(ATTENDANT))
    answer = _send(ATTENDANT, f"/floor/{terminal}/acknowledge/", alert="door opened")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/floor/")
    html = _seen(ATTENDANT)
    assert re.search(r"By Tom Okafor, \d\d:\d\d", _alerts(html)[0])
    assert "Acknowledge" not in _alerts(html)[0]
    assert "0 not acknowledged, 1 in hand" in words(html)
    assert _tables(_seen(ATTENDANT, show="needs-me")) == {}
    taken = list(journal.history(device.at(STAR, terminal)))[-1]
    assert taken.event == AlertAcknowledged(alert="door opened")
    assert (taken.line.actor, taken.line.role) == (f"staff/{ATTENDANT}", "electronic gaming attendant")


def test_who_attends_to_another_game_takes_nothing_up(clock: Clock) -> None:
    terminal = _craps().terminals[0]
    report(terminal, "door opened")
    assert "Acknowledge" not in _alerts(_seen(ROULETTE))[0]
    at_desk(ROULETTE)
    before = entries()
    refused = _send(ROULETTE, f"/floor/{terminal}/acknowledge/", alert="door opened")
    assert (refused.status_code, "authority-not-held" in refused.content.decode()) == (403, True)
    assert entries() == before + 1  # 905 sat down
    assert _send(AGM, "/floor/AC1-99/acknowledge/", alert="door opened").status_code == 404
    assert _send(CASHIER, f"/floor/{terminal}/acknowledge/", alert="door opened").status_code == 403


def test_a_meter_that_differs_and_a_hand_pay_are_opened_where_they_are_attended_to(clock: Clock) -> None:
    floor = _craps()
    differ(floor.terminals[0])
    wait_for_hand_pay(floor.terminals[1], 5_100)
    html = _seen()
    differs, hand_pay = sorted(_alerts(html))
    assert differs.startswith("AC1-1 differs by $4.20 The terminal shows $104.20, our record says $100.00. AC 6.2.1 Open")
    assert hand_pay.startswith("AC1-2 waits to be paid by hand $51.00; nothing is played there until it is reset. AC 4.1 Open")
    assert 'href="/devices/AC1-1/"' in html


def test_the_first_that_nobody_has_taken_up_has_the_ring(clock: Clock) -> None:
    floor = _craps()
    report(floor.terminals[0], "door opened")
    clock.move(10)
    report(floor.terminals[1], "door opened")
    devices.acknowledge_alert(
        name=floor.terminals[0], alert="door opened", origin=asked_by(ATTENDANT, "electronic gaming attendant")
    )
    html = _seen()
    assert html.count('class="alert ringed"') == 1
    assert re.search(r'class="alert ringed" data-row="AC1-2 door opened"', html)
    assert [alert.partition(":")[0] for alert in _alerts(html)] == ["AC1-2", "AC1-1"]


# Filters


def test_filters_stay_until_they_are_changed(clock: Clock) -> None:
    _craps()
    Floor(IR, name="IR1", terminals=1)
    client = at_desk(AGM)
    assert set(_tables(_seen(client=client))) == {"AC1", "IR1"}
    assert set(_tables(_seen(client=client, book=IR))) == {"IR1"}
    assert set(_tables(_seen(client=client))) == {"IR1"}
    assert _tables(_seen(client=client, show="closed")) == {}
    assert "No table matches." in words(_seen(client=client))
    assert set(_tables(_seen(client=client, show="all", book="all"))) == {"AC1", "IR1"}
    assert set(_tables(_seen(client=client, show="whatever", book="<script>"))) == {"AC1", "IR1"}
    assert set(_tables(_seen())) == {"AC1", "IR1"}


# Cost


def test_the_floor_costs_the_same_however_many_tables_there_are(clock: Clock) -> None:
    floor = _craps((0, "field", 1_000))
    report(floor.terminals[0], "door opened")
    devices.acknowledge_alert(
        name=floor.terminals[0], alert="door opened", origin=asked_by(ATTENDANT, "electronic gaming attendant")
    )
    _cock(floor, clock)
    client = at_desk(AGM)
    _seen(client=client)
    with CaptureQueriesContext(connection) as one:
        _seen(client=client)
    for name, game in (("IR1", IR), ("SB1", SB), ("AC2", AC)):
        further = Floor(game, name=name, terminals=2)
        insert(further.terminals[0], 5_000)
        further.open()
        further.place(further.terminals[0], {IR: "red", SB: "small", AC: "field"}[game], 500)
    with CaptureQueriesContext(connection) as several:
        _seen(client=client)
    assert len(several) == len(one)
    assert len(one) <= MOST_QUERIES
