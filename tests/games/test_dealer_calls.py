"""No roll with its ground, lights that fail, a display that differs: what else is said of a roll on the dealer's screen."""

from __future__ import annotations

import pytest
from django.test import Client

from casino import journal
from casino.domain.powers import CC, DF
from games.domain import round_of_play, table
from games.domain.events import IlluminationFaulted, NoRollCalled, OutcomeDisplayed, ResultEntered
from games.domain.grounds import Ground
from games.domain.round_of_play import Stage
from tests.casino.asking import at_desk, react
from tests.databases import Database
from tests.games.dealer_desk import PIN, Screen, buttons, engage_with_pins, last
from tests.games.dealer_table import P1, P3, DealerTable
from tests.games.floor import Clock, check, put_on

COCKED, UNPRESSED = Ground.COCKED.value, Ground.NO_MORE_BETS_NOT_PRESSED.value


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and everybody who works at dealer tables."""
    moved = put_on(committed)
    engage_with_pins()
    return moved


def _in_play(game: str, *wagers: tuple[str, int], by: str = "901", is_closed: bool = True) -> Screen:
    screen = Screen(DealerTable(game), by)
    screen.there.start()
    for selection, cents in wagers:
        screen.there.place(P1 if game == CC else P3, selection, cents)
    screen.there.give_dice()
    if is_closed:
        screen.there.close()
        react()
    return screen


def _last(screen: Screen) -> tuple[object, str]:
    return last(round_of_play.at(screen.there.round))


def test_df_5_4_a_roll_is_called_invalid_on_one_ground_once_it_was_shown_what_that_does(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000), ("dragons_tail", 500))
    page = screen.get("no-roll/")
    assert "It shall be called 5.4.1 Die off the table" in page
    assert "It may be called 5.3.1 Dice not released together" in page
    assert "10.5 No more bets was not pressed it was pressed at" in page
    played = screen.there.round
    before = _last(screen)
    shown = screen.send("call", "no-roll/", ground=COCKED, seen="")
    assert _last(screen) == before
    assert "All wagers are void and go back to the players" in shown
    assert "1 wager, $10.00 give back" in shown
    assert "Dragon’s Tail stays with the 8s it has counted" in shown
    assert "The dice stay with P3 if a Dragon or Fire wager is placed again before no more bets (DF 4.3)." in shown
    assert "Call no roll, DF 5.4.6" in shown
    assert "Ground: This field is required." in screen.send("call", "no-roll/")
    assert "Ground: Select a valid choice." in screen.send("call", "no-roll/", ground="the moon")
    assert screen.send("call", "no-roll/", ground=COCKED, seen=COCKED) == ""
    event, who = last(round_of_play.at(played))
    assert isinstance(event, NoRollCalled)
    assert (event.ground, event.rule[0], who) == (COCKED, "DF 5.4.6", "staff/901")
    assert "No roll: what is void goes back to the players" in screen.get()
    react()
    assert screen.there.play(played).stage is Stage.VOIDED
    assert (screen.there.won(P3), screen.there.lying(P3)) == (-500, {"dragons_tail": 500})
    assert "No roll what is void goes back to the players" in screen.get()
    check()


def test_df_10_5_thrown_before_no_more_bets_was_pressed_is_a_no_roll_and_nothing_else_is(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000), is_closed=False)
    played = screen.there.round
    assert "Thrown already: no roll" in screen.get()
    page = screen.get("no-roll/")
    assert "10.5 No more bets was not pressed It may be called" in page
    assert "5.4.6 Cocked, fall cannot be called not before no more bets" in page
    assert "round-" in screen.send("call", "no-roll/", ground=COCKED, seen=COCKED)
    assert screen.there.play().stage is Stage.WAGERING
    assert screen.send("call", "no-roll/", ground=UNPRESSED, seen=UNPRESSED) == ""
    react()
    event, _ = last(round_of_play.at(played))
    assert screen.there.play(played).stage is Stage.VOIDED, event
    assert screen.there.won(P3) == 0


def test_cc_5_4_at_crown_every_wager_stands_for_the_next_throw(clock: Clock) -> None:
    screen = _in_play(CC, ("win_line", 500))
    page = screen.get("no-roll/", ground=COCKED)
    assert "Every wager stands for the next throw" in page
    assert "authority-not-held" in screen.send("call", "no-roll/", ground=COCKED, seen=COCKED)
    played = screen.there.round
    assert screen.send("call", "no-roll/", ground=COCKED, seen=COCKED, **screen.signed("902")) == ""
    event, who = last(round_of_play.at(played))
    assert (type(event), who) == (NoRollCalled, "staff/902")
    react()
    assert screen.there.lying(P1) == {"win_line": 500}
    assert screen.there.state.shooter == P1


def test_no_roll_is_not_called_once_there_is_a_result(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000))
    screen.enter(5, 4)
    page = screen.html("no-roll/")
    assert buttons(page) == []
    assert "This round has its result, or will have none: no roll can be called any more." in page
    assert "round-" in screen.send("call", "no-roll/", ground=COCKED, seen=COCKED)
    assert isinstance(_last(screen)[0], ResultEntered)


def test_df_10_2_where_the_lights_fail_the_round_goes_by_the_dice_and_the_table_stands_still(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000))
    assert "No entry waits for its lights now." in screen.get("lights/")
    screen.enter(5, 4)
    played = screen.there.round
    page = screen.get("lights/")
    assert "Settle by 4 and 5" in page
    assert "the inspector is notified at once (DF 10.3)" in page
    keyed = {"first": 5, "second": 4, "seen": "4-5"}
    assert "Key both dice for which areas were lit, or neither." in screen.send("lights", "lights/", **keyed, lit_first=3)
    assert screen.send("lights", "lights/", **keyed, lit_first=3, lit_second=6) == ""
    faulted, who = last(round_of_play.at(played))
    assert isinstance(faulted, IlluminationFaulted)
    assert (faulted.outcome, faulted.lit, who) == ("4-5", "3-6", "staff/901")
    assert "4 and 5, by the dice. The areas of 3 and 6 were lit." in screen.get()
    react()
    assert screen.there.won(P3) == 1_000
    assert screen.there.state.suspended
    assert buttons(screen.html()) == []


def test_df_10_1_other_dice_than_were_entered_take_the_casino_supervisor_there_too(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000))
    screen.enter(5, 4)
    keyed = {"first": 3, "second": 6, "seen": "3-6"}
    assert "Settle by 3 and 6" in screen.send("lights", "lights/", first=3, second=6, seen="4-5")
    assert "authority-not-held" in screen.send("lights", "lights/", **keyed)
    assert screen.there.play().outcome == "4-5"
    played = screen.there.round
    assert screen.send("lights", "lights/", **keyed, **screen.signed("905")) == ""
    assert screen.there.play(played).outcome == "3-6"
    assert last(round_of_play.at(played))[1] == "staff/905"


def test_df_10_4_a_display_that_differs_is_noted_and_disregarded(clock: Clock) -> None:
    screen = _in_play(DF, ("fire", 1_000))
    assert screen.send("display", "display/", first=1, second=1, display="WND left") == ""
    shown, who = _last(screen)
    assert isinstance(shown, OutcomeDisplayed)
    assert (shown.outcome, shown.device, who) == ("1-1", "WND left", "staff/901")
    assert screen.there.play().stage is Stage.CLOSED
    assert "Display differs" in screen.get()
    assert "Display differs" not in _in_play(CC, ("win_line", 500)).get()


@pytest.mark.parametrize("page", ["no-roll/", "lights/", "display/"])
def test_nobody_says_anything_of_a_roll_without_the_power_to_deal(clock: Clock, page: str) -> None:
    screen = _in_play(DF, ("fire", 1_000))
    before = _last(screen)
    sent = {"act": page.partition("/")[0].replace("no-roll", "call"), "ground": COCKED, "seen": COCKED, "first": 1, "second": 1}
    sent |= {"request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f6", "round": screen.there.round, "display": "WND"}
    assert at_desk("903").post(f"/dealer/DF01/{page}", sent).status_code == 403
    assert Client().post(f"/dealer/DF01/{page}", sent)["Location"].startswith("/log-in/")
    assert at_desk("901").post(f"/dealer/AC01/{page}", sent).status_code == 404
    assert _last(screen) == before
    assert last(table.at(screen.there.id))[0] is not None


def test_a_pin_is_never_told_back_and_stands_in_no_entry(clock: Clock) -> None:
    screen = _in_play(CC, ("win_line", 500))
    wrong = screen.client.post(
        "/dealer/CC01/",
        {
            "act": "enter",
            "first": 2,
            "second": 4,
            "seen": "2-4",
            "round": screen.there.round,
            "request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f7",
            **screen.signed("902", "918273"),
        },
    )
    assert "pin-refused" in wrong.content.decode()
    assert "918273" not in wrong.content.decode()
    assert vars(wrong.wsgi_request)["sensitive_post_parameters"] == ("pin",)
    screen.enter(2, 4, **screen.signed("902"))
    assert screen.there.play().outcome == "2-4"
    written = [str(each.line) for each in journal.history(round_of_play.at(screen.there.round))]
    assert not [line for line in written if PIN in line]


def test_a_signature_stands_outside_what_another_ground_replaces(clock: Clock) -> None:
    page = _in_play(CC, ("win_line", 500), by="901").html("no-roll/", ground=COCKED)
    replaced, _, rest = page.partition('id="called"')[2].partition('<fieldset class="dealer-sign">')
    assert rest, "somebody else signs"
    assert replaced.count("</div>") > replaced.count("<div")
