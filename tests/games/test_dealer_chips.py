"""A player's chips on the dealer's screen: laid, changed, said aloud, let in late, called ON and OFF, advised, refused."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino import journal
from casino.domain.powers import CC, DF
from games.domain import position
from games.domain.round_of_play import Stage
from games.domain.vocabulary import SeatId
from games.domain.wager_events import (
    BelowMinimumAdvised,
    WagerCalled,
    WagerCancelled,
    WagerIncreased,
    WagerPlaced,
    WagerReduced,
    WagerVoided,
)
from tests.casino.asking import at_desk, react
from tests.databases import Database
from tests.games.dealer_desk import Screen, buttons, engage_with_pins, last
from tests.games.dealer_table import P1, P2, P3, DealerTable
from tests.games.floor import Clock, check, put_on

AT_P1 = "places/P1/"


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and everybody who works at dealer tables."""
    moved = put_on(committed)
    engage_with_pins()
    return moved


def _in_play(game: str, by: str = "901", variant: str = "") -> Screen:
    screen = Screen(DealerTable(game, variant=variant), by)
    screen.there.start()
    return screen


def _closed(game: str, *wagers: tuple[str, int], variant: str = "") -> Screen:
    """P1 has placed these wagers and shoots, and no more bets was called."""
    screen = _in_play(game, variant=variant)
    for selection, cents in wagers:
        screen.there.place(P1, selection, cents)
    screen.there.give_dice()
    screen.there.close()
    react()
    return screen


def _last(screen: Screen, seat: SeatId = P1) -> tuple[object, str]:
    return last(position.at(screen.there.id, seat))


def test_df_6_4_chips_are_placed_added_to_left_in_part_moved_and_taken_down(clock: Clock) -> None:
    screen = _in_play(DF)
    assert screen.send("place", AT_P1, area="fire", amount="10.00") == ""
    event, who = _last(screen)
    assert isinstance(event, WagerPlaced)
    assert (event.selection, event.stake_cents, event.stake_kind, who) == ("fire", 1_000, "chip", "staff/901")
    assert screen.send("add", AT_P1, wager=1, amount="5") == ""
    assert isinstance(_last(screen)[0], WagerIncreased)
    assert screen.send("leave", AT_P1, wager=1, amount="$12.00") == ""
    assert isinstance(_last(screen)[0], WagerReduced)
    assert screen.there.lying(P1) == {"fire": 1_200}
    assert "Fire $12.00 12 dollars" in screen.get(AT_P1, wager="1")
    assert screen.send("move", AT_P1, wager=1, area="dragon") == ""
    assert screen.there.lying(P1) == {"dragon": 1_200}
    assert screen.send("down", AT_P1, wager=2) == ""
    assert isinstance(_last(screen)[0], WagerCancelled)
    assert (screen.there.lying(P1), screen.there.won(P1)) == ({}, 0)
    check()


def test_df_6_3_a_token_is_laid_beside_chips(clock: Clock) -> None:
    screen = _in_play(DF)
    assert screen.send("place", AT_P1, area="fire", amount="5", stake_kind="token") == ""
    event, _ = _last(screen)
    assert isinstance(event, WagerPlaced)
    assert event.stake_kind == "token"
    assert "Fire token $5.00 5 dollars" in screen.get(AT_P1)
    assert 'name="stake_kind"' not in _in_play(CC).html(AT_P1)


def test_each_wager_that_lies_there_is_touched_to_change_it_and_nothing_else_is_offered_for_it(clock: Clock) -> None:
    screen = _in_play(DF)
    assert buttons(screen.html(AT_P1)) == ["end", "place", "oral"]
    screen.there.place(P1, "fire", 500)
    assert buttons(screen.html(AT_P1, wager="1")) == ["add", "leave", "move", "down", "refuse"]
    assert buttons(screen.html(AT_P1, wager="7")) == ["place", "oral"]
    page = screen.get(AT_P1, wager="1")
    assert "Where Fire is moved to" in page
    assert "Take down $5.00 5 dollars" in page


def test_df_6_7_what_was_said_aloud_is_accepted_with_chips_in_hand(clock: Clock) -> None:
    screen = _in_play(DF)
    said = {"area": "fire", "amount": "5", "words": "Five on Fire"}
    assert "What was said: Write what was said." in screen.send("oral", AT_P1, area="fire", amount="5", instrument="chips")
    assert "Handed over: Select a valid choice." in screen.send("oral", AT_P1, **said, instrument="a promise")
    assert "wager-not-heard" in screen.send("oral", AT_P1, **said, instrument="cash")
    assert screen.there.lying(P1) == {}
    assert screen.send("oral", AT_P1, **said, instrument="chips") == ""
    event, who = _last(screen)
    assert isinstance(event, WagerPlaced)
    assert event.oral is not None
    assert (event.oral.words, event.oral.instrument, event.oral.announced_by, who) == (
        "Five on Fire",
        "chips",
        "staff/901",
        "staff/901",
    )


def test_cc_3_3_1_a_boxperson_keys_the_pin_to_confirm_what_a_dealer_announced(clock: Clock) -> None:
    screen = _in_play(CC)
    said = {"area": "field", "amount": "5", "words": "Field", "instrument": "cash"}
    for signed, code in (
        ({}, "confirmer-not-allowed"),
        (screen.signed("902"), "confirmer-not-allowed"),
        (screen.signed("903", "111112"), "pin-refused"),
        ({"number": "903"}, "A signature is a staff number and its PIN."),
    ):
        assert code in screen.send("oral", AT_P1, **said, **signed)
    assert screen.there.lying(P1) == {}
    assert screen.send("oral", AT_P1, **said, **screen.signed("903")) == ""
    event, who = _last(screen)
    assert isinstance(event, WagerPlaced)
    assert event.oral is not None
    assert (event.oral.announced_by, event.oral.confirmed_by, who) == ("staff/901", "staff/903", "staff/901")


def test_cc_7_4_2_at_mini_craps_nothing_is_heard_without_a_boxperson_as_stickperson(clock: Clock) -> None:
    screen = _in_play(CC, variant="mini")
    assert "No oral wager now: no Boxperson acts as Stickperson (CC 7.4.2)." in screen.get(AT_P1)
    assert "oral" not in buttons(screen.html(AT_P1))
    screen.send("appoint", "dice/", boxperson="903", **screen.signed("906"))
    assert "oral" in buttons(screen.html(AT_P1))


def test_cc_3_2_while_the_dice_are_out_a_wager_is_let_in_by_whoever_confirms_it(clock: Clock) -> None:
    screen = _closed(CC, ("win_line", 500))
    page = screen.get(AT_P1)
    assert "what is placed now counts if it is confirmed aloud, by you or by whoever signs here (CC 3.2)" in page
    assert screen.send("place", AT_P1, area="field", amount="5") == ""
    event, who = _last(screen)
    assert isinstance(event, WagerPlaced)
    assert (event.confirmed_by, who) == ("staff/901", "staff/901")
    assert "confirmer-not-allowed" in screen.send("add", AT_P1, wager=2, amount="2", **screen.signed("905"))
    assert "pin-refused" in screen.send("add", AT_P1, wager=2, amount="2", **screen.signed("903", "111112"))
    assert screen.there.lying(P1) == {"win_line": 500, "field": 500}
    assert screen.send("add", AT_P1, wager=2, amount="2", **screen.signed("903")) == ""
    added, who = _last(screen)
    assert isinstance(added, WagerIncreased)
    assert (added.confirmed_by, who) == ("staff/903", "staff/901")
    assert screen.send("move", AT_P1, wager=2, area="big6", **screen.signed("902")) == ""
    moved, _ = _last(screen)
    assert isinstance(moved, WagerPlaced)
    assert (moved.selection, moved.confirmed_by) == ("big6", "staff/902")


def test_df_6_4_at_dragon_fire_nobody_lets_a_late_wager_in(clock: Clock) -> None:
    screen = _closed(DF, ("fire", 500))
    page = screen.html(AT_P1)
    assert buttons(page) == []
    assert "Nothing is placed or changed now (rule DF 6.4)." in page
    assert "round-wagering-closed" in screen.send("place", AT_P1, area="dragon", amount="5", **screen.signed("905"))
    assert "round-wagering-closed" in screen.send("down", AT_P1, wager=1)
    assert screen.there.lying(P1) == {"fire": 500}


def test_cc_7_4_1_at_mini_craps_nothing_moves_after_no_more_bets(clock: Clock) -> None:
    screen = _closed(CC, ("win_line", 500), ("place:8", 600), variant="mini")
    assert "Nothing is placed or changed now (rule CC 7.4.1)." in screen.get(AT_P1)
    assert "confirmer-not-allowed" in screen.send("place", AT_P1, area="field", amount="5")
    assert "wager-after-the-period" in screen.send("down", AT_P1, wager=2)
    assert "call-not-now" in screen.send("on", AT_P1, wager=2)
    assert screen.there.lying(P1) == {"win_line": 500, "place:8": 600}


def test_cc_3_5_a_wager_is_called_off_and_on_and_its_marker_button_says_so(clock: Clock) -> None:
    screen = _in_play(CC)
    screen.there.place(P1, "win_line", 500)
    screen.there.place(P1, "buy:6", 500)
    page = screen.html(AT_P1, wager="2")
    assert '<span class="marker">Buy</span>' in page
    assert "off" in buttons(page) or "on" in buttons(page)
    assert not {"on", "off"} & set(buttons(screen.html(AT_P1, wager="1")))
    assert "call-refused" in screen.send("on", AT_P1, wager=1)
    assert "confirmer-not-allowed" in screen.send("on", AT_P1, wager=2, **screen.signed("902"))
    assert screen.send("on", AT_P1, wager=2) == ""
    event, _ = _last(screen)
    assert isinstance(event, WagerCalled)
    assert (event.to, event.confirmed_by, event.rule) == ("ON", "staff/901", ("CC 3.5.1",))
    page = screen.html(AT_P1, wager="2")
    assert '<span class="marker">ON</span>' in page
    assert "off" in buttons(page)
    assert screen.send("off", AT_P1, wager=2, **screen.signed("903")) == ""
    event, who = _last(screen)
    assert isinstance(event, WagerCalled)
    assert (event.to, event.confirmed_by, who) == ("OFF", "staff/903", "staff/901")
    assert "Buy Bet 6 Buy OFF" in screen.get(AT_P1)


def test_cc_4_2_1_a_player_is_advised_once_and_it_stands_at_the_place(clock: Clock) -> None:
    screen = _in_play(CC)
    assert screen.send("advise", AT_P1) == ""
    event, _ = _last(screen)
    assert isinstance(event, BelowMinimumAdvised)
    assert event.advised_by == "staff/901"
    assert "advised: below the minimum is returned" in screen.get(AT_P1)
    assert "advised: below the minimum is returned" in screen.get("places/")
    assert "below-minimum-advice-refused" in screen.send("advise", AT_P1)
    assert "advise" not in buttons(_in_play(DF).html(AT_P1))


def test_df_11_11_the_casino_supervisor_signs_that_a_wager_is_refused_and_why(clock: Clock) -> None:
    screen = _in_play(DF)
    screen.there.place(P1, "fire", 500)
    no = {"wager": 1, "reason": "Chips of another house"}
    assert "The casino supervisor" in screen.get(AT_P1, wager="1")
    assert "authority-not-held" in screen.send("refuse", AT_P1, **no)
    assert "authority-not-held" in screen.send("refuse", AT_P1, **no, **screen.signed("904"))
    assert "Reason, kept for ever: This field is required." in screen.send("refuse", AT_P1, wager=1, **screen.signed("905"))
    assert screen.there.lying(P1) == {"fire": 500}
    assert screen.send("refuse", AT_P1, **no, **screen.signed("905")) == ""
    event, who = _last(screen)
    assert isinstance(event, WagerVoided)
    assert (event.reason, event.rule, who) == ("Chips of another house", ("DF 11.11",), "staff/905")
    assert (screen.there.lying(P1), screen.there.won(P1)) == ({}, 0)


def test_an_area_that_takes_no_chips_now_is_dim_and_says_under_which_rule(clock: Clock) -> None:
    screen = _in_play(CC)
    screen.there.place(P1, "field", 500)
    page = screen.html(AT_P1)
    assert 'aria-label="Field, ' in page
    assert "a wager lies there" in page
    assert 'class="dim"><input type="radio" name="area" value="come"' in page
    assert "Come, 1 to 1, not now: CC 3.6.5" in page
    assert "Dim: no chips go there now." in screen.get(AT_P1)
    refused = screen.send("place", AT_P1, area="come", amount="5")
    assert "Come may not be placed as things stand at the table." in refused
    assert "wager-not-allowed-now" in refused
    assert screen.there.lying(P1) == {"field": 500}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"amount": "5"}, "Area: Touch an area of the layout."),
        ({"area": "fire"}, "Amount in dollars: Touch the chips, or type the amount."),
        ({"area": "fire", "amount": "-5"}, "Amount in dollars"),
        ({"area": "fire", "amount": "0"}, "wager-of-nothing"),
        ({"area": "place:6", "amount": "5"}, "Area: Select a valid choice."),
        ({"area": "fire", "amount": "5", "round": ""}, "There is no such round."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(clock: Clock, given: dict[str, str], said: str) -> None:
    screen = _in_play(DF)
    page = screen.send("place", AT_P1, **given)
    assert said in page
    assert screen.there.lying(P1) == {}
    sent = {"act": "place", "round": screen.there.round, "request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f2", **given}
    again = screen.client.post("/dealer/DF01/places/P1/", sent).content.decode()
    assert f'size="8" value="{given.get("amount", "")}"' in again
    assert ('value="fire" data-name="Fire" aria-label="Fire, 1 to 1" checked' in again) is (given.get("area") == "fire")


def test_chips_meant_for_one_round_do_not_go_down_in_the_next(clock: Clock) -> None:
    screen = _in_play(DF)
    screen.there.place(P3, "fire", 500)
    screen.there.give_dice()
    first = screen.there.throw(5, 4)
    screen.there.start()
    assert "round-wagering-closed" in screen.send("place", AT_P1, round=first, area="fire", amount="5")
    assert screen.there.lying(P1) == {}


def test_a_placement_that_is_sent_twice_lies_there_once(clock: Clock) -> None:
    screen = _in_play(DF)
    given = {"area": "fire", "amount": "5", "request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f3"}
    assert [screen.send("place", AT_P1, **given) for _ in range(2)] == ["", ""]
    assert screen.there.lying(P1) == {"fire": 500}


def test_nobody_lays_chips_without_the_power_to_deal(clock: Clock) -> None:
    screen = _in_play(DF)
    sent = {
        "act": "place",
        "round": screen.there.round,
        "request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f4",
        "area": "fire",
        "amount": "5",
    }
    assert at_desk("903").post("/dealer/DF01/places/P1/", sent).status_code == 403
    assert Client().post("/dealer/DF01/places/P1/", sent)["Location"].startswith("/log-in/")
    assert at_desk("901").post("/dealer/DF01/places/P99/", sent).status_code == 404
    assert "position-not-taken" in screen.send("place", "places/P9/", area="fire", amount="5")
    assert (screen.there.lying(P1), screen.there.play().stage) == ({}, Stage.WAGERING)
    placed = [each for each in journal.history(position.at(screen.there.id, P1)) if isinstance(each.event, WagerPlaced)]
    assert placed == []


def test_what_lies_there_is_told_place_by_place_with_its_sum(clock: Clock) -> None:
    screen = _in_play(CC)
    screen.there.place(P1, "win_line", 500)
    screen.there.place(P1, "buy:6", 1_000)
    screen.there.place(P2, "field", 700)
    told = screen.get("places/")
    assert "3 wagers, $22.00 22 dollars" in told
    assert "P1 $15.00 15 dollars Win Line $5.00 5 dollars Buy Bet 6 Buy $10.00 10 dollars" in told
    assert "P2 $7.00 7 dollars Field" in told
    assert "P3 no wager" in told


def _answered(screen: Screen, act: str, **given: Any) -> str:
    """The page with which a form is answered that was not done."""
    sent = {"act": act, "round": screen.there.round, "request_id": str(uuid4()), **given}
    return str(screen.client.post(f"/dealer/{screen.there.name}/{AT_P1}", sent).content.decode())


def test_what_was_typed_for_any_act_stands_there_again_but_no_pin(clock: Clock) -> None:
    crown = _in_play(CC)
    said = {"area": "field", "amount": "5", "words": "Five on the Field", "instrument": "cash"}
    page = _answered(crown, "oral", **said, **crown.signed("903", "111112"))
    assert re.search(r'name="number" value="903"', page)
    assert 'name="words" maxlength="500" value="Five on the Field"' in page
    assert 'value="cash" checked' in page
    assert "111112" not in page
    page = _answered(crown, "place", words="Five on the Field", area="field")
    assert 'value="Five on the Field"' in page
    dragon = _in_play(DF)
    assert 'value="token" checked' in _answered(dragon, "oral", area="fire", amount="5", stake_kind="token")
    dragon.there.place(P1, "fire", 500)
    page = _answered(dragon, "add", wager=1, reason="Chips of another house", **dragon.signed("905"))
    assert 'name="reason" maxlength="500" value="Chips of another house"' in page
    assert re.search(r'name="number" value="905"', page)


def test_after_a_refusal_the_form_is_meant_for_the_round_that_is_on_the_screen(clock: Clock) -> None:
    screen = _in_play(DF)
    screen.there.place(P3, "fire", 500)
    screen.there.give_dice()
    first = screen.there.throw(5, 4)
    screen.there.start()
    for given in ({"area": "fire", "amount": "5"}, {"area": "fire"}):
        page = _answered(screen, "place", round=first, **given)
        assert re.findall(r'name="round" value="([^"]*)"', page) == [screen.there.round]


def test_cc_whoever_signs_to_confirm_is_not_whoever_takes_chips_down_or_advises(clock: Clock) -> None:
    screen = _in_play(CC)
    screen.there.place(P1, "field", 1_000)
    signed = screen.signed("903")
    for act, given in (("leave", {"wager": 1, "amount": "5"}), ("down", {"wager": 1}), ("advise", {})):
        assert screen.send(act, AT_P1, **given, **signed) == ""
        assert _last(screen)[1] == "staff/901", act
