"""The dealer's screen from place your bets to settlement: what each stage shows and offers, and what is refused there."""

from __future__ import annotations

from typing import Any

import pytest

from casino import journal
from casino.domain.powers import AC, CC, DF
from games import services
from games.domain import round_of_play
from games.domain.round_of_play import Stage
from games.models import Round
from tests.casino.asking import at_desk, entries, react
from tests.databases import Database
from tests.factories import OriginFactory, engage
from tests.games.dealer_desk import Screen, buttons, engage_with_pins
from tests.games.dealer_table import P1, P2, P3, DealerTable
from tests.games.floor import Clock, Floor, check, put_on
from tests.games.test_table_pages import text


@pytest.fixture
def clock(committed: Database) -> Clock:
    """The Star, and everybody who works at dealer tables."""
    moved = put_on(committed)
    engage_with_pins()
    return moved


def dragon_fire(*wagers: tuple[str, int]) -> Screen:
    """901 at the screen of a Dragon Fire table; P3 has placed these wagers and shoots, and no more bets was called."""
    screen = Screen(DealerTable(DF), "901")
    screen.send("start")
    for selection, cents in wagers:
        screen.there.place(P3, selection, cents)
    screen.there.give_dice()
    screen.send("close")
    react()
    return screen


def test_df_8_1_to_8_6_a_round_from_the_screen(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    there = screen.there
    assert buttons(screen.html()) == ["start"]
    assert "DF01 Dragon Fire no roll yet, $5.00 to $1,000.00" in screen.get()
    assert screen.send("start") == ""
    assert buttons(screen.html()) == ["idle", "close"]
    there.place(P3, "fire", 1_000)
    there.give_dice()
    assert "P3 shooter $10.00" in screen.get()
    assert "Fire $10.00" in screen.get()
    assert screen.send("close") == ""
    react()
    assert buttons(screen.html()) == ["enter", "dispute"]
    assert screen.enter(5, 4) == ""
    assert (there.play().stage, there.play().outcome) == (Stage.ENTERED, "4-5")
    assert buttons(screen.html()) == ["confirm", "dispute"]
    assert "These areas are lit now, and no others Fire 1 to 1 Dice Total 9 7 to 1" in screen.get()
    played = there.round
    assert screen.send("confirm") == ""
    react()
    assert there.play(played).stage is Stage.SETTLED
    settled = screen.get()
    assert "4 and 5, total 9" in settled
    assert "P3 Fire won 1 to 1 on $10.00 10 dollars $20.00" in settled
    assert "Roll 0001" in settled or "roll 0001" in settled
    check()


def test_the_stages_stand_with_their_times_and_the_next_one_is_marked(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    assert 'class="now" aria-current="step"><span class="number">1</span><strong>Place your bets' in screen.html()
    screen.send("start")
    opened = screen.html()
    assert 'class="past"' in opened
    assert 'aria-current="step"><span class="number">2</span><strong>No more bets' in opened
    screen.there.place(P3, "fire", 1_000)
    screen.there.give_dice()
    screen.send("close")
    assert 'aria-current="step"><span class="number">3</span><strong>Enter the dice' in screen.html()
    screen.enter(1, 2)
    assert 'aria-current="step"><span class="number">4</span><strong>Settle' in screen.html()
    assert screen.html().count("<time>") == 3


def test_df_10_5_no_dice_are_offered_before_no_more_bets_and_none_are_taken(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.send("start")
    screen.there.place(P3, "fire", 1_000)
    page = screen.html()
    assert 'name="first"' not in page
    assert "enter" not in buttons(page)
    refused = screen.enter(3, 5)
    assert "No more bets was not pressed before the throw: it has no result, call no roll." in refused
    assert "round-no-more-bets-not-pressed" in refused
    assert screen.there.play().stage is Stage.WAGERING


def test_nothing_is_entered_that_was_not_shown_with_what_it_does(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000), ("total:8", 500), ("dragons_tail", 500))
    before = entries()
    shown = screen.send("enter", first=3, second=5, seen="")
    assert entries() == before
    assert "Call: “three, five, eight” Total 8" in shown
    assert "Enter 3 and 5" in shown
    other = screen.send("enter", first=3, second=5, seen="3-4")
    assert "Enter 3 and 5" in other
    assert entries() == before
    assert "Second die: This field is required." in screen.send("enter", first=3, seen="")
    assert "first 8: freeze, do not pay" in shown
    assert "Dice Total 8 wins" in shown
    assert "6 to 1" in shown


def test_what_the_dice_will_do_is_told_by_kind_of_wager_with_its_rule(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000), ("dragon", 500), ("total:8", 500), ("pair:2", 500), ("low_pair", 500), ("total:3", 500))
    told = screen.get(first="3", second="5")
    assert "Fire wins rule DF 6.1.2.1 1 wager, $10.00 1 to 1" in told
    assert "Dice Total 8 wins rule DF 6.1.6.1" in told
    assert "Dragon, Low Pair, Specific Pair 2 and Dice Total 3 lose" in told
    assert "4 wagers, $20.00 collect" in told
    lit = screen.get(first="1", second="1")
    assert "Also lit, with no wager there: Specific Pair 1 (33 to 1)." in lit
    assert "Key both dice." in screen.get(first="3", second="9")


def test_df_3_6_1_the_shooters_turn_after_a_seven_is_told_before_it_is_entered(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000))
    assert "P3 must roll again after the 7 (DF 3.6.1)." in screen.get(first="3", second="4")
    screen.enter(3, 4)
    screen.send("confirm")
    react()
    assert "Leave: Fire" in screen.get()
    screen.send("start")
    screen.send("close")
    react()
    assert "Frozen: Dragon and Fire" in screen.get()
    won = screen.get(first="4", second="5")
    assert "Fire wins, frozen since the 7 rule DF 6.2.7.2" in won
    assert "the frozen wager wins: the dice may stay (DF 3.6.1)" in won
    assert "a frozen wager of the shooter loses: the dice pass on" in screen.get(first="1", second="2")


def test_an_entry_is_not_corrected_here_and_it_says_who_may(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000))
    screen.enter(3, 5)
    page = screen.get()
    assert "Stop the game and call the casino supervisor, who alone enters the correct number (DF 10.1)." in page
    assert "enter" not in buttons(screen.html())
    assert "/override/" not in screen.html()
    assert "round-second-result" in screen.enter(3, 4)
    services.override_result(round_id=screen.there.round, shown=(3, 4), reason="Keyed a 5 for a 4", origin=OriginFactory.build())
    overridden = screen.get()
    assert "3 and 4 instead of 3 and 5. The result was overridden: Keyed a 5 for a 4 (DF 10.1)" in overridden
    assert buttons(screen.html()) == []
    react()
    assert "3 and 4 instead of 3 and 5." in screen.get()


def test_df_4_5_nothing_is_offered_before_the_wagers_are_settled(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000))
    screen.enter(3, 5)
    screen.send("confirm")
    page = screen.html()
    assert buttons(page) == []
    assert "The wagers are being settled" in page
    assert "/no-roll/" not in page
    assert "table-round-in-progress" in screen.send("start")
    react()
    assert buttons(screen.html()) == ["start"]


def test_df_4_4_4_a_disputed_face_waits_for_the_gaming_supervisor_who_signs_on_the_screen(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000))
    screen.enter(3, 5)
    assert screen.send("dispute") == ""
    page = screen.get()
    assert "The uppermost face is disputed. The round and all its wagers wait. The gaming supervisor decides" in page
    assert "For the gaming supervisor rule DF 4.4.4" in page
    keyed: dict[str, Any] = {"first": 3, "second": 6, "seen": "3-6"}
    assert "You may not decide which face is uppermost." in screen.send("determine", **keyed)
    assert "The staff number or the PIN is wrong." in screen.send("determine", **keyed, **screen.signed("904", "000000"))
    assert screen.send("determine", **keyed, **screen.signed("904")) == ""
    assert screen.there.play().outcome == "3-6"
    assert "3 and 6. The uppermost face was decided. (DF 4.4.4)" in screen.get()
    react()


def test_a_round_without_wagers_is_ended_before_and_after_no_more_bets(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.send("start")
    assert screen.send("idle") == ""
    react()
    screen.send("start")
    screen.send("close")
    assert "Nobody has the dice: offer them first." in screen.get(first="1", second="2")
    assert buttons(screen.html()) == ["enter", "idle"]
    assert screen.send("idle") == ""
    screen.send("start")
    screen.there.place(P1, "fire", 500)
    assert "round-wagers-lie" in screen.send("idle")


def test_a_result_that_nobody_can_have_thrown_is_not_offered_and_refused(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    screen.send("start")
    screen.there.place(P3, "total:8", 500)
    screen.send("close")
    react()
    assert "enter" not in buttons(screen.html(first="1", second="2"))
    assert "dice-no-shooter" in screen.enter(1, 2)


def test_what_was_meant_for_one_round_is_not_done_to_another(clock: Clock) -> None:
    screen = dragon_fire(("fire", 1_000))
    first = screen.there.round
    screen.enter(3, 5)
    screen.send("confirm")
    react()
    screen.send("start")
    assert "round-wrong-stage" in screen.send("close", round=first)
    assert screen.there.play().stage is Stage.WAGERING
    assert "There is no such round." in screen.send("close", round="")


def test_the_same_request_twice_is_done_once_and_answered_as_the_first_time(clock: Clock) -> None:
    screen = Screen(DealerTable(DF), "901")
    given = {"request_id": "5e4b0c39-5f2b-4a0c-8f5e-3a2b41a7b1f0", "act": "start", "round": ""}
    answers = [screen.client.post("/dealer/DF01/", given) for _ in range(2)]
    assert [each.status_code for each in answers] == [302, 302]
    assert Round.objects.count() == 1


def test_cc_5_3_1_the_stickperson_signs_for_the_result_where_a_dealer_is_at_the_screen(clock: Clock) -> None:
    there = DealerTable(CC)
    screen = Screen(there, "901")
    screen.send("start")
    there.place(P1, "win_line", 1_000)
    there.give_dice()
    assert "OFF" in screen.get()
    assert screen.send("close") == ""
    react()
    page = screen.get(first="2", second="4")
    assert "For the stickperson rule CC 5.3.1(a)" in page
    assert "Call: “six” Total 6" in page
    assert "The point is 6: puck ON 6." in page
    assert "Win Line goes to 6" in page
    assert "hold" in page
    assert "You may not call the result." in screen.enter(2, 4)
    assert screen.enter(2, 4, **screen.signed("902")) == ""
    assert "Nobody overrides an entry at this table" in screen.get()
    assert "Announced: settle" in screen.get()
    assert screen.send("confirm", **screen.signed("902")) == ""
    react()
    assert "ON 6" in screen.get()
    screen.send("start")
    screen.send("close")
    react()
    assert "7-out: the dice pass on from P1 (CC 5.2.2, CC-31)." in screen.get(first="3", second="4")
    assert "The point is over: puck OFF." in screen.get(first="2", second="4")


def test_what_another_signs_is_on_the_record_as_theirs(clock: Clock) -> None:
    there = DealerTable(CC)
    screen = Screen(there, "901")
    screen.send("start")
    there.place(P1, "win_line", 1_000)
    there.give_dice()
    screen.send("close")
    screen.enter(2, 4, **screen.signed("902"))
    last = list(journal.history(round_of_play.at(there.round)))[-1]
    assert (last.line.actor, last.line.role, last.event.entered_by) == ("staff/902", "stickperson", "staff/902")


def test_a_signature_is_a_number_and_its_pin(clock: Clock) -> None:
    there = DealerTable(CC)
    screen = Screen(there, "901")
    screen.send("start")
    there.place(P1, "win_line", 1_000)
    there.give_dice()
    screen.send("close")
    assert "A signature is a staff number and its PIN." in screen.enter(2, 4, number="902")
    assert "A signature is a staff number and its PIN." in screen.enter(2, 4, pin="402816")
    assert there.play().stage is Stage.CLOSED


def test_only_whoever_may_deal_comes_to_the_screen(clock: Clock) -> None:
    DealerTable(DF)
    Floor(AC)
    engage("950", "Priya Nair", electronic_gaming_attendant=(AC,))
    outside = at_desk("950")
    for path in ("", "no-roll/", "lights/", "display/", "dice/", "places/", "places/P1/"):
        assert "authority-not-held" in text(outside.get(f"/dealer/DF01/{path}")), path
    assert "Dealer’s screen" not in text(outside.get("/home/"))
    dealer = at_desk("901")
    assert "Dealer’s screen" in text(dealer.get("/home/"))
    assert "DF01 Dragon Fire Between rounds" in text(dealer.get("/dealer/"))
    assert "There is no table at which you deal." in text(outside.get("/dealer/"))
    assert "No dealer runs a table AC01 at this venue." in text(dealer.get("/dealer/AC01/"))
    assert "No dealer runs a table ZZ at this venue." in text(dealer.get("/dealer/ZZ/"))
    supervisor = at_desk("905")
    assert 'href="/dealer/DF01/"' in supervisor.get("/tables/DF01/").content.decode()
    assert supervisor.get("/dealer/DF01/").status_code == 200


def test_a_table_that_is_not_open_or_stands_still_begins_no_round_and_says_why(clock: Clock) -> None:
    screen = Screen(DealerTable(DF, seats=(P1, P2)), "901")
    services.suspend_table(name="DF01", reason="The lights fail", origin=OriginFactory.build())
    assert "Suspended: The lights fail" in screen.get()
    assert buttons(screen.html()) == []
    assert "table-suspended" in screen.send("start")
    services.release_table(name="DF01", rectified="New lamp", origin=OriginFactory.build())
    for seat in (P1, P2):
        screen.there.leave(seat)
    services.close_table(name="DF01", origin=OriginFactory.build())
    assert "The table is not open." in screen.get()
    assert "table-not-open" in screen.send("start")
