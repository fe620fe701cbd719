"""Rounds as their pages show them: the list, one round with every wager and why, a place at a table, a terminal's games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino import selectors
from casino.domain.powers import AC, HOUSE, IR
from games import services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.views import rounds
from tests.casino.asking import at_desk, react
from tests.databases import Database
from tests.devices.test_attending_pages import words
from tests.factories import asked_by, engage
from tests.games.floor import SECONDS, STAR, Clock, Floor, by, insert, put_on

AGM = "assistant gaming manager"
MOST_QUERIES = 16  # of the whole page, its frame and the person at the desk with it


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star; 903 manages Aruze Craps and MiniStar Roulette, 904 is a cashier and attends to devices of the house."""
    clock = put_on(committed)
    engage("903", "Helen Vassallo", assistant_gaming_manager=(AC, IR))
    engage("904", "Priya Nair", cashier=(HOUSE,))
    return clock


def _floor(game: str, *wagers: tuple[int, str, int], terminals: int = 2) -> Floor:
    """A table with a round under way; each terminal with $100.00."""
    floor = Floor(game, terminals=terminals)
    for terminal in floor.terminals:
        insert(terminal, 10_000)
    floor.open()
    _place(floor, *wagers)
    return floor


def _place(floor: Floor, *wagers: tuple[int, str, int]) -> None:
    for place, selection, cents in wagers:
        floor.place(floor.terminals[place], selection, cents)


def _html(path: str, **query: Any) -> str:
    response = at_desk("903").get(path, query)
    assert response.status_code == 200, path
    return re.sub(r'<(\w+) class="heard">.*?</\1>', "", str(response.content.decode()))


def _round(round_id: str, **query: Any) -> str:
    return _html(f"/rounds/{round_id}/", **query)


def _card(html: str, title: str) -> str:
    """What a card says."""
    found = re.search(
        rf"<section class=\"card[^>]*>\s*<header class=\"head\"><h2[^>]*>{title}</h2>.*?</section>", html, re.DOTALL
    )
    assert found, f"no card {title}"
    return words(found[0])


def _wagers(html: str) -> list[str]:
    """Each wager's line, and the line that says why."""
    return [words(row) for row in re.findall(r'<tr class="(?:facts|why)-row">.*?</tr>', html, re.DOTALL)]


# One round


def test_ac_3_10_every_settled_wager_says_what_it_was_paid_and_why(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000), (1, "field", 500), (1, "place_to_lose:9", 1_500))
    html = _round(floor.finish(clock, 3, 4))
    assert _wagers(html) == [
        "AC01-1 Pass Line $10.00 Won 1 to 1 $10.00 none $20.00",
        "Pass Line, dice 3 and 4, rule AC 3.9.1.1.1: 1 to 1 (AC 3.10) on $10.00 is $10.00, and the stake.",
        "AC01-2 Field $5.00 Lost none $0.00 none $0.00",
        "Field, dice 3 and 4, rule AC 3.9.16: it loses its stake of $5.00.",
        "Place to Lose 9 $15.00 Won 5 to 8 $9.37 + 1/2 c + 1/2 c $24.38",
        (
            "Place to Lose 9, dice 3 and 4, rule AC 3.9.14.1: 5 to 8 (AC 3.10) on $15.00 is $9.37 and 1/2 of a cent, and the"
            " stake; $24.37 and 1/2 of a cent in all is paid up to $24.38 (X-01). X-01, contested"
        ),
    ]
    assert "Total of closed wagers $30.00 $19.37 + 1/2 c + 1/2 c $44.38" in words(html)
    assert 'aria-label="Dice 3 and 4"' in html
    assert "Total of 7" in words(html)


def test_the_money_of_a_round_adds_up_and_meters_stand_before_and_after(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000), (1, "field", 500), (1, "place_to_lose:9", 1_500))
    html = _round(floor.finish(clock, 3, 4))
    assert _card(html, "Money in this round") == (
        "Money in this round Stakes of closed wagers $30.00 Stakes returned −$25.00 Winnings, exact −($19.37 + 1/2 c )"
        " Rounding given − 1/2 c House −$14.38 The wagers add up to this; paid $44.38 ."
    )
    assert "AC01-1 $90.00 +$20.00 $110.00 AC01-2 $80.00 +$24.38 $104.38" in _card(html, "Credit meters")


def test_a_terminal_that_won_nothing_keeps_its_meter(clock: Clock) -> None:
    floor = _floor(IR, (0, "red", 1_000), (1, "straight:17", 500))
    html = _round(floor.finish(clock, 17))
    assert "IR01-1 $90.00 $0.00 $90.00 IR01-2 $95.00 +$180.00 $275.00" in _card(html, "Credit meters")
    assert "Roulette wheel, 17 black" in html


def test_the_stages_of_a_round_have_their_times(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000))
    played = floor.finish(clock, 3, 4)
    html = _round(played)
    names = re.findall(r"<strong>([^<]*)</strong>", html[html.index('<ol class="stages">') :].partition("</ol>")[0])
    assert names == ["Opened", "Wagering closed", "Outcome sensed", "Wagers fixed", "Settled"]
    assert "3 and 4, by AC01-M" in words(html)
    assert "1 wager, $10.00" in words(html)
    frozen = floor.play(played).layout
    assert frozen
    assert frozen.sha256[:16] in html


def test_a_wager_carried_forward_is_shown_in_each_round_it_met(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000))
    first = floor.finish(clock, 2, 4)
    floor.open()
    second = floor.finish(clock, 3, 3)
    assert _wagers(_round(first))[0] == "AC01-1 Pass Line $10.00 Stays carried forward"
    assert "it stands on 6 and is not decided yet" in _wagers(_round(first))[1]
    assert _wagers(_round(second))[0] == "AC01-1 Pass Line since 0001 $10.00 Won 1 to 1 $10.00 none $20.00"
    assert "Total of 6, the point is 6" in words(_round(second))
    assert "Stakes of closed wagers $0.00" in words(_round(first))


def test_an_open_round_shows_the_wagers_as_they_lie(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000), (1, "buy:4", 2_000))
    html = words(_round(floor.round))
    assert "AC01-1 Pass Line On the layout $0.00 $10.00" in html
    assert "AC01-2 Buy 4 On the layout $1.00 $20.00" in html
    assert "Not yet" in html
    assert "Money in this round" not in html


def test_a_round_is_shown_as_it_stood_and_nothing_can_be_done_about_it(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000))
    then = selectors.now()
    clock.move(5)
    _place(floor, (1, "field", 500))
    played = floor.finish(clock, 3, 4)
    html = _round(played, at=str(then))
    assert "AC01-1 Pass Line On the layout" in words(html)
    assert "Field" not in words(html)
    assert "Wagering period" in words(html)
    assert "Something is wrong with this round" not in html
    assert "data-live" not in html
    assert "Something is wrong with this round" not in _round(played)
    later = floor.open()
    answer = at_desk("903").get(f"/rounds/{later}/", {"at": str(then)})
    assert (answer.status_code, "There was no such round at this venue as at" in answer.content.decode()) == (404, True)


def test_a_round_in_doubt_says_for_whom_it_waits_and_lets_them_decide(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000))
    clock.move(SECONDS)
    floor.close()
    react()
    services.sense_doubt(round_id=floor.round, machine=floor.machine, doubt=Doubt.COCKED, origin=by(floor.machine))
    html = _round(floor.round)
    said = "A die is cocked. Round 0001 and all its wagers wait for the assistant gaming manager to decide. Rule AC 6.4."
    assert said in words(html)
    assert f'href="/rounds/{floor.round}/no-result/"' in html


def test_ac_6_4_a_round_without_a_result_says_why_who_and_that_stakes_went_back(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000))
    clock.move(SECONDS)
    floor.close()
    react()
    services.sense_doubt(round_id=floor.round, machine=floor.machine, doubt=Doubt.COCKED, origin=by(floor.machine))
    played = floor.round
    services.call_no_roll(round_id=played, ground=Ground.COCKED, origin=asked_by("903", AGM))
    react()
    html = _round(played)
    assert re.search(r"This round has no result\. A die is cocked\. AC 6\.4\.1\. Helen Vassallo, \d\d:\d\d:\d\d", words(html))
    assert _wagers(html)[0] == "AC01-1 Pass Line $10.00 Void none $0.00 none $10.00"
    assert "AC01-1 $90.00 +$10.00 $100.00" in _card(html, "Credit meters")


def test_ir_7_2_3_1_an_overridden_result_says_what_was_recorded_by_whom_it_was_put_right_and_why(clock: Clock) -> None:
    floor = _floor(IR, (0, "straight:17", 500))
    clock.move(SECONDS)
    floor.close()
    react()
    floor.sense(34)
    services.override_result(round_id=floor.round, shown=(17,), reason="The ball lies in 17", origin=asked_by("903", AGM))
    played = floor.round
    react()
    html = words(_round(played))
    assert "34 was recorded; the actual outcome is 17. The ball lies in 17. IR 7.2.3.1. Helen Vassallo," in html
    assert "Settled Put right" in html


def test_the_rounds_before_and_after_are_a_step_away(clock: Clock) -> None:
    floor = _floor(AC)
    played = [floor.finish(clock, 1, 2), floor.open() and floor.finish(clock, 1, 2), floor.open()]
    html = _round(played[1])
    assert re.search(rf'href="/rounds/{played[0]}/" rel="prev"', html)
    assert re.search(rf'href="/rounds/{played[2]}/" rel="next"', html)
    assert 'rel="prev"' not in _round(played[0])
    assert 'rel="next"' not in _round(played[2])


@pytest.mark.parametrize("path", ["star.AC01.20200101.0001", "crown.AC01.20200101.0001", "nonsense", "a b"])
def test_what_is_no_round_of_this_venue_is_not_found(clock: Clock, path: str) -> None:
    assert at_desk("903").get(f"/rounds/{path}/").status_code == 404


def test_a_page_that_cannot_be_is_the_first(clock: Clock) -> None:
    floor = _floor(AC, (0, "field", 500))
    played = floor.finish(clock, 3, 4)
    assert _wagers(_round(played, after="9" * 30)) == _wagers(_round(played))


def test_commission_that_goes_back_stands_beside_what_was_paid(clock: Clock) -> None:
    floor = _floor(AC, (0, "buy:4", 2_000))
    played = floor.round
    services.call_no_roll(round_id=played, ground=Ground.SYSTEM_MALFUNCTION, origin=asked_by("903", AGM))
    react()
    html = _round(played)
    assert "$20.00 and commission $1.00" in _wagers(html)[0]
    assert words(html).count("$20.00 and commission $1.00") == 2  # of the wager, and in all
    assert "Buy 4 $20.00 Void $20.00 and commission $1.00" in words(_html(f"/devices/{floor.terminals[0]}/"))


def test_many_wagers_go_by_pages_and_every_page_costs_the_same(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = _floor(AC, (0, "field", 500), (1, "field", 500))
    few = floor.finish(clock, 3, 4)
    floor.open()
    _place(floor, *((place, area, 500) for place in (0, 1) for area in ("field", "any_seven", "any_craps", "hop:3-4")))
    many = floor.finish(clock, 3, 4)
    client = at_desk("903")
    client.get(f"/rounds/{few}/")
    with CaptureQueriesContext(connection) as of_few:
        client.get(f"/rounds/{few}/")
    with CaptureQueriesContext(connection) as of_many:
        client.get(f"/rounds/{many}/")
    assert len(of_many) <= len(of_few) <= MOST_QUERIES
    monkeypatch.setattr(rounds, "WAGERS", 3)
    shown: list[str] = []
    query: dict[str, str] = {}
    for _ in range(3):
        html = _round(many, **query)
        shown += _wagers(html)[::2]
        assert "of 8 wagers" in words(html)
        following = re.search(r'href="\?after=(\d+)" rel="next"', html)
        query = {"after": following[1]} if following else {}
    assert [line.partition(" $")[0] for line in shown] == [
        *("AC01-1 Field", "Any Seven", "Any Craps"),
        *("AC01-1 Hop Bet 3-4", "AC01-2 Field", "Any Seven"),
        *("AC01-2 Any Craps", "Hop Bet 3-4"),
    ]
    assert query == {}
    assert "The wagers add up to this" not in html
    assert "AC01-1" not in _card(html, "Credit meters")


# The list


@pytest.mark.parametrize("stage", ["playing", "waiting"])
def test_rounds_under_way_are_looked_for_among_those_that_are_not_over(clock: Clock, stage: str) -> None:
    floor = _floor(AC, (0, "field", 500))
    over = floor.finish(clock, 3, 4)
    client = at_desk("903")
    with CaptureQueriesContext(connection) as asked:
        listed = client.get("/rounds/", {"stage": stage}).content.decode()
    of_stages = [each["sql"] for each in asked if 'FROM "games_round"' in each["sql"] and '"stage" IN' in each["sql"]]
    assert over not in listed
    assert of_stages
    assert [sql for sql in of_stages if '"finished_at" IS NULL' not in sql] == []


def test_the_list_has_the_latest_round_first_and_is_filtered_by_table_stage_and_day(clock: Clock) -> None:
    craps, wheel = _floor(AC, (0, "field", 500)), _floor(IR)
    played = craps.finish(clock, 3, 4)
    craps.open()

    def listed(**query: str) -> list[str]:
        return re.findall(r">((?:AC|IR)01-\d{4})</a>", _html("/rounds/", **query))

    assert listed()[0] == "AC01-0002"
    assert set(listed()) == {"AC01-0001", "AC01-0002", "IR01-0001"}
    assert listed(table="IR01") == [f"IR01-{wheel.round[-4:]}"]
    assert listed(stage="settled") == ["AC01-0001"]
    day = selectors.gaming_day(STAR, selectors.now())
    assert len(listed(day=day.isoformat())) == 3
    assert listed(day="2020-01-01") == []
    assert len(listed(day="whatever", stage="whatever")) == 3
    assert "3 and 4" in words(_html("/rounds/", stage="settled"))
    assert f"/rounds/{played}/" in _html("/rounds/", stage="settled")


# A place at a table


def test_a_place_shows_what_lies_there_and_what_was_decided_there_last(clock: Clock) -> None:
    floor = _floor(AC, (0, "pass_line", 1_000), (0, "field", 500))
    floor.finish(clock, 2, 4)
    seat = floor.terminals[0]
    html = _html(f"/tables/{floor.name}/positions/{seat}/")
    assert "Pass Line placed in 0001 On 6 " in words(html)
    assert "At stake $10.00" in words(html)
    assert "Field, dice 2 and 4, rule AC 3.9.16: it loses its stake of $5.00." in words(html)
    assert f"the credit meter of {seat}" in words(html)


def test_a_place_is_shown_as_it_stood(clock: Clock) -> None:
    floor = _floor(AC, (0, "field", 500))
    then = str(selectors.now())
    clock.move(5)
    floor.finish(clock, 2, 4)
    path = f"/tables/{floor.name}/positions/{floor.terminals[0]}/"
    assert "At stake $5.00" in words(_html(path, at=then))
    assert "No game yet." in words(_html(path, at=then))
    assert "No wager lies here." in words(_html(path))


@pytest.mark.parametrize("path", ["AC01/positions/AC01-99", "ZZ9/positions/AC01-1", "AC01/positions/a b"])
def test_a_place_nobody_ever_took_is_not_found(clock: Clock, path: str) -> None:
    _floor(AC)
    assert at_desk("903").get(f"/tables/{path}/").status_code == 404


# A terminal


def test_a_terminal_shows_its_last_games_and_where_it_plays(clock: Clock) -> None:
    floor = _floor(AC, (0, "any_seven", 2_000), (0, "pass_line", 1_000))
    terminal = floor.terminals[0]
    assert "No game yet." in words(_html(f"/devices/{terminal}/"))
    then = str(selectors.now())
    clock.move(1)
    played = floor.finish(clock, 3, 4)
    said = words(_html(f"/devices/{terminal}/"))
    assert "Plays at table AC01, $0.00 on the layout." in said
    assert "AC01-0001 3 and 4 Any Seven $20.00 Won $110.00 Any Seven, dice 3 and 4, rule AC 3.9.17: 9 to 2" in said
    assert f'href="/rounds/{played}/"' in _html(f"/devices/{terminal}/")
    past = words(_html(f"/devices/{terminal}/", at=then))
    assert "Plays at table AC01, $30.00 on the layout." in past
    assert "No game yet." in past


def test_a_terminal_that_never_played_and_a_machine_that_is_none_show_no_games(clock: Clock) -> None:
    floor = Floor(AC, terminals=1)
    assert "Last games" not in _html(f"/devices/{floor.machine}/")
    services.leave_position(terminal=floor.terminals[0], name=floor.name, origin=by(floor.terminals[0]))
    assert "Last games No game yet." in words(_html(f"/devices/{floor.terminals[0]}/")).replace(
        "by our record; every wager as it was settled ", ""
    )
