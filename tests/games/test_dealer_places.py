"""Players at the dealer's screen: places taken and given up, the shooter's place, the puck and the signs at a place."""

from __future__ import annotations

import pytest
from django.test import Client

from casino.domain.money import Cents
from casino.domain.powers import CC, DF
from games import services
from games.domain import position, table
from games.domain.events import DicePassed, ShooterDesignated
from games.domain.vocabulary import EVERY_KIND, Limit, SeatId
from games.domain.wager_events import PositionLeft, PositionTaken
from tests.casino.asking import at_desk, react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.dealer_desk import Screen, buttons, engage_with_pins, last
from tests.games.dealer_table import P1, P2, P3, DealerTable, casino_supervisor
from tests.games.floor import Clock, put_on

P4 = SeatId("P4")


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and everybody who works at dealer tables."""
    moved = put_on(committed)
    engage_with_pins()
    return moved


def _seats(screen: Screen) -> str:
    return screen.get("places/").partition("Touch a place")[2].partition("A player comes")[0]


def test_a_player_comes_and_goes(clock: Clock) -> None:
    screen = Screen(DealerTable(DF, seats=()), "901")
    assert "Nobody has a place yet: open one under Places." in screen.get("places/")
    assert "Nobody plays at P4" in screen.get("places/P4/")
    assert screen.send("open", "places/", seat=P4) == ""
    event, who = last(position.at(screen.there.id, P4))
    assert isinstance(event, PositionTaken)
    assert (event.seat, event.purse, who) == (P4, f"chips:{screen.there.id}.P4", "staff/901")
    assert "P4 no wager" in _seats(screen)
    assert 'name="seat" value="P4"' not in screen.html("places/")
    assert "end" in buttons(screen.html("places/P4/"))
    assert screen.send("end", "places/", seat=P4) == ""
    event, who = last(position.at(screen.there.id, P4))
    assert (type(event), who) == (PositionLeft, "staff/901")
    assert not screen.there.chips(P4).is_taken
    assert 'name="seat" value="P4"' in screen.html("places/")


def test_a_place_is_taken_once_and_a_player_with_a_wager_does_not_leave(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    assert "position-taken" in screen.send("open", "places/", seat=P1)
    assert "position-not-taken" in screen.send("end", "places/", seat=P4)
    assert "Place: Select a valid choice." in screen.send("open", "places/", seat="P99")
    assert "Place: This field is required." in screen.send("open", "places/")
    screen.there.start()
    screen.there.place(P1, "fire", 500)
    assert "end" not in buttons(screen.html("places/P1/"))
    refused = screen.send("end", "places/", seat=P1)
    assert "position-wagers-lie" in refused
    assert screen.there.chips(P1).is_taken


def test_df_3_2_2_who_refuses_the_dice_is_told_and_the_next_player_is_asked(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.there.start()
    for seat in (P1, P2, P3):
        screen.there.place(seat, "fire", 500)
    asked = []
    for _ in range(3):
        screen.send("offer", "dice/")
        offered = screen.there.state.offered_to
        asked.append(offered)
        assert f"{offered} offered the dice" in _seats(screen)
        screen.send("decline", "dice/", seat=offered)
    assert asked == [P3, P2, P1]
    assert "Declined P3, P2 and P1" in screen.get("dice/")


def test_the_shooter_stands_at_their_place_until_they_leave(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.there.start()
    screen.there.place(P3, "fire", 500)
    screen.send("offer", "dice/")
    screen.send("accept", "dice/", seat=P3, dice=["d1", "d2"])
    assert "P3 shooter $5.00" in _seats(screen)
    screen.there.throw(5, 4)
    assert "P3 shooter no wager" in _seats(screen)
    assert screen.send("end", "places/", seat=P3) == ""
    passed, who = last(table.at(screen.there.id))
    assert isinstance(passed, DicePassed)
    assert (passed.seat, passed.reason, who) == (P3, "the shooter has left the table", "staff/901")


def test_cc_20_who_throws_for_the_shooter_is_told_at_every_stage_and_forgotten_with_the_turn(clock: Clock) -> None:
    screen = Screen(DealerTable(CC), "902")
    screen.there.start()
    screen.there.place(P2, "win_line", 500)
    screen.send("offer", "dice/")
    screen.send("accept", "dice/", seat=P2, dice=["d1", "d2"], thrower="her husband")
    designated, _ = last(table.at(screen.there.id))
    assert isinstance(designated, ShooterDesignated)
    assert designated.thrower == "her husband"
    assert "Throws her husband" in screen.get("dice/")
    screen.there.throw(2, 2)
    assert "Throws her husband" in screen.get("dice/")
    screen.there.start()
    screen.there.throw(3, 4)
    assert "her husband" not in screen.get("dice/")
    assert screen.there.state.shooter is None


def test_cc_2_6_the_puck_follows_the_point(clock: Clock) -> None:
    screen = Screen(DealerTable(CC), "902")
    screen.there.start()
    screen.there.place(P1, "win_line", 500)
    screen.there.give_dice()
    assert '<span class="puck">OFF</span>' in screen.html("places/")
    screen.there.throw(4, 2)
    assert '<span class="puck on">ON 6</span>' in screen.html("places/")
    screen.there.start()
    screen.there.close()
    react()
    assert '<span class="puck on">ON 6</span>' in screen.html()
    assert 'class="puck' not in Screen(DealerTable(DF), "901").html()


def test_cc_2_7_and_3_5_marker_buttons_lie_on_the_wagers_of_each_place(clock: Clock) -> None:
    screen = Screen(DealerTable(CC), "901")
    screen.there.start()
    screen.there.place(P1, "lay:6", 600)
    screen.there.place(P2, "dont_place:8", 500)
    screen.there.place(P3, "hard:8", 500)
    told = _seats(screen)
    assert "Lay Bet 6 Lay $6.00" in told
    assert "Don't Place Bet 8 D.P $5.00" in told
    assert "Hardway 8 $5.00" in told
    screen.send("on", "places/P3/", wager=1)
    assert "Hardway 8 ON $5.00" in _seats(screen)


def test_df_7_6_a_sign_with_limits_of_their_own_stands_at_the_place(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    own = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(300_000))}
    services.grant_personal_limits(name="DF01", seat=P3, limits=own, marker="Sign 4", origin=casino_supervisor())
    assert "P3 own limits $5.00 to $3,000.00 no wager" in _seats(screen)
    screen.there.start()
    assert "P3 $5.00 to $3,000.00" in screen.get("places/P3/")


def test_df_6_2_7_what_is_frozen_stands_at_the_head_and_on_the_wager(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.there.start()
    screen.there.place(P3, "fire", 500)
    screen.there.give_dice()
    screen.there.throw(3, 4)
    screen.there.start()
    told = screen.get()
    assert "Frozen: Dragon and Fire" in told
    assert "P3 shooter $5.00 5 dollars Fire frozen" in told
    page = screen.get("places/P1/")
    assert "Dim: no chips go there now." in page


def test_nobody_opens_a_place_without_the_power_to_deal(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    sent = {"act": "open", "seat": P4, "request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f5"}
    assert at_desk("906").post("/dealer/DF01/places/", sent).status_code == 403
    assert Client().post("/dealer/DF01/places/", sent)["Location"].startswith("/log-in/")
    assert at_desk("901").post("/dealer/CC01/places/", sent).status_code == 404
    assert not screen.there.chips(P4).is_taken
    assert [
        screen.send("open", "places/", seat=P4, request_id=sent["request_id"]),
        screen.send("open", "places/", seat=P4, request_id=sent["request_id"]),
    ] == ["", ""]
    assert screen.there.chips(P4).is_taken


def test_a_place_is_taken_and_given_up_in_the_middle_of_a_round_too(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.there.start()
    screen.there.place(P3, "fire", 500)
    screen.there.give_dice()
    screen.send("close")
    react()
    assert screen.send("open", "places/", seat=P4) == ""
    assert screen.send("end", "places/", seat=P1) == ""
    screen.enter(5, 4)
    services.confirm_result(round_id=screen.there.round, origin=OriginFactory.build())
    react()
    assert [screen.there.chips(seat).is_taken for seat in (P1, P4)] == [False, True]
